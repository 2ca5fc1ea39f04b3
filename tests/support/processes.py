"""Looking at the processes of this machine, to see that none is left."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")


def _stat(pid: int) -> list[str]:
    """The fields of /proc/PID/stat from the state on; empty for one that is not there."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def alive(pid: int) -> bool:
    """Whether it runs; one that has only not been collected does not."""
    return _stat(pid)[:1] not in ([], ["Z"])


def parent(pid: int) -> int | None:
    """Its parent, while it is there."""
    fields = _stat(pid)
    return int(fields[1]) if fields else None


def player_of(bot: int) -> int | None:
    """The process that plays a match: the first above *bot* and whoever keeps it."""
    above = parent(bot)
    while above and b"garlic-keeper" in command_line(above):
        above = parent(above)
    return above


def command_line(pid: int) -> bytes:
    """Its command line; nothing if it is not there."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:  # it has gone meanwhile
        return b""


def _everybody() -> list[int]:
    return [int(folder.name) for folder in Path("/proc").glob("[0-9]*") if alive(int(folder.name))]


def named(part: str) -> list[int]:
    """The other living processes that have *part* in their command line."""
    here = os.fsencode(part)
    return [pid for pid in _everybody() if here in command_line(pid) and pid != os.getpid()]


def descendants(ancestor: int) -> set[int]:
    """The living processes below *ancestor*."""
    parents = {pid: parent(pid) for pid in _everybody()}
    found = {ancestor}
    while more := {pid for pid, above in parents.items() if above in found} - found:
        found |= more
    return found - {ancestor}


def eventually(condition: Callable[[], T], seconds: float = 20) -> T:
    """What *condition* comes to: its first true value, or its last one after so many *seconds*."""
    deadline = time.monotonic() + seconds
    while not (found := condition()) and time.monotonic() < deadline:
        time.sleep(0.01)
    return found
