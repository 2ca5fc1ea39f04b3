"""Reading map files; errors name the line."""

import re

import numpy as np
from numpy.typing import NDArray

from garlic.core import InvalidFileError
from garlic.core.reading.scan import Tokens

LARGEST_SIDE = 5000
MOST_RATIONS = 10**9
START, GOAL = 3, 4

_HEADER = re.compile(r"\s*\S+\s+\S+\s+\S+")
_NOT_A_CELL = re.compile(r"(?<!\S)(?![0-4](?!\S))\S+")


def read_map(text: str) -> tuple[NDArray[np.uint8], int]:
    """The cells, by row and column, and the rations; raise `InvalidFileError` with the line."""
    tokens = Tokens(text, InvalidFileError)
    rows = tokens.number("the number of rows", 1, LARGEST_SIDE)
    columns = tokens.number("the number of columns", 1, LARGEST_SIDE)
    rations = tokens.number("the rations", 1, MOST_RATIONS)
    header = _HEADER.match(text)
    body = header.end() if header else len(text)
    wanted = rows * columns
    # One word more than expected is enough to see that there are too many.
    words = text[body:].split(None, wanted)
    if len(words) != wanted or not set(words) <= set("01234"):
        _refuse_cells(text, body, rows, columns)
    grid = np.frombuffer("".join(words).encode("ascii"), np.uint8) - ord("0")
    _check_one(text, body, grid, START, "expected exactly one start (3), got {count}")
    _check_one(text, body, grid, GOAL, "expected exactly one goal (4), got {count}")
    return grid.reshape(rows, columns), rations


def _refuse_cells(text: str, body: int, rows: int, columns: int) -> None:
    """Raise the error about invalid cells, in linear time even for 10 MB."""
    wanted = rows * columns
    strange = _NOT_A_CELL.search(text, body)
    if strange and len(text[body : strange.start()].split()) < wanted:
        line, column = _where(text, strange.start())
        raise InvalidFileError(
            "expected a cell from 0 to 4, got {got!r}", line=line, column=column, got=strange[0]
        )
    _check_rows(text, body, rows, columns)
    found = len(text[body:].split())
    line, _ = _where(text, len(text.rstrip()))
    raise InvalidFileError(
        "expected {rows} rows of {columns} cells, {wanted} in all, got {found}",
        line=line,
        rows=rows,
        columns=columns,
        wanted=wanted,
        found=found,
    )


def _check_rows(text: str, body: int, rows: int, columns: int) -> None:
    """If lines are rows, raise about the first that is too short or too long."""
    if text.count("\n", body) > 4 * rows + 100:
        return  # lines are certainly not rows, and there may be millions
    first, _ = _where(text, body)
    lines = enumerate(text[body:].split("\n"), first)
    filled = [(number, line) for number, line in lines if line and not line.isspace()]
    if len(filled) != rows:
        return
    for number, line in filled:
        count = len(line.split())
        if count != columns:
            raise InvalidFileError(
                "expected a row of {columns} cells, got {count}",
                line=number,
                columns=columns,
                count=count,
            )


def _check_one(text: str, body: int, grid: NDArray[np.uint8], kind: int, sentence: str) -> None:
    found = np.flatnonzero(grid == kind)
    if len(found) == 1:
        return
    line = None
    if len(found):
        # Report the second one; at this point all cells are single characters.
        place = [match.start() for match in re.finditer(str(kind), text[body:])][1]
        line, _ = _where(text, body + place)
    raise InvalidFileError(sentence, line=line, count=len(found))


def _where(text: str, offset: int) -> tuple[int, int]:
    """The line and column of an offset, from 1."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)
