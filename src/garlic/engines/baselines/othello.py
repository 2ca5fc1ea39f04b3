"""Othello's course players: the opponents of tasks 1 to 4, and two players from its labs."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from typing import Protocol, runtime_checkable

from garlic import _core
from garlic.core import Position, Stream
from garlic.core.game import expect
from garlic.engines.interfaces import BuiltInPlayer
from garlic.engines.native import native_position
from garlic.engines.result import Limit
from garlic.games.othello import PASS, Move
from garlic.games.othello import Position as OthelloPosition

LAB_DEPTH = 4

# What task 4's opponent counts for a disc in a line. A bug of the original: instead of the weight
# of the cell it used the character of the disc on it as a digit.
_DISC_AS_DIGIT = ord("o") - ord("0")

_CORNER, _INNER, _EDGE, _SECOND_RING, _BESIDE_CORNER = 5, 4, 3, 2, 1


class Baseline(ABC):
    """A player that chooses among cells; a forced pass is played here."""

    def choose(self, position: Position, limit: Limit) -> Move | None:
        """The move; None if the game is over. *limit* is ignored."""
        del limit
        here = expect(OthelloPosition, position)
        moves = here.legal_moves()
        if not moves or moves == [PASS]:
            return next(iter(moves), None)
        return self.pick(here, moves)

    @abstractmethod
    def pick(self, position: OthelloPosition, moves: list[Move]) -> Move:
        """One of *moves*, which are in reading order without passes."""


class Task1(Baseline):
    """Any legal move, all equally likely."""

    def __init__(self, seed: int = 0) -> None:
        self._chance = Stream(seed)

    def pick(self, position: OthelloPosition, moves: list[Move]) -> Move:
        """One of *moves*."""
        del position
        return moves[self._chance.below(len(moves))]


class Task2(Baseline):
    """The first legal cell of a scan from the edges inwards, the lower and right side first."""

    def pick(self, position: OthelloPosition, moves: list[Move]) -> Move:
        """The first of *moves* in the scan."""
        legal = set(moves)
        return next(move for move in _scan(position) if move in legal)


class Task3(Baseline):
    """The cell of the highest priority: corners, inner cells, edges, then cells beside them."""

    def pick(self, position: OthelloPosition, moves: list[Move]) -> Move:
        """The best of *moves*, in reading order among equals."""
        return max(moves, key=lambda move: _priority(position, move))


class Task4(Baseline):
    """Corners first, then long lines that give no corner away; ties as the course breaks them."""

    def pick(self, position: OthelloPosition, moves: list[Move]) -> Move:
        """A corner; else the longest line that is safe; else the longest."""
        corner = next((move for move in moves if _is_corner(position, move)), None)
        if corner is not None:
            return corner
        legal = set(moves)
        ranked = [(_line_grade(position, move), move) for move in _scan(position) if move in legal]
        _course_sort(ranked, 0, len(ranked) - 1)
        best_first = [move for _, move in reversed(ranked)]
        stable = _stable_cells(position)
        safe = [move for move in best_first if not _opens_a_corner(position, move)]
        good = (
            move
            for move in best_first
            if _touches_stable(position, stable, move)
            or (move in safe and not _is_near_a_corner(position, move))
        )
        return next(good, (safe or best_first)[0])


class LabTable(Baseline):
    """One ply: the cell with the highest product of the course's table and its weight."""

    def pick(self, position: OthelloPosition, moves: list[Move]) -> Move:
        """The best of *moves*, in reading order among equals."""
        board = position.board

        def value(move: Move) -> int:
            table = _core.othello_lab_table(move.row, move.column, board.rows, board.columns)
            return table * int(board.worths[move.row][move.column])

        return max(moves, key=value)


class OthelloLab(Baseline):
    """Alpha-beta of four plies over corners, moves and discs (cpp/games/othello/lab.h)."""

    def __init__(self, depth: int = LAB_DEPTH) -> None:
        self._depth = depth

    def pick(self, position: OthelloPosition, moves: list[Move]) -> Move:
        """The one of *moves* with the best minimax value, the same every time."""
        del moves
        return Move.parse(_native(position).lab_move(self._depth))

    def value(self, position: OthelloPosition) -> int:
        """The lab's evaluation of *position* for the side to move."""
        return _native(position).lab_value()


@runtime_checkable
class _NativeLab(Protocol):
    """A native position with the lab's search."""

    def lab_move(self, depth: int) -> str:
        """The move with the best minimax value."""

    def lab_value(self) -> int:
        """The lab's evaluation for the side to move."""


def _native(position: OthelloPosition) -> _NativeLab:
    native = native_position("othello", str(position))
    assert isinstance(native, _NativeLab)  # noqa: S101  (every board of this game has it)
    return native


def _scan(position: OthelloPosition) -> Iterator[Move]:
    """All cells from the edges inwards, the lower and right side first; some odd ones twice."""
    for row in _from_the_end(position.board.rows):
        for column in _from_the_end(position.board.columns):
            yield Move(row, column)


def _from_the_end(length: int) -> list[int]:
    """Indices from the last inwards, each followed by its mirror image: 4, 0, 3, 1, 2, 2."""
    return [
        index
        for last in range(length - 1, (length - 1) // 2, -1)
        for index in (last, length - 1 - last)
    ] + [length // 2] * (2 * (length % 2))


def _from_edges(position: OthelloPosition, move: Move) -> tuple[int, int]:
    """The number of cells between *move* and the nearest horizontal and vertical edge."""
    board = position.board
    return (
        min(move.row, board.rows - 1 - move.row),
        min(move.column, board.columns - 1 - move.column),
    )


def _is_corner(position: OthelloPosition, move: Move) -> bool:
    return _from_edges(position, move) == (0, 0)


def _priority(position: OthelloPosition, move: Move) -> int:
    distances = _from_edges(position, move)
    nearest = min(distances)
    if max(distances) <= 1:
        return _CORNER if distances == (0, 0) else _BESIDE_CORNER
    if nearest == 0:
        return _EDGE
    return _SECOND_RING if nearest == 1 else _INNER


def _line_grade(position: OthelloPosition, move: Move) -> int:
    """The enemy discs in line with *move*, whether or not an own one closes the line.

    Those on the cells where the game started do not count.
    """
    board, enemy = position.board, position.discs(position.mover.other)
    counted = enemy & ~_start_cells(position)
    total = 0
    for down, right in ((d, r) for d in (-1, 0, 1) for r in (-1, 0, 1) if d or r):
        row, column = move.row + down, move.column + right
        while (cell := board.bit(row, column)) & enemy:
            total += _DISC_AS_DIGIT if cell & counted else 0
            row, column = row + down, column + right
    return total


def _start_cells(position: OthelloPosition) -> int:
    """Where discs lay at the start: the cells of worth 0, on boards without them the middle."""
    board = position.board
    worthless = sum(
        board.bit(row, column)
        for row, line in enumerate(board.worths)
        for column, worth in enumerate(line)
        if worth == "0"
    )
    if worthless:
        return worthless
    rows, columns = board.rows // 2, board.columns // 2
    return sum(
        board.bit(row, column) for row in (rows - 1, rows) for column in (columns - 1, columns)
    )


def _course_sort(ranked: list[tuple[int, Move]], low: int, high: int) -> None:
    """The course's quicksort by grade, ascending: it decides which of equals comes first."""
    if low >= high:
        return
    pivot, left, right = ranked[low], low, high
    while left < right:
        while left < right and ranked[right][0] >= pivot[0]:
            right -= 1
        ranked[left] = ranked[right]
        while left < right and ranked[left][0] <= pivot[0]:
            left += 1
        ranked[right] = ranked[left]
    ranked[left] = pivot
    _course_sort(ranked, low, left - 1)
    _course_sort(ranked, left + 1, high)


def _stable_cells(position: OthelloPosition) -> int:
    """The own cells that the course marks as stable, spreading from each own corner."""
    board, own = position.board, position.discs(position.mover)
    stable = 0
    for down in (1, -1):
        for right in (1, -1):
            rows, columns = range(board.rows)[::down], range(board.columns)[::right]
            if not board.bit(rows[0], columns[0]) & own:
                continue
            is_last = (down, right) == (-1, -1)
            # For the bottom right corner the course takes the number of columns for that of rows.
            first_row = board.columns - 1 if is_last else rows[0]
            stable |= board.bit(rows[0], columns[0])
            for row in rows:
                for column in columns:
                    cell = board.bit(row, column)
                    if not cell & own:
                        break
                    if (row, column) == (rows[0], columns[0]):
                        continue
                    beside = board.bit(row, column - right) & stable
                    before = board.bit(row - down, column) & stable
                    is_first_column = column == columns[0]
                    needed = (
                        beside
                        if row == first_row
                        else before
                        if is_first_column
                        else beside and before
                    )
                    if not needed:
                        break
                    stable |= cell
                else:
                    continue
                if not is_last and not board.bit(row, columns[0]) & stable:
                    break
    return stable


def _touches_stable(position: OthelloPosition, stable: int, move: Move) -> bool:
    """Has *move* two stable neighbours at a right angle?"""
    board, row, column = position.board, move.row, move.column
    beside = (board.bit(row, column - 1) | board.bit(row, column + 1)) & stable
    above_or_below = (board.bit(row - 1, column) | board.bit(row + 1, column)) & stable
    return bool(beside and above_or_below)


def _is_near_a_corner(position: OthelloPosition, move: Move) -> bool:
    """Does *move* lie in the second ring, or on the edge beside what the course calls a corner?"""
    rows, columns = position.board.rows, position.board.columns
    if move.row in (1, rows - 2) or move.column in (1, columns - 2):
        return True
    # The course counts these columns with the number of rows.
    return move.row in (0, rows - 1) and move.column == rows - 2


def _opens_a_corner(position: OthelloPosition, move: Move) -> bool:
    """Could the other side take a corner if *move* put a disc down and flipped nothing?"""
    board = position.board
    own, enemy = position.discs(position.mover), position.discs(position.mover.other)
    targets = board.targets(enemy, own | board.bit(move.row, move.column))
    return any(
        board.bit(row, column) & targets
        for row in (0, board.rows - 1)
        for column in (0, board.columns - 1)
    )


PLAYERS: Mapping[str, Callable[..., BuiltInPlayer]] = {
    "task1": Task1,
    "task2": Task2,
    "task3": Task3,
    "task4": Task4,
    "lab": OthelloLab,
    "lab-table": LabTable,
}
