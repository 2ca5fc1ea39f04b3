"""The connection to the database: transactions, retries, readable errors, schema version."""

import sqlite3
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import (
    URL,
    Connection,
    Engine,
    Table,
    create_engine,
    event,
    inspect,
    text,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from garlic.core import GarlicError, Text, UsageError
from garlic.core.reading.files import why
from garlic.store.creation import make_tables
from garlic.store.place import database_url, place_of, sqlite_file
from garlic.store.schema import VERSION

T = TypeVar("T")

_PATIENCE_SECONDS = 20.0  # to wait for a lost server to come back
# A server that says so will not say anything else in 20 s.
_NEVER_BETTER = ("does not exist", "authentication failed", "no password supplied")
_LOCK_SECONDS = 3.0  # to wait for another process that holds a lock, before people are told
_PATIENT_LOCK_SECONDS = 30.0  # the same where a result would be lost
_LOCK_PAUSE_SECONDS = 0.02
_FIRST_PAUSE_SECONDS, _LONGEST_PAUSE_SECONDS = 0.1, 2.0
# Connections that stay open, and more of them at times; a server answers 40 requests at once.
_POOL = {"pool_size": 16, "max_overflow": 40}
_MIGRATING = 0x6761726C  # the number of PostgreSQL's lock on changing the schema

_LOCKED = "another process has locked it; try again when that is done"
_DAMAGED = "it is damaged: see `garlic db check`"
_LOCK_STATE = "55P03"  # PostgreSQL's for a lock that was not available in time

# SQLite's messages, and sentences for users.
_SQLITE_MESSAGES = (
    ("disk is full", "the disk is full"),
    ("disk I/O error", "the disk cannot be written or read"),
    ("readonly database", "it is read-only"),
    ("unable to open", "it cannot be opened"),
    ("not a database", "it is no database, or damaged"),
    ("malformed", _DAMAGED),
    ("database is locked", _LOCKED),
)


class StoreError(GarlicError):
    """A database operation failed; everything stored before is safe."""


class Database:
    """A database with our schema. `close` it, or use it in a ``with``."""

    def __init__(self, url: URL, *, patience_seconds: float = _PATIENCE_SECONDS) -> None:
        self.url = url
        self.engine = _engine(url)
        self._patience_seconds = patience_seconds

    @property
    def place(self) -> str:
        """Where it is, to be shown: a file, or a URL without its password."""
        return place_of(self.url)

    @property
    def is_sqlite(self) -> bool:
        """Is it a file of SQLite?"""
        return self.engine.dialect.name == "sqlite"

    def read(self, work: Callable[[Connection], T]) -> T:
        """The result of *work*, run in one transaction; raise `StoreError`."""
        return self._run(work, writing=False)

    def write(self, work: Callable[[Connection], T], *, patient: bool = False) -> T:
        """The result of *work* after its commit; raise `StoreError` if it was rolled back.

        If the server is lost, wait for it and retry *work*: it must be idempotent. A *patient*
        write waits longer for other processes, because its content cannot be computed again.
        """
        return self._run(work, writing=True, patient=patient)

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()

    def __enter__(self) -> "Database":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def change_schema(self, work: Callable[[Connection], None]) -> None:
        """Run *work* in one patient transaction in which SQLite may replace tables."""
        self._run(work, writing=True, patient=True, changes_schema=True)

    def _run(
        self,
        work: Callable[[Connection], T],
        *,
        writing: bool,
        patient: bool = False,
        changes_schema: bool = False,
    ) -> T:
        deadline = time.monotonic() + self._patience_seconds
        pause = _FIRST_PAUSE_SECONDS
        while True:
            try:
                with self.engine.connect() as opened:
                    connection = opened.execution_options(
                        garlic_writing=writing,
                        garlic_patient=patient,
                        garlic_changes_schema=changes_schema,
                    )
                    with connection.begin():
                        return work(connection)
            except DBAPIError as fault:
                if not self._lost(fault) or time.monotonic() + pause > deadline:
                    raise self.explained(fault) from fault
            except SQLAlchemyError as fault:
                raise self.explained(fault) from fault
            time.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE_SECONDS)

    def _lost(self, fault: DBAPIError) -> bool:
        """Was the server lost, as opposed to a wrong query?"""
        if self.is_sqlite or any(words in str(fault.orig) for words in _NEVER_BETTER):
            return False
        # Refused during a restart, or cut off during a query: SQLSTATE 57P, 08, or none.
        state = getattr(fault.orig, "sqlstate", None)
        operational = type(fault.orig).__name__ in ("OperationalError", "AdminShutdown")
        return fault.connection_invalidated or (
            operational and (state is None or state[:2] in ("08", "57"))
        )

    def explained(self, fault: SQLAlchemyError) -> StoreError:
        """*fault* as an error with a sentence for users."""
        message = str(fault.orig if isinstance(fault, DBAPIError) else fault).strip()
        for words, sentence in _SQLITE_MESSAGES if self.is_sqlite else ():
            if words in message:
                return StoreError(
                    "the database {place}: {why}", place=self.place, why=Text(sentence)
                )
        if getattr(getattr(fault, "orig", None), "sqlstate", None) == _LOCK_STATE:
            return StoreError("the database {place}: {why}", place=self.place, why=Text(_LOCKED))
        first = message.partition("\n")[0]
        return StoreError("the database {place} failed: {why}", place=self.place, why=first)


def open_database(location: str | None = None, *, upgrade: bool = False) -> Database:
    """The database at *location* (see `database_url`); a new one gets its tables.

    An older schema is upgraded only with *upgrade*. Raises `StoreError` for a schema that does
    not fit, `UsageError` for a location that is no database.
    """
    database = Database(database_url(location))
    file = sqlite_file(database.url)
    # With these modes SQLite opens only what is there.
    if file is not None and database.url.query.get("mode") not in ("ro", "rw"):
        folder = file.parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as fault:
            raise UsageError(
                "cannot make the folder {path}: {why}", path=str(folder), why=why(fault)
            ) from fault
    try:
        _check_schema(database, upgrade=upgrade)
    except BaseException:
        database.close()
        raise
    return database


def open_any(location: str | None = None) -> Database:
    """The database at *location*, whatever its schema: for making a copy of it.

    Raises `UsageError` if there is none.
    """
    database = Database(database_url(location))
    file = sqlite_file(database.url)
    if database.is_sqlite and not (file and file.exists()):
        database.close()
        raise UsageError("there is no database {place}", place=database.place)
    return database


def _check_schema(database: Database, *, upgrade: bool) -> None:
    version = database.read(schema_version)
    if version == VERSION:
        return
    if version is None:
        _create(database)
    elif upgrade and version < VERSION:
        _migrate(database)
    elif version < VERSION:
        raise StoreError(
            "the database {place} has schema {found}, this garlic needs {needed}:"
            " make a copy with `garlic db backup`, then run `garlic db upgrade`",
            place=database.place,
            found=version,
            needed=VERSION,
        )
    else:
        raise StoreError(
            "the database {place} has schema {found}, made by a newer garlic; this one knows"
            " {needed}",
            place=database.place,
            found=version,
            needed=VERSION,
        )


def schema_version(connection: Connection) -> str | None:
    """The version of the schema; None for an empty database; raise `StoreError` if not ours."""
    tables = inspect(connection).get_table_names()
    if "alembic_version" not in tables:
        if tables:
            raise StoreError(
                "expected an empty database or one of garlic's, got one with the table {name!r}",
                name=tables[0],
            )
        return None
    version: str | None = connection.scalar(text("select version_num from alembic_version"))
    return version


def _create(database: Database) -> None:
    """Make the tables in one transaction, unless another process has just made them."""

    def work(connection: Connection) -> None:
        _lock_schema(connection)
        if schema_version(connection) is None:
            make_tables(connection)

    database.change_schema(work)


def _migrate(database: Database) -> None:
    """Upgrade the schema in one transaction."""
    from alembic import command  # noqa: PLC0415  (slow, and rarely needed)
    from alembic.config import Config  # noqa: PLC0415

    def work(connection: Connection) -> None:
        _lock_schema(connection)
        config = Config()
        home = str(Path(__file__).parent / "migrations")
        config.set_main_option("script_location", home.replace("%", "%%"))
        config.set_main_option("path_separator", "os")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        if database.is_sqlite and connection.execute(text("PRAGMA foreign_key_check")).first():
            raise StoreError(
                "the database {place}: {why}", place=database.place, why=Text(_DAMAGED)
            )

    database.change_schema(work)


def _lock_schema(connection: Connection) -> None:
    """Keep other processes from changing the schema; SQLite's transactions do that already."""
    if connection.dialect.name != "sqlite":
        connection.execute(text(f"select pg_advisory_xact_lock({_MIGRATING})"))


def insert_new(connection: Connection, table: Table, rows: Sequence[dict[str, Any]]) -> None:
    """Insert *rows*; existing rows with the same key stay as they are."""
    if not rows:
        return
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    connection.execute(dialect.insert(table).on_conflict_do_nothing(), rows)


def _engine(url: URL) -> Engine:
    try:
        if url.get_backend_name() != "sqlite":
            engine = create_engine(url, pool_pre_ping=True, **_POOL)
            event.listen(engine, "begin", _begin_postgres)
            return engine
        # Databases in memory have pools of other kinds.
        pool = _POOL if sqlite_file(url) is not None else {}
        engine = create_engine(url, connect_args={"timeout": _LOCK_SECONDS}, **pool)
    except ImportError as fault:
        raise UsageError(
            "PostgreSQL needs the package psycopg: `pip install 'psycopg[binary]'`"
        ) from fault
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: sqlite3.Connection, _: object) -> None:
    connection.isolation_level = None  # we begin transactions ourselves, also for schema changes
    _use_write_ahead_log(connection)
    connection.execute("PRAGMA synchronous=NORMAL")


def _use_write_ahead_log(connection: sqlite3.Connection) -> None:
    """Switch a new database to WAL; others may be creating it at the same time."""
    deadline = time.monotonic() + _LOCK_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as fault:
            # SQLite does not wait here: another process writes before the database is in WAL mode.
            if "locked" not in str(fault) or time.monotonic() > deadline:
                raise
            time.sleep(_LOCK_PAUSE_SECONDS)
        else:
            return


def _begin_sqlite(connection: Connection) -> None:
    options = connection.get_execution_options()
    # SQLite changes a table by replacing it, which other tables that refer to it must allow.
    keys = "OFF" if options.get("garlic_changes_schema") else "ON"
    # Not by SQLAlchemy, which would take longer for these than for the query that follows.
    plain: Any = connection.connection.driver_connection
    plain.execute(f"PRAGMA busy_timeout={_lock_milliseconds(connection)}")
    plain.execute(f"PRAGMA foreign_keys={keys}")
    # A writer takes the write lock at once: upgrading a read transaction can fail.
    if options.get("garlic_writing"):
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        plain.execute("BEGIN")


def _begin_postgres(connection: Connection) -> None:
    connection.exec_driver_sql(f"SET LOCAL lock_timeout = {_lock_milliseconds(connection)}")


def _lock_milliseconds(connection: Connection) -> int:
    patient = connection.get_execution_options().get("garlic_patient")
    return round((_PATIENT_LOCK_SECONDS if patient else _LOCK_SECONDS) * 1000)
