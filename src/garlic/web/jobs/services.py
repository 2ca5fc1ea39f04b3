"""All that runs behind the pages: workers, games in play, tournaments, checks, gradings."""

from garlic.core.limits import MEGABYTE
from garlic.store import Database
from garlic.web.events import Hub
from garlic.web.jobs.bots import Checks
from garlic.web.jobs.gradings import Gradings
from garlic.web.jobs.matches import Matches
from garlic.web.jobs.tournaments import Tournaments
from garlic.web.jobs.uploads import Quota
from garlic.web.jobs.workers import WorkerPool
from garlic.web.settings import ServerSettings
from garlic.web.view.live import Live

_FILES_AN_HOUR = 240
_BYTES_AN_HOUR = 256 * MEGABYTE
_STUDIES_WAITING = 12


class Services:
    """What a server does in the background. `start` it, and `close` it before the database."""

    def __init__(self, settings: ServerSettings, database: Database, hub: Hub) -> None:
        self.workshop = WorkerPool()
        # Puzzles need no processor for themselves, and whoever draws does not wait for matches.
        self.study = WorkerPool(1, _STUDIES_WAITING, pinned=False)
        self.quota = Quota(_FILES_AN_HOUR, _BYTES_AN_HOUR)
        self.live = Live(hub)
        self.checks = Checks(database, hub, self.workshop)
        local = settings.is_local
        self.series = Matches(database, hub, self.workshop, self.live, local=local)
        self.tournaments = Tournaments(database, hub, self.workshop, local=local)
        self.gradings = Gradings(database, hub, self.workshop)

    def start(self) -> None:
        """Begin with the server."""
        self.series.start()
        self.gradings.start()
        self.tournaments.start()

    def close(self) -> None:
        """End all that runs; what was not finished can be gone on with by the next server."""
        self.tournaments.closing()
        self.workshop.close()
        self.study.close()
        self.tournaments.close()
        self.gradings.close()
