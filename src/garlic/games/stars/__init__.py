"""Stars (蒜头抢分大作战): two garlics race for stars while two destroyers hunt them.

Both garlics move at once, then the destroyers; the higher score wins. A position is one line:
``"oo#o/oooo d0=0,3@0,3 d1=1,0@1,0 red=0,0:0:0 blue=1,3:0:0 round=0"`` (see `notation`), a
move is the cell walked to, row and column from 0: ``"3,4"``.

`position` holds the rules, a round as a row of stages; `mapfile` reads and writes maps,
`symmetry` judges them, `generator` makes them, `picture` shows positions.
"""

from garlic.core import (
    BundledMap,
    FaultRule,
    Game,
    Limits,
    Maps,
    Penalty,
    Seat,
    UsageError,
    Verdict,
)
from garlic.core.limits import MEGABYTE
from garlic.games.stars import map_files as mapfile
from garlic.games.stars.actors import Destroyer, Garlic, Move, Place
from garlic.games.stars.course import COURSE
from garlic.games.stars.diagram import PIECES, diagram
from garlic.games.stars.generator import make
from garlic.games.stars.notation import COLOURS
from garlic.games.stars.position import Position
from garlic.games.stars.setup import PALETTE, arrange
from garlic.games.stars.symmetry import remarks, walled_in

__all__ = ["GAME", "MAPS", "Destroyer", "Garlic", "Move", "Place", "Position"]

MAPS = Maps(
    package="garlic.games.stars",
    bundled=(
        BundledMap("10x10-both-free", 10, 10, "both destroyers free; the usual 10x10"),
        BundledMap("10x10-walled-in", 10, 10, "both destroyers walled in: a race for stars alone"),
        BundledMap("10x10-one-free", 10, 10, "one destroyer free, fair by a diagonal mirror"),
        BundledMap("10x10-full", 10, 10, "a star on every cell, both destroyers free"),
        BundledMap(
            "10x10-far-supers",
            10,
            10,
            "super stars at least 12 steps from the birth cells, both destroyers free",
        ),
        BundledMap("13x15-both-free", 13, 15, "both destroyers free; the usual 13x15"),
        BundledMap("13x15-walled-in", 13, 15, "both destroyers walled in"),
        BundledMap("30x30-both-free", 30, 30, "both destroyers free"),
        BundledMap("41x41-both-free", 41, 41, "both destroyers free"),
        BundledMap("42x62-both-free", 42, 62, "both destroyers free"),
        BundledMap("60x60-both-free", 60, 60, "both destroyers free"),
    ),
    parse=mapfile.parse,
    write=mapfile.write,
    recognises=mapfile.recognises,
    remarks=remarks,
    make=make,
)


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
    return mapfile.parse(MAPS.text(f"{rows}x{columns}"))


def _no_perft(position: Position) -> str | None:
    if len(walled_in(position)) == 2:
        return None
    return "a destroyer can reach a garlic here: lines depend on chance and cannot be counted"


def _faults() -> dict[Verdict, FaultRule]:
    """Any number of failed turns is allowed: each leaves the garlic where it stands."""
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
    simultaneous=True,
    no_perft=_no_perft,
    maps=MAPS,
    course=COURSE,
)
