"""The rules: moves, positions, and how a game ends."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
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
from garlic.core.reading.rows import split_words
from garlic.core.reading.scan import whole_number
from garlic.games.gomoku.board import (
    BLACK,
    EMPTY,
    LARGEST,
    SMALLEST,
    USUAL,
    WHITE,
    Board,
    Point,
    framed_place,
    points,
    steps,
)
from garlic.games.gomoku.forbidden import PointVerdict, forbidden_points, verdict

FREESTYLE, STANDARD, RENJU = "freestyle", "standard", "renju"
RULES = (RENJU, FREESTYLE, STANDARD)  # the usual one first
LAST_PASS = 2

STONES = {Seat.A: BLACK, Seat.B: WHITE}
SEATS = {stone: seat for seat, stone in STONES.items()}
_MOVERS = {"b": Seat.A, "w": Seat.B}
_MOVER_LETTERS = {seat: letter for letter, seat in _MOVERS.items()}

_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (-1, 1))  # of the `steps`: (right, up)
_FIVE = {stone: re.compile(rf"(?<!{stone}){stone}{{5}}(?!{stone})") for stone in SEATS}
_SIX = {stone: stone * 6 for stone in SEATS}

_FORBIDDEN = {
    PointVerdict.OVERLINE: "an overline is forbidden to black",
    PointVerdict.DOUBLE_FOUR: "a double-four is forbidden to black",
    PointVerdict.DOUBLE_THREE: "a double-three is forbidden to black",
}


@dataclass(frozen=True, slots=True)
class Move:
    """A stone on *point*, or a pass where there is none."""

    point: Point | None

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``"h8"`` or ``"pass"``; raise `InvalidMoveError` on anything else."""
        if text == "pass":
            return cls(None)
        try:
            point = Point.parse(text)
        except InvalidMoveError:
            point = None
        if point is None or text != str(point):
            raise InvalidMoveError(
                "expected a crossing like 'h8', or 'pass', got {text!r}", text=text
            )
        return cls(point)

    def __str__(self) -> str:
        return "pass" if self.point is None else str(self.point)


PASS = Move(None)


@cache
def _stone_moves(size: int) -> tuple[Move, ...]:
    """A move for each of the `points` of a board, in their order."""
    return tuple(Move(point) for point in points(size))


@dataclass(frozen=True, slots=True)
class Position:
    """A board, the rule set, the side to move and the passes made in a row before it.

    Immutable: `play` returns a new one.
    """

    rule: str
    board: Board
    mover: Seat = Seat.A
    passes: int = 0

    @classmethod
    def start(cls, rule: str = RENJU, size: int = USUAL) -> Self:
        """The empty board; raise `UsageError` for a size that *rule* is not played on."""
        if rule == RENJU and size != USUAL:
            raise UsageError("renju is played on a board of {size}x{size}", size=USUAL)
        if not SMALLEST <= size <= LARGEST:
            raise UsageError(
                "expected a board of {low}x{low} to {high}x{high}, got {size}x{size}",
                low=SMALLEST,
                high=LARGEST,
                size=size,
            )
        return cls(rule, Board.empty(size))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what `str` prints, moves may follow; raise `InvalidPositionError`."""
        return parse_line(text, cls._parse, Move.parse)

    @classmethod
    def _parse(cls, text: str) -> Self:
        rule, rows, mover, passes = split_words(
            "expected rule set, rows, side to move and passes "
            "like 'freestyle ...../..x../...../...../..... w 0', got {text!r}",
            text=text,
            count=4,
        )
        if rule not in RULES:
            raise InvalidPositionError(
                "expected a rule set, {known}, got {got!r}",
                column=1,
                known=", ".join(RULES),
                got=rule,
            )
        column = len(rule) + 2
        board = _parse_board(rows, column)
        if rule == RENJU and board.size != USUAL:
            raise InvalidPositionError(
                "expected {size} rows, as renju is played, got {got}",
                column=column,
                size=USUAL,
                got=board.size,
            )
        if mover not in _MOVERS:
            raise InvalidPositionError(
                "expected the side to move, 'b' or 'w', got {got!r}",
                column=column + len(rows) + 1,
                got=mover,
            )
        passed = whole_number(passes, 0, LAST_PASS)
        if passed is None:
            raise InvalidPositionError(
                "expected the passes made in a row, 0 to {last}, got {got!r}",
                column=len(text) - len(passes) + 1,
                last=LAST_PASS,
                got=passes,
            )
        position = cls(rule, board, _MOVERS[mover], passed)
        position.check(column)
        return position

    def check(self, column: int | None = None) -> None:
        """Raise `InvalidPositionError` (at *column*) if both sides have won."""
        if len(self._winners()) == 2:
            raise InvalidPositionError(
                "black and white cannot both have five in a row", column=column
            )

    def __str__(self) -> str:
        return f"{self.rule} {self.board} {_MOVER_LETTERS[self.mover]} {self.passes}"

    @property
    def ply(self) -> int:
        """How many stones stand on the board."""
        return len(self.board.cells) - self.board.cells.count(EMPTY)

    def stones(self, seat: Seat) -> int:
        """How many stones *seat* has."""
        return self.board.cells.count(STONES[seat])

    def verdict(self, point: Point) -> PointVerdict:
        """What the rules say of a black stone on *point*, with either side to move.

        Raises `UsageError` if *point* is not an empty crossing of the board.
        """
        _check_on_board(self.board, point)
        if self.board.at(point) != EMPTY:
            raise UsageError(
                "expected an empty crossing, but {point} has a stone", point=str(point)
            )
        return verdict(self.board, point) if self.rule == RENJU else PointVerdict.LEGAL

    def forbidden(self) -> Mapping[Point, PointVerdict]:
        """The points forbidden to black and why, with either side to move; empty at the end."""
        if self.rule != RENJU or self.outcome() is not None:
            return {}
        return forbidden_points(self.board)

    def natural_moves(self) -> list[Move]:
        """The legal moves at most two points from a stone.

        Around the centre while there is no stone; all legal moves if none is near a stone.
        """
        size, cells = self.board.size, self.board.cells
        stones = [place for place, stone in enumerate(cells) if stone != EMPTY]
        near = {
            Point(place % size + column, place // size + row)
            for place in stones or [len(cells) // 2]
            for column in range(-2, 3)
            for row in range(-2, 3)
        }
        moves = self.legal_moves()
        return [move for move in moves if move.point in near] or moves

    def legal_moves(self) -> list[Move]:
        """Every empty point that is not forbidden: a1, b1, ..., a2, ...; then the pass.

        Empty when the game is over.
        """
        if self.outcome() is not None:
            return []
        moves = [
            move
            for move, stone in zip(_stone_moves(self.board.size), self.board.cells, strict=True)
            if stone == EMPTY
        ]
        if self.rule == RENJU and self.mover is Seat.A:
            forbidden = forbidden_points(self.board)
            if forbidden:
                moves = [move for move in moves if move.point not in forbidden]
        moves.append(PASS)
        return moves

    def play(self, move: Move) -> Self:
        """The position after *move*; raise `IllegalMoveError` if the rules forbid it."""
        if self.outcome() is not None:
            raise IllegalMoveError(move, self, because="the game is over")
        if move.point is None:
            return type(self)(self.rule, self.board, self.mover.other, self.passes + 1)
        if move.point not in self.board or self.board.at(move.point) != EMPTY:
            raise IllegalMoveError(move, self, because="play on an empty crossing of the board")
        if self.rule == RENJU and self.mover is Seat.A:
            ruling = verdict(self.board, move.point)
            if ruling is not PointVerdict.LEGAL:
                raise IllegalMoveError(move, self, because=_FORBIDDEN[ruling])
        board = self.board.put(move.point, STONES[self.mover])
        return type(self)(self.rule, board, self.mover.other)

    def outcome(self) -> Outcome | None:
        """How the game ended, or None if it is not over."""
        for seat, reason in self._winners().items():
            return Outcome(seat, reason)
        if self.passes == LAST_PASS:
            return Outcome(None, "two passes in a row")
        if EMPTY not in self.board.cells:
            return Outcome(None, "the board is full")
        return None

    def _winners(self) -> dict[Seat, str]:
        """Who has a winning row, and the reason. At most one side unless stones were set up."""
        able = [seat for seat in Seat if self.stones(seat) >= 5]
        if not able:
            return {}
        lines = self.board.lines()
        winners = {}
        for seat in able:
            stone = STONES[seat]
            if _FIVE[stone].search(lines):
                winners[seat] = "five in a row"
            elif self._may_overrun(seat) and _SIX[stone] in lines:
                winners[seat] = "six or more in a row"
        return winners

    def winning_row(self) -> list[Point]:
        """The stones of the winner's rows; none if nobody has won by a row."""
        size, framed = self.board.size, self.board.framed()
        won: set[Point] = set()
        for seat in self._winners():
            for point in points(size):
                at = framed_place(size, point)
                for step, (right, up) in zip(steps(size), _DIRECTIONS, strict=True):
                    row = framed[at::step][:5]
                    if row == STONES[seat] * 5:
                        won.update(
                            Point(point.column + right * n, point.row + up * n) for n in range(5)
                        )
        return sorted(won, key=lambda point: (point.row, point.column))

    def _may_overrun(self, seat: Seat) -> bool:
        """Does a row of more than five win too?"""
        return self.rule == FREESTYLE or (self.rule == RENJU and seat is Seat.B)


def set_up(rule: str, size: int, black: Iterable[Point], white: Iterable[Point]) -> Position:
    """A position with stones put on the board, black to move.

    Raises `UsageError` for a size that *rule* is not played on and for a stone off the board
    or on top of another, `InvalidPositionError` if both sides have won.
    """
    position = Position.start(rule, size)
    board = position.board
    for stone, places in ((BLACK, black), (WHITE, white)):
        for point in places:
            _check_on_board(board, point)
            if board.at(point) != EMPTY:
                raise UsageError("{point} is given twice", point=str(point))
            board = board.put(point, stone)
    position = Position(rule, board)
    position.check()
    return position


def _check_on_board(board: Board, point: Point) -> None:
    if point not in board:
        raise UsageError(
            "expected a crossing of the board of {size}x{size}, got {point}",
            size=board.size,
            point=str(point),
        )


def _parse_board(rows: str, column: int) -> Board:
    try:
        return Board.parse(rows)
    except InvalidPositionError as fault:
        raise InvalidPositionError(fault.text, column=column + (fault.column or 1) - 1) from fault
