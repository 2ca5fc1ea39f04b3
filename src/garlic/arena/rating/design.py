"""Which games to play next: those that narrow the intervals most for their time.

A pair of games between two players adds to what is known about their difference. What that does
to every rating follows from the covariance Σ of the fit, without playing: by Sherman and
Morrison's formula its variance falls by ``(Σv)² / (1/w + vᵀΣv)``, with *v* the difference and *w*
the information of a pair, as it is to be expected while the difference is uncertain. The gain of
a pair is by how much the widths of all intervals fall in sum.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from garlic.arena.statistics.arrays import Floats
from garlic.arena.statistics.bradley_terry import information

_KNOWN = 1e-12  # a variance below this is that of a known rating
_POINTS, _WEIGHTS = np.polynomial.hermite_e.hermegauss(15)  # for means over a normal curve


@dataclass(frozen=True, slots=True)
class PossiblePair:
    """Two players that may meet, by place, and how long a pair of their games takes."""

    one: int
    other: int
    seconds: float


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
    left = covariance.copy()
    spread = np.sqrt(left[one, one] + left[other, other] - 2 * left[one, other])
    ahead = (strengths[one] - strengths[other])[:, None] + spread[:, None] * _POINTS
    noise = 1 / (2 * information(ahead, draws) @ (_WEIGHTS / _WEIGHTS.sum()))
    chosen: list[PossiblePair] = []
    while len(chosen) < pairs and seconds > 0:
        moved = left[:, one] - left[:, other]
        fall = moved**2 / (noise + moved[one, np.arange(len(one))] - moved[other, range(len(one))])
        own = np.maximum(np.diag(left)[list(wanted)], _KNOWN)
        gain = (fall[list(wanted)] / np.sqrt(own)[:, None]).sum(axis=0) / cost
        best = int(np.argmax(gain))
        way = moved[:, best]
        left -= np.outer(way, way) / (noise[best] + way[one[best]] - way[other[best]])
        chosen.append(candidates[best])
        seconds -= cost[best]
    return chosen
