"""Kayles: knock down one pin, or two neighbours; the player who takes the last pin wins.

A position is written ``"oo.oo a"``: one mark per pin (``o`` stands, ``.`` is down), then the
player to move. A move is written as the pins it hits, from 1: ``"3"`` or ``"3-4"``.
"""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from garlic.core import (
    Cell,
    Diagram,
    Drawing,
    Game,
    Geometry,
    IllegalMoveError,
    InvalidMoveError,
    InvalidPositionError,
    Lesson,
    Limits,
    Outcome,
    Seat,
)
from garlic.core.line import parse_line
from garlic.core.verdict import every_fault_loses

_MOVE = re.compile(r"([1-9][0-9]?)(?:-([1-9][0-9]?))?")
_POSITION = re.compile(r"([o.]{1,32}) ([ab])")


@dataclass(frozen=True, slots=True)
class Move:
    """Knock down pins *first* to *last*, counted from 1."""

    first: int
    last: int

    @classmethod
    def parse(cls, text: str) -> Self:
        found = _MOVE.fullmatch(text)
        if found is None:
            raise InvalidMoveError("expected a pin like '3', got {text!r}", text=text)
        return cls(int(found[1]), int(found[2] or found[1]))

    def __str__(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"


@dataclass(frozen=True, slots=True)
class Position:
    """A row of pins and the player to move."""

    pins: str
    mover: Seat

    @classmethod
    def parse(cls, text: str) -> Self:
        return parse_line(text, cls._parse, Move.parse)

    @classmethod
    def _parse(cls, text: str) -> Self:
        found = _POSITION.fullmatch(text)
        if found is None:
            raise InvalidPositionError("expected pins, got {text!r}", column=1, text=text)
        return cls(found[1], Seat(found[2]))

    def __str__(self) -> str:
        return f"{self.pins} {self.mover}"

    def legal_moves(self) -> list[Move]:
        up = [number for number, pin in enumerate(self.pins, 1) if pin == "o"]
        return [Move(pin, last) for pin in up for last in (pin, pin + 1) if last in up]

    def play(self, move: Move) -> Self:
        if move not in self.legal_moves():
            raise IllegalMoveError(move, self, because="hit one standing pin or two neighbours")
        down = "." * (move.last - move.first + 1)
        pins = self.pins[: move.first - 1] + down + self.pins[move.last :]
        return type(self)(pins, self.mover.other)

    def outcome(self) -> Outcome | None:
        return None if "o" in self.pins else Outcome(self.mover.other, "last pin taken")


def _diagram(position: Position) -> Diagram:
    cells = tuple(
        Cell(str(number), "o" if pin == "o" else "", "|" if pin == "o" else "")
        for number, pin in enumerate(position.pins, 1)
    )
    return Diagram(Geometry.CELLS, (cells,), tuple(cell.name for cell in cells), ("",))


def _path(_: Position, move: Move) -> tuple[str, ...]:
    return tuple(str(pin) for pin in dict.fromkeys((move.first, move.last)))


def _start(rule: str | None = None, size: tuple[int, int] | None = None) -> Position:
    del rule, size
    return Position("o" * 9, Seat.A)


GAME = Game(
    name="kayles",
    title="Kayles",
    position=Position,
    move=Move,
    seats=("first", "second"),
    limits=Limits(init_seconds=5, turn_seconds=5, memory_bytes=1 << 28),
    faults=every_fault_loses(),
    diagram=_diagram,
    start=_start,
    path=_path,
    pieces={"o": "pin"},
    guide=(Lesson("Knock down one pin or two neighbours.", (Drawing("oooo a", ("2-3",)),)),),
    chinese=json.loads(Path(__file__).with_name("zh.json").read_text(encoding="utf-8")),
)
