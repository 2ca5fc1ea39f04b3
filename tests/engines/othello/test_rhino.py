"""Othello's engine against Debian's grhino, over GTP."""

import pytest

from garlic.arena.openings import random_moves
from garlic.core import Seat, Stream
from garlic.games.othello import Position
from support.foreign import installed
from support.served import faults_of, played

GAMES = 20
LEVEL = 3  # its default; it uses more time than our engine with these nodes
LIMITS = "turn=10s,init=5s,nodes=50000"


@pytest.mark.slow
@pytest.mark.skipif(installed("gtp-rhino") is None, reason="grhino is not installed (Debian)")
def test_it_wins_every_game_against_rhino_which_commits_no_fault() -> None:
    rhino = f"gtp:cmd:{installed('gtp-rhino')} --level={LEVEL} --book=0?files=/usr/share/grhino"
    margins = []
    for number in range(GAMES):
        _, start = random_moves(Position.start(), 4, Stream(number))
        bots = ["engine:othello", rhino]
        ours = Seat.A if number % 2 else Seat.B
        first, second = bots if ours is Seat.A else reversed(bots)
        record = played("othello", first, second, start=str(start), plies=None, limits=LIMITS)
        assert faults_of(record) == []
        scores = record.outcome.scores
        assert scores is not None
        margins.append(scores[ours.index] - scores[ours.other.index])
    assert min(margins) > 0, margins
