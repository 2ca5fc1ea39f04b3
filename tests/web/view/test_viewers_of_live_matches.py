"""Many viewers of one live match: each gets every step, and the server stays responsive."""

import asyncio
import json
import os
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from support.present import present
from support.web import begin_slow_game, run_apart, running_server


async def watch(address: str, live: str, until: int) -> list[int]:
    """One viewer: the numbers of the first *until* turns it received."""
    place = urlsplit(address)
    reader, writer = await asyncio.open_connection(place.hostname, place.port)
    query = f"/api/events?topics=match:{live}"
    writer.write(f"GET {query} HTTP/1.1\r\nHost: {place.netloc}\r\n\r\n".encode())
    numbers: list[int] = []
    while len(numbers) < until:
        line = await asyncio.wait_for(reader.readline(), 60)
        assert line, "the stream ended"
        if not line.startswith(b"data: "):
            continue
        event = json.loads(line[6:])
        if event["kind"] == "start":
            numbers = []  # the game was restarted because the machine was overloaded
        elif event["kind"] == "steps":
            numbers += [turn["number"] for step in event["data"]["steps"] for turn in step["turns"]]
        elif event["kind"] == "end":
            break
    writer.close()
    return numbers


def processor_seconds(process: int) -> float:
    """Processor time of the server's own process, without its workers and bots."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def watched(folder: Path, viewers: int, steps: int) -> tuple[list[list[int]], float]:
    """The turn numbers that each viewer received, and the processor load of the server."""
    with running_server(folder) as server:
        live = begin_slow_game(server, "tiaojia", 0.1)

        async def scene() -> list[list[int]]:
            watching = [watch(server.address, live, steps) for _ in range(viewers)]
            return await asyncio.gather(*watching)

        began, used = time.monotonic(), processor_seconds(present(server.process).pid)
        received = run_apart(scene)
        load = (processor_seconds(present(server.process).pid) - used) / (time.monotonic() - began)
    return received, load


def test_twenty_viewers_get_every_step(tmp_path: Path) -> None:
    received, _ = watched(tmp_path, viewers=20, steps=10)
    for steps in received:
        assert steps == list(range(steps[0], steps[-1] + 1))
        assert steps[-1] >= 10


@pytest.mark.slow
def test_two_hundred_viewers_cost_less_than_a_processor(tmp_path: Path) -> None:
    received, load = watched(tmp_path, viewers=200, steps=100)
    for steps in received:
        assert steps == list(range(steps[0], steps[-1] + 1))
    print(f"200 viewers, ten events a second: {100 * load:.0f} % of a processor")
    assert load < 1
