"""Plays several games in parallel: one per processor, so that bots do not share one."""

from collections.abc import Iterator, Sequence
from concurrent.futures import as_completed

from garlic.judge.game_run import GameRun, play
from garlic.judge.record import Record
from garlic.judge.workers.pool import Pool, processors


def play_all(game_runs: Sequence[GameRun], jobs: int | None = None) -> Iterator[tuple[int, Record]]:
    """The records of *game_runs* with their indexes, in the order in which they finish.

    Each is refereed by a worker of a `Pool`, pinned with its bots to one processor. Raises what
    `play` raises, and `SetAsideError` for a game run that every worker died of.
    """
    jobs = min(jobs or len(game_runs), len(processors()), len(game_runs))
    if jobs <= 1:
        for index, game_run in enumerate(game_runs):
            yield index, play(game_run)
        return
    with Pool(jobs, {game_run.game for game_run in game_runs}) as pool:
        indexes = {pool.submit(play, run): index for index, run in enumerate(game_runs)}
        for future in as_completed(indexes):
            yield indexes.pop(future), future.result()
