"""New countries from a seed."""

import numpy as np
from numpy.typing import NDArray

from garlic.core import UsageError
from garlic.puzzles.highway import Country
from garlic.puzzles.noise import hills, uniform

LARGEST_SIDE = 1000

# Plains are pale and cheap, mountains dark and expensive.
_SLOPE = np.array(
    [(238, 228, 170), (176, 204, 110), (88, 164, 102), (38, 116, 122), (34, 66, 104), (28, 30, 62)],
    dtype=np.float64,
)


def make_country(
    rows: int, columns: int, seed: int, *, holes: float = 0.0, colours: int | None = None
) -> Country:
    """A country with a road from its first place to its last.

    *holes* is the share of places without a state; *colours* limits how many colours there are,
    which makes many roads cost the same. The same options give the same country on every
    machine. Raises `UsageError` for options out of range.
    """
    if not (1 <= rows <= LARGEST_SIDE and 1 <= columns <= LARGEST_SIDE):
        raise UsageError(
            "expected a size from 1x1 to {limit}x{limit}, got {rows}x{columns}",
            limit=LARGEST_SIDE,
            rows=rows,
            columns=columns,
        )
    if columns == 1 and rows > 1:
        raise UsageError("expected at least 2 columns: odd rows are one state shorter")
    if not 0 <= holes <= 0.9:
        raise UsageError("expected a share of holes from 0 to 0.9, got {holes}", holes=holes)
    if colours is not None and not 1 <= colours <= 256:
        raise UsageError("expected 1 to 256 colours, got {colours}", colours=colours)

    height = hills(seed, rows, columns, widest=max(4, min(rows, columns) // 3))
    height = np.clip(height + 0.16 * (uniform(seed ^ 0x5EED, rows, columns) - 0.5), 0, 1)
    if colours is not None:
        height = np.minimum(np.floor(height * colours), colours - 1) / max(1, colours - 1)
    painted = _coloured(height)
    empty = uniform(seed ^ 0x401E5, rows, columns) < holes
    last_column = columns - 2 if rows % 2 == 0 else columns - 1
    kept = _kept(empty, rows - 1, last_column)
    painted[empty & ~kept] = 255
    return Country(painted)


def _coloured(height: NDArray[np.float64]) -> NDArray[np.uint8]:
    place = height * (len(_SLOPE) - 1)
    below = np.minimum(place.astype(int), len(_SLOPE) - 2)
    share = (place - below)[:, :, None]
    return (
        np.asarray(_SLOPE[below] * (1 - share) + _SLOPE[below + 1] * share).round().astype(np.uint8)
    )


def _kept(empty: NDArray[np.bool_], last_row: int, last_column: int) -> NDArray[np.bool_]:
    """The places that stay states even if *empty*: a way with as few holes as possible."""
    kept = np.zeros_like(empty)
    kept[0, 0] = kept[last_row, last_column] = True
    # Holes are expensive, so the cheapest road fills as few of them as possible.
    grey = np.where(empty & ~kept, 0, 254).astype(np.uint8)
    grey[last_row, last_column + 1 :] = 255
    country = Country(np.repeat(grey[:, :, None], 3, axis=2))
    road = country.shortest()
    assert road is not None  # noqa: S101  (no place is white here)
    row, column = country.places[np.array(road.states) - 1].T
    kept[row, column] = True
    return kept
