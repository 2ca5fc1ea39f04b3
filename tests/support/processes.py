"""Listing the processes of this machine, to check that none is left behind."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")


def _stat(pid: int) -> list[str]:
    """The fields of /proc/PID/stat from the state on; empty if there is no such process."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def alive(pid: int) -> bool:
    """Whether the process is running; zombies are not."""
    return _stat(pid)[:1] not in ([], ["Z"])


def wait_until_busy(pid: int, seconds: float, patience: float = 120) -> None:
    """Wait until the process has used so much processor time, however slow the machine is."""
    ticks = os.sysconf("SC_CLK_TCK")
    end = time.monotonic() + patience
    while (fields := _stat(pid)) and (int(fields[11]) + int(fields[12])) / ticks < seconds:
        assert time.monotonic() < end, f"process {pid} does not work"
        time.sleep(0.05)


def parent(pid: int) -> int | None:
    """Its parent; None if there is no such process."""
    fields = _stat(pid)
    return int(fields[1]) if fields else None


def player_of(bot: int) -> int | None:
    """The process that runs the game: the first ancestor of *bot* that is not its keeper."""
    above = parent(bot)
    while above and b"garlic-keeper" in command_line(above):
        above = parent(above)
    return above


def command_line(pid: int) -> bytes:
    """Its command line; empty if there is no such process."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:  # it has ended in the meantime
        return b""


def _all_processes() -> list[int]:
    return [int(folder.name) for folder in Path("/proc").glob("[0-9]*") if alive(int(folder.name))]


def named(part: str) -> list[int]:
    """The other running processes with *part* in their command line."""
    wanted = os.fsencode(part)
    return [pid for pid in _all_processes() if wanted in command_line(pid) and pid != os.getpid()]


def descendants(ancestor: int) -> set[int]:
    """The running descendants of *ancestor*."""
    parents = {pid: parent(pid) for pid in _all_processes()}
    found = {ancestor}
    while more := {pid for pid, above in parents.items() if above in found} - found:
        found |= more
    return found - {ancestor}


def eventually(condition: Callable[[], T], seconds: float = 600) -> T:
    """The first true value of *condition*, or its last value after *seconds*."""
    deadline = time.monotonic() + seconds
    while not (value := condition()) and time.monotonic() < deadline:
        time.sleep(0.01)
    return value
