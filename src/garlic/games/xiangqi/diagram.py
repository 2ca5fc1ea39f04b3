"""Positions to draw."""

from garlic.core import Cell, Diagram, Geometry, Mark, Seat
from garlic.core.diagram import EdgeLabels
from garlic.games.xiangqi.board import COLUMNS, EMPTY, FILES, ROWS, owner, square_name
from garlic.games.xiangqi.notation.fen import LAST_QUIET_PLY
from garlic.games.xiangqi.position import Position

GLYPHS = dict(zip("KABRNCPkabrncp", "帥仕相俥傌炮兵將士象車馬砲卒", strict=True))
PIECES = {
    letter: name
    for upper, name in {
        "K": "king",
        "A": "advisor",
        "B": "elephant",
        "R": "chariot",
        "N": "horse",
        "C": "cannon",
        "P": "pawn",
    }.items()
    for letter in (upper, upper.lower())
}
# Each side counts the files from its own right.
_EDGES = {
    "chinese": EdgeLabels("123456789", "九八七六五四三二一"),
    "wxf": EdgeLabels("123456789", "987654321"),
}
_RIVER_ROW = 4  # the river is below it
_PALACES = tuple(
    ((top, left), (top + 2, right)) for top in (0, 7) for left, right in ((3, 5), (5, 3))
)


def diagram(position: Position) -> Diagram:
    """The position to draw, red at the bottom; a king in check is marked."""
    in_check = position.in_check()
    king = position.board.find("K" if position.mover is Seat.A else "k")
    rows = tuple(
        tuple(
            Cell(
                name=square_name(square),
                piece="" if piece == EMPTY else piece,
                glyph=GLYPHS.get(piece, ""),
                seat=owner(piece),
            )
            for square, piece in enumerate(
                position.board[row * COLUMNS : (row + 1) * COLUMNS], row * COLUMNS
            )
        )
        for row in range(ROWS)
    )
    return Diagram(
        geometry=Geometry.CROSSINGS,
        rows=rows,
        column_labels=tuple(FILES),
        row_labels=tuple(str(ROWS - 1 - row) for row in range(ROWS)),
        marks={divmod(king, COLUMNS): Mark.CHECK} if in_check else {},
        facts=(
            ("plies without capture", f"{position.quiet} / {LAST_QUIET_PLY}"),
            ("check", "yes" if in_check else "no"),
        ),
        banners={_RIVER_ROW: "楚河 漢界"},
        lines=_PALACES,
        edges=_EDGES,
    )
