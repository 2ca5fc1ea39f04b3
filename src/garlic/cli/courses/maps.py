"""`garlic course map`: the maps of a course."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from garlic.cli.courses.common import CourseArgument, course_app, terminal_actor
from garlic.cli.parameters import DatabaseUrl, Json
from garlic.cli.tree.completion import course_map_names, games_with_maps
from garlic.core import InputError, UsageError, say

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection

    from garlic.store.course_maps import CourseMapRow

map_app = typer.Typer(no_args_is_help=True, help="List, add, rename and remove a course's maps.")
course_app.add_typer(map_app, name="map")

MapArgument = Annotated[
    str,
    typer.Argument(
        metavar="MAP",
        help="As listed by `garlic course map list`.",
        autocompletion=course_map_names,
    ),
]
MapGame = Annotated[
    str | None,
    typer.Option(
        "--game",
        metavar="GAME",
        help="Its game, if the name or the file does not say.",
        autocompletion=games_with_maps,
    ),
]


@map_app.command("list")
def list_maps(course: CourseArgument, database: DatabaseUrl = None, json: Json = False) -> None:
    """List the maps of a course, and the leagues that are played on them.

    Example: garlic course map list algorithms-2026
    """
    from garlic.cli.output import print_json, print_table
    from garlic.courses.course_maps import uses_of
    from garlic.people.courses import course_named
    from garlic.store import open_database
    from garlic.store.course_maps import maps_of

    def work(connection: "Connection") -> list[tuple["CourseMapRow", list[str]]]:
        rows = maps_of(connection, course_named(connection, course).id)
        uses = uses_of(connection, rows)
        return [(row, uses[row.id]) for row in rows]

    with open_database(database) as opened:
        found = opened.read(work)
    if json:
        print_json(
            [
                {"game": row.game, "name": row.name, "text": row.text, "leagues": leagues}
                for row, leagues in found
            ]
        )
        return
    rows = [(row.game, row.name, ", ".join(leagues) or "-") for row, leagues in found]
    print_table(("game", "name", "leagues"), rows)


@map_app.command("add")
def add(
    course: CourseArgument,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A map file.")],
    name: Annotated[
        str | None, typer.Option(metavar="NAME", help="Its name; by default that of the file.")
    ] = None,
    game: MapGame = None,
    database: DatabaseUrl = None,
    json: Json = False,
) -> None:
    """Add a map to a course; the rules of its game check it.

    Example: garlic course map add algorithms-2026 two-rooms.txt
    """
    from garlic.arena.league.definition import LARGEST_MAP
    from garlic.cli.playing.positions import game_of_map
    from garlic.core.reading.files import read_limited
    from garlic.core.reading.scan import decode
    from garlic.courses.course_maps import add_map, checked_map
    from garlic.games import GAMES
    from garlic.store.owners import Owner
    from garlic.store.schema import LOCAL

    facts = GAMES[game] if game else None
    content = read_limited(file, LARGEST_MAP)
    try:
        facts = facts or game_of_map(decode(content))
        text = checked_map(facts, content)
    except (InputError, UsageError) as fault:
        raise UsageError("{path}: {fault}", path=str(file), fault=fault) from fault

    def work(connection: "Connection", course_id: int) -> "tuple[CourseMapRow, str]":
        owner = Owner(LOCAL, course_id)
        row = add_map(connection, owner, facts, file.stem if name is None else name, text)
        return row, f"map added: {row.game} {row.name}"

    row = _changed(course, work, database)
    _print_done("{course} has the map {name} of {game}", course, row, json=json)


@map_app.command("rename")
def rename(
    course: CourseArgument,
    name: MapArgument,
    new_name: Annotated[str, typer.Argument(metavar="NAME", help="Its new name.")],
    game: MapGame = None,
    database: DatabaseUrl = None,
    json: Json = False,
) -> None:
    """Rename a map, unless a league is played on it.

    Example: garlic course map rename algorithms-2026 two-rooms week-3
    """
    from garlic.courses.course_maps import rename_map

    def change(connection: "Connection", row: "CourseMapRow") -> "tuple[CourseMapRow, str]":
        renamed = rename_map(connection, row, new_name)
        return renamed, f"map renamed: {row.game} {row.name} > {renamed.name}"

    row = _changed_map(course, name, game, change, database)
    _print_done("{course} has the map {name} of {game}", course, row, json=json)


@map_app.command("remove")
def remove(
    course: CourseArgument,
    name: MapArgument,
    game: MapGame = None,
    database: DatabaseUrl = None,
    json: Json = False,
) -> None:
    """Remove a map from a course, unless a league is played on it.

    Example: garlic course map remove algorithms-2026 two-rooms
    """
    from garlic.courses.course_maps import remove_map

    def change(connection: "Connection", row: "CourseMapRow") -> "tuple[CourseMapRow, str]":
        remove_map(connection, row)
        return row, f"map removed: {row.game} {row.name}"

    row = _changed_map(course, name, game, change, database)
    _print_done("{course} no longer has the map {name} of {game}", course, row, json=json)


def _changed_map(
    course: str,
    name: str,
    game: str | None,
    change: "Callable[[Connection, CourseMapRow], tuple[CourseMapRow, str]]",
    database: str | None,
) -> "CourseMapRow":
    """The map that *change* returns for the one with this name."""
    from garlic.courses.course_maps import find_map

    def work(connection: "Connection", course_id: int) -> "tuple[CourseMapRow, str]":
        return change(connection, find_map(connection, course_id, name, game))

    return _changed(course, work, database)


def _changed(
    course: str,
    change: "Callable[[Connection, int], tuple[CourseMapRow, str]]",
    database: str | None,
) -> "CourseMapRow":
    """The map that *change* returns for a course; what was done is written in the audit log."""
    from garlic.people.audit import AuditEvent, note
    from garlic.people.courses import course_named
    from garlic.store import open_database

    def work(connection: "Connection") -> "CourseMapRow":
        found = course_named(connection, course)
        row, what = change(connection, found.id)
        actor, event = terminal_actor(), AuditEvent.COURSE_CHANGED
        note(connection, actor, event, course=found.id, what=what)
        return row

    with open_database(database) as opened:
        return opened.write(work)


def _print_done(sentence: str, course: str, row: "CourseMapRow", *, json: bool) -> None:
    from garlic.cli.output import print_json

    if json:
        print_json({"game": row.game, "name": row.name})
    else:
        print(say(sentence, course=course, name=row.name, game=row.game))
