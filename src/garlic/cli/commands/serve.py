"""`garlic serve`: the arena in the browser."""

from pathlib import Path
from typing import Annotated

import typer

from garlic.cli.app import app
from garlic.core import UsageError


@app.command()
def serve(
    host: Annotated[
        str, typer.Option(help="Where to listen; others can reach it only if you say so.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")
    ] = 8000,
    database: Annotated[
        str | None,
        typer.Option(help="A file or URL; by default `GARLIC_DATABASE`, else your data directory."),
    ] = None,
    token_file: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="A file with the token that clients have to show; by default `GARLIC_TOKEN`, else"
            " one is made up where others can reach the server.",
        ),
    ] = None,
    token: Annotated[str | None, typer.Option(hidden=True)] = None,
    public_url: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            envvar="GARLIC_PUBLIC_URL",
            help="The address that people use, if a proxy is in front of the server.",
        ),
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the page in your browser.")] = True,
) -> None:
    """Open the arena in your browser: play, watch, replay, run tournaments.

    Example: garlic serve --port 8080
    """
    from garlic.web.server import run_server
    from garlic.web.settings import read_token, settings_for

    if token is not None:
        raise UsageError(
            "everybody on this machine can read a command line: write the token into a file for"
            " --token-file, or into GARLIC_TOKEN"
        )
    settings = settings_for(host, port, database, read_token(token_file), public_url)
    run_server(settings, open_browser=browser)
