"""Answers that many viewers share for a moment."""

import time
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class RecentAnswers(Generic[K, V]):
    """What was computed within the last *seconds*, by its key; the oldest are forgotten."""

    def __init__(self, seconds: float, most: int = 32) -> None:
        self._seconds, self._most = seconds, most
        self._lock = Lock()
        self._known: dict[K, tuple[float, V]] = {}

    def get(self, key: K, compute: Callable[[], V], *, fresh: bool = False) -> V:
        """What *compute* has returned for *key* a moment ago, or returns now if *fresh*."""
        with self._lock:
            known = self._known.get(key)
        if known is not None and not fresh and time.monotonic() - known[0] < self._seconds:
            return known[1]
        answer = compute()
        with self._lock:
            self._known.pop(key, None)
            self._known[key] = (time.monotonic(), answer)
            while len(self._known) > self._most:
                del self._known[next(iter(self._known))]
        return answer
