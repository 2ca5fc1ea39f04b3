"""Hand-made weights of Xiangqi's evaluation: the start of the fit, and its prior.

The numbers are roughly hundredths of a pawn. The weights of squares come from a few rules (centre,
advance, the enemy's palace) rather than from tables: the fit refines them.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

KINDS = ("king", "advisor", "elephant", "horse", "chariot", "cannon", "pawn")
RANKS, FILES = 10, 5  # files a to e; the others mirror them


class Span(NamedTuple):
    """The first index of a kind of feature, and how many there are."""

    start: int
    size: int


# In the order of Feature in cpp/games/xiangqi/evaluation.h.
_SIZES = {
    "tempo": 1,
    "material": 6,
    "places": 7 * RANKS * FILES,
    "chariot moves": 18,
    "cannon moves": 18,
    "horse moves": 9,
    "palace hits": 12,
    "safe checks": 3,
    "other checks": 3,
    "hollow cannon": 1,
    "pinning cannon": 1,
    "bottom cannon": 1,
    "pinning bottom cannon": 1,
    "linked chariots": 1,
    "pawn pairs": 1,
    "hanging": 6,
    "attacked by less": 3,
    "against advisors": 4,
    "against elephants": 4,
    "cannon screens": 1,
    "horses in crowd": 1,
    "cannons in crowd": 1,
    "chariot ahead": 1,
    "horse and cannon": 1,
    "two of": 3,
    "king's file": 1,
    "linked elephants": 1,
    "linked advisors": 1,
    "protected": 3,
}
SPANS: dict[str, Span] = {}
FEATURES = 0
for _name, _size in _SIZES.items():
    SPANS[_name] = Span(FEATURES, _size)
    FEATURES += _size

# Weights of middle and end, in the order of the features of each kind.
_BY_HAND: dict[str, tuple[list[float], list[float]]] = {
    "tempo": ([18], [12]),
    "material": ([170, 170, 430, 900, 430, 75], [170, 170, 450, 950, 420, 110]),
    "chariot moves": ([4.0 * (n - 7) for n in range(18)], [3.0 * (n - 8) for n in range(18)]),
    "cannon moves": ([2.0 * (n - 7) for n in range(18)], [1.0 * (n - 8) for n in range(18)]),
    "horse moves": (
        [-45, -22, -8, 0, 6, 11, 15, 18, 20],
        [-45, -25, -8, 0, 6, 12, 16, 20, 22],
    ),
    "palace hits": (
        [10, 8, 6, 9, 7, 5, 8, 6, 5, 14, 11, 9],
        [10, 8, 6, 9, 7, 5, 8, 6, 5, 16, 12, 10],
    ),
    "safe checks": ([22, 16, 16], [16, 12, 10]),
    "other checks": ([4, 2, 4], [4, 2, 2]),
    "hollow cannon": ([110], [70]),
    "pinning cannon": ([32], [15]),
    "bottom cannon": ([35], [15]),
    "pinning bottom cannon": ([22], [10]),
    "linked chariots": ([10], [10]),
    "pawn pairs": ([14], [18]),
    "hanging": ([14, 14, 32, 50, 32, 12], [14, 14, 32, 50, 32, 16]),
    "attacked by less": ([24, 55, 24], [24, 55, 24]),
    "against advisors": ([14, 22, 0, 16], [16, 26, 0, 14]),
    "against elephants": ([2, 6, 18, 6], [4, 10, 12, 10]),
    "cannon screens": ([2], [8]),
    "horses in crowd": ([-2], [-1]),
    "cannons in crowd": ([1], [1]),
    "chariot ahead": ([40], [60]),
    "horse and cannon": ([12], [16]),
    "two of": ([0, 0, 0], [0, 0, 0]),
    "king's file": ([6], [14]),
    "linked elephants": ([8], [6]),
    "linked advisors": ([4], [4]),
    "protected": ([7, 7, 6], [7, 7, 8]),
}


def _place(kind: str, file: int, rank: int) -> float:
    """The value of a square; *file* 0 is the edge, 4 the centre, *rank* 0 the own back rank."""
    if kind == "king":
        return {0: 8.0, 1: -10.0, 2: -22.0}.get(rank, 0.0) + (4 if file == 4 and rank == 0 else 0)
    if kind == "advisor":
        return 4.0 if (file, rank) == (4, 1) else 0.0
    if kind == "elephant":
        return 6.0 if (file, rank) == (4, 2) else -4.0 if file == 0 else 0.0
    if kind == "horse":
        ahead = 14 - 4 * abs(rank - 6)
        return (
            ahead + 4 * min(file, 3) - (24 if rank == 0 else 10 if rank == 1 and file == 4 else 0)
        )
    if kind == "chariot":
        return 3.0 * min(rank, 6) + 2 * file - (14 if (file, rank) == (0, 0) else 0)
    if kind == "cannon":
        return 2.0 * file + (6 if file == 4 else 0) + (4 if rank in (2, 9) else 0) - rank / 2
    over = rank - 4
    if over <= 0:
        return 4.0 * (rank == 4)
    near = {0: 0, 1: 12, 2: 24, 3: 36, 4: 40}[file]
    return 0.0 if rank == 9 else 30 + 12 * over + near


def starting_weights() -> Floats:
    """Two rows of weights, one for the middle of the game and one for its end."""
    weights = np.zeros((2, FEATURES))
    for name, rows in _BY_HAND.items():
        start, size = SPANS[name]
        weights[:, start : start + size] = rows
    start = SPANS["places"].start
    for number, kind in enumerate(KINDS):
        for file in range(FILES):
            for rank in range(RANKS):
                weights[:, start + (number * FILES + file) * RANKS + rank] = _place(
                    kind, file, rank
                )
    return weights
