"""Adding the students of a roster to a course."""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Connection

from garlic.core import UsageError
from garlic.labs.intake.roster import Student
from garlic.people.accounts import (
    Account,
    add_person,
    find_account,
    is_in_charge,
    members_of,
    plain_login,
)
from garlic.people.audit import ActingPerson, AuditEvent, note
from garlic.people.courses import set_role
from garlic.people.links import password_link
from garlic.people.persons import Person, Role


@dataclass(frozen=True, slots=True)
class Enrolled:
    """A student of a roster, with the secret of a one-time link if they have no password."""

    account: Account
    is_new: bool  # in this course
    secret: str | None


def enrol(
    connection: Connection,
    person: Person,
    actor: ActingPerson,
    course_id: int,
    students: Iterable[Student],
    role: Role = Role.STUDENT,
) -> list[Enrolled]:
    """Add everybody to a course; raise `UsageError` if somebody has no possible login.

    The login is that of the roster, else the student number, else the mail address, else the name.
    Whoever is in the course already stays as they are. *person* is whoever does it.
    """
    known = {member.account.login: member.account for member in members_of(connection, course_id)}
    enrolled = []
    for student in students:
        login = _login(student)
        if login in known:
            enrolled.append(Enrolled(known[login], False, None))
            continue
        account = find_account(connection, login)
        if account is None:
            account = add_person(connection, login, student.name, number=student.number)
            note(connection, actor, AuditEvent.ADDED, course=course_id, about=account.id)
        set_role(connection, course_id, account.id, role, student.group)
        note(
            connection,
            actor,
            AuditEvent.JOINED,
            course=course_id,
            about=account.id,
            role=role.value,
        )
        secret = None
        if not account.has_password and is_in_charge(connection, person, account):
            secret = password_link(connection, account.id, person.id)
        known[login] = account
        enrolled.append(Enrolled(account, True, secret))
    return enrolled


def _login(student: Student) -> str:
    for text in (student.login, student.number, student.mail, student.name.replace(" ", ".")):
        if text:
            try:
                return plain_login(text)
            except UsageError:
                continue
    raise UsageError(
        "the roster has nobody's login, number or mail address in the row of {student!r}",
        student=student.title,
    )
