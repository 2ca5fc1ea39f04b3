"""Where the database is: as the user says, `GARLIC_DATABASE`, or the data directory."""

import os
from pathlib import Path
from urllib.parse import unquote, urlsplit

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.util import asbool

from garlic.core import UsageError

_DRIVERS = {
    "sqlite": "sqlite",
    "postgresql": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
}


def data_directory() -> Path:
    """The user's data directory for us: `GARLIC_DATA`, else by the XDG convention."""
    if folder := os.environ.get("GARLIC_DATA"):
        return Path(folder)
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "garlic"


def database_url(location: str | None = None) -> URL:
    """The URL of the database at *location*, by default the user's own; raise `UsageError`.

    A location is ``postgresql+psycopg://...``, ``sqlite:///file`` or just a file.
    """
    location = location or os.environ.get("GARLIC_DATABASE")
    if not location:
        return URL.create("sqlite", database=str(data_directory() / "garlic.db"))
    if "://" not in location:
        return URL.create("sqlite", database=location)
    try:
        url = make_url(location)
        asbool(url.query.get("uri"))
    except (ArgumentError, ValueError) as fault:
        raise _not_a_database(location) from fault
    driver = _DRIVERS.get(url.drivername)
    if driver is None or (driver == "sqlite" and not url.database):
        raise _not_a_database(location)
    if password := url.query.get("password"):  # in its usual place it is hidden where it is shown
        url = url.difference_update_query(["password"]).set(password=str(password))
    return url.set(drivername=driver)


def sqlite_file(url: URL) -> Path | None:
    """The file of a database of SQLite; None for one in memory and for a server.

    SQLite may be given a URI of its own: ``sqlite:///file:FILE?mode=ro&uri=true``.
    """
    name = url.database
    if url.get_backend_name() != "sqlite" or not name or name == ":memory:":
        return None
    if not name.startswith("file:") or not asbool(url.query.get("uri")):
        return Path(name)
    return None if url.query.get("mode") == "memory" else Path(unquote(urlsplit(name).path))


def place_of(url: URL) -> str:
    """Where the database is, to be shown: a file, or a URL without its password."""
    if url.get_backend_name() == "sqlite":
        return str(sqlite_file(url) or url.database)
    return url.render_as_string(hide_password=True)


def _not_a_database(location: str) -> UsageError:
    # The location may hold a password: show only its beginning.
    return UsageError(
        "expected a database like postgresql+psycopg://user@host/name, sqlite:///file or a file,"
        " got {got!r}",
        got=location.partition("://")[0] + "://...",
    )
