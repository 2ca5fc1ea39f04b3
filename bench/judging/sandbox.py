"""The overhead of the sandbox: turn, start, rollback. Run alone: `python -m bench sandbox`."""

import itertools
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from bench import one_processor
from garlic.sandbox import (
    Confined,
    Confinement,
    Profile,
    Reply,
    SandboxTurn,
    Snapshots,
    host_sources,
    start,
)

MEGABYTE = 1 << 20
PATIENT = 60.0

ECHO = """
#include <stdio.h>
int main(void) {
    char line[4096];
    while (fgets(line, sizeof line, stdin)) fputs(line, stdout), fflush(stdout);
}
"""


def rows() -> list[tuple[str, str, str]]:
    """All measurements."""
    folder = Path(tempfile.mkdtemp(prefix="garlic-bench-"))
    try:
        folder.chmod(0o755)
        echo, host = _programs(folder)
        return [*_turns(echo), *_starts(echo), *_rollback(host)]
    finally:
        shutil.rmtree(folder)


def _programs(folder: Path) -> tuple[Path, Path]:
    (folder / "echo.c").write_text(ECHO)
    subprocess.run(["gcc", "-O2", "-o", folder / "echo", folder / "echo.c"], check=True)
    sources = host_sources()
    files = [sources / "scribble.c", sources / "host.c"]
    options = ["-O2", "-w", "-static", "-no-pie"]
    subprocess.run(["gcc", *options, "-o", folder / "host", *files], check=True)
    return folder / "echo", folder / "host"


def _turns(echo: Path) -> list[tuple[str, str, str]]:
    with start([echo], Confinement(64 * MEGABYTE)) as bot:
        times = _timed(lambda: bot.turn(b"hello\n", PATIENT), 3000)
    with one_processor(), start([echo], Confinement(64 * MEGABYTE)) as bot:
        pinned = _timed(lambda: bot.turn(b"hello\n", PATIENT), 3000)
    return [
        ("a turn of a C bot, all on one processor as in the arena", _micro(pinned), "under 60 µs"),
        ("the same without pinning", _micro(times), "-"),
    ]


def _starts(echo: Path) -> list[tuple[str, str, str]]:
    python: list[str | Path] = [
        sys.executable,
        "-I",
        "-c",
        "while True: print(input(), flush=True)",
    ]

    def first_turn(
        command: list[str | Path], confinement: Confinement
    ) -> Callable[[], SandboxTurn]:
        def play() -> SandboxTurn:
            with start(command, confinement) as bot:
                return bot.turn(b"hello\n", PATIENT)

        return play

    both = Confinement(64 * MEGABYTE), Confinement(64 * MEGABYTE, namespaces=False)
    for_python = Confinement(64 * MEGABYTE, profile=Profile.PYTHON)
    found = [
        ("start, one turn and end of a C bot", _timed(first_turn([echo], both[0]), 100), "10 ms"),
        ("the same without namespaces", _timed(first_turn([echo], both[1]), 100), "10 ms"),
        (
            "start, one turn and end of a Python bot",
            _timed(first_turn(python, for_python), 40),
            "60 ms",
        ),
    ]
    return [(what, _milli(times), f"under {target}") for what, times, target in found]


def _rollback(program: Path) -> list[tuple[str, str, str]]:
    def order(host: Confined, what: str, number: int = 0) -> SandboxTurn:
        message = struct.pack("<ii", ord(what), number)
        return host.turn(message, PATIENT, reply=Reply.record(16))

    numbers = itertools.count()

    def write_next(host: Confined) -> SandboxTurn:
        return order(host, "w", next(numbers))

    found = []
    for megabytes, target in ((0, "under 210 µs"), (60, "under 1500 µs")):
        name = f"a host with {megabytes} MB of tables" if megabytes else "a small host"
        medians, failed = [], []
        for snapshots in (None, Snapshots.of(program)):
            confinement = Confinement(256 * MEGABYTE, own_channel=True)
            with start([program], confinement, snapshots=snapshots) as host:
                order(host, "g", megabytes) if megabytes else order(host, "w")
                times = _timed(partial(write_next, host), 300)
                medians.append(statistics.median(times))
                if snapshots:
                    failed = _timed(partial(order, host, "v"), 50)
        extra = [medians[1] - medians[0]]
        found.append((f"what a snapshot adds to a turn of {name}", _micro(extra), target))
        found.append(
            (f"a crashed turn of {name}, rolled back", _micro(failed), "as low as it goes")
        )
    with start([program], Confinement(256 * MEGABYTE), snapshots=Snapshots.of(program)) as host:
        order(host, "g", 60)
        turns = [order(host, "r", number).wall_seconds * 1e9 for number in range(10)]
    found.append(
        ("rewriting 60 MB under a snapshot, on the bot's clock", _micro(turns), "credited")
    )
    return found


def _timed(job: Callable[[], SandboxTurn], times: int) -> list[float]:
    """The times of *job* in nanoseconds; every turn must succeed or be rolled back."""
    found = []
    for _ in range(times):
        before = time.perf_counter_ns()
        turn = job()
        found.append(float(time.perf_counter_ns() - before))
        assert turn.reply or turn.rolled_back, turn
    return found


def _micro(times: list[float]) -> str:
    return f"{statistics.median(times) / 1e3:.0f} µs"


def _milli(times: list[float]) -> str:
    return f"{statistics.median(times) / 1e6:.1f} ms"
