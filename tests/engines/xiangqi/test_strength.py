"""Xiangqi's engine against programs from Debian packages, with equal time per move.

Long: about an hour in all. A match fails only if the 95 % interval of its result lies wholly
below the required share.
"""

from itertools import islice

import pytest
from bench.engines._matches import Tally, balanced

from garlic.core import Seat
from garlic.games.xiangqi import GAME
from support.foreign import LIMITS, foreign, ours
from support.served import faults_of, played

pytestmark = pytest.mark.slow

# Debian's program, games, milliseconds per move, the required share of points.
OPPONENTS = [
    ("hoixiangqi", 40, 1000, 0.95),
    ("sjaakii", 40, 200, 0.80),
    ("fairy-stockfish", 60, 200, 0.50),
]


def games(own: str, foe: str, count: int, limits: str) -> Tally:
    """*count* games, each opening with both colours; our tally."""
    tally = Tally()
    for start in islice(balanced(GAME, 6, seed=6), count // 2):
        opening = str(start)
        for seat in Seat:
            pair = (own, foe) if seat is Seat.A else (foe, own)
            record = played("xiangqi", *pair, start=opening, plies=None, limits=limits)
            assert faults_of(record) == []
            winner = record.outcome.winner
            tally.count(0.5 if winner is None else float(winner is seat))
    return tally


@pytest.mark.parametrize(("name", "count", "think_ms", "share"), OPPONENTS)
def test_packaged_programs(name: str, count: int, think_ms: int, share: float) -> None:
    tally = games(ours(think_ms), foreign(name, think_ms), count, LIMITS)
    print(f"{name}: {tally}")
    assert tally.interval()[1] >= share, tally


def test_the_lab() -> None:
    tally = games("engine:xiangqi", "baseline:xiangqi/lab", 40, f"{LIMITS},nodes=100000")
    print(f"lab: {tally}")
    assert tally.interval()[1] >= 0.98, tally
