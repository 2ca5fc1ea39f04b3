"""Several matches side by side: one for each processor, so that a thinking bot never shares one."""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from queue import SimpleQueue

from garlic.judge.match import Match, play
from garlic.judge.record import Record


def play_all(matches: Sequence[Match], jobs: int | None = None) -> Iterator[tuple[int, Record]]:
    """The records of *matches* with their places, as they come.

    A match is refereed in a process of its own pool, pinned with its bots to one processor.
    """
    cores = sorted(os.sched_getaffinity(0))
    jobs = max(1, min(jobs or len(cores), len(cores), len(matches)))
    if jobs == 1:
        for place, match in enumerate(matches):
            yield place, play(match)
        return
    free: SimpleQueue[int] = SimpleQueue()
    for core in cores[:jobs]:
        free.put(core)
    waiting = iter(enumerate(matches))
    running: dict[Future[Record], tuple[int, int]] = {}
    with ProcessPoolExecutor(jobs, mp_context=get_context("fork")) as pool:
        try:
            while True:
                while not free.empty() and (upcoming := next(waiting, None)):
                    place, match = upcoming
                    core = free.get()
                    running[pool.submit(_pinned, match, core)] = (place, core)
                if not running:
                    return
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    place, core = running.pop(future)
                    free.put(core)
                    yield place, future.result()
        finally:
            for future in running:
                future.cancel()


def _pinned(match: Match, core: int) -> Record:
    os.sched_setaffinity(0, {core})
    return play(match, cpus=frozenset({core}))
