"""Continues what a busy machine has left unfinished or delayed, as soon as it is quiet.

Matches, tournaments and gradings hand in a function that continues them. It is called when the
machine is quiet; if that does not help, it is handed in again and has to wait longer.
"""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event, Lock, Thread

from garlic.core import GarlicError
from garlic.judge import quiet
from garlic.judge.patience import MOST_REPLAYS

_LOG = logging.getLogger("garlic.web")
_TICK_SECONDS = 2.0
_FIRST_SECONDS = 5.0  # before the first retry; each further one waits twice as long
_LONGEST_SECONDS = 1800.0
_MOST_TRIES = 12  # of what is unfinished; then a person has to continue it

Key = tuple[str, object]
"""The kind of a job and its number: ("match", 7)."""


@dataclass(slots=True)
class _Retry:
    work: Callable[[], None]
    due: float  # on the monotonic clock
    tries: int = 0
    is_waiting: bool = True


class Retries:
    """What is to be continued when the machine is quiet."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._retries: dict[Key, _Retry] = {}
        self._closing = Event()
        self._thread: Thread | None = None

    def start(self) -> None:
        """Start the thread that waits for quiet times."""
        self._thread = Thread(target=self._run, name="garlic-retries", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread; what is waiting is not continued."""
        self._closing.set()
        if self._thread is not None:
            self._thread.join()

    def add(self, key: Key, work: Callable[[], None], *, unfinished: bool) -> bool:
        """Call *work* when the machine is quiet; False if that was tried often enough.

        What is only delayed is tried as often as a game is played again, what is *unfinished*
        more often.
        """
        with self._lock:
            retry = self._retries.setdefault(key, _Retry(work, 0.0))
            if retry.tries >= (_MOST_TRIES if unfinished else MOST_REPLAYS):
                return False
            wait = min(_LONGEST_SECONDS, _FIRST_SECONDS * 2**retry.tries)
            retry.work, retry.due, retry.is_waiting = work, time.monotonic() + wait, True
            return True

    def drop(self, key: Key) -> None:
        """Forget *key*: it is final, or was stopped."""
        with self._lock:
            self._retries.pop(key, None)

    def _run(self) -> None:
        while not self._closing.wait(_TICK_SECONDS):
            if self._due() is None or not quiet.is_quiet():
                continue
            if (retry := self._due()) is not None:
                retry.tries += 1
                retry.is_waiting = False
                self._call(retry)

    def _due(self) -> _Retry | None:
        """The one that has been due for longest."""
        now = time.monotonic()
        with self._lock:
            due = [retry for retry in self._retries.values() if retry.is_waiting]
        return min((retry for retry in due if retry.due <= now), key=lambda r: r.due, default=None)

    def _call(self, retry: _Retry) -> None:
        try:
            retry.work()
        except GarlicError:  # no room for it now: it waits like any other retry
            with self._lock:
                retry.due = time.monotonic() + _FIRST_SECONDS * 2**retry.tries
                retry.is_waiting = retry.tries < _MOST_TRIES
        except Exception:  # noqa: BLE001 - a bug in one job must not end the thread
            _LOG.exception("while continuing")
