"""Where the database is: what the user says, `GARLIC_DATABASE`, or the data directory."""

import os
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from garlic.core import UsageError

_DRIVERS = {
    "sqlite": "sqlite",
    "postgresql": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
}


def data_directory() -> Path:
    """The user's data directory for us: `GARLIC_DATA`, else by the XDG convention."""
    if wish := os.environ.get("GARLIC_DATA"):
        return Path(wish)
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "garlic"


def database_url(wish: str | None = None) -> URL:
    """The database that *wish* names, by default the user's own; raise `UsageError`.

    A wish is ``postgresql+psycopg://...``, ``sqlite:///file`` or just a file.
    """
    wish = wish or os.environ.get("GARLIC_DATABASE")
    if not wish:
        return URL.create("sqlite", database=str(data_directory() / "garlic.db"))
    if "://" not in wish:
        return URL.create("sqlite", database=wish)
    try:
        url = make_url(wish)
    except (ArgumentError, ValueError) as fault:
        raise _not_a_database(wish) from fault
    driver = _DRIVERS.get(url.drivername)
    if driver is None or (driver == "sqlite" and not url.database):
        raise _not_a_database(wish)
    return url.set(drivername=driver)


def _not_a_database(wish: str) -> UsageError:
    # What came may hold a password: only its beginning is shown.
    return UsageError(
        "expected a database like postgresql+psycopg://user@host/name, sqlite:///file or a file,"
        " got {got!r}",
        got=wish.partition("://")[0] + "://...",
    )
