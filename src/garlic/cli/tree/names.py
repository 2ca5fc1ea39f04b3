"""The names of all commands, in the groups of the help page.

The shell must know them before it imports typer. A test compares them with the modules in
`commands` and with the command tree. The commands of one game alone come from its package: an entry
point in the group ``garlic.commands``, which is a function or a `typer.Typer`. Ours are in `games`.
"""

from typing import NamedTuple

from garlic.core.plugins import PluginTable


class CommandGroup(NamedTuple):
    """Commands that the help page lists together, and the folder of `commands` that has them."""

    title: str
    folder: str
    names: tuple[str, ...]


COMMAND_GROUPS = (
    CommandGroup("Getting started:", "start", ("demo", "serve", "play", "games")),
    CommandGroup(
        "Your bot:",
        "bots",
        ("new", "check", "bots", "match", "rate", "sprt", "tune", "tournament", "league", "worker"),
    ),
    CommandGroup("On a course server:", "server", ("course", "people", "login", "push", "submit")),
    CommandGroup("Recorded games:", "records", ("replay", "review", "ask", "convert")),
    CommandGroup("Courses:", "teaching", ("labs", "lab", "grade", "highway", "trek")),
    CommandGroup(
        "Positions and rules:", "positions", ("show", "analyse", "map", "playout", "perft")
    ),
    CommandGroup("More:", "more", ("engine", "bench", "doctor", "db", "cache", "shell")),
)

COMMAND_NAMES = frozenset(name for group in COMMAND_GROUPS for name in group.names)

GAME_COMMANDS = PluginTable("garlic.commands", object, reserved=COMMAND_NAMES)
