"""Games that are played only once: a stored one is taken from the database."""

from concurrent.futures import Executor, Future
from dataclasses import dataclass

from garlic.arena.executors import SetAsideError
from garlic.arena.task import play_one
from garlic.judge.game_run import GameRun
from garlic.judge.record import Record
from garlic.store import Database
from garlic.store.games import keep_game, known_keys, load_record


@dataclass(frozen=True, slots=True)
class PendingGame:
    """A game that is stored, or is being played."""

    key: str
    database: Database
    future: Future[bytes] | None  # None if it is stored

    def record(self) -> Record | None:
        """Wait for its record, and store it; None if the game could not be judged."""
        if self.future is None:
            return self.database.read(lambda connection: load_record(connection, self.key))
        try:
            record = Record.parse(self.future.result())
        except SetAsideError:  # it kills every worker that plays it, so it counts for neither bot
            return None
        if not record.is_judged:
            return None
        self.database.write(lambda connection: keep_game(connection, self.key, record))
        return record

    def cancel(self) -> None:
        """It is not needed any more."""
        if self.future is not None:
            self.future.cancel()


@dataclass(frozen=True, slots=True)
class StoredGames:
    """Plays games on *executor* that are not in *database* yet."""

    executor: Executor
    database: Database

    def submit(self, game_run: GameRun) -> PendingGame:
        """Begin *game_run*, unless it is stored."""
        key = game_run.key
        known = self.database.read(lambda connection: known_keys(connection, [key]))
        future = None if known else self.executor.submit(play_one, game_run)
        return PendingGame(key, self.database, future)
