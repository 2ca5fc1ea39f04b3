"""What the games say about one number, such as a bot's rating, with all the others unknown too.

The density of the number is taken along the ridge of the posterior: where it differs from its best
value, everything else is what is then to be expected (by the covariance). Along the ridge the
games of the bot itself count exactly, which is what makes lopsided results lopsided; the prior and
the games of the others count by their curvature. With opponents whose strengths are fixed, this
is the exact posterior.
"""

from dataclasses import dataclass

import numpy as np

from garlic.arena.statistics.arrays import Floats
from garlic.arena.statistics.bradley_terry import Curves, Fit, Model, log_chances

_COARSE = np.linspace(-8.0, 8.0, 65)  # in deviations: where the games are counted
_FINE = np.linspace(-8.0, 8.0, 1601)


@dataclass(frozen=True, slots=True)
class Marginals:
    """The densities of the numbers of one fit."""

    model: Model
    at: Floats  # the best point of the model
    curves: Curves  # there
    covariance: Floats

    @classmethod
    def of(cls, model: Model, best: Fit) -> "Marginals":
        """The densities around *best*, the fit of *model*."""
        at = np.concatenate([best.strengths, best.advantages, [0.0]])
        at[-1] = np.log(best.draws) if best.draws > 0 else 0.0
        return cls(model, at, model.curves(at), best.covariance)

    def interval(self, weights: Floats, place: int, share: float = 0.95) -> tuple[float, float]:
        """Where *weights* x parameters lies with probability *share*, less its best value.

        *place* is that of the bot whose games decide it.
        """
        spread = self.covariance @ weights
        variance = float(weights @ spread)
        if variance <= 0:  # it is known
            return 0.0, 0.0
        deviation = np.sqrt(variance)
        steps = deviation * _COARSE
        log_density = self._along(spread / variance, place, steps, 1 / variance)
        # What is left beside the normal part is smooth enough to be interpolated.
        skew = np.interp(_FINE, _COARSE, log_density + _COARSE**2 / 2)
        log_density = skew - _FINE**2 / 2
        density = np.exp(log_density - log_density.max())
        below = np.cumsum(density) - density / 2
        ends = np.interp([(1 - share) / 2, (1 + share) / 2], below / density.sum(), _FINE)
        return float(deviation * ends[0]), float(deviation * ends[1])

    def _along(self, way: Floats, place: int, steps: Floats, information: float) -> Floats:
        """The logarithm of the density on *way*, on which the whole information is known."""
        model, curves = self.model, self.curves
        rows = np.flatnonzero((model.first == place) | (model.second == place))
        turn, more_draws = model.ahead(way)[rows], way[-1]
        moved = steps[:, None]
        win, draw, loss = log_chances(
            model.ahead(self.at)[rows] + moved * turn,
            model.draws_at(self.at) * np.exp(moved * more_draws),
        )
        own: Floats = win @ model.won[rows] + loss @ model.lost[rows]
        if model.draws_at(self.at) > 0:
            own += draw @ model.drawn[rows]
        slope = curves.by_z[rows] @ turn + curves.by_draws[rows].sum() * more_draws
        own_information = (
            curves.in_z[rows] @ turn**2
            + 2 * more_draws * (curves.in_both[rows] @ turn)
            + more_draws**2 * curves.in_draws[rows].sum()
        )
        others = max(information - own_information, 0.0)
        own -= slope * steps + others * steps**2 / 2
        return own
