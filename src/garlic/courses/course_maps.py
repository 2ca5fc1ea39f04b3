"""The maps of a course: named, checked by the rules of their game, and chosen for its leagues.

A league keeps the texts of the maps that it is played on, so it never depends on a row here. Still
a map stays as it is while a league of the course is played on it: there it is known by its name.
"""

import unicodedata
from collections.abc import Collection
from dataclasses import replace

from sqlalchemy import Connection

from garlic.arena.league.definition import LARGEST_MAP, LeagueDefinition
from garlic.core import Game, Position, UsageError
from garlic.core.maps import RANDOM_MAP, board_size
from garlic.core.reading.scan import decode
from garlic.courses.archived import check_not_archived
from garlic.games import GAMES
from garlic.store.course_maps import CourseMapRow, change_map, drop_map, keep_map, maps_of
from garlic.store.leagues import all_leagues
from garlic.store.owners import Owner
from garlic.store.schema import leagues

MOST_MAPS = 200
LONGEST_NAME = 60


def map_position(game: Game, text: str) -> Position:
    """The first position of a game on the map in *text*; raise `InputError` or `UsageError`."""
    if game.maps is None:
        raise UsageError("{game} has no maps", game=game.name)
    position: Position = game.maps.parse(text)
    if position.outcome() is not None:
        raise UsageError("a game on this map is over before its first move")
    return position


def checked_map(game: Game, content: bytes | str) -> str:
    """The map in *content* as its game writes it; raise `InputError` or `UsageError`."""
    if len(content) > LARGEST_MAP:
        raise UsageError("a map has at most {limit} KB", limit=LARGEST_MAP >> 10)
    position = map_position(game, decode(content) if isinstance(content, bytes) else content)
    assert game.maps is not None  # noqa: S101  (map_position checks it)
    return game.maps.write(position)


def checked_name(game: Game, name: str) -> str:
    """*name* as maps of a course may be called; raise `UsageError`."""
    plain = unicodedata.normalize("NFC", name).strip()
    if (
        not 0 < len(plain) <= LONGEST_NAME
        or not plain.isprintable()
        or plain[0] in ".-"
        or not {"/", "\\"}.isdisjoint(plain)
    ):
        raise UsageError(
            "expected a name of a map, 1 to {limit} characters without '/', like 'two-rooms',"
            " got {name!r}",
            limit=LONGEST_NAME,
            name=name,
        )
    bundled = game.maps.bundled if game.maps else ()
    if (
        any(plain in (known.name, known.size) for known in bundled)
        or board_size(plain.removeprefix(RANDOM_MAP)) is not None
    ):
        raise UsageError("{game} itself has a map {name!r}", game=game.name, name=plain)
    return plain


def add_map(
    connection: Connection, owner: Owner, game: Game, name: str, content: bytes | str
) -> CourseMapRow:
    """A new map of a course; raise `InputError` or `UsageError` if it cannot be one."""
    check_not_archived(connection, owner.course)
    text = checked_map(game, content)
    plain = _free_name(connection, owner.course, game, name)
    if len(maps_of(connection, owner.course)) >= MOST_MAPS:
        raise UsageError("a course has at most {limit} maps", limit=MOST_MAPS)
    return keep_map(connection, owner, game.name, plain, text)


def rename_map(connection: Connection, row: CourseMapRow, name: str) -> CourseMapRow:
    """The map with another name; raise `UsageError` if it is taken or a league uses the map."""
    check_not_archived(connection, row.course_id)
    _check_unused(connection, row)
    game = GAMES[row.game]
    if checked_name(game, name) == row.name:
        return row
    renamed = replace(row, name=_free_name(connection, row.course_id, game, name))
    change_map(connection, renamed)
    return renamed


def remove_map(connection: Connection, row: CourseMapRow) -> None:
    """Delete a map; raise `UsageError` if a league uses it."""
    check_not_archived(connection, row.course_id)
    _check_unused(connection, row)
    drop_map(connection, row)


def set_map(connection: Connection, owner: Owner, game: Game, name: str, content: str) -> str:
    """Make a map of the course be as *content* says: ``"added"``, ``"changed"`` or ``"same"``.

    Raises `InputError` or `UsageError` if that cannot be.
    """
    known = maps_of(connection, owner.course, game.name)
    row = next((each for each in known if each.name == name), None)
    if row is None:
        add_map(connection, owner, game, name, content)
        return "added"
    if row.text == (text := checked_map(game, content)):
        return "same"
    _check_unused(connection, row)
    change_map(connection, replace(row, text=text))
    return "changed"


def find_map(connection: Connection, course_id: int, name: str, game: str | None) -> CourseMapRow:
    """The map of a course called *name*; raise `UsageError` unless there is exactly one."""
    found = [each for each in maps_of(connection, course_id, game) if each.name == name]
    if not found:
        raise UsageError("the course has no map {name!r}", name=name)
    if len(found) > 1:
        raise UsageError(
            "maps of {games} are called {name!r}: name the game with --game",
            games=", ".join(each.game for each in found),
            name=name,
        )
    return found[0]


def uses_of(connection: Connection, maps: Collection[CourseMapRow]) -> dict[int, list[str]]:
    """The names of the leagues that are played on some *maps* of one course, by the maps' ids."""
    places = {(each.game, each.name, each.text): each.id for each in maps}
    found: dict[int, list[str]] = {each.id: [] for each in maps}
    course = next((each.course_id for each in maps), None)
    for league in all_leagues(connection, leagues.c.course_id == course):
        for name, text in (league.definition.get("map_files") or {}).items():
            if (league.game, name, text) in places:
                found[places[league.game, name, text]].append(league.name)
    return found


def with_course_maps(
    connection: Connection, course_id: int, definition: LeagueDefinition
) -> LeagueDefinition:
    """*definition* with the texts of the course's maps that it names."""
    wanted = definition.rules.maps
    texts = {
        each.name: each.text
        for each in maps_of(connection, course_id, definition.rules.game)
        if each.name in wanted
    }
    return replace(definition, map_files={**texts, **definition.map_files})


def without_course_maps(
    definition: LeagueDefinition, maps: Collection[CourseMapRow]
) -> LeagueDefinition:
    """*definition* without the texts that are those of *maps* of its course."""
    known = {(each.name, each.text) for each in maps if each.game == definition.rules.game}
    texts = {name: text for name, text in definition.map_files.items() if (name, text) not in known}
    return replace(definition, map_files=texts)


def _free_name(connection: Connection, course_id: int, game: Game, name: str) -> str:
    plain = checked_name(game, name)
    if any(each.name == plain for each in maps_of(connection, course_id, game.name)):
        raise UsageError(
            "another map of the course for {game} is called {name!r}", game=game.name, name=plain
        )
    return plain


def _check_unused(connection: Connection, row: CourseMapRow) -> None:
    if names := uses_of(connection, [row])[row.id]:
        raise UsageError(
            "the league {league!r} uses the map {name!r}, so it cannot be changed",
            league=names[0],
            name=row.name,
        )
