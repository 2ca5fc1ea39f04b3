"""How much a lead means in a game: what reviews and weak levels measure mistakes by."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Scale:
    """Leads and losses in units, each of which is a small mistake in the game.

    *counted* names the points: ``"pawns"``. A lead of *swing* wins about three games of four.
    *losses* are the least losses for an inaccuracy, a mistake and a blunder. *random_drop* is the
    share of the chance to win that random moves cost on average, as `python -m bench accuracy`
    measures it: it is what an accuracy is compared with. *unit* is how many points a unit is; an
    engine may know better for a position.
    """

    counted: str = "points"
    swing: float = 1.5
    losses: tuple[float, float, float] = (0.5, 1.0, 2.0)
    random_drop: float = 0.15
    unit: float = 1.0

    def in_points(self, unit: float) -> "Scale":
        """The same scale in points, where a unit is *unit* points."""
        inaccuracy, mistake, blunder = (loss * unit for loss in self.losses)
        return Scale(
            self.counted, self.swing * unit, (inaccuracy, mistake, blunder), self.random_drop
        )
