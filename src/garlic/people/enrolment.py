"""Adding the students of a roster to a course."""

from collections.abc import Iterable, Sequence
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
    set_number,
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
    Whoever is in the course already, by number, mail address or login, stays as they are; a number
    that they did not have is stored. *person* is whoever does it.
    """
    known = [member.account for member in members_of(connection, course_id)]
    enrolled = []
    for student in students:
        if (account := _member(known, student)) is not None:
            if student.number and not account.number:
                set_number(connection, account.id, student.number)
            enrolled.append(Enrolled(account, False, None))
            continue
        login = _login(student)
        account = find_account(connection, login)
        if account is None and student.mail:
            account = find_account(connection, student.mail.strip().casefold())
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
        known.append(account)
        enrolled.append(Enrolled(account, True, secret))
    return enrolled


def _member(accounts: Sequence[Account], student: Student) -> Account | None:
    """The account in the course that *student* of a roster has; None if it may be several."""
    number = student.number.casefold()
    by_number = [each for each in accounts if number and each.number.casefold() == number]
    names = {text.casefold() for text in (number, student.mail, student.login) if text}
    if not names:
        names = {_login(student)}
    found = by_number or [each for each in accounts if each.login in names]
    return found[0] if len(found) == 1 else None


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
