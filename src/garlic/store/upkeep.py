"""Maintenance of a database: backups, and a check of its content."""

import os
import shutil
import sqlite3
import subprocess
import tempfile
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, func, select, text
from sqlalchemy.exc import SQLAlchemyError

from garlic.core import GarlicError, Text, UsageError
from garlic.core.reading.files import why
from garlic.judge.record import Record
from garlic.store.connect import Database, StoreError
from garlic.store.schema import contents, matches, records

_RECORDS_AT_ONCE = 200

Progress = Callable[[int, int], None]


def back_up(database: Database, target: Path) -> None:
    """Write a complete copy of *database* to *target*; it may be in use meanwhile.

    SQLite's copy is a database; PostgreSQL's is for `pg_restore`. Only its user can read it. Raises
    `UsageError` if *target* exists or cannot be written, `StoreError` if the copy failed.
    """
    if target.exists():
        raise UsageError("{path} exists already; name a new file", path=str(target))
    try:
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".backup-") as folder:
            unfinished = Path(folder) / "copy"
            if database.is_sqlite:
                _copy_sqlite(database, unfinished)
            else:
                _dump_postgres(database, unfinished)
            unfinished.chmod(0o600)  # the passwords' hashes of a course server are in it
            unfinished.rename(target)
    except OSError as fault:
        raise UsageError("cannot write {path}: {why}", path=str(target), why=why(fault)) from fault


def _copy_sqlite(database: Database, target: Path) -> None:
    try:
        with database.engine.connect() as connection:
            # Outside of any transaction, as SQLite requires.
            driver: Any = connection.connection.dbapi_connection
            driver.execute("VACUUM INTO ?", [str(target)])
    except sqlite3.Error as fault:
        raise StoreError("the copy failed: {why}", why=str(fault)) from fault
    except SQLAlchemyError as fault:
        raise database.explained(fault) from fault


def _dump_postgres(database: Database, target: Path) -> None:
    program = shutil.which("pg_dump")
    if program is None:
        raise UsageError("the program {program!r} is not installed", program="pg_dump")
    # The password goes into the environment: others can read the command line.
    place, secret = _without_password(database.url)
    done = subprocess.run(  # noqa: S603
        [program, "--no-password", "--format=custom", f"--file={target}", f"--dbname={place}"],
        env={**os.environ, **secret},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise StoreError("the copy failed: {why}", why=done.stderr.strip().partition("\n")[0])


def _without_password(url: URL) -> tuple[str, dict[str, str]]:
    """*url* as PostgreSQL's programs read it, and its password as a variable of theirs."""
    # `url.set(password=None)` would leave it as it is.
    plain = URL.create(
        "postgresql", url.username, None, url.host, url.port, url.database, url.query
    )
    secret = {"PGPASSWORD": str(url.password)} if url.password else {}
    return plain.render_as_string(hide_password=False), secret


def problems(database: Database, progress: Progress = lambda *_: None) -> Iterator[Text]:
    """The problems of the database, one sentence each; none if it is sound."""
    if database.is_sqlite:
        yield from database.read(_sqlite_problems)
    yield from database.read(_content_problems)
    total = database.read(lambda connection: connection.scalar(select(func.count(matches.c.key))))
    last, done = "", 0
    while some := database.read(partial(_some_records, after=last)):
        for key, game, reason, data in some:
            if (fault := _record_problem(game, reason, data)) is not None:
                yield Text("the record of game {key}: {fault}", key=key[:16], fault=fault)
        last, done = some[-1][0], done + len(some)
        progress(done, total or 0)


def _sqlite_problems(connection: Connection) -> list[Text]:
    lines = [row[0] for row in connection.execute(text("PRAGMA integrity_check"))]
    failed = [Text("SQLite says: {said}", said=line) for line in lines if line != "ok"]
    return failed + [
        Text("a row of {table} names one of {other} that is missing", table=table, other=other)
        for table, _, other, _ in connection.execute(text("PRAGMA foreign_key_check"))
    ]


def _content_problems(connection: Connection) -> list[Text]:
    damaged = []
    for hashed, data in connection.execute(select(contents.c.hash, contents.c.data)):
        try:
            sound = sha256(zlib.decompress(data)).hexdigest() == hashed
        except zlib.error:
            sound = False
        if not sound:
            damaged.append(Text("the content {hash} of a bot is damaged", hash=hashed[:16]))
    return damaged


def _some_records(connection: Connection, after: str) -> list[tuple[str, str, str, bytes | None]]:
    query = (
        select(matches.c.key, matches.c.game, matches.c.reason, records.c.data)
        .outerjoin(records, records.c.key == matches.c.key)
        .where(matches.c.key > after)
        .order_by(matches.c.key)
        .limit(_RECORDS_AT_ONCE)
    )
    return [(row[0], row[1], row[2], row[3]) for row in connection.execute(query)]


def _record_problem(game: str, reason: str, data: bytes | None) -> Text | None:
    if data is None:
        return Text("it is missing")
    try:
        record = Record.parse(zlib.decompress(data))
    except zlib.error:
        return Text("it is damaged")
    except GarlicError as fault:
        return fault.text
    if (record.game, record.outcome.reason) != (game, reason):
        return Text("it is of another game than the table says")
    return None
