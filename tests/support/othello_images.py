"""Positions of Othello turned and mirrored."""

import numpy as np


def images(text: str) -> list[str]:
    """The eight images of a position under the symmetries of the board."""
    cells, discs, mover, passes = text.split()
    found = []
    for turns in range(4):
        for mirrored in (False, True):
            grids = []
            for field in (cells, discs):
                grid = np.array([list(row) for row in field.split("/")])
                grid = np.rot90(grid, turns)
                grids.append("/".join("".join(row) for row in (grid.T if mirrored else grid)))
            found.append(" ".join([*grids, mover, passes]))
    return found
