"""Plays the games of a league for as long as there is time, and counts each as it ends.

The database holds the whole state. Games are scheduled in it before they are played, in pairs with
seats swapped; a result, what follows from it for both bots, and that it counts are stored in one
transaction (`counting`). So a run can be killed at any moment: the next one plays what was
scheduled, and no game counts twice. Who is in the league is decided by others meanwhile
(`garlic.courses`); a game that they have dropped does not count, even if it is being played.
"""

import time
from collections import Counter, deque
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Connection

from garlic.arena.executors import Executing, SetAsideError, open_executor
from garlic.arena.league.counting import (
    LeagueSeason,
    OutOfStepError,
    PlayedLeagueGame,
    check_step,
    checkpoint,
    count,
    load_season,
    pause,
    synchronised,
)
from garlic.arena.league.pairing import Meetings, PlayingField, meetings_from
from garlic.arena.league.setup import load_league_bot
from garlic.arena.lease import ProcessLease
from garlic.arena.runner import StopWanted, Waiting
from garlic.arena.task import play_one
from garlic.core import Text, UsageError
from garlic.judge.bots import Bot
from garlic.judge.patience import MOST_REPLAYS, Patience, RemotePatience, Throttle
from garlic.judge.record import Certainty, Record
from garlic.store import Database, StoreError
from garlic.store.league_games import (
    LeagueGameRow,
    add_games,
    drop_game,
    last_numbers,
    meetings_of,
    note_try,
    waiting_games,
)
from garlic.store.leagues import LeagueRow, get_league, set_league

_AHEAD = 2  # games submitted per worker, so that no worker waits for the database
_USUAL_WIDTH = 64  # of an executor without `jobs`, the number of games it runs in parallel
_TICK_SECONDS = 0.5  # between calls of the watcher
_MOST_NOT_JUDGED = 4  # tries of a game that cannot be judged, before it is dropped
_DAY_SECONDS = 86_400.0
_MOST_RELOADS = 10  # in a row, while others change the league
_LOST = "its workers were lost"

S = TypeVar("S")


class LeagueEnd(Enum):
    """Why a run of a league has ended."""

    STOPPED = "stopped"
    ENOUGH = "enough"  # as many games or as much time as it was told
    FROZEN = "frozen"
    NO_PAIRS = "no pairs"  # nobody has an opponent


@dataclass(frozen=True, slots=True)
class LeagueRunOptions:
    """How long a league is played."""

    games: int | None = None
    seconds: float | None = None
    patience_seconds: float = 0.0  # to wait for a quiet machine
    is_paced: bool = False  # bots that are placed play only so many games a day; it waits for more
    is_stopped: Callable[[], bool] = lambda: False


FOREVER = LeagueRunOptions()


@dataclass(frozen=True, slots=True)
class LeagueProgress:
    """How far a league is."""

    season: int
    counted: int  # games of the season
    played: int  # games that this run has counted
    entries: int  # that are rated
    placing: int  # of these
    waiting: Waiting | None = None  # for a quiet machine


LeagueWatch = Callable[[LeagueProgress], None]


class LeagueLease(ProcessLease[LeagueRow]):
    """This process's claim on a league."""

    def _load(self, connection: Connection, *, for_update: bool = False) -> LeagueRow:
        return get_league(connection, self._number, for_update=for_update)

    def _change(self, connection: Connection, **values: Any) -> None:
        set_league(connection, self._number, **values)

    def _taken(self, runner: dict[str, Any]) -> UsageError:
        return UsageError(
            "the league is being played by process {pid} on {host}",
            pid=runner["pid"],
            host=runner["host"],
        )


def run_league(
    database: Database,
    number: int,
    executing: Executing,
    options: LeagueRunOptions = FOREVER,
    watch: LeagueWatch = lambda _: None,
    urgent: Executor | None = None,
) -> LeagueEnd:
    """Play league *number*; return why that has ended.

    Games of bots that are being placed are played by the executor *urgent*, if there is one. Raises
    `UsageError` if another process plays it, `StoreError`, and what the judge raises if bots cannot
    be run here at all. The next run goes on after any of these, and after Ctrl-C.
    """
    lease = LeagueLease(database, number)
    try:
        with open_executor(executing) as executor:
            executors = (executor, urgent or executor)
            is_remote = executing.cluster is not None
            league_run = _LeagueRun(
                database, number, executors, lease, options, watch, is_remote=is_remote
            )
            return league_run.run()
    finally:
        lease.free()


@dataclass(frozen=True, slots=True)
class _OpenGame:
    """A game that is being played."""

    row: LeagueGameRow
    key: str


class _LeagueRun:
    """One run of a league, from its stored state on."""

    def __init__(
        self,
        database: Database,
        number: int,
        executors: tuple[Executor, Executor],  # usual, urgent
        lease: LeagueLease,
        options: LeagueRunOptions,
        watch: LeagueWatch,
        *,
        is_remote: bool,
    ) -> None:
        self.database, self.number = database, number
        self.executors, self.lease, self.options = executors, lease, options
        self.watch, self.is_remote = watch, is_remote
        patience = RemotePatience if is_remote else Patience
        self.patience = patience(options.patience_seconds, self._on_wait)
        jobs = getattr(executors[0], "jobs", _USUAL_WIDTH)
        self.width, self.throttle = _AHEAD * jobs, Throttle(jobs)
        self.season: LeagueSeason = database.write(self._loaded)
        self.meetings: Meetings = self._stored_meetings()
        self.bots: dict[int, Bot] = {}
        self.waiting: deque[LeagueGameRow] = deque(self._stored_games())
        self.running: dict[Future[bytes], _OpenGame] = {}
        # For each entry the opponents of its last games, as long as those could not be played.
        self.impossible: dict[int, list[int]] = {}
        self.began, self.played = time.monotonic(), 0
        self.next_report, self.next_idle_pair = 0.0, 0.0
        self.end: LeagueEnd | None = None

    def run(self) -> LeagueEnd:
        """Play until there is a reason to stop."""
        self._report(at_once=True)
        while True:
            self._find_end()
            if self.end is None:
                self._schedule()
            self._submit()
            if not self.running and not self.waiting and (self.end or not self.options.is_paced):
                return self._finish(self.end or LeagueEnd.NO_PAIRS)
            self._wait()
            if self.lease.beat():
                self._stop(LeagueEnd.STOPPED)
            if self.lease.row.changes > self.season.league.changes:
                self._reload()
            self._report()

    # State ----------------------------------------------------------------------------------

    def _loaded(self, connection: Connection) -> LeagueSeason:
        return synchronised(connection, load_season(connection, self.number))

    def _stored_meetings(self) -> Meetings:
        number = self.season.league.season
        return meetings_from(self.database.read(lambda c: meetings_of(c, self.number, number)))

    def _stored_games(self) -> list[LeagueGameRow]:
        number = self.season.league.season
        return self.database.read(lambda c: waiting_games(c, self.number, number))

    def _reload(self, collecting: Iterable[LeagueGameRow] = ()) -> None:
        """Take over what others have changed; a game that they dropped is played no further.

        Of the games *collecting* the results are here, but not stored yet.
        """
        before = self.season
        self.season = self.database.write(self._loaded, patient=True)
        after = self.season
        if (after.league.season, after.counted) != (before.league.season, before.counted):
            self.meetings = self._stored_meetings()
        self.bots = {entry: bot for entry, bot in self.bots.items() if entry in self.season.entries}
        rows = {row.number: row for row in self._stored_games()}
        for row in collecting:
            rows.pop(row.number, None)
        for future, board in list(self.running.items()):
            if rows.pop(board.row.number, None) is None and future.cancel():
                del self.running[future]
        self.waiting = deque(() if self.end else rows.values())

    def _find_end(self) -> None:
        """Note if there is a reason to begin no more games."""
        options = self.options
        late = options.seconds is not None and time.monotonic() - self.began >= options.seconds
        if self.end is not None:
            return
        if options.is_stopped():
            self._stop(LeagueEnd.STOPPED)
        elif self.season.league.frozen_at is not None:
            self._stop(LeagueEnd.FROZEN)
        elif late or (options.games is not None and self.played >= options.games):
            self._stop(LeagueEnd.ENOUGH)

    def _stop(self, end: LeagueEnd) -> None:
        """Begin no more games; the next run plays those that wait."""
        self.end = end
        self.waiting.clear()
        for future in list(self.running):
            if future.cancel():
                del self.running[future]

    def _finish(self, end: LeagueEnd) -> LeagueEnd:
        if self.season.counted > self.season.state_at:
            self.season = self._store(checkpoint)
        self._report(at_once=True)
        return end

    def _store(
        self,
        change: Callable[[Connection, LeagueSeason], S],
        collecting: Iterable[LeagueGameRow] = (),
    ) -> S:
        """What *change* returns when it has stored something; it is told the current season."""
        for _ in range(_MOST_RELOADS):
            try:
                return self.database.write(lambda c: change(c, self.season), patient=True)
            except OutOfStepError:
                self._reload(collecting)
        raise StoreError(
            "the database {place}: {why}",
            place=self.database.place,
            why=Text("it does not keep its state"),
        )

    # Games ----------------------------------------------------------------------------------

    def _schedule(self) -> None:
        """Choose the next pairs, as many as there is room for, and store their games."""
        wanted = self.width - len(self.running) - len(self.waiting)
        if self.options.games is not None:
            begun = self.played + len(self.running) + len(self.waiting)
            wanted = min(wanted, self.options.games - begun)
        seekers = self._seekers()
        if wanted <= 0 or not seekers:
            return
        on_boards = [*(board.row for board in self.running.values()), *self.waiting]
        playing = list({row.pair: (row.first, row.second) for row in on_boards}.values())
        rated = [entry.id for entry in self.season.rated]
        fixed = [entry for entry in self.season.entries if entry not in set(rated)]
        field = PlayingField(self.season.ratings, rated, frozenset(fixed), self.meetings)
        pairs = field.next_pairs((wanted + 1) // 2, playing, seekers)
        if not pairs:
            return
        if self.options.is_paced:
            self._note_idle(pairs)

        def work(connection: Connection, season: LeagueSeason) -> list[LeagueGameRow]:
            check_step(connection, season)
            rows: list[LeagueGameRow] = []
            last = last_numbers(connection, self.number)
            boards = Counter(frozenset(pair) for pair in playing)
            for one, other in pairs:
                met = self.meetings.games(one, other) // 2 + boards[frozenset((one, other))]
                boards[frozenset((one, other))] += 1
                new = season.setup.pair(one, other, met, last)
                last = (new[-1].number, new[-1].pair)
                rows += new
            add_games(connection, self.number, rows)
            return rows

        try:
            self.waiting += self.database.write(lambda c: work(c, self.season), patient=True)
        except OutOfStepError:  # the pairs may be wrong ones now
            self._reload()

    def _seekers(self) -> list[int]:
        """For whom games may be scheduled now."""
        chosen = self.season.rated
        if self.options.is_paced:
            is_due = time.monotonic() >= self.next_idle_pair
            chosen = self.season.placing or (chosen if is_due else [])
        return [entry.id for entry in chosen]

    def _note_idle(self, pairs: list[tuple[int, int]]) -> None:
        """Note when the next games of bots that are placed may be played."""
        placing = {entry.id for entry in self.season.placing}
        a_day = self.season.setup.definition.games_per_day
        idle = sum(one not in placing for one, _ in pairs)
        if a_day and idle:
            pairs_a_day = a_day * len(self.season.rated) / 4  # two games of two bots
            self.next_idle_pair = time.monotonic() + idle * _DAY_SECONDS / pairs_a_day

    def _submit(self) -> None:
        if self.throttle.is_stuck and not self.running and self.waiting:
            self._wait_for_quiet()
        placing = {entry.id for entry in self.season.placing}
        while self.waiting and len(self.running) < self._allowed():
            row = self.waiting.popleft()
            urgent = row.first in placing or row.second in placing
            game_run = self.season.setup.game_run(row, self._bot)
            future = self.executors[urgent].submit(play_one, game_run)
            self.running[future] = _OpenGame(row, game_run.key)

    def _bot(self, entry: int) -> Bot:
        if entry not in self.bots:
            row = self.season.entries[entry]
            self.bots[entry] = self.database.read(lambda c: load_league_bot(c, row))
        return self.bots[entry]

    def _allowed(self) -> int:
        """How many games may be submitted now: fewer while this machine is busy."""
        if self.is_remote or not self.throttle.is_lowered:
            return self.width
        return 0 if self.throttle.is_stuck else self.throttle.jobs

    def _wait_for_quiet(self) -> None:
        """Wait before the rest is played: too many games in a row could not be judged."""
        self.throttle.go_on()
        try:
            self.patience.wait(len(self.waiting))
        except StopWanted:
            self._stop(LeagueEnd.STOPPED)

    def _wait(self) -> None:
        if not self.running:
            time.sleep(_TICK_SECONDS)  # until a bot may play again
        elif done := wait(self.running, _TICK_SECONDS, FIRST_COMPLETED).done:
            self._collect(done)

    def _collect(self, done: set[Future[bytes]]) -> None:
        """Store the results in one transaction, and count them."""
        results = _Results([], [], {}, {})
        for future in sorted(done, key=lambda each: self.running[each].row.number):
            results.sort(self.running.pop(future), self._result(future), self.throttle)
        before, self.season, again = self._store(
            partial(self._stored_results, results, self._to_blame(results)), results.rows
        )
        self.played += self.season.counted - before
        for game in results.judged:
            self.meetings.add(game.row.first, game.row.second, game.score)
        if not self.end:
            self.waiting += again
        if any(entry.state == "paused" for entry in self.season.entries.values()):
            self._reload()
        elif self.season.is_checkpoint_due:
            self.season = self._store(checkpoint)

    def _stored_results(
        self,
        results: "_Results",
        to_blame: dict[int, str],
        connection: Connection,
        season: LeagueSeason,
    ) -> tuple[int, LeagueSeason, list[LeagueGameRow]]:
        """Store them; the number of counted games before, the season after, what to play again."""
        before = season.counted
        season = count(connection, season, results.judged)
        again = [
            replace(row, tries=row.tries + 1)
            for row in results.again
            if note_try(connection, self.number, row.number)  # not if it was dropped meanwhile
        ]
        for row, why in (results.dropped | results.impossible).items():
            drop_game(connection, self.number, row.number, why)
        for entry, why in to_blame.items():
            known = season.entries.get(entry)
            if known is not None and known.state == "playing":
                season = pause(connection, season, known, None, why)
        return before, season, again

    def _to_blame(self, results: "_Results") -> dict[int, str]:
        """Whose games cannot be played: several in a row, with different opponents; and why.

        Two that could not play each other do not meet again.
        """
        for game in results.judged:
            for entry in (game.row.first, game.row.second):
                self.impossible.pop(entry, None)
        limit = self.season.setup.definition.pause_after
        found: dict[int, str] = {}
        for row, why in results.impossible.items():
            self.meetings.avoid(row.first, row.second)
            for entry, other in ((row.first, row.second), (row.second, row.first)):
                others = self.impossible.setdefault(entry, [])
                others.append(other)
                if 0 < limit <= len(others) and len(set(others)) > 1:
                    found[entry] = why
        return found

    @staticmethod
    def _result(future: Future[bytes]) -> Record | str:
        """The record, or why there is none; raise errors that concern more than this game."""
        try:
            return Record.parse(future.result())
        except SetAsideError:
            return _LOST
        except UsageError as fault:  # a bot that cannot play this game
            return str(fault)

    # Reporting ------------------------------------------------------------------------------

    def _on_wait(self, seconds: float, games: int) -> None:
        if self.lease.beat():
            raise StopWanted
        self._report(at_once=True, waiting=Waiting(seconds, games))

    def _report(self, *, at_once: bool = False, waiting: Waiting | None = None) -> None:
        now = time.monotonic()
        if now < self.next_report and not at_once:
            return
        self.next_report = now + _TICK_SECONDS
        self.watch(
            LeagueProgress(
                season=self.season.league.season,
                counted=self.season.counted,
                played=self.played,
                entries=len(self.season.rated),
                placing=len(self.season.placing),
                waiting=waiting,
            )
        )


@dataclass(frozen=True, slots=True)
class _Results:
    """What has become of games that are over."""

    judged: list[PlayedLeagueGame]
    again: list[LeagueGameRow]  # a busy machine has delayed them, or kept them from being judged
    dropped: dict[LeagueGameRow, str]  # those that could not be judged, and why
    impossible: dict[LeagueGameRow, str]  # those that cannot be played at all, and why

    @property
    def rows(self) -> list[LeagueGameRow]:
        """All of them."""
        judged = [game.row for game in self.judged]
        return [*judged, *self.again, *self.dropped, *self.impossible]

    def sort(self, board: _OpenGame, result: Record | str, throttle: Throttle) -> None:
        """Add the *result* of a game."""
        row = board.row
        if isinstance(result, str):
            self.impossible[row] = result
            return
        throttle.add(result.certainty)
        if result.certainty is Certainty.NOT_JUDGED and row.tries + 1 >= _MOST_NOT_JUDGED:
            self.dropped[row] = result.outcome.reason
        elif result.certainty is Certainty.NOT_JUDGED or (
            result.certainty is Certainty.DELAYED and row.tries < MOST_REPLAYS
        ):
            self.again.append(row)
        else:
            self.judged.append(PlayedLeagueGame(row, board.key, result))
