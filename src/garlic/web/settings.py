"""The settings of a server."""

import ipaddress
import secrets
from dataclasses import dataclass, field
from pathlib import Path

from garlic.core import UsageError
from garlic.web.connections import ConnectionLimits

PAGES = Path(__file__).parent / "pages"  # what `make pages` builds
BOOK = Path(__file__).parent / "book"  # what `make docs` builds


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """Where the server listens, which database it uses, and who has access."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str | None = None  # as `store.place.database_url` reads it
    token: str | None = None  # required of every client; None on a local server
    connections: ConnectionLimits = field(default_factory=ConnectionLimits)
    pages: Path = field(default=PAGES)
    book: Path = field(default=BOOK)

    @property
    def is_local(self) -> bool:
        """Can only this machine reach it?"""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host.strip("[]")).is_loopback
        except ValueError:
            return False


def settings_for(
    host: str, port: int, database: str | None = None, token: str | None = None
) -> ServerSettings:
    """The settings of a server; a token is generated if other machines can reach it.

    Raises `UsageError` for a token that is too short or has other characters.
    """
    settings = ServerSettings(host=host, port=port, database=database, token=token)
    if token is not None and not (16 <= len(token) <= 200 and token.isascii() and _plain(token)):
        raise UsageError(
            "expected a token of 16 to 200 letters, digits, '-' and '_', got one of {length} signs",
            length=len(token),
        )
    if token is None and not settings.is_local:
        token = secrets.token_urlsafe(24)
    return ServerSettings(host=host, port=port, database=database, token=token)


def _plain(token: str) -> bool:
    return all(sign.isalnum() or sign in "-_" for sign in token)
