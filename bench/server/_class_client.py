"""Many people of a course server in one process: each has a connection, and some watch games.

As light as possible, because it runs on the processors of the server: streams are counted, not
parsed. It runs before everything else, where the system allows that, and reports how late it was
itself, so that nobody takes its delays for those of the server.
"""

import asyncio
import gzip
import json
import os
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

COOKIE = "garlic_person"
BOT = b"def play(position):\n    return position.legal_moves()[0]\n"
_TICK_SECONDS = 0.05
_NICE = -15


@dataclass
class Load:
    """What was counted."""

    seconds: dict[str, list[float]] = field(default_factory=dict)  # of page requests, by path
    upload_seconds: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    events: int = 0  # that viewers received
    refused: int = 0  # streams that did not open
    played: int = 0  # games of matches
    delayed: int = 0  # of these, by a busy machine
    lateness: list[float] = field(default_factory=list)  # of the client itself

    @property
    def page_seconds(self) -> list[float]:
        """Those of all paths."""
        return [each for found in self.seconds.values() for each in found]


def hurry() -> None:
    """Run before other processes, as on a machine of one's own; only root may.

    To be called in a new process: it gets a session of its own.
    """
    os.setsid()
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, 0, _NICE)
        Path("/proc/self/autogroup").write_text(str(_NICE))


async def measure_lateness(load: Load) -> None:
    """Note how late this process wakes up, until cancelled."""
    while True:
        due = time.perf_counter() + _TICK_SECONDS
        await asyncio.sleep(_TICK_SECONDS)
        load.lateness.append(time.perf_counter() - due)


class Student:
    """Somebody who is signed in, with a connection of their own."""

    def __init__(self, port: int, secret: str) -> None:
        self._port = port
        self._head = (
            f"Host: 127.0.0.1:{port}\r\nCookie: {COOKIE}={secret}\r\nAccept-Encoding: gzip\r\n"
        )
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(
        self,
        method: str,
        path: str,
        body: bytes = b"",
        kind: str = "application/json",
        key: str = "",
    ) -> tuple[int, bytes]:
        """The status and the content of a response."""
        try:
            return await self._ask(method, path, body, kind, key)
        except (asyncio.IncompleteReadError, ConnectionError):
            # The server ends connections that are idle for some seconds, as browsers know.
            await self.close()
            return await self._ask(method, path, body, kind, key)

    async def _ask(
        self, method: str, path: str, body: bytes, kind: str, key: str
    ) -> tuple[int, bytes]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        head = f"{method} {path} HTTP/1.1\r\n{self._head}"
        if key:
            head += f"Garlic-Seat-Key: {key}\r\n"
        if body:
            head += f"Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
        writer.write(f"{head}\r\n".encode() + body)
        status, headers = await _head_of(reader)
        if headers.get("transfer-encoding") == "chunked":
            content = b"".join([chunk async for chunk in _chunks(reader)])
        else:
            content = await reader.readexactly(int(headers.get("content-length", "0")))
        if headers.get("connection") == "close":
            await self.close()
        if headers.get("content-encoding") == "gzip":
            content = gzip.decompress(content)
        return status, content

    async def get(self, path: str) -> Any:
        """The content of a response, from JSON."""
        _, content = await self.ask("GET", path)
        return json.loads(content)

    async def post(self, path: str, value: object, key: str = "") -> Any:
        """The content of a response, from JSON; raise `RuntimeError` if it was refused."""
        status, content = await self.ask("POST", path, json.dumps(value).encode(), key=key)
        if status >= 300:
            raise RuntimeError(f"{path}: {status} {content[:200]!r}")
        return json.loads(content)

    async def upload(self, name: str) -> int:
        """Upload a bot that nobody else has; the status."""
        lines = []
        for label, value in (("game", "tiaojia"), ("name", name)):
            lines += ["--part", f'Content-Disposition: form-data; name="{label}"', "", value]
        head = 'Content-Disposition: form-data; name="file"; filename="bot.py"'
        content = "\r\n".join([*lines, "--part", head, "", ""]).encode() + BOT
        content += f"# {name}\r\n--part--\r\n".encode()
        status, _ = await self.ask(
            "POST", "/api/bots", content, "multipart/form-data; boundary=part"
        )
        return status

    async def watch(self, topics: str, load: Load) -> asyncio.Transport:
        """Count the events of *topics* until the connection is closed."""
        loop = asyncio.get_running_loop()
        transport, _ = await loop.create_connection(lambda: _Viewer(load), "127.0.0.1", self._port)
        transport.write(f"GET /api/events?topics={topics} HTTP/1.1\r\n{self._head}\r\n".encode())
        return transport

    async def close(self) -> None:
        """Close the connection."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


class _Viewer(asyncio.Protocol):
    """Counts events as they arrive; the first bytes have the status."""

    def __init__(self, load: Load) -> None:
        self._load, self._has_status = load, False

    def data_received(self, data: bytes) -> None:
        if not self._has_status:
            status = int(data[9:12])
            self._load.statuses[status] += 1
            self._load.refused += status != 200
            self._has_status = True
        self._load.events += data.count(b"\ndata: ")


async def _head_of(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    pairs = (line.partition(": ") for line in lines[1:] if line)
    return int(lines[0].split()[1]), {name.lower(): value for name, _, value in pairs}


async def _chunks(reader: asyncio.StreamReader) -> Any:
    while size := int(await reader.readline(), 16):
        yield (await reader.readexactly(size + 2))[:-2]
    await reader.readline()
