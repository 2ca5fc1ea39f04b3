"""Othello's course players: the opponents of tasks 1 to 4, and two players from its labs."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any

from garlic import _core
from garlic.core import Stream
from garlic.engines.native import native_position
from garlic.engines.result import Limit
from garlic.games.othello import PASS, Move, Position

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
        moves = position.legal_moves()
        if not moves or moves == [PASS]:
            return next(iter(moves), None)
        return self.pick(position, moves)

    @abstractmethod
    def pick(self, position: Position, moves: list[Move]) -> Move:
        """One of *moves*, which are in reading order without passes."""


class Task1(Baseline):
    """Any legal move, all equally likely."""

    def __init__(self, seed: int = 0) -> None:
        self._chance = Stream(seed)

    def pick(self, position: Position, moves: list[Move]) -> Move:
        """One of *moves*."""
        del position
        return moves[self._chance.below(len(moves))]


class Task2(Baseline):
    """The first legal cell of a scan from the edges inwards, the lower and right side first."""

    def pick(self, position: Position, moves: list[Move]) -> Move:
        """The first of *moves* in the scan."""
        board = position.board
        legal = set(moves)
        scan = (
            Move(row, column)
            for row in _from_the_end(board.rows)
            for column in _from_the_end(board.columns)
        )
        return next(move for move in scan if move in legal)


class Task3(Baseline):
    """The cell of the highest priority: corners, inner cells, edges, then cells beside them."""

    def pick(self, position: Position, moves: list[Move]) -> Move:
        """The best of *moves*, in reading order among equals."""
        return max(moves, key=lambda move: _priority(position, move))


class Task4(Baseline):
    """Corners first, then cells that flip many discs and give no corner away."""

    def pick(self, position: Position, moves: list[Move]) -> Move:
        """A corner; else the safe move with the longest lines; else the one with the longest."""
        corner = next((move for move in moves if _is_corner(position, move)), None)
        if corner is not None:
            return corner
        ranked = sorted(moves, key=lambda move: -_line_score(position, move))
        safe = [move for move in ranked if not _gives_a_corner(position, move)]
        good = (
            move
            for move in ranked
            if _extends_corner_block(position, move)
            or (move in safe and min(_from_edges(position, move)) != 1)
        )
        return next(good, (safe or ranked)[0])


class LabTable(Baseline):
    """One ply: the cell with the highest product of the course's table and its weight."""

    def pick(self, position: Position, moves: list[Move]) -> Move:
        """The best of *moves*, in reading order among equals."""
        board = position.board

        def value(move: Move) -> int:
            table = _core.othello_lab_table(move.row, move.column, board.rows, board.columns)
            return table * int(board.worths[move.row][move.column])

        return max(moves, key=value)


class OthelloLab(Baseline):
    """Alpha-beta of four plies over corners, moves and discs (cpp/games/othello_lab.h)."""

    def __init__(self, depth: int = LAB_DEPTH) -> None:
        self._depth = depth

    def pick(self, position: Position, moves: list[Move]) -> Move:
        """The one of *moves* with the best minimax value, the same every time."""
        del moves
        return Move.parse(native_position("othello", str(position)).lab_move(self._depth))

    def value(self, position: Position) -> int:
        """The lab's evaluation of *position* for the side to move."""
        value: int = native_position("othello", str(position)).lab_value()
        return value


def _from_the_end(length: int) -> list[int]:
    """Indices from the last inwards, each followed by its mirror image: 4, 0, 3, 1, 2."""
    halves = ((place, length - 1 - place) for place in range(length - 1, (length - 1) // 2, -1))
    pairs = [place for pair in halves for place in pair]
    return [*pairs, length // 2] if length % 2 else pairs


def _from_edges(position: Position, move: Move) -> tuple[int, int]:
    """The number of cells between *move* and the nearest horizontal and vertical edge."""
    board = position.board
    return (
        min(move.row, board.rows - 1 - move.row),
        min(move.column, board.columns - 1 - move.column),
    )


def _is_corner(position: Position, move: Move) -> bool:
    return _from_edges(position, move) == (0, 0)


def _priority(position: Position, move: Move) -> int:
    distances = _from_edges(position, move)
    nearest = min(distances)
    if max(distances) <= 1:
        return _CORNER if distances == (0, 0) else _BESIDE_CORNER
    if nearest == 0:
        return _EDGE
    return _SECOND_RING if nearest == 1 else _INNER


def _line_score(position: Position, move: Move) -> int:
    """The enemy discs in line with *move*, whether or not an own disc closes the line.

    Discs on cells of weight 0, where the game started, do not count.
    """
    board, enemy = position.board, position.discs(position.mover.other)
    total = 0
    for down, right in ((d, r) for d in (-1, 0, 1) for r in (-1, 0, 1) if d or r):
        row, column = move.row + down, move.column + right
        while board.bit(row, column) & enemy:
            total += _DISC_AS_DIGIT * (board.worths[row][column] != "0")
            row, column = row + down, column + right
    return total


def _gives_a_corner(position: Position, move: Move) -> bool:
    """Could the other side take a corner after *move*?"""
    after = position.play(move)
    return any(_is_corner(after, answer) for answer in after.legal_moves() if answer != PASS)


def _extends_corner_block(position: Position, move: Move) -> bool:
    """Would everything between *move* and some corner be the mover's?"""
    board = position.board
    own = position.play(move).discs(position.mover)
    return any(
        all(board.bit(row, column) & own for row in rows for column in columns)
        for rows in (range(move.row + 1), range(move.row, board.rows))
        for columns in (range(move.column + 1), range(move.column, board.columns))
    )


PLAYERS: Mapping[str, Callable[..., Any]] = {
    "task1": Task1,
    "task2": Task2,
    "task3": Task3,
    "task4": Task4,
    "lab": OthelloLab,
    "lab-table": LabTable,
}
