"""The text of a position: one line with everything in it.

``ROWS d0=CELL@BIRTH d1=CELL@BIRTH red=CELL:SCORE:STATUS blue=CELL:SCORE:STATUS round=N``

ROWS are the rows of the map from the top, joined by ``/``, with the stars that are left; a
cell is ``row,column``; N counts the rounds played. `read` refuses positions that no game can reach.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from garlic.core import InvalidPositionError, Seat, Text
from garlic.core.reading.rows import check_cells, check_size
from garlic.core.reading.scan import whole_number
from garlic.games.stars.actors import STRONGEST, Destroyer, Garlic, Place
from garlic.games.stars.maze import LARGEST, SMALLEST, STAR, SUPER_STAR, is_open

COLOURS = {Seat.A: "red", Seat.B: "blue"}

_LONGEST = LARGEST * (LARGEST + 1) + 200  # characters
_HIGHEST_SCORE = 1_000_000_000
_EXAMPLES = ("d0=0,3@0,3", "d1=0,6@0,6", "red=7,3:0:0", "blue=7,6:-4:19", "round=4")
_CELL = r"(0|[1-9][0-9]{0,2}),(0|[1-9][0-9]{0,2})"
_DESTROYER = re.compile(rf"{_CELL}@{_CELL}")
_GARLIC = re.compile(rf"{_CELL}:(0|-?[1-9][0-9]{{0,9}}):(-1|0|1?[1-9]|10|20)")


@dataclass(frozen=True, slots=True)
class Parts:
    """The fields of a position's text."""

    rows: tuple[str, ...]
    destroyers: tuple[Destroyer, Destroyer]
    garlics: tuple[Garlic, Garlic]
    round: int


def write(parts: Parts) -> str:
    """The text, on one line."""
    fields = ["/".join(parts.rows)]
    for number, destroyer in enumerate(parts.destroyers):
        fields.append(f"d{number}={cell(destroyer.place)}@{cell(destroyer.birth)}")
    for colour, garlic in zip(COLOURS.values(), parts.garlics, strict=True):
        fields.append(f"{colour}={cell(garlic.place)}:{garlic.score}:{garlic.status}")
    return " ".join([*fields, f"round={parts.round}"])


def cell(place: Place) -> str:
    """*place* as moves and positions write it: ``"3,4"``."""
    return f"{place[0]},{place[1]}"


def read(text: str) -> Parts:
    """The inverse of `write`; raise `InvalidPositionError` with the column of the fault."""
    if len(text) > _LONGEST:
        raise InvalidPositionError(
            "expected a position of at most {limit} characters, got {length}",
            column=1,
            limit=_LONGEST,
            length=len(text),
        )
    words = text.split(" ")
    if len(words) != 1 + len(_EXAMPLES):
        raise InvalidPositionError(
            "expected rows and then fields like {example!r}, got {text!r}",
            column=1,
            example=" ".join(_EXAMPLES),
            text=text,
        )
    rows = tuple(words[0].split("/"))
    check_rows(rows)
    column = len(words[0]) + 2
    fields: list[_Field] = []
    for word, example in zip(words[1:], _EXAMPLES, strict=True):
        name = example.partition("=")[0]
        if not word.startswith(f"{name}="):
            raise _unlike(example, word, column)
        fields.append(_Field(word, len(name) + 1, column, example))
        column += len(word) + 1
    destroyers = (_destroyer(fields[0], rows, 0), _destroyer(fields[1], rows, 1))
    garlics = (_garlic(fields[2], rows, Seat.A), _garlic(fields[3], rows, Seat.B))
    parts = Parts(rows, destroyers, garlics, _round(fields[4], rows))
    for seat in Seat:
        _check_garlic(parts, seat, fields[2 + seat.index].column)
    return parts


def check_rows(rows: Sequence[str]) -> None:
    """Raise `InvalidPositionError`, with the column in the joined text, unless *rows* fit."""
    check_size(rows, SMALLEST, LARGEST)
    check_cells("expected '#', '.', 'o' or 'O', got {got!r}", rows, known="#.oO")


def destroyer_name(number: int) -> Text:
    """The name of destroyer *number* in messages."""
    return Text("destroyer {number}", number=number)


@dataclass(frozen=True, slots=True)
class _Field:
    """One ``name=value`` of the text, the column where it starts, and a valid example."""

    word: str
    name_length: int
    column: int
    example: str

    @property
    def value(self) -> str:
        return self.word[self.name_length :]

    def unlike(self) -> InvalidPositionError:
        """The error that says what such a field looks like."""
        return _unlike(self.example, self.word, self.column)


def _unlike(example: str, word: str, column: int) -> InvalidPositionError:
    return InvalidPositionError(
        "expected a field like {example!r}, got {got!r}", column=column, example=example, got=word
    )


def _destroyer(field: _Field, rows: Sequence[str], number: int) -> Destroyer:
    found = _DESTROYER.fullmatch(field.value)
    if found is None:
        raise field.unlike()
    place, birth = (int(found[1]), int(found[2])), (int(found[3]), int(found[4]))
    for there in (place, birth):
        _check_open(rows, there, destroyer_name(number), field.column)
    return Destroyer(place, birth)


def _garlic(field: _Field, rows: Sequence[str], seat: Seat) -> Garlic:
    found = _GARLIC.fullmatch(field.value)
    if found is None or abs(int(found[3])) > _HIGHEST_SCORE:
        raise field.unlike()
    place = int(found[1]), int(found[2])
    _check_open(rows, place, Text(COLOURS[seat]), field.column)
    return Garlic(place, int(found[3]), int(found[4]))


def _check_open(rows: Sequence[str], place: Place, who: Text, column: int) -> None:
    if not is_open(rows, place):
        raise InvalidPositionError(
            "{who} must be on an open cell of the map, got {cell}",
            column=column,
            who=who,
            cell=cell(place),
        )


def _round(field: _Field, rows: Sequence[str]) -> int:
    last = len(rows) * len(rows[0])
    number = whole_number(field.value, 0, last)
    if number is None:
        raise InvalidPositionError(
            "expected the rounds played, 0 to {last}, got {got!r}",
            column=field.column,
            last=last,
            got=field.value,
        )
    return number


def _check_garlic(parts: Parts, seat: Seat, column: int) -> None:
    """Raise `InvalidPositionError` if no round can end with this garlic."""
    garlic = parts.garlics[seat.index]
    who = Text(COLOURS[seat])
    if garlic.gone:
        return
    if parts.round > 0 and garlic.status == STRONGEST:
        raise InvalidPositionError(
            "{who} cannot have status {status} after a round: every round takes one off",
            column=column,
            who=who,
            status=garlic.status,
        )
    row, place_column = garlic.place
    if parts.rows[row][place_column] in (STAR, SUPER_STAR):
        raise InvalidPositionError(
            "{who} cannot stand on a star at {cell}: it would have collected it",
            column=column,
            who=who,
            cell=cell(garlic.place),
        )
    for number, destroyer in enumerate(parts.destroyers):
        if destroyer.place == garlic.place != destroyer.birth:
            raise InvalidPositionError(
                "{who} cannot share {cell} with {destroyer} away from its birth cell",
                column=column,
                who=who,
                cell=cell(garlic.place),
                destroyer=destroyer_name(number),
            )
