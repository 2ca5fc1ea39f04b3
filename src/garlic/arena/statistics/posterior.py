"""One bot's place on a permanent scale: its games against opponents whose ratings are known.

The model is that of `bradley_terry`, with everything but the bot's own rating known: the
opponents are anchors, and a `RatingScale` holds what a game's draws and first seat are worth. What
remains is a density over one number, kept on a grid: exact also where results are lopsided,
and a game more is one addition to it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np

from garlic.arena.statistics.arrays import Floats
from garlic.arena.statistics.bradley_terry import draws_of, log_chances
from garlic.arena.statistics.scale import AnchorGame, RatingScale

_STEP = 2.0  # Elo between two points of the grid
_REACH = 4.0  # the grid extends so many deviations of the prior to each side


def log_chances_on(scale: RatingScale, ahead: Floats) -> Floats:
    """For each difference in Elo: the logarithms of the chances of win, draw and loss."""
    return log_chances(ahead / scale.elo_per_strength, draws_of(scale.draw_rate))


@dataclass(frozen=True)
class Posterior:
    """What is known about a bot's rating: a density over the ratings of a grid."""

    scale: RatingScale
    log_density: Floats  # up to a constant

    @classmethod
    def before_games(cls, scale: RatingScale) -> "Posterior":
        """The prior: normal around the middle of the scale, and wide."""
        z = (_grid(scale) - scale.middle) / scale.deviation
        return cls(scale, -(z**2) / 2)

    @property
    def grid(self) -> Floats:
        """The ratings that the density is known at."""
        return _grid(self.scale)

    def after(self, games: Iterable[AnchorGame]) -> "Posterior":
        """With *games* added; raise `ValueError` for a score that is not 1, 0.5 or 0."""
        log_density = self.log_density.copy()
        for game in games:
            if game.score not in (0.0, 0.5, 1.0):
                raise ValueError(f"expected a score of 1, 0.5 or 0, got {game.score}")
            win, _, loss = _log_outcomes(self.scale, game.opponent, game.first)
            # A draw is half a win and half a loss, also in a game in which none was expected.
            log_density += game.score * win + (1 - game.score) * loss
        return replace(self, log_density=log_density - log_density.max())

    @cached_property
    def density(self) -> Floats:
        """The probability of each rating of the grid."""
        weights = np.exp(self.log_density - self.log_density.max())
        density: Floats = weights / weights.sum()
        return density

    @cached_property
    def rating(self) -> float:
        """The most likely value."""
        best = int(np.argmax(self.log_density))
        if not 0 < best < len(self.grid) - 1:
            return float(self.grid[best])
        left, middle, right = self.log_density[best - 1 : best + 2]
        # The top of the parabola through the best three points.
        return float(self.grid[best] + _STEP / 2 * (left - right) / (left - 2 * middle + right))

    def interval(self, share: float = 0.95) -> tuple[float, float]:
        """The interval that holds the true rating with probability *share*."""
        return self.quantile((1 - share) / 2), self.quantile((1 + share) / 2)

    @property
    def error(self) -> float:
        """Half of the 95 % interval."""
        low, high = self.interval()
        return (high - low) / 2

    def quantile(self, share: float) -> float:
        """The rating below which the true one lies with probability *share*."""
        return float(np.interp(share, self._cumulated, self.grid))

    @cached_property
    def _cumulated(self) -> Floats:
        """The probability below each rating of the grid; a point counts half below itself."""
        below: Floats = np.cumsum(self.density) - self.density / 2
        return below

    def chance_above(self, rating: float) -> float:
        """How likely it is that the bot is stronger than *rating*."""
        return 1 - float(np.interp(rating, self.grid, self._cumulated, left=0.0, right=1.0))

    def information(self, opponent: float) -> float:
        """What a pair of games against *opponent*, one in each seat, is expected to tell.

        This is the mutual information of result and rating: how uncertain the result is now, less
        how uncertain it would be if the rating were known.
        """
        told = 0.0
        for first in (True, False):
            chances, uncertainty = _outcomes(self.scale, opponent, first)
            told += float(_entropy(chances @ self.density) - uncertainty @ self.density)
        return told


@lru_cache(maxsize=16)
def _grid(scale: RatingScale) -> Floats:
    points = round(_REACH * scale.deviation / _STEP)
    grid: Floats = scale.middle + _STEP * np.arange(-points, points + 1, dtype=np.float64)
    return grid


# The players of a ladder are met again and again.
@lru_cache(maxsize=128)
def _log_outcomes(scale: RatingScale, opponent: float, first: bool) -> Floats:
    """For win, draw and loss: the logarithm of its chance at each rating of the grid."""
    seat = scale.advantage if first else -scale.advantage
    return log_chances_on(scale, _grid(scale) - opponent + seat)


@lru_cache(maxsize=128)
def _outcomes(scale: RatingScale, opponent: float, first: bool) -> tuple[Floats, Floats]:
    """The chances of win, draw and loss at each rating, and how uncertain the result is then."""
    chances = np.exp(_log_outcomes(scale, opponent, first))
    return chances, _entropy(chances)


def _entropy(chances: Floats) -> Floats:
    """The uncertainty of a result whose *chances* lie along the first axis."""
    logarithms = np.log(chances, out=np.zeros_like(chances), where=chances > 0)
    entropy: Floats = -(chances * logarithms).sum(axis=0)
    return entropy
