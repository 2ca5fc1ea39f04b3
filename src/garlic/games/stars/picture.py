"""A position to look at."""

from garlic.core import Cell, Diagram, Geometry, Mark, Seat
from garlic.games.stars.actors import Place
from garlic.games.stars.maze import FLOOR, WALL
from garlic.games.stars.notation import COLOURS, cell
from garlic.games.stars.position import Position

_STARS = {"o": "*", "O": "★"}


def diagram(position: Position) -> Diagram:
    """The maze with stars (``*``, super ``★``), garlics and destroyers (``D0``, ``D1``).

    Garlics are ``R`` and ``B``, ``R!`` and ``B!`` while strong, ``r`` and ``b`` once gone.
    """
    return Diagram(
        geometry=Geometry.MAZE,
        rows=tuple(
            tuple(_cell(position, (row, column)) for column in range(len(line)))
            for row, line in enumerate(position.rows)
        ),
        column_labels=tuple(str(column) for column in range(len(position.rows[0]))),
        row_labels=tuple(str(row) for row in range(len(position.rows))),
        marks={
            move.place: Mark.LEGAL
            for seat in Seat
            for move in position.moves_for(seat)
            if move != position.stay(seat)
        },
        facts=_facts(position),
    )


def _cell(position: Position, place: Place) -> Cell:
    name = cell(place)
    found = position.rows[place[0]][place[1]]
    here = [seat for seat in Seat if position.garlic(seat).place == place]
    # Who is in the game is drawn over who is gone, and a garlic over a destroyer.
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
    if here:
        letter = COLOURS[here[0]][0]
        return Cell(name, letter, letter, here[0])
    if found in (FLOOR, WALL):
        return Cell(name, wall=found == WALL)
    return Cell(name, found, _STARS[found])


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
        facts.append(("strong for so many rounds", left))
    return tuple(facts)
