"""Is a map fair, and by which symmetry?

A map is fair if a mirror or a half turn swaps the garlics, maps the destroyers onto the
destroyers, and keeps walls and stars: then neither seat has an advantage.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from garlic.core import Text
from garlic.games.stars.actors import Place
from garlic.games.stars.maze import STAR, SUPER_STAR, reachable
from garlic.games.stars.position import Position
from garlic.games.stars.position_text import cell, destroyer_name


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A mapping of the cells onto each other. Applied twice, it changes nothing."""

    name: str
    image: Callable[[Place, int, int], Place]  # of a place on a map with these rows and columns
    square_only: bool = False


LEFT_RIGHT = Symmetry("left-right mirror", lambda at, _, columns: (at[0], columns - 1 - at[1]))
UP_DOWN = Symmetry("up-down mirror", lambda at, rows, _: (rows - 1 - at[0], at[1]))
HALF_TURN = Symmetry("half turn", lambda at, rows, columns: (rows - 1 - at[0], columns - 1 - at[1]))
DIAGONAL = Symmetry("diagonal mirror", lambda at, _rows, _columns: (at[1], at[0]), True)
ANTIDIAGONAL = Symmetry(
    "antidiagonal mirror",
    lambda at, rows, columns: (columns - 1 - at[1], rows - 1 - at[0]),
    True,
)
SYMMETRIES = (LEFT_RIGHT, UP_DOWN, HALF_TURN, DIAGONAL, ANTIDIAGONAL)


def fair_by(position: Position) -> Symmetry | None:
    """The symmetry that makes *position* fair, or None."""
    for symmetry in _swapping(position):
        if _garlics_differ(position) is None and _first_flaw(position, symmetry) is None:
            return symmetry
    return None


def remarks(position: Position) -> list[Text]:
    """Notes on the map for people: whether it is fair, its stars, and what can be reached."""
    return [
        _fairness(position),
        _counts(position.rows),
        *_hidden_stars(position),
        *_walled_in(position),
    ]


def walled_in(position: Position) -> list[int]:
    """The destroyers that can never meet a garlic, by number."""
    garlics = [garlic.place for garlic in position.garlics if not garlic.gone]
    ground = reachable(position.rows, garlics)
    return [
        number
        for number, destroyer in enumerate(position.destroyers)
        if destroyer.place not in ground and destroyer.birth not in ground
    ]


def _swapping(position: Position) -> list[Symmetry]:
    """The symmetries that swap the places of the garlics."""
    red, blue = (garlic.place for garlic in position.garlics)
    rows, columns = len(position.rows), len(position.rows[0])
    return [
        symmetry
        for symmetry in SYMMETRIES
        if (rows == columns or not symmetry.square_only)
        and symmetry.image(red, rows, columns) == blue
    ]


def _fairness(position: Position) -> Text:
    if (found := fair_by(position)) is not None:
        return Text("fair: a {symmetry} swaps the garlics", symmetry=Text(found.name))
    candidates = _swapping(position)
    if not candidates:
        red, blue = position.garlics
        return Text(
            "not fair: no mirror and no half turn swaps {red} (red) and {blue} (blue)",
            red=cell(red.place),
            blue=cell(blue.place),
        )
    if differ := _garlics_differ(position):
        return differ
    # The author most likely intended the symmetry with the fewest exceptions.
    best = min(candidates, key=lambda symmetry: len(_unlike_cells(position, symmetry)))
    flaw = _first_flaw(position, best)
    assert flaw is not None  # noqa: S101  (otherwise the map is fair)
    return flaw


def _garlics_differ(position: Position) -> Text | None:
    """The remark on garlics that start differently, for example one on a star; None if alike."""
    red, blue = position.garlics
    if (red.score, red.status) == (blue.score, blue.status):
        return None
    return Text(
        "not fair: red starts with {red} points and status {red_status}, "
        "blue with {blue} and {blue_status}",
        red=red.score,
        red_status=red.status,
        blue=blue.score,
        blue_status=blue.status,
    )


def _first_flaw(position: Position, symmetry: Symmetry) -> Text | None:
    """The remark on the first thing that breaks *symmetry*; None if nothing does."""
    name = Text(symmetry.name)
    for here, there in _unlike_cells(position, symmetry, first_only=True):
        return Text(
            "not fair: under a {symmetry} {here} ({what}) and {there} ({other}) should be alike",
            symmetry=name,
            here=cell(here),
            what=position.rows[here[0]][here[1]],
            there=cell(there),
            other=position.rows[there[0]][there[1]],
        )
    rows, columns = len(position.rows), len(position.rows[0])
    births = [destroyer.birth for destroyer in position.destroyers]
    for number, birth in enumerate(births):
        there = symmetry.image(birth, rows, columns)
        if there not in births:
            return Text(
                "not fair: under a {symmetry} {destroyer} at {here} needs a partner at {there}",
                symmetry=name,
                destroyer=destroyer_name(number),
                here=cell(birth),
                there=cell(there),
            )
    return None


def _unlike_cells(
    position: Position, symmetry: Symmetry, *, first_only: bool = False
) -> list[tuple[Place, Place]]:
    """The pairs of cells that should be alike and are not, in reading order."""
    rows, columns = len(position.rows), len(position.rows[0])
    unlike: list[tuple[Place, Place]] = []
    for row, line in enumerate(position.rows):
        for column, sign in enumerate(line):
            there = symmetry.image((row, column), rows, columns)
            if (row, column) < there and position.rows[there[0]][there[1]] != sign:
                unlike.append(((row, column), there))
                if first_only:
                    return unlike
    return unlike


def _counts(rows: Sequence[str]) -> Text:
    return Text(
        "left to collect: stars {stars}, super stars {supers}",
        stars=sum(row.count(STAR) for row in rows),
        supers=sum(row.count(SUPER_STAR) for row in rows),
    )


def _hidden_stars(position: Position) -> list[Text]:
    ground = reachable(position.rows, [garlic.place for garlic in position.garlics])
    hidden = [
        (row, column)
        for row, line in enumerate(position.rows)
        for column, sign in enumerate(line)
        if sign in (STAR, SUPER_STAR) and (row, column) not in ground
    ]
    if not hidden:
        return []
    return [
        Text(
            "nobody can reach {count} of the stars, the first at {cell}: "
            "the game lasts all {rounds} rounds unless both garlics go",
            count=len(hidden),
            cell=cell(hidden[0]),
            rounds=position.last_round,
        )
    ]


def _walled_in(position: Position) -> list[Text]:
    numbers = walled_in(position)
    if len(numbers) == 2:
        return [Text("both destroyers are walled in")]
    if numbers:
        return [Text("destroyer {number} is walled in, the other is free", number=numbers[0])]
    return [Text("both destroyers are free")]
