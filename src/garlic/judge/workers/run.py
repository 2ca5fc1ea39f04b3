"""Plays several games in parallel: one per processor, so that bots do not share one."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from typing import TypeVar

from garlic.judge.game_run import GameRun, play
from garlic.judge.patience import Patience, run_patiently
from garlic.judge.record import Certainty, Record
from garlic.judge.workers.pool import Pool, processors

R = TypeVar("R")

SubmitGame = Callable[[GameRun], Future[Record]]
"""Plays a game, now or in a worker."""


def play_all(
    game_runs: Sequence[GameRun], jobs: int | None = None, patience: Patience | None = None
) -> Iterator[tuple[int, Record]]:
    """The records of *game_runs* with their indexes, in the order in which they finish.

    Each is refereed by a worker of a `Pool`, pinned with its bots to one processor. A game that
    was delayed or not judged is played again as *patience* allows; if that record is surer it
    comes as well. Raises what `play` raises, and `SetAsideError` for a game run that every worker
    died of.
    """
    jobs = parallel(jobs, len(game_runs))
    with open_games(game_runs, jobs) as submit:
        yield from run_patiently(
            range(len(game_runs)),
            lambda index: submit(game_runs[index]),
            _certainty,
            jobs,
            patience or Patience(),
        )


def parallel(jobs: int | None, tasks: int) -> int:
    """How many of *tasks* to run side by side: *jobs* at most, and one per processor."""
    return max(1, min(jobs or tasks, len(processors()), tasks))


@contextmanager
def open_games(game_runs: Sequence[GameRun], jobs: int) -> Iterator[SubmitGame]:
    """Give a function that plays games: in *jobs* workers, or here if that is one."""
    if jobs <= 1:
        yield lambda game_run: done_at_once(lambda: play(game_run))
        return
    with Pool(jobs, {game_run.game for game_run in game_runs}) as pool:
        yield lambda game_run: pool.submit(play, game_run)


def done_at_once(work: Callable[[], R]) -> Future[R]:
    """The future of *work*, which is done here and now."""
    future: Future[R] = Future()
    try:
        future.set_result(work())
    except Exception as fault:  # noqa: BLE001 - the caller of `result` gets it
        future.set_exception(fault)
    return future


def _certainty(record: Record) -> Certainty:
    return record.certainty
