"""Tournaments of the server: created from a form or a file, run in the background, shown live.

The state of a tournament is in the database. It is run by this server or by `garlic tournament
run` in another process; the progress of the latter is polled from the database. Games that a busy
machine has delayed or kept from being judged are played again when it is quiet.
"""

import contextlib
import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Any

from sqlalchemy import Connection

from garlic.arena.definition import NamedBot, read_definition
from garlic.arena.executors import Executing
from garlic.arena.lease import is_alive, state_of
from garlic.arena.runner import Progress, run
from garlic.arena.snapshot import Standing, TournamentState
from garlic.arena.standings import TournamentScore
from garlic.arena.tournament import create, load_for_reading
from garlic.core import Game, GarlicError
from garlic.games import GAMES
from garlic.judge.bots import Bot
from garlic.people.persons import LOCAL_PERSON, Person
from garlic.people.things import tournament_thing
from garlic.store import Database
from garlic.store.leagues import is_final
from garlic.store.owners import Owner
from garlic.store.roster import hide_new
from garlic.store.tournaments import (
    EntrantRow,
    TournamentRow,
    count_not_judged,
    get_tournament,
    ratings_of,
    running_tournaments,
    set_state,
    states_of_tournaments,
    totals_of,
)
from garlic.web.bounds import bounded_limits, check_map
from garlic.web.events import Hub
from garlic.web.jobs import bots
from garlic.web.jobs.events import Changed, ChangedEvent, TournamentProgress, TournamentProgressed
from garlic.web.jobs.recent import RecentAnswers
from garlic.web.jobs.retries import Retries
from garlic.web.jobs.shares import Shares, Urgency
from garlic.web.jobs.shown_games import ShownExecutor
from garlic.web.jobs.workers import BusyError, WorkerPool
from garlic.web.sentences import SentenceModel, encode_sentence, page_sentence
from garlic.web.view.live import LiveGames

_LOG = logging.getLogger("garlic.web")
_MOST_AT_ONCE = 4  # tournaments that the server runs side by side
_MOST_OF_ALL, _MOST_OF_ONE = 100, 2  # the same where people have accounts, and of one person
_FRESH_SECONDS = 0.7  # how long a computed overview is served from the cache
_PATIENCE_SECONDS = 5.0  # then `Retries` waits, without a place among those that run
_POLL_SECONDS = 1.5  # how often the progress of other processes is read


@dataclass(frozen=True, slots=True)
class Pace:
    """The progress of a running tournament."""

    played: int
    left: int
    seconds_left: float | None


@dataclass(frozen=True, slots=True)
class Meeting:
    """The results of two entrants against each other, from the first one's point of view."""

    first: int
    second: int
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True, slots=True)
class Overview:
    """A tournament without its games."""

    row: TournamentRow
    state: TournamentState
    entrants: tuple[EntrantRow, ...]
    scheduled: int
    played: int
    not_judged: int  # games
    delayed: int  # of the played games
    standings: tuple[Standing, ...]
    meetings: tuple[Meeting, ...]
    curve: tuple[tuple[int, int, float], ...]  # games, place, Elo
    pace: Pace | None
    ours: bool  # run by this server
    problem: SentenceModel | None  # why this server's last run of it ended


class Tournaments:
    """The tournaments of a server."""

    def __init__(
        self,
        database: Database,
        hub: Hub,
        workers: WorkerPool,
        retries: Retries,
        shares: Shares,
        live: LiveGames,
        *,
        local: bool,
    ) -> None:
        self._shares, self._live = shares, live
        self._database, self._hub, self._workers = database, hub, workers
        self._retries = retries
        self._local = local
        self._lock = Lock()
        self._running: dict[int, Thread] = {}
        self._owners: dict[int, int] = {}  # of the running ones
        self._paces: dict[int, Pace] = {}
        self._problems: dict[int, SentenceModel] = {}
        self._overviews: RecentAnswers[int, Overview] = RecentAnswers(_FRESH_SECONDS)
        self._closing = Event()
        self._poller: Thread | None = None

    def start(self) -> None:
        """Start to poll the progress of other processes; continue unfinished tournaments."""
        for number, state in self._database.read(states_of_tournaments).items():
            if state == TournamentState.UNFINISHED.value:
                self._retry(number, unfinished=True)
        self._poller = Thread(target=self._poll, name="garlic-tournaments", daemon=True)
        self._poller.start()

    def create(
        self, values: Mapping[str, Any], person: Person = LOCAL_PERSON, *, shared: bool = False
    ) -> int:
        """Store the tournament that *values* define, as in a tournament file; return its number.

        It is that of *person*; a *shared* one is open to the whole course. Raises `GarlicError`
        for the first invalid value.
        """
        definition = read_definition(values)
        game = GAMES[definition.game]
        bounded_limits(definition.limits, game)
        for name in definition.maps:
            check_map(game, name)

        def find(game: Game, named: NamedBot) -> Bot:
            resolved = bots.resolve_bot(
                self._database, game, named.bot, local=self._local, person=person
            )
            return resolved.bot

        began = datetime.now(UTC)
        owner = person.owner
        number = create(self._database, definition, _NOWHERE, find, owner, shared=shared)
        for named in definition.bots:  # another name for a stored bot does not make a new bot
            if named.bot.startswith(bots.STORED):
                self._database.write(partial(hide_new, name=named.name, since=began, owner=owner))
        self._publish_changed(number)
        return number

    def begin(self, number: int) -> None:
        """Run or resume a tournament in the background; raise `GarlicError`."""
        row = self._database.read(lambda c: get_tournament(c, number))
        share = self._shares.of(Owner(row.owner_id, row.course_id), Urgency.LONG)
        executor = self._workers.executor(share)
        if self._database.read(lambda c: is_final(c, number)):
            executor = ShownExecutor(self._workers, share, self._live, number)
        with self._lock:
            if number in self._running:
                return
            self._check_running(row.owner_id)
            thread = Thread(
                target=self._run,
                args=(number, Executing(executor=executor)),
                name=f"garlic-tournament-{number}",
                daemon=True,
            )
            self._running[number] = thread
            self._owners[number] = row.owner_id
            self._problems.pop(number, None)
        thread.start()

    def _check_running(self, owner: int) -> None:
        """Raise `BusyError` if too many tournaments run, or too many of *owner*'s."""
        accounts = self._shares.accounts
        if accounts and list(self._owners.values()).count(owner) >= _MOST_OF_ONE:
            raise BusyError(
                "{most} tournaments of yours are running; wait for one, or stop it",
                most=_MOST_OF_ONE,
            )
        if len(self._running) >= (_MOST_OF_ALL if accounts else _MOST_AT_ONCE):
            raise BusyError("too much is waiting already; try again later")

    def stop(self, number: int) -> None:
        """Stop a tournament after its running games, in whichever process it runs."""
        self._retries.drop(("tournament", number))
        self._database.write(lambda c: set_state(c, number, stop_wanted=True))

    def closing(self) -> None:
        """Announce that the workers will be closed: failures caused by that are not logged."""
        self._closing.set()

    def close(self) -> None:
        """Wait until all threads have ended; call this after the workers are closed."""
        self._closing.set()
        with self._lock:
            threads = [*self._running.values(), self._poller]
        for thread in filter(None, threads):
            thread.join()

    def overview(self, number: int, *, fresh: bool = False) -> Overview:
        """The current state of tournament *number*, which must exist; raise `StoreError`.

        Unless it has to be *fresh*, it may come from a cache shared by all viewers.
        """
        return self._overviews.get(number, lambda: self._load_overview(number), fresh=fresh)

    def _load_overview(self, number: int) -> Overview:
        with self._lock:
            ours, pace = number in self._running, self._paces.get(number)
            problem = self._problems.get(number)

        def work(connection: Connection) -> Overview:
            row = get_tournament(connection, number)
            tournament = load_for_reading(connection, number)
            state = state_of(row)
            score = TournamentScore.stored(connection, tournament)
            score.finished = state is TournamentState.FINISHED
            return Overview(
                row=row,
                state=state,
                entrants=tournament.entrants,
                scheduled=score.tally.games + sum(score.left.values()),
                played=score.tally.games,
                not_judged=count_not_judged(connection, number),
                delayed=score.tally.delayed,
                standings=score.standings(),
                meetings=_meetings(connection, number),
                curve=tuple(
                    (games, place, elo)
                    for games, place, elo, _, _ in ratings_of(connection, number)
                ),
                pace=pace if state is TournamentState.RUNNING else None,
                ours=ours,
                problem=problem,
            )

        return self._database.read(work)

    def _run(self, number: int, executing: Executing) -> None:
        def watch(progress: Progress) -> None:
            self._set_pace(number, Pace(progress.played, progress.left, progress.seconds_left))

        try:
            self._publish_changed(number)
            state = run(self._database, number, executing, watch, _PATIENCE_SECONDS)
            self._continue_later(number, state)
        except GarlicError as fault:
            with self._lock:
                self._problems[number] = encode_sentence(fault)
        except Exception:  # noqa: BLE001 - a bug: shown as an internal problem
            if not self._closing.is_set():  # otherwise it failed because the pool was closed
                _LOG.exception("tournament %s", number)
                with self._lock:
                    self._problems[number] = page_sentence("problem.internal")
        finally:
            with self._lock:
                del self._running[number], self._owners[number]
                self._paces.pop(number, None)
            with contextlib.suppress(GarlicError):
                self._publish_changed(number)

    def _continue_later(self, number: int, state: TournamentState) -> None:
        """Continue it when the machine is quiet, if it is unfinished or has delayed games."""
        unfinished = state is TournamentState.UNFINISHED
        if unfinished or (
            state is TournamentState.FINISHED and self.overview(number, fresh=True).delayed
        ):
            self._retry(number, unfinished=unfinished)
        else:
            self._retries.drop(("tournament", number))

    def _retry(self, number: int, *, unfinished: bool) -> None:
        self._retries.add(("tournament", number), lambda: self.begin(number), unfinished=unfinished)

    def _set_pace(self, number: int, pace: Pace) -> None:
        with self._lock:
            before = self._paces.get(number)
            self._paces[number] = pace
        if before is None or before.played != pace.played:
            data = TournamentProgress(
                played=pace.played, left=pace.left, seconds_left=pace.seconds_left
            )
            topic = f"tournament:{number}"
            self._hub.publish(TournamentProgressed(topic=topic, kind="progress", data=data))

    def _publish_changed(self, number: int) -> None:
        """Publish that the tournament has started, ended or changed otherwise."""
        thing = self._database.read(lambda c: tournament_thing(c, number))
        if thing is None:  # it was deleted
            return
        for topic in (f"tournament:{number}", "tournaments"):
            event = ChangedEvent(topic=topic, kind="changed", data=Changed(id=number))
            self._hub.publish(event, thing)

    def _poll(self) -> None:
        """The thread that reads the progress of other processes from the database."""
        seen: dict[int, _FirstSeen] = {}
        before: dict[int, str] | None = None
        while not self._closing.wait(_POLL_SECONDS):
            try:
                states, running = self._database.read(
                    lambda c: (states_of_tournaments(c), running_tournaments(c))
                )
            except GarlicError:  # not readable now: try again at the next poll
                continue
            with self._lock:
                ours = set(self._running)
            alive = {row.id: counts for row, *counts in running if is_alive(row)}
            for number in alive.keys() - ours:
                scheduled, played = alive[number]
                seen.setdefault(number, _FirstSeen(time.monotonic(), played))
                self._set_pace(number, seen[number].pace(scheduled, played))
            ended = seen.keys() - alive.keys()
            for number in ended:
                del seen[number]
                with self._lock:
                    self._paces.pop(number, None)
            known = states if before is None else before
            changed = {number for number, state in states.items() if known.get(number) != state}
            for number in (changed | ended) - ours:
                with contextlib.suppress(GarlicError):
                    self._publish_changed(number)
            before = states


@dataclass(frozen=True, slots=True)
class _FirstSeen:
    """When a tournament of another process was first seen running, and its games played then."""

    moment: float
    played: int

    def pace(self, scheduled: int, played: int) -> Pace:
        """The progress since then."""
        done, left = played - self.played, scheduled - played
        took = time.monotonic() - self.moment
        return Pace(played, left, took / done * left if done else None)


_NOWHERE = Path("/nonexistent")  # bot files are not searched relative to a tournament file


def _meetings(connection: Connection, number: int) -> tuple[Meeting, ...]:
    """The meetings of all pairs that have played, in both directions."""
    totals: dict[tuple[int, int], list[int]] = {}
    for first, second, _, _, sums in totals_of(connection, number):
        won, drawn, lost = sums[:3]
        for pair, counts in (
            ((first, second), (won, drawn, lost)),
            ((second, first), (lost, drawn, won)),
        ):
            total = totals.setdefault(pair, [0, 0, 0])
            for index, count in enumerate(counts):
                total[index] += count
    return tuple(Meeting(*pair, *counts) for pair, counts in sorted(totals.items()) if any(counts))
