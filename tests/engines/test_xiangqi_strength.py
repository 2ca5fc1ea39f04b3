"""Xiangqi's engine against the programs that Debian packages, at equal time a move.

Long: about an hour in all. A match fails only when the 95 % interval of its result lies wholly
below the figure that is asked for.
"""

from collections.abc import Callable
from typing import Any

import pytest
from bench._matches import Tally

from garlic.core import Seat, Stream
from garlic.engines import Engine, Limit, player
from garlic.games.xiangqi import GAME, Position
from support.foreign import XboardPlayer, fairy_stockfish, installed, sjaak

pytestmark = pytest.mark.slow

# Debian's program, how to start it, games, seconds a move, the share of points asked for.
RUNGS: list[tuple[str, Callable[[str], Any], int, float, float]] = [
    ("hoixiangqi", lambda path: XboardPlayer([path]), 40, 1.0, 0.95),
    ("sjaakii", sjaak, 40, 0.2, 0.80),
    ("fairy-stockfish", fairy_stockfish, 60, 0.2, 0.50),
]


def balanced_opening(chance: Stream) -> Position:
    """Six random moves after which neither side is better by more than half a pawn or so."""
    judge = Engine(GAME, hash_mb=4)
    while True:
        position = Position.start()
        for _ in range(6):
            moves = position.legal_moves()
            position = position.play(moves[chance.below(len(moves))])
        if position.outcome() is None:
            score = judge.search(position, Limit(nodes=20_000)).score
            if score is not None and score.points is not None and abs(score.points) < 0.6:
                return position


def games(foe: Any, count: int, limit: Limit, foes_limit: Limit | None = None) -> Tally:
    """*count* games, each opening with both colours; our tally."""
    chance, tally = Stream(6), Tally()
    for _ in range(count // 2):
        opening = balanced_opening(chance)
        for seat in Seat:
            ours, position = Engine(GAME), opening
            while (outcome := position.outcome()) is None:
                own = position.mover is seat
                move = (
                    ours.choose(position, limit)
                    if own
                    else foe.choose(position, foes_limit or limit)
                )
                position = position.play(move)
            tally.count(0.5 if outcome.winner is None else float(outcome.winner is seat))
    return tally


@pytest.mark.parametrize(("name", "start", "count", "seconds", "share"), RUNGS)
def test_packaged_programs(name, start, count, seconds, share):
    path = installed(name)
    if path is None:
        pytest.skip(f"{name} is not installed")
    foe = start(path)
    try:
        tally = games(foe, count, Limit(time=seconds))
    finally:
        foe.close()
    print(f"{name}: {tally}")
    assert tally.interval()[1] >= share, tally


def test_the_lab():
    tally = games(player(GAME, "lab"), 40, Limit(nodes=100_000))
    assert tally.interval()[1] >= 0.98, tally
