"""Plays the open leagues of the server with whatever time its workers have left, for ever.

Bots that are being placed come before tournaments; all other games of a league wait until nobody
else needs a worker, and there are only so many of them a day. Viewers are told every few seconds
which leagues have changed, whoever plays them.
"""

import logging
from concurrent.futures import Executor
from functools import partial
from threading import Event, Lock, Thread
from typing import Protocol

from sqlalchemy import Connection

from garlic.arena.executors import Executing
from garlic.core import GarlicError
from garlic.courses.league_table import LeagueTable, league_table
from garlic.games import GAMES
from garlic.people.things import league_thing
from garlic.store import Database
from garlic.store.leagues import (
    LeagueRow,
    all_leagues,
    count_entries,
    get_league,
    states_of_leagues,
)
from garlic.store.schema import leagues
from garlic.web.events import Hub
from garlic.web.jobs.events import Changed, ChangedEvent
from garlic.web.jobs.recent import RecentAnswers
from garlic.web.jobs.shares import IDLE_SHARE, LEAGUE_SHARE, Share

_LOG = logging.getLogger("garlic.web")
_POLL_SECONDS = 3.0
_FRESH_SECONDS = 1.5  # how long a table is shown before it is read again
_PATIENCE_SECONDS = 600.0  # to wait for a quiet machine, whenever too many games were not judged


class LeagueWorkers(Protocol):
    """Where the games of leagues are played, such as `WorkerPool`."""

    def executor(self, share: Share) -> Executor:
        """An executor for games of this *share*."""


class Leagues:
    """The leagues of a server. `start` it, announce the end with `closing`, then `close` it."""

    def __init__(self, database: Database, hub: Hub, workers: LeagueWorkers) -> None:
        self._database, self._hub, self._workers = database, hub, workers
        self._tables: RecentAnswers[tuple[int, int | None, int], LeagueTable] = RecentAnswers(
            _FRESH_SECONDS
        )
        self._states: dict[int, tuple[int, int, int]] | None = None  # as viewers know them
        self._lock = Lock()
        self._running: dict[int, Thread] = {}
        self._closing = Event()
        self._poller: Thread | None = None

    def start(self) -> None:
        """Begin to play every league that is open, now and later."""
        self._poller = Thread(target=self._poll, name="garlic-leagues", daemon=True)
        self._poller.start()

    def closing(self) -> None:
        """Announce that the workers will be closed: the next server goes on."""
        self._closing.set()

    def close(self) -> None:
        """Wait until all threads have ended; call this after the workers are closed."""
        self._closing.set()
        if self._poller is not None:
            self._poller.join()
        with self._lock:
            threads = list(self._running.values())
        for thread in threads:
            thread.join()

    def table(self, number: int, season: int | None = None) -> LeagueTable:
        """The table of a league, which must exist; raise `UsageError` if it has no such season.

        The results in it may be a moment old, but whoever enters or leaves is seen at once.
        """
        changes = self._database.read(lambda c: get_league(c, number)).changes
        return self._tables.get(
            (number, season, changes),
            lambda: self._database.read(lambda c: league_table(c, number, season)),
        )

    def _poll(self) -> None:
        while not self._closing.is_set():
            try:
                for row in self._database.read(_open_leagues):
                    self._begin(row)
                self.publish_changes()
            except GarlicError:  # not readable now: try again at the next poll
                pass
            self._closing.wait(_POLL_SECONDS)

    def publish_changes(self) -> None:
        """Tell viewers which leagues have changed since the last time."""
        states, before = self._database.read(states_of_leagues), self._states
        self._states = states
        for number, state in states.items():
            if before is None or before.get(number) == state:
                continue
            thing = self._database.read(partial(league_thing, league_id=number))
            for topic in (f"league:{number}", "leagues"):
                event = ChangedEvent(topic=topic, kind="changed", data=Changed(id=number))
                self._hub.publish(event, thing)

    def _begin(self, row: LeagueRow) -> None:
        with self._lock:
            if row.id in self._running or self._closing.is_set():
                return
            name = f"garlic-league-{row.id}"
            thread = Thread(target=self._run, args=(row.id,), name=name, daemon=True)
            self._running[row.id] = thread
        thread.start()

    def _run(self, number: int) -> None:
        # Here, because it brings numpy: a server without leagues starts without it.
        from garlic.arena.league.runner import LeagueRunOptions, run_league  # noqa: PLC0415

        options = LeagueRunOptions(
            patience_seconds=_PATIENCE_SECONDS, is_paced=True, is_stopped=self._closing.is_set
        )
        try:
            executing = Executing(executor=self._workers.executor(IDLE_SHARE))
            urgent = self._workers.executor(LEAGUE_SHARE)
            run_league(self._database, number, executing, options, urgent=urgent)
        except GarlicError as fault:  # such as another process that plays it
            if not self._closing.is_set():
                _LOG.info("league %s: %s", number, fault)
        except Exception:  # noqa: BLE001 - a bug in one league must not end the others
            if not self._closing.is_set():  # otherwise it failed because the workers were closed
                _LOG.exception("league %s", number)
        finally:
            with self._lock:
                del self._running[number]


def _open_leagues(connection: Connection) -> list[LeagueRow]:
    """The leagues that are not frozen and have a bot; not those of games that are not installed."""
    rows = all_leagues(connection, leagues.c.frozen_at.is_(None))
    return [
        row for row in rows if row.game in GAMES and count_entries(connection, row.id, row.season)
    ]
