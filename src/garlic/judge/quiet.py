"""Is a processor of this machine free for a fair game? Waiting until one is.

Whoever has a game that was delayed or could not be judged waits here before playing it again.
"""

import os
import time
from collections.abc import Callable
from pathlib import Path

_STAT = Path("/proc/stat")
_FREE = 0.7  # of one processor, idle during a sample: the machine is quiet
_SAMPLE_SECONDS = 1.0
_PAUSE_SECONDS = 1.0  # between samples


def is_quiet() -> bool:
    """Whether a processor that we may use is free; takes a second, in which nothing should run.

    Our own games count like all others: ask while none is running.
    """
    before = _idle_seconds()
    if before is None:
        return os.getloadavg()[0] < len(os.sched_getaffinity(0))
    began = time.monotonic()
    time.sleep(_SAMPLE_SECONDS)
    after, seconds = _idle_seconds() or 0.0, time.monotonic() - began
    return (after - before) / seconds >= _FREE


def wait_until_quiet(seconds: float, on_wait: Callable[[float], None] = lambda _: None) -> bool:
    """Wait until the machine is quiet, *seconds* at most; False if it never was.

    *on_wait* is called with the seconds left before every pause, and may raise to end the wait.
    """
    deadline = time.monotonic() + seconds
    while not is_quiet():
        left = deadline - time.monotonic()
        if left <= 0:
            return False
        on_wait(left)
        time.sleep(min(_PAUSE_SECONDS, left))
    return True


def _idle_seconds() -> float | None:
    """The idle time of our processors since the machine started; None if it is not known."""
    ours = {f"cpu{number}" for number in os.sched_getaffinity(0)}
    try:
        rows = [line.split() for line in _STAT.read_text(encoding="ascii").splitlines()]
        # The columns are name, user, nice, system, idle and waiting for a disk.
        ticks = [int(row[4]) + int(row[5]) for row in rows if row[0] in ours]
    except (OSError, ValueError, IndexError):
        return None
    return sum(ticks) / os.sysconf("SC_CLK_TCK") if ticks else None
