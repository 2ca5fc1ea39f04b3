"""The worker processes that run bots for the server, and the messages they send back.

One pool with one worker per processor serves matches, tournaments, checks and gradings, so that
two bots never think on the same processor. A job is a function that a worker calls with `send`
and its arguments. Its messages arrive here as they are sent; `stop` ends it when it next sends
one.
"""

import logging
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any

from garlic.core import GarlicError
from garlic.judge.workers.messages import Send, StoppedError
from garlic.judge.workers.pool import Pool, PoolError

__all__ = ["BackgroundJob", "BusyError", "Send", "StoppedError", "WorkerPool"]

_LOG = logging.getLogger("garlic.web")


class BusyError(GarlicError):
    """The queue is full."""


class BackgroundJob:
    """A submitted job."""

    def __init__(
        self,
        on_message: Callable[[Any], None],
        on_done: Callable[["Future[Any]"], None],
    ) -> None:
        self.on_message, self.on_done = on_message, on_done
        self.future: Future[Any] = Future()
        self.stopped = False


class WorkerPool:
    """The worker processes, started with the first job. `close` ends all of them."""

    def __init__(
        self, jobs: int | None = None, most_waiting: int = 500, *, pinned: bool = True
    ) -> None:
        """At most *most_waiting* jobs are accepted at a time.

        Workers that need no processor of their own are not *pinned* to one.
        """
        self._jobs, self._most_waiting, self._pinned = jobs, most_waiting, pinned
        self._lock = Lock()  # for the attributes below
        self._pool: Pool | None = None
        self._accepted = 0  # jobs that are waiting or running
        self._closed = False
        self._mail = _Mail()

    @property
    def executor(self) -> Executor:
        """The pool itself, for tournaments; callers must not close it."""
        with self._lock:
            return self._open()

    def _open(self) -> Pool:
        if self._closed:
            raise StoppedError
        if self._pool is None:
            self._pool = Pool(self._jobs, pinned=self._pinned)
            self._mail.start()
        return self._pool

    def submit(
        self,
        work: Callable[..., Any],
        *args: Any,
        on_message: Callable[[Any], None] = lambda _: None,
        on_done: Callable[["Future[Any]"], None] = lambda _: None,
    ) -> BackgroundJob:
        """Let a worker call ``work(send, *args)``; all of them must be picklable.

        *on_message* is called with each message, in order, and after the last one *on_done* with
        the future, each from a thread of the server. Raises `BusyError`, and `StoppedError` once
        the pool is closed.
        """
        job = BackgroundJob(on_message, on_done)
        with self._lock:
            pool = self._open()
            if self._accepted >= self._most_waiting:
                raise BusyError("too much is waiting already; try again later")
            self._accepted += 1
        try:
            job.future = pool.submit_sending(
                work, *args, on_message=lambda message: self._mail.add(self._received, job, message)
            )
        except BaseException as fault:
            with self._lock:
                self._accepted -= 1
            if self._closed:  # by another thread, at this moment
                raise StoppedError from fault
            raise
        job.future.add_done_callback(lambda done: self._mail.add(self._finished, job, done))
        return job

    def stop(self, job: BackgroundJob) -> None:
        """End *job*: at once if it is waiting, otherwise when it next sends a message."""
        job.stopped = True
        if self._pool is not None:
            self._pool.stop(job.future)

    def close(self) -> None:
        """End all jobs and wait until every process is gone."""
        with self._lock:
            self._closed = True
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.give_up()
            self._mail.close()

    def _received(self, job: BackgroundJob, message: Any) -> None:
        if not job.stopped:
            job.on_message(message)

    def _finished(self, job: BackgroundJob, done: "Future[Any]") -> None:
        with self._lock:
            self._accepted -= 1
        self._mail.call_later(job.on_done, self._as_stopped(done))

    def _as_stopped(self, future: "Future[Any]") -> "Future[Any]":
        """*future*; a job that was broken off because the pool closes counts as stopped."""
        if not self._closed or future.cancelled() or not isinstance(future.exception(), PoolError):
            return future
        stopped: Future[Any] = Future()
        stopped.set_exception(StoppedError())
        return stopped


class _Mail:
    """Calls the handlers of all jobs in one thread, in order, so that the pool need not wait.

    What may take long is done in other threads (`call_later`).
    """

    def __init__(self) -> None:
        self._queue: SimpleQueue[tuple[Callable[..., None], tuple[Any, ...]] | None] = SimpleQueue()
        self._callbacks = ThreadPoolExecutor(2, "garlic-callbacks")
        self._thread = Thread(target=self._run, name="garlic-workers", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def add(self, handler: Callable[..., None], *args: Any) -> None:
        """Call ``handler(*args)`` after all that was added before."""
        self._queue.put((handler, args))

    def call_later(self, handler: Callable[..., None], *args: Any) -> None:
        """Call ``handler(*args)`` in a thread of its own."""
        self._callbacks.submit(_call, handler, *args)

    def close(self) -> None:
        """End the threads when everything is handled."""
        self._queue.put(None)
        self._thread.join()
        self._callbacks.shutdown()

    def _run(self) -> None:
        while (item := self._queue.get()) is not None:
            handler, args = item
            _call(handler, *args)


def _call(handler: Callable[..., None], *args: Any) -> None:
    try:
        handler(*args)
    except GarlicError as fault:  # such as a database that is locked for long
        _LOG.error("after work in a worker: %s", fault)
    except Exception:  # noqa: BLE001 - a bug in one callback must not end the shared thread
        _LOG.exception("after work in a worker")
