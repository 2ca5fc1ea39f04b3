"""Elo: a difference in strength on the scale on which 400 points are odds of ten to one."""

import math

ELO_PER_LOGIT = 400 / math.log(10)
"""A difference of one in the logarithm of the odds, in Elo."""

ELO_PER_NORMALIZED = 2 * ELO_PER_LOGIT
"""A difference of one standard deviation of a game's score, in normalised Elo."""

Z95 = 1.959963984540054
"""Standard errors to each side in a 95 % interval."""


def expected_score(elo: float) -> float:
    """The share of points that a bot *elo* points stronger is expected to win."""
    # With a negative exponent, so that no difference overflows.
    odds = 10 ** (-abs(elo) / 400)
    return 1 / (1 + odds) if elo >= 0 else odds / (1 + odds)


def elo_of_score(score: float) -> float:
    """The difference at which *score* is expected: the inverse of `expected_score`.

    Raises `ValueError` unless *score* lies between 0 and 1, both excluded.
    """
    if not 0 < score < 1:
        raise ValueError(f"expected a score between 0 and 1, got {score}")
    return ELO_PER_LOGIT * math.log(score / (1 - score))


def normal_below(z: float) -> float:
    """The share of a normal distribution below *z* standard deviations."""
    return math.erfc(-z / math.sqrt(2)) / 2
