"""`garlic course`: courses as files, for next year and in an archive.

The commands about the maps of a course are in `cli.courses.maps`.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import garlic.cli.courses.maps  # noqa: F401  (registers its commands in the group)
from garlic.cli.commands.server.people import DEFAULT_SERVER, ServerUrl, links_of
from garlic.cli.courses.common import CourseArgument, course_app, terminal_actor
from garlic.cli.parameters import DatabaseUrl, Json
from garlic.core import say

if TYPE_CHECKING:
    from sqlalchemy import Connection


NewName = Annotated[str, typer.Argument(metavar="NAME", help="The name of the new course.")]
Title = Annotated[
    str | None, typer.Option("--title", metavar="TITLE", help="The title that people see.")
]
WithoutPeople = Annotated[bool, typer.Option("--without-people", help="Leave rosters out.")]


@course_app.command("new")
def new(
    name: NewName, title: Title = None, database: DatabaseUrl = None, json: Json = False
) -> None:
    """Create a course without people and assignments.

    Example: garlic course new algorithms-2026 --title 'Algorithms'
    """
    from garlic.people.audit import AuditEvent, note
    from garlic.people.courses import Course, add_course
    from garlic.store import open_database

    def work(connection: "Connection") -> Course:
        course = add_course(connection, name, title or "")
        note(
            connection,
            terminal_actor(),
            AuditEvent.COURSE_ADDED,
            course=course.id,
            name=course.name,
        )
        return course

    with open_database(database) as opened:
        made = opened.write(work)
    _print_made(made.id, made.name, json=json)


@course_app.command("copy")
def copy(
    course: CourseArgument,
    name: NewName,
    title: Title = None,
    database: DatabaseUrl = None,
    json: Json = False,
) -> None:
    """Copy a course for next year: assignments, maps, leagues and settings, not its people.

    Dates are copied as they are: export the new course, change them and import it again.

    Example: garlic course copy algorithms-2026 algorithms-2027
    """
    from garlic.courses.course_file import copy_course
    from garlic.store import open_database

    with open_database(database) as opened:
        made = copy_course(opened, course, name, terminal_actor(), title)
    _print_made(made.id, made.name, json=json)


@course_app.command("export")
def export(
    course: CourseArgument,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder to write to.")],
    without_people: WithoutPeople = False,
    database: DatabaseUrl = None,
    json: Json = False,
) -> None:
    """Write a course as course.toml, with a roster for each role in the same folder.

    Example: garlic course export algorithms-2026 algorithms/
    """
    from garlic.cli.output import print_json
    from garlic.courses.course_file import write_course
    from garlic.store import open_database

    with open_database(database) as opened:
        paths = write_course(opened, course, folder, people=not without_people)
    if json:
        print_json([str(path) for path in paths])
        return
    for path in paths:
        print(path)


@course_app.command("import")
def import_file(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A course.toml, or its folder.")],
    without_people: WithoutPeople = False,
    url: ServerUrl = DEFAULT_SERVER,
    database: DatabaseUrl = None,
    json: Json = False,
) -> None:
    """Create the course in a file, or update the course of that name.

    Nothing is deleted. New people get a one-time link, which is printed.

    Example: garlic course import algorithms/course.toml --url https://arena.example.org
    """
    from garlic.cli.output import print_json
    from garlic.courses.course_file import FILE_NAME, import_course
    from garlic.store import open_database

    path = file / FILE_NAME if file.is_dir() else file
    with open_database(database) as opened:
        done = import_course(opened, path, terminal_actor(), people=not without_people)
    links = links_of(done.people, url)
    if json:
        print_json(
            {
                "number": done.course.id,
                "name": done.course.name,
                "is_new": done.is_new,
                "added": list(done.added),
                "changed": list(done.changed),
                "people": [{"login": login, "link": link} for login, link in links.items()],
            }
        )
        return
    for login, link in links.items():
        if link is not None:
            print(f"{login}\t{link}")
    added, changed = ", ".join(done.added) or "-", ", ".join(done.changed) or "-"
    new = sum(each.is_new for each in done.people)
    said = say(
        "{course}: {people:person|people} added; new: {added}; changed: {changed}",
        course=done.course.name,
        people=new,
        added=added,
        changed=changed,
    )
    typer.echo(said, err=True)


@course_app.command("archive")
def archive_course(
    course: CourseArgument,
    off: Annotated[bool, typer.Option("--off", help="Open it again.")] = False,
    database: DatabaseUrl = None,
) -> None:
    """Archive a course: everybody can still see it, but not hand in or play.

    Example: garlic course archive algorithms-2025
    """
    from garlic.courses.life import archive, reopen
    from garlic.people.audit import AuditEvent, note
    from garlic.people.courses import course_named
    from garlic.store import open_database

    def work(connection: "Connection") -> None:
        found = course_named(connection, course)
        if off:
            reopen(connection, found.id)
        else:
            archive(connection, found.id)
        what = "reopened" if off else "archived"
        note(connection, terminal_actor(), AuditEvent.COURSE_CHANGED, course=found.id, what=what)

    with open_database(database) as opened:
        opened.write(work)
    sentence = "the course {name} is open again" if off else "the course {name} is archived"
    print(say(sentence, name=course))


@course_app.command("list")
def list_all(database: DatabaseUrl = None, json: Json = False) -> None:
    """List all courses.

    Example: garlic course list
    """
    from garlic.cli.output import print_listing
    from garlic.courses.archived import archived_courses
    from garlic.people.courses import list_courses
    from garlic.store import open_database
    from garlic.store.assignments import list_assignments
    from garlic.store.leagues import all_leagues

    def work(connection: "Connection") -> list[dict[str, Any]]:
        archived = archived_courses(connection)
        assignments = [each.course_id for each in list_assignments(connection)]
        leagues = [each.course_id for each in all_leagues(connection)]
        return [
            {
                "number": course.id,
                "name": course.name,
                "title": course.title,
                "people": members,
                "assignments": assignments.count(course.id),
                "leagues": leagues.count(course.id),
                "state": "archived" if course.id in archived else "open",
            }
            for course, members in list_courses(connection)
        ]

    with open_database(database) as opened:
        rows = opened.read(work)
    headings = ("number", "name", "title", "people", "assignments", "leagues", "state")
    print_listing(headings, rows, json=json)


def _print_made(number: int, name: str, *, json: bool) -> None:
    from garlic.cli.output import print_json

    if json:
        print_json({"number": number, "name": name})
    else:
        print(say("course {number}, {name}, is ready", number=number, name=name))
