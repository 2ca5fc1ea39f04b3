"""The board as a set of bits: where a disc can be placed, and which discs it flips.

A cell is bit ``stride * row + column`` of an integer, and a set of cells is the sum of its
bits. The stride leaves one column free after each row, so that stepping off one side of
the board never arrives on the other.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

SMALLEST, LARGEST = 3, 20


@dataclass(frozen=True)
class Board:
    """The size of the board and what its cells are worth. *worths* are rows of digits."""

    worths: tuple[str, ...]

    @cached_property
    def rows(self) -> int:
        """How many rows the board has."""
        return len(self.worths)

    @cached_property
    def columns(self) -> int:
        """How many columns the board has."""
        return len(self.worths[0])

    @cached_property
    def stride(self) -> int:
        """How far apart the bits of a cell and of the one below it are."""
        return self.columns + 1

    @cached_property
    def cells(self) -> int:
        """The set of all cells."""
        return sum(((1 << self.columns) - 1) << (self.stride * row) for row in range(self.rows))

    @cached_property
    def steps(self) -> tuple[int, ...]:
        """How far the next place lies in each of the eight directions."""
        down = self.stride
        return (1, -1, down, -down, down - 1, 1 - down, down + 1, -down - 1)

    def bit(self, row: int, column: int) -> int:
        """The set that holds one cell; empty if it lies outside the board."""
        if 0 <= row < self.rows and 0 <= column < self.columns:
            return 1 << (self.stride * row + column)
        return 0

    def places(self, cells: int) -> Iterator[tuple[int, int]]:
        """Row and column of each of *cells*, in reading order."""
        while cells:
            lowest = cells & -cells
            yield divmod(lowest.bit_length() - 1, self.stride)
            cells ^= lowest

    def worth(self, cells: int) -> int:
        """The total worth of *cells*."""
        return sum(int(self.worths[row][column]) for row, column in self.places(cells))

    def targets(self, own: int, enemy: int) -> int:
        """The empty cells where a disc closes in a run of *enemy* discs between *own* ones."""
        reached = 0
        for step in self.steps:
            front = _moved(own, step) & enemy
            while front:
                front = _moved(front, step)
                reached |= front
                front &= enemy
        return reached & self.cells & ~(own | enemy)

    def flips(self, cell: int, own: int, enemy: int) -> int:
        """The *enemy* discs that a disc of *own* on *cell* flips."""
        flips = 0
        for step in self.steps:
            run = 0
            front = _moved(cell, step)
            while front & enemy:
                run |= front
                front = _moved(front, step)
            if front & own:
                flips |= run
        return flips


def _moved(places: int, step: int) -> int:
    return places << step if step > 0 else places >> -step
