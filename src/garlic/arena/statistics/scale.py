"""A game's permanent scale: what is assumed about bots on it, and who has a fixed place there.

Plain values: a ladder is read and listed without numpy.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from garlic.arena.statistics.elo import ELO_PER_LOGIT


@dataclass(frozen=True, slots=True)
class Prior:
    """What is assumed before the first game: a mean and a deviation for every parameter."""

    strength: float = 0.0
    deviation: float = 4.0  # 695 Elo: a bot may be almost anywhere
    advantage: float = 0.0  # of the first seat
    draws: float = -1.0  # ln ν: of games between equals a sixth is drawn

    def __post_init__(self) -> None:
        if not self.deviation > 0:
            raise ValueError(f"expected a positive deviation, got {self.deviation}")

    @property
    def advantage_deviation(self) -> float:
        """174 Elo: less is unknown about seats than about bots."""
        return self.deviation / 4

    @property
    def draws_deviation(self) -> float:
        """From hardly any draw between equals to almost nothing else."""
        return self.deviation / 2


@dataclass(frozen=True, slots=True)
class RatingScale:
    """What is known about a game before a bot is rated in it."""

    draw_rate: float = 0.0  # the share of games between equals that are drawn
    advantage: float = 0.0  # of the first seat, in Elo
    middle: float = 0.0  # where a bot is expected before its first game, in Elo

    @property
    def elo_per_strength(self) -> float:
        """Elo per unit of the model's strength: smaller where draws are frequent."""
        return ELO_PER_LOGIT * (1 - self.draw_rate)

    @property
    def prior(self) -> Prior:
        """What the model assumes before the first game."""
        unit = self.elo_per_strength
        return Prior(strength=self.middle / unit, advantage=self.advantage / unit)

    @property
    def deviation(self) -> float:
        """How far from the middle a bot may be, in Elo: the deviation of the prior."""
        return self.prior.deviation * self.elo_per_strength


@dataclass(frozen=True, slots=True)
class Anchors:
    """Bots whose ratings are known and never change, by name, and the scale they define."""

    ratings: Mapping[str, float]
    scale: RatingScale

    def __bool__(self) -> bool:
        return bool(self.ratings)


@dataclass(frozen=True, slots=True)
class AnchorGame:
    """A game against an opponent with a known rating."""

    opponent: float  # its rating
    score: float  # of the bot: 1, 0.5 or 0
    first: bool  # whether the bot had the first seat
