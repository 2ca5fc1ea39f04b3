"""How long a program ran by its own time: wall time less the time it waited for a processor.

For programs that may start others. What the keeper does for bots is in `cpp/sandbox/timing.cpp`.
"""

import os
import time
from collections.abc import Iterator
from pathlib import Path

_NANOSECONDS = 1e-9
_STOLEN_STEP = 0.01  # in what steps the machine counts what its host took away


class OwnTime:
    """The own time of all processes in *session*, from now on.

    A process is seen at `look`; what it waited after the last look that saw it is its own time.
    """

    def __init__(self, session: int, proc: Path = Path("/proc")) -> None:
        self._session, self._proc = session, proc
        self._began, self._stolen = time.monotonic(), self._stolen_seconds()
        self._threads: dict[str, tuple[int, int]] = {}  # how long each ran, and waited

    def look(self) -> float:
        """The own time up to now, in seconds."""
        for thread in self._find_threads():
            try:
                ran, waited = (thread / "schedstat").read_text().split()[:2]
            except (OSError, ValueError):  # it has ended
                continue
            self._threads[thread.name] = int(ran), int(waited)
        wall = time.monotonic() - self._began
        ran_seconds = sum(ran for ran, _ in self._threads.values()) * _NANOSECONDS
        waited_seconds = sum(waited for _, waited in self._threads.values()) * _NANOSECONDS
        stolen = self._stolen_seconds() - self._stolen
        delay = waited_seconds + (stolen + _STOLEN_STEP if stolen > 0 else 0)
        # While it has all processors, only its own processes delay each other.
        most = wall - ran_seconds / len(os.sched_getaffinity(0))
        return wall - max(min(delay, most), 0.0)

    def _find_threads(self) -> Iterator[Path]:
        for process in self._proc.glob("[0-9]*"):
            try:
                # The name in parentheses may contain anything.
                fields = (process / "stat").read_text(errors="replace").rpartition(")")[2].split()
                if int(fields[3]) == self._session:
                    yield from (process / "task").iterdir()
            except (OSError, IndexError, ValueError):
                continue

    def _stolen_seconds(self) -> float:
        """What the host of this virtual machine gave to others since the machine started."""
        try:
            return int((self._proc / "stat").read_text().split()[8]) * _STOLEN_STEP
        except (OSError, IndexError, ValueError):
            return 0.0
