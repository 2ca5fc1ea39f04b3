"""The names of all commands, for the shell: it must know them before it imports typer.

A test compares this with the real tree of commands.
"""

COMMAND_NAMES = frozenset(
    {
        "analyse",
        "ask",
        "bench",
        "bots",
        "check",
        "convert",
        "db",
        "demo",
        "doctor",
        "engine",
        "forbidden",
        "games",
        "grade",
        "highway",
        "lab",
        "labs",
        "map",
        "match",
        "new",
        "perft",
        "play",
        "playout",
        "replay",
        "review",
        "serve",
        "shell",
        "show",
        "stars",
        "sprt",
        "tournament",
        "trek",
        "worker",
        "xiangqi",
    }
)
