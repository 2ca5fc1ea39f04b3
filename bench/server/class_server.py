"""A course server under load: 200 students, 60 uploads in a minute, 200 viewers; greedy users.

A real server in a process of its own, on this machine, with a database of its own. All requests go
to it over the loopback, from one more process. While pages are measured, its workers are busy with
matches and uploads.

``python -m bench class_server [pages] [shares]`` measures only that.
"""

import asyncio
import multiprocessing
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from bench.server._class_client import Load, Student, hurry, measure_lateness
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
GREEDY, MODEST, GREEDY_GAMES, ROUNDS = 5, 50, 200, 2  # as many games, of one user or of five
MATCH = {"game": "tiaojia", "bots": ["random:tiaojia", "random:tiaojia"]}
_GAMES = 20  # of a match that somebody waits for

Row = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Server:
    """A course server that runs: its port and its process, and the sessions of its students."""

    port: int
    process: int
    teacher: str
    students: Sequence[str]

    def times(self) -> tuple[float, float]:
        """For how long its threads have run, and waited for a processor."""
        found = [0, 0]
        for task in Path(f"/proc/{self.process}/task").iterdir():
            with suppress(OSError):  # a thread that has just ended
                ran, waited, _ = (task / "schedstat").read_text().split()
                found = [found[0] + int(ran), found[1] + int(waited)]
        return found[0] / 1e9, found[1] / 1e9


def rows() -> list[Row]:
    """All measurements."""
    return [*page_rows(), *share_rows()]


def page_rows() -> list[Row]:
    """Pages, uploads and streams while the workers are busy."""
    with _server(STUDENTS) as server:
        before = server.times()
        load, own_seconds = _in_client(_measure, server.port, server.students, server.teacher)
        ran, waited = (now - then for now, then in zip(server.times(), before, strict=True))
    faults = sum(count for status, count in load.statuses.items() if status >= 500)
    counts = ", ".join(f"{count} × {status}" for status, count in sorted(load.statuses.items()))
    pages = load.page_seconds
    return [
        (f"{STUDENTS} students, {UPLOADS} uploads, {VIEWERS} viewers: 5xx", f"{faults}", "0"),
        ("all responses", counts, "none refused"),
        (f"page requests ({len(pages)}): 95th percentile", _summary(pages), "under 300 ms"),
        *((f"  of {path}", _summary(found), "") for path, found in sorted(load.seconds.items())),
        ("uploads", _summary(load.upload_seconds), ""),
        (
            f"events that {VIEWERS} viewers of {WATCHED} games received",
            f"{load.events}, {load.refused} refused",
            "none refused",
        ),
        ("games of matches meanwhile", f"{load.played}, {load.delayed} of them delayed", ""),
        ("processor time of the server", f"{ran:.1f} s, waited {waited:.1f} s for it", ""),
        ("processor time of the client", f"{own_seconds:.1f} s", "small"),
        ("the client itself was late by", _summary(load.lateness), "small"),
    ]


def share_rows() -> list[Row]:
    """First trials of modest users, beside many games of one user, and of five."""
    found: dict[int, list[float]] = {1: [], GREEDY: []}
    meanwhile = dict.fromkeys(found, 0)
    for _ in range(ROUNDS):  # in turn, so that both meet the same machine
        for greedy in found:
            with _server(greedy + MODEST) as server:
                waits, games = _in_client(
                    _trials, server.port, server.students, server.teacher, greedy
                )
            found[greedy] += waits
            meanwhile[greedy] = max(meanwhile[greedy], games)
    return [
        (
            f"a trial of {MODEST} modest users beside {GREEDY_GAMES} games of {greedy}",
            f"median {statistics.median(waits):.1f} s, at most {max(waits):.1f} s;"
            f" at most {meanwhile[greedy]} of these games were played meanwhile",
            "not longer than beside one" if greedy > 1 else "",
        )
        for greedy, waits in found.items()
    ]


def _summary(seconds: Sequence[float]) -> str:
    high = statistics.quantiles(seconds, n=20)[-1]
    return (
        f"{1000 * high:.0f} ms, median {1000 * statistics.median(seconds):.0f} ms,"
        f" at most {1000 * max(seconds):.0f} ms"
    )


def _in_client(work: Callable[..., Any], *args: Any) -> Any:
    """The result of *work*, in a process of its own that does not wait for processors."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, context, initializer=hurry) as client:
        return client.submit(work, *args).result()


def _measure(port: int, secrets: Sequence[str], teacher: str) -> tuple[Load, float]:
    """What the people met, and the processor time that they took."""
    load, began = Load(), time.process_time()
    asyncio.run(_visit(port, secrets, teacher, load))
    return load, time.process_time() - began


async def _visit(port: int, secrets: Sequence[str], teacher: str, load: Load) -> None:
    students = [Student(port, secret) for secret in secrets]
    seats = {"game": "stars", "seats": ["human", "random:stars"], "ticks": 2}
    made = [await one.post("/api/plays", seats) for one in students[:WATCHED]]
    for number, one in enumerate(students[:BUSY]):
        await one.post("/api/matches", _match(number))
    viewers = [
        await one.watch(f"play:{made[number % WATCHED]['id']},series", load)
        for number, one in enumerate(students[:VIEWERS])
    ]
    for one, each in zip(students, made, strict=False):
        await one.post(f"/api/plays/{each['id']}/pause", {"paused": False}, each["key"])
    lateness = asyncio.create_task(measure_lateness(load))
    end = time.monotonic() + SECONDS
    readers = [
        asyncio.create_task(_read_pages(one, end, load, number))
        for number, one in enumerate(students)
    ]
    for number in range(UPLOADS):
        uploader = Student(port, secrets[-1 - number])
        began = time.perf_counter()
        load.statuses[await uploader.upload(f"bot {number}")] += 1
        load.upload_seconds.append(time.perf_counter() - began)
        await uploader.close()
        await asyncio.sleep(max(0.0, end - SECONDS + SECONDS * number / UPLOADS - time.monotonic()))
    await asyncio.gather(*readers)
    lateness.cancel()
    staff = Student(port, teacher)
    load.played, load.delayed = await _count_games(staff)
    await staff.close()
    for viewer in viewers:
        viewer.close()
    for one in students:
        await one.close()


async def _read_pages(student: Student, end: float, load: Load, number: int) -> None:
    chance = random.Random(number)
    await asyncio.sleep(chance.uniform(0, EVERY_SECONDS))
    while time.monotonic() < end:
        path = chance.choice(PAGES)
        began = time.perf_counter()
        status, _ = await student.ask("GET", path)
        load.seconds.setdefault(path, []).append(time.perf_counter() - began)
        load.statuses[status] += 1
        await asyncio.sleep(chance.uniform(0, 2 * EVERY_SECONDS))


def _match(number: int, games: int = _GAMES) -> dict[str, object]:
    """A match that no other number has: a game that was played already is not played again."""
    return {**MATCH, "games": games, "seed": 1_000 * number}


def _trials(
    port: int, secrets: Sequence[str], teacher: str, greedy: int
) -> tuple[list[float], int]:
    """How long each modest user's first trial takes, while many games of greedy users wait.

    With it, how many of these games ended between the first trial's submission and the last one's
    end; one for each worker was running already.
    """
    return asyncio.run(_try_out(port, secrets, teacher, greedy))


async def _try_out(
    port: int, secrets: Sequence[str], teacher: str, greedy: int
) -> tuple[list[float], int]:
    students = [Student(port, secret) for secret in secrets]
    staff = Student(port, teacher)
    for number in range(GREEDY_GAMES // _GAMES):
        await students[number % greedy].post("/api/matches", _match(number))
    # Before, those of the greedy who have had nothing yet are as modest as the others.
    await _until(lambda: _all_have_had_some(staff), 120)
    before, _ = await _count_games(staff)
    modest = students[greedy:]
    made = await asyncio.gather(
        *(one.post("/api/matches", _match(100 + number, 1)) for number, one in enumerate(modest))
    )
    numbers = {each["id"] for each in made}
    waits: list[float] = []

    async def all_ended() -> bool:
        page = await staff.get("/api/matches?limit=100")
        rows = [row for row in page["matches"] if row["id"] in numbers]
        waits[:] = [_took(row) for row in rows if row["finished_at"] is not None]
        return len(waits) == len(numbers)

    await _until(all_ended, 300)
    after, _ = await _count_games(staff)
    for one in (*students, staff):
        await one.close()
    return waits, after - before - len(numbers)


def _took(row: dict[str, Any]) -> float:
    ended, began = (datetime.fromisoformat(row[name]) for name in ("finished_at", "created_at"))
    return (ended - began).total_seconds()


async def _count_games(staff: Student) -> tuple[int, int]:
    """How many games of matches were played, and how many of them delayed by a busy machine."""
    tallies = [row["tally"] for row in (await staff.get("/api/matches?limit=100"))["matches"]]
    return sum(each["played"] for each in tallies), sum(each["delayed"] for each in tallies)


async def _all_have_had_some(staff: Student) -> bool:
    return (await _count_games(staff))[0] >= 2 * GREEDY


async def _until(check: Callable[[], Any], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not await check():
        if time.monotonic() > end:
            raise RuntimeError("it takes too long")
        await asyncio.sleep(0.5)


@contextmanager
def _server(students: int) -> Iterator[Server]:
    """A course server with a teacher and students."""
    with tempfile.TemporaryDirectory(prefix="garlic-class-") as folder:
        file = Path(folder) / "class.db"

        def work(connection: Connection) -> list[str]:
            course = add_course(connection, "algorithms").id
            secrets = []
            for number in range(students + 1):
                account = add_person(connection, f"s{number}")
                role = Role.STUDENT if number else Role.TEACHER
                set_role(connection, course, account.id, role)
                secrets.append(begin_session(connection, account.id, "127.0.0.1", "bench"))
            return secrets

        with open_database(str(file), upgrade=True) as database:
            teacher, *secrets = database.write(work)
        command = [sys.executable, "-m", "garlic", "serve", "--class", "--no-browser"]
        process = subprocess.Popen(
            [*command, "--port", "0", "--database", str(file)],
            env=os.environ | {"GARLIC_CACHE": f"{folder}/cache", "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,  # as a service has one
        )
        try:
            for line in process.stdout or ():
                if found := re.search(r"http://127\.0\.0\.1:(\d+)", line):
                    yield Server(int(found[1]), process.pid, teacher, secrets)
                    return
            raise RuntimeError("the server did not start")
        finally:
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(60)
            process.kill()


def main(arguments: list[str]) -> None:
    chosen = {"pages": page_rows, "shares": share_rows}
    for name in arguments:
        for row in chosen[name]():
            print(*row, sep="  ", flush=True)
