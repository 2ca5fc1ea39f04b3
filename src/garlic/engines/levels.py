"""Levels 1 to 10: from a beginner to full strength.

A weak level plays as weak people do: it looks less far ahead, and chooses at random among moves
that look about equally good to it. It never gives away more than *margin* points on purpose, and
it always takes a win it sees. It ignores forced wins and losses beyond its *sight*, even if the
engine can prove them.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from garlic.core import Chance
from garlic.core.type_variables import M
from garlic.engines.result import Line, Score

_FINENESS = 1 << 20


@dataclass(frozen=True, slots=True)
class Level:
    """How far a level looks ahead, and how much worse than the best its moves may be.

    *lines* moves are compared; one that looks *margin* worse than the best is never played,
    one that looks a quarter of that worse is played about half as often. A margin of 1 is a
    small mistake in the game (`Engine.unit`): a stone of Tiaojia, a few cells of Othello.
    A forced win or loss more than *sight* plies away is ignored; None: none is.
    """

    number: int
    depth: int | None = None
    nodes: int | None = None
    margin: float = 0.0
    lines: int = 1
    sight: int | None = None

    def sees(self, score: Score) -> bool:
        """False if *score* is a forced win or loss beyond *sight*."""
        plies = score.win_in if score.win_in is not None else score.loss_in
        return plies is None or self.sight is None or plies <= self.sight

    def choose(self, lines: Sequence[Line[M]], chance: Chance) -> Line[M]:
        """The line to play. Draws from *chance* only if there is a margin to choose within."""
        best = lines[0]
        if self.margin == 0 or best.score.points is None:
            return best
        worse = [
            best.score.points - line.score.points if line.score.points is not None else math.inf
            for line in lines
        ]
        good = [line for line, gap in zip(lines, worse, strict=True) if gap < self.margin]
        weights = [
            math.ceil(_FINENESS * 2 ** (-4 * gap / self.margin))
            for gap in worse
            if gap < self.margin
        ]
        drawn = chance.below(sum(weights))
        for line, weight in zip(good, weights, strict=True):
            if drawn < weight:
                return line
            drawn -= weight
        raise AssertionError


LEVELS = (
    Level(1, depth=1, margin=2.1, lines=20, sight=2),
    Level(2, depth=1, margin=1.0, lines=12, sight=3),
    Level(3, depth=2, margin=0.6, lines=8, sight=5),
    Level(4, depth=3, margin=0.4, lines=6, sight=7),
    Level(5, depth=4, margin=0.35, lines=6, sight=9),
    Level(6, depth=5, nodes=100_000, margin=0.3, lines=4),
    Level(7, depth=6, nodes=200_000, margin=0.2, lines=3),
    Level(8, depth=8, nodes=600_000, margin=0.1, lines=2),
    Level(9, depth=10, nodes=2_000_000),
    Level(10),
)

FULL_STRENGTH_NODES = 400_000
"""What the last level, which only time limits, is measured with: under a second on one core."""
