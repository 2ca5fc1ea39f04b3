"""Many who watch one match: each hears of every step, and the server has time for others."""

import asyncio
import json
import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from support.web import begin_slow_game, running_server


async def look_on(address, live, until):
    """One viewer: how many steps it heard of until *until* of them, and in which order."""
    place = urlsplit(address)
    reader, writer = await asyncio.open_connection(place.hostname, place.port)
    query = f"/api/events?topics=match:{live}"
    writer.write(f"GET {query} HTTP/1.1\r\nHost: {place.netloc}\r\n\r\n".encode())
    heard = []
    while len(heard) < until:
        line = await asyncio.wait_for(reader.readline(), 60)
        assert line, "the stream ended"
        if not line.startswith(b"data: "):
            continue
        event = json.loads(line[6:])
        if event["kind"] == "start":
            heard = []  # it was begun again: the machine was too busy
        elif event["kind"] == "steps":
            heard += [turn["number"] for step in event["data"]["steps"] for turn in step["turns"]]
        elif event["kind"] == "end":
            break
    writer.close()
    return heard


def processor_seconds(process):
    """What the server's own process has used; its workers and bots count for themselves."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def watched(folder, viewers, steps):
    """Steps that each viewer heard of, and which part of a processor the server took."""
    with running_server(folder) as server:
        live = begin_slow_game(server.address, "tiaojia", 0.1)

        async def scene():
            looking = [look_on(server.address, live, steps) for _ in range(viewers)]
            return await asyncio.gather(*looking)

        with ThreadPoolExecutor(1) as pool:  # the browser's tests leave a loop in this thread
            began, used = time.monotonic(), processor_seconds(server.process.pid)
            heard = pool.submit(lambda: asyncio.run(scene())).result()
            load = (processor_seconds(server.process.pid) - used) / (time.monotonic() - began)
    return heard, load


def test_some_viewers_hear_every_step(tmp_path):
    heard, _ = watched(tmp_path, viewers=20, steps=10)
    for steps in heard:
        assert steps == list(range(steps[0], steps[-1] + 1))
        assert steps[-1] >= 10


@pytest.mark.slow
def test_two_hundred_viewers_cost_less_than_a_processor(tmp_path):
    heard, load = watched(tmp_path, viewers=200, steps=100)
    for steps in heard:
        assert steps == list(range(steps[0], steps[-1] + 1))
    print(f"200 viewers, ten events a second: {100 * load:.0f} % of a processor")
    assert load < 1
