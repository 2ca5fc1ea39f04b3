"""Tournaments in the server: made from a form or a file, run in the background, looked at live.

What the database holds is the tournament, whoever runs it: this server, or `garlic tournament
run` in another process, whose progress is read off the database now and then.
"""

import contextlib
import logging
import time
import tomllib
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
from garlic.core import Game, GarlicError, UsageError
from garlic.games import GAMES
from garlic.judge.bots import Bot
from garlic.store import Database
from garlic.store.roster import hide_new
from garlic.store.tournaments import (
    EntrantRow,
    TournamentRow,
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
from garlic.web.jobs.workers import BusyError, WorkerPool
from garlic.web.sentences import Wording, wording

_LOG = logging.getLogger("garlic.web")
_MOST_AT_ONCE = 4  # tournaments that the server runs side by side
_FRESH_SECONDS = 0.7  # so long a table that was computed is as good as a new one
_MOST_KNOWN = 32
_LOOK_SECONDS = 1.5  # so often we look what other processes have played


@dataclass(frozen=True, slots=True)
class Pace:
    """How far a tournament has come, as its runner sees it."""

    played: int
    left: int
    seconds_left: float | None


@dataclass(frozen=True, slots=True)
class Meeting:
    """What two bots, by place, made of their games; as the first of them sees it."""

    first: int
    second: int
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True, slots=True)
class Overview:
    """All of a tournament but its games."""

    row: TournamentRow
    state: TournamentState
    entrants: tuple[EntrantRow, ...]
    scheduled: int
    played: int
    standings: tuple[Standing, ...]
    meetings: tuple[Meeting, ...]
    curve: tuple[tuple[int, int, float], ...]  # games, place, Elo
    pace: Pace | None
    ours: bool  # run by this server
    problem: Wording | None  # why this server's last run of it ended


class Tournaments:
    """The tournaments of a server."""

    def __init__(self, database: Database, hub: Hub, workshop: WorkerPool, *, local: bool) -> None:
        self._database, self._hub, self._workshop = database, hub, workshop
        self._local = local
        self._lock = Lock()
        self._running: dict[int, Thread] = {}
        self._paces: dict[int, Pace] = {}
        self._problems: dict[int, Wording] = {}
        self._known: dict[int, tuple[float, Overview]] = {}
        self._closing = Event()
        self._looking: Thread | None = None

    def start(self) -> None:
        """Begin to look at what other processes do."""
        self._looking = Thread(target=self._look, name="garlic-tournaments", daemon=True)
        self._looking.start()

    def make(self, values: Mapping[str, Any]) -> int:
        """Store the tournament that *values* describe, as in a file; its number.

        Raises `GarlicError` with the first thing that is wrong.
        """
        definition = read_definition(values)
        game = GAMES[definition.game]
        bounded_limits(definition.limits, game)
        for name in definition.maps:
            check_map(game, name)

        def find(game: Game, named: NamedBot) -> Bot:
            return bots.find(self._database, game, named.bot, local=self._local).bot

        began = datetime.now(UTC)
        number = create(self._database, definition, _NOWHERE, find)
        for named in definition.bots:  # what somebody is called here is no bot of its own
            if named.bot.startswith(bots.STORED):
                self._database.write(partial(hide_new, name=named.name, since=began))
        self._hub.publish("tournaments", "changed", {"id": number})
        return number

    def begin(self, number: int) -> None:
        """Run a tournament, or go on with it, in the background; raise `GarlicError`."""
        executor = self._workshop.executor
        with self._lock:
            if number in self._running:
                return
            if len(self._running) >= _MOST_AT_ONCE:
                raise BusyError("too much is waiting already; try again later")
            thread = Thread(
                target=self._run,
                args=(number, Executing(executor=executor)),
                name=f"garlic-tournament-{number}",
                daemon=True,
            )
            self._running[number] = thread
            self._problems.pop(number, None)
        thread.start()

    def stop(self, number: int) -> None:
        """Let a tournament end once its running games are over, whoever runs it."""
        self._database.write(lambda c: set_state(c, number, stop_wanted=True))

    def closing(self) -> None:
        """The workshop will be closed: what ends by that is no fault."""
        self._closing.set()

    def close(self) -> None:
        """Wait until nothing runs any more; the workshop is closed before."""
        self._closing.set()
        with self._lock:
            threads = [*self._running.values(), self._looking]
        for thread in filter(None, threads):
            thread.join()

    def overview(self, number: int, *, fresh: bool = False) -> Overview:
        """Tournament *number*, which exists, as it stands now; raise `StoreError`.

        Unless it has to be *fresh*, it may be from a moment ago: many look at the same time.
        """
        with self._lock:
            moment, known = self._known.get(number, (0.0, None))
        if known is not None and not fresh and time.monotonic() - moment < _FRESH_SECONDS:
            return known
        found = self._looked_up(number)
        with self._lock:
            self._known[number] = (time.monotonic(), found)
            while len(self._known) > _MOST_KNOWN:
                del self._known[next(iter(self._known))]
        return found

    def _looked_up(self, number: int) -> Overview:
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
            self._note(number, Pace(progress.played, progress.left, progress.seconds_left))

        self._tell(number)
        try:
            run(self._database, number, executing, watch)
        except GarlicError as fault:
            with self._lock:
                self._problems[number] = wording(fault)
        except Exception:  # noqa: BLE001 - a fault of ours: shown as such, and the thread ends
            if not self._closing.is_set():  # else the pool was closed under it
                _LOG.exception("tournament %s", number)
                with self._lock:
                    self._problems[number] = {"code": "problem.internal", "values": {}}
        finally:
            with self._lock:
                del self._running[number]
                self._paces.pop(number, None)
            with contextlib.suppress(GarlicError):
                self._tell(number)

    def _note(self, number: int, pace: Pace) -> None:
        with self._lock:
            before = self._paces.get(number)
            self._paces[number] = pace
        if before is None or before.played != pace.played:
            self._hub.publish(
                f"tournament:{number}",
                "progress",
                {"played": pace.played, "left": pace.left, "seconds_left": pace.seconds_left},
            )

    def _tell(self, number: int) -> None:
        """Say that the tournament has begun, ended or changed otherwise."""
        self._hub.publish(f"tournament:{number}", "changed", {"id": number})
        self._hub.publish("tournaments", "changed", {"id": number})

    def _look(self) -> None:
        """The thread that sees what other processes do."""
        seen: dict[int, _Seen] = {}
        before: dict[int, str] | None = None
        while not self._closing.wait(_LOOK_SECONDS):
            try:
                states, found = self._database.read(
                    lambda c: (states_of_tournaments(c), running_tournaments(c))
                )
            except GarlicError:  # it cannot be read now: perhaps in a moment
                continue
            with self._lock:
                ours = set(self._running)
            alive = {row.id: counts for row, *counts in found if is_alive(row)}
            for number in alive.keys() - ours:
                scheduled, played = alive[number]
                seen.setdefault(number, _Seen(time.monotonic(), played))
                self._note(number, seen[number].pace(scheduled, played))
            died = seen.keys() - alive.keys()
            for number in died:
                del seen[number]
                with self._lock:
                    self._paces.pop(number, None)
            known = states if before is None else before
            changed = {number for number, state in states.items() if known.get(number) != state}
            for number in (changed | died) - ours:
                self._tell(number)
            before = states


@dataclass(frozen=True, slots=True)
class _Seen:
    """When a tournament of another process was first seen to run, and how far it was."""

    began: float
    played: int

    def pace(self, scheduled: int, played: int) -> Pace:
        """How far it has come since."""
        done, left = played - self.played, scheduled - played
        took = time.monotonic() - self.began
        return Pace(played, left, took / done * left if done else None)


_NOWHERE = Path("/nonexistent")  # files of this machine are not looked for


def read_toml(content: bytes) -> dict[str, Any]:
    """The values of an uploaded tournament file; raise `UsageError`."""
    try:
        return tomllib.loads(content.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError, ValueError) as fault:
        raise UsageError(
            "{path}: expected a tournament in TOML, got something else: {why}",
            path="TOML",
            why=str(fault),
        ) from fault


def _meetings(connection: Connection, number: int) -> tuple[Meeting, ...]:
    """For each two that met, both ways round."""
    found: dict[tuple[int, int], list[int]] = {}
    for first, second, _, sums in totals_of(connection, number):
        won, drawn, lost = sums[:3]
        for pair, counts in (
            ((first, second), (won, drawn, lost)),
            ((second, first), (lost, drawn, won)),
        ):
            total = found.setdefault(pair, [0, 0, 0])
            for place, count in enumerate(counts):
                total[place] += count
    return tuple(Meeting(*pair, *counts) for pair, counts in sorted(found.items()) if any(counts))
