"""How a lead becomes a chance to win, and which losses count as mistakes.

Every game states its `Scale`, or has the default one.

A lead becomes a chance to win by ``1 / (1 + exp(-points / swing))``; a proven result is 1, 0 or
one half. A move's *drop* is the loss of that chance. A move is a mistake only if both its points
and its drop reach the bounds: losing a pawn means nothing in a lost position.

An accuracy of 100 % means that nothing was lost, one of `RANDOM_ACCURACY` that as much was lost as
by random moves of that game; `accuracy` says how a drop becomes one.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from garlic.core import Scale
from garlic.engines import Score


class Grade(StrEnum):
    """The grade of a bad move, the mildest first."""

    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


# The least drop in the chance to win for each grade.
LEAST_DROP: Mapping[Grade, float] = {
    Grade.INACCURACY: 0.02,
    Grade.MISTAKE: 0.05,
    Grade.BLUNDER: 0.10,
}

RANDOM_ACCURACY = 20.0
"""The accuracy of random moves in per cent, in every game."""


def chance(score: Score, scale: Scale) -> float:
    """The chance to win of the side that *score* is for, from 0 to 1; *scale* is in points."""
    if score.points is None:
        return 1.0 if score.win_in is not None else 0.0
    if score.proven:
        return 0.5 + (score.points > 0) / 2 - (score.points < 0) / 2
    return 1 / (1 + math.exp(-max(-700.0, min(700.0, score.points / scale.swing))))


def accuracy(drop: float, scale: Scale) -> float:
    """The accuracy in per cent of moves that drop this much chance on average."""
    return float(100 * (RANDOM_ACCURACY / 100) ** (drop / scale.random_drop))


def losses(scale: Scale) -> Mapping[Grade, float]:
    """The least loss for each grade."""
    return dict(zip(Grade, scale.losses, strict=True))


@dataclass(frozen=True, slots=True)
class Loss:
    """The loss of a move: *points* (None if a win or loss is proven), *drop* in chance."""

    points: float | None = 0.0
    drop: float = 0.0

    @classmethod
    def between(cls, best: Score, played: Score, scale: Scale) -> "Loss":
        """The loss of playing a move of score *played* instead of *best*; never negative."""
        if played >= best:
            return cls()
        if best.decided and played.decided and (best.win_in is None) == (played.win_in is None):
            return cls()  # the same result, only sooner or later
        points = None
        if best.points is not None and played.points is not None:
            points = best.points - played.points
        return cls(points, max(0.0, chance(best, scale) - chance(played, scale)))

    def grade(self, scale: Scale) -> Grade | None:
        """The grade of a move with this loss; None for a good move."""
        reached = [
            grade
            for grade, least in losses(scale).items()
            if self.drop >= LEAST_DROP[grade] and (self.points is None or self.points >= least)
        ]
        return reached[-1] if reached else None
