"""`garlic push`: upload a bot to a course server."""

from pathlib import Path
from typing import Annotated, Any

import typer

from garlic.cli.app import app
from garlic.cli.parameters import Json
from garlic.core import say

ServerOption = Annotated[
    str | None,
    typer.Option(
        "--server", metavar="URL", help="The server; by default the one where you signed in last."
    ),
]


@app.command()
def push(
    bot: Annotated[Path, typer.Argument(metavar="BOT", help="Its source, or a zip file with it.")],
    game: Annotated[str, typer.Option(metavar="GAME", help="The game to check it for.")],
    name: Annotated[
        str, typer.Option(metavar="NAME", help="The bot's name; by default that of the file.")
    ] = "",
    protocol: Annotated[
        str, typer.Option(metavar="NAME", help="The protocol of the bot.")
    ] = "line",
    server: ServerOption = None,
    json: Json = False,
) -> None:
    """Upload a bot to a course server and check it there. The same name is its next version.

    Exit code 1 if the check failed, 3 if it could not be judged.

    Example: garlic push player.h --game othello --name ada
    """
    from garlic.cli.output import print_json, read_bytes
    from garlic.cli.remote import known_server, wait_for

    found = known_server(server)
    fields = {"game": game, "name": name, "protocol": protocol}
    made = found.upload("/api/bots", fields, bot, read_bytes(bot))
    newest = made["versions"][0]["id"]

    def version(details: Any) -> Any:
        return next(each for each in details["versions"] if each["id"] == newest)

    details = wait_for(
        found, f"/api/bots/{made['id']}", lambda answer: game not in version(answer)["checking"]
    )
    stored = version(details)
    check = next((each for each in stored["checks"] if each["game"] == game), None)
    result = "not judged" if check is None else check["result"]
    if json:
        facts = {"bot": stored["bot"], "name": made["name"], "version": stored["number"]}
        print_json({**facts, "result": result})
    else:
        print(
            say(
                "{name}, version {number}: {result}",
                name=made["name"],
                number=stored["number"],
                result=say(result),
            )
        )
        for finding in () if check is None else check["findings"]:
            if not finding["passed"]:
                parts = (finding["name"], finding["detail"], finding["advice"])
                print("  " + ": ".join(filter(None, map(found.sentence, parts))))
    if result != "passed":
        raise typer.Exit(1 if result == "failed" else 3)
