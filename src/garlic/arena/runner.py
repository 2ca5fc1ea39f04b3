"""Runs a tournament: plays what is left of it, stores each result, then counts it.

Whatever happens to this process, what the database holds is the tournament; `run` reads it and
goes on from there. Done work is never done twice: a match that is stored, by this tournament or
another one, is not played again.
"""

import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass

from sqlalchemy import Connection

from garlic.arena.executors import Executing, SetAsideError, open_executor
from garlic.arena.lease import Lease
from garlic.arena.scoring import ScoredGame
from garlic.arena.snapshot import Standing, TournamentState
from garlic.arena.standings import TournamentScore, played_games
from garlic.arena.task import checked_record, play_one
from garlic.arena.tournament import Tournament, load
from garlic.judge.record import Record
from garlic.store import Database
from garlic.store.games import keep_game, known_keys, seat_facts
from garlic.store.tournaments import (
    FixtureRow,
    add_fixtures,
    add_ratings,
    fixtures_of,
    set_trouble,
)

_AHEAD = 2  # matches handed out for each that runs: no worker waits for the database
_USUAL_WIDTH = 64  # of an executor that does not tell how many matches it runs side by side
_TICK_SECONDS = 0.5  # so often watchers hear from us
_RATINGS_KEPT = 60  # points of the rating curve, about


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a tournament has come. `standings` computes the table when it is asked for."""

    round: int
    played: int
    left: int  # of the rounds scheduled so far
    seconds_left: float | None  # None while there is nothing to judge by
    standings: Callable[[], tuple[Standing, ...]]


Watch = Callable[[Progress], None]


def run(
    database: Database,
    number: int,
    executing: Executing,
    watch: Watch = lambda _: None,
) -> TournamentState:
    """Play tournament *number* to its end, or until somebody wants it stopped; how it stands.

    Raises `UsageError` if it is being run already, `StoreError`, and what the judge raises where
    bots cannot be run here at all. It can be resumed after any of these, and after Ctrl-C.
    """
    lease = Lease(database, number)
    state = TournamentState.STOPPED
    try:
        tournament = load(database, number)
        with open_executor(executing) as executor:
            state = _Run(database, tournament, executor, lease, watch, executing).run()
    finally:
        lease.release(state)
    return state


class _Run:
    """One run of a tournament, from what is stored to its end."""

    def __init__(
        self,
        database: Database,
        tournament: Tournament,
        executor: Executor,
        lease: Lease,
        watch: Watch,
        executing: Executing,
    ) -> None:
        self.database = database
        self.tournament = tournament
        self.executor = executor
        self.lease = lease
        self.watch = watch
        # What comes from other machines is refereed again before it counts.
        self.from_afar = executing.cluster is not None
        self.width = _AHEAD * getattr(executor, "jobs", _USUAL_WIDTH)
        self.score = TournamentScore.of(tournament)
        self.fixtures: list[FixtureRow] = []
        self.waiting: deque[FixtureRow] = deque()
        self.running: dict[Future[bytes], list[FixtureRow]] = {}
        self.running_keys: dict[str, list[FixtureRow]] = {}
        self.began, self.played_here = time.monotonic(), 0
        self.next_word = 0.0
        self.stopping = False

    def run(self) -> TournamentState:
        """Play until the tournament is over, or is to be stopped."""
        scheduled = self.database.read(lambda c: fixtures_of(c, self.tournament.id))
        unplayed = self._enter(scheduled)
        while True:
            self._play(unplayed)
            if self.stopping:
                return TournamentState.STOPPED
            new = self._next_round()
            if new is None:
                self.score.finished = True
                self._note_ratings()
                self._speak(at_once=True)
                return TournamentState.FINISHED
            unplayed = self._enter(new)

    def _enter(self, fixtures: list[FixtureRow]) -> list[FixtureRow]:
        """Take new *fixtures* up and count those that were played before; give the others."""
        self.fixtures += fixtures
        self.score.expect(fixtures)
        keys = {fixture.match_key for fixture in fixtures}
        known = self.database.read(lambda c: known_keys(c, keys))
        if known:
            numbers = {fixture.number for fixture in fixtures}
            for game in self.database.read(lambda c: played_games(c, self.tournament.id)):
                if game.number in numbers:
                    self.score.add(game)
        return [fixture for fixture in fixtures if fixture.match_key not in known]

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
                break  # else nobody has anybody to meet: a round without games
        new = self.tournament.schedule(number, pairings, len(self.fixtures))
        self.database.write(lambda c: add_fixtures(c, self.tournament.id, new))
        return new

    # Games ----------------------------------------------------------------------------------

    def _play(self, fixtures: list[FixtureRow]) -> None:
        """Play *fixtures*; returns when they are over, or on a stop, when nothing runs any more."""
        self.waiting = deque(fixtures)
        self._speak(at_once=True)
        while True:
            self._hand_out()
            if not self.running:
                return
            if done := wait(self.running, _TICK_SECONDS, FIRST_COMPLETED).done:
                self._take_in(done)
            if self.lease.beat():
                self._stop()
            self._speak()

    def _stop(self) -> None:
        self.stopping = True
        self.waiting.clear()
        for future in list(self.running):
            if future.cancel():
                self._forget(future)

    def _forget(self, future: Future[bytes]) -> list[FixtureRow]:
        fixtures = self.running.pop(future)
        del self.running_keys[fixtures[0].match_key]
        return fixtures

    def _hand_out(self) -> None:
        aside = self.score.not_counted
        while self.waiting and len(self.running) < self.width:
            fixture = self.waiting.popleft()
            if fixture.first in aside or fixture.second in aside:
                continue
            if same := self.running_keys.get(fixture.match_key):
                same.append(fixture)  # the same bot twice: one game is the result of both
                continue
            future = self.executor.submit(play_one, self.tournament.match(fixture))
            self.running[future] = self.running_keys[fixture.match_key] = [fixture]

    def _take_in(self, done: set[Future[bytes]]) -> None:
        """Store what came back, in one transaction; then count it."""
        judged: list[tuple[list[FixtureRow], Record]] = []
        troubles: list[tuple[int, str]] = []
        for future in done:
            fixtures = self._forget(future)
            found = self._result(fixtures[0], future)
            if isinstance(found, Record):
                judged.append((fixtures, found))
            else:
                troubles += [(fixture.number, found) for fixture in fixtures]

        def work(connection: Connection) -> None:
            for fixtures, record in judged:
                keep_game(connection, fixtures[0].match_key, record)
            for number, why in troubles:
                set_trouble(connection, self.tournament.id, number, why)

        self.database.write(work)
        for fixtures, record in judged:
            for fixture in fixtures:
                self._count(fixture, record)

    def _result(self, fixture: FixtureRow, future: Future[bytes]) -> Record | str:
        """The record, or why there is none; raise what is wrong with more than this game."""
        try:
            content = future.result()
        except SetAsideError:
            return "its workers were lost"
        if self.from_afar:
            record = checked_record(self.tournament.match(fixture), content)
        else:
            record = Record.parse(content)
        return record if record.is_judged else record.outcome.reason

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
            )
        )
        self.played_here += 1
        if self.score.tally.games % max(1, len(self.fixtures) // _RATINGS_KEPT) == 0:
            self._note_ratings()

    # Telling --------------------------------------------------------------------------------

    def _note_ratings(self) -> None:
        """Store the ratings of this moment: a point of each bot's curve."""
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
        self.database.write(lambda c: add_ratings(c, self.tournament.id, rows))

    def _speak(self, *, at_once: bool = False) -> None:
        now = time.monotonic()
        if now < self.next_word and not at_once:
            return
        self.next_word = now + _TICK_SECONDS
        left = len(self.waiting) + sum(map(len, self.running.values()))
        pace = (now - self.began) / self.played_here if self.played_here else None
        self.watch(
            Progress(
                round=self.fixtures[-1].round if self.fixtures else 1,
                played=self.score.tally.games,
                left=left,
                seconds_left=None if pace is None else pace * left,
                standings=self.score.standings,
            )
        )
