"""Many viewers of one human game: the server stays idle most of the time."""

import os
import select
import socket
import time
from pathlib import Path
from typing import Any

import httpx2
import pytest

from support.present import present
from support.web import running_server

VIEWERS = 200
TICKS = 10
SECONDS = 4.0


def _post(address: str, path: str, body: object, key: str = "") -> Any:
    headers = {"Garlic-Seat-Key": key}
    return httpx2.post(f"{address}{path}", json=body, headers=headers, timeout=60).json()


def _cpu_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.slow
def test_two_hundred_viewers_cost_less_than_one_processor(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        seats = ["human", "random:stars"]
        request = {"game": "stars", "map": "13x15-walled-in", "seats": seats, "ticks": TICKS}
        made = _post(server.address, "/api/plays", request)
        play = made["id"]
        host, _, port = server.address.removeprefix("http://").partition(":")
        viewers = []
        for _ in range(VIEWERS):
            viewer = socket.create_connection((host, int(port)))
            viewer.sendall(
                f"GET /api/events?topics=play:{play} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode()
            )
            viewers.append(viewer)
        received = dict.fromkeys(viewers, b"")
        _post(server.address, f"/api/plays/{play}/pause", {"paused": False}, made["key"])
        time.sleep(1.0)
        before, began = _cpu_seconds(present(server.process).pid), time.monotonic()
        while time.monotonic() - began < SECONDS:
            for viewer in select.select(viewers, [], [], 0.2)[0]:
                received[viewer] += viewer.recv(1 << 16)
        seconds = time.monotonic() - began
        used = (_cpu_seconds(present(server.process).pid) - before) / seconds
        for viewer in viewers:
            viewer.close()
    events = [content.count(b'"kind":"moved"') for content in received.values()]
    assert min(events) > SECONDS  # every viewer gets events, also on a busy machine
    assert max(events) - min(events) <= 3
    assert used < 1.0, f"{used:.2f} of a processor for {min(events) / seconds:.1f} events a second"
