"""`garlic people`: the accounts of a course server, from its own terminal."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from garlic.cli.app import app
from garlic.cli.parameters import DatabaseUrl, Json
from garlic.core import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

    from garlic.people.accounts import Account
    from garlic.people.enrolment import Enrolled

people_app = typer.Typer(no_args_is_help=True, help="Manage the people of a course server.")
app.add_typer(people_app, name="people")

Login = Annotated[str, typer.Argument(metavar="LOGIN", help="The name they sign in with.")]
CourseName = Annotated[
    str, typer.Option("--course", metavar="NAME", help="A course; a new name creates one.")
]
RoleName = Annotated[
    str,
    typer.Option(
        "--role", metavar="ROLE", help="administrator, teacher, assistant, student or guest."
    ),
]
ServerUrl = Annotated[
    str,
    typer.Option(
        "--url", metavar="URL", envvar="GARLIC_PUBLIC_URL", help="The address of the server."
    ),
]
DEFAULT_SERVER = "http://127.0.0.1:8000"
_ADMINISTRATOR = "administrator"


@people_app.command("add")
def add(
    login: Login,
    name: Annotated[str, typer.Option(metavar="NAME", help="The name that others see.")] = "",
    role: RoleName = "student",
    course: CourseName = "arena",
    url: ServerUrl = DEFAULT_SERVER,
    database: DatabaseUrl = None,
    json: Json = False,
) -> None:
    """Add somebody, and print a one-time link with which they set their password.

    Example: garlic people add ada --name 'Ada Lovelace' --role teacher --course algorithms
    """
    from garlic.people.accounts import add_person
    from garlic.people.audit import ActingPerson, AuditEvent, note
    from garlic.people.courses import course_named, set_role
    from garlic.people.links import password_link
    from garlic.people.persons import LOCAL_PERSON

    wanted = _role(role)

    def work(connection: "Connection") -> str:
        account = add_person(connection, login, name, is_administrator=wanted is None)
        actor, found = ActingPerson(LOCAL_PERSON.id, "terminal"), None
        if wanted is not None:
            found = course_named(connection, course)
            set_role(connection, found.id, account.id, wanted)
        course_id = None if found is None else found.id
        note(connection, actor, AuditEvent.ADDED, course=course_id, about=account.id, role=role)
        return password_link(connection, account.id, LOCAL_PERSON.id)

    _print_link(login, url, _write(database, work), json=json)


@people_app.command("list")
def list_people(
    course: Annotated[
        str | None, typer.Option("--course", metavar="NAME", help="Only of this course.")
    ] = None,
    database: DatabaseUrl = None,
    json: Json = False,
) -> None:
    """List everybody, or everybody in a course.

    Example: garlic people list --course algorithms
    """
    from garlic.cli.output import print_json, print_table
    from garlic.people.accounts import list_accounts
    from garlic.people.courses import course_named, memberships_of
    from garlic.store import open_database

    def work(connection: "Connection") -> list[dict[str, Any]]:
        if course is not None:
            course_named(connection, course)
        rows = []
        for account in list_accounts(connection):
            found = memberships_of(connection, account.id)
            roles = {each.course.name: each.role.value for each in found}
            if course is None or course in roles:
                rows.append(_row(account, roles))
        return rows

    with open_database(database) as opened:
        rows = opened.read(work)
    if json:
        print_json(rows)
        return
    print_table(
        [say("login"), say("full name"), say("student number"), say("roles"), say("state")],
        [
            [
                row["login"],
                row["name"],
                row["number"],
                ", ".join(f"{name}: {role}" for name, role in row["roles"].items())
                or ("administrator" if row["administrator"] else ""),
                say(row["state"]),
            ]
            for row in rows
        ],
    )


@people_app.command("role")
def role(
    login: Login,
    role: Annotated[
        str,
        typer.Argument(metavar="ROLE", help="administrator, teacher, assistant, student or guest."),
    ],
    course: CourseName = "arena",
    database: DatabaseUrl = None,
) -> None:
    """Give somebody another role in a course, or make them an administrator.

    Example: garlic people role ada assistant --course algorithms
    """
    from garlic.people.accounts import account_called, set_administrator
    from garlic.people.audit import ActingPerson, AuditEvent, note
    from garlic.people.courses import course_named, set_role
    from garlic.people.persons import LOCAL_PERSON

    wanted = _role(role)

    def work(connection: "Connection") -> None:
        account, found = account_called(connection, login), None
        if wanted is None:
            set_administrator(connection, account.id, True)
        else:
            found = course_named(connection, course)
            set_role(connection, found.id, account.id, wanted)
        actor, course_id = (
            ActingPerson(LOCAL_PERSON.id, "terminal"),
            None if found is None else found.id,
        )
        event = AuditEvent.ROLE_CHANGED
        note(connection, actor, event, course=course_id, about=account.id, role=role)

    _write(database, work)
    print(say("{login} is {role} now", login=login, role=role))


@people_app.command("reset")
def reset(
    login: Login, url: ServerUrl = DEFAULT_SERVER, database: DatabaseUrl = None, json: Json = False
) -> None:
    """Print a one-time link with which somebody sets a new password.

    Example: garlic people reset ada
    """
    from garlic.people.accounts import account_called
    from garlic.people.audit import ActingPerson, AuditEvent, note
    from garlic.people.links import password_link
    from garlic.people.persons import LOCAL_PERSON

    def work(connection: "Connection") -> str:
        account = account_called(connection, login)
        actor = ActingPerson(LOCAL_PERSON.id, "terminal")
        note(connection, actor, AuditEvent.LINK_MADE, about=account.id)
        return password_link(connection, account.id, LOCAL_PERSON.id)

    _print_link(login, url, _write(database, work), json=json)


@people_app.command("disable")
def disable_person(
    login: Login,
    enable: Annotated[bool, typer.Option("--enable", help="Let them sign in again.")] = False,
    database: DatabaseUrl = None,
) -> None:
    """Disable an account; its sessions end at once.

    Example: garlic people disable mallory
    """
    from garlic.people.accounts import account_called, disable
    from garlic.people.audit import ActingPerson, AuditEvent, note
    from garlic.people.persons import LOCAL_PERSON

    def work(connection: "Connection") -> None:
        account = account_called(connection, login)
        disable(connection, account.id, not enable)
        event = AuditEvent.ENABLED if enable else AuditEvent.DISABLED
        note(connection, ActingPerson(LOCAL_PERSON.id, "terminal"), event, about=account.id)

    _write(database, work)
    if enable:
        print(say("{login} can sign in again", login=login))
    else:
        print(say("{login} can no longer sign in", login=login))


@people_app.command("import")
def import_people(
    roster: Annotated[
        Path, typer.Argument(metavar="ROSTER", help="A CSV file with a row of headings.")
    ],
    course: CourseName = "arena",
    role: RoleName = "student",
    url: ServerUrl = DEFAULT_SERVER,
    database: DatabaseUrl = None,
    json: Json = False,
) -> None:
    """Add everybody of a roster to a course; print a one-time link for each.

    Logins are those of the roster, else student numbers, else mail addresses. People who are
    already in the course are not changed.

    Example: garlic people import students.csv --course algorithms --url https://arena.example.org
    """
    from garlic.cli.output import print_json
    from garlic.core import UsageError
    from garlic.core.language.text import user_language
    from garlic.labs.intake.roster import read_roster
    from garlic.people.audit import ActingPerson
    from garlic.people.courses import course_named
    from garlic.people.enrolment import Enrolled, enrol
    from garlic.people.persons import LOCAL_PERSON

    wanted = _role(role)
    if wanted is None:
        raise UsageError("a roster cannot make administrators")
    found = read_roster(roster)

    def work(connection: "Connection") -> list[Enrolled]:
        actor = ActingPerson(LOCAL_PERSON.id, "terminal")
        course_id = course_named(connection, course).id
        return enrol(connection, LOCAL_PERSON, actor, course_id, found.students, wanted)

    enrolled = _write(database, work)
    links = links_of(enrolled, url)
    doubts = [each.doubt for each in enrolled if each.doubt is not None]
    for remark in (*found.remarks, *doubts):
        typer.echo(remark.render(user_language()), err=True)
    if json:
        print_json([{"login": login, "link": link} for login, link in links.items()])
        return
    for login, link in links.items():
        if link is not None:
            print(f"{login}\t{link}")
    new = sum(each.is_new for each in enrolled)
    known = len(enrolled) - new
    said = say(
        "{new} added to {course}, {known} were already there", new=new, course=course, known=known
    )
    typer.echo(said, err=True)


def _role(name: str) -> Any:
    """The role called *name*; None for administrators; raise `UsageError`."""
    from garlic.core import UsageError
    from garlic.people.persons import Role

    if name == _ADMINISTRATOR:
        return None
    try:
        return Role(name)
    except ValueError as fault:
        known = ", ".join([_ADMINISTRATOR, *Role])
        raise UsageError("expected one of {known}, got {name!r}", known=known, name=name) from fault


def _row(account: "Account", roles: dict[str, str]) -> dict[str, Any]:
    state = "active" if account.has_password else "invited"
    return {
        "login": account.login,
        "name": account.name,
        "number": account.number,
        "administrator": account.is_administrator,
        "roles": roles,
        "state": "disabled" if account.disabled_at is not None else state,
    }


def _write(database: str | None, work: Any) -> Any:
    from garlic.store import open_database

    with open_database(database) as opened:
        return opened.write(work)


def links_of(enrolled: "Sequence[Enrolled]", url: str) -> dict[str, str | None]:
    """The one-time link of everybody who has no password yet, by login."""
    return {
        each.account.login: None if each.secret is None else _link(url, each.secret)
        for each in enrolled
    }


def _link(url: str, secret: str) -> str:
    return f"{url.rstrip('/')}/join#{secret}"


def _print_link(login: str, url: str, secret: str, *, json: bool) -> None:
    from garlic.cli.output import print_json

    link = _link(url, secret)
    if json:
        print_json({"login": login, "link": link})
    else:
        print(say("{login} sets a password at {link}", login=login, link=link))
