"""The worker pool of the server: messages arrive complete, in order, and before the end."""

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from typing import Any, NoReturn

import pytest

from garlic.core import UsageError
from garlic.web.jobs.shares import Share
from garlic.web.jobs.workers import BusyError, StoppedError, WorkerPool
from support.processes import eventually
from support.reporting_tasks import count, die, refuse, report_forever


@pytest.fixture(scope="module")
def workers() -> Iterator[WorkerPool]:
    opened = WorkerPool(1)
    yield opened
    opened.close()


class Submitted:
    """A job with its messages and its result."""

    def __init__(self, workers: WorkerPool, work: Callable[..., object], *args: object) -> None:
        self.messages: list[Any] = []
        self.ended = threading.Event()
        self.first = threading.Event()
        self.job = workers.submit(work, *args, on_message=self._on_message, on_done=self._on_done)

    def _on_message(self, message: object) -> None:
        assert not self.ended.is_set()
        self.messages.append(message)
        self.first.set()

    def _on_done(self, future: Future[Any]) -> None:
        self.future = future
        self.ended.set()

    def result(self) -> Any:
        assert self.ended.wait(60)
        return self.future.result()


def test_every_message_arrives_in_order_and_before_the_end(workers: WorkerPool) -> None:
    submitted = Submitted(workers, count, 20_000)
    assert submitted.result() != os.getpid()
    assert [message["number"] for message in submitted.messages] == list(range(20_000))


def test_an_exception_is_the_result(workers: WorkerPool) -> None:
    submitted = Submitted(workers, refuse)
    with pytest.raises(UsageError, match="no such thing"):
        submitted.result()


def test_a_database_that_fails_after_the_work_is_logged_without_a_traceback(
    workers: WorkerPool, caplog: pytest.LogCaptureFixture
) -> None:
    ended = threading.Event()

    def fail(_: object) -> NoReturn:
        ended.set()
        raise UsageError("the database is locked")

    workers.submit(count, 1, on_message=lambda _: None, on_done=fail)
    assert ended.wait(60)
    assert Submitted(workers, count, 1).result()  # the thread goes on
    assert eventually(lambda: "after work in a worker: the database is locked" in caplog.text)
    assert "Traceback" not in caplog.text


def test_stop_ends_running_and_waiting_jobs(workers: WorkerPool) -> None:
    running, waiting = Submitted(workers, report_forever), Submitted(workers, report_forever)
    assert running.first.wait(60)
    workers.stop(waiting.job)
    workers.stop(running.job)
    # Its message may arrive before the pool knows that it is running: then it is cancelled.
    with pytest.raises((StoppedError, CancelledError)):
        running.result()
    assert waiting.ended.wait(60)
    assert waiting.future.cancelled()
    assert waiting.messages == []


def test_a_failing_callback_does_not_affect_other_jobs(workers: WorkerPool) -> None:
    def fail(_: object) -> NoReturn:
        raise RuntimeError

    workers.submit(count, 3, on_message=fail, on_done=fail)
    assert Submitted(workers, count, 1).result()


def test_a_job_that_kills_its_workers_is_set_aside(workers: WorkerPool) -> None:
    submitted = Submitted(workers, die)
    with pytest.raises(Exception, match="set aside"):
        submitted.result()
    assert "about to end" in submitted.messages


def test_a_failed_submit_does_not_block_close(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = WorkerPool(1)

    def close_first(*_: object, **__: object) -> None:  # as another thread may do at this moment
        opened._closed = True
        raise RuntimeError("cannot submit to a pool that was shut down")

    monkeypatch.setattr(opened._open(), "submit_sending", close_first)
    with pytest.raises(StoppedError):
        opened.submit(count, 1).future.result(10)
    closing = threading.Thread(target=opened.close, daemon=True)
    closing.start()
    closing.join(10)
    assert not closing.is_alive()


def test_a_full_queue_refuses_jobs() -> None:
    workers = WorkerPool(1, most_waiting=1)
    try:
        first = Submitted(workers, report_forever)
        with pytest.raises(BusyError):
            workers.submit(count, 1)
    finally:
        workers.close()
    assert first.ended.wait(1)


def test_the_time_of_submissions_does_not_count() -> None:
    worked: list[int] = []
    workers = WorkerPool(1, on_worked=lambda person, _: worked.append(person))
    try:
        for share in (Share(2, is_promised=True), Share(3)):
            workers.submit(count, 1, share=share).future.result(60)
        assert eventually(lambda: bool(worked))
    finally:
        workers.close()
    assert worked == [3]
