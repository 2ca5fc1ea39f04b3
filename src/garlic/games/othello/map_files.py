"""Maps: the course's files of worths and starting discs, our own boards, and new ones.

A map file holds ``n m`` and *n* rows of *m* characters: a digit from 1 is an empty cell of
that worth, ``O`` a disc of red, ``o`` one of blue. Cells that start with a disc are worth 0,
or what a line ``centre N`` before the size says.
"""

from collections.abc import Callable, Iterable

from garlic.core import BundledMap, InvalidFileError, Maps, Seat, Stream, Text, UsageError
from garlic.core.reading.scan import TextToken, Tokens, whole_number
from garlic.games.othello.board import LARGEST, SMALLEST
from garlic.games.othello.position import DISCS, EMPTY, PASS, SEAT_OF, Position, middle_discs

_CENTRE = "centre"
_WORTHS = "123456789"
_WISHES = {"kind": ("any", "ones", "corners", "ring"), "symmetric": ("no", "yes")}

_CORNERS = "ones, with other corners"
_RING = "ones, with another outer ring"
_ANY = "any worth from 1 to 9"


def parse(text: str) -> Position:
    """Read a map file; raise `InvalidFileError` with line and column."""
    tokens = Tokens(text, InvalidFileError)
    centre = "0"
    if tokens.take("the number of rows").text == _CENTRE:
        centre = str(tokens.number("the worth of the starting cells", 0, 9))
    else:
        tokens = Tokens(text, InvalidFileError)  # that token was the size: from the beginning
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
    """Does *text* look like such a map? Cells with digits tell it from a maze."""
    words = text[:1000].split()
    if words and words[0] == _CENTRE:
        return True
    rows = whole_number(words[0], 0, 10**6) if len(words) > 2 else None
    if rows is None or whole_number(words[1], 0, 10**6) is None:
        return False
    cells = "".join(words[2 : 2 + rows])
    return any(sign in _WORTHS for sign in cells) and not any(sign in "#." for sign in cells)


# Where a cell of a board of (rows, columns) goes when the board is turned or mirrored. The last
# three fit square boards only.
_Place = tuple[int, int]
_IMAGES: dict[str, Callable[[int, int, _Place], _Place]] = {
    "mirroring it left to right": lambda r, c, size: (r, size[1] - 1 - c),
    "mirroring it top to bottom": lambda r, c, size: (size[0] - 1 - r, c),
    "turning it by 180 degrees": lambda r, c, size: (size[0] - 1 - r, size[1] - 1 - c),
    "turning it by 90 degrees": lambda r, c, size: (c, size[0] - 1 - r),
    "mirroring it along a diagonal": lambda r, c, _: (c, r),
    "mirroring it along the other diagonal": lambda r, c, size: (size[1] - 1 - c, size[0] - 1 - r),
}
_FOR_RECTANGLES = 3


def swapping_image(start: Position) -> str | None:
    """How the board must be turned or mirrored to swap the colours and keep the worths.

    None if there is no such way: then the map favours one of the sides.
    """
    board = start.board
    size = board.rows, board.columns
    images = list(_IMAGES.items())
    for name, image in images if size[0] == size[1] else images[:_FOR_RECTANGLES]:
        if all(_swapped(start, place, image(*place, size)) for place in board.places(board.cells)):
            return name
    return None


def _swapped(start: Position, here: _Place, there: _Place) -> bool:
    board = start.board
    bit, image = board.bit(*here), board.bit(*there)
    return (
        board.worths[here[0]][here[1]] == board.worths[there[0]][there[1]]
        and bool(start.red & bit) == bool(start.blue & image)
        and bool(start.blue & bit) == bool(start.red & image)
    )


def remarks(start: Position) -> list[Text]:
    """What a person should know of the map."""
    board = start.board
    said = [
        Text(
            "{rows} rows of {columns} cells, worth {total} together",
            rows=board.rows,
            columns=board.columns,
            total=board.worth(board.cells),
        )
    ]
    image = swapping_image(start)
    if image is None:
        said.append(Text("not the same for both sides: play it twice, with seats swapped"))
    else:
        said.append(Text("the same for both sides: {image} swaps the colours", image=Text(image)))
    said.extend(
        Text("{side} cannot move at the start", side=Text(side))
        for seat, side in ((Seat.A, "red"), (Seat.B, "blue"))
        if Position(board, start.red, start.blue, seat).legal_moves() in ([], [PASS])
    )
    return said


def make(rows: int, columns: int, seed: int, **options: str) -> Position:
    """A new map with the usual four discs; the same arguments always give the same one.

    Wishes: ``kind``, which cells get a worth of their own (``any``, ``ones``: none,
    ``corners``, ``ring``), and ``symmetric=yes``, the same for both sides. Raises `UsageError`
    on others, and where the board's size does not allow it.
    """
    for name in options:
        if name not in _WISHES:
            known = ", ".join(f"{wish}={'|'.join(values)}" for wish, values in _WISHES.items())
            raise UsageError(
                "othello maps have no {name!r}; there are {known}", name=name, known=known
            )
    kind, symmetric = _wish(options, "kind"), _wish(options, "symmetric") == "yes"
    if not all(SMALLEST <= count <= LARGEST for count in (rows, columns)):
        raise UsageError(
            "expected {low} to {high} rows and columns, got {rows} rows of {columns}",
            low=SMALLEST,
            high=LARGEST,
            rows=rows,
            columns=columns,
        )
    discs = middle_discs(rows, columns)
    stream = Stream(seed)
    worths = [
        [_drawn(kind, row, column, rows, columns, stream) for column in range(columns)]
        for row in range(rows)
    ]
    if symmetric:
        _mirror(worths)
    for row, line in enumerate(discs):
        for column, disc in enumerate(line):
            if disc in SEAT_OF:
                worths[row][column] = 0
    return Position.of(["".join(map(str, line)) for line in worths], discs)


def _wish(options: dict[str, str], name: str) -> str:
    """The value wished for, or the usual one."""
    known = _WISHES[name]
    value = options.get(name, known[0])
    if value not in known:
        raise UsageError(
            "expected {name} to be one of {known}, got {value!r}",
            name=name,
            known=", ".join(known),
            value=value,
        )
    return value


def _drawn(kind: str, row: int, column: int, rows: int, columns: int, stream: Stream) -> int:
    edges = (row in (0, rows - 1)) + (column in (0, columns - 1))
    if kind == "corners" and edges == 2:
        return 2 + stream.below(8)  # another worth than the rest
    if kind == "any" or (kind == "ring" and edges):
        return 1 + stream.below(9)
    return 1


def _mirror(worths: list[list[int]]) -> None:
    """Make one half the mirror image of the other, across a line that swaps the four discs."""
    rows, columns = len(worths), len(worths[0])
    if columns % 2 == 0:
        for line in worths:
            line[columns // 2 :] = line[: columns // 2][::-1]
    elif rows % 2 == 0:
        worths[rows // 2 :] = [line.copy() for line in worths[: rows // 2][::-1]]
    else:
        raise UsageError("a symmetric map needs an even number of rows or columns")


def _of_task(task: int, about: str, sides: Iterable[int]) -> list[BundledMap]:
    """The four maps of a graded task: the last number tells which of the four it is."""
    return [
        BundledMap(f"task{task}-{side}x{side}-{number}", side, side, about)
        for number, side in enumerate(sides, 1)
    ]


def maps(package: str) -> Maps:
    """What `GAME` offers; *package* is where the bundled files lie."""
    bundled = [
        BundledMap("classic-8x8", 8, 8, "standard Othello: every cell is worth 1"),
        *(
            BundledMap(f"task1-{side}x{side}", side, side, "ones, with 0 in the middle")
            for side in (8, 10, 12)
        ),
        *_of_task(2, _CORNERS, (8, 8, 10, 12)),
        *_of_task(3, _RING, (8, 10, 10, 12)),
        *_of_task(4, _ANY, (8, 8, 10, 12)),
    ]
    return Maps(package, bundled, parse, write, recognises, remarks, make)
