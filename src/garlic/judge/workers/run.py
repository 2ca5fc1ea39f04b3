"""Several matches side by side: one for each processor, so that a thinking bot never shares one."""

from collections.abc import Iterator, Sequence
from concurrent.futures import as_completed

from garlic.judge.game_run import GameRun, play
from garlic.judge.record import Record
from garlic.judge.workers.pool import Pool, processors


def play_all(matches: Sequence[GameRun], jobs: int | None = None) -> Iterator[tuple[int, Record]]:
    """The records of *matches* with their places, as they come.

    A match is refereed by a worker of a `Pool`, pinned with its bots to one processor. Raises
    what `play` raises, and `SetAsideError` for a match that nobody can referee.
    """
    jobs = min(jobs or len(matches), len(processors()), len(matches))
    if jobs <= 1:
        for place, match in enumerate(matches):
            yield place, play(match)
        return
    with Pool(jobs, {match.game for match in matches}) as pool:
        places = {pool.submit(play, match): place for place, match in enumerate(matches)}
        for future in as_completed(places):
            yield places.pop(future), future.result()
