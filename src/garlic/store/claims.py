"""One course server a database: a second one would take the first one's work for abandoned."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import text

from garlic.core import UsageError
from garlic.core.reading.files import why
from garlic.store.connect import Database
from garlic.store.place import sqlite_file

_SERVING = 0x6761726D  # the number of PostgreSQL's lock


@contextmanager
def claimed(database: Database) -> Iterator[None]:
    """Be the only one who claims *database* during the block; raise `UsageError` if another does.

    The system ends the claim of a process that was killed.
    """
    file = sqlite_file(database.url)
    if database.is_sqlite and file is None:  # in memory: nobody else can
        yield
    elif file is not None:
        with _file_claimed(database, file.with_name(f"{file.name}.serving")):
            yield
    else:
        with database.engine.connect() as connection:
            query = text(f"select pg_try_advisory_lock({_SERVING})")
            if not connection.scalar(query):
                raise _taken(database)
            connection.commit()  # the lock belongs to the connection, which must not be idle in one
            try:
                yield
            finally:
                connection.execute(text(f"select pg_advisory_unlock({_SERVING})"))
                connection.commit()


@contextmanager
def _file_claimed(database: Database, path: Path) -> Iterator[None]:
    try:
        with path.open("ab") as opened:
            try:
                fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as fault:
                raise _taken(database) from fault
            yield
    except OSError as fault:
        raise UsageError("cannot write {path}: {why}", path=str(path), why=why(fault)) from fault


def _taken(database: Database) -> UsageError:
    return UsageError("another course server uses the database {place}", place=database.place)
