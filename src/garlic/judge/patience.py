"""Runs again what a busy machine has delayed or kept from being judged, within bounds.

A result is run again only when the machine is quiet, `MOST_REPLAYS` times at most; waiting for
that takes no longer than the `Patience` allows. What is still delayed then stands, marked as such.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import Generic, TypeVar

from garlic.core import Text
from garlic.judge import quiet
from garlic.judge.record import Certainty

K = TypeVar("K")
R = TypeVar("R")

MOST_REPLAYS = 2  # of one game
_NOT_JUDGED_IN_A_ROW = 4  # then nothing new is started before the machine is quiet

OnWait = Callable[[float, int], None]
"""Called while waiting, with the seconds left and how many results wait to be run again."""


def delayed_sentence(games: int) -> Text:
    """What it means that so many *games* were delayed."""
    return Text(
        "Delayed games: {count}. Their bots waited for a processor; the results count, but a"
        " quieter machine may give others.",
        count=games,
    )


def ending(reason: str, *, delayed: bool) -> Text:
    """How a game ended, and whether it was delayed."""
    return Text("{reason} (delayed)", reason=Text(reason)) if delayed else Text(reason)


class Patience:
    """The time that may still be spent on waiting for a quiet machine."""

    def __init__(self, seconds: float = 0.0, on_wait: OnWait = lambda *_: None) -> None:
        self._left = seconds
        self._on_wait = on_wait

    @property
    def is_over(self) -> bool:
        """Whether no time is left."""
        return self._left <= 0

    def wait(self, results: int) -> bool:
        """Wait until the machine is quiet, so that *results* can be run again.

        False if no time is left. Ask while nothing of ours is running.
        """
        if self.is_over:
            return False
        began = time.monotonic()
        try:
            return quiet.wait_until_quiet(self._left, lambda left: self._on_wait(left, results))
        finally:
            self._left -= time.monotonic() - began


class RemotePatience(Patience):
    """For results of other machines: nobody here knows how busy they are, so none is waited for."""

    def wait(self, results: int) -> bool:
        """True: try again at once."""
        del results
        return True


class Replays(Generic[K]):
    """Decides which results are run again: those that are not final, as *patience* allows.

    It knows how sure the result of each key is, at first from those that are *known*.
    """

    def __init__(self, patience: Patience, known: Mapping[K, Certainty] | None = None) -> None:
        self._patience = patience
        self._surest: dict[K, Certainty] = dict(known or {})
        self._replays: Counter[K] = Counter()

    @property
    def is_over(self) -> bool:
        """Whether nothing is run again any more."""
        return self._patience.is_over

    def certainty(self, key: K) -> Certainty:
        """How sure the result of *key* is."""
        return self._surest.get(key, Certainty.NOT_JUDGED)

    def add(self, key: K, certainty: Certainty) -> bool:
        """Note a result of *key*; whether it counts, as the first one or a surer one."""
        counts = key not in self._surest or certainty > self._surest[key]
        if counts:
            self._surest[key] = certainty
        return counts

    def again(self, keys: Iterable[K]) -> list[K]:
        """Those of *keys* to run again now, after waiting for a quiet machine.

        None if all are final or were run again often enough, or no time is left. Ask while nothing
        of ours is running.
        """
        unsure = [
            key
            for key in keys
            if self.certainty(key) is not Certainty.FINAL and self._replays[key] < MOST_REPLAYS
        ]
        if not unsure or not self._patience.wait(len(unsure)):
            return []
        self._replays.update(unsure)
        return unsure


class Throttle:
    """How many games to play side by side: fewer while the machine is busy."""

    def __init__(self, most: int) -> None:
        self.jobs = self._most = most
        self._final_in_a_row = self._not_judged_in_a_row = 0

    def add(self, certainty: Certainty) -> None:
        """Take a new result into account."""
        if certainty is Certainty.FINAL:
            self._final_in_a_row += 1
            if self._final_in_a_row >= self.jobs:
                self.jobs, self._final_in_a_row = min(self._most, 2 * self.jobs), 0
        else:
            self.jobs, self._final_in_a_row = max(1, self.jobs // 2), 0
        is_judged = certainty is not Certainty.NOT_JUDGED
        self._not_judged_in_a_row = 0 if is_judged else self._not_judged_in_a_row + 1

    @property
    def is_lowered(self) -> bool:
        """Whether fewer than usual should be played side by side."""
        return self.jobs < self._most or self.is_stuck

    @property
    def is_stuck(self) -> bool:
        """Whether so many results could not be judged that it is better to wait."""
        return self._not_judged_in_a_row >= _NOT_JUDGED_IN_A_ROW

    def go_on(self) -> None:
        """Forget that it is stuck."""
        self._not_judged_in_a_row = 0


def run_patiently(
    keys: Iterable[K],
    submit: Callable[[K], Future[R]],
    certainty: Callable[[R], Certainty],
    jobs: int,
    patience: Patience,
    known: Mapping[K, Certainty] | None = None,
) -> Iterator[tuple[K, R]]:
    """The result of each of *keys* when it is there, and again where a later one is surer.

    At most *jobs* are submitted at a time. Those *known* have a result from an earlier run; they
    are run again only when the machine is quiet, unless it was not judged. Raises what the futures
    raise.
    """
    replays = Replays(patience, known)
    every = list(keys)
    todo = [key for key in every if replays.certainty(key) is Certainty.NOT_JUDGED]
    throttle = Throttle(jobs)
    while True:
        throttle.go_on()
        for key, result in _one_pass(todo, submit, certainty, throttle, patience):
            if replays.add(key, certainty(result)):
                yield key, result
        if not (todo := replays.again(every)):
            return


def _one_pass(
    keys: list[K],
    submit: Callable[[K], Future[R]],
    certainty: Callable[[R], Certainty],
    throttle: Throttle,
    patience: Patience,
) -> Iterator[tuple[K, R]]:
    waiting = iter(keys)
    started = 0
    running: dict[Future[R], K] = {}
    try:
        while started < len(keys) or running:
            if throttle.is_stuck and not running:
                patience.wait(len(keys) - started)
                throttle.go_on()
            while started < len(keys) and len(running) < throttle.jobs and not throttle.is_stuck:
                key = next(waiting)
                started += 1
                running[submit(key)] = key
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                key, result = running.pop(future), future.result()
                throttle.add(certainty(result))
                yield key, result
    finally:  # also after Ctrl-C: start nothing new
        for future in running:
            future.cancel()
