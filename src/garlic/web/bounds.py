"""Bounds on requests from the browser: time and memory limits, and which maps are allowed."""

import re

from garlic.core import Game, Limits, UsageError
from garlic.core.limits import MEGABYTE
from garlic.judge.settings import parse_limits

LONGEST_TURN_SECONDS = 600.0
LARGEST_MEMORY = 2048 * MEGABYTE
_SIZE = re.compile(r"(random-)?[0-9]{1,3}x[0-9]{1,3}")


def bounded_limits(text: str, game: Game) -> Limits:
    """The limits that *text* describes; raise `UsageError` if they exceed the server's bounds."""
    limits = parse_limits(text, game.limits)
    if max(limits.turn_seconds, limits.init_seconds) > LONGEST_TURN_SECONDS:
        raise UsageError("a turn may take at most {most:g} s here", most=LONGEST_TURN_SECONDS)
    if limits.memory_bytes > LARGEST_MEMORY:
        raise UsageError("a bot may use at most {most} MB here", most=LARGEST_MEMORY // MEGABYTE)
    return limits


def check_map(game: Game, name: str | None) -> None:
    """Raise `UsageError` unless *name* is a bundled map, a size or a random map; files are not."""
    bundled = game.maps.bundled if game.maps else ()
    if name is None or any(name in (known.name, known.size) for known in bundled):
        return
    if _SIZE.fullmatch(name) is None:
        raise UsageError("no bundled map is called {name!r}; see `garlic map list`", name=name)
