"""Where steps are run: games by a pool or a cluster, programs in threads of our own."""

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from functools import partial
from queue import SimpleQueue
from threading import Event, Lock
from typing import TypeVar

from garlic.arena.executors import Executing, open_executor
from garlic.arena.task import play_one
from garlic.core import GarlicError, Text
from garlic.judge.bots import Bot, BotKind
from garlic.judge.record import Record
from garlic.judge.workers.pool import processors
from garlic.judge.workers.run import open_games
from garlic.labs.steps import Outcome, Step, game_outcome, not_judged
from garlic.sandbox import KeeperSource

R = TypeVar("R")

RunStep = Callable[[Step], Future[Outcome]]
"""Runs a step, now or later."""
Runner = Callable[[Sequence[Step], int], AbstractContextManager[RunStep]]
"""Opens what runs the given steps, so many side by side."""


@contextmanager
def game_runner(steps: Sequence[Step], jobs: int) -> Iterator[RunStep]:
    """Each game in a worker process, or here if one is enough."""
    game_runs = [step.game_run for step in steps if step.game_run is not None]
    with open_games(game_runs, jobs) as submit:

        def run(step: Step) -> Future[Outcome]:
            assert step.game_run is not None  # noqa: S101  (checked by the caller)
            return _as_outcome(submit(step.game_run), lambda record: record)

        yield run


def cluster_runner(address: str) -> Runner:
    """The runner of games on the Dask cluster with this *address*."""
    return partial(_on_cluster, address)


@contextmanager
def _on_cluster(address: str, steps: Sequence[Step], jobs: int) -> Iterator[RunStep]:
    del steps, jobs
    with open_executor(Executing(cluster=address)) as executor:

        def run(step: Step) -> Future[Outcome]:
            assert step.game_run is not None  # noqa: S101  (checked by the caller)
            names = [bot.name for bot in step.game_run.bots]
            first, second = (_with_full_name(bot) for bot in step.game_run.bots)
            playing = executor.submit(play_one, replace(step.game_run, bots=(first, second)))
            return _as_outcome(playing, lambda content: _renamed(Record.parse(content), names))

        yield run


def _with_full_name(bot: Bot) -> Bot:
    """*bot*, a student's by a name that says its protocol: other machines know only the name."""
    if bot.path is None or bot.protocol == "line" or bot.kind is BotKind.COURSE:
        return bot
    return replace(bot, name=f"{bot.protocol}:{bot.path.name}")


def _renamed(record: Record, names: Sequence[str]) -> Record:
    """*record* with the *names* that its bots have here."""
    first, second = (replace(bot, name=name) for bot, name in zip(record.bots, names, strict=True))
    return replace(record, bots=(first, second))


def _as_outcome(playing: Future[R], read: Callable[[R], Record]) -> Future[Outcome]:
    """The outcome of a game; one that this machine refuses to run must not stop the others."""
    outcome: Future[Outcome] = Future()

    def on_done(played: Future[R]) -> None:
        if not outcome.set_running_or_notify_cancel():
            return  # after Ctrl-C nobody asks for it any more
        try:
            outcome.set_result(game_outcome(read(played.result())))
        except GarlicError as fault:
            outcome.set_result(not_judged(Text("{fault}", fault=str(fault))))
        except BaseException as fault:  # noqa: BLE001 - whoever asks for the outcome gets it
            outcome.set_exception(fault)

    playing.add_done_callback(on_done)
    return outcome


class FreeProcessors:
    """Processors that programs and builds share: each has one of them at a time, or waits."""

    def __init__(self, most: int | None) -> None:
        self.numbers = processors()[:most]
        self._free = list(self.numbers)
        self._waiting: dict[bool, deque[SimpleQueue[int]]] = {True: deque(), False: deque()}
        self._lock = Lock()

    @contextmanager
    def taken(self, *, first: bool) -> Iterator[int]:
        """A processor that nobody else has: this thread, and what it starts, runs there only.

        Whoever comes *first* is not kept waiting by the others.
        """
        number = self._take(first)
        usual = os.sched_getaffinity(0)  # of this thread
        try:
            os.sched_setaffinity(0, {number})
            yield number
        finally:
            os.sched_setaffinity(0, usual)
            self._give(number)

    def _take(self, first: bool) -> int:
        mine: SimpleQueue[int] = SimpleQueue()
        with self._lock:
            if self._free:
                return self._free.pop()
            self._waiting[first].append(mine)
        return mine.get()

    def _give(self, number: int) -> None:
        with self._lock:
            waiting = self._waiting[True] or self._waiting[False]
            if waiting:
                waiting.popleft().put(number)
            else:
                self._free.append(number)


def program_runner(free: FreeProcessors) -> Runner:
    """The runner of programs on processors that are *free*."""
    return partial(_on_processors, free)


@contextmanager
def _on_processors(free: FreeProcessors, steps: Sequence[Step], jobs: int) -> Iterator[RunStep]:
    """Threads suffice, as programs run in a sandbox. There are more than processors.

    So none is given to a compiler between two programs, nor is idle until the next one comes.
    """
    del steps
    sources = {number: KeeperSource() for number in free.numbers}
    is_over = Event()

    def run(step: Step) -> Outcome:
        with free.taken(first=True) as core, sources[core].used_here():
            if is_over.is_set():
                return not_judged(Text("nothing was run"))
            try:
                assert step.work is not None  # noqa: S101  (checked by the caller)
                return step.work(frozenset({core}))
            except (GarlicError, OSError) as fault:
                return not_judged(Text("{fault}", fault=str(fault)))

    pool = ThreadPoolExecutor(jobs)
    try:
        yield lambda step: pool.submit(run, step)
    finally:  # also after Ctrl-C: start nothing new
        is_over.set()
        pool.shutdown(cancel_futures=True)
        for source in sources.values():
            source.close()
