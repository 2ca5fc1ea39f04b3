"""What a course tells its people."""

from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Connection, delete, select

from garlic.store.owners import Owner
from garlic.store.schema import announcements


@dataclass(frozen=True, slots=True)
class AnnouncementRow:
    """An announcement."""

    id: int
    title: str
    text: str
    created_at: datetime
    owner_id: int


def announce(
    connection: Connection, owner: Owner, title: str, text: str, at: datetime | None = None
) -> int:
    """Store an announcement; its id."""
    made = connection.execute(
        announcements.insert().values(
            title=title, text=text, created_at=at or datetime.now(UTC), **owner.columns()
        )
    )
    assert made.inserted_primary_key is not None  # noqa: S101  (one row was inserted)
    return int(made.inserted_primary_key[0])


def announcements_of(connection: Connection, course_id: int, limit: int) -> list[AnnouncementRow]:
    """The announcements of a course, newest first."""
    a = announcements.c
    query = select(a.id, a.title, a.text, a.created_at, a.owner_id).where(a.course_id == course_id)
    rows = connection.execute(query.order_by(a.created_at.desc(), a.id.desc()).limit(limit))
    return [AnnouncementRow(*row) for row in rows]


def remove_announcement(connection: Connection, course_id: int, announcement_id: int) -> bool:
    """Delete an announcement; False if the course has none with this id."""
    a = announcements.c
    found = connection.execute(
        delete(announcements).where(a.id == announcement_id, a.course_id == course_id)
    )
    return bool(found.rowcount)
