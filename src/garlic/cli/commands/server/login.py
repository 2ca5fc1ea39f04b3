"""`garlic login`: sign in to a course server."""

import socket
from pathlib import Path
from typing import Annotated

import typer

from garlic.cli.app import app
from garlic.core import UsageError, say

_SCOPES = ("read", "bots", "play", "submit")


@app.command()
def login(
    url: Annotated[str, typer.Argument(metavar="URL", help="The address of the server.")],
    user: Annotated[
        str | None, typer.Option(metavar="LOGIN", help="Your login; asked for by default.")
    ] = None,
    token_file: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="A file with an access token from your account page, instead of a password.",
        ),
    ] = None,
    insecure_http: Annotated[
        bool, typer.Option("--insecure-http", help="Send your password over plain HTTP.")
    ] = False,
) -> None:
    """Sign in to a course server, so that `garlic push` and `garlic submit` can be used.

    Your password is not kept: the server makes an access token, which ends after 90 days and which
    you can revoke on your account page.

    Example: garlic login https://arena.example.org
    """
    from garlic.cli.remote import CourseServer, checked_url, read_token, remember_server

    server = CourseServer(checked_url(url, insecure=insecure_http))
    if token_file is not None:
        server.token = read_token(token_file)
    else:
        server.person()  # nobody else is sent the password
        name = user or typer.prompt(say("Login"))
        password = typer.prompt(say("Password"), hide_input=True)
        server.post("/api/session", {"login": name, "password": password})
        made = server.post(
            "/api/account/tokens",
            {"name": f"garlic on {socket.gethostname()}"[:80], "scopes": list(_SCOPES)},
        )
        server.delete("/api/session")
        server.cookie, server.token = None, made["secret"]
    person = server.person()
    if person is None:
        raise UsageError("the server does not know your token: sign in with `garlic login`")
    path = remember_server(server)
    print(
        say(
            "signed in to {url} as {login}; the token is in {path}",
            url=server.url,
            login=person["login"],
            path=str(path),
        )
    )
