"""Map files: the size, the rows, and where destroyer 0, destroyer 1, red and blue start."""

import re
from collections.abc import Sequence

from garlic.core import InvalidFileError, InvalidPositionError, Text, UsageError
from garlic.core.reading.scan import Tokens
from garlic.games.stars.actors import STRONGEST, Place
from garlic.games.stars.maze import LARGEST, SMALLEST, STAR, SUPER_STAR, is_open
from garlic.games.stars.notation import cell, check_rows
from garlic.games.stars.position import STAR_POINTS, Position

_PAIRS = (
    Text("pair 1 (destroyer 0)"),
    Text("pair 2 (destroyer 1)"),
    Text("pair 3 (red)"),
    Text("pair 4 (blue)"),
)
# Two numbers and a row; rows of other games hold digits.
_HEAD = re.compile(r"\s*[0-9]{1,18}\s+[0-9]{1,18}\s+[^\s0-9]*[#.oO][^\s0-9]*(?:\s|$)")


def parse(text: str) -> Position:
    """The start position on the map in *text*; raise `InvalidFileError` with the place."""
    tokens = Tokens(text, InvalidFileError)
    height = tokens.number(Text("the number of rows"), SMALLEST, LARGEST)
    width = tokens.number(Text("the number of columns"), SMALLEST, LARGEST)
    rows = [_row(tokens, number, height, width) for number in range(1, height + 1)]
    places: list[Place] = []
    for name in _PAIRS:
        places.append(_start(tokens, name, rows, places))
    tokens.finish()
    return Position.start(rows, places[:2], places[2:])


def write(position: Position) -> str:
    """The map file of a start position; raise `UsageError` if *position* is none."""
    rows = list(position.rows)
    for garlic in position.garlics:
        # A garlic that starts on a star has it already; the map still shows it.
        if garlic.score == STAR_POINTS:
            row, column = garlic.place
            star = SUPER_STAR if garlic.status == STRONGEST else STAR
            rows[row] = rows[row][:column] + star + rows[row][column + 1 :]
    births = [destroyer.birth for destroyer in position.destroyers]
    garlics = [garlic.place for garlic in position.garlics]
    if len({*births, *garlics}) < len(_PAIRS) or Position.start(rows, births, garlics) != position:
        raise UsageError("expected the first position of a game: only that is a map")
    pairs = [f"{row} {column}" for row, column in [*births, *garlics]]
    return "\n".join([f"{len(rows)} {len(rows[0])}", *rows, *pairs, ""])


def recognises(text: str) -> bool:
    """Does *text* look like a map of this game, right or wrong?"""
    return _HEAD.match(text[: 4 * LARGEST]) is not None


def _row(tokens: Tokens, number: int, height: int, width: int) -> str:
    token = tokens.take(Text("row {number} of {height}", number=number, height=height))
    if len(token.text) != width:
        raise tokens.fail(
            token, "expected a row of {width} cells, got {row!r}", width=width, row=token.text
        )
    try:
        check_rows([token.text])
    except InvalidPositionError as fault:
        # The fault counts columns from the start of the row.
        column = token.column + (fault.column or 1) - 1
        raise InvalidFileError(fault.text, line=token.line, column=column) from fault
    return token.text


def _start(tokens: Tokens, name: Text, rows: Sequence[str], taken: Sequence[Place]) -> Place:
    row = tokens.number(Text("the row of {pair}", pair=name), 0, len(rows) - 1)
    first = tokens.last
    column = tokens.number(Text("the column of {pair}", pair=name), 0, len(rows[0]) - 1)
    place = row, column
    if not is_open(rows, place):
        raise tokens.fail(first, "{pair} starts on a wall, at {cell}", pair=name, cell=cell(place))
    if place in taken:
        raise tokens.fail(
            first,
            "{pair} starts where {other} does, at {cell}",
            pair=name,
            other=_PAIRS[taken.index(place)],
            cell=cell(place),
        )
    return place
