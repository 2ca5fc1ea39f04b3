"""Positions that are set up by hand."""

from collections.abc import Sequence

from garlic.core import InvalidPositionError, PieceKind, Seat, Text
from garlic.games.stars.actors import Destroyer, Place
from garlic.games.stars.maze import FLOOR, WALL
from garlic.games.stars.position import Position
from garlic.games.stars.position_text import COLOURS, cell, destroyer_name

PALETTE = (
    PieceKind("R", "R", Seat.A, is_single=True),
    PieceKind("B", "B", Seat.B, is_single=True),
    PieceKind("D0", "D0", is_single=True),
    PieceKind("D1", "D1", is_single=True),
    PieceKind("o", "*"),
    PieceKind("O", "★"),
    PieceKind(WALL, WALL),
)
_GROUND = {WALL, "o", "O"}
_GARLICS = {Seat.A: Text("the red garlic"), Seat.B: Text("the blue garlic")}


def arrange(position: Position, signs: Sequence[Sequence[str]], mover: Seat) -> str:
    """The text of *position* with other walls, stars and actors; scores and round stay.

    Raises `InvalidPositionError` if an actor is missing. A destroyer whose birth cell is now a
    wall is born where it stands.
    """
    del mover  # both move at once
    rows = ["".join(sign if sign in _GROUND else FLOOR for sign in row) for row in signs]
    fields = ["/".join(rows)]
    for number, destroyer in enumerate(position.destroyers):
        place = _place(signs, f"D{number}", destroyer_name(number))
        fields.append(f"d{number}={cell(place)}@{cell(_birth(rows, destroyer, place))}")
    for seat, garlic in zip(Seat, position.garlics, strict=True):
        colour = COLOURS[seat]
        place = _place(signs, colour[0].upper(), _GARLICS[seat])
        status = max(0, garlic.status)
        fields.append(f"{colour}={cell(place)}:{garlic.score}:{status}")
    return " ".join([*fields, f"round={position.round}"])


def _place(signs: Sequence[Sequence[str]], wanted: str, who: Text) -> Place:
    for row, line in enumerate(signs):
        for column, sign in enumerate(line):
            if sign == wanted:
                return row, column
    raise InvalidPositionError("{who} is missing on the board", who=who)


def _birth(rows: Sequence[str], destroyer: Destroyer, place: Place) -> Place:
    row, column = destroyer.birth
    return place if rows[row][column] == WALL else destroyer.birth
