"""Map files of worths and starting discs, and the maps that come with the package.

A map file holds ``n m`` and *n* rows of *m* characters: a digit from 1 is an empty cell of
that worth, ``O`` a disc of red, ``o`` one of blue. Cells that start with a disc are worth 0,
or N after a line ``centre N`` before the size.
"""

from collections.abc import Iterable

from garlic.core import BundledMap, InvalidFileError, Maps, Seat, UsageError
from garlic.core.reading.scan import TextToken, Tokens, whole_number
from garlic.games.othello.board import LARGEST, SMALLEST
from garlic.games.othello.generator import make
from garlic.games.othello.position import DISCS, EMPTY, SEAT_OF, Position
from garlic.games.othello.symmetry import remarks

_CENTRE = "centre"
_WORTHS = "123456789"


def parse(text: str) -> Position:
    """Read a map file; raise `InvalidFileError` with line and column."""
    tokens = Tokens(text, InvalidFileError)
    centre = "0"
    if tokens.take("the number of rows").text == _CENTRE:
        centre = str(tokens.number("the worth of the starting cells", 0, 9))
    else:
        tokens = Tokens(text, InvalidFileError)  # that token was the size: start again
    rows = tokens.number("the number of rows", SMALLEST, LARGEST)
    columns = tokens.number("the number of columns", SMALLEST, LARGEST)
    lines = [_row(tokens, columns) for _ in range(rows)]
    tokens.finish()
    for disc in DISCS.values():
        if not any(disc in line for line in lines):
            raise InvalidFileError(
                "expected discs of both sides, got no {disc!r}", line=1, column=1, disc=disc
            )
    worths = ["".join(centre if sign in SEAT_OF else sign for sign in line) for line in lines]
    return Position.of(worths, lines)


def _row(tokens: Tokens, columns: int) -> str:
    token = tokens.take("a row of the map")
    if len(token.text) != columns:
        raise tokens.fail(
            token, "expected a row of {width} cells, got {row!r}", width=columns, row=token.text
        )
    for offset, sign in enumerate(token.text):
        if sign not in _WORTHS and sign not in SEAT_OF:
            place = TextToken(sign, token.line, token.column + offset)
            raise tokens.fail(place, "expected '1' to '9', 'O' or 'o', got {got!r}", got=sign)
    return token.text


def write(start: Position) -> str:
    """*start* as a map file; raise `UsageError` if no map can express it."""
    board, discs = start.board, start.disc_rows()
    centre = {board.worths[row][column] for row, column in board.places(start.red | start.blue)}
    free = {board.worths[row][column] for row, column in board.places(start.empty())}
    if start.mover is not Seat.A or start.passes or not (start.red and start.blue):
        raise UsageError("a map starts with red to move, no pass, and discs of both sides")
    if "0" in free or len(centre) != 1:
        raise UsageError("a map has no empty cell worth 0, and one worth for all starting cells")
    header = f"{_CENTRE} {min(centre)}\n" if centre != {"0"} else ""
    lines = [
        "".join(worth if disc == EMPTY else disc for worth, disc in zip(*row, strict=True))
        for row in zip(board.worths, discs, strict=True)
    ]
    return f"{header}{board.rows} {board.columns}\n" + "".join(f"{line}\n" for line in lines)


def recognises(text: str) -> bool:
    """Does *text* look like such a map? Unlike a maze of Stars it has cells with digits."""
    words = text[:1000].split()
    if words and words[0] == _CENTRE:
        return True
    rows = whole_number(words[0], 0, 10**6) if len(words) > 2 else None
    if rows is None or whole_number(words[1], 0, 10**6) is None:
        return False
    cells = "".join(words[2 : 2 + rows])
    return any(sign in _WORTHS for sign in cells) and not any(sign in "#." for sign in cells)


def _of_task(task: int, about: str, sides: Iterable[int]) -> list[BundledMap]:
    """The four maps of a graded task, numbered at the end of their names."""
    return [
        BundledMap(f"task{task}-{side}x{side}-{number}", side, side, about)
        for number, side in enumerate(sides, 1)
    ]


MAPS = Maps(
    package="garlic.games.othello",
    bundled=(
        BundledMap("classic-8x8", 8, 8, "standard Othello: every cell is worth 1"),
        *(
            BundledMap(f"task1-{side}x{side}", side, side, "ones, with 0 in the middle")
            for side in (8, 10, 12)
        ),
        *_of_task(2, "ones, with other corners", (8, 8, 10, 12)),
        *_of_task(3, "ones, with another outer ring", (8, 10, 10, 12)),
        *_of_task(4, "any worth from 1 to 9", (8, 8, 10, 12)),
    ),
    parse=parse,
    write=write,
    recognises=recognises,
    remarks=remarks,
    make=make,
)
