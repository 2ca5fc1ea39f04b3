"""All that runs behind the pages: workers, games in play, tournaments, checks, gradings."""

from garlic.core.limits import MEGABYTE
from garlic.store import Database
from garlic.web.bots import Checks
from garlic.web.contests import Contests
from garlic.web.events import Hub
from garlic.web.gradings import Gradings
from garlic.web.live import Live
from garlic.web.series import AllSeries
from garlic.web.settings import Settings
from garlic.web.uploads import Quota
from garlic.web.workshop import Workshop

_FILES_AN_HOUR = 240
_BYTES_AN_HOUR = 256 * MEGABYTE
_STUDIES_WAITING = 12


class Works:
    """What a server does in the background. `start` it, and `close` it before the database."""

    def __init__(self, settings: Settings, database: Database, hub: Hub) -> None:
        self.workshop = Workshop()
        # Puzzles need no processor for themselves, and whoever draws does not wait for matches.
        self.study = Workshop(1, _STUDIES_WAITING, pinned=False)
        self.quota = Quota(_FILES_AN_HOUR, _BYTES_AN_HOUR)
        self.live = Live(hub)
        self.checks = Checks(database, hub, self.workshop)
        local = settings.is_local
        self.series = AllSeries(database, hub, self.workshop, self.live, local=local)
        self.contests = Contests(database, hub, self.workshop, local=local)
        self.gradings = Gradings(database, hub, self.workshop)

    def start(self) -> None:
        """Begin with the server."""
        self.series.start()
        self.gradings.start()
        self.contests.start()

    def close(self) -> None:
        """End all that runs; what was not finished can be gone on with by the next server."""
        self.contests.closing()
        self.workshop.close()
        self.study.close()
        self.contests.close()
        self.gradings.close()
