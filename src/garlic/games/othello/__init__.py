"""Weighted Othello (黑白棋): every cell has a worth, and belongs to the disc on it.

A position is written as its rows of worths, its rows of discs (``O`` red, ``o`` blue, ``.``
empty), the side to move (``r``, ``b``) and the passes in a row so far, 0 to 2:
``"111/101/111 .../.Oo/... r 0"``. A move is written as column and row from the top, ``"d3"``,
or ``"pass"``, which is legal only without another move. Boards have 3 to 20 cells a side;
standard Othello is the board of 8x8 on which every cell is worth 1.
"""

from collections.abc import Sequence

from garlic.core import Cell, Diagram, Game, Geometry, Limits, Mark, PieceKind, Seat
from garlic.core.limits import MEGABYTE
from garlic.core.verdict import FaultRule, Penalty, Verdict, every_fault_loses
from garlic.games.othello.board import Board
from garlic.games.othello.bonus import contest_scores
from garlic.games.othello.course import COURSE
from garlic.games.othello.map_files import maps
from garlic.games.othello.notation.ggf import GGF
from garlic.games.othello.notation.transcript import TRANSCRIPT
from garlic.games.othello.notation.wthor import WTHOR
from garlic.games.othello.position import EMPTY, PASS, SEAT_OF, Move, Position

__all__ = [
    "FAULTS",
    "FAULTS_WHEN_LATE_FORFEITS",
    "GAME",
    "PASS",
    "Board",
    "Move",
    "Position",
    "contest_scores",
    "diagram",
]

_GLYPHS = {"O": "●", "o": "○"}
_SCORE_OF_A_FAULT = -100

# What the course's own judge did: a late answer ends the game like any other fault.
FAULTS_WHEN_LATE_FORFEITS = every_fault_loses(_SCORE_OF_A_FAULT) | {
    Verdict.INIT_TOO_LATE: FaultRule(Penalty.NOTED)
}
# What the course's hand-out says: a late answer costs the turn.
FAULTS = FAULTS_WHEN_LATE_FORFEITS | {Verdict.TOO_LATE: FaultRule(Penalty.TURN_LOST)}


def diagram(position: Position) -> Diagram:
    """The position to look at; cells where a disc can be placed are marked.

    Worths are left out where they tell nothing: on boards whose cells have all the same one,
    those aside that are worth nothing.
    """
    board = position.board
    weighted = len(set("".join(board.worths)) - {"0"}) > 1
    rows = tuple(
        tuple(
            Cell(
                name=str(Move(row, column)),
                piece="" if disc == EMPTY else disc,
                glyph=_GLYPHS.get(disc, ""),
                seat=SEAT_OF.get(disc),
                worth=int(board.worths[row][column]) if weighted else None,
            )
            for column, disc in enumerate(line)
        )
        for row, line in enumerate(position.disc_rows())
    )
    moves = position.legal_moves()
    facts = [
        ("score", f"{position.score(Seat.A)} : {position.score(Seat.B)}"),
        ("passes", str(position.passes)),
    ]
    if moves == [PASS]:
        facts.append(("only move", "pass"))
    return Diagram(
        geometry=Geometry.CELLS,
        rows=rows,
        column_labels=tuple(cell.name[0] for cell in rows[0]),
        row_labels=tuple(str(row + 1) for row in range(board.rows)),
        marks={(move.row, move.column): Mark.LEGAL for move in moves if move != PASS},
        facts=tuple(facts),
    )


def _arrange(position: Position, signs: Sequence[Sequence[str]], mover: Seat) -> str:
    discs = ["".join(sign or EMPTY for sign in row) for row in signs]
    worths = "/".join(position.board.worths)
    return f"{worths} {'/'.join(discs)} {'r' if mover is Seat.A else 'b'} 0"


def _start(rule: str | None = None, size: tuple[int, int] | None = None) -> Position:
    del rule
    return Position.start(*size) if size else Position.start()


GAME = Game(
    name="othello",
    title="Weighted Othello",
    position=Position,
    move=Move,
    seats=("red", "blue"),
    limits=Limits(init_seconds=1, turn_seconds=0.1, memory_bytes=512 * MEGABYTE),
    faults=FAULTS,
    diagram=diagram,
    start=_start,
    pieces={"O": "disc", "o": "disc"},
    palette=tuple(PieceKind(sign, _GLYPHS[sign], seat) for sign, seat in SEAT_OF.items()),
    arrange=_arrange,
    finished_is_leaf=True,
    notations={"transcript": TRANSCRIPT, "ggf": GGF, "wthor": WTHOR},
    maps=maps(__name__),
    course=COURSE,
    scorings={"contest": contest_scores},
)
