"""A real server in its own process, for API and browser tests."""

import asyncio
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from fastapi import FastAPI
from httpx2 import Response
from starlette.testclient import TestClient

from garlic.core import Text
from garlic.judge.bots import find_bot
from garlic.store import open_database
from garlic.store.bots import freeze, keep_bot
from garlic.web.app import Arena
from garlic.web.jobs.bots import STORED
from support.processes import eventually

T = TypeVar("T")

ROOT = Path(__file__).parents[2]
# Debian's Chromium: where there is the one without windows, which takes half the time.
_BROWSERS = (Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium"))
CHROMIUM = next((path for path in _BROWSERS if path.exists()), _BROWSERS[-1])
SCREENSHOTS = ROOT / "build" / "screenshots"
AXE = ROOT / "frontend" / "node_modules" / "axe-core" / "axe.min.js"

_ADDRESS = re.compile(rb"(http://[^\s]+)")


class Server:
    """`garlic serve` with its own database and cache, in our environment or that of *python*."""

    def __init__(self, folder: Path, python: str = sys.executable) -> None:
        self.folder = folder
        self.python = python
        self.process: subprocess.Popen[bytes] | None = None
        self.address = ""

    def start(self, *options: str) -> str:
        """Start it, on its previous port if it had one, and return its address."""
        port = self.address.rstrip("/").rpartition(":")[2] or "0"
        command = [self.python, "-m", "garlic", "serve", "--no-browser", "--port", port]
        command += ["--database", str(self.folder / "web.db"), *options]
        environment = os.environ | {
            "GARLIC_CACHE": str(self.folder / "cache"),
            "GARLIC_LANG": "en",
            "PYTHONUNBUFFERED": "1",
        }
        self.process = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        self.address = self._wait_for_address().decode()
        return self.address

    def _wait_for_address(self) -> bytes:
        assert self.process is not None
        assert self.process.stdout is not None
        printed = b""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            ready, _, _ = select.select([self.process.stdout], [], [], 1)
            if ready:
                chunk = os.read(self.process.stdout.fileno(), 4096)
                printed += chunk
                if address := _ADDRESS.search(printed):
                    return address[1].rstrip(b"/")
                if not chunk:
                    break
        raise AssertionError(f"the server did not start: {printed.decode(errors='replace')}")

    def stop(self, number: int = signal.SIGINT) -> int:
        """Stop it, by default as Ctrl-C does, and return its exit code."""
        assert self.process is not None
        self.process.send_signal(number)
        try:
            return self.process.wait(60)
        finally:
            self.process.kill()
            self.process.wait()
            assert self.process.stdout is not None
            self.process.stdout.close()


def run_apart(scene: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run the coroutine *scene* in a thread of its own.

    Playwright keeps an event loop running in the thread of the tests.
    """
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(scene())).result()


@contextmanager
def running_server(folder: Path, *options: str, python: str = sys.executable) -> Iterator[Server]:
    """A server that is stopped at the end."""
    server = Server(folder, python)
    server.start(*options)
    try:
        yield server
    finally:
        if server.process is not None and server.process.poll() is None:
            server.stop()


def arena_of(client: TestClient) -> Arena:
    """What the application behind *client* is made of."""
    assert isinstance(client.app, FastAPI)
    arena: Arena = client.app.state.arena
    return arena


def document(answer: Response) -> dict[str, Any]:
    """The JSON object of an answer."""
    found = answer.json()
    assert isinstance(found, dict), found
    return found


def awaited(
    client: TestClient, path: str, is_done: Callable[[dict[str, Any]], bool], seconds: float = 60
) -> dict[str, Any]:
    """The document at *path* as soon as *is_done* says so of it."""
    end = time.monotonic() + seconds
    found = document(client.get(path))
    while not is_done(found):
        assert time.monotonic() < end, found
        time.sleep(0.05)
        found = document(client.get(path))
    return found


def refusal_text(client: TestClient, answer: Response, language: str = "en") -> str:
    """The sentence with which a request was refused, as the page shows it."""
    return _sentence(client.get(f"/api/texts/{language}").json(), answer.json()["problem"])


def _sentence(texts: dict[str, str], sentence: dict[str, Any]) -> str:
    values = {
        name: _sentence(texts, value) if isinstance(value, dict) else value
        for name, value in sentence["values"].items()
    }
    return str(Text(texts[sentence["code"]], **values))


def begin_slow_game(server: Server, game: str, move_seconds: float, **options: str | int) -> str:
    """A game between two bots that sleep before every move, with generous limits; its id.

    It has begun. The bot is stored without an upload: its check would hold the workers for minutes.
    """
    import httpx2  # noqa: PLC0415  (tests without a server need none)

    source = (
        "import time\n\n\ndef play(state):\n"
        f"    time.sleep({move_seconds})\n    return state.legal_moves()[0]\n"
    )
    path = server.folder / "sleepy.py"
    path.write_text(source)
    frozen, content = freeze(find_bot(str(path)))
    with open_database(str(server.folder / "web.db")) as database:
        version = database.write(lambda c: keep_bot(c, "sleepy", frozen, content)).id
    with httpx2.Client(base_url=server.address, timeout=60) as client:
        matches = client.get("/api/matches").raise_for_status().json()["matches"]
        tournaments = client.get("/api/tournaments").raise_for_status().json()
        for kind, rows in (("matches", matches), ("tournaments", tournaments)):
            for row in rows:
                if row["state"] == "running":  # of an earlier test: it would hold the workers
                    client.post(f"/api/{kind}/{row['id']}/stop")
        bots = [f"{STORED}{version}"] * 2
        request = {"game": game, "bots": bots, "limits": "turn=10s,init=20s", **options}
        match = client.post("/api/matches", json=request).raise_for_status().json()
        live: str = match["all_games"][0]["live"]
        # Workers that still check bots of earlier tests keep it waiting.
        assert eventually(lambda: _has_begun(client.get(f"/api/live/{live}")))
    return live


def _has_begun(answer: Response) -> bool:
    return answer.is_success and answer.json()["start"] is not None
