"""Play pairs of games on an executor, and return them in the order of their numbers.

Quick games (losses often are) get no head start: a pair that is over waits for those before it.
Games that a busy machine has delayed are played again, as patience allows.
"""

from collections import deque
from collections.abc import Generator, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass

from garlic.arena.executors import SetAsideError
from garlic.arena.task import play_one
from garlic.judge.game_run import GameRun
from garlic.judge.patience import Patience, Replays
from garlic.judge.record import Certainty, Record

PairRecords = tuple[Record | None, Record | None]
"""The records of a pair; None for a game that could not be judged at all."""


def play_pairs(
    games: Sequence[GameRun],
    executor: Executor,
    *,
    ahead: int = 16,
    patience: Patience | None = None,
) -> Generator[PairRecords, None, None]:
    """The records of each two of *games*, in order.

    *ahead* games are submitted to *executor* before they are needed; what is not needed any more
    is cancelled when the generator is closed. Raises what `garlic.judge.game_run.play` raises.
    """
    replays: Replays[int] = Replays(patience or Patience())
    upcoming = enumerate(games)
    waiting: deque[_Playing] = deque()
    try:
        for _ in range(len(games) // 2):
            while len(waiting) < max(2, ahead) and (following := next(upcoming, None)):
                place, game_run = following
                future = executor.submit(play_one, game_run)
                waiting.append(_Playing(place, game_run, future, replays))
            first, second = waiting.popleft(), waiting.popleft()
            if min(first.wait(), second.wait()) is not Certainty.FINAL:
                _play_again([first, second, *waiting], executor, replays)
            yield first.record, second.record
    finally:
        for game in waiting:
            game.future.cancel()


@dataclass(slots=True)
class _Playing:
    """A submitted game and its surest record so far."""

    place: int  # in the schedule
    game_run: GameRun
    future: Future[bytes]
    replays: Replays[int]
    record: Record | None = None  # also None if it kills every worker that plays it
    is_read: bool = False

    def wait(self) -> Certainty:
        """Wait until it is over; return how sure its record is."""
        if not self.is_read:
            record, self.is_read = _judged(self.future), True
            if record is not None and self.replays.add(self.place, record.certainty):
                self.record = record
        return self.replays.certainty(self.place)

    def play_again(self, executor: Executor) -> None:
        """Submit it once more."""
        self.future, self.is_read = executor.submit(play_one, self.game_run), False


def _play_again(games: Sequence[_Playing], executor: Executor, replays: Replays[int]) -> None:
    """Wait until all of *games* are over and the machine is quiet; play the unsure ones again."""
    while not replays.is_over:
        for game in games:
            game.wait()
        again = replays.again(game.place for game in games)
        if not again:
            return
        for game in games:
            if game.place in again:
                game.play_again(executor)


def _judged(future: Future[bytes]) -> Record | None:
    try:
        return Record.parse(future.result())
    except SetAsideError:  # it kills every worker that plays it, so it counts for neither bot
        return None
