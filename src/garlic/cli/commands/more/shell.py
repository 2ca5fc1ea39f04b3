"""`garlic shell`: the interactive shell."""

from typing import Annotated

import typer

from garlic.cli.app import app


@app.command()
def shell(
    script: Annotated[
        str | None,
        typer.Argument(metavar="SCRIPT", help="A file of lines to run; else standard input."),
    ] = None,
) -> None:
    """Open the shell: run programs, and garlic's commands without the word `garlic`.

    On a terminal it has line editing, completion and job control; `help` lists its commands.

    Example: garlic shell
    """
    from garlic.cli.tree.console import run_shell

    raise typer.Exit(run_shell(script))
