"""Creates the background services of a server, and starts and stops them with it."""

from garlic.core.limits import MEGABYTE
from garlic.store import Database
from garlic.web.events import Hub
from garlic.web.jobs.bots import Checks
from garlic.web.jobs.gradings import Gradings
from garlic.web.jobs.matches import Matches
from garlic.web.jobs.ratings import BotRatings
from garlic.web.jobs.retries import Retries
from garlic.web.jobs.tournaments import Tournaments
from garlic.web.jobs.uploads import Quota
from garlic.web.jobs.workers import WorkerPool
from garlic.web.settings import ServerSettings
from garlic.web.view.live import LiveGames

_FILES_AN_HOUR = 240
_BYTES_AN_HOUR = 256 * MEGABYTE
_PUZZLES_WAITING = 12


class Services:
    """The background services. `recover` and `start` them, and `close` them before the database."""

    def __init__(self, settings: ServerSettings, database: Database, hub: Hub) -> None:
        self.workers = WorkerPool()
        # Puzzles need no processor of their own and must not wait for matches.
        self.puzzle_workers = WorkerPool(1, _PUZZLES_WAITING, pinned=False)
        self.quota = Quota(_FILES_AN_HOUR, _BYTES_AN_HOUR)
        self.live = LiveGames(hub)
        self.checks = Checks(database, hub, self.workers)
        self.retries = Retries()
        local = settings.is_local
        self.matches = Matches(database, hub, self.workers, self.live, self.retries, local=local)
        self.tournaments = Tournaments(database, hub, self.workers, self.retries, local=local)
        self.gradings = Gradings(database, hub, self.workers, self.retries)
        self.ratings = BotRatings(database, hub, self.workers, self.retries)

    def recover(self) -> None:
        """Mark what an earlier server left unfinished as stopped; raise `StoreError`."""
        self.matches.recover()
        self.gradings.recover()

    def start(self) -> None:
        """Start with the server."""
        self.tournaments.start()
        self.ratings.start()
        self.retries.start()

    def close(self) -> None:
        """End all jobs; the next server continues ratings and can resume the others."""
        self.retries.close()
        self.tournaments.closing()
        self.ratings.closing()
        self.workers.close()
        self.puzzle_workers.close()
        self.tournaments.close()
        self.ratings.close()
        self.gradings.close()
