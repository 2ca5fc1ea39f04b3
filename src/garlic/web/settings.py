"""The settings of a server."""

import ipaddress
import os
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from garlic.core import UsageError
from garlic.core.reading.files import read_limited
from garlic.web.connections import ConnectionLimits

PAGES = Path(__file__).parent / "pages"  # what `make pages` builds
TOKEN_VARIABLE = "GARLIC_TOKEN"  # noqa: S105  (the name of it)
BOOK = Path(__file__).parent / "book"  # what `make docs` builds


_ADDRESS = re.compile(r"(https?://(?:[\w.-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?)/?")
_LARGEST_TOKEN_FILE = 1 << 20


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """Where the server listens, which database it uses, and who has access."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str | None = None  # as `store.place.database_url` reads it
    token: str | None = None  # required of every client; None on a local server
    shows_token: bool = False  # print the token, because nobody else knows it
    public_url: str | None = None  # as clients name the server, if a proxy is in front of it
    has_accounts: bool = False  # people sign in with a password, and own what they make
    proxies: tuple[str, ...] = ()  # whose X-Forwarded-* headers count, where there are accounts
    insecure_http: bool = False  # passwords may travel over plain HTTP
    cluster: str | None = None  # the scheduler of Dask workers that play games
    connections: ConnectionLimits = field(default_factory=ConnectionLimits)
    pages: Path = field(default=PAGES)
    book: Path = field(default=BOOK)

    @property
    def is_local(self) -> bool:
        """Can only this machine reach it?"""
        if self.public_url is not None:
            return False
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host.strip("[]")).is_loopback
        except ValueError:
            return False

    @property
    def allows_files(self) -> bool:
        """May bots be files of this machine? Only where nobody else can name them."""
        return self.is_local and not self.has_accounts


@dataclass(frozen=True, slots=True)
class AccountSettings:
    """The options of a server with accounts."""

    proxies: Sequence[str] = ()  # whose X-Forwarded-* headers count
    insecure_http: bool = False
    cluster: str | None = None


def settings_for(
    host: str,
    port: int,
    database: str | None = None,
    token: str | None = None,
    public_url: str | None = None,
    accounts: AccountSettings | None = None,
) -> ServerSettings:
    """The settings of a server; a token is generated if other machines can reach it.

    With *accounts* people sign in with passwords instead.

    Raises `UsageError` for a token that is too short or has other characters, and for a
    *public_url* that is no address of a server.
    """
    if token is not None and not (16 <= len(token) <= 200 and token.isascii() and _plain(token)):
        raise UsageError(
            "expected a token of 16 to 200 letters, digits, '-' and '_', got one of {length} signs",
            length=len(token),
        )
    origin = _origin(public_url) if public_url else None
    settings = ServerSettings(host, port, database, token, public_url=origin)
    if accounts is not None:
        if token is not None:
            raise UsageError("with --class people have passwords: a token is not needed")
        return replace(
            settings,
            has_accounts=True,
            proxies=tuple(map(_proxy, accounts.proxies)),
            insecure_http=accounts.insecure_http,
            cluster=accounts.cluster,
        )
    if token is not None or settings.is_local:
        return settings
    return replace(settings, token=secrets.token_urlsafe(24), shows_token=True)


def _proxy(address: str) -> str:
    """*address* of a proxy, or a network of them; raise `UsageError`."""
    try:
        return str(ipaddress.ip_network(address, strict=False))
    except ValueError as fault:
        raise UsageError(
            "expected the address of a proxy like 10.0.0.5, or a network like 10.0.0.0/24, got"
            " {got!r}",
            got=address,
        ) from fault


def read_token(file: Path | None = None) -> str | None:
    """The token in *file*, else in `GARLIC_TOKEN`, if any; raise `UsageError`.

    The variable is removed from the environment, so that bots and compilers do not inherit it.
    """
    token = os.environ.pop(TOKEN_VARIABLE, "") or None
    if file is None:
        return token
    return read_limited(file, _LARGEST_TOKEN_FILE).decode(errors="replace").strip()


def _origin(url: str) -> str:
    found = _ADDRESS.fullmatch(url.lower())
    if found is None:
        raise UsageError("expected an address like https://arena.example.org, got {got!r}", got=url)
    return found[1]


def _plain(token: str) -> bool:
    return all(sign.isalnum() or sign in "-_" for sign in token)
