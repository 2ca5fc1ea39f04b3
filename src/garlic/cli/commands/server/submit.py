"""`garlic submit`: hand in to an assignment or a lab that a course server grades."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from garlic.cli.app import app
from garlic.cli.commands.server.push import ServerOption
from garlic.cli.parameters import Json
from garlic.core import UsageError, say

if TYPE_CHECKING:
    from garlic.cli.remote import CourseServer

_ENDED = ("finished", "unfinished", "stopped", "failed")


@app.command()
def submit(
    assignment: Annotated[
        str,
        typer.Argument(
            metavar="ASSIGNMENT", help="An assignment of your course, or a lab to try out."
        ),
    ],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A source file, or a zip file.")],
    course: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="The course, if several of yours have such an assignment."
        ),
    ] = None,
    wait: Annotated[bool, typer.Option("--wait/--no-wait", help="Wait for the points.")] = True,
    server: ServerOption = None,
    json: Json = False,
) -> None:
    """Hand in a submission and show its points. The time when the server received it counts.

    Exit code 3 if it could not be judged.

    Example: garlic submit week-1 player.h
    """
    from garlic.cli.output import print_json, read_bytes
    from garlic.cli.remote import known_server, wait_for

    found = known_server(server)
    known = _assignment(found, assignment, course)
    content = read_bytes(file)
    if known is None:
        grade = found.upload("/api/grades", {"lab": assignment}, file, content)
        path = f"/grades/{grade['id']}"
    else:
        home = f"/assignments/{known['id']}/submissions"
        grade = found.upload(f"/api{home}", {}, file, content)
        path = f"{home}/{grade['id']}"
    if not json:
        print(say("received by the server: {url}", url=f"{found.url}{path}"))
        if known is not None:
            _print_time(found, grade)
    if wait:
        grade = wait_for(found, f"/api{path}", lambda answer: answer["state"] in _ENDED)
    if json:
        print_json(grade)
    elif wait:
        _print_points(found, grade)
    if wait and grade["state"] != "finished":
        raise typer.Exit(3)


def _assignment(server: "CourseServer", name: str, course: str | None) -> Any:
    """The assignment called *name*, if there is one; raise `UsageError` if it may be several."""
    if "/" in name:  # no assignment has such a name: it is a lab
        return None
    found = [each for each in server.get("/api/assignments") if each["name"] == name]
    if course is not None:
        courses = {each["id"]: each["name"] for each in server.get("/api/courses")}
        found = [each for each in found if courses.get(each["course"]) == course]
        if not found:
            raise UsageError("{course} has no assignment {name!r}", course=course, name=name)
    if len(found) > 1:
        raise UsageError(
            "{count} of your courses have an assignment {name!r}: add --course",
            count=len(found),
            name=name,
        )
    return found[0] if found else None


def _print_time(server: "CourseServer", grade: Any) -> None:
    """When the server got it, by its own clock, and whether that was late."""
    print(
        say(
            "attempt {number}, received at {time} (the server's clock)",
            number=grade["number"],
            time=grade["received_at"].replace("T", " ").replace("Z", " UTC"),
        )
    )
    if grade["lateness"] is not None and grade["lateness"]["sentence"] is not None:
        print(server.sentence(grade["lateness"]["sentence"]))


def _print_points(server: "CourseServer", grade: Any) -> None:
    if grade["problem"] or grade["fault"]:
        print(server.sentence(grade["problem"] or grade["fault"]))
    points = "-" if grade["points"] is None else f"{grade['points']:g}"
    print(
        say(
            "{points} of {most:point|points} ({state})",
            points=points,
            most=f"{grade['max_points']:g}",
            state=say(grade["state"]),
        )
    )
