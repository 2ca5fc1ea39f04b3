"""What people are told about their bots until they have seen it."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal

from sqlalchemy import Connection, select

from garlic.store.owners import Owner
from garlic.store.schema import notifications

NotificationKind = Literal["fault", "paused"]
"""A game was lost by a fault of the bot; the bot is paused in its league."""


@dataclass(frozen=True, slots=True)
class NotificationRow:
    """One notification."""

    id: int
    person_id: int
    course_id: int
    kind: NotificationKind
    entry_id: int | None
    match_key: str | None  # of the latest game that it is about
    details: dict[str, Any]
    created_at: datetime
    seen_at: datetime | None


def notify(
    connection: Connection,
    owner: Owner,
    kind: NotificationKind,
    entry_id: int,
    match_key: str | None,
    **details: Any,
) -> None:
    """Tell *owner* something about an entry of theirs.

    If they have not seen the last one that says the same, that one is renewed: its `count` grows,
    so that a bot that crashes all night leaves one notification and not a thousand.
    """
    n = notifications.c
    unseen = select(notifications).where(
        n.person_id == owner.person, n.entry_id == entry_id, n.kind == kind, n.seen_at.is_(None)
    )
    now = datetime.now(UTC)
    for row in connection.execute(unseen):
        if {**row.details, "count": 1} == {**details, "count": 1}:
            renewed = {
                "match_key": match_key,
                "created_at": now,
                "details": {**details, "count": row.details["count"] + 1},
            }
            connection.execute(notifications.update().where(n.id == row.id).values(renewed))
            return
    connection.execute(
        notifications.insert().values(
            person_id=owner.person,
            course_id=owner.course,
            kind=kind,
            entry_id=entry_id,
            match_key=match_key,
            details={**details, "count": 1},
            created_at=now,
        )
    )


def notifications_of(
    connection: Connection, person: int, *, unseen: bool = False, limit: int = 50
) -> list[NotificationRow]:
    """The last notifications of a person, newest first; or only those they have not seen."""
    n = notifications.c
    query = select(notifications).where(n.person_id == person)
    if unseen:
        query = query.where(n.seen_at.is_(None))
    rows = connection.execute(query.order_by(n.created_at.desc(), n.id.desc()).limit(limit))
    return [NotificationRow(**row._mapping) for row in rows]  # noqa: SLF001


def mark_seen(connection: Connection, person: int, until: datetime) -> None:
    """A person has seen everything that they were told *until* then."""
    n = notifications.c
    query = notifications.update().where(
        n.person_id == person, n.created_at <= until, n.seen_at.is_(None)
    )
    connection.execute(query.values(seen_at=datetime.now(UTC)))
