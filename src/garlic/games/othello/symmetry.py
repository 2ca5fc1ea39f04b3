"""Is a map fair, and by which symmetry? And which positions are the same, turned or mirrored?

A map is fair if turning or mirroring it swaps the discs of both sides and keeps the worths.
"""

import re
from collections.abc import Callable, Sequence

from garlic.core import Seat, Text
from garlic.games.othello.position import PASS, Move, Position

# Where turning or mirroring a board of (rows, columns) moves a cell. The last three are for square
# boards only.
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
    """The name of the turn or mirror that swaps the colours and keeps the worths.

    None if there is none: then the map favours one of the sides.
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
    """Notes on the map for people: its size, whether it is fair, who cannot move."""
    board = start.board
    notes = [
        Text(
            "{rows} rows of {columns} cells, worth {total} together",
            rows=board.rows,
            columns=board.columns,
            total=board.worth(board.cells),
        )
    ]
    image = swapping_image(start)
    if image is None:
        notes.append(Text("not the same for both sides: play it twice, with seats swapped"))
    else:
        notes.append(Text("the same for both sides: {image} swaps the colours", image=Text(image)))
    notes.extend(
        Text("{side} cannot move at the start", side=Text(side))
        for seat, side in ((Seat.A, "red"), (Seat.B, "blue"))
        if Position(board, start.red, start.blue, seat).legal_moves() in ([], [PASS])
    )
    return notes


def book_form(position: Position) -> tuple[str, Callable[[Move], Move]]:
    """The text of *position* in opening books, the same for all its images, without passes.

    It is written as ``"8/8/8/3oO3/3Oo3/8/8/8 r"``, with the number of empty cells in a row; on
    other maps than standard Othello the worths come first. The function takes a move from there
    back to *position*.
    """
    worths, discs = position.board.worths, position.disc_rows()
    mover = str(position).split()[2]
    images = [
        (_text(_image(worths, number), _image(discs, number), mover), number)
        for number in range(8 if len(worths) == len(worths[0]) else 4)
    ]
    text, number = min(images)
    rows, columns = len(worths), len(worths[0])

    def back(move: Move) -> Move:
        if move == PASS:
            return move
        row, column = move.row, move.column
        if number & 4:
            row, column = column, row
        return Move(
            rows - 1 - row if number & 2 else row, columns - 1 - column if number & 1 else column
        )

    return text, back


def _image(lines: Sequence[str], number: int) -> Sequence[str]:
    """The rows of a board in one of its eight images: mirrored by bits 0 and 1, then by bit 2."""
    if number & 1:
        lines = [line[::-1] for line in lines]
    if number & 2:
        lines = lines[::-1]
    return ["".join(line) for line in zip(*lines, strict=True)] if number & 4 else lines


def _text(worths: Sequence[str], discs: Sequence[str], mover: str) -> str:
    shown = re.sub(r"\.+", lambda empty: str(len(empty[0])), "/".join(discs))
    is_standard = len(worths) == len(worths[0]) == 8 and set("".join(worths)) == {"1"}
    return f"{shown} {mover}" if is_standard else f"{'/'.join(worths)} {shown} {mover}"
