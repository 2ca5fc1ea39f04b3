"""Bots stored by content: a bot that once took part can play again, even if its file is gone."""

import hashlib
import zlib
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, func, select

from garlic.core import Text, UsageError
from garlic.judge.bots import Bot, BotKind
from garlic.judge.build import keep_file
from garlic.store.connect import StoreError, insert_new
from garlic.store.owners import NOBODY, Owner
from garlic.store.schema import bot_versions, bots, contents

_LONGEST_NAME = 120


@dataclass(frozen=True, slots=True)
class BotVersion:
    """One content of a bot, with its version number."""

    id: int
    name: str
    number: int  # from 1
    digest: str
    kind: str
    called: str  # the string it was named by when it was first stored


def readable_name(text: str) -> str:
    """*text* as a name for tables: unprintable characters replaced, not too long."""
    shown = "".join(sign if sign.isprintable() else "?" for sign in text).strip() or "?"
    return shown if len(shown) <= _LONGEST_NAME else f"{shown[: _LONGEST_NAME - 1]}…"


def freeze(bot: Bot) -> tuple[Bot, bytes | None]:
    """*bot* with a copy of its file, and the content of that file (None if it has no file).

    Raises `UsageError` if its file cannot be read, or copied, or is too large.
    """
    content = bot.content()
    if bot.path is None or content is None:
        return bot, None
    return replace(bot, path=keep_file(bot.path.name, content)), content


def keep_bot(
    connection: Connection, name: str, bot: Bot, content: bytes | None, owner: Owner = NOBODY
) -> BotVersion:
    """Store *bot*, as returned by `freeze`, under *name*: a new version unless it is known.

    Each owner has names of their own.
    """
    now = datetime.now(UTC)
    insert_new(connection, bots, [{"name": name, "created_at": now, **owner.columns()}])
    bot_id = connection.scalar(select(bots.c.id).where(bots.c.name == name, owned_by(owner)))
    digest = bot.digest()
    known = _versions().where(bots.c.id == bot_id, bot_versions.c.digest == digest)
    if (row := connection.execute(known).one_or_none()) is not None:
        return _version(row)
    hashed = None
    if content is not None:
        hashed = hashlib.sha256(content).hexdigest()
        insert_new(connection, contents, [{"hash": hashed, "data": zlib.compress(content)}])
    last = select(func.max(bot_versions.c.number)).where(bot_versions.c.bot_id == bot_id)
    connection.execute(
        bot_versions.insert().values(
            bot_id=bot_id,
            number=(connection.scalar(last) or 0) + 1,
            digest=digest,
            kind=bot.kind.value,
            protocol=bot.protocol,
            called=bot.name,
            command=list(bot.command),
            settings=bot.settings,
            file_name=bot.path and bot.path.name,
            content_hash=hashed,
            seen_at=now,
        )
    )
    return _version(connection.execute(known).one())


def load_bot(connection: Connection, version_id: int) -> Bot:
    """The bot as it was when it was stored, ready to play.

    Raises `UsageError` if there is none, and `StoreError` if it no longer exists: a built-in whose
    code has changed.
    """
    query = (
        select(bot_versions, contents.c.data)
        .outerjoin(contents, contents.c.hash == bot_versions.c.content_hash)
        .where(bot_versions.c.id == version_id)
    )
    row = connection.execute(query).one_or_none()
    if row is None:
        raise UsageError("no bot has the number {number}", number=version_id)
    kind = BotKind(row.kind)
    path = None
    if row.data is not None:
        path = keep_file(row.file_name, zlib.decompress(row.data))
    bot = Bot(row.called, kind, row.protocol, path, tuple(row.command), row.settings or {})
    if bot.digest() != row.digest:
        raise StoreError(
            "the bot {name!r} is no longer what it was when its games were played: {why}",
            name=row.called,
            why=Text("the built-in bots have changed; start a new tournament")
            if kind is BotKind.BUILT_IN
            else Text("the database is damaged; see `garlic db check`"),
        )
    return bot


def digest_of(connection: Connection, version_id: int) -> str:
    """The digest of a version; nothing if there is none."""
    query = select(bot_versions.c.digest).where(bot_versions.c.id == version_id)
    return connection.scalar(query) or ""


def load_version(connection: Connection, name: str, number: int) -> Bot:
    """Version *number* of the bot *name*, ready to play.

    Raises `UsageError` if there is no such version, and `StoreError` like `load_bot`.
    """
    versions = versions_of(connection, name)
    for version in versions:
        if version.number == number:
            return load_bot(connection, version.id)
    if not versions:
        raise UsageError(
            "the database has no bot called {name!r}; it keeps those of tournaments and the page",
            name=name,
        )
    raise UsageError(
        "the database has no version {number} of {name!r}; it has {known}",
        number=number,
        name=name,
        known=", ".join(str(version.number) for version in versions),
    )


def versions_of(connection: Connection, name: str) -> list[BotVersion]:
    """All versions of the bot *name*, oldest first."""
    query = _versions().where(bots.c.name == name).order_by(bot_versions.c.number)
    return [_version(row) for row in connection.execute(query)]


def owned_by(owner: Owner) -> ColumnElement[bool]:
    """Of the table `bots`: those of *owner*."""
    return and_(bots.c.owner_id == owner.person, bots.c.course_id == owner.course)


def _versions() -> Select[Any]:
    v = bot_versions.c
    return select(v.id, bots.c.name, v.number, v.digest, v.kind, v.called).join(bots)


def _version(row: Row[Any]) -> BotVersion:
    return BotVersion(*tuple(row))
