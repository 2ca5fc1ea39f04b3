"""Rates bots on the permanent scale of their game, each in a thread, and publishes the progress.

The games are played by the shared workers and stored by their keys, so a rating that was stopped
or interrupted by a restart counts them again and goes on. Games that could not be judged are played
again when the machine is quiet.
"""

import logging
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass, field
from threading import Event, Lock
from typing import TYPE_CHECKING, Literal

from garlic.arena.rating.ladder import Comparable, Ladder, ladder_of
from garlic.arena.rating.stored_games import StoredGames
from garlic.arena.starts import starts
from garlic.core import Game, GarlicError
from garlic.games import GAMES
from garlic.store import Database
from garlic.store.bots import load_bot
from garlic.store.matches import MatchState
from garlic.store.ratings import (
    RatingDetails,
    RatingOptions,
    RatingResult,
    begin_rating,
    keep_rating,
    set_rating_state,
    unfinished_ratings,
)
from garlic.store.roster import bot_of_version, owner_of_version
from garlic.web.events import Hub
from garlic.web.jobs.events import CheckedVersion, RatingEvent
from garlic.web.jobs.retries import Retries
from garlic.web.jobs.shares import Shares, Urgency
from garlic.web.jobs.workers import BusyError, WorkerPool
from garlic.web.sentences import SentenceModel, encode_sentence, page_sentence

if TYPE_CHECKING:
    from garlic.arena.rating.run import RatingState

MOST_GAMES = 2000
_LOG = logging.getLogger("garlic.web")
_AT_ONCE = 2  # ratings that are played side by side; others wait
_MOST_WAITING = 50
_KEEP_SECONDS = 1.0  # between two stored states of a running rating


@dataclass(frozen=True, slots=True)
class _Rating:
    """A rating that waits or is being played."""

    version_id: int
    game: str
    options: RatingOptions
    stopped: Event = field(default_factory=Event)

    @property
    def key(self) -> tuple[int, str]:
        """A version is rated only once at a time for a game."""
        return self.version_id, self.game


class BotRatings:
    """The ratings that a server plays."""

    def __init__(
        self,
        database: Database,
        hub: Hub,
        workers: WorkerPool,
        retries: Retries,
        shares: Shares,
    ) -> None:
        self._shares = shares
        self._database, self._hub, self._workers = database, hub, workers
        self._retries = retries
        self._threads = ThreadPoolExecutor(_AT_ONCE, "garlic-ratings")
        self._lock = Lock()
        self._ratings: dict[tuple[int, str], _Rating] = {}
        self._closing = Event()

    def start(self) -> None:
        """Continue what an earlier server left unfinished."""
        for row in self._database.read(unfinished_ratings):
            if row.game not in GAMES:  # of a package that is no longer installed
                continue
            rating = _Rating(row.version_id, row.game, row.options)
            if row.state == "unfinished":
                self._retry(rating)
            else:
                self._submit(rating)

    def begin(self, version_id: int, game: Game, options: RatingOptions) -> None:
        """Rate a stored version, unless that is running; raise `GarlicError`."""
        self._database.read(lambda c: load_bot(c, version_id))
        starts(game)
        self._submit(_Rating(version_id, game.name, options))

    def stop(self, version_id: int, game: str) -> None:
        """Stop a rating after the games that are being played; what was played is kept."""
        self._retries.drop(("rating", (version_id, game)))
        with self._lock:
            rating = self._ratings.get((version_id, game))
        if rating is not None:
            rating.stopped.set()

    def closing(self) -> None:
        """Announce that the workers will be closed: the next server continues."""
        self._closing.set()

    def close(self) -> None:
        """Wait until all threads have ended; call this after the workers are closed."""
        self._closing.set()
        self._threads.shutdown(cancel_futures=True)

    def _submit(self, rating: _Rating) -> None:
        with self._lock:
            if rating.key in self._ratings:
                return
            if len(self._ratings) >= _MOST_WAITING:
                raise BusyError("too much is waiting already; try again later")
            self._ratings[rating.key] = rating
        try:
            self._database.write(lambda c: begin_rating(c, *rating.key, rating.options))
            self._threads.submit(self._run, rating)
        except BaseException:
            self._forget(rating)
            raise
        self._publish(rating, "rating")

    def _run(self, rating: _Rating) -> None:
        if self._closing.is_set():
            return
        try:
            state = self._play(rating)
        except Exception as fault:  # noqa: BLE001 - of the bot, of the machine, or a bug
            state = "failed"
            if not self._closing.is_set():
                self._fail(rating, fault)
        finally:
            self._forget(rating)
        if self._closing.is_set():
            return
        if state == "unfinished":
            self._retry(rating)
        else:
            self._retries.drop(("rating", rating.key))
        self._publish(rating, "rated")

    def _play(self, rating: _Rating) -> MatchState:
        """Play and store it; return its last state."""
        # Here, because it brings numpy: a server starts, and shows ratings, without it.
        from garlic.arena.rating.run import RatingTask, run_rating  # noqa: PLC0415

        game, options = GAMES[rating.game], rating.options
        bot = self._database.read(lambda c: load_bot(c, rating.version_id))
        task = RatingTask(ladder=ladder_of(game), bot=bot, start=starts(game))
        owner = self._database.read(lambda c: owner_of_version(c, rating.version_id))
        executor = self._workers.executor(self._shares.of(owner, Urgency.LONG))
        source = StoredGames(executor, self._database)
        run = run_rating(task, source, games=options.games, until=options.until)
        kept_at = 0.0
        with closing(run) as states:
            for found in states:
                if rating.stopped.is_set() or self._closing.is_set():
                    break
                if found.games and time.monotonic() - kept_at >= _KEEP_SECONDS:
                    kept_at = time.monotonic()
                    self._keep(rating, "running", _result(found, task.ladder))
                    self._publish(rating, "rating")
                elif not found.games:
                    self._database.write(lambda c: set_rating_state(c, *rating.key, "running"))
        last: MatchState = "unfinished" if found.unjudged else "finished"
        if rating.stopped.is_set():
            last = "stopped"
        elif self._closing.is_set():
            last = "running"
        self._keep(rating, last, _result(found, task.ladder))
        return last

    def _keep(self, rating: _Rating, state: MatchState, result: RatingResult) -> None:
        self._database.write(lambda c: keep_rating(c, *rating.key, state, result), patient=True)

    def _fail(self, rating: _Rating, fault: Exception) -> None:
        if isinstance(fault, GarlicError):
            problem = encode_sentence(fault)
        else:
            _LOG.error("while rating", exc_info=fault)
            problem = page_sentence("problem.internal")
        self._set_failed(rating, problem)

    def _set_failed(self, rating: _Rating, problem: SentenceModel) -> None:
        said = problem.model_dump()
        with suppress(GarlicError):
            self._database.write(
                lambda c: set_rating_state(c, *rating.key, "failed", said), patient=True
            )

    def _forget(self, rating: _Rating) -> None:
        with self._lock:
            self._ratings.pop(rating.key, None)

    def _retry(self, rating: _Rating) -> None:
        again = _Rating(rating.version_id, rating.game, rating.options)
        key = ("rating", rating.key)
        self._retries.add(key, lambda: self._submit(again), unfinished=True)

    def _publish(self, rating: _Rating, kind: Literal["rating", "rated"]) -> None:
        with suppress(GarlicError):
            known = self._database.read(lambda c: bot_of_version(c, rating.version_id))
            if known is not None:
                data = CheckedVersion(version=rating.version_id, game=rating.game)
                self._hub.publish(RatingEvent(topic=f"bot:{known[0]}", kind=kind, data=data))


def _result(state: "RatingState", ladder: Ladder) -> RatingResult:
    posterior = state.posterior
    low, high = posterior.interval()
    counted = state.games > 0
    return RatingResult(
        rating=posterior.rating if counted else None,
        low=low if counted else None,
        high=high if counted else None,
        games=state.games,
        details=RatingDetails(
            wins=state.wins,
            draws=state.draws,
            losses=state.losses,
            unjudged=state.unjudged,
            delayed=state.delayed,
            faults={verdict.value: count for verdict, count in state.faults.items()},
            stronger_than=_comparison(ladder.surely_weaker(posterior)) if counted else None,
            weaker_than=_comparison(ladder.surely_stronger(posterior)) if counted else None,
            measured=ladder.measured,
        ),
    )


def _comparison(found: Comparable | None) -> tuple[str, float] | None:
    return None if found is None else (found.rung.bot, found.chance)
