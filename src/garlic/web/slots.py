"""Slots for work that a request waits for.

A waiting request holds one of the threads that answer requests, so only a few may wait.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from garlic.web.problems import Problem
from garlic.web.sentences import page_sentence


class Slots:
    """*most* requests work at once, and *waiting* more wait for at most *seconds*."""

    def __init__(self, most: int, waiting: int, seconds: float) -> None:
        self._free = BoundedSemaphore(most)
        self._admitted = BoundedSemaphore(most + waiting)
        self._seconds = seconds

    @contextmanager
    def take(self) -> Iterator[None]:
        """A slot for the block; raise `Problem` (429) if too many wait, or for too long."""
        if not self._admitted.acquire(blocking=False):
            raise _too_many()
        try:
            if not self._free.acquire(timeout=self._seconds):
                raise _too_many()
            try:
                yield
            finally:
                self._free.release()
        finally:
            self._admitted.release()


def _too_many() -> Problem:
    return Problem(429, page_sentence("problem.too_many"))
