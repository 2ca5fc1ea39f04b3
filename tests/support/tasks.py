"""What the tests of pools and clusters let workers do."""

import os
import signal
import time
from pathlib import Path
from typing import NoReturn

from garlic.core import IllegalMoveError


def affinity_of_worker() -> tuple[int, list[int]]:
    """Who it is, and where it may run."""
    return os.getpid(), sorted(os.sched_getaffinity(0))


def noted(path: str, value: int = 0) -> int:
    """Leave a line in the file *path*, and return *value*."""
    with Path(path).open("a") as file:
        file.write(f"{os.getpid()}\n")
    return value


def slowly(path: str, seconds: float) -> str:
    """Leave a line, and take a while."""
    noted(path)
    time.sleep(seconds)
    return "done"


def die(path: str, times: int = 1000) -> str:
    """End like a process that the system killed, the first *times* times."""
    noted(path)
    if len(Path(path).read_text().splitlines()) <= times:
        os.kill(os.getpid(), signal.SIGKILL)
    return "survived"


def refuse() -> NoReturn:
    """Raise an error that has its own way to be made."""
    raise IllegalMoveError("a1", "start", because="it is taken")


class Unreadable(Exception):  # noqa: N818
    """An exception that can be pickled, but not read again."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} {two}")


def raise_unreadable() -> NoReturn:
    raise Unreadable(1, 2)
