"""The users' bots on the page: list, rename, remove, results of checks and of games."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Text,
    and_,
    delete,
    func,
    or_,
    select,
    type_coerce,
)

from garlic.core import UsageError
from garlic.judge.bots import BotKind
from garlic.store.bots import owned_by, readable_name
from garlic.store.owners import NOBODY, Owner
from garlic.store.schema import (
    bot_checks,
    bot_ratings,
    bot_versions,
    bots,
    contents,
    entrants,
    league_entries,
    matches,
    plays,
    series,
)

_BOT_COLUMNS = ("id", "name", "created_at", "owner_id", "course_id")


@dataclass(frozen=True, slots=True)
class VersionRow:
    """A version of a bot: one content stored under its name."""

    id: int
    number: int  # from 1
    digest: str
    kind: str
    protocol: str
    file_name: str | None
    seen_at: datetime


@dataclass(frozen=True, slots=True)
class RosterRow:
    """A bot and its versions, newest first."""

    id: int
    name: str
    created_at: datetime
    owner: Owner
    versions: tuple[VersionRow, ...]


@dataclass(frozen=True, slots=True)
class CheckRow:
    """The result of checking a version at a game."""

    version_id: int
    game: str
    passed: bool
    report: Any
    checked_at: datetime


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A game that a bot played; *seat* is its own, ``"a"`` or ``"b"``."""

    key: str
    game: str
    seat: str
    winner: str | None
    reason: str
    scores: tuple[int, int] | None
    opponent: str | None  # its current name; None if it is not stored
    played_at: datetime
    faults: dict[str, int]


def list_bots(
    connection: Connection, bot_id: int | None = None, *which: ColumnElement[bool]
) -> list[RosterRow]:
    """All users' bots that are not removed, by name; or only the one with this id.

    Of these, only those that meet the conditions *which* on the table `bots`.
    """
    v = bot_versions.c
    columns = (v.id, v.number, v.digest, v.kind, v.protocol, v.file_name, v.seen_at)
    query = (
        select(*(bots.c[name] for name in _BOT_COLUMNS), *columns)
        .join(bot_versions, v.bot_id == bots.c.id)
        .where(bots.c.removed_at.is_(None), v.kind != BotKind.BUILT_IN.value, *which)
        .order_by(bots.c.name, bots.c.id, v.number.desc())
    )
    if bot_id is not None:
        query = query.where(bots.c.id == bot_id)
    by_id: dict[int, tuple[str, datetime, Owner, list[VersionRow]]] = {}
    for number, name, created, person, course, *version in connection.execute(query):
        found = by_id.setdefault(number, (name, created, Owner(person, course), []))
        found[3].append(VersionRow(*version))
    return [
        RosterRow(number, name, created, owner, tuple(versions))
        for number, (name, created, owner, versions) in by_id.items()
    ]


def bot_of_version(connection: Connection, version_id: int) -> tuple[int, str] | None:
    """Id and name of the bot that has this version, if there is one."""
    query = select(bots.c.id, bots.c.name).join(bot_versions)
    row = connection.execute(query.where(bot_versions.c.id == version_id)).one_or_none()
    return None if row is None else (row[0], row[1])


def owner_of_version(connection: Connection, version_id: int) -> Owner:
    """Whose bot has this version."""
    query = select(bots.c.owner_id, bots.c.course_id).join(bot_versions)
    row = connection.execute(query.where(bot_versions.c.id == version_id)).one_or_none()
    return NOBODY if row is None else Owner(*row)


def restore_bot(connection: Connection, name: str, owner: Owner = NOBODY) -> None:
    """List the bot *name* again if it was removed, because it was added again."""
    query = bots.update().where(bots.c.name == name, owned_by(owner))
    connection.execute(query.values(removed_at=None))


def hide_new(connection: Connection, name: str, since: datetime, owner: Owner = NOBODY) -> None:
    """Do not list the bot *name* if it was created *since* then: it is an alias of a listed one."""
    query = bots.update().where(bots.c.name == name, bots.c.created_at >= since, owned_by(owner))
    connection.execute(query.values(removed_at=datetime.now(UTC)))


def rename_bot(connection: Connection, bot_id: int, name: str) -> None:
    """Rename a bot to *name*; raise `UsageError` if another bot has that name."""
    new_name = readable_name(name)
    own = bots.alias()
    taken = (
        select(bots.c.id)
        .join(own, and_(own.c.owner_id == bots.c.owner_id, own.c.course_id == bots.c.course_id))
        .where(own.c.id == bot_id, bots.c.name == new_name, bots.c.id != bot_id)
    )
    if connection.scalar(taken) is not None:
        raise UsageError("another bot is called {name!r}", name=new_name)
    connection.execute(bots.update().where(bots.c.id == bot_id).values(name=new_name))


def remove_bot(connection: Connection, bot_id: int) -> None:
    """Delete a bot; versions that played in a tournament, league or match stay, not listed."""
    v = bot_versions.c
    used = (
        select(entrants.c.version_id)
        .union(select(series.c.first), select(series.c.second), select(league_entries.c.version_id))
        .scalar_subquery()
    )
    free = connection.scalars(select(v.id).where(v.bot_id == bot_id, v.id.not_in(used)))
    unused = [version for version in free if not _in_human_game(connection, version)]
    for table in (bot_checks, bot_ratings):
        connection.execute(delete(table).where(table.c.version_id.in_(unused)))
    connection.execute(delete(bot_versions).where(v.id.in_(unused)))
    kept = select(v.content_hash).where(v.content_hash.is_not(None))
    connection.execute(delete(contents).where(contents.c.hash.not_in(kept)))
    left = connection.scalar(select(func.count()).where(v.bot_id == bot_id))
    if left:
        gone = bots.update().where(bots.c.id == bot_id)
        connection.execute(gone.values(removed_at=datetime.now(UTC)))
    else:
        connection.execute(delete(bots).where(bots.c.id == bot_id))


def _in_human_game(connection: Connection, version_id: int) -> bool:
    """Is there a human game with this version?"""
    setup = type_coerce(plays.c.setup, Text)
    query = select(plays.c.id).where(setup.contains(f'"stored:{version_id}"')).limit(1)
    return connection.scalar(query) is not None


def keep_check(
    connection: Connection, version_id: int, game: str, passed: bool, report: Any
) -> None:
    """Store the result of checking a version; it replaces an earlier one."""
    c = bot_checks.c
    connection.execute(delete(bot_checks).where(c.version_id == version_id, c.game == game))
    if bot_of_version(connection, version_id) is None:  # removed meanwhile
        return
    connection.execute(
        bot_checks.insert().values(
            version_id=version_id,
            game=game,
            passed=passed,
            report=report,
            checked_at=datetime.now(UTC),
        )
    )


def checks_of(connection: Connection, versions: Sequence[int]) -> list[CheckRow]:
    """The stored checks of these versions, by version and game."""
    c = bot_checks.c
    query = select(c.version_id, c.game, c.passed, c.report, c.checked_at)
    query = query.where(c.version_id.in_(versions)).order_by(c.version_id, c.game)
    return [CheckRow(*row) for row in connection.execute(query)]


def results_of_bot(connection: Connection, bot_id: int, limit: int) -> list[ResultRow]:
    """The last games that any version of a bot played, newest first."""
    m = matches.c
    own = set(
        connection.scalars(select(bot_versions.c.digest).where(bot_versions.c.bot_id == bot_id))
    )
    query = (
        select(matches)
        .where(or_(m.digest_a.in_(own), m.digest_b.in_(own)))
        .order_by(m.played_at.desc(), m.key)
        .limit(limit)
    )
    rows = list(connection.execute(query))
    names = _names(connection, {row.digest_a for row in rows} | {row.digest_b for row in rows})
    results = []
    for row in rows:
        seat = "a" if row.digest_a in own else "b"
        results.append(
            ResultRow(
                key=row.key,
                game=row.game,
                seat=seat,
                winner=row.winner,
                reason=row.reason,
                scores=None if row.score_a is None else (row.score_a, row.score_b),
                opponent=names.get(row.digest_b if seat == "a" else row.digest_a),
                played_at=row.played_at,
                faults=(row.faults_a if seat == "a" else row.faults_b) or {},
            )
        )
    return results


def _names(connection: Connection, digests: set[str]) -> dict[str, str]:
    v = bot_versions.c
    listed = bots.c.removed_at.is_(None)
    query = select(v.digest, bots.c.name).join(bots).where(v.digest.in_(digests))
    query = query.order_by(listed, v.id)  # the last one wins: a listed name, then the newest
    return {row.digest: row.name for row in connection.execute(query)}
