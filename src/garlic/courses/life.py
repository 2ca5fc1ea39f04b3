"""The end of a course: it is archived, and opened again."""

from collections.abc import Iterable
from datetime import UTC, datetime

from sqlalchemy import Connection

from garlic.core import UsageError
from garlic.courses.archived import archived_at, check_not_archived
from garlic.courses.leagues import freeze_league
from garlic.store.leagues import all_leagues
from garlic.store.schema import courses, leagues


def archive(connection: Connection, course_id: int, *, now: datetime | None = None) -> None:
    """From now on a course is only looked at: its leagues are frozen, nothing is handed in."""
    check_not_archived(connection, course_id)
    for league in _open_leagues(connection, course_id):
        freeze_league(connection, league)
    _set(connection, course_id, now or datetime.now(UTC))


def reopen(connection: Connection, course_id: int) -> None:
    """Let an archived course go on; its leagues stay frozen until they are thawed."""
    if archived_at(connection, course_id) is None:
        raise UsageError("the course is not archived")
    _set(connection, course_id, None)


def _open_leagues(connection: Connection, course_id: int) -> Iterable[int]:
    found = all_leagues(connection, leagues.c.course_id == course_id)
    return [league.id for league in found if league.frozen_at is None]


def _set(connection: Connection, course_id: int, moment: datetime | None) -> None:
    connection.execute(courses.update().where(courses.c.id == course_id).values(archived_at=moment))
