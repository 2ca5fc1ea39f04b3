"""Slots: how many requests work and wait at once."""

import threading

import pytest

from garlic.web.problems import Problem
from garlic.web.slots import Slots


def test_only_a_few_requests_wait() -> None:
    slots, release, started = Slots(1, waiting=1, seconds=60), threading.Event(), []

    def work() -> None:
        with slots.take():
            started.append(1)
            release.wait(60)

    threads = [threading.Thread(target=work) for _ in range(2)]
    with slots.take():
        threads[0].start()
        while slots._admitted._value > 0:  # until it waits
            threading.Event().wait(0.01)
        with pytest.raises(Problem), slots.take():
            pass
    threads[1].start()
    release.set()
    for thread in threads:
        thread.join(60)
    assert len(started) == 2


def test_a_wait_ends() -> None:
    slots = Slots(1, waiting=1, seconds=0.01)
    with slots.take(), pytest.raises(Problem), slots.take():
        pass
    with slots.take():
        pass
