"""The names of all commands, in the groups of the help page.

The shell must know them before it imports typer. A test compares them with the modules in
`commands` and with the command tree. The commands of one game alone come from its package: an entry
point in the group ``garlic.commands``, which is a function or a `typer.Typer`. Ours are in `games`.
"""

from garlic.core.plugins import PluginTable

COMMAND_GROUPS = {
    "Getting started:": ("demo", "serve", "play", "games"),
    "Your bot:": (
        "new",
        "check",
        "bots",
        "match",
        "rate",
        "sprt",
        "tune",
        "tournament",
        "league",
        "worker",
    ),
    "On a course server:": ("course", "people", "login", "push", "submit"),
    "Recorded games:": ("replay", "review", "ask", "convert"),
    "Courses:": ("labs", "lab", "grade", "highway", "trek"),
    "Positions and rules:": ("show", "analyse", "map", "playout", "perft"),
    "More:": ("engine", "bench", "doctor", "db", "cache", "shell"),
}

COMMAND_NAMES = frozenset(name for names in COMMAND_GROUPS.values() for name in names)

GAME_COMMANDS = PluginTable("garlic.commands", object, reserved=COMMAND_NAMES)
