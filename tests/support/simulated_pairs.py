"""Simulated matches: pairs of games with known probabilities, thousands at once."""

import numpy as np
from numpy.typing import NDArray

from garlic.arena.statistics.elo import expected_score
from garlic.arena.statistics.results import PAIR_SCORES
from garlic.arena.statistics.sprt import Sprt


def pair_chances(elo: float, draws: float = 0.0, bias: float = 0.0) -> NDArray[np.float64]:
    """The probability of each result of a pair if the expected score is exactly that of *elo*.

    *draws* is Davidson's parameter, *bias* the advantage that the opening gives to the first
    seat (natural logarithm of odds).
    """
    low, high = -40.0, 40.0
    wanted = expected_score(elo)
    while True:
        strength = (low + high) / 2
        chances = np.convolve(_game(strength + bias, draws), _game(strength - bias, draws))
        score = chances @ PAIR_SCORES
        if abs(score - wanted) < 1e-13 or high - low < 1e-13:
            return np.asarray(chances / chances.sum(), np.float64)
        low, high = (strength, high) if score < wanted else (low, strength)


def _game(ahead: float, draws: float) -> NDArray[np.float64]:
    """The probabilities of loss, draw and win of one game."""
    weights = np.array([np.exp(-ahead / 2), draws, np.exp(ahead / 2)])
    return np.asarray(weights / weights.sum(), np.float64)


def run_tests(
    sprt: Sprt, chances: NDArray[np.float64], runs: int, most_pairs: int, seed: int = 0
) -> tuple[float, float, float]:
    """The shares of *runs* random tests that accept H1 and H0, and the mean number of pairs.

    A test that has not ended after *most_pairs* counts as neither.
    """
    chance = np.random.default_rng(seed)
    counts = np.zeros((runs, 5))
    accepted = rejected = pairs = 0
    for number in range(1, most_pairs + 1):
        counts[np.arange(len(counts)), chance.choice(5, size=len(counts), p=chances)] += 1
        decisions = sprt.decide_all(counts)
        accepted += int((decisions > 0).sum())
        rejected += int((decisions < 0).sum())
        pairs += number * int((decisions != 0).sum())
        counts = counts[decisions == 0]
        if not len(counts):
            break
    return accepted / runs, rejected / runs, pairs / max(accepted + rejected, 1)
