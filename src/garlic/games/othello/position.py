"""The rules: moves, positions, and how a game ends."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from garlic.core import (
    IllegalMoveError,
    InvalidMoveError,
    InvalidPositionError,
    Outcome,
    Seat,
    UsageError,
)
from garlic.core.line import parse_line
from garlic.core.reading.rows import check_cells, check_size, split_words
from garlic.core.reading.scan import whole_number
from garlic.games.othello.board import LARGEST, SMALLEST, Board

DISCS = {Seat.A: "O", Seat.B: "o"}
SEAT_OF = {disc: seat for seat, disc in DISCS.items()}
EMPTY = "."
_USUAL_DISCS = 4
LAST_PASS = 2  # this many passes in a row end the game

_MOVERS = {Seat.A: "r", Seat.B: "b"}
_SEATS = {letter: seat for seat, letter in _MOVERS.items()}
_COLUMNS = "abcdefghijklmnopqrst"
_CELL = re.compile(rf"([{_COLUMNS}])([1-9][0-9]?)")


@dataclass(frozen=True, slots=True)
class Move:
    """A disc on (*row*, *column*), both from 0; `PASS` is the one that places none."""

    row: int
    column: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``"d3"`` or ``"pass"``; raise `InvalidMoveError` on anything else."""
        if text == "pass":
            return cls(-1, -1)
        found = _CELL.fullmatch(text)
        if found is None or int(found[2]) > LARGEST:
            raise InvalidMoveError("expected a cell like 'd3', or 'pass', got {text!r}", text=text)
        return cls(int(found[2]) - 1, _COLUMNS.index(found[1]))

    def __str__(self) -> str:
        return "pass" if self == PASS else f"{_COLUMNS[self.column]}{self.row + 1}"


PASS = Move(-1, -1)


@dataclass(frozen=True, slots=True)
class Position:
    """Board, discs, side to move and passes in a row. Immutable: `play` returns a new one.

    *red* and *blue* are sets of cells as `Board` has them.
    """

    board: Board
    red: int
    blue: int
    mover: Seat = Seat.A
    passes: int = 0

    @classmethod
    def start(cls, rows: int = 8, columns: int = 8) -> Self:
        """The classic first position: every cell is worth 1, four discs lie in the middle.

        Raises `UsageError` unless both numbers are even, from 4 to 20.
        """
        if any(count % 2 or not SMALLEST <= count <= LARGEST for count in (rows, columns)):
            raise UsageError(
                "expected an even number of rows and columns from {low} to {high},"
                " got {rows}x{columns}",
                low=SMALLEST + 1,
                high=LARGEST,
                rows=rows,
                columns=columns,
            )
        return cls.of(["1" * columns] * rows, middle_discs(rows, columns))

    @classmethod
    def of(
        cls,
        worths: Sequence[str],
        discs: Sequence[str],
        mover: Seat = Seat.A,
        passes: int = 0,
    ) -> Self:
        """The position with these rows of worths and discs, which are not checked."""
        board = Board(tuple(worths))
        red, blue = (
            sum(
                board.bit(row, column)
                for row, line in enumerate(discs)
                for column, disc in enumerate(line)
                if disc == DISCS[seat]
            )
            for seat in Seat
        )
        return cls(board, red, blue, mover, passes)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what `str` prints, moves may follow; raise `InvalidPositionError`."""
        return parse_line(text, cls._parse, Move.parse)

    @classmethod
    def _parse(cls, text: str) -> Self:
        fields = split_words(
            "expected worths, discs, side to move and passes"
            " like '111/111/111 .../.Oo/... r 0', got {text!r}",
            text=text,
            count=4,
        )
        worths, discs = fields[0].split("/"), fields[1].split("/")
        check_size(worths, SMALLEST, LARGEST)
        check_cells("expected a worth from 0 to 9, got {got!r}", worths, known="0123456789")
        if len(discs) != len(worths):
            raise InvalidPositionError(
                "expected {count} rows of discs, as many as of worths, got {got}",
                column=len(fields[0]) + 2,
                count=len(worths),
                got=len(discs),
            )
        check_cells(
            "expected 'O', 'o' or '.', got {got!r}",
            discs,
            known="Oo.",
            width=len(worths[0]),
            column=len(fields[0]) + 2,
        )
        if fields[2] not in _SEATS:
            raise InvalidPositionError(
                "expected the side to move, 'r' or 'b', got {got!r}",
                column=len(fields[0]) + len(fields[1]) + 3,
                got=fields[2],
            )
        passes = whole_number(fields[3], 0, LAST_PASS)
        if passes is None:
            raise InvalidPositionError(
                "expected the passes in a row, 0 to {last}, got {got!r}",
                column=len(text) - len(fields[3]) + 1,
                last=LAST_PASS,
                got=fields[3],
            )
        return cls.of(worths, discs, _SEATS[fields[2]], passes)

    def __str__(self) -> str:
        worths, discs = "/".join(self.board.worths), "/".join(self.disc_rows())
        return f"{worths} {discs} {_MOVERS[self.mover]} {self.passes}"

    @property
    def ply(self) -> int:
        """How many discs have been placed, if the game began with the usual four."""
        return max((self.red | self.blue).bit_count() - _USUAL_DISCS, 0)

    def discs(self, seat: Seat) -> int:
        """The cells with a disc of *seat*."""
        return self.red if seat is Seat.A else self.blue

    def empty(self) -> int:
        """The cells without a disc."""
        return self.board.cells & ~(self.red | self.blue)

    def disc_rows(self) -> list[str]:
        """The rows of the board from the top: ``O`` red, ``o`` blue, ``.`` empty."""
        rows = [[EMPTY] * self.board.columns for _ in range(self.board.rows)]
        for seat, disc in DISCS.items():
            for row, column in self.board.places(self.discs(seat)):
                rows[row][column] = disc
        return ["".join(row) for row in rows]

    def score(self, seat: Seat) -> int:
        """The total worth of the cells under the discs of *seat*."""
        return self.board.worth(self.discs(seat))

    def scores(self) -> tuple[int, int]:
        """Both sides' scores."""
        return self.score(Seat.A), self.score(Seat.B)

    def legal_moves(self) -> list[Move]:
        """Every legal move in reading order, or just the pass. Empty when the game is over."""
        if self._over():
            return []
        return [Move(row, column) for row, column in self.board.places(self._targets())] or [PASS]

    def play(self, move: Move) -> Self:
        """The position after *move*; raise `IllegalMoveError` if the rules forbid it."""
        if self._over():
            raise IllegalMoveError(move, self, because="the game is over")
        if move == PASS:
            if self._targets():
                raise IllegalMoveError(move, self, because="pass only when you cannot place a disc")
            return replace(self, mover=self.mover.other, passes=self.passes + 1)

        own, enemy = self.discs(self.mover), self.discs(self.mover.other)
        cell = self.board.bit(move.row, move.column)
        if not cell:
            raise IllegalMoveError(move, self, because="the cell is not on the board")
        if cell & (own | enemy):
            raise IllegalMoveError(move, self, because="the cell is taken")
        flips = self.board.flips(cell, own, enemy)
        if not flips:
            raise IllegalMoveError(move, self, because="the disc must flip at least one other")
        own, enemy = own | cell | flips, enemy ^ flips
        red, blue = (own, enemy) if self.mover is Seat.A else (enemy, own)
        return type(self)(self.board, red, blue, self.mover.other)

    def skip(self) -> Self:
        """The position after a lost turn: the other side is to move, nobody has passed.

        Passes keep counting across it, so that a side that cannot move does not wait forever
        for one that never answers.
        """
        return replace(self, mover=self.mover.other)

    def outcome(self) -> Outcome | None:
        """How the game ended, or None if it is not over."""
        if not self._over():
            return None
        red, blue = self.scores()
        full = not self.empty()
        if red == blue:
            reason = "equal scores on a full board" if full else "equal scores after two passes"
            return Outcome(None, reason, (red, blue))
        reason = "higher score on a full board" if full else "higher score after two passes"
        return Outcome(Seat.A if red > blue else Seat.B, reason, (red, blue))

    def _targets(self) -> int:
        return self.board.targets(self.discs(self.mover), self.discs(self.mover.other))

    def _over(self) -> bool:
        return self.passes >= LAST_PASS or not self.empty()


def middle_discs(rows: int, columns: int) -> list[str]:
    """Rows of discs with the usual four in the middle, or as near to it as possible."""
    empty, left = EMPTY * columns, columns // 2 - 1
    discs = [empty] * rows
    for row, pair in ((rows // 2 - 1, "oO"), (rows // 2, "Oo")):
        discs[row] = empty[:left] + pair + empty[left + 2 :]
    return discs
