"""Random numbers in bulk, the same on every machine: `garlic.core.Stream` as arrays."""

import numpy as np
from numpy.typing import NDArray

_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_A = np.uint64(0xBF58476D1CE4E5B9)
_MIX_B = np.uint64(0x94D049BB133111EB)


def words(seed: int, count: int) -> NDArray[np.uint64]:
    """The first *count* words of the stream with this *seed*."""
    first = np.uint64(seed & ((1 << 64) - 1))
    with np.errstate(over="ignore"):
        mixed = first + np.arange(1, count + 1, dtype=np.uint64) * _STEP
        mixed = (mixed ^ (mixed >> np.uint64(30))) * _MIX_A
        mixed = (mixed ^ (mixed >> np.uint64(27))) * _MIX_B
    return mixed ^ (mixed >> np.uint64(31))


def uniform(seed: int, rows: int, columns: int) -> NDArray[np.float64]:
    """Independent numbers in [0, 1)."""
    return (words(seed, rows * columns) >> np.uint64(11)).reshape(rows, columns) / float(1 << 53)


def hills(seed: int, rows: int, columns: int, widest: int) -> NDArray[np.float64]:
    """A smooth landscape in [0, 1]: hills *widest* cells wide with smaller ones on top."""
    land = np.zeros((rows, columns))
    weight, width, layer = 1.0, float(max(2, widest)), 0
    while width >= 2:
        knots = uniform(seed * 31 + layer, int(rows / width) + 2, int(columns / width) + 2)
        land += weight * _stretched(knots, rows, columns, width)
        weight, width, layer = weight * 0.55, width / 2.2, layer + 1
    low, high = float(land.min()), float(land.max())
    return (land - low) / (high - low) if high > low else np.zeros((rows, columns))


def _stretched(
    knots: NDArray[np.float64], rows: int, columns: int, width: float
) -> NDArray[np.float64]:
    down, right = np.arange(rows) / width, np.arange(columns) / width
    row, column = down.astype(int), right.astype(int)
    # Smoothstep: flat at the knots, so that the grid is not visible.
    share_down = _smooth(down - row)[:, None]
    share_right = _smooth(right - column)[None, :]
    top = knots[row][:, column] * (1 - share_right) + knots[row][:, column + 1] * share_right
    below = knots[row + 1]
    bottom = below[:, column] * (1 - share_right) + below[:, column + 1] * share_right
    return np.asarray(top * (1 - share_down) + bottom * share_down)


def _smooth(share: NDArray[np.float64]) -> NDArray[np.float64]:
    return share * share * (3 - 2 * share)
