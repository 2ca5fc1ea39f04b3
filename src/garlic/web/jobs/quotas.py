"""Checks, before work is accepted, whether somebody may use more: see `people.limits`."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from garlic.core.limits import MEGABYTE
from garlic.people.limits import check_work, take_upload
from garlic.people.persons import Person
from garlic.store import Database
from garlic.web.jobs.uploads import Quota
from garlic.web.jobs.workers import WorkerPool

_FILES_AN_HOUR = 240
_BYTES_AN_HOUR = 256 * MEGABYTE


class Quotas:
    """Limits of people; without *accounts* one for all uploads together."""

    def __init__(self, database: Database, workers: WorkerPool, *, accounts: bool) -> None:
        self._database, self._workers, self._accounts = database, workers, accounts
        self._of_all = Quota(_FILES_AN_HOUR, _BYTES_AN_HOUR)
        self._beginning: Counter[int] = Counter()  # games by the person whose request begins them
        self._lock = Lock()

    def take_upload(self, person: Person, size: int) -> None:
        """Count an upload; raise `QuotaError` if it is one too many."""
        if self._accounts:
            self._database.write(lambda c: take_upload(c, person, size))
        else:
            self._of_all.take(size)

    def check_work(self, person: Person, more: int) -> None:
        """Raise `QuotaError` if somebody may not begin *more* games."""
        if self._accounts:
            with self._lock:
                self._check(person, more)

    @contextmanager
    def begin_work(self, person: Person, more: int) -> Iterator[None]:
        """The block submits *more* games; raise `QuotaError` if somebody may not begin them.

        They count from now on, so that many requests at once begin no more than one may.
        """
        if not self._accounts:
            yield
            return
        with self._lock:
            self._check(person, more)
            self._beginning[person.id] += more
        try:
            yield
        finally:
            with self._lock:
                self._beginning[person.id] -= more
                self._beginning = +self._beginning

    def _check(self, person: Person, more: int) -> None:
        waiting = self._workers.queued(person.id) + self._beginning[person.id]
        self._database.read(lambda c: check_work(c, person, waiting, more))
