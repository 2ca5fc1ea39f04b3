"""Creates the background services of a server, and starts and stops them with it."""

from garlic.people.limits import add_work
from garlic.store import Database
from garlic.web.events import Hub
from garlic.web.jobs.bots import Checks
from garlic.web.jobs.gradings import Gradings
from garlic.web.jobs.leagues import Leagues
from garlic.web.jobs.matches import Matches
from garlic.web.jobs.quotas import Quotas
from garlic.web.jobs.ratings import BotRatings
from garlic.web.jobs.retries import Retries
from garlic.web.jobs.shares import Shares
from garlic.web.jobs.tournaments import Tournaments
from garlic.web.jobs.workers import WorkerPool
from garlic.web.settings import ServerSettings
from garlic.web.view.live import LiveGames

_PUZZLES_WAITING = 12
_MOST_WAITING_OF_ALL = 20_000  # where everybody has limits of their own


class Services:
    """The background services. `recover` and `start` them, and `close` them before the database."""

    def __init__(self, settings: ServerSettings, database: Database, hub: Hub) -> None:
        accounts = settings.has_accounts
        self._database = database
        self.workers = (
            WorkerPool(
                most_waiting=_MOST_WAITING_OF_ALL,
                on_worked=self._worked,
                cluster=settings.cluster,
            )
            if accounts
            else WorkerPool()
        )
        shares = Shares(database, accounts=accounts)
        # Puzzles need no processor of their own and must not wait for matches.
        self.puzzle_workers = WorkerPool(1, _PUZZLES_WAITING, pinned=False)
        self.quotas = Quotas(database, self.workers, accounts=accounts)
        self.live = LiveGames(hub)
        self.checks = Checks(database, hub, self.workers, shares)
        self.retries = Retries()
        local = settings.allows_files
        background = (self.workers, self.retries, shares)
        self.matches = Matches(
            database, hub, self.workers, self.live, self.retries, shares, local=local
        )
        self.tournaments = Tournaments(database, hub, *background, self.live, local=local)
        self.gradings = Gradings(database, hub, *background, keeps=accounts)
        self.ratings = BotRatings(database, hub, *background)
        self.leagues = Leagues(database, hub, self.workers)

    def recover(self) -> None:
        """Mark what an earlier server left unfinished as stopped; raise `StoreError`."""
        self.matches.recover()
        self.gradings.recover()

    def start(self) -> None:
        """Start with the server."""
        self.tournaments.start()
        self.ratings.start()
        self.gradings.start()
        self.leagues.start()
        self.retries.start()

    def close(self) -> None:
        """End all jobs; the next server continues ratings and leagues and can resume the others."""
        self.retries.close()
        self.tournaments.closing()
        self.ratings.closing()
        self.gradings.closing()
        self.leagues.closing()
        self.workers.close()
        self.puzzle_workers.close()
        self.tournaments.close()
        self.ratings.close()
        self.gradings.close()
        self.leagues.close()

    def _worked(self, person: int, seconds: float) -> None:
        self._database.write(lambda c: add_work(c, person, seconds), patient=True)
