"""The sequential test: is the new bot better? Decided with few games at fixed error rates.

`Sprt` is a pure function of pair counts, to be called after every pair. It stops by either of
two rules.

- The **generalised sequential probability ratio test** on pentanomial counts, in logistic Elo:
  the logarithm of how much better `elo1` explains the pairs than `elo0` does, the unknown
  distribution of draws and openings chosen best for each; accept beyond Wald's bounds
  ``ln(beta / (1 - alpha))`` and ``ln((1 - beta) / alpha)``.
- A **bet** for one-sided matches, which that test decides slowly: it needs two hundred wins in a
  row, because a ratio between 0 and 10 Elo learns little from each. If the new bot scores at most
  what `elo0` predicts, a wager on its next pair is at best fair. We wager fixed shares of a purse
  on every pair; by Ville's inequality the chance that the purse ever grows ``1 / a``-fold is at
  most ``a``, whatever the distribution. With a tenth of `alpha` (and of `beta`, for the other
  side) the error rates grow by a tenth at most.
"""

import math
from dataclasses import dataclass
from enum import Enum

import numpy as np

from garlic.arena.statistics.arrays import Floats
from garlic.arena.statistics.elo import expected_score
from garlic.arena.statistics.likelihood import log_likelihood
from garlic.arena.statistics.results import PAIR_SCORES, PairCounts

_WAGERS = (0.25, 0.5, 0.95)
"""The purse is split over these shares of the largest stake that cannot lose everything."""

_BET_SHARE = 0.1
"""The share of the error rates that the bet may add."""


class Decision(Enum):
    """The result of a test so far."""

    CONTINUE = "continue"
    H0 = "H0"  # not better than `elo0`, if one must choose
    H1 = "H1"  # at least `elo1` better, if one must choose


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of "`elo0` stronger" against "`elo1` stronger" with its error rates.

    *alpha* is how often H1 is accepted although `elo0` is true, *beta* how often H0 although
    `elo1` is. Raises `ValueError` for numbers that make no test.
    """

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1) and self.elo0 < self.elo1):
            raise ValueError(f"expected elo0 below elo1, got {self.elo0} and {self.elo1}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError(f"expected rates between 0 and 0.5, got {self.alpha}, {self.beta}")

    @property
    def bounds(self) -> tuple[float, float]:
        """Between these values of `llr` the test continues."""
        return (
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )

    def llr(self, pairs: PairCounts) -> float:
        """The logarithm of the generalised likelihood ratio: positive favours H1."""
        return float(self.llrs(np.array(pairs.counts, dtype=np.float64)))

    def llrs(self, counts: Floats) -> Floats:
        """`llr` of many matches: five counts along the last axis."""
        return log_likelihood(counts, expected_score(self.elo1)) - log_likelihood(
            counts, expected_score(self.elo0)
        )

    def decide(self, pairs: PairCounts) -> Decision:
        """The decision after these pairs; call it after every pair."""
        sign = int(self.decide_all(np.array(pairs.counts, dtype=np.float64)))
        return (Decision.H0, Decision.CONTINUE, Decision.H1)[sign + 1]

    def decide_all(self, counts: Floats) -> Floats:
        """`decide` for many matches: 1 for H1, -1 for H0, 0 to continue."""
        lower, upper = self.bounds
        ratio = self.llrs(counts)
        above = _log_purse(counts, expected_score(self.elo0))
        below = _log_purse(counts[..., ::-1], 1 - expected_score(self.elo1))
        accepted = (ratio >= upper) | (above >= -math.log(_BET_SHARE * self.alpha))
        rejected = (ratio <= lower) | (below >= -math.log(_BET_SHARE * self.beta))
        return accepted.astype(np.float64) - rejected.astype(np.float64)


def _log_purse(counts: Floats, fair: float) -> Floats:
    """The logarithm of a purse that started at 1 and was wagered on scores above *fair*."""
    stakes = np.array(_WAGERS) / fair
    gains = np.log1p(stakes[:, None] * (PAIR_SCORES - fair))
    purses = counts @ gains.T
    total: Floats = np.logaddexp.reduce(purses, axis=-1) - math.log(len(_WAGERS))
    return total
