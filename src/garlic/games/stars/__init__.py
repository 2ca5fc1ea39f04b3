"""Stars (蒜头抢分大作战): two garlics race for stars while two destroyers hunt them.

Both garlics move at once, then the destroyers; the higher score wins. A position is one line:
``"oo#o/oooo d0=0,3@0,3 d1=1,0@1,0 red=0,0:0:0 blue=1,3:0:0 round=0"`` (see `position_text`), a
move is the cell to walk to, row and column from 0: ``"3,4"``.

`position` holds the rules, a round as a sequence of stages: start there. `actors` has garlics and
destroyers, `maze` the distances between cells, `position_text` the text of a position, `course`
the C interface. `map_files` reads and writes maps, `symmetry` checks whether they are fair,
`generator` makes new ones. `diagram` draws positions, `setup` is for those set up by hand.
"""

from typing import TYPE_CHECKING

from garlic.core import FaultRule, Game, Limits, Penalty, Scale, Seat, UsageError, Verdict
from garlic.core.limits import MEGABYTE
from garlic.games.stars.actors import Destroyer, Garlic, Move, Place
from garlic.games.stars.course import COURSE
from garlic.games.stars.diagram import PIECES, diagram
from garlic.games.stars.guide import GUIDE
from garlic.games.stars.map_files import MAPS, parse
from garlic.games.stars.position import Position
from garlic.games.stars.position_text import COLOURS
from garlic.games.stars.setup import PALETTE, arrange
from garlic.games.stars.symmetry import walled_in

__all__ = ["GAME", "MAPS", "Destroyer", "Garlic", "Move", "Place", "Position"]

if TYPE_CHECKING:  # what the rules of the game offer: mypy checks it here
    from garlic.core import Scored, SimultaneousPosition

    _kind: type[SimultaneousPosition[Move]] = Position
    _scored: type[Scored] = Position


def _start(rule: str | None = None, size: tuple[int, int] | None = None) -> Position:
    del rule
    rows, columns = size or (10, 10)
    if (rows, columns) not in {(bundled.rows, bundled.columns) for bundled in MAPS.bundled}:
        raise UsageError(
            "no bundled map of stars has the size {rows}x{columns}; there are {known}",
            rows=rows,
            columns=columns,
            known=", ".join(dict.fromkeys(bundled.size for bundled in MAPS.bundled)),
        )
    return parse(MAPS.text(f"{rows}x{columns}"))


def _no_perft(position: Position) -> str | None:
    if len(walled_in(position)) == 2:
        return None
    return "a destroyer can reach a garlic here: lines depend on chance and cannot be counted"


def _faults() -> dict[Verdict, FaultRule]:
    """Any number of failed turns is allowed: each leaves the garlic where it is."""
    faults = dict.fromkeys(
        (
            Verdict.TOO_LATE,
            Verdict.MEMORY,
            Verdict.OUTPUT,
            Verdict.CRASH,
            Verdict.FORBIDDEN,
            Verdict.PROTOCOL,
            Verdict.CLOSED_OUTPUT,
        ),
        FaultRule(Penalty.TURN_LOST),
    )
    faults[Verdict.ILLEGAL_MOVE] = FaultRule(Penalty.PLAYED)
    faults[Verdict.INIT_TOO_LATE] = FaultRule(Penalty.NOTED)
    faults[Verdict.COMPILE_ERROR] = FaultRule(Penalty.GAME_LOST)
    return faults


GAME = Game(
    name="stars",
    title="Stars",
    position=Position,
    move=Move,
    seats=(COLOURS[Seat.A], COLOURS[Seat.B]),
    limits=Limits(init_seconds=1, turn_seconds=0.1, memory_bytes=256 * MEGABYTE),
    faults=_faults(),
    diagram=diagram,
    start=_start,
    pieces=PIECES,
    palette=PALETTE,
    arrange=arrange,
    board_rows=lambda position: position.rows,
    simultaneous=True,
    no_perft=_no_perft,
    maps=MAPS,
    course=COURSE,
    scale=Scale(swing=200.0, losses=(30.0, 100.0, 250.0), random_drop=0.08),
    about="Two garlics race for stars, two destroyers hunt them.",
    guide=GUIDE,
    steered=True,
)
