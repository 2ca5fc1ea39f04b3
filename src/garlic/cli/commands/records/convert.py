"""`garlic convert`: games from one notation to another."""

from pathlib import Path
from typing import Annotated

import typer

from garlic.cli.app import app
from garlic.cli.parameters import GameName
from garlic.cli.tree.completion import notation_names
from garlic.core import UsageError


@app.command()
def convert(
    game: GameName,
    source: Annotated[
        str,
        typer.Argument(metavar="FROM", help="The file's notation.", autocompletion=notation_names),
    ],
    target: Annotated[
        str,
        typer.Argument(
            metavar="TO", help="The notation to convert to.", autocompletion=notation_names
        ),
    ],
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The file, or - for standard input.")
    ],
) -> None:
    """Convert games between notations; the result goes to standard output.

    `text` is our own: a position, then ` moves ` and the moves.

    Example: garlic convert gomoku sgf text game.sgf
    """
    import sys

    from garlic.cli.output import errors_in, read_bytes
    from garlic.core.line import text_notation
    from garlic.games import GAMES

    facts = GAMES[game]
    notations = {"text": text_notation(facts), **facts.notations}
    for name in (source, target):
        if name not in notations:
            raise UsageError(
                "{game} has no notation {name!r}; there are {known}",
                game=game,
                name=name,
                known=", ".join(notations),
            )
    read, write = notations[source].read, notations[target].write
    if read is None:
        raise UsageError("{name} can only be written", name=source)
    if write is None:
        raise UsageError("{name} can only be read", name=target)
    with errors_in(file):
        sheets = read(read_bytes(file))
    sys.stdout.buffer.write(b"".join(write(sheet) for sheet in sheets))
