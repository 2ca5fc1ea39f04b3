"""Games that are not played: an executor that answers with given records."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

from garlic.core import Limits, Outcome, Seat
from garlic.judge.game_run import GameRun
from garlic.judge.record import Record, RecordedBot, Turn

# The record of the game with this number; an exception that its worker raises; None for later.
Result = Callable[[int, GameRun], Record | Exception | None]


def record_of(
    game_run: GameRun, winner: Seat | None, reason: str = "over", turns: tuple[Turn, ...] = ()
) -> Record:
    facts = [RecordedBot(bot.name, bot.kind.value, "0") for bot in game_run.bots]
    return Record(
        game=game_run.game,
        start=game_run.start,
        seed=game_run.seed,
        limits=Limits(1, 1, 1),
        timeouts="default",
        bots=(facts[0], facts[1]),
        isolation=(),
        turns=turns,
        choices=(),
        outcome=Outcome(winner, reason),
    )


class StubExecutor(Executor):
    """An executor that plays nothing: *result* returns the record of each game."""

    def __init__(self, result: Result) -> None:
        self.result = result
        self.game_runs: list[GameRun] = []
        self.futures: list[Future[bytes]] = []

    def submit(self, _play: object, /, *args: Any, **_: object) -> Future[Any]:
        (game_run,) = args
        self.game_runs.append(game_run)
        future: Future[bytes] = Future()
        self.futures.append(future)
        found = self.result(len(self.game_runs) - 1, game_run)
        if isinstance(found, Exception):
            future.set_exception(found)
        elif found is not None:
            future.set_result(found.dumps().encode())
        return future
