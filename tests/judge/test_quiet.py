"""When the machine counts as quiet, and how long is waited for that."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from garlic.cli import run
from garlic.judge import quiet
from garlic.judge.quiet import wait_until_quiet
from garlic.judge.record import Certainty, Record

OURS = min(os.sched_getaffinity(0))


class FakeMachine:
    """A clock that only `sleep` moves, and a processor that is idle for part of that time."""

    def __init__(self, tmp_path: Path, idle: Callable[[float], float]) -> None:
        self.now, self.idle_seconds, self.idle = 0.0, 0.0, idle
        self.stat = tmp_path / "stat"
        self._write()

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        self.idle_seconds += seconds * self.idle(self.now)
        self._write()

    def _write(self) -> None:
        ticks = round(self.idle_seconds * os.sysconf("SC_CLK_TCK"))
        disk = ticks // 3  # a processor that waits for a disk is free
        self.stat.write_text(
            f"cpu 1 2 3 99999 5 6\ncpu{OURS} 700 20 30 {ticks - disk} {disk} 0 0\nctxt 5\n", "ascii"
        )


@pytest.fixture
def machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[Callable[[float], float]], FakeMachine]:
    def make(idle: Callable[[float], float]) -> FakeMachine:
        fake = FakeMachine(tmp_path, idle)
        monkeypatch.setattr(quiet, "_STAT", fake.stat)
        monkeypatch.setattr(quiet, "time", fake)
        return fake

    return make


@pytest.mark.parametrize(("idle", "expected"), [(0.0, False), (0.5, False), (0.8, True)])
def test_quiet_means_that_a_processor_is_free(
    machine: Callable[[Callable[[float], float]], FakeMachine], idle: float, expected: bool
) -> None:
    machine(lambda _: idle)
    assert quiet.is_quiet() is expected


def test_waits_until_the_machine_is_quiet(
    machine: Callable[[Callable[[float], float]], FakeMachine],
) -> None:
    fake = machine(lambda now: float(now > 10))
    left: list[float] = []
    assert wait_until_quiet(60, left.append)
    assert 10 < fake.now < 14
    assert len(left) > 1
    assert left == sorted(left, reverse=True)
    assert all(0 < seconds <= 60 for seconds in left)


def test_gives_up_in_time(machine: Callable[[Callable[[float], float]], FakeMachine]) -> None:
    fake = machine(lambda _: 0.0)
    assert not wait_until_quiet(30)
    assert 30 <= fake.now <= 32


def test_the_load_decides_where_the_system_tells_no_idle_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quiet, "_STAT", tmp_path / "missing")
    cores = len(os.sched_getaffinity(0))
    monkeypatch.setattr(os, "getloadavg", lambda: (cores + 1.0, 0.0, 0.0))
    assert not quiet.is_quiet()
    monkeypatch.setattr(os, "getloadavg", lambda: (0.1, 0.0, 0.0))
    assert quiet.is_quiet()


@pytest.fixture
def busy_processors() -> Iterator[None]:
    """Keep every processor busy, twice over."""
    spin = [sys.executable, "-c", "while True: pass"]
    spinning = [subprocess.Popen(spin) for _ in range(2 * len(os.sched_getaffinity(0)))]
    yield
    for process in spinning:
        process.kill()
        process.wait()


@pytest.mark.slow
@pytest.mark.usefixtures("busy_processors")
def test_a_busy_machine_is_not_quiet_and_its_results_say_so(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GARLIC_LANG", "en")
    assert not quiet.is_quiet()
    record = tmp_path / "game.json"
    code = run(["match", "tiaojia", *["random:tiaojia"] * 2, "--record", str(record)])
    played, out = Record.parse(record.read_bytes()), capfd.readouterr().out
    assert code == (0 if played.is_judged else 3)
    assert ("(delayed)" in out) == (played.certainty is Certainty.DELAYED)
    assert ("do not count" in out) == (not played.is_judged)
