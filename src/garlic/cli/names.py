"""The names of all commands, for the shell: it must know them before it imports typer.

A test compares this with the real tree of commands.
"""

COMMAND_NAMES = frozenset(
    {
        "analyse",
        "bench",
        "bots",
        "check",
        "convert",
        "doctor",
        "forbidden",
        "games",
        "highway",
        "map",
        "match",
        "new",
        "perft",
        "play",
        "playout",
        "replay",
        "shell",
        "show",
        "trek",
        "xiangqi",
    }
)
