"""The rules: moves, positions, and how a game ends.

A position is written as its rows from the top (``r`` red, ``b`` blue, ``.`` empty) and the side to
move: ``"......./......./......./......./......./...r... b"``. A move is a column: ``"d"``.
"""

from dataclasses import dataclass
from typing import Self

from garlic.core import IllegalMoveError, InvalidMoveError, InvalidPositionError, Outcome, Seat
from garlic.core.line import parse_line

COLUMNS = "abcdefg"
WIDTH, HEIGHT = len(COLUMNS), 6
DISCS = {Seat.A: "r", Seat.B: "b"}

# Every line of four cells on the board, a cell being (row from the top, column).
LINES = tuple(
    tuple((row + step * down, column + step * right) for step in range(4))
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    for row in range(HEIGHT)
    for column in range(WIDTH)
    if row + 3 * down < HEIGHT and 0 <= column + 3 * right < WIDTH
)


@dataclass(frozen=True, slots=True)
class Move:
    """Drop a disc into *column*, counted from 0."""

    column: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``"d"``; raise `InvalidMoveError` on anything else."""
        if len(text) != 1 or text not in COLUMNS:
            raise InvalidMoveError("expected a column from a to g, got {text!r}", text=text)
        return cls(COLUMNS.index(text))

    def __str__(self) -> str:
        return COLUMNS[self.column]


@dataclass(frozen=True, slots=True)
class Position:
    """The board and the side to move. Immutable: `play` returns a new one."""

    rows: tuple[str, ...]
    mover: Seat

    @classmethod
    def start(cls) -> Self:
        """The empty board."""
        return cls(("." * WIDTH,) * HEIGHT, Seat.A)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what `str` prints, moves may follow; raise `InvalidPositionError`."""
        return parse_line(text, cls._parse, Move.parse)

    @classmethod
    def _parse(cls, text: str) -> Self:
        board, _, side = text.partition(" ")
        rows = tuple(board.split("/"))
        right = len(rows) == HEIGHT and all(len(row) == WIDTH for row in rows)
        if not right or set(board) - set("rb./") or side not in DISCS.values():
            raise InvalidPositionError(
                "expected six rows of seven cells and the side to move, got {text!r}",
                column=1,
                text=text,
            )
        return cls(rows, Seat.A if side == "r" else Seat.B)

    def __str__(self) -> str:
        return f"{'/'.join(self.rows)} {DISCS[self.mover]}"

    def landing(self, column: int) -> int | None:
        """The row in which a disc comes to rest; None if the column is full."""
        empty = [row for row in range(HEIGHT) if self.rows[row][column] == "."]
        return max(empty, default=None)

    def legal_moves(self) -> list[Move]:
        """Every column that is not full. Empty when the game is over."""
        if self.outcome() is not None:
            return []
        return [Move(column) for column in range(WIDTH) if self.rows[0][column] == "."]

    def play(self, move: Move) -> Self:
        """The position after *move*; raise `IllegalMoveError` if the rules forbid it."""
        if self.outcome() is not None:
            raise IllegalMoveError(move, self, because="the game is over")
        row = self.landing(move.column)
        if row is None:
            raise IllegalMoveError(move, self, because="the column is full")
        cells = list(self.rows[row])
        cells[move.column] = DISCS[self.mover]
        rows = (*self.rows[:row], "".join(cells), *self.rows[row + 1 :])
        return type(self)(rows, self.mover.other)

    def outcome(self) -> Outcome | None:
        """How the game ended, or None if it is not over."""
        last = DISCS[self.mover.other]  # only who has just moved can have won
        if any(all(self.rows[row][column] == last for row, column in line) for line in LINES):
            return Outcome(self.mover.other, "four in a row")
        return None if "." in self.rows[0] else Outcome(None, "the board is full")
