"""Accounts: adding, finding, changing, disabling and removing people."""

import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any

from sqlalchemy import Connection, Select, bindparam, delete, select

from garlic.core import UsageError
from garlic.people.audit import hide_person
from garlic.people.courses import leave_course, memberships_of, set_role
from garlic.people.credentials import check_new_password, hash_password, is_outdated, is_password
from garlic.people.persons import Person, Role, one_line
from garlic.people.tries import forget_wrong
from garlic.store.schema import LOCAL, access_tokens, links, memberships, people, sessions

LONGEST_LOGIN, LONGEST_NAME = 80, 120
_LOGIN = re.compile(r"[\w][\w.@+-]{0,79}")
_PSEUDONYM = re.compile(r"person-[0-9]+")  # of somebody who was removed, or may be one day
_LOCAL_LOGIN = "local"  # of the person of a server without accounts
# First words of the names of signs that may stand beside those of an alphabet.
_NOT_MISTAKEN = frozenset({"DIGIT", "CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "HANGUL"})

# Made once, because every request needs them, and making them takes longer than running them.
_PERSON = select(
    *(people.c.id, people.c.login, people.c.name, people.c.is_administrator, people.c.course_id)
).where(people.c.id == bindparam("person"), people.c.disabled_at.is_(None))
_ROLES = (
    select(memberships.c.course_id, memberships.c.role)
    .where(memberships.c.person_id == bindparam("person"))
    .order_by(memberships.c.joined_at.desc())
)


@dataclass(frozen=True, slots=True)
class Account:
    """A person as the staff sees them."""

    id: int
    login: str
    name: str
    number: str
    has_password: bool
    is_administrator: bool
    created_at: datetime
    disabled_at: datetime | None


@dataclass(frozen=True, slots=True)
class CourseMember:
    """Somebody in a course."""

    account: Account
    role: Role
    group: str


def plain_login(login: str) -> str:
    """*login* as it is stored; raise `UsageError` if it cannot be one."""
    plain = unicodedata.normalize("NFKC", login).strip().casefold()
    if _LOGIN.fullmatch(plain) is None:
        raise UsageError(
            "expected a login of letters, digits, '.', '-', '_', '+' and '@', got {login!r}",
            login=login[:LONGEST_LOGIN],
        )
    return plain


def new_login(login: str) -> str:
    """*login* as it is stored; raise `UsageError` if nobody may be called so from now on."""
    plain = plain_login(login)
    if plain == _LOCAL_LOGIN or _PSEUDONYM.fullmatch(plain):
        raise UsageError("the login {login!r} is reserved: choose another", login=plain)
    alphabets = {unicodedata.name(sign, "").partition(" ")[0] for sign in plain if sign.isalnum()}
    if len(alphabets - _NOT_MISTAKEN) > 1:
        raise UsageError(
            "the login {login!r} mixes alphabets: it could be taken for another one", login=plain
        )
    return plain


def plain_person_name(name: str) -> str:
    """*name* as it is stored: one line, not too long."""
    return one_line(name, LONGEST_NAME)


def add_person(
    connection: Connection,
    login: str,
    name: str = "",
    *,
    number: str = "",
    password: str | None = None,
    is_administrator: bool = False,
) -> Account:
    """A new account; raise `UsageError` if its login is taken or its password too easy."""
    plain = new_login(login)
    if find_account(connection, plain) is not None:
        raise UsageError("the login {login!r} is taken", login=plain)
    if password is not None:
        check_new_password(password, plain)
    connection.execute(
        people.insert().values(
            login=plain,
            name=plain_person_name(name) or plain,
            number=one_line(number, LONGEST_LOGIN),
            password=None if password is None else hash_password(password),
            is_administrator=is_administrator,
            created_at=datetime.now(UTC),
        )
    )
    return account_called(connection, plain)


def find_account(connection: Connection, login: str) -> Account | None:
    """The account with this login, if there is one; not that of a server without accounts."""
    row = connection.execute(_accounts().where(people.c.login == login)).one_or_none()
    return None if row is None else _account(row)


def account_called(connection: Connection, login: str) -> Account:
    """The account with this login; raise `UsageError` if there is none."""
    found = find_account(connection, plain_login(login))
    if found is None:
        raise UsageError("there is no account {login!r}", login=login)
    return found


def get_account(connection: Connection, person_id: int) -> Account | None:
    """The account with this id, if there is one."""
    row = connection.execute(_accounts().where(people.c.id == person_id)).one_or_none()
    return None if row is None else _account(row)


def list_accounts(connection: Connection) -> list[Account]:
    """All accounts, by login."""
    return [_account(row) for row in connection.execute(_accounts().order_by(people.c.login))]


def names_of(connection: Connection, ids: Collection[int]) -> dict[int, str]:
    """The names of people by their ids."""
    query = select(people.c.id, people.c.name).where(people.c.id.in_(ids))
    return {row.id: row.name for row in connection.execute(query)}


def members_of(connection: Connection, course_id: int) -> list[CourseMember]:
    """Everybody in a course, by login."""
    m = memberships.c
    query = (
        _accounts()
        .add_columns(m.role, m.group)
        .join(memberships, m.person_id == people.c.id)
        .where(m.course_id == course_id)
        .order_by(people.c.login)
    )
    return [
        CourseMember(_account(row), Role(row.role), row.group) for row in connection.execute(query)
    ]


def has_administrator(connection: Connection) -> bool:
    """Is there an administrator who can sign in?"""
    p = people.c
    query = select(p.id).where(
        p.is_administrator, p.disabled_at.is_(None), p.password.is_not(None), p.id != LOCAL
    )
    return connection.execute(query.limit(1)).first() is not None


def check_password(connection: Connection, login: str, password: str) -> Account | None:
    """The account, if *password* is its password and it is not disabled.

    It takes as long for a login that nobody has.
    """
    try:
        plain = plain_login(login)
    except UsageError:
        plain = ""
    query = _accounts().add_columns(people.c.password).where(people.c.login == plain)
    row = connection.execute(query).one_or_none()
    is_right = is_password(None if row is None else row.password, password)
    if row is None or not is_right or row.disabled_at is not None:
        return None
    return _account(row)


def renew_hash(connection: Connection, person_id: int, password: str) -> None:
    """Hash the password again if it was hashed with older parameters."""
    hashed = connection.scalar(select(people.c.password).where(people.c.id == person_id))
    if hashed is not None and is_outdated(hashed):
        _set(connection, person_id, password=hash_password(password))


def set_password(connection: Connection, person_id: int, password: str) -> None:
    """Change a password, which ends all sessions, links and tokens; raise `UsageError` if weak."""
    account = get_account(connection, person_id)
    if account is None:
        raise UsageError("this account no longer exists")
    check_new_password(password, account.login)
    _set(connection, person_id, password=hash_password(password))
    _sign_out(connection, person_id)


def rename_person(connection: Connection, person_id: int, name: str) -> None:
    """Change the name that others see; raise `UsageError` if nothing of it can be shown."""
    shown = plain_person_name(name)
    if not shown:
        raise UsageError("expected a name, got {name!r}", name=name[:LONGEST_NAME])
    _set(connection, person_id, name=shown)


def set_number(connection: Connection, person_id: int, number: str) -> None:
    """Store somebody's student number."""
    _set(connection, person_id, number=one_line(number, LONGEST_LOGIN))


def set_administrator(connection: Connection, person_id: int, is_administrator: bool) -> None:
    """Make somebody an administrator, or no longer; raise `UsageError` for the last one."""
    before = get_account(connection, person_id)
    _set(connection, person_id, is_administrator=is_administrator)
    if not is_administrator:
        _check_administrators(connection, before)


def disable(connection: Connection, person_id: int, disabled: bool) -> None:
    """Keep somebody from signing in, at once, or let them again."""
    before = get_account(connection, person_id)
    _set(connection, person_id, disabled_at=datetime.now(UTC) if disabled else None)
    if disabled:
        _check_administrators(connection, before)
        _sign_out(connection, person_id)


def remove_person(connection: Connection, person_id: int) -> str:
    """Delete what is known about somebody; what they made stays, under the pseudonym returned."""
    pseudonym = f"person-{person_id}"
    now = datetime.now(UTC)
    account = get_account(connection, person_id)
    if account is not None:
        hide_person(connection, person_id, account.login, pseudonym)
        forget_wrong(connection, account.login)
    _set(
        connection,
        person_id,
        login=pseudonym,
        name=pseudonym,
        number="",
        password=None,
        is_administrator=False,
        disabled_at=now,
        removed_at=now,
    )
    _check_administrators(connection, account)
    _sign_out(connection, person_id)
    for membership in memberships_of(connection, person_id):
        leave_course(connection, membership.course.id, person_id)
    return pseudonym


def load_person(connection: Connection, person_id: int) -> Person | None:
    """The person with this id as the server knows them; None if they may not sign in."""
    row = connection.execute(_PERSON, {"person": person_id}).one_or_none()
    if row is None:
        return None
    joined = connection.execute(_ROLES, {"person": person_id})
    roles = {membership.course_id: Role(membership.role) for membership in joined}
    course = row.course_id
    if course is None or (course not in roles and not row.is_administrator):
        course = next(iter(roles), LOCAL)
    return Person(row.id, row.login, row.name, row.is_administrator, roles, course)


def switch_course(connection: Connection, person_id: int, course_id: int) -> None:
    """From now on, somebody works in another of their courses."""
    _set(connection, person_id, course_id=course_id)


def add_to_course(
    connection: Connection, person_id: int, course_id: int, role: Role, group: str | None = None
) -> None:
    """Put somebody into a course; who is in another one goes on working where they are.

    Else whoever teaches a course could have other people's next bots in it, and read them.
    """
    person = load_person(connection, person_id)
    if person is not None and person.roles:
        switch_course(connection, person_id, person.course)
    set_role(connection, course_id, person_id, role, group)


def join(connection: Connection, person_id: int, course_id: int, role: Role) -> None:
    """Put somebody into a course, unless they are in it; they work there from now on."""
    known = {found.course.id for found in memberships_of(connection, person_id)}
    if course_id not in known:
        set_role(connection, course_id, person_id, role)
    switch_course(connection, person_id, course_id)


def is_in_charge(connection: Connection, person: Person, account: Account) -> bool:
    """May *person* disable *account*, or let its password be set anew?

    A teacher may if nobody else teaches them, too: else teachers could sign in as people of other
    courses.
    """
    if person.is_administrator:
        return True
    found = memberships_of(connection, account.id)
    return not account.is_administrator and all(person.teaches(each.course.id) for each in found)


def _sign_out(connection: Connection, person_id: int) -> None:
    for table in (sessions, access_tokens, links):
        connection.execute(delete(table).where(table.c.person_id == person_id))


def _check_administrators(connection: Connection, before: Account | None) -> None:
    """Raise `UsageError` if the account *before* the change was that of the last administrator."""
    if before is not None and before.is_administrator and not has_administrator(connection):
        raise UsageError("the last administrator has to stay: make somebody else one first")


def _set(connection: Connection, person_id: int, **values: Any) -> None:
    connection.execute(people.update().where(people.c.id == person_id).values(**values))


@cache
def _accounts() -> Select[Any]:
    p = people.c
    return select(
        *(p.id, p.login, p.name, p.number, p.password.is_not(None).label("has_password")),
        *(p.is_administrator, p.created_at, p.disabled_at),
    ).where(p.id != LOCAL, p.removed_at.is_(None))


def _account(row: Any) -> Account:
    return Account(*row[:8])
