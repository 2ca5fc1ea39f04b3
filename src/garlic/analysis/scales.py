"""How a lead becomes a chance to win in each game, and which losses count as mistakes.

A lead becomes a chance to win by ``1 / (1 + exp(-points / swing))``; a proven result is 1, 0 or
one half. A move's *drop* is the loss of that chance. A move is a mistake only if both its points
and its drop reach the bounds: losing a pawn means nothing in a lost position.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

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

# A move's accuracy in per cent is 100 * exp(-_STRICTNESS * drop).
_STRICTNESS = 4.0


@dataclass(frozen=True, slots=True)
class Scale:
    """The scale of a game, in units of its engine (`Engine.unit`).

    *counted* names the points. A lead of *swing* wins about three games of four. *losses* are
    the least losses in points for each grade.
    """

    counted: str
    swing: float
    losses: Mapping[Grade, float]

    def times(self, unit: float) -> "Scale":
        """The same scale in points, where one unit is *unit* points."""
        losses = {grade: points * unit for grade, points in self.losses.items()}
        return Scale(self.counted, self.swing * unit, losses)

    def chance(self, score: Score) -> float:
        """The chance to win of the side that *score* is for, from 0 to 1."""
        if score.points is None:
            return 1.0 if score.win_in is not None else 0.0
        if score.proven:
            return 0.5 + (score.points > 0) / 2 - (score.points < 0) / 2
        return 1 / (1 + math.exp(-max(-700.0, min(700.0, score.points / self.swing))))

    def grade(self, loss: "Loss") -> Grade | None:
        """The grade of a move with this *loss*; None for a good move."""
        reached = [
            grade
            for grade in Grade
            if loss.drop >= LEAST_DROP[grade]
            and (loss.points is None or loss.points >= self.losses[grade])
        ]
        return reached[-1] if reached else None


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
        return cls(points, max(0.0, scale.chance(best) - scale.chance(played)))

    @property
    def accuracy(self) -> float:
        """The accuracy of the move in per cent."""
        return 100 * math.exp(-_STRICTNESS * self.drop)


def _losses(inaccuracy: float, mistake: float, blunder: float) -> Mapping[Grade, float]:
    return dict(zip(Grade, (inaccuracy, mistake, blunder), strict=True))


# Othello's unit is four cells of mean weight; Xiangqi's points are pawns, Tiaojia's stones.
SCALES: Mapping[str, Scale] = {
    "othello": Scale("points", 2.0, _losses(0.5, 1.5, 3.0)),
    "stars": Scale("points", 200.0, _losses(30.0, 100.0, 250.0)),
    "gomoku": Scale("points", 1.0, _losses(0.4, 0.8, 1.5)),
    "xiangqi": Scale("pawns", 1.5, _losses(0.5, 1.0, 2.0)),
    "tiaojia": Scale("stones", 1.5, _losses(0.75, 1.5, 3.0)),
}
_DEFAULT = Scale("points", 1.5, _losses(0.5, 1.0, 2.0))


def scale_of(game: str, unit: float = 1.0) -> Scale:
    """The scale of *game* in points, where one unit is *unit* points."""
    return SCALES.get(game, _DEFAULT).times(unit)
