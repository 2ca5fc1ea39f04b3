"""How much people may use: processor time, waiting games, uploads and disk.

The teacher sets limits for each role of a course, or for one person. A limit of None is none.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, func, select, union

from garlic.core import GarlicError
from garlic.core.limits import MEGABYTE
from garlic.people.persons import Person, Role
from garlic.store.connect import insert_new
from garlic.store.schema import (
    bot_versions,
    bots,
    contents,
    courses,
    fixtures,
    grades,
    memberships,
    plays,
    records,
    series,
    series_games,
    tournaments,
    uploads,
    work,
)

_HOUR = timedelta(hours=1)


class QuotaError(GarlicError):
    """Somebody has used as much as they may."""


@dataclass(frozen=True, slots=True)
class ShareLimits:
    """How much somebody may use; None: as much as there is."""

    cpu_minutes: int | None = None  # that a processor is theirs, a day
    queued_games: int | None = None  # games, checks and ratings that wait or run
    uploads: int | None = None  # files an hour
    disk_megabytes: int | None = None  # bots, records and reports


@dataclass(frozen=True, slots=True)
class ShareUsage:
    """What somebody has used."""

    cpu_seconds: float  # today
    uploads: int  # in the last hour
    disk_bytes: int


USUAL: Mapping[Role, ShareLimits] = {
    Role.TEACHER: ShareLimits(None, None, None, None),
    Role.ASSISTANT: ShareLimits(None, None, None, None),
    Role.STUDENT: ShareLimits(240, 200, 60, 200),
    Role.GUEST: ShareLimits(15, 4, 0, 0),
}
"""The limits of each role, unless the teacher sets others."""


def course_limits(connection: Connection, course_id: int) -> dict[Role, ShareLimits]:
    """The limits of every role in a course."""
    stored = connection.scalar(select(courses.c.limits).where(courses.c.id == course_id)) or {}
    return {role: replace(usual, **stored.get(role.value, {})) for role, usual in USUAL.items()}


def set_course_limits(
    connection: Connection, course_id: int, limits: Mapping[Role, ShareLimits]
) -> None:
    """Set the limits of some roles in a course."""
    before = course_limits(connection, course_id)
    stored = {role.value: asdict(limit) for role, limit in {**before, **limits}.items()}
    connection.execute(courses.update().where(courses.c.id == course_id).values(limits=stored))


def own_limits(connection: Connection, course_id: int, person_id: int) -> ShareLimits | None:
    """The limits that were set for one person in a course, if any."""
    m = memberships.c
    query = select(m.limits).where(m.course_id == course_id, m.person_id == person_id)
    stored = connection.scalar(query)
    return None if stored is None else ShareLimits(**stored)


def set_own_limits(
    connection: Connection, course_id: int, person_id: int, limits: ShareLimits | None
) -> None:
    """Set the limits of one person in a course; None: those of their role."""
    m = memberships.c
    query = memberships.update().where(m.course_id == course_id, m.person_id == person_id)
    connection.execute(query.values(limits=None if limits is None else asdict(limits)))


def limits_for(connection: Connection, person: Person) -> ShareLimits:
    """The limits of *person* where they work now."""
    if person.is_administrator or person.role is None:
        return ShareLimits()
    own = own_limits(connection, person.course, person.id)
    return own or course_limits(connection, person.course)[person.role]


def usage_of(connection: Connection, person_id: int) -> ShareUsage:
    """What a person has used."""
    return ShareUsage(
        worked_seconds(connection, person_id),
        _uploads(connection, person_id),
        disk_bytes(connection, person_id),
    )


def worked_seconds(connection: Connection, person_id: int) -> float:
    """For how long a processor was theirs today."""
    query = select(work.c.seconds).where(work.c.person_id == person_id, work.c.day == _today())
    return connection.scalar(query) or 0.0


def add_work(connection: Connection, person_id: int, seconds: float) -> None:
    """A processor was theirs for *seconds*."""
    day = _today()
    insert_new(connection, work, [{"person_id": person_id, "day": day, "seconds": 0.0}])
    query = work.update().where(work.c.person_id == person_id, work.c.day == day)
    connection.execute(query.values(seconds=work.c.seconds + seconds))


def check_work(connection: Connection, person: Person, waiting: int, more: int) -> None:
    """Raise `QuotaError` if *person*, for whom *waiting* games wait, may not begin *more*."""
    limits = limits_for(connection, person)
    if limits.queued_games is not None and waiting + more > limits.queued_games:
        raise QuotaError(
            "{waiting} games of yours are waiting or running, and {most} may: {more} more are too"
            " many; wait, or stop some",
            waiting=waiting,
            most=limits.queued_games,
            more=more,
        )
    if limits.cpu_minutes is not None:
        used = worked_seconds(connection, person.id) / 60
        if used >= limits.cpu_minutes:
            raise QuotaError(
                "your bots have used their {most} minutes of processor time today; they may"
                " go on tomorrow (UTC)",
                most=limits.cpu_minutes,
            )


def take_upload(connection: Connection, person: Person, size: int) -> None:
    """Count an upload of *size* bytes; raise `QuotaError` if it is one too many."""
    limits = limits_for(connection, person)
    if limits.uploads is not None and _uploads(connection, person.id) >= limits.uploads:
        raise QuotaError(
            "you may upload {most} files an hour; try again later", most=limits.uploads
        )
    if limits.disk_megabytes is not None:
        used = disk_bytes(connection, person.id)
        if used + size > limits.disk_megabytes * MEGABYTE:
            raise QuotaError(
                "your bots, records and reports fill your {most} MB: remove some bots",
                most=limits.disk_megabytes,
            )
    now = datetime.now(UTC)
    connection.execute(uploads.insert().values(person_id=person.id, bytes=size, at=now))
    connection.execute(uploads.delete().where(uploads.c.at < now - 24 * _HOUR))


def disk_bytes(connection: Connection, person_id: int) -> int:
    """How much of the database is theirs: bots, records of their games, reports."""
    of_bots = (
        select(func.sum(func.length(contents.c.data)))
        .join(bot_versions, bot_versions.c.content_hash == contents.c.hash)
        .join(bots, bots.c.id == bot_versions.c.bot_id)
        .where(bots.c.owner_id == person_id)
    )
    of_matches = select(series_games.c.match_key).join(series).where(series.c.owner_id == person_id)
    of_tournaments = (
        select(fixtures.c.match_key).join(tournaments).where(tournaments.c.owner_id == person_id)
    )
    of_plays = select(plays.c.match_key).where(
        plays.c.owner_id == person_id, plays.c.match_key.is_not(None)
    )
    played = union(of_matches, of_tournaments, of_plays).subquery()  # each record once
    of_records = select(func.sum(func.length(records.c.data))).join(
        played, played.c.match_key == records.c.key
    )
    of_reports = select(func.sum(func.length(grades.c.reports))).where(
        grades.c.owner_id == person_id
    )
    queries = (of_bots, of_records, of_reports)
    return sum(int(connection.scalar(query) or 0) for query in queries)


def _uploads(connection: Connection, person_id: int) -> int:
    since = datetime.now(UTC) - _HOUR
    query = select(func.count()).where(uploads.c.person_id == person_id, uploads.c.at > since)
    return connection.scalar(query) or 0


def _today() -> str:
    return datetime.now(UTC).date().isoformat()
