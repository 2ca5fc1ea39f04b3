"""A position as a drawing for a page. It knows no game: a `Diagram` says all."""

from garlic.core import Cell, Diagram, Geometry
from garlic.core.html import Html, element

_CELL = 24
_MARGIN = 18


def board_svg(diagram: Diagram, seats: tuple[str, str], label: str) -> Html:
    """The board of *diagram*; *seats* are what the sides are called, which tells their colour.

    *label* says what it shows to those who cannot see it.
    """
    rows, columns = len(diagram.rows), len(diagram.rows[0])
    width, height = columns * _CELL + _MARGIN, rows * _CELL + _MARGIN
    drawn = []
    if diagram.geometry is Geometry.CROSSINGS:
        drawn += _lines(rows, columns)
    for row, line in enumerate(diagram.rows):
        for column, cell in enumerate(line):
            drawn += _cell(diagram, seats, cell, _MARGIN + column * _CELL, row * _CELL)
    for column, told in enumerate(diagram.column_labels):
        x = _MARGIN + column * _CELL + _CELL / 2
        drawn.append(element("text", told, x=x, y=rows * _CELL + 13, class_="label"))
    for row, told in enumerate(diagram.row_labels):
        drawn.append(element("text", told, x=8, y=row * _CELL + 16, class_="label"))
    return element(
        "svg",
        drawn,
        viewBox=f"0 0 {width} {height}",
        width=min(width, 560),
        role="img",
        aria_label=label,
        class_="board",
    )


def _lines(rows: int, columns: int) -> list[Html]:
    """The lines between crossings."""
    half = _CELL / 2
    right, bottom = _MARGIN + columns * _CELL - half, rows * _CELL - half
    across = [
        element("line", x1=_MARGIN + half, y1=row * _CELL + half, x2=right, y2=row * _CELL + half)
        for row in range(rows)
    ]
    down = [
        element("line", x1=x, y1=half, x2=x, y2=bottom)
        for x in (_MARGIN + column * _CELL + half for column in range(columns))
    ]
    return [element("g", across, down, class_="lines")]


def _cell(diagram: Diagram, seats: tuple[str, str], cell: Cell, x: int, y: int) -> list[Html]:
    drawn = []
    if diagram.geometry is not Geometry.CROSSINGS:
        kind = "wall" if cell.wall else "cell"
        drawn.append(element("rect", x=x, y=y, width=_CELL, height=_CELL, class_=kind))
    if cell.worth is not None and not cell.piece:
        drawn.append(_text(str(cell.worth), x, y, "worth"))
    if not cell.piece:
        return drawn
    middle = {"cx": x + _CELL / 2, "cy": y + _CELL / 2}
    if cell.seat is None:  # a thing on the board: a star, a destroyer
        return [*drawn, _text(cell.glyph or cell.piece, x, y, "thing")]
    colour = seats[cell.seat.index]
    drawn.append(element("circle", **middle, r=_CELL / 2 - 3, class_=f"stone {colour}"))
    if not _is_plain_stone(cell.glyph):
        drawn.append(_text(cell.glyph or cell.piece, x, y, f"on on-{colour}"))
    elif cell.worth is not None:
        drawn.append(_text(str(cell.worth), x, y, f"on on-{colour}"))
    return drawn


def _is_plain_stone(glyph: str) -> bool:
    return glyph in {"", "●", "○", "O", "X", "x", "o"}


def _text(told: str, x: int, y: int, kind: str) -> Html:
    return element("text", told, x=x + _CELL / 2, y=y + _CELL / 2 + 5, class_=kind)


BOARD_STYLE = """
svg.board { max-width: 100%; height: auto; }
svg.board text { text-anchor: middle; font-size: 13px; fill: var(--ink); }
svg.board .label { font-size: 10px; fill: var(--soft); }
svg.board .cell { fill: var(--panel); stroke: var(--line); }
svg.board .wall { fill: var(--soft); stroke: var(--soft); }
svg.board .lines line { stroke: var(--soft); stroke-width: 1; }
svg.board .worth { fill: var(--soft); font-size: 11px; }
svg.board .stone { fill: #7a5195; stroke: #4d2f61; }
svg.board .red { fill: #c8372d; stroke: #8c1f17; }
svg.board .blue { fill: #2f6fd0; stroke: #1b4a92; }
svg.board .black { fill: #24292e; stroke: #8a939c; }
svg.board .white { fill: #fdfdfb; stroke: #5b6570; }
svg.board .on { fill: #fff; font-size: 12px; } svg.board .on-white { fill: #1c2024; }
.boards { display: flex; flex-wrap: wrap; gap: 1.25rem; }
figure { margin: .5rem 0; } figcaption { font-size: .85rem; color: var(--soft); }
@media print { svg.board * { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
"""
