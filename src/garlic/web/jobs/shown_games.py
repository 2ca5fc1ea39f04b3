"""Games of a tournament that viewers can follow move by move, such as those of a final."""

from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future
from typing import Any, ParamSpec, TypeVar

from garlic.arena.task import play_one
from garlic.core import GarlicError
from garlic.judge.game_run import GameRun
from garlic.web.jobs.shares import Share
from garlic.web.jobs.workers import WorkerPool
from garlic.web.view.live import LiveGames, live_id_in_tournament, play_live

P = ParamSpec("P")
T = TypeVar("T")


class ShownExecutor(Executor):
    """An executor for one tournament, whose games are live games."""

    def __init__(self, workers: WorkerPool, share: Share, live: LiveGames, number: int) -> None:
        self._workers, self._share = workers, share
        self._live, self._number = live, number
        self.jobs: int = getattr(workers.executor(share), "jobs", 1)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> "Future[T]":
        """The future of ``fn(*args, **kwargs)``; a game is shown while it is played."""
        if fn is not play_one:
            return self._workers.submit_plain(self._share, fn, *args, **kwargs)
        (game_run,) = args
        assert isinstance(game_run, GameRun)  # noqa: S101  (that is what it plays)
        return self._show(game_run)

    def _show(self, game_run: GameRun) -> "Future[Any]":
        live, number = self._live, live_id_in_tournament(self._number, game_run.key)
        names = (game_run.bots[0].name, game_run.bots[1].name)
        live.open(number, game_run.game, names)

        def on_done(future: "Future[Any]") -> None:
            try:
                future.result()
            except (CancelledError, GarlicError):
                live.end(number, None)
            else:
                live.end(number, game_run.key)

        job = self._workers.submit(
            play_live,
            game_run,
            share=self._share,
            on_message=lambda message: live.update(number, message),
            on_done=on_done,
            is_limited=False,
        )
        return job.future
