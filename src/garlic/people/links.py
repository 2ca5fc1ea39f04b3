"""Invitations to a course, and one-time links that set a password. Stored by their hash."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from sqlalchemy import Connection, Select, delete, select

from garlic.core import UsageError
from garlic.people.credentials import digest, new_secret
from garlic.people.persons import Role
from garlic.store.schema import links

LinkKind = Literal["invitation", "password", "administrator"]
PASSWORD_DAYS = 14
LONGEST_DAYS, MOST_USES = 366, 10_000
_FIRST_HOURS = 24  # of the link for the first administrator


@dataclass(frozen=True, slots=True)
class Link:
    """What a link allows."""

    id: int
    kind: LinkKind
    course_id: int | None
    role: Role | None
    person_id: int | None
    uses_left: int
    made_by: int
    created_at: datetime
    ends_at: datetime


class LinkError(UsageError):
    """The link is unknown, used or over: all alike, so that guessing tells nothing."""

    def __init__(self) -> None:
        super().__init__("this link is not valid: it was used, has expired, or is wrong")


def invite(
    connection: Connection, course_id: int, role: Role, uses: int, ends_at: datetime, made_by: int
) -> tuple[Link, str]:
    """An invitation to a course, and its secret, which is shown once."""
    values = {"kind": "invitation", "course_id": course_id, "role": role.value, "uses_left": uses}
    return _add(connection, values, made_by, ends_at)


def password_link(connection: Connection, person_id: int, made_by: int) -> str:
    """The secret of a link with which somebody sets their password, once; ends earlier ones."""
    connection.execute(delete(links).where(links.c.person_id == person_id))
    ends = datetime.now(UTC) + timedelta(days=PASSWORD_DAYS)
    values = {"kind": "password", "person_id": person_id, "uses_left": 1}
    return _add(connection, values, made_by, ends)[1]


def administrator_link(connection: Connection, made_by: int) -> str:
    """The secret of a link that makes the first administrator; ends earlier ones."""
    connection.execute(delete(links).where(links.c.kind == "administrator"))
    ends = datetime.now(UTC) + timedelta(hours=_FIRST_HOURS)
    return _add(connection, {"kind": "administrator", "uses_left": 1}, made_by, ends)[1]


def find_link(connection: Connection, secret: str) -> Link:
    """The link with this secret; raise `LinkError` if it does not work."""
    row = connection.execute(_links().where(links.c.hash == digest(secret))).one_or_none()
    if row is None or row.uses_left < 1 or row.ends_at < datetime.now(UTC):
        raise LinkError
    return _link(row)


def use_link(connection: Connection, secret: str) -> Link:
    """Use a link once; raise `LinkError` if it does not work.

    Of several who use the last use of a link at once, one succeeds.
    """
    link = find_link(connection, secret)
    used = connection.execute(
        links.update()
        .where(links.c.id == link.id, links.c.uses_left > 0)
        .values(uses_left=links.c.uses_left - 1)
    )
    if used.rowcount != 1:
        raise LinkError
    return link


def invitations_to(connection: Connection, course_id: int) -> list[Link]:
    """The invitations to a course that still work, newest first."""
    query = _links().where(
        links.c.course_id == course_id,
        links.c.kind == "invitation",
        links.c.uses_left > 0,
        links.c.ends_at > datetime.now(UTC),
    )
    return [_link(row) for row in connection.execute(query.order_by(links.c.id.desc()))]


def withdraw(connection: Connection, course_id: int, link_id: int) -> None:
    """End an invitation to a course."""
    own = links.c.course_id == course_id, links.c.kind == "invitation"
    connection.execute(delete(links).where(links.c.id == link_id, *own))


def _add(
    connection: Connection, values: dict[str, Any], made_by: int, ends_at: datetime
) -> tuple[Link, str]:
    secret, now = new_secret(), datetime.now(UTC)
    hashed = digest(secret)
    row = {"hash": hashed, "made_by": made_by, "created_at": now, "ends_at": ends_at, **values}
    connection.execute(links.insert().values(row))
    return _link(connection.execute(_links().where(links.c.hash == hashed)).one()), secret


def _links() -> Select[Any]:
    c = links.c
    return select(
        *(c.id, c.kind, c.course_id, c.role, c.person_id),
        *(c.uses_left, c.made_by, c.created_at, c.ends_at),
    )


def _link(row: Any) -> Link:
    return Link(
        id=row.id,
        kind=row.kind,
        course_id=row.course_id,
        role=None if row.role is None else Role(row.role),
        person_id=row.person_id,
        uses_left=row.uses_left,
        made_by=row.made_by,
        created_at=row.created_at,
        ends_at=row.ends_at,
    )
