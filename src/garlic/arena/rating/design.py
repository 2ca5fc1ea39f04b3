"""Which games to play next: those that narrow the intervals most for their time.

A pair of games between two players adds to what is known about their difference. What that does
to every rating follows from the covariance Σ of the fit, without playing: by Sherman and
Morrison's formula its variance falls by ``(Σv)² / (1/w + vᵀΣv)``, with *v* the difference and *w*
the information of a pair, as it is to be expected while the difference is uncertain. The gain of
a pair is by how much the widths of all intervals fall in sum.

The covariance is that of a normal curve. It says too much about a player who has won or lost
everything, whose rating has no end on one side: there the games of the two themselves tell more.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from garlic.arena.statistics.arrays import Floats, Ints
from garlic.arena.statistics.bradley_terry import information

_KNOWN = 1e-12  # a variance below this is that of a known rating
_WIDEST = 2.0  # 350 Elo: no guess counts as more uncertain, so equals by guess meet first
_MANY = 10  # games: if one player won them all, it is too strong for the other
_SWEPT = 1e-5
_MOST = 0.25  # the information of a game between equals
_POINTS, _WEIGHTS = np.polynomial.hermite_e.hermegauss(15)  # for means over a normal curve


@dataclass(frozen=True, slots=True)
class PossiblePair:
    """Two players that may meet, by place, and how long a pair of their games takes."""

    one: int
    other: int
    seconds: float
    most_information: float = _MOST  # of one game, by those that the two have played


def most_information(score: float, games: int) -> float:
    """What one more game of two players tells at most, after *games* with *score* points.

    Hardly anything if one of them wins all the time: what is missing is how far it is ahead, and
    one more win does not tell that.
    """
    return _SWEPT if games >= _MANY and score in (0, games) else _MOST


def most_useful(
    strengths: Floats,
    covariance: Floats,
    draws: float,
    wanted: Sequence[int],
    candidates: Sequence[PossiblePair],
    *,
    pairs: int,
    seconds: float,
) -> list[PossiblePair]:
    """At most *pairs* of games in *seconds*, at least one, that narrow the *wanted* ratings most.

    *strengths*, their *covariance* and *draws* (ν) are those of a fit. The same two players may be
    chosen several times.
    """
    if not candidates or not wanted:
        return []
    one = np.array([each.one for each in candidates])
    other = np.array([each.other for each in candidates])
    cost = np.array([each.seconds for each in candidates])
    most = np.array([each.most_information for each in candidates])
    left = covariance.copy()
    noise = 1 / (2 * np.minimum(expected_information(strengths, left, draws, one, other), most))
    chosen: list[PossiblePair] = []
    while len(chosen) < pairs and seconds > 0:
        moved = left[:, one] - left[:, other]
        fall = moved**2 / (noise + moved[one, np.arange(len(one))] - moved[other, range(len(one))])
        own = np.maximum(np.diag(left)[list(wanted)], _KNOWN)
        gain = (fall[list(wanted)] / np.sqrt(own)[:, None]).sum(axis=0) / cost
        best = int(np.argmax(gain))
        left = narrowed(left, int(one[best]), int(other[best]), float(noise[best]))
        chosen.append(candidates[best])
        seconds -= cost[best]
    return chosen


def expected_information(
    strengths: Floats, covariance: Floats, draws: float, one: Ints, other: Ints
) -> Floats:
    """What a game of two players tells about their difference, for each *one* and *other*.

    As it is to be expected while the difference is uncertain.
    """
    variance = covariance[one, one] + covariance[other, other] - 2 * covariance[one, other]
    spread = np.minimum(np.sqrt(np.maximum(variance, 0)), _WIDEST)
    ahead = (strengths[one] - strengths[other])[:, None] + spread[:, None] * _POINTS
    expected: Floats = information(ahead, draws) @ (_WEIGHTS / _WEIGHTS.sum())
    return expected


def narrowed(covariance: Floats, one: int, other: int, noise: float) -> Floats:
    """The *covariance* after the difference of two players was measured with this *noise*."""
    way = covariance[:, one] - covariance[:, other]
    left: Floats = covariance - np.outer(way, way) / (noise + way[one] - way[other])
    return left
