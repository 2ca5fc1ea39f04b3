"""Adding the students of a roster to a course."""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Connection

from garlic.core import Text, UsageError
from garlic.labs.intake.roster import Student
from garlic.people.accounts import (
    Account,
    add_person,
    add_to_course,
    find_account,
    is_in_charge,
    members_of,
    new_login,
    plain_person_name,
    set_number,
)
from garlic.people.audit import ActingPerson, AuditEvent, note
from garlic.people.links import password_link
from garlic.people.persons import Person, Role


@dataclass(frozen=True, slots=True)
class Enrolled:
    """A student of a roster, with the secret of a one-time link if they have no password."""

    account: Account
    is_new: bool  # in this course
    secret: str | None
    doubt: Text | None = None  # whether the account is that of the student of the roster


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
    known = _Members(member.account for member in members_of(connection, course_id))
    enrolled = []
    for student in students:
        if (account := known.find(student)) is not None:
            if student.number and not account.number:
                set_number(connection, account.id, student.number)
            enrolled.append(Enrolled(account, False, None, _doubt(account, student)))
            continue
        login = _login(student)
        account = find_account(connection, login)
        if account is None and student.mail:
            account = find_account(connection, student.mail.strip().casefold())
        doubt = None if account is None else _doubt(account, student)
        if account is None:
            account = add_person(connection, login, student.name, number=student.number)
            note(connection, actor, AuditEvent.ADDED, course=course_id, about=account.id)
        add_to_course(connection, account.id, course_id, role, student.group)
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
        known.add(account)
        enrolled.append(Enrolled(account, True, secret, doubt))
    return enrolled


class _Members:
    """The accounts in a course, by number and by login."""

    def __init__(self, accounts: Iterable[Account]) -> None:
        self._by_number: dict[str, list[Account]] = {}
        self._by_login: dict[str, Account] = {}
        for account in accounts:
            self.add(account)

    def add(self, account: Account) -> None:
        """Add somebody."""
        self._by_login[account.login] = account
        if account.number:
            self._by_number.setdefault(account.number.casefold(), []).append(account)

    def find(self, student: Student) -> Account | None:
        """The account that *student* of a roster has; None if it may be several."""
        number = student.number.casefold()
        names = {text.casefold() for text in (number, student.mail, student.login) if text}
        if not names:
            names = {_login(student)}
        found = self._by_number.get(number, []) if number else []
        found = found or [self._by_login[name] for name in names if name in self._by_login]
        return found[0] if len(found) == 1 else None


def _doubt(account: Account, student: Student) -> Text | None:
    """What the staff should look at: people choose their logins, perhaps that of somebody else."""
    has_number = student.number and account.number.casefold() == student.number.casefold()
    listed = plain_person_name(student.name)
    if has_number or listed.casefold() in ("", account.name.casefold(), account.login):
        return None
    return Text(
        "{login} is the login of {name}, and the roster says {listed}: make sure that it is the"
        " same person",
        login=account.login,
        name=account.name,
        listed=listed,
    )


def _login(student: Student) -> str:
    for text in (student.login, student.number, student.mail, student.name.replace(" ", ".")):
        if text:
            try:
                return new_login(text)
            except UsageError:
                continue
    raise UsageError(
        "the roster has nobody's login, number or mail address in the row of {student!r}",
        student=student.title,
    )
