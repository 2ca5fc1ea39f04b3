"""Whether a course is archived: then it is only looked at. `life` archives and reopens courses."""

from datetime import datetime

from sqlalchemy import Connection, select

from garlic.core import UsageError
from garlic.store.schema import courses


def archived_at(connection: Connection, course_id: int) -> datetime | None:
    """Since when a course is archived; None if it is not."""
    return connection.scalar(select(courses.c.archived_at).where(courses.c.id == course_id))


def archived_courses(connection: Connection) -> dict[int, datetime]:
    """The courses that are archived, and since when."""
    c = courses.c
    query = select(c.id, c.archived_at).where(c.archived_at.is_not(None))
    return {row.id: row.archived_at for row in connection.execute(query)}


def check_not_archived(connection: Connection, course_id: int) -> None:
    """Raise `UsageError` if a course is archived: it can only be looked at."""
    if archived_at(connection, course_id) is not None:
        title = connection.scalar(select(courses.c.title).where(courses.c.id == course_id))
        raise UsageError("the course {name} is archived", name=title)
