"""Compares two bots by their pairs of games: Elo, interval, likelihood of superiority."""

import math
from dataclasses import dataclass

import numpy as np

from garlic.arena.statistics.elo import ELO_PER_NORMALIZED, Z95, elo_of_score, normal_below
from garlic.arena.statistics.likelihood import best_log_likelihood, log_likelihood
from garlic.arena.statistics.results import PairCounts

_CHI95 = Z95**2 / 2  # how far the log likelihood may fall inside a 95 % interval


@dataclass(frozen=True, slots=True)
class Comparison:
    """How much stronger a bot is than another.

    Infinite values are None: after nothing but wins `elo` and `high` are None and `low` is the
    bound.
    """

    elo: float | None  # logistic
    low: float | None  # of the 95 % interval
    high: float | None
    normalized: float | None  # normalised Elo, which does not depend on how often draws happen
    normalized_error: float | None  # half of its 95 % interval
    superiority: float  # the likelihood that it is stronger

    @property
    def error(self) -> float | None:
        """Half of the interval's width; None unless both ends are finite."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2


def compare(pairs: PairCounts) -> Comparison:
    """The difference between the two bots by *pairs*, as seen by the bot they are counted for."""
    if pairs.pairs == 0:
        return Comparison(None, None, None, None, None, 0.5)
    score, deviation = pairs.score, math.sqrt(pairs.variance)
    elo = elo_of_score(score) if 0 < score < 1 else None
    if deviation == 0:  # all pairs are equal: no variance to use
        low, high = _likelihood_interval(pairs)
        return Comparison(elo, low, high, None, None, _one_sided(pairs))
    error = deviation / math.sqrt(pairs.pairs)
    low_score, high_score = score - Z95 * error, score + Z95 * error
    low, high = (
        (elo_of_score(low_score), elo_of_score(high_score))
        if low_score > 0 and high_score < 1
        else _likelihood_interval(pairs)
    )
    # A pair has two games: its deviation is a game's over the square root of two.
    unit = ELO_PER_NORMALIZED / math.sqrt(2)
    return Comparison(
        elo=elo,
        low=low,
        high=high,
        normalized=unit * (score - 0.5) / deviation,
        normalized_error=unit * Z95 / math.sqrt(pairs.pairs),
        superiority=normal_below((score - 0.5) / error),
    )


def _one_sided(pairs: PairCounts) -> float:
    """The likelihood of superiority if all pairs are equal: counted as coin tosses."""
    if pairs.score == 0.5:
        return 0.5
    doubt: float = 0.5 ** (pairs.pairs + 1)
    return 1 - doubt if pairs.score > 0.5 else doubt


def _likelihood_interval(pairs: PairCounts) -> tuple[float | None, float | None]:
    """The 95 % interval of Elo by likelihood ratio; None for an infinite end."""
    score = pairs.score
    low = _edge(pairs, score, 0.0) if score > 0 else None
    high = _edge(pairs, score, 1.0) if score < 1 else None
    return (
        None if low is None else elo_of_score(low),
        None if high is None else elo_of_score(high),
    )


def _edge(pairs: PairCounts, inside: float, outside: float) -> float:
    """The score between *inside* and *outside* where a 95 % interval ends, by bisection."""
    counts = np.array(pairs.counts, dtype=np.float64)
    best = float(best_log_likelihood(counts))
    for _ in range(50):
        middle = (inside + outside) / 2
        if best - float(log_likelihood(counts, middle)) < _CHI95:
            inside = middle
        else:
            outside = middle
    return (inside + outside) / 2
