"""Runs a tournament: plays the games that are left, stores each result, then counts it.

The database holds the whole state: `run` reads it and continues from there, also after a crash.
No game is played twice: one that is stored, by this tournament or another one, counts as played.
Only games that a busy machine has delayed or kept from being judged are played again when it is
quiet, within the bounds of `garlic.judge.patience`.
"""

import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from garlic.arena.executors import Executing, SetAsideError, open_executor
from garlic.arena.lease import Lease
from garlic.arena.scoring import ScoredGame
from garlic.arena.snapshot import Standing, TournamentState
from garlic.arena.standings import TournamentScore, played_games
from garlic.arena.task import play_one
from garlic.arena.tournament import Tournament, load
from garlic.judge.patience import Patience, RemotePatience, Replays, Throttle
from garlic.judge.record import Certainty, Record
from garlic.store import Database
from garlic.store.games import delayed_keys, keep_game, known_keys, seat_facts
from garlic.store.tournaments import (
    FixtureRow,
    add_fixtures,
    add_ratings,
    fixtures_of,
    set_trouble,
)

_AHEAD = 2  # games submitted per worker, so that no worker waits for the database
_USUAL_WIDTH = 64  # of an executor without `jobs`, the number of games it runs in parallel
_TICK_SECONDS = 0.5  # between calls of the watcher
_RATINGS_KEPT = 60  # points of the rating curve, about
_LOST = "its workers were lost"


@dataclass(frozen=True, slots=True)
class Waiting:
    """For how long it is waited for a quiet machine at most, and how many games wait for that."""

    seconds: float
    games: int


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a tournament. `standings` computes the table when called."""

    round: int
    played: int
    left: int  # of the rounds scheduled so far
    seconds_left: float | None  # an estimate; None before the first game is over
    standings: Callable[[], tuple[Standing, ...]]
    waiting: Waiting | None = None  # for a quiet machine


Watch = Callable[[Progress], None]


def run(
    database: Database,
    number: int,
    executing: Executing,
    watch: Watch = lambda _: None,
    patience_seconds: float = 0.0,
) -> TournamentState:
    """Play tournament *number* to its end, or until a stop is requested; return its state.

    It is unfinished if games could not be judged, although it was waited for a quiet machine for
    *patience_seconds*. Raises `UsageError` if it is being run already, `StoreError`, and what the
    judge raises if bots cannot be run here at all. It can be resumed after any of these, and after
    Ctrl-C.
    """
    lease = Lease(database, number)
    state = TournamentState.STOPPED
    try:
        tournament = load(database, number)
        with open_executor(executing) as executor:
            play = _Run(database, tournament, executor, lease, watch, executing, patience_seconds)
            state = play.run()
    finally:
        lease.release(state)
    return state


class StopWanted(Exception):  # noqa: N818  (not an error: the run is to end)
    """Someone asked for a stop while the run was waiting."""


class _Run:
    """One run of a tournament, from its stored state to its end."""

    def __init__(
        self,
        database: Database,
        tournament: Tournament,
        executor: Executor,
        lease: Lease,
        watch: Watch,
        executing: Executing,
        patience_seconds: float,
    ) -> None:
        self.database = database
        self.tournament = tournament
        self.executor = executor
        self.lease = lease
        self.watch = watch
        self.is_remote = executing.cluster is not None
        jobs = getattr(executor, "jobs", _USUAL_WIDTH)
        self.width, self.throttle = _AHEAD * jobs, Throttle(jobs)
        patience = RemotePatience if self.is_remote else Patience
        self.patience = patience(patience_seconds, self._on_wait)
        self.score = TournamentScore.of(tournament)
        self.fixtures: list[FixtureRow] = []
        self.waiting: deque[FixtureRow] = deque()
        self.running: dict[Future[bytes], list[FixtureRow]] = {}
        self.running_keys: dict[str, list[FixtureRow]] = {}
        self.began, self.played_here = time.monotonic(), 0
        self.next_report = 0.0
        self.stopping = False
        self.not_judged: dict[int, FixtureRow] = {}  # by number: tried, and without a result
        self.delayed: dict[int, FixtureRow] = {}  # by number: counted, but delayed
        self.is_outdated = False  # a counted game was replaced

    def run(self) -> TournamentState:
        """Play until the tournament is over or stopped."""
        scheduled = self.database.read(lambda c: fixtures_of(c, self.tournament.id))
        unplayed = self._enter(scheduled)
        while True:
            self._play_patiently(unplayed)
            if self.stopping:
                return TournamentState.STOPPED
            # The next round follows from all results of this one.
            new = None if self._waits_for_judge() else self._next_round()
            if new is None:
                unfinished = bool(self._unfinished())
                self.score.finished = not unfinished
                self._store_ratings()
                self._report(at_once=True)
                return TournamentState.UNFINISHED if unfinished else TournamentState.FINISHED
            unplayed = self._enter(new)

    def _enter(self, fixtures: list[FixtureRow]) -> list[FixtureRow]:
        """Add new *fixtures* and count those that are already played; return the others."""
        self.fixtures += fixtures
        self.score.expect(fixtures)
        keys = {fixture.game_key for fixture in fixtures}
        known = self.database.read(lambda c: known_keys(c, keys))
        delayed = self.database.read(lambda c: delayed_keys(c, known))
        self.delayed |= {row.number: row for row in fixtures if row.game_key in delayed}
        if known:
            numbers = {fixture.number for fixture in fixtures}
            for game in self.database.read(lambda c: played_games(c, self.tournament.id)):
                if game.number in numbers:
                    self.score.add(game)
        return [fixture for fixture in fixtures if fixture.game_key not in known]

    def _next_round(self) -> list[FixtureRow] | None:
        """The games of the next round, stored; None if there is none."""
        if not self.tournament.format.in_rounds:
            return None
        number = self.fixtures[-1].round if self.fixtures else 0
        while True:
            pairings = self.tournament.format.next_round(self.score.table(number))
            number += 1
            if pairings is None:
                return None
            if pairings:
                break  # else nobody has an opponent: a round without games
        new = self.tournament.schedule(number, pairings, len(self.fixtures))
        self.database.write(lambda c: add_fixtures(c, self.tournament.id, new), patient=True)
        return new

    # Games ----------------------------------------------------------------------------------

    def _play_patiently(self, fixtures: list[FixtureRow]) -> None:
        """Play *fixtures*; then again those that were delayed or not judged."""
        replays: Replays[int] = Replays(self.patience)
        self._play(fixtures)
        while again := self._again(replays):
            self._play(again)
            if self.is_outdated:
                self.score = self.database.read(
                    lambda c: TournamentScore.stored(c, self.tournament)
                )
                self.is_outdated = False

    def _again(self, replays: Replays[int]) -> list[FixtureRow]:
        """The games to play again now; none if the run should stop."""
        if self.stopping:
            return []
        unsure = self._unfinished() | self._replaceable()
        self.throttle.go_on()
        try:
            return [unsure[number] for number in replays.again(sorted(unsure))]
        except StopWanted:
            self._stop()
            return []

    def _waits_for_judge(self) -> bool:
        """Whether a game has to be judged before the next round can be paired.

        One that kills its workers never is: it must not stop the others.
        """
        return any(fixture.trouble != _LOST for fixture in self._unfinished().values())

    def _unfinished(self) -> dict[int, FixtureRow]:
        """The games that could not be judged."""
        return self._that_count(self.not_judged)

    def _replaceable(self) -> dict[int, FixtureRow]:
        """The delayed games whose result can be replaced: no later round was paired by it."""
        if not self.tournament.format.in_rounds:
            return self._that_count(self.delayed)
        last = self.fixtures[-1].round if self.fixtures else 0
        return {number: row for number, row in self.delayed.items() if row.round == last}

    def _that_count(self, fixtures: dict[int, FixtureRow]) -> dict[int, FixtureRow]:
        """*fixtures* without those of bots that are set aside."""
        aside = self.score.not_counted
        return {
            number: fixture
            for number, fixture in fixtures.items()
            if not aside.intersection((fixture.first, fixture.second))
        }

    def _on_wait(self, seconds: float, games: int) -> None:
        if self.lease.beat():
            raise StopWanted
        self._report(at_once=True, waiting=Waiting(seconds, games))

    def _play(self, fixtures: list[FixtureRow]) -> None:
        """Play *fixtures*; return when they are over, or after a stop when no game runs."""
        self.waiting = deque(fixtures)
        self._report(at_once=True)
        while True:
            if self.throttle.is_stuck and not self.running and self.waiting:
                self._wait_for_quiet()
            self._submit()
            if not self.running:
                return
            if done := wait(self.running, _TICK_SECONDS, FIRST_COMPLETED).done:
                self._collect(done)
            if self.lease.beat():
                self._stop()
            self._report()

    def _wait_for_quiet(self) -> None:
        """Wait before the rest is played: too many games in a row could not be judged."""
        self.throttle.go_on()
        try:
            self.patience.wait(len(self.waiting))
        except StopWanted:
            self._stop()

    def _stop(self) -> None:
        self.stopping = True
        self.waiting.clear()
        for future in list(self.running):
            if future.cancel():
                self._forget(future)

    def _forget(self, future: Future[bytes]) -> list[FixtureRow]:
        fixtures = self.running.pop(future)
        del self.running_keys[fixtures[0].game_key]
        return fixtures

    def _submit(self) -> None:
        aside = self.score.not_counted
        while self.waiting and len(self.running) < self._allowed():
            fixture = self.waiting.popleft()
            if fixture.first in aside or fixture.second in aside:
                continue
            if same := self.running_keys.get(fixture.game_key):
                same.append(fixture)  # the same bot twice: one game is the result of both
                continue
            future = self.executor.submit(play_one, self.tournament.game_run(fixture))
            self.running[future] = self.running_keys[fixture.game_key] = [fixture]

    def _allowed(self) -> int:
        """How many games may be submitted now: fewer while this machine is busy."""
        if self.is_remote or not self.throttle.is_lowered:
            return self.width
        return 0 if self.throttle.is_stuck else self.throttle.jobs

    def _collect(self, done: set[Future[bytes]]) -> None:
        """Store the results in one transaction; then count them."""
        results = [(self._forget(future), future) for future in done]
        judged: list[tuple[list[FixtureRow], Record]] = []
        troubles: list[FixtureRow] = []
        for fixtures, future in results:
            result = self._result(future)
            if isinstance(result, Record):
                self.throttle.add(result.certainty)
                judged.append((fixtures, result))
            else:
                self.throttle.add(Certainty.NOT_JUDGED)
                troubles += [replace(fixture, trouble=result) for fixture in fixtures]

        # A delayed game has a result that stands if it cannot be judged when it is played again.
        troubles = [fixture for fixture in troubles if fixture.number not in self.delayed]

        def work(connection: Connection) -> None:
            for fixtures, record in judged:
                keep_game(connection, fixtures[0].game_key, record)
            for fixture in troubles:
                set_trouble(connection, self.tournament.id, fixture.number, fixture.trouble)

        self.database.write(work, patient=True)
        self.not_judged |= {fixture.number: fixture for fixture in troubles}
        for fixtures, record in judged:
            for fixture in fixtures:
                self._take(fixture, record)

    @staticmethod
    def _result(future: Future[bytes]) -> Record | str:
        """The record, or why there is none; raise errors that concern more than this game."""
        try:
            record = Record.parse(future.result())
        except SetAsideError:
            return _LOST
        return record if record.is_judged else record.outcome.reason

    def _take(self, fixture: FixtureRow, record: Record) -> None:
        """Count a judged game, or note that it has replaced a delayed one."""
        was_delayed = self.delayed.pop(fixture.number, None) is not None
        self.not_judged.pop(fixture.number, None)
        if record.is_delayed:
            self.delayed[fixture.number] = fixture
        if not was_delayed:
            self._count(fixture, record)
        elif not record.is_delayed:
            self.is_outdated = True

    def _count(self, fixture: FixtureRow, record: Record) -> None:
        self.score.add(
            ScoredGame(
                number=fixture.number,
                round=fixture.round,
                first=fixture.first,
                second=fixture.second,
                winner=record.outcome.winner,
                reason=record.outcome.reason,
                scores=record.outcome.scores,
                facts=seat_facts(record),
                delayed=record.is_delayed,
                map=self.tournament.openings[fixture.opening].map or "",
            )
        )
        self.played_here += 1
        if self.score.tally.games % max(1, len(self.fixtures) // _RATINGS_KEPT) == 0:
            self._store_ratings()

    # Reporting ------------------------------------------------------------------------------

    def _store_ratings(self) -> None:
        """Store the current ratings: one point of each bot's curve."""
        rows = [
            {
                "games": self.score.tally.games,
                "place": place,
                "elo": rating.elo,
                "low": rating.low,
                "high": rating.high,
            }
            for place, rating in enumerate(self.score.ratings())
            if rating is not None
        ]
        self.database.write(lambda c: add_ratings(c, self.tournament.id, rows), patient=True)

    def _report(self, *, at_once: bool = False, waiting: Waiting | None = None) -> None:
        now = time.monotonic()
        if now < self.next_report and not at_once:
            return
        self.next_report = now + _TICK_SECONDS
        left = len(self.waiting) + sum(map(len, self.running.values()))
        pace = (now - self.began) / self.played_here if self.played_here else None
        self.watch(
            Progress(
                round=self.fixtures[-1].round if self.fixtures else 1,
                played=self.score.tally.games,
                left=left,
                seconds_left=None if pace is None else pace * left,
                standings=self.score.standings,
                waiting=waiting,
            )
        )
