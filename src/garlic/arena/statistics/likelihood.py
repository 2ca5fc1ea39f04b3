"""How well an expected score explains pair counts, with their distribution otherwise unknown.

Given counts of pairs, the distribution that maximises their likelihood *under the condition* that
the expected score is s gives each result the weight

    p_k = f_k / (1 + t (x_k - s)),    Σ p_k (x_k - s) = 0

with f_k its observed share and x_k its score; t follows from the condition. Van den Bergh
describes it in "The generalized sequential probability ratio test for expected scores of
multinomial distributions"; statisticians know it as empirical likelihood.
"""

import numpy as np

from garlic.arena.statistics.arrays import Floats
from garlic.arena.statistics.results import PAIR_SCORES

UNSEEN = 1e-3
"""The count used for a result that has not occurred yet, so that it is not impossible."""

_STEPS = 60
_CLOSE_ENOUGH = 1e-9  # the likelihood is flat at its maximum: its error is the square of this


def log_likelihood(counts: Floats, score: float) -> Floats:
    """The largest log likelihood of *counts* with the expected *score* (0 < score < 1).

    *counts* holds five numbers along its last axis; all other axes are kept, so that one call
    can handle thousands of matches.
    """
    seen, share = _seen(counts)
    ahead = PAIR_SCORES - score
    tilt = _tilt(share, ahead)[..., None]
    likelihood: Floats = (seen * (np.log(share) - np.log1p(tilt * ahead))).sum(axis=-1)
    return likelihood


def best_log_likelihood(counts: Floats) -> Floats:
    """The same at the score that explains *counts* best."""
    seen, share = _seen(counts)
    likelihood: Floats = (seen * np.log(share)).sum(axis=-1)
    return likelihood


def _seen(counts: Floats) -> tuple[Floats, Floats]:
    """The counts, with `UNSEEN` for those that are 0, and their shares."""
    seen = np.where(counts > 0, counts, UNSEEN)
    return seen, seen / seen.sum(axis=-1, keepdims=True)


def _tilt(share: Floats, ahead: Floats) -> Floats:
    """The t at which ``Σ share ahead / (1 + t ahead)`` is 0, by Newton within a bracket.

    The sum falls with t, from +∞ at ``-1/max(ahead)`` to -∞ at ``-1/min(ahead)``.
    """
    low = np.full(share.shape[:-1], -1 / ahead.max())
    high = np.full(share.shape[:-1], -1 / ahead.min())
    tilt: Floats = np.zeros(share.shape[:-1])
    for _ in range(_STEPS):
        part = ahead / (1 + tilt[..., None] * ahead)
        value = (share * part).sum(axis=-1)
        low = np.where(value > 0, tilt, low)
        high = np.where(value > 0, high, tilt)
        following: Floats = tilt + value / (share * part**2).sum(axis=-1)
        inside = (following > low) & (following < high)
        following = np.where(inside, following, (low + high) / 2)
        moved, tilt = np.abs(following - tilt).max(initial=0), following
        if moved < _CLOSE_ENOUGH:
            break
    return tilt
