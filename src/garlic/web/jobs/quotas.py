"""Checks, before work is accepted, whether somebody may use more: see `people.limits`."""

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

    def take_upload(self, person: Person, size: int) -> None:
        """Count an upload; raise `QuotaError` if it is one too many."""
        if self._accounts:
            self._database.write(lambda c: take_upload(c, person, size))
        else:
            self._of_all.take(size)

    def check_work(self, person: Person, more: int) -> None:
        """Raise `QuotaError` if somebody may not begin *more* games."""
        if self._accounts:
            waiting = self._workers.queued(person.id)
            self._database.read(lambda c: check_work(c, person, waiting, more))
