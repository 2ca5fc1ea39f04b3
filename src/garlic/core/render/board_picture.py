"""A position as an SVG picture for pages. It knows no game: all it needs is a `Diagram`."""

from operator import itemgetter

from garlic.core.diagram import Cell, Diagram, Geometry, Mark
from garlic.core.render.html import Html, element
from garlic.core.seat import Seat

_CELL = 20  # the side of a cell, in units of the picture
_MARGIN = 18
_COLOURS = ("black", "white", "red", "blue")  # of the sides, see `BOARD_STYLE`


def board_picture(diagram: Diagram, seats: tuple[str, str], label: str) -> Html:
    """The picture of *diagram*; *seats* are the names of the sides: colours, if they have one.

    *label* describes it for screen readers. The page needs `BOARD_STYLE`.
    """
    rows, columns = len(diagram.rows), len(diagram.rows[0])
    width, height = columns * _CELL + 2 * _MARGIN, rows * _CELL + 2 * _MARGIN
    crossings = diagram.geometry is Geometry.CROSSINGS
    return element(
        "svg",
        element("rect", width=width, height=height, rx=4, class_="wood"),
        *(_lines(diagram) if crossings else _squares(diagram)),
        *_labels(diagram),
        *(
            _piece(seats, cell, row, column, last=diagram.marks.get((row, column)) is Mark.LAST)
            for row, cells in enumerate(diagram.rows)
            for column, cell in enumerate(cells)
            if cell.piece
        ),
        *(
            _MARKS[mark](_middle(column), _middle(row))
            for (row, column), mark in sorted(diagram.marks.items(), key=itemgetter(0))
            if mark in _MARKS
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
    drawn = []
    for row in range(last_row + 1):
        y = _middle(row)
        drawn.append(element("line", x1=left, x2=right, y1=y, y2=y, class_="rule"))
    breaks = sorted(diagram.banners)  # lines stop at the river; the edges do not
    for column in range(last_column + 1):
        x = _middle(column)
        edge = column in (0, last_column)
        ends = [top, *(y for row in breaks for y in (_middle(row), _middle(row + 1))), bottom]
        if edge:
            ends = [top, bottom]
        drawn += [
            element("line", x1=x, x2=x, y1=start, y2=end, class_="rule")
            for start, end in zip(ends[::2], ends[1::2], strict=True)
        ]
    drawn += [
        element(
            "line",
            x1=_middle(start[1]),
            y1=_middle(start[0]),
            x2=_middle(end[1]),
            y2=_middle(end[0]),
            class_="rule",
        )
        for start, end in diagram.lines
    ]
    for row, banner in diagram.banners.items():
        y = (_middle(row) + _middle(row + 1)) / 2 + 4
        drawn.append(element("text", banner, x=(left + right) / 2, y=y, class_="mark"))
    drawn += [
        element("circle", cx=_middle(column), cy=_middle(row), r=2, class_="dot")
        for row, column in sorted(diagram.dots)
    ]
    return drawn


def _squares(diagram: Diagram) -> list[Html]:
    drawn = []
    for row, cells in enumerate(diagram.rows):
        for column, cell in enumerate(cells):
            x, y = _MARGIN + column * _CELL, _MARGIN + row * _CELL
            kind = "wall" if cell.wall else "cell"
            drawn.append(element("rect", x=x, y=y, width=_CELL, height=_CELL, class_=kind))
            if cell.worth is not None and not cell.piece:
                worth = str(cell.worth)
                drawn.append(
                    element("text", worth, x=_middle(column), y=_middle(row) + 3.5, class_="mark")
                )
    return drawn


def _labels(diagram: Diagram) -> list[Html]:
    """The names of rows and columns; of longer column names every second, so that none touch."""
    drawn = []
    for column, name in enumerate(diagram.column_labels):
        if len(name) < 2 or column % 2 == 0:
            drawn.append(element("text", name, x=_middle(column), y=_MARGIN - 5, class_="mark"))
    for row, name in enumerate(diagram.row_labels):
        drawn.append(element("text", name, x=_MARGIN / 2, y=_middle(row) + 3.5, class_="mark"))
    return drawn


def _piece(seats: tuple[str, str], cell: Cell, row: int, column: int, *, last: bool) -> Html:
    x, y = _middle(column), _middle(row)
    sign = cell.glyph or cell.piece
    if cell.seat is None:  # a thing on the board, not a side's piece
        return element("text", sign, x=x, y=y + 4.5, class_="thing")
    side = _colour(seats, cell.seat)
    parts = [element("circle", cx=x, cy=y, r=_CELL * 0.43, class_=f"piece {side}")]
    label = str(cell.worth or "") if sign in "●○" else sign  # the circle already shows a disc
    if label:
        parts.append(element("text", label, x=x, y=y + 4.5, class_=f"sign {side}"))
    if last:
        parts.append(element("circle", cx=x, cy=y, r=_CELL * 0.14, class_="last"))
    return element("g", *parts)


def _colour(seats: tuple[str, str], seat: Seat) -> str:
    """The colour that the seat is named after, else one that is free."""
    if seats[seat.index] in _COLOURS:
        return seats[seat.index]
    return [colour for colour in _COLOURS if colour not in seats][seat.index]


def _legal(x: float, y: float) -> Html:
    return element("circle", cx=x, cy=y, r=_CELL * 0.46, class_="legal")


def _forbidden(x: float, y: float) -> Html:
    arm = _CELL * 0.22
    cross = f"M{x - arm} {y - arm}L{x + arm} {y + arm}M{x - arm} {y + arm}L{x + arm} {y - arm}"
    return element("path", d=cross, class_="forbidden")


_MARKS = {Mark.LEGAL: _legal, Mark.FORBIDDEN: _forbidden}  # the last move is drawn on its piece


BOARD_STYLE = """
.board { --wood: #ecd9b4; --grain: #8a6d3b; --label: #8a6d3b; --legal: #1f7a4d;
  max-width: 100%; height: auto;
  flex: none; }
@media (prefers-color-scheme: dark) {
  .board { --wood: #7d6640; --grain: #3d3019; --label: #e6d7b5; --legal: #b5f0c6; } }
.board text { text-anchor: middle; }
.board .wood { fill: var(--wood); }
.board .rule, .board .cell { stroke: var(--grain); stroke-width: .7; fill: none; }
.board .dot, .board .wall { fill: var(--grain); }
.board .mark { font-size: 9px; fill: var(--label); }
.board .thing { font-size: 11px; fill: var(--label); }
.board .piece { stroke: #0006; stroke-width: .6; fill: #c9a227; }
.board .piece.red { fill: #c8372d; } .board .piece.blue { fill: #2f6fbf; }
.board .piece.black { fill: #22252a; } .board .piece.white { fill: #f6f5f0; }
.board .sign { font-size: 12px; fill: #fff; } .board .sign.white { fill: #22252a; }
.board .last { fill: #fff9; } .board .white ~ .last { fill: #22252a99; }
.board .legal { stroke: var(--legal); stroke-width: 1.2; stroke-dasharray: 2 1.4; fill: none; }
.board .forbidden { stroke: #c2185b; stroke-width: 2; fill: none; }
@media print { .board * { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
"""
