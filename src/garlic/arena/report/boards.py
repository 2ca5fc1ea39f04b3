"""A position as a small SVG picture, from the same `Diagram` that the terminal draws."""

from garlic.arena.report.markup import Html, tag
from garlic.core import Cell, Diagram, Game, Geometry, Mark

_CELL = 20  # the side of a place, in units of the picture
_MARGIN = 18


def board(game: Game, diagram: Diagram, label: str) -> Html:
    """The picture of *diagram*; *label* tells those who cannot see it."""
    rows, columns = len(diagram.rows), len(diagram.rows[0])
    width, height = columns * _CELL + 2 * _MARGIN, rows * _CELL + 2 * _MARGIN
    crossings = diagram.geometry is Geometry.CROSSINGS
    return tag(
        "svg",
        tag("rect", width=width, height=height, rx=4, class_="wood"),
        *(_lines(diagram) if crossings else _squares(diagram)),
        *_labels(diagram),
        *(
            _piece(game, cell, row, column, last=diagram.marks.get((row, column)) is Mark.LAST)
            for row, cells in enumerate(diagram.rows)
            for column, cell in enumerate(cells)
            if cell.piece
        ),
        viewBox=f"0 0 {width} {height}",
        width=min(width, 460),
        class_="board",
        role="img",
        aria_label=label,
    )


def _middle(place: int) -> float:
    return _MARGIN + _CELL * (place + 0.5)


def _lines(diagram: Diagram) -> list[Html]:
    last_row, last_column = len(diagram.rows) - 1, len(diagram.rows[0]) - 1
    top, bottom = _middle(0), _middle(last_row)
    left, right = _middle(0), _middle(last_column)
    found = []
    for row in range(last_row + 1):
        y = _middle(row)
        found.append(tag("line", x1=left, x2=right, y1=y, y2=y, class_="rule"))
    breaks = sorted(diagram.banners)  # lines stop at a river; the edges go on
    for column in range(last_column + 1):
        x = _middle(column)
        edge = column in (0, last_column)
        ends = [top, *(y for row in breaks for y in (_middle(row), _middle(row + 1))), bottom]
        if edge:
            ends = [top, bottom]
        found += [
            tag("line", x1=x, x2=x, y1=start, y2=end, class_="rule")
            for start, end in zip(ends[::2], ends[1::2], strict=True)
        ]
    for row, banner in diagram.banners.items():
        y = (_middle(row) + _middle(row + 1)) / 2 + 4
        found.append(tag("text", banner, x=(left + right) / 2, y=y, class_="mark"))
    found += [
        tag("circle", cx=_middle(column), cy=_middle(row), r=2, class_="dot")
        for row, column in sorted(diagram.dots)
    ]
    return found


def _squares(diagram: Diagram) -> list[Html]:
    found = []
    for row, cells in enumerate(diagram.rows):
        for column, cell in enumerate(cells):
            x, y = _MARGIN + column * _CELL, _MARGIN + row * _CELL
            kind = "wall" if cell.wall else "cell"
            found.append(tag("rect", x=x, y=y, width=_CELL, height=_CELL, class_=kind))
            if cell.worth is not None and not cell.piece:
                worth = str(cell.worth)
                found.append(
                    tag("text", worth, x=_middle(column), y=_middle(row) + 3.5, class_="mark")
                )
    return found


def _labels(diagram: Diagram) -> list[Html]:
    """The names of rows and columns; every second of two letters, so that none touch."""
    found = []
    for column, name in enumerate(diagram.column_labels):
        if len(name) < 2 or column % 2 == 0:
            found.append(tag("text", name, x=_middle(column), y=_MARGIN - 5, class_="mark"))
    for row, name in enumerate(diagram.row_labels):
        found.append(tag("text", name, x=_MARGIN / 2, y=_middle(row) + 3.5, class_="mark"))
    return found


def _piece(game: Game, cell: Cell, row: int, column: int, *, last: bool) -> Html:
    x, y = _middle(column), _middle(row)
    sign = cell.glyph or cell.piece
    if cell.seat is None:  # nobody's: a thing on the board, not a piece
        return tag("text", sign, x=x, y=y + 4.5, class_="thing")
    side = game.seats[cell.seat.index]
    parts = [tag("circle", cx=x, cy=y, r=_CELL * 0.43, class_=f"piece {side}")]
    if sign not in "●○":  # a disc is all colour
        parts.append(tag("text", sign, x=x, y=y + 4.5, class_=f"sign {side}"))
    if last:
        parts.append(tag("circle", cx=x, cy=y, r=_CELL * 0.14, class_="last"))
    return tag("g", *parts)
