"""Positions as FEN: ``BOARD w|b - - COUNTER FULLMOVE``.

COUNTER is the plies without capture. All fields after board and side are optional. ``r`` is also
read as red, ``h`` as a horse and ``e`` as an elephant.
"""

from typing import NamedTuple

from garlic.core import InvalidPositionError, Seat
from garlic.core.language.text import Text
from garlic.core.reading.scan import whole_number
from garlic.games.xiangqi.board import (
    COLUMNS,
    EMPTY,
    ROWS,
    in_check,
    kings_face,
    reachable,
    square_name,
)

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
LAST_QUIET_PLY = 120
LAST_FULLMOVE = 9999

_SIDES = {"w": Seat.A, "r": Seat.A, "b": Seat.B}
_LETTERS = {letter: letter for letter in "rnbakcpRNBAKCP"} | {
    "h": "n",
    "e": "b",
    "H": "N",
    "E": "B",
}
_MOST = {"k": 1, "a": 2, "b": 2, "n": 2, "r": 2, "c": 2, "p": 5}
_KINDS = {
    "k": "king",
    "a": "advisor",
    "b": "elephant",
    "n": "horse",
    "r": "chariot",
    "c": "cannon",
    "p": "pawn",
}
_SIDE_NAMES = {Seat.A: "red", Seat.B: "black"}
# Each by a name of its own: in Chinese the sides have different words for the same kind.
_PIECES = {
    letter: Text(f"{side} {_KINDS[letter.lower()]}")
    for side, letters in (("red", "KABNRCP"), ("black", "kabnrcp"))
    for letter in letters
}
_MISSING = {"K": "the red king is missing", "k": "the black king is missing"}
_WHERE = {
    "k": "kings stay in their palace",
    "a": "advisors stay on the five points of their palace",
    "b": "elephants have seven points, all on their own side of the river",
    "p": "pawns never go back, and not sideways before the river",
}


class FenFields(NamedTuple):
    """The fields of a FEN."""

    board: str
    mover: Seat
    quiet: int
    fullmove: int


def parse_fen(text: str) -> FenFields:
    """The fields of a FEN that describes a possible position; raise `InvalidPositionError`."""
    fields = text.split(" ")
    if not 2 <= len(fields) <= 6:
        raise InvalidPositionError(
            "expected a FEN like {example!r}, got {text!r}", column=1, example=START, text=text
        )
    columns = [1]
    for field in fields:
        columns.append(columns[-1] + len(field) + 1)
    board, places = _parse_board(fields[0])
    if fields[1] not in _SIDES:
        raise InvalidPositionError(
            "expected the side to move, 'w' or 'b', got {got!r}", column=columns[1], got=fields[1]
        )
    mover = _SIDES[fields[1]]
    for index in range(2, min(4, len(fields))):
        if fields[index] != "-":
            raise InvalidPositionError(
                "expected '-', got {got!r}", column=columns[index], got=fields[index]
            )
    quiet = _number(fields, columns, 4, "the plies without capture", 0, LAST_QUIET_PLY)
    fullmove = _number(fields, columns, 5, "the number of the move", 1, LAST_FULLMOVE)
    _check_pieces(board, places)
    if kings_face(board):
        raise InvalidPositionError(
            "the two kings face each other on an open file", column=columns[1]
        )
    if in_check(board, mover.other):
        raise InvalidPositionError(
            "{side} is in check, so it must be the turn of {side}",
            column=columns[1],
            side=side_name(mover.other),
        )
    return FenFields(board, mover, quiet, fullmove)


def print_fen(fields: FenFields) -> str:
    """The FEN in full, the inverse of `parse_fen`."""
    side = "w" if fields.mover is Seat.A else "b"
    return f"{print_board(fields.board)} {side} - - {fields.quiet} {fields.fullmove}"


def print_board(board: str) -> str:
    """The first field of a FEN."""
    rows = []
    for start in range(0, len(board), COLUMNS):
        row = board[start : start + COLUMNS]
        for run in range(COLUMNS, 0, -1):
            row = row.replace(EMPTY * run, str(run))
        rows.append(row)
    return "/".join(rows)


def side_name(seat: Seat) -> Text:
    """``red`` or ``black``, to be translated."""
    return Text(_SIDE_NAMES[seat])


def kind_name(piece: str) -> Text:
    """``horse`` for ``n`` or ``N``, to be translated."""
    return Text(_KINDS[piece.lower()])


def _number(
    fields: list[str], columns: list[int], index: int, what: str, low: int, high: int
) -> int:
    """Field *index* as a number, *low* if it is missing."""
    if index >= len(fields):
        return low
    number = whole_number(fields[index], low, high)
    if number is None:
        raise InvalidPositionError(
            "expected {what} from {low} to {high}, got {got!r}",
            column=columns[index],
            what=Text(what),
            low=low,
            high=high,
            got=fields[index],
        )
    return number


def _parse_board(text: str) -> tuple[str, list[int]]:
    """The board, and the column of *text* at which each point was written."""
    rows = text.split("/")
    if len(rows) != ROWS:
        raise InvalidPositionError(
            "expected {rows} rows, got {got}", column=1, rows=ROWS, got=len(rows)
        )
    cells: list[str] = []
    places: list[int] = []
    column = 1
    for number, row in enumerate(rows, 1):
        for place, letter in enumerate(row, column):
            points = _points(letter, place)
            cells += points
            places += [place] * len(points)
        if len(cells) != number * COLUMNS:
            raise InvalidPositionError(
                "expected a row of {width} points, got {row!r}",
                column=column,
                width=COLUMNS,
                row=row,
            )
        column += len(row) + 1
    return "".join(cells), places


def _points(letter: str, column: int) -> str:
    """The points that one character of a FEN represents."""
    if letter in _LETTERS:
        return _LETTERS[letter]
    if letter in "123456789":
        return EMPTY * int(letter)
    raise InvalidPositionError(
        "expected a piece, one of 'rnbakcp', or a count of empty points, got {got!r}",
        column=column,
        got=letter,
    )


def _check_pieces(board: str, places: list[int]) -> None:
    """Raise unless each piece exists in that number and can stand on its square."""
    for king, sentence in _MISSING.items():
        if king not in board:
            raise InvalidPositionError(sentence, column=1)
    for piece, name in _PIECES.items():
        squares = [square for square in range(len(board)) if board[square] == piece]
        most = _MOST[piece.lower()]
        if len(squares) > most:
            raise InvalidPositionError(
                "too many {piece}s: {count} on the board, at most {most}",
                column=places[squares[most]],
                piece=name,
                count=len(squares),
                most=most,
            )
    for square, piece in enumerate(board):
        if piece != EMPTY and square not in reachable(piece):
            raise InvalidPositionError(
                "a {piece} cannot stand on {place}: {why}",
                column=places[square],
                piece=_PIECES[piece],
                place=square_name(square),
                why=Text(_WHERE[piece.lower()]),
            )
