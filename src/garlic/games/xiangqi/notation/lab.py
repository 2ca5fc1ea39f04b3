"""The course's format: a board of 10 rows by 9 characters, and answers like ``R (1,8) (4,8)``.

Black is at the top, ``.`` is an empty point, and red is to move. An answer names the piece, its
source and its target: x from the left, 0 to 8, y from the bottom, 0 to 9. Any spacing is read;
rows may also be separated by ``/``.
"""

import re

from garlic.core import (
    InputError,
    InvalidFileError,
    InvalidMoveError,
    Notation,
    Seat,
    Sheet,
    UsageError,
)
from garlic.core.language.text import Text
from garlic.games.xiangqi.board import COLUMNS, EMPTY, ROWS
from garlic.games.xiangqi.notation.fen import print_board
from garlic.games.xiangqi.notation.files import LONGEST_GAME, decode_chinese, placed, too_long
from garlic.games.xiangqi.position import Move, Position

_ANSWER = re.compile(
    r"\s*([a-z])\s*\(\s*([0-9])\s*,\s*([0-9])\s*\)\s*\(\s*([0-9])\s*,\s*([0-9])\s*\)\s*",
    re.ASCII | re.IGNORECASE,
)
_LINE = re.compile(r"\S.*")
_ROW = re.compile(r"[^/]+")
_LONGEST_LINE = 1000
_LETTERS = frozenset("rnbakcpheRNBAKCPHE" + EMPTY)
_SAME = {"h": "n", "e": "b", "H": "N", "E": "B"}


def parse_board(text: str) -> Position:
    """The position of a lab board, red to move; raise `InvalidFileError` with line and column."""
    rows, rest = _split(text)
    if rest:
        line, column, got = rest[0]
        raise InvalidFileError(
            "expected the end of the text, got {got!r}", line=line, column=column, got=got
        )
    return _position(rows)


def to_answer(position: Position, move: Move) -> str:
    """*move* as the lab requires it: ``R (1,8) (4,8)``."""
    points = (f"({square % COLUMNS},{ROWS - 1 - square // COLUMNS})" for square in _ends(move))
    return f"{position.board[move.source]} {' '.join(points)}"


def from_answer(position: Position, text: str) -> Move:
    """The move that an answer names, legal or not.

    Raises `InvalidMoveError` if it is no answer, or if the piece is not on that point; the
    message then says whether it would be, counting rows from the top.
    """
    found = _ANSWER.fullmatch(text) if len(text) <= _LONGEST_LINE else None
    columns_fit = found is not None and "9" not in (found[2], found[4])
    if found is None or not columns_fit:
        raise InvalidMoveError("expected an answer like 'R (1,8) (4,8)', got {text!r}", text=text)
    letter = _SAME.get(found[1], found[1])
    x, y, to_x, to_y = (int(number) for number in found.groups()[1:])
    source, mirrored = (ROWS - 1 - y) * COLUMNS + x, y * COLUMNS + x
    if position.board[source] != letter:
        remark = (
            "counting rows from the top it does: count y from the bottom"
            if position.board[mirrored] == letter
            else "nor does it counting rows from the top"
        )
        raise InvalidMoveError(
            "{letter!r} does not stand on ({x},{y}), where {found!r} is; {remark}",
            letter=found[1],
            x=x,
            y=y,
            found=position.board[source],
            remark=Text(remark),
        )
    return Move(source, (ROWS - 1 - to_y) * COLUMNS + to_x)


def read_lab(content: bytes) -> list[Sheet[Position, Move]]:
    """The board of a file, and the answers below it; raise `InvalidFileError`."""
    rows, answers = _split(decode_chinese(content))
    start = position = _position(rows)
    moves = []
    for line, column, text in answers:
        try:
            move = from_answer(position, text)
            position = position.play(move)
        except InputError as fault:
            raise InvalidFileError(fault.text, line=line, column=column) from fault
        moves.append(move)
    return [Sheet(start, tuple(moves))]


def write_lab(sheet: Sheet[Position, Move]) -> bytes:
    """The board and the moves as answers; raise `UsageError` unless red is to move first."""
    position = sheet.start
    assert isinstance(position, Position)  # noqa: S101  (sheets of this game only)
    if position.mover is not Seat.A or (position.quiet, position.fullmove) != (0, 1):
        raise UsageError("the lab's form needs red to move and no moves before")
    lines = [
        position.board[start : start + COLUMNS] for start in range(0, len(position.board), COLUMNS)
    ]
    for move in sheet.moves:
        lines.append(to_answer(position, move))
        position = position.play(move)
    return "\n".join([*lines, ""]).encode()


def _ends(move: Move) -> tuple[int, int]:
    return move.source, move.target


_Part = tuple[int, int, str]  # line, column, text


def _split(text: str) -> tuple[list[_Part], list[_Part]]:
    """The rows of the board, and the lines below it that are not empty."""
    rows: list[_Part] = []
    rest: list[_Part] = []
    for found, line, column in placed(_LINE, text):
        if len(rows) >= ROWS:
            rest.append((line, column, found[0].rstrip()))
            if len(rest) > LONGEST_GAME:
                raise too_long(line)
            continue
        parts = _ROW.finditer(found[0][:_LONGEST_LINE])
        rows += [(line, column + part.start(), part[0]) for part in parts]
    return rows, rest


def _position(rows: list[_Part]) -> Position:
    cells = []
    for line, column, row in rows[:ROWS]:
        for offset, letter in enumerate(row):
            if letter not in _LETTERS and not letter.isspace():
                raise InvalidFileError(
                    "expected a piece, one of 'rnbakcp', or '.', got {got!r}",
                    line=line,
                    column=column + offset,
                    got=letter,
                )
        points = "".join(row.split())
        if len(points) != COLUMNS:
            raise InvalidFileError(
                "expected a row of {width} points, got {row!r}",
                line=line,
                column=column,
                width=COLUMNS,
                row=points,
            )
        cells.append("".join(_SAME.get(letter, letter) for letter in points))
    if len(rows) != ROWS:
        line = rows[-1][0] if rows else 1
        raise InvalidFileError(
            "expected {rows} rows, got {got}", line=line, rows=ROWS, got=len(rows)
        )
    try:
        return Position.parse(f"{print_board(''.join(cells))} w")
    except InputError as fault:
        raise InvalidFileError(fault.text, line=rows[0][0]) from fault


LAB = Notation(
    "the course's text board, answers like `R (1,8) (4,8)` below it", read_lab, write_lab
)
