"""Matches requested in the browser: run in the workers, shown live, stored, stoppable.

A match is stored as soon as it is requested, and its games are submitted to the workers. A game
that another match or a tournament has played already is not played again. If the server stops,
the match is shown as stopped, and `again` plays the rest. Games that a busy machine has delayed or
kept from being judged are played again when it is quiet.
"""

from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from threading import Lock
from typing import Any

from sqlalchemy import Connection

from garlic.core import Game, GarlicError, UsageError
from garlic.games import GAMES
from garlic.judge.bots import Bot
from garlic.judge.faults import fault_rules
from garlic.judge.game_run import GameRun
from garlic.judge.record import Record
from garlic.judge.settings import parse_limits, start_of
from garlic.people.persons import LOCAL_PERSON, Person
from garlic.people.rules import Thing
from garlic.store import Database
from garlic.store.bots import load_bot
from garlic.store.games import delayed_keys, keep_game, known_keys
from garlic.store.matches import (
    MatchGameRow,
    MatchRow,
    MatchTally,
    add_match,
    games_of_match,
    get_match,
    set_game_trouble,
    set_match,
    stop_unfinished,
    tallies_of,
    unfinished_matches,
)
from garlic.store.owners import Owner
from garlic.web.bounds import bounded_limits, check_map
from garlic.web.events import Hub
from garlic.web.jobs import bots
from garlic.web.jobs.events import Changed, ChangedEvent
from garlic.web.jobs.retries import Retries
from garlic.web.jobs.shares import Share, Shares, Urgency
from garlic.web.jobs.workers import BackgroundJob, StoppedError, WorkerPool
from garlic.web.sentences import encode_sentence
from garlic.web.view.live import LiveGames, play_live

MOST_GAMES = 200
_TRIAL_GAMES = 20  # a match of more games is not something that somebody waits for


@dataclass(frozen=True, slots=True)
class MatchRequest:
    """The bots and settings of a match."""

    game: str
    bots: tuple[str, str]
    games: int = 1
    swap: bool = True  # seats, after every game
    map: str | None = None  # a bundled name, a size, or random-10x10; not a file
    rule: str | None = None
    opening: str | None = None
    limits: str = ""
    timeouts: str = "default"
    seed: int = 0


@dataclass(slots=True)
class _RunningMatch:
    """A match with games in the workers."""

    owner: Owner
    jobs: dict[int, BackgroundJob] = field(default_factory=dict)  # by the number of the game
    submitting: bool = True  # not all of its games are submitted yet
    stopped: bool = False  # on request, or because the server ends
    problem: GarlicError | None = None


class Matches:
    """The matches of a server."""

    def __init__(
        self,
        database: Database,
        hub: Hub,
        workers: WorkerPool,
        live: LiveGames,
        retries: Retries,
        shares: Shares,
        *,
        local: bool,
    ) -> None:
        self._shares = shares
        self._database, self._hub, self._workers, self._live = database, hub, workers, live
        self._retries = retries
        self._local = local
        self._running: dict[int, _RunningMatch] = {}
        self._lock = Lock()

    def recover(self) -> None:
        """Mark matches that an earlier server was playing as stopped; continue unfinished ones."""
        self._database.write(stop_unfinished)
        for number in self._database.read(unfinished_matches):
            self._retry(number, unfinished=True)

    def begin(self, request: MatchRequest, person: Person = LOCAL_PERSON) -> int:
        """Store and start a match of *person*; return its number. Raises `GarlicError`."""
        game = GAMES[request.game]
        bounded_limits(request.limits, game)
        fault_rules(game, request.timeouts)
        starts = _starts(game, request)
        resolved = [
            bots.resolve_bot(self._database, game, name, local=self._local, person=person)
            for name in request.bots
        ]
        versions = [bots.store_bot(self._database, bot, person.owner) for bot in resolved]
        options = {
            "games": request.games,
            "swap": request.swap,
            "map": request.map,
            "rule": request.rule,
            "opening": request.opening,
            "limits": request.limits,
            "timeouts": request.timeouts,
            "seed": request.seed,
        }

        def work(connection: Connection) -> int:
            loaded = tuple(load_bot(connection, version) for version in versions)
            games = []
            for number, (start, seed) in enumerate(starts, 1):
                row = MatchGameRow(number, request.swap and number % 2 == 0, start, seed, "")
                game_run = _game_run(game, (loaded[0], loaded[1]), options, row)
                games.append(MatchGameRow(number, row.swapped, start, seed, game_run.key))
            pair = versions[0], versions[1]
            return add_match(connection, game.name, pair, options, games, person.owner)

        number = self._database.write(work)
        self._play(number)
        return number

    def again(self, number: int) -> None:
        """Play the rest of a match, and delayed games once more; raise `GarlicError`."""
        with self._lock:
            is_running = number in self._running
        if not is_running:
            self._play(number, with_delayed=True)

    def stop(self, number: int) -> None:
        """Stop a match; a game in progress ends at its next move."""
        with self._lock:
            running = self._running.get(number)
            jobs = list(running.jobs.values()) if running else []
        self._retries.drop(("match", number))
        for job in jobs:
            self._workers.stop(job)

    def _play(self, number: int, *, with_delayed: bool = False) -> None:
        """Submit the games of a match that have no result."""

        def load(connection: Connection) -> tuple[MatchRow, list[MatchGameRow], tuple[Bot, Bot]]:
            row = get_match(connection, number)
            assert row is not None  # noqa: S101  (the caller checked it)
            games = games_of_match(connection, number)
            keys = {game.game_key for game in games}
            known = known_keys(connection, keys)
            if with_delayed:
                known -= delayed_keys(connection, keys)
            left = [game for game in games if game.game_key not in known]
            pair = load_bot(connection, row.first), load_bot(connection, row.second)
            return row, left, pair

        row, left, pair = self._database.read(load)
        with self._lock:
            if number in self._running:
                return
            running = self._running[number] = _RunningMatch(row.owner)
        try:
            self._database.write(
                lambda c: set_match(c, number, state="running", problem=None, finished_at=None)
            )
            urgency = Urgency.INTERACTIVE if len(left) <= _TRIAL_GAMES else Urgency.LEAGUE
            share = self._shares.of(row.owner, urgency)
            for game in left:
                self._submit(row, game, pair, running, share)
        except GarlicError as fault:  # the queue is full: the games submitted so far are played
            running.problem = fault
        with self._lock:
            running.submitting = False
        self._publish_changed(number, row.owner)
        self._finish_if_over(number)

    def _submit(
        self,
        row: MatchRow,
        game: MatchGameRow,
        pair: tuple[Bot, Bot],
        running: _RunningMatch,
        share: Share,
    ) -> None:
        """Submit a game to the workers; raise `GarlicError` if the queue is full."""
        names, live = (row.first_name, row.second_name), f"{row.id}-{game.number}"
        seats = names[::-1] if game.swapped else names
        game_run = _game_run(GAMES[row.game], pair, row.options, game, names)
        self._live.open(live, row.game, (seats[0], seats[1]))
        try:
            with self._lock:
                running.jobs[game.number] = self._workers.submit(
                    play_live,
                    game_run,
                    share=share,
                    on_message=self._on_message(row, game.number),
                    on_done=self._on_done(row, game),
                )
        except GarlicError:
            self._live.end(live, None)
            raise

    def _on_message(self, row: MatchRow, game: int) -> Callable[[Any], None]:
        def on_message(message: dict[str, Any]) -> None:
            self._live.update(f"{row.id}-{game}", message)
            if "start" in message:
                self._publish_changed(row.id, row.owner)

        return on_message

    def _on_done(self, row: MatchRow, game: MatchGameRow) -> Callable[[Future[Any]], None]:
        number = row.id

        def on_done(future: Future[Any]) -> None:
            key: str | None = None
            try:
                key = self._store(number, game, Record.parse(future.result()))
            except (CancelledError, StoppedError):
                with self._lock:
                    self._running[number].stopped = True
            except GarlicError as fault:
                with self._lock:
                    self._running[number].problem = fault
            finally:
                self._live.end(f"{number}-{game.number}", key)
                with self._lock:
                    self._running[number].jobs.pop(game.number, None)
                self._publish_changed(number, row.owner)
                self._finish_if_over(number)

        return on_done

    def _store(self, number: int, game: MatchGameRow, record: Record) -> str | None:
        """Store the record and return its key, or None if the game was not judged."""

        def work(connection: Connection) -> str | None:
            if record.is_judged:
                keep_game(connection, game.game_key, record)
            elif not known_keys(connection, [game.game_key]):  # no delayed result stands
                set_game_trouble(connection, number, game.number, record.outcome.reason)
                return None
            set_game_trouble(connection, number, game.number, None)
            return game.game_key

        return self._database.write(work, patient=True)

    def _finish_if_over(self, number: int) -> None:
        with self._lock:
            running = self._running.get(number)
            if running is None or running.jobs or running.submitting:
                return
            del self._running[number]

        def work(connection: Connection) -> MatchTally:
            tally = tallies_of(connection, [number])[number]
            if running.problem is not None:
                state = "failed"
            elif tally.played == tally.games:
                state = "finished"
            else:
                state = "stopped" if running.stopped else "unfinished"
            set_match(
                connection,
                number,
                state=state,
                problem=None
                if running.problem is None
                else encode_sentence(running.problem).model_dump(),
                finished_at=datetime.now(UTC),
            )
            return tally

        tally = self._database.write(work, patient=True)
        if running.problem is None and not running.stopped:
            if tally.delayed or tally.played < tally.games:
                self._retry(number, unfinished=tally.played < tally.games)
            else:
                self._retries.drop(("match", number))
        self._publish_changed(number, running.owner)

    def _retry(self, number: int, *, unfinished: bool) -> None:
        self._retries.add(("match", number), lambda: self.again(number), unfinished=unfinished)

    def _publish_changed(self, number: int, owner: Owner) -> None:
        thing = Thing(owner.person, owner.course)
        for topic in (f"series:{number}", "series"):
            event = ChangedEvent(topic=topic, kind="changed", data=Changed(id=number))
            self._hub.publish(event, thing)


def _starts(game: Game, request: MatchRequest) -> list[tuple[str, int]]:
    """The start and seed of each game; with swapped seats, both games of a pair share them."""
    check_map(game, request.map)
    starts = []
    for number in range(request.games):
        seed = request.seed + (number // 2 if request.swap else number)
        board = start_of(game, map_name=request.map, rule=request.rule, opening=None, seed=seed)
        # The moves are part of it because games that count repetitions need the history.
        text = f"{board} moves {request.opening}" if request.opening else str(board)
        if request.opening and game.simultaneous:
            raise UsageError("{game} has no openings", game=game.name)
        if game.parse(text).outcome() is not None:
            raise UsageError("the game is over after this opening")
        starts.append((text, seed))
    return starts


def _game_run(
    game: Game,
    pair: tuple[Bot, Bot],
    options: dict[str, Any],
    row: MatchGameRow,
    names: tuple[str, str] | None = None,
) -> GameRun:
    """The game run of *row*, with the bots renamed to *names*."""
    if names is not None:
        pair = replace(pair[0], name=names[0]), replace(pair[1], name=names[1])
    seats = pair[::-1] if row.swapped else pair
    return GameRun(
        game=game.name,
        bots=(seats[0], seats[1]),
        start=row.start,
        seed=row.seed,
        limits=parse_limits(options["limits"], game.limits),
        timeouts=options["timeouts"],
        map=options["map"],
    )
