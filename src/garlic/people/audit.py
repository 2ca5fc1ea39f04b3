"""The audit log: who did what, to whom, and when. No entry is ever deleted.

None is changed either, except that it forgets who somebody was whom an administrator removes.
"""

import csv
import io
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, select

from garlic.core.render.spreadsheet import spreadsheet_cell
from garlic.store.schema import audit, people

_AT_ONCE = 500


class AuditEvent(StrEnum):
    """What is written down."""

    SIGNED_IN = "signed in"
    SIGN_IN_FAILED = "sign-in failed"
    SIGNED_OUT = "signed out"
    PASSWORD_SET = "password set"  # noqa: S105  (no password)
    LINK_MADE = "link made"
    INVITED = "invited"
    INVITATION_ENDED = "invitation ended"
    JOINED = "joined"
    ADDED = "person added"
    RENAMED = "person renamed"
    ROLE_CHANGED = "role changed"
    LEFT = "left course"
    DISABLED = "disabled"
    ENABLED = "enabled"
    REMOVED = "person removed"
    TOKEN_MADE = "token made"  # noqa: S105
    TOKEN_REMOVED = "token removed"  # noqa: S105
    SESSION_ENDED = "session ended"
    COURSE_ADDED = "course added"
    COURSE_CHANGED = "course changed"
    ASSIGNMENT_MADE = "assignment made"
    ASSIGNMENT_CHANGED = "assignment changed"
    ANNOUNCED = "announced"
    COMMENTED = "commented"
    REGRADED = "regraded"
    LIMITS_SET = "limits set"
    BOT_UPLOADED = "bot uploaded"
    BOT_DELETED = "bot deleted"
    SUBMITTED = "submitted"
    GRADE_CHANGED = "grade changed"
    TOURNAMENT_MADE = "tournament made"
    LEAGUE_MADE = "league made"
    LEAGUE_ENTERED = "league entered"
    LEAGUE_CHANGED = "league changed"
    EXPORTED = "exported"


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One line of the log; people by their present logins."""

    id: int
    at: datetime
    action: str
    person: str | None
    about: str | None
    course_id: int | None
    details: dict[str, Any]
    address: str


@dataclass(frozen=True, slots=True)
class ActingPerson:
    """Who does something, and from where."""

    person: int | None
    address: str = ""


def note(
    connection: Connection,
    actor: ActingPerson,
    event: AuditEvent,
    *,
    course: int | None = None,
    about: int | None = None,
    **details: Any,
) -> None:
    """Write an entry, in the same transaction as what it is about."""
    connection.execute(
        audit.insert().values(
            at=datetime.now(UTC),
            person_id=actor.person,
            course_id=course,
            action=event.value,
            about_id=about,
            details=details,
            address=actor.address[:64],
        )
    )


def hide_person(connection: Connection, person_id: int, login: str, pseudonym: str) -> None:
    """Take out of the log what tells who somebody was: what they typed to sign in, and from where.

    That something was done stays, and by whom: under the *pseudonym*.
    """
    a = audit.c
    mine = audit.update().where(a.person_id == person_id)
    connection.execute(mine.values(address=""))
    query = select(a.id, a.details).where(a.action == AuditEvent.SIGN_IN_FAILED.value)
    for row in connection.execute(query).all():
        typed = row.details.get("login", "")
        if typed.strip().casefold() == login:
            values = {"details": row.details | {"login": pseudonym}, "address": ""}
            connection.execute(audit.update().where(a.id == row.id).values(values))


def entries(
    connection: Connection,
    course_id: int | None = None,
    *,
    before: int | None = None,
    limit: int = 100,
) -> list[AuditEntry]:
    """The newest entries, of one course or of the whole server, with an id below *before*."""
    who, whom = people.alias(), people.alias()
    a = audit.c
    query = (
        select(a.id, a.at, a.action, who.c.login, whom.c.login, a.course_id, a.details, a.address)
        .outerjoin(who, who.c.id == a.person_id)
        .outerjoin(whom, whom.c.id == a.about_id)
        .order_by(a.id.desc())
        .limit(limit)
    )
    if course_id is not None:
        query = query.where(a.course_id == course_id)
    if before is not None:
        query = query.where(a.id < before)
    return [AuditEntry(*row) for row in connection.execute(query)]


def as_csv(connection: Connection, course_id: int | None = None) -> str:
    """All entries as CSV, newest first."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(["id", "at", "action", "person", "about", "course", "details", "address"])
    before: int | None = None
    while some := entries(connection, course_id, before=before, limit=_AT_ONCE):
        for entry in some:
            details = "; ".join(f"{name}={value}" for name, value in entry.details.items())
            row = [entry.id, entry.at.isoformat(), entry.action, entry.person, entry.about]
            cells = ["" if each is None else str(each) for each in (*row, entry.course_id)]
            writer.writerow(map(spreadsheet_cell, (*cells, details, entry.address)))
        before = some[-1].id
    return file.getvalue()
