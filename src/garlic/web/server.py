"""Runs the application in uvicorn until it is stopped."""

import gc
import logging
import os
import resource
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from types import FrameType

import uvicorn
from fastapi import FastAPI

from garlic.core import Text, UsageError, say
from garlic.core.reading.files import why
from garlic.people.accounts import has_administrator
from garlic.people.links import administrator_link
from garlic.store.schema import LOCAL
from garlic.web.app import Arena, create_app
from garlic.web.connections import ConnectionLimits, limited_protocol
from garlic.web.priority import raise_priority
from garlic.web.settings import ServerSettings

_GRACE_SECONDS = 3
_LARGEST_HEADERS = 32 << 10  # bytes, the address included
_BACKLOG = 128  # connections that are accepted at once, before the limits count them
_NEW_OBJECTS = 10_000  # after which garbage is looked for among them; a request makes thousands
_OTHER_FILES = 256  # open files for everything that is not a connection


def run_server(settings: ServerSettings, *, open_browser: bool) -> None:
    """Serve until Ctrl-C; raise `UsageError` if the port is not available.

    Prints the address as soon as the server accepts requests.
    """
    with _listen(settings) as listening:
        app = create_app(settings)
        if settings.has_accounts:  # on a machine of one's own, nothing should come before the rest
            raise_priority()
        _keep_loaded()
        _serve(settings, listening, app, open_browser=open_browser)


def _keep_loaded() -> None:
    """Leave out what is loaded now when looking for garbage: it would stop everybody for long."""
    gc.collect()
    gc.freeze()
    gc.enable()
    gc.set_threshold(_NEW_OBJECTS, 20, 20)


def _serve(
    settings: ServerSettings, listening: socket.socket, app: FastAPI, *, open_browser: bool
) -> None:
    port: int = listening.getsockname()[1]
    arena: Arena = app.state.arena
    address = f"{settings.public_url or f'http://{_shown_host(settings)}:{port}'}/"

    def ready() -> None:
        shown = f"{address}?token={settings.token}" if settings.shows_token else address
        print(say("Garlic Arena is open at {address}", address=shown))
        if settings.has_accounts:
            _invite_administrator(arena, address)
        print(say("Stop it with Ctrl-C."), flush=True)
        if open_browser and _has_screen():
            # Not with the token: the browser's command line can be read by others.
            start = f"sign-in?code={arena.access.new_code()}" if arena.access else ""
            page = f"http://{_shown_host(settings)}:{port}/{start}"
            threading.Thread(target=webbrowser.open, args=(page,), daemon=True).start()

    # Malformed requests are the client's fault: they are answered, not logged.
    logging.getLogger("python_multipart").setLevel(logging.ERROR)
    _Server(uvicorn_config(app, settings), arena, ready).run(sockets=[listening])


def uvicorn_config(app: FastAPI, settings: ServerSettings) -> uvicorn.Config:
    """How uvicorn runs *app*: limits, and whose word counts about who is behind a proxy."""
    proxies = _trusted_proxies(settings)
    return uvicorn.Config(
        app,
        proxy_headers=proxies != [],
        forwarded_allow_ips=proxies,
        http=limited_protocol(_possible(settings.connections)),
        ws="none",
        lifespan="on",
        backlog=_BACKLOG,
        h11_max_incomplete_event_size=_LARGEST_HEADERS,
        log_level="error",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_GRACE_SECONDS,
    )


def _trusted_proxies(settings: ServerSettings) -> list[str] | None:
    """Whose X-Forwarded-* headers count; None: as uvicorn has it, those of this machine."""
    return list(settings.proxies) if settings.has_accounts else None


def _invite_administrator(arena: Arena, address: str) -> None:
    """Print a one-time link for the first administrator, as long as there is none."""
    if arena.database.read(has_administrator):
        return
    secret = arena.database.write(lambda c: administrator_link(c, LOCAL))
    print(say("Nobody can sign in yet. Open this link to become the administrator; it works once:"))
    print(f"{address}join#{secret}")


class _Server(uvicorn.Server):
    """Calls *ready* once it listens, and ends the open streams when it is stopped."""

    def __init__(self, config: uvicorn.Config, arena: Arena, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._arena = arena
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to listen."""
        await super().startup(sockets)
        if self.started:
            self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop; a second Ctrl-C does not wait for open requests."""
        self._arena.hub.close()
        super().handle_exit(sig, frame)
        if sig == signal.SIGINT:
            self._captured_signals.clear()  # a normal stop: no traceback, exit 0


def _listen(settings: ServerSettings) -> socket.socket:
    host = settings.host.strip("[]")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        # Only with the protocol's number asyncio sends responses at once: else each may wait 40 ms.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, settings.port))
    except (OSError, TypeError) as fault:  # Python's TypeError: it is no name of a host
        raise UsageError(
            "cannot listen on {host} port {port}: {why}; choose others with --host and --port",
            host=settings.host,
            port=settings.port,
            why=why(fault) if isinstance(fault, OSError) else Text("Name or service not known"),
        ) from fault
    return listening


def _possible(limits: ConnectionLimits) -> ConnectionLimits:
    """*limits*, but no more connections than this process may have open files."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY or files - _OTHER_FILES >= limits.most:
        return limits
    most = max(_BACKLOG, files - _OTHER_FILES)
    return replace(limits, most=most, most_per_address=min(limits.most_per_address, most // 2))


def _shown_host(settings: ServerSettings) -> str:
    """The host for the printed address; this machine's name if it listens on all addresses."""
    if settings.host in ("", "0.0.0.0", "::", "[::]"):  # noqa: S104  (compared, not bound)
        return socket.gethostname()
    return f"[{settings.host.strip('[]')}]" if ":" in settings.host else settings.host


def _has_screen() -> bool:
    if sys.platform == "darwin":
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
