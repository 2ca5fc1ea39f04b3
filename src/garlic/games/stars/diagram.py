"""Positions to draw."""

from functools import lru_cache

from garlic.core import Actor, Cell, Diagram, Geometry, Mark, Seat
from garlic.games.stars.actors import Place
from garlic.games.stars.maze import FLOOR, WALL
from garlic.games.stars.position import Position
from garlic.games.stars.position_text import COLOURS, cell

_STARS = {"o": "*", "O": "★"}
PIECES = {
    "#": "wall",
    "o": "star",
    "O": "super star",
    "D0": "destroyer",
    "D1": "destroyer",
    "R": "garlic",
    "B": "garlic",
    "r": "garlic that is gone",
    "b": "garlic that is gone",
}


def diagram(position: Position) -> Diagram:
    """The maze with stars (``*``, super ``★``), garlics and destroyers (``D0``, ``D1``).

    Garlics are ``R`` and ``B``, ``R!`` and ``B!`` while strong, ``r`` and ``b`` once gone.
    """
    rows = [_row(number, line) for number, line in enumerate(position.rows)]
    places = {actor.place for actor in (*position.garlics, *position.destroyers)}
    beneath = {(row, column): rows[row][column] for row, column in places}
    for row, column in places:
        shown = _cell(position, (row, column))
        rows[row] = (*rows[row][:column], shown, *rows[row][column + 1 :])
    return Diagram(
        geometry=Geometry.MAZE,
        rows=tuple(rows),
        column_labels=tuple(str(column) for column in range(len(position.rows[0]))),
        row_labels=tuple(str(row) for row in range(len(position.rows))),
        marks={
            move.place: Mark.LEGAL
            for seat in Seat
            for move in position.moves_for(seat)
            if move != position.stay(seat)
        },
        facts=_facts(position),
        actors=_actors(position),
        beneath=beneath,
    )


@lru_cache(maxsize=4096)  # a replay shows thousands of positions that differ in a row or two
def _row(number: int, line: str) -> tuple[Cell, ...]:
    """A row of the maze without actors."""
    return tuple(
        Cell(cell((number, column)), wall=sign == WALL)
        if sign in (FLOOR, WALL)
        else Cell(cell((number, column)), sign, _STARS[sign])
        for column, sign in enumerate(line)
    )


def _actors(position: Position) -> tuple[Actor, ...]:
    """Gone garlics first, then destroyers, then garlics: the last one is drawn on top."""
    actors = [
        Actor(f"d{number}", *destroyer.place, f"D{number}", f"D{number}")
        for number, destroyer in enumerate(position.destroyers)
    ]
    for seat, garlic in zip(Seat, position.garlics, strict=True):
        letter = COLOURS[seat][0] if garlic.gone else COLOURS[seat][0].upper()
        glyph = f"{letter}!" if garlic.strong else letter
        count = max(0, garlic.status)
        actor = Actor(COLOURS[seat], *garlic.place, letter, glyph, seat, count)
        actors.insert(0 if garlic.gone else len(actors), actor)
    return tuple(actors)


def _cell(position: Position, place: Place) -> Cell:
    """The cell at *place*, which has at least one actor, as drawn."""
    name = cell(place)
    here = [seat for seat in Seat if position.garlic(seat).place == place]
    # Garlics in the game are drawn over destroyers, and both over gone garlics.
    alive = [seat for seat in here if not position.garlic(seat).gone]
    if len(alive) == 2:
        return Cell(name, "RB", "RB")
    if alive:
        letter = COLOURS[alive[0]][0].upper()
        strong = position.garlic(alive[0]).strong
        return Cell(name, letter, f"{letter}!" if strong else letter, alive[0])
    for number, destroyer in enumerate(position.destroyers):
        if destroyer.place == place:
            return Cell(name, f"D{number}", f"D{number}")
    letter = COLOURS[here[0]][0]
    return Cell(name, letter, letter, here[0])


def _facts(position: Position) -> tuple[tuple[str, str], ...]:
    red, blue = position.garlics
    facts = [
        ("round", f"{position.round} / {position.last_round}"),
        ("score", f"{red.score} : {blue.score}"),
        ("stars left", str(position.stars_left())),
    ]
    for seat, garlic in zip(Seat, position.garlics, strict=True):
        status = "gone" if garlic.gone else "strong" if garlic.strong else "normal"
        facts.append((COLOURS[seat], status))
    if red.strong or blue.strong:
        left = " : ".join(str(max(0, garlic.status)) for garlic in position.garlics)
        facts.append(("strong rounds left", left))
    return tuple(facts)
