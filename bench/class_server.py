"""A course server under load: 200 students, 60 uploads in a minute, 200 viewers; greedy users.

A real server in a process of its own, on this machine, with a database of its own. All requests go
to it over the loopback. While pages are measured, its workers are busy with matches and uploads.
"""

import asyncio
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from garlic.people.accounts import add_person
from garlic.people.courses import add_course, set_role
from garlic.people.persons import Role
from garlic.people.sessions import begin_session
from garlic.store import open_database

STUDENTS, VIEWERS, UPLOADS, SECONDS = 200, 200, 60, 60.0
WATCHED = 10  # games, each with several viewers
BUSY = 40  # students whose matches fill the queue of the workers
EVERY_SECONDS = 5.0  # each student asks for a page
PAGES = ("/", "/api/session", "/api/bots", "/api/matches", "/api/tournaments", "/api/account")
GREEDY, MODEST, GREEDY_GAMES = 5, 50, 40
COOKIE = "garlic_person"
BOT = b"def play(position):\n    return position.legal_moves()[0]\n"
MATCH = {"game": "tiaojia", "bots": ["random:tiaojia", "random:tiaojia"]}


@dataclass
class Load:
    """What was counted."""

    seconds: list[float] = field(default_factory=list)  # of page requests
    statuses: Counter[int] = field(default_factory=Counter)
    events: int = 0  # that viewers received
    refused: int = 0  # streams that did not open


class Student:
    """Somebody who is signed in, with a connection of their own."""

    def __init__(self, port: int, secret: str) -> None:
        self._port = port
        self._head = f"Host: 127.0.0.1:{port}\r\nCookie: {COOKIE}={secret}\r\n"
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
        return status, content

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

    async def watch(self, topics: str, load: Load) -> None:
        """Count events until cancelled."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        writer.write(f"GET /api/events?topics={topics} HTTP/1.1\r\n{self._head}\r\n".encode())
        try:
            status, _ = await _head_of(reader)
            load.statuses[status] += 1
            if status != 200:
                load.refused += 1
                return
            async for chunk in _chunks(reader):
                load.events += chunk.count(b"\ndata: ")
        finally:
            writer.close()

    async def close(self) -> None:
        """Close the connection."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


async def _head_of(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    pairs = (line.partition(": ") for line in lines[1:] if line)
    return int(lines[0].split()[1]), {name.lower(): value for name, _, value in pairs}


async def _chunks(reader: asyncio.StreamReader) -> Any:
    while size := int(await reader.readline(), 16):
        yield (await reader.readexactly(size + 2))[:-2]
    await reader.readline()


def rows() -> list[tuple[str, str, str]]:
    """All measurements."""
    with _server(STUDENTS) as (port, secrets):
        load, open_games = asyncio.run(_measure(port, secrets))
    faults = sum(count for status, count in load.statuses.items() if status >= 500)
    high = statistics.quantiles(load.seconds, n=20)[-1]
    counts = ", ".join(f"{count} × {status}" for status, count in sorted(load.statuses.items()))
    waits = {greedy: _waits(greedy) for greedy in (1, GREEDY)}
    return [
        (f"{STUDENTS} students, {UPLOADS} uploads, {VIEWERS} viewers: 5xx", f"{faults}", "0"),
        ("all responses", counts, "none refused"),
        (
            f"page requests ({len(load.seconds)}): 95th percentile",
            f"{1000 * high:.0f} ms, median {1000 * statistics.median(load.seconds):.0f} ms,"
            f" at most {1000 * max(load.seconds):.0f} ms",
            "under 300 ms",
        ),
        (
            f"events that {VIEWERS} viewers of {open_games} games received",
            f"{load.events}, {load.refused} refused",
            "none refused",
        ),
        *(
            (
                f"a trial of {MODEST} modest users beside {greedy} greedy",
                f"median {statistics.median(found):.1f} s, at most {max(found):.1f} s",
                "not longer than beside one" if greedy > 1 else "",
            )
            for greedy, found in waits.items()
        ),
    ]


async def _measure(port: int, secrets: Sequence[str]) -> tuple[Load, int]:
    load = Load()
    students = [Student(port, secret) for secret in secrets]
    seats = {"game": "stars", "seats": ["human", "random:stars"], "ticks": 2}
    made = [await one.post("/api/plays", seats) for one in students[:WATCHED]]
    games = [each["id"] for each in made]
    for one in students[:BUSY]:
        await one.post("/api/matches", {**MATCH, "games": 20})
    viewers = [
        asyncio.create_task(one.watch(f"play:{games[number % WATCHED]},series", load))
        for number, one in enumerate(students[:VIEWERS])
    ]
    await asyncio.sleep(2)  # all of them have opened their stream
    for one, each in zip(students, made, strict=False):
        await one.post(f"/api/plays/{each['id']}/pause", {"paused": False}, each["key"])
    end = time.monotonic() + SECONDS
    readers = [asyncio.create_task(_read_pages(one, end, load)) for one in students]
    for number in range(UPLOADS):
        uploader = Student(port, secrets[-1 - number])
        load.statuses[await uploader.upload(f"bot {number}")] += 1
        await uploader.close()
        await asyncio.sleep(max(0.0, end - SECONDS + SECONDS * number / UPLOADS - time.monotonic()))
    await asyncio.gather(*readers)
    for viewer in viewers:
        viewer.cancel()
    await asyncio.gather(*viewers, return_exceptions=True)
    for one in students:
        await one.close()
    return load, len(games)


async def _read_pages(student: Student, end: float, load: Load) -> None:
    chance = random.Random(id(student))
    await asyncio.sleep(chance.uniform(0, EVERY_SECONDS))
    while time.monotonic() < end:
        began = time.perf_counter()
        status, _ = await student.ask("GET", chance.choice(PAGES))
        load.seconds.append(time.perf_counter() - began)
        load.statuses[status] += 1
        await asyncio.sleep(chance.uniform(0, 2 * EVERY_SECONDS))


def _waits(greedy: int) -> list[float]:
    """How long each modest user's first trial takes, while greedy users have many games queued."""
    with _server(greedy + MODEST) as (port, secrets):
        return asyncio.run(_trials(port, secrets, greedy))


async def _trials(port: int, secrets: Sequence[str], greedy: int) -> list[float]:
    students = [Student(port, secret) for secret in secrets]
    for one in students[:greedy]:
        for _ in range(GREEDY_GAMES // 20):
            await one.post("/api/matches", {**MATCH, "games": 20})
    found = await asyncio.gather(*map(_trial, students[greedy:]))
    for one in students:
        await one.close()
    return found


async def _trial(student: Student) -> float:
    began = time.monotonic()
    number = (await student.post("/api/matches", MATCH))["id"]
    while True:
        _, content = await student.ask("GET", f"/api/matches/{number}")
        if json.loads(content)["state"] not in ("waiting", "running"):
            return time.monotonic() - began
        await asyncio.sleep(0.25)


@contextmanager
def _server(students: int) -> Iterator[tuple[int, list[str]]]:
    """A course server; its port, and the session of each student."""
    with tempfile.TemporaryDirectory(prefix="garlic-class-") as folder:
        file = Path(folder) / "class.db"

        def work(connection: Connection) -> list[str]:
            course = add_course(connection, "algorithms").id
            secrets = []
            for number in range(students):
                account = add_person(connection, f"s{number}")
                set_role(connection, course, account.id, Role.STUDENT)
                secrets.append(begin_session(connection, account.id, "127.0.0.1", "bench"))
            return secrets

        with open_database(str(file), upgrade=True) as database:
            secrets = database.write(work)
        command = [sys.executable, "-m", "garlic", "serve", "--class", "--no-browser"]
        process = subprocess.Popen(
            [*command, "--port", "0", "--database", str(file)],
            env=os.environ | {"GARLIC_CACHE": f"{folder}/cache", "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            for line in process.stdout or ():
                if found := re.search(r"http://127\.0\.0\.1:(\d+)", line):
                    yield int(found[1]), secrets
                    return
            raise RuntimeError("the server did not start")
        finally:
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(60)
            process.kill()


if __name__ == "__main__":
    for row in rows():
        print(*row, sep="  ")
