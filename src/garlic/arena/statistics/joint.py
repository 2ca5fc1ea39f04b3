"""The ratings of many bots that keep playing each other, updated game by game without a refit.

The model is that of `bradley_terry` on a permanent scale. What is known is a normal density over
all ratings together. A game tells something about the difference of two ratings alone: its density
after the game is computed exactly, on a grid, and its mean and variance replace those before
(assumed-density filtering). Through the covariance every other rating moves along: whoever has
played the two of them is judged by them. An anchor is a bot whose rating has no variance.

Bots come and go: one that leaves takes nothing of what the others have learned from it.
"""

import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from garlic.arena.statistics.arrays import Floats, Ints
from garlic.arena.statistics.bradley_terry import draws_of, log_chances
from garlic.arena.statistics.elo import Z95
from garlic.arena.statistics.scale import RatingScale

_GRID = np.linspace(-5.0, 5.0, 81)  # in deviations of the difference before the game
_NORMAL = -(_GRID**2) / 2
_WIDER = 1.5


@dataclass(frozen=True, slots=True)
class KnownRating:
    """A rating and how sure it is, in Elo."""

    rating: float
    deviation: float  # 0: it is known

    @property
    def interval(self) -> tuple[float, float]:
        """The interval that holds the true rating with a probability of 95 %."""
        return self.rating - Z95 * self.deviation, self.rating + Z95 * self.deviation


def unknown_rating(scale: RatingScale) -> KnownRating:
    """What is known about a bot before its first game: hardly anything.

    It is wider than the prior of a fit. Normal densities lag behind for bots that win or lose all
    their first games; with this width a bot at either end of a ladder is placed as well as others.
    """
    return KnownRating(scale.middle, _WIDER * scale.deviation)


@dataclass(frozen=True, slots=True)
class JointRatings:
    """What is known about the ratings of several bots, each called by a number."""

    scale: RatingScale
    places: Mapping[int, int]  # of each bot in the arrays
    strengths: Floats  # in the model's unit
    covariance: Floats

    @classmethod
    def of_nobody(cls, scale: RatingScale) -> "JointRatings":
        """No bots yet."""
        return cls(scale, {}, np.zeros(0), np.zeros((0, 0)))

    def __contains__(self, bot: int) -> bool:
        return bot in self.places

    def __getitem__(self, bot: int) -> KnownRating:
        """The rating of *bot*; raise `KeyError` for an unknown one."""
        place, unit = self.places[bot], self.scale.elo_per_strength
        variance = max(float(self.covariance[place, place]), 0.0)
        return KnownRating(unit * float(self.strengths[place]), unit * variance**0.5)

    @property
    def draws(self) -> float:
        """ν of the model."""
        return draws_of(self.scale.draw_rate)

    def with_bot(self, bot: int, start: KnownRating) -> "JointRatings":
        """With one more bot, whose rating is expected where *start* says."""
        if bot in self.places:
            raise ValueError(f"expected a new bot, got {bot} again")
        size, unit = len(self.places), self.scale.elo_per_strength
        covariance = np.zeros((size + 1, size + 1))
        covariance[:size, :size] = self.covariance
        covariance[size, size] = (start.deviation / unit) ** 2
        return replace(
            self,
            places={**self.places, bot: size},
            strengths=np.append(self.strengths, start.rating / unit),
            covariance=covariance,
        )

    def without(self, bot: int) -> "JointRatings":
        """Without a bot that plays no longer; the others keep what its games told about them."""
        left = [each for each in self.places if each != bot]
        rows = [self.places[each] for each in left]
        return replace(
            self,
            places={each: place for place, each in enumerate(left)},
            strengths=self.strengths[rows],
            covariance=self.covariance[np.ix_(rows, rows)],
        )

    def after(self, first: int, second: int, score: float) -> "JointRatings":
        """With one more game, in which *first* had the first seat and scored *score*.

        Raises `KeyError` for an unknown bot, `ValueError` for a score that is not 1, 0.5 or 0.
        """
        if score not in (0.0, 0.5, 1.0):
            raise ValueError(f"expected a score of 1, 0.5 or 0, got {score}")
        one, other = self.places[first], self.places[second]
        way = self.covariance[:, one] - self.covariance[:, other]
        variance = float(way[one] - way[other])
        if variance <= 0:  # between two anchors: nothing to learn
            return self
        ahead = float(self.strengths[one] - self.strengths[other])
        shift, narrowed = self._told(ahead, variance, score)
        return replace(
            self,
            strengths=self.strengths + way * (shift / variance),
            covariance=self.covariance - np.outer(way, way) * ((variance - narrowed) / variance**2),
        )

    def _told(self, ahead: float, variance: float, score: float) -> tuple[float, float]:
        """By how much a game changes the mean of the difference, and its variance after it."""
        spread = variance**0.5
        seat = self.scale.advantage / self.scale.elo_per_strength
        win, draw, loss = log_chances(ahead + seat + spread * _GRID, self.draws)
        if score == 0.5:
            # Where no draw was expected, it is half a win and half a loss.
            told = draw if self.draws > 0 else (win + loss) / 2
        else:
            told = win if score == 1 else loss
        density = np.exp(_NORMAL + told - (_NORMAL + told).max())
        density /= density.sum()
        mean = float(density @ _GRID)
        return spread * mean, variance * float(density @ (_GRID - mean) ** 2)

    def dumps(self) -> bytes:
        """As bytes that `loads` reads."""
        bots = np.array(list(self.places), dtype=np.int64)
        parts = (np.array([len(bots)]), bots, self.strengths, self.covariance)
        return zlib.compress(b"".join(part.tobytes() for part in parts), 1)

    @classmethod
    def loads(cls, scale: RatingScale, data: bytes) -> "JointRatings":
        """What `dumps` wrote."""
        content = zlib.decompress(data)
        size = int(np.frombuffer(content, np.int64, 1)[0])
        bots: Ints = np.frombuffer(content, np.int64, size, 8)
        numbers = np.frombuffer(content, np.float64, size + size**2, 8 + 8 * size)
        return cls(
            scale,
            {bot: place for place, bot in enumerate(bots.tolist())},
            numbers[:size].copy(),
            numbers[size:].reshape(size, size).copy(),
        )
