"""The rules: moves, positions, and how a game ends."""

from dataclasses import dataclass
from typing import Self

from garlic.core import (
    IllegalMoveError,
    InvalidMoveError,
    InvalidPositionError,
    Outcome,
    Seat,
)
from garlic.core.line import parse_line
from garlic.core.reading.rows import check_cells, check_size, split_words
from garlic.core.reading.scan import whole_number

LAST_PLY = 120
SMALLEST, LARGEST = 2, 12
MOVE_WORDS = 3

# Direction codes 0..7: up, down, left, right, up-left, up-right, down-left, down-right.
DIRECTIONS = ((-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1))
_LINES = ((-1, 0), (0, -1), (-1, -1), (-1, 1))  # one direction of each line through a cell

STONES = {Seat.A: "O", Seat.B: "X"}
SEATS = {stone: seat for seat, stone in STONES.items()}
_START = (
    "............",
    "............",
    "..XXX....O..",
    ".........O..",
    "............",
    "...OOO......",
    "......XXX...",
    "............",
    "..X.........",
    "..X....OOO..",
    "............",
    "............",
)


@dataclass(frozen=True, slots=True)
class Move:
    """The stone on (*row*, *column*) takes one step in *direction*, a code from 0 to 7."""

    row: int
    column: int
    direction: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``"9 7 4"``; raise `InvalidMoveError` on anything else."""
        words = text.split(" ")
        if len(words) == 3:
            row = whole_number(words[0], 0, LARGEST - 1)
            column = whole_number(words[1], 0, LARGEST - 1)
            direction = whole_number(words[2], 0, len(DIRECTIONS) - 1)
            if row is not None and column is not None and direction is not None:
                return cls(row, column, direction)
        raise InvalidMoveError(
            "expected row, column and direction like '9 7 4', got {text!r}", text=text
        )

    def __str__(self) -> str:
        return f"{self.row} {self.column} {self.direction}"

    @property
    def target(self) -> tuple[int, int]:
        """Where the stone arrives."""
        down, right = DIRECTIONS[self.direction]
        return self.row + down, self.column + right


@dataclass(frozen=True, slots=True)
class Position:
    """The board, the side to move and the plies played. Immutable: `play` returns a new one."""

    rows: tuple[str, ...]
    mover: Seat
    ply: int

    @classmethod
    def start(cls) -> Self:
        """The first position of the course's game."""
        return cls(_START, Seat.A, 0)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what `str` prints, moves may follow; raise `InvalidPositionError`."""
        return parse_line(text, cls._parse, Move.parse, move_words=MOVE_WORDS)

    @classmethod
    def _parse(cls, text: str) -> Self:
        fields = split_words(
            "expected rows, side to move and plies like '..O./..X. O 0', got {text!r}",
            text=text,
            count=3,
        )
        rows = tuple(fields[0].split("/"))
        check_size(rows, SMALLEST, LARGEST)
        check_cells("expected 'O', 'X' or '.', got {got!r}", rows, known="OX.")
        if fields[1] not in SEATS:
            raise InvalidPositionError(
                "expected the side to move, 'O' or 'X', got {got!r}",
                column=len(fields[0]) + 2,
                got=fields[1],
            )
        ply = whole_number(fields[2], 0, LAST_PLY)
        if ply is None:
            raise InvalidPositionError(
                "expected the plies played, 0 to {last}, got {got!r}",
                column=len(text) - len(fields[2]) + 1,
                last=LAST_PLY,
                got=fields[2],
            )
        return cls(rows, SEATS[fields[1]], ply)

    def __str__(self) -> str:
        return f"{'/'.join(self.rows)} {STONES[self.mover]} {self.ply}"

    def at(self, row: int, column: int) -> str:
        """What stands there: ``O``, ``X`` or ``.``; empty text outside the board."""
        inside = 0 <= row < len(self.rows) and 0 <= column < len(self.rows[0])
        return self.rows[row][column] if inside else ""

    def stones(self, seat: Seat) -> int:
        """How many stones *seat* has."""
        return sum(row.count(STONES[seat]) for row in self.rows)

    def legal_moves(self) -> list[Move]:
        """Every legal move by row, column and direction code. Empty when the game is over."""
        return self._steps(self.mover) if self.outcome() is None else []

    def _steps(self, seat: Seat) -> list[Move]:
        return [
            Move(row, column, direction)
            for row, line in enumerate(self.rows)
            for column, stone in enumerate(line)
            if stone == STONES[seat]
            for direction, (down, right) in enumerate(DIRECTIONS)
            if self.at(row + down, column + right) == "."
        ]

    def play(self, move: Move) -> Self:
        """The position after *move*; raise `IllegalMoveError` if the rules forbid it."""
        if self.outcome() is not None:
            raise IllegalMoveError(move, self, because="the game is over")
        own = STONES[self.mover]
        if self.at(move.row, move.column) != own:
            raise IllegalMoveError(move, self, because="move one of your own stones")
        if self.at(*move.target) != ".":
            raise IllegalMoveError(move, self, because="step to an empty cell of the board")

        board = [list(row) for row in self.rows]
        board[move.row][move.column] = "."
        row, column = move.target
        board[row][column] = own
        _turn_enemies(board, row, column)
        rows = tuple("".join(line) for line in board)
        return type(self)(rows, self.mover.other, self.ply + 1)

    def outcome(self) -> Outcome | None:
        """How the game ended, or None if it is not over."""
        scores = (self.stones(Seat.A), self.stones(Seat.B))
        if scores[self.mover.index] == 0:
            return Outcome(self.mover.other, "no stone left", scores)
        if not self._can_move(self.mover):
            return Outcome(self.mover.other, "no legal move", scores)
        if self.ply < LAST_PLY:
            return None
        if scores[0] == scores[1]:
            return Outcome(None, "equal stones after 120 plies", scores)
        winner = Seat.A if scores[0] > scores[1] else Seat.B
        return Outcome(winner, "more stones after 120 plies", scores)

    def _can_move(self, seat: Seat) -> bool:
        return any(
            self.at(row + down, column + right) == "."
            for row, line in enumerate(self.rows)
            for column, stone in enumerate(line)
            if stone == STONES[seat]
            for down, right in DIRECTIONS
        )


def _turn_enemies(board: list[list[str]], row: int, column: int) -> None:
    """Turn what the stone that just arrived on (*row*, *column*) picks, then what it nips."""
    own = board[row][column]
    enemy = "X" if own == "O" else "O"

    def at(down: int, right: int) -> str:
        there = (row + down, column + right)
        inside = 0 <= there[0] < len(board) and 0 <= there[1] < len(board[0])
        return board[there[0]][there[1]] if inside else ""

    picks = [
        (sign * down, sign * right)
        for down, right in _LINES
        if at(down, right) == enemy == at(-down, -right)
        for sign in (1, -1)
    ]
    for down, right in picks:
        board[row + down][column + right] = own
    # Stones turned by a pick already count as own ones here.
    nips = [
        (down, right)
        for down, right in DIRECTIONS
        if at(down, right) == enemy and at(2 * down, 2 * right) == own
    ]
    for down, right in nips:
        board[row + down][column + right] = own
