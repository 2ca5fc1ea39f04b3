"""Games of two bots that somebody asks for: played one after another, live, stored, stoppable.

A series is in the database from the moment it is asked for. Its games go to the workshop; what
another series or a tournament played already is not played again. Whatever the server's end
left unplayed is shown as stopped, and `again` goes on with it.
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
from garlic.store import Database
from garlic.store.bots import load_bot
from garlic.store.games import keep_game, known_keys
from garlic.store.matches import (
    MatchGameRow,
    MatchRow,
    add_match,
    games_of_match,
    get_match,
    set_game_trouble,
    set_match,
    stop_unfinished,
    tallies_of,
)
from garlic.web.bounds import bounded_limits, check_map
from garlic.web.events import Hub
from garlic.web.jobs import bots
from garlic.web.jobs.workers import BackgroundJob, StoppedError, WorkerPool
from garlic.web.sentences import wording
from garlic.web.view.live import Live, play_watched

MOST_GAMES = 200


@dataclass(frozen=True, slots=True)
class MatchRequest:
    """What is asked of two bots."""

    game: str
    bots: tuple[str, str]
    games: int = 1
    swap: bool = True  # seats, after every game
    map: str | None = None  # a bundled name, a size, or random-10x10; no file
    rule: str | None = None
    opening: str | None = None
    limits: str = ""
    timeouts: str = "default"
    seed: int = 0


@dataclass(slots=True)
class _Playing:
    """A series of which games are in the workshop."""

    jobs: dict[int, BackgroundJob] = field(default_factory=dict)  # by the number of the game
    filling: bool = True  # not all of its games are handed out yet
    problem: GarlicError | None = None


class Matches:
    """The series of a server."""

    def __init__(
        self, database: Database, hub: Hub, workshop: WorkerPool, live: Live, *, local: bool
    ) -> None:
        self._database, self._hub, self._workshop, self._live = database, hub, workshop, live
        self._local = local
        self._playing: dict[int, _Playing] = {}
        self._lock = Lock()

    def start(self) -> None:
        """Begin: what an earlier server left unfinished nobody plays any more."""
        self._database.write(stop_unfinished)

    def begin(self, request: MatchRequest) -> int:
        """Store what is asked for and begin to play it; its number. Raises `GarlicError`."""
        game = GAMES[request.game]
        bounded_limits(request.limits, game)
        fault_rules(game, request.timeouts)
        starts = _starts(game, request)
        pair = [bots.find(self._database, game, wish, local=self._local) for wish in request.bots]
        versions = [bots.keep(self._database, named) for named in pair]
        asked = {
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
            loaded = tuple(load_bot(connection, version.id) for version in versions)
            games = []
            for number, (start, seed) in enumerate(starts, 1):
                row = MatchGameRow(number, request.swap and number % 2 == 0, start, seed, "")
                match = _match(game, (loaded[0], loaded[1]), asked, row)
                games.append(MatchGameRow(number, row.swapped, start, seed, match.key))
            return add_match(connection, game.name, (versions[0].id, versions[1].id), asked, games)

        number = self._database.write(work)
        self._play(number)
        return number

    def again(self, number: int) -> None:
        """Go on with a series that was stopped, or failed; raise `GarlicError`."""
        with self._lock:
            running = number in self._playing
        if not running:
            self._play(number)

    def stop(self, number: int) -> None:
        """Play no more games of a series; the one that is played ends at its next move."""
        with self._lock:
            playing = self._playing.get(number)
            jobs = list(playing.jobs.values()) if playing else []
        for job in jobs:
            self._workshop.stop(job)

    def _play(self, number: int) -> None:
        """Hand out the games of a series that have no result."""

        def look(connection: Connection) -> tuple[MatchRow, list[MatchGameRow], tuple[Bot, Bot]]:
            row = get_match(connection, number)
            assert row is not None  # noqa: S101  (the caller saw it)
            games = games_of_match(connection, number)
            known = known_keys(connection, {one.game_key for one in games})
            left = [one for one in games if one.game_key not in known]
            pair = load_bot(connection, row.first), load_bot(connection, row.second)
            return row, left, pair

        row, left, pair = self._database.read(look)
        with self._lock:
            if number in self._playing:
                return
            playing = self._playing[number] = _Playing()
        try:
            self._database.write(
                lambda c: set_match(c, number, state="running", problem=None, finished_at=None)
            )
            for one in left:
                self._hand_out(row, one, pair, playing)
        except GarlicError as fault:  # no more is taken: what was handed out is played
            playing.problem = fault
        with self._lock:
            playing.filling = False
        self._tell(number)
        self._finish_if_over(number)

    def _hand_out(
        self, row: MatchRow, one: MatchGameRow, pair: tuple[Bot, Bot], playing: _Playing
    ) -> None:
        """Let a game be played; raise `GarlicError` where no more is taken."""
        names, live = (row.first_name, row.second_name), f"{row.id}-{one.number}"
        seats = names[::-1] if one.swapped else names
        match = _match(GAMES[row.game], pair, row.options, one, names)
        self._live.open(live, row.game, (seats[0], seats[1]))
        try:
            with self._lock:
                playing.jobs[one.number] = self._workshop.submit(
                    play_watched,
                    match,
                    hear=self._hear(row.id, one.number),
                    done=self._done(row.id, one),
                )
        except GarlicError:
            self._live.end(live, None)
            raise

    def _hear(self, number: int, game: int) -> Callable[[Any], None]:
        def hear(word: dict[str, Any]) -> None:
            self._live.hear(f"{number}-{game}", word)
            if "start" in word:
                self._tell(number)

        return hear

    def _done(self, number: int, game: MatchGameRow) -> Callable[[Future[Any]], None]:
        def done(future: Future[Any]) -> None:
            key: str | None = None
            try:
                key = self._keep(number, game, Record.parse(future.result()))
            except (CancelledError, StoppedError):
                pass
            except GarlicError as fault:
                with self._lock:
                    self._playing[number].problem = fault
            finally:
                self._live.end(f"{number}-{game.number}", key)
                with self._lock:
                    self._playing[number].jobs.pop(game.number, None)
                self._tell(number)
                self._finish_if_over(number)

        return done

    def _keep(self, number: int, game: MatchGameRow, record: Record) -> str | None:
        """Store the record; its key, None where it was not judged."""
        judged = record.is_judged

        def work(connection: Connection) -> None:
            if judged:
                keep_game(connection, game.game_key, record)
            trouble = None if judged else record.outcome.reason
            set_game_trouble(connection, number, game.number, trouble)

        self._database.write(work)
        return game.game_key if judged else None

    def _finish_if_over(self, number: int) -> None:
        with self._lock:
            playing = self._playing.get(number)
            if playing is None or playing.jobs or playing.filling:
                return
            del self._playing[number]

        def work(connection: Connection) -> None:
            tally = tallies_of(connection, [number])[number]
            state = "finished" if tally.played == tally.games else "stopped"
            if playing.problem is not None:
                state = "failed"
            set_match(
                connection,
                number,
                state=state,
                problem=None if playing.problem is None else wording(playing.problem),
                finished_at=datetime.now(UTC),
            )

        self._database.write(work)
        self._tell(number)

    def _tell(self, number: int) -> None:
        self._hub.publish(f"series:{number}", "changed", {"id": number})
        self._hub.publish("series", "changed", {"id": number})


def _starts(game: Game, request: MatchRequest) -> list[tuple[str, int]]:
    """Where each game starts, and its seed; both seats get the same luck where they are swapped."""
    check_map(game, request.map)
    found = []
    for number in range(request.games):
        seed = request.seed + (number // 2 if request.swap else number)
        board = start_of(game, map_name=request.map, rule=request.rule, opening=None, seed=seed)
        # With its history: a game that counts repetitions has to know it.
        text = f"{board} moves {request.opening}" if request.opening else str(board)
        if request.opening and game.simultaneous:
            raise UsageError("{game} has no openings", game=game.name)
        if game.parse(text).outcome() is not None:
            raise UsageError("the game is over after this opening")
        found.append((text, seed))
    return found


def _match(
    game: Game,
    pair: tuple[Bot, Bot],
    request: dict[str, Any],
    row: MatchGameRow,
    names: tuple[str, str] | None = None,
) -> GameRun:
    """The match that *row* stands for, the bots called by *names*."""
    if names is not None:
        pair = replace(pair[0], name=names[0]), replace(pair[1], name=names[1])
    seats = pair[::-1] if row.swapped else pair
    return GameRun(
        game=game.name,
        bots=(seats[0], seats[1]),
        start=row.start,
        seed=row.seed,
        limits=parse_limits(request["limits"], game.limits),
        timeouts=request["timeouts"],
        map=request["map"],
    )
