"""`garlic submit`: hand in to a lab that a course server grades."""

from pathlib import Path
from typing import Annotated

import typer

from garlic.cli.app import app
from garlic.cli.commands.push import ServerOption
from garlic.cli.parameters import Json
from garlic.core import say

_ENDED = ("finished", "unfinished", "stopped", "failed")


@app.command()
def submit(
    lab: Annotated[str, typer.Argument(metavar="LAB", help="As the server lists it.")],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A source file, or a zip file.")],
    wait: Annotated[bool, typer.Option("--wait/--no-wait", help="Wait for the points.")] = True,
    server: ServerOption = None,
    json: Json = False,
) -> None:
    """Hand in a submission, and show its points. What counts is when the server got it.

    Exit code 3 if it could not be judged.

    Example: garlic submit othello/task1 player.h
    """
    from garlic.cli.output import print_json, read_bytes
    from garlic.cli.remote import known_server, wait_for

    found = known_server(server)
    grade = found.upload("/api/grades", {"lab": lab}, file, read_bytes(file))
    if not json:
        print(say("the server has it: {url}", url=f"{found.url}/grades/{grade['id']}"))
    if wait:
        grade = wait_for(
            found, f"/api/grades/{grade['id']}", lambda answer: answer["state"] in _ENDED
        )
    if json:
        print_json(grade)
    elif wait:
        if grade["problem"] or grade["fault"]:
            print(found.sentence(grade["problem"] or grade["fault"]))
        points = "-" if grade["points"] is None else f"{grade['points']:g}"
        print(
            say(
                "{points} of {most:point|points} ({state})",
                points=points,
                most=f"{grade['max_points']:g}",
                state=say(grade["state"]),
            )
        )
    if wait and grade["state"] != "finished":
        raise typer.Exit(3)
