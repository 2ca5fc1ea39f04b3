"""Functions that tests of pools and clusters run in workers."""

import os
import signal
import time
from pathlib import Path
from typing import NoReturn

from garlic.core import IllegalMoveError


def affinity_of_worker() -> tuple[int, list[int]]:
    """The worker's process id and the processors it may use."""
    return os.getpid(), sorted(os.sched_getaffinity(0))


def noted(path: str, value: int = 0) -> int:
    """Append a line to the file *path* and return *value*."""
    with Path(path).open("a") as file:
        file.write(f"{os.getpid()}\n")
    return value


def slowly(path: str, seconds: float) -> str:
    """Append a line and sleep."""
    noted(path)
    time.sleep(seconds)
    return "done"


def die(path: str, times: int = 1000) -> str:
    """Kill the own process, the first *times* times."""
    noted(path)
    if len(Path(path).read_text().splitlines()) <= times:
        os.kill(os.getpid(), signal.SIGKILL)
    return "survived"


def refuse() -> NoReturn:
    """Raise an error with a constructor of its own."""
    raise IllegalMoveError("a1", "start", because="it is taken")


class Unreadable(Exception):  # noqa: N818
    """An exception that can be pickled but not unpickled."""

    def __init__(self, first: int, second: int) -> None:
        super().__init__(f"{first} {second}")


def raise_unreadable() -> NoReturn:
    raise Unreadable(1, 2)
