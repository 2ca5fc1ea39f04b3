"""Othello's engine against Debian's grhino, a program of another school, at equal time."""

import time

import pytest

from garlic.core import Seat, Stream
from garlic.engines import Engine, Limit
from garlic.games.othello import GAME, Position
from support.gtp import GtpPlayer, find_rhino

GAMES = 20
LEVEL = 4


@pytest.mark.slow
@pytest.mark.skipif(find_rhino() is None, reason="gtp-rhino is not installed (Debian: grhino)")
def test_it_wins_every_game_against_rhino():
    program = find_rhino()
    assert program is not None
    with GtpPlayer(program, "--level", str(LEVEL), "--book", "0") as rhino:
        margins = [
            _margin(rhino, Seat.A if number % 2 else Seat.B, Stream(number))
            for number in range(GAMES)
        ]
    assert min(margins) > 0, margins


def _margin(rhino: GtpPlayer, ours: Seat, chance: Stream) -> int:
    """Our margin in a game from a random opening of four plies; each gets the other's time."""
    engine, position = Engine(GAME, hash_mb=32), Position.start()
    rhino.start()
    share = 0.05
    while position.outcome() is None:
        moves = position.legal_moves()
        if position.ply < 4:
            move = moves[chance.below(len(moves))]
            rhino.tell(position.mover, move)
        elif position.mover is ours:
            move = engine.choose(position, Limit(time=max(share, 0.02)))
            rhino.tell(position.mover, move)
        else:
            began = time.perf_counter()
            move = rhino.choose(position, Limit())
            share = time.perf_counter() - began
        position = position.play(move)
    return position.score(ours) - position.score(ours.other)
