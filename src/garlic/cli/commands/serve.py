"""`garlic serve`: the arena in the browser."""

from typing import Annotated

import typer

from garlic.cli.app import app


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
    token: Annotated[
        str | None,
        typer.Option(
            envvar="GARLIC_TOKEN",
            help="What a browser has to show; made up where others can reach the server.",
        ),
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the page in your browser.")] = True,
) -> None:
    """Open the arena in your browser: play, watch, replay, run tournaments.

    Example: garlic serve --port 8080
    """
    from garlic.web.server import run_server
    from garlic.web.settings import settings_for

    run_server(settings_for(host, port, database, token), open_browser=browser)
