"""Waits until the machine is quieter, for games that it was too busy to judge."""

import os
import time
from collections.abc import Callable
from pathlib import Path

_LOOK_SECONDS = 0.25
_QUIET_LOOKS = 4  # in a row
_AT_A_TIME = 10.0  # seconds; then a game is tried in any case


def wait_until_quieter(seconds: float, on_look: Callable[[], None]) -> float:
    """Wait until no more processes want to run than can, at most *seconds*; give the time spent.

    *on_look* is called several times a second and may raise to end the wait.
    """
    began = time.monotonic()
    until = began + min(seconds, _AT_A_TIME)
    quiet = 0
    while quiet < _QUIET_LOOKS and time.monotonic() < until:
        on_look()
        time.sleep(min(_LOOK_SECONDS, max(until - time.monotonic(), 0.0)))
        quiet = quiet + 1 if _runnable() <= len(os.sched_getaffinity(0)) else 0
    return time.monotonic() - began


def _runnable() -> int:
    """The processes that run or want to run now, this one among them; 0 if that is not known."""
    try:
        return int(Path("/proc/loadavg").read_text(encoding="ascii").split()[3].split("/")[0])
    except (OSError, ValueError, IndexError):
        return 0
