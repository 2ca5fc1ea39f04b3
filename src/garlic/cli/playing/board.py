"""Draws a `Diagram` in the terminal. Marks have their own signs, so it works without colours."""

from typing import Any

from garlic.core import Cell, Diagram, Geometry, Mark, Seat, say
from garlic.core import Text as Message

_SEAT_STYLES = {Seat.A: "bold red", Seat.B: "bold cyan"}
_MARK_STYLES = {Mark.LEGAL: "green", Mark.FORBIDDEN: "bold magenta", Mark.LAST: "reverse"}

_LAST_STONES = {"●": "▲", "○": "△"}  # on crossings there is no space for a frame


def draw(diagram: Diagram) -> Any:
    """The board as a rich Text."""
    from rich.cells import cell_len
    from rich.text import Text

    margin = max(len(label) for label in diagram.row_labels) + 1
    pitch = _pitch(diagram)
    text = Text()
    text.append(f"{' ' * margin} {_header(diagram, pitch)}\n", style="dim")
    for row, cells in enumerate(diagram.rows):
        text.append(f"{diagram.row_labels[row]:>{margin - 1}}  ", style="dim")
        for column, cell in enumerate(cells):
            shown, style = _cell(diagram, row, column, cell, pitch)
            text.append(shown, style=style)
        text.rstrip()
        text.append("\n")
        if banner := diagram.banners.get(row):
            width = pitch * len(cells) - 1
            pad = max(0, width - cell_len(banner)) // 2
            text.append(f"{' ' * (margin + 1 + pad)}{banner}\n", style="dim")
    for label, value in diagram.facts:
        text.append(f"{say('{label}: {value}', label=Message(label), value=Message(value))}\n")
    return text


def seat_signs(diagram: Diagram) -> dict[Seat, str]:
    """The sign of each seat with pieces on the board; empty if a seat has several signs."""
    signs: dict[Seat, str] = {}
    for row in diagram.rows:
        for cell in row:
            sign = cell.glyph or cell.piece
            if cell.seat and signs.setdefault(cell.seat, sign) != sign:
                return {}
    return {seat: signs[seat] for seat in Seat if seat in signs}


def _header(diagram: Diagram, pitch: int) -> str:
    """The column labels above their columns, without those that would touch the one before."""
    line = ""
    for column, label in enumerate(diagram.column_labels):
        start = pitch * column + ((pitch - len(label)) // 2 if _wide(diagram) else 0)
        if column == 0 or start > len(line):
            line = line.ljust(start) + label
    return line


def _wide(diagram: Diagram) -> bool:
    return diagram.geometry is Geometry.CELLS


def _pitch(diagram: Diagram) -> int:
    """The width of a place in characters; wide glyphs on crossings need space for the lines."""
    from rich.cells import cell_len

    if _wide(diagram):
        return 3
    crossings = diagram.geometry is Geometry.CROSSINGS
    has_wide_glyphs = crossings and any(
        cell_len(cell.glyph) > 1 for row in diagram.rows for cell in row
    )
    return 4 if has_wide_glyphs else 2


def _cell(diagram: Diagram, row: int, column: int, cell: Cell, pitch: int) -> tuple[str, str]:
    from rich.cells import cell_len

    mark = diagram.marks.get((row, column))
    if cell.piece:
        style = _SEAT_STYLES[cell.seat] if cell.seat else "bold yellow"
        body = cell.glyph or cell.piece
        if mark is Mark.LAST:
            style += " reverse"
            body = _LAST_STONES.get(body, body)
    elif cell.wall:
        body, style = "██", "dim"
    else:
        body = _empty(diagram, row, column, cell, mark)
        style = _MARK_STYLES[mark] if mark else "dim"
    if _wide(diagram):
        frame = {Mark.LEGAL: "()", Mark.LAST: "[]"}.get(mark, "  ") if mark else "  "
        if cell.piece and mark is Mark.LEGAL:
            frame = "  "
        return f"{frame[0]}{body}{frame[1]}", style
    fill = (
        "─" if diagram.geometry is Geometry.CROSSINGS and column < len(diagram.rows[0]) - 1 else " "
    )
    return body + fill * (pitch - cell_len(body)), style


def _empty(diagram: Diagram, row: int, column: int, cell: Cell, mark: Mark | None) -> str:
    if mark is Mark.FORBIDDEN:
        return "×"
    if cell.worth is not None:
        return str(cell.worth)
    if diagram.geometry is not Geometry.CROSSINGS:
        return "·"
    if mark is Mark.LEGAL:
        return "*"
    if (row, column) in diagram.dots:
        return "╋"
    last_row, last_column = len(diagram.rows) - 1, len(diagram.rows[0]) - 1
    vertical = 0 if row == 0 else 2 if row == last_row else 1
    horizontal = 0 if column == 0 else 2 if column == last_column else 1
    return ("┌┬┐", "├┼┤", "└┴┘")[vertical][horizontal]
