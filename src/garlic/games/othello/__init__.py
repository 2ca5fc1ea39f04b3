"""Weighted Othello (黑白棋): every cell has a worth, which counts for the disc on it.

A position is written as its rows of worths, its rows of discs (``O`` red, ``o`` blue, ``.``
empty), the side to move (``r``, ``b``) and the passes in a row so far, 0 to 2:
``"111/101/111 .../.Oo/... r 0"``. A move is written as column and row from the top, ``"d3"``,
or ``"pass"``, which is legal only without another move. Boards have 3 to 20 rows and columns;
standard Othello is the board of 8x8 on which every cell is worth 1.

`position` holds the rules: start there. `board` finds legal cells and flipped discs, `bonus` is an
optional scoring, `course` the C interface. `map_files` reads and writes maps, `symmetry` checks
whether they are fair and which positions are the same, turned; `generator` makes new maps.
`diagram` draws positions, `setup` is for those set up by hand, `notation` reads and writes files of
games.
"""

from typing import TYPE_CHECKING

from garlic.core import Game, Limits, Sample, Scale
from garlic.core.limits import MEGABYTE
from garlic.core.verdict import FaultRule, Penalty, Verdict, every_fault_loses
from garlic.games.othello.board import Board
from garlic.games.othello.bonus import contest_scores
from garlic.games.othello.course import COURSE
from garlic.games.othello.diagram import diagram
from garlic.games.othello.guide import GUIDE
from garlic.games.othello.map_files import MAPS
from garlic.games.othello.notation.ggf import GGF
from garlic.games.othello.notation.transcript import TRANSCRIPT
from garlic.games.othello.notation.wthor import WTHOR
from garlic.games.othello.position import PASS, Move, Position
from garlic.games.othello.setup import PALETTE, arrange
from garlic.games.othello.symmetry import book_form

__all__ = [
    "FAULTS",
    "FAULTS_WHEN_LATE_FORFEITS",
    "GAME",
    "MAPS",
    "PASS",
    "Board",
    "Move",
    "Position",
    "contest_scores",
    "diagram",
]

if TYPE_CHECKING:  # what the rules of the game offer: mypy checks it here
    from garlic.core import HasPly, Scored, Skips, TurnPosition

    _kind: type[TurnPosition[Move]] = Position
    _has_ply: type[HasPly] = Position
    _scored: type[Scored] = Position
    _skips: type[Skips] = Position

_FAULT_SCORE = -100

# As the course's own judge did: a late answer loses the game like any other fault.
FAULTS_WHEN_LATE_FORFEITS = every_fault_loses(_FAULT_SCORE) | {
    Verdict.INIT_TOO_LATE: FaultRule(Penalty.NOTED)
}
# As the course's assignment says: a late answer costs the turn.
FAULTS = FAULTS_WHEN_LATE_FORFEITS | {Verdict.TOO_LATE: FaultRule(Penalty.TURN_LOST)}


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
    palette=PALETTE,
    arrange=arrange,
    board_rows=Position.disc_rows,
    finished_is_leaf=True,
    notations={"transcript": TRANSCRIPT, "ggf": GGF, "wthor": WTHOR},
    maps=MAPS,
    course=COURSE,
    scorings={"contest": contest_scores},
    book_form=book_form,
    # In units of four cells of mean weight.
    scale=Scale(swing=2.0, losses=(0.5, 1.5, 3.0), random_drop=0.09),
    about="Turn your opponent's discs; every cell has its worth.",
    guide=GUIDE,
    sample=Sample("e6 f6 f5 f4 g3 f3 g5 d6 d3 e3 d2 e2 c4", map="task4-8x8-1"),
)
