"""Bounds on requests from the browser: limits of bots, which maps are allowed, sizes of puzzles."""

from garlic.core import Game, Limits, UsageError
from garlic.core.limits import MEGABYTE
from garlic.core.maps import RANDOM_MAP, board_size
from garlic.judge.settings import parse_limits

LONGEST_TURN_SECONDS = 600.0
LARGEST_MEMORY = 2048 * MEGABYTE
LARGEST_PICTURE = 4 << 20  # bytes of a puzzle's picture
LARGEST_TREK = 1 << 20  # characters of a map or an answer
MOST_ROADS = 20
LARGEST_SAMPLE_SIDE = 120  # rows or columns of a generated map or picture


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
    if board_size(name.removeprefix(RANDOM_MAP)) is None:
        raise UsageError("no bundled map is called {name!r}; see `garlic map list`", name=name)
