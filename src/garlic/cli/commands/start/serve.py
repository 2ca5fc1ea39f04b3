"""`garlic serve`: the arena in the browser."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from garlic.cli.app import app
from garlic.core import UsageError


@app.command()
def serve(
    host: Annotated[
        str,
        typer.Option(help="The address to listen on; by default only this machine can connect."),
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
            help="A file with the access token; by default `GARLIC_TOKEN`, else one is generated"
            " if others can reach the server.",
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
    class_: Annotated[
        bool,
        typer.Option(
            "--class",
            envvar="GARLIC_CLASS",
            help="For a class: people sign in, own what they make, and share the machine fairly.",
        ),
    ] = False,
    behind_proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            envvar="GARLIC_BEHIND_PROXY",
            help="With --class: a proxy with a certificate, whose X-Forwarded-* are trusted."
            " Can be repeated.",
        ),
    ] = None,
    insecure_http: Annotated[
        bool,
        typer.Option(
            "--insecure-http",
            envvar="GARLIC_INSECURE_HTTP",
            help="With --class: take passwords over plain HTTP, and warn everybody.",
        ),
    ] = False,
    cluster: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="With --class: play games of tournaments and ratings on Dask workers.",
        ),
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the page in your browser.")] = True,
) -> None:
    """Open the arena in your browser: play, watch, replay, run tournaments.

    Example: garlic serve --port 8080

    Example: garlic serve --class --host 0.0.0.0 --public-url https://arena.example.org
    """
    if token is not None:
        raise UsageError(
            "everybody on this machine can read a command line: write the token into a file for"
            " --token-file, or into GARLIC_TOKEN"
        )
    if not class_ and (behind_proxy or insecure_http or cluster):
        raise UsageError("--behind-proxy, --insecure-http and --cluster need --class")
    with _nothing_collected():
        from garlic.web.server import run_server
        from garlic.web.settings import AccountSettings, read_token, settings_for

        accounts = AccountSettings(behind_proxy or (), insecure_http, cluster) if class_ else None
        token_given = read_token(token_file)
        settings = settings_for(host, port, database, token_given, public_url, accounts)
        run_server(settings, open_browser=browser)


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """No search for garbage while modules are loaded, until `run_server` has made its routes.

    All of that stays, and a quarter of the time until the first page would go into it.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
