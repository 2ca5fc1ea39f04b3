"""Map files, and the maps that come with the package.

A file holds the size, the rows, and where destroyer 0, destroyer 1, red and blue start.
"""

import re
from collections.abc import Sequence

from garlic.core import (
    BundledMap,
    InvalidFileError,
    InvalidPositionError,
    Maps,
    Text,
    UsageError,
)
from garlic.core.reading.scan import Tokens
from garlic.games.stars.actors import STRONGEST, Place
from garlic.games.stars.generator import make
from garlic.games.stars.maze import LARGEST, SMALLEST, STAR, SUPER_STAR, is_open
from garlic.games.stars.position import STAR_POINTS, Position
from garlic.games.stars.position_text import cell, check_rows
from garlic.games.stars.symmetry import remarks

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
    """The map file of a start position; raise `UsageError` if *position* is not one."""
    rows = list(position.rows)
    for garlic in position.garlics:
        # A garlic that starts on a star has already collected it; the map still shows it.
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
    """Does *text* look like a map of this game, valid or not?"""
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
        # The error counts columns from the start of the row.
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


MAPS = Maps(
    package="garlic.games.stars",
    bundled=(
        BundledMap("10x10-both-free", 10, 10, "both destroyers free; the usual 10x10"),
        BundledMap("10x10-walled-in", 10, 10, "both destroyers walled in: a race for stars alone"),
        BundledMap("10x10-one-free", 10, 10, "one destroyer free, fair by a diagonal mirror"),
        BundledMap("10x10-full", 10, 10, "a star on every cell, both destroyers free"),
        BundledMap(
            "10x10-far-supers",
            10,
            10,
            "super stars at least 12 steps from the birth cells, both destroyers free",
        ),
        BundledMap("13x15-both-free", 13, 15, "both destroyers free; the usual 13x15"),
        BundledMap("13x15-walled-in", 13, 15, "both destroyers walled in"),
        BundledMap("30x30-both-free", 30, 30, "both destroyers free"),
        BundledMap("41x41-both-free", 41, 41, "both destroyers free"),
        BundledMap("42x62-both-free", 42, 62, "both destroyers free"),
        BundledMap("60x60-both-free", 60, 60, "both destroyers free"),
    ),
    parse=parse,
    write=write,
    recognises=recognises,
    remarks=remarks,
    make=make,
)
