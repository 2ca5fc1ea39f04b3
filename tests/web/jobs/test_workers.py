"""The workers behind the server: what they tell arrives whole, in order, and before the end."""

import os
import threading
from concurrent.futures import CancelledError

import pytest

from garlic.core import UsageError
from garlic.web.jobs.workers import BusyError, StoppedError, WorkerPool
from support.reporting_tasks import count, die, refuse, report_forever


@pytest.fixture(scope="module")
def workshop():
    opened = WorkerPool(1)
    yield opened
    opened.close()


class Heard:
    """What a job told, and how it ended."""

    def __init__(self, workshop, work, *args):
        self.words = []
        self.ended = threading.Event()
        self.first = threading.Event()
        self.job = workshop.submit(work, *args, hear=self._hear, done=self._done)

    def _hear(self, word):
        assert not self.ended.is_set()
        self.words.append(word)
        self.first.set()

    def _done(self, future):
        self.future = future
        self.ended.set()

    def result(self):
        assert self.ended.wait(30)
        return self.future.result()


def test_every_word_is_heard_in_order_and_before_the_end(workshop):
    heard = Heard(workshop, count, 20_000)
    assert heard.result() != os.getpid()
    assert [word["number"] for word in heard.words] == list(range(20_000))


def test_what_it_raises_is_the_end(workshop):
    heard = Heard(workshop, refuse)
    with pytest.raises(UsageError, match="no such thing"):
        heard.result()


def test_a_stop_ends_what_runs_and_what_waits(workshop):
    running, waiting = Heard(workshop, report_forever), Heard(workshop, report_forever)
    assert running.first.wait(30)
    workshop.stop(waiting.job)
    workshop.stop(running.job)
    # What it told may be heard before the pool hears that it runs: then it is cancelled.
    with pytest.raises((StoppedError, CancelledError)):
        running.result()
    assert waiting.ended.wait(30)
    assert waiting.future.cancelled()
    assert waiting.words == []


def test_a_fault_of_a_listener_spares_the_others(workshop):
    def fail(_):
        raise RuntimeError

    workshop.submit(count, 3, hear=fail, done=fail)
    assert Heard(workshop, count, 1).result()


def test_who_ends_its_workers_is_set_aside(workshop):
    heard = Heard(workshop, die)
    with pytest.raises(Exception, match="set aside"):
        heard.result()
    assert "about to end" in heard.words


def test_what_could_not_be_handed_in_holds_nobody_up(monkeypatch):
    opened = WorkerPool(1)

    def close_first(*_: object) -> None:  # as another thread may, just then
        opened._closed = True
        raise RuntimeError("cannot submit to a pool that was shut down")

    monkeypatch.setattr(opened.executor, "submit", close_first)
    with pytest.raises(StoppedError):
        opened.submit(count, 1)
    closing = threading.Thread(target=opened.close, daemon=True)
    closing.start()
    closing.join(10)
    assert not closing.is_alive()


def test_no_more_is_taken_than_can_wait():
    workshop = WorkerPool(1, most_waiting=1)
    try:
        first = Heard(workshop, report_forever)
        with pytest.raises(BusyError):
            workshop.submit(count, 1)
    finally:
        workshop.close()
    assert first.ended.wait(1)
