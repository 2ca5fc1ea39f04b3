"""The names of all commands, for the shell: it must know them before it imports typer.

A test compares this with the real tree of commands.
"""

COMMAND_NAMES = frozenset(
    {
        "convert",
        "doctor",
        "forbidden",
        "games",
        "highway",
        "map",
        "match",
        "perft",
        "play",
        "playout",
        "replay",
        "shell",
        "show",
        "trek",
    }
)
