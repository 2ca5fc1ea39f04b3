"""Tab completion: the values that the shell offers for arguments and options."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from garlic.core import Game


def game_names(incomplete: str) -> list[str]:
    """The games."""
    from garlic.games import GAMES

    return _starting(incomplete, GAMES)


def games_with_maps(incomplete: str) -> list[str]:
    """The games that are played on maps."""
    from garlic.games import GAMES

    return _starting(incomplete, [name for name, game in GAMES.items() if game.maps])


def rule_names(context: typer.Context, incomplete: str) -> list[str]:
    """The rule sets of the game typed before."""
    game = _game(context)
    return _starting(incomplete, game.rules) if game else []


def notation_names(context: typer.Context, incomplete: str) -> list[str]:
    """The notations of the game typed before."""
    game = _game(context)
    return _starting(incomplete, ["text", *game.notations]) if game else []


def map_names(context: typer.Context, incomplete: str) -> list[str]:
    """The bundled maps of the game typed before."""
    game = _game(context)
    maps = game.maps.bundled if game and game.maps else ()
    return _starting(incomplete, [bundled.name for bundled in maps])


def lab_names(incomplete: str) -> list[str]:
    """The labs."""
    from garlic.labs.library import lab_names as all_labs

    return _starting(incomplete, all_labs())


def course_names(incomplete: str) -> list[str]:
    """The courses in the user's own database; none if it cannot be read."""
    from garlic.core import GarlicError
    from garlic.people.courses import list_courses
    from garlic.store import open_database

    try:
        with open_database() as opened:
            return _starting(incomplete, [course.name for course, _ in opened.read(list_courses)])
    except GarlicError:
        return []


def course_map_names(context: typer.Context, incomplete: str) -> list[str]:
    """The maps of the course typed before, in the user's own database."""
    from garlic.core import GarlicError
    from garlic.people.courses import course_named
    from garlic.store import open_database
    from garlic.store.course_maps import maps_of

    course = context.params.get("course")
    try:
        with open_database() as opened:
            rows = opened.read(lambda c: maps_of(c, course_named(c, str(course)).id))
    except GarlicError:
        return []
    return _starting(incomplete, [row.name for row in rows])


def _game(context: typer.Context) -> "Game | None":
    from garlic.games import GAMES

    # After an option without its value nothing is parsed yet: the words are in `args`.
    typed = [context.params.get("game"), *context.args]
    return next((GAMES[name] for name in typed if name and name in GAMES), None)


def _starting(incomplete: str, names: Iterable[str]) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]
