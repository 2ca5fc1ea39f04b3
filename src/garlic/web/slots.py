"""Slots for work that a request waits for.

A waiting request holds one of the threads that answer requests, so only a few may wait, and of one
person fewer.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock

from garlic.store.schema import LOCAL
from garlic.web.problems import Problem
from garlic.web.sentences import page_sentence


class Slots:
    """*most* requests work at once, and *waiting* more wait for at most *seconds*.

    Where people have accounts, *of_one* of these may be of one person.
    """

    def __init__(self, most: int, waiting: int, seconds: float, of_one: int = 1) -> None:
        self._free = BoundedSemaphore(most)
        self._admitted = BoundedSemaphore(most + waiting)
        self._seconds, self._of_one = seconds, of_one
        self._people: Counter[int] = Counter()
        self._lock = Lock()

    @contextmanager
    def take(self, person: int = LOCAL) -> Iterator[None]:
        """A slot for the block; raise `Problem` (429) if too many wait, or for too long."""
        with self._lock:
            if person != LOCAL and self._people[person] >= self._of_one:
                raise _too_many()
            self._people[person] += 1
        try:
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
        finally:
            with self._lock:
                self._people[person] -= 1
                self._people = +self._people


def _too_many() -> Problem:
    return Problem(429, page_sentence("problem.too_many"))
