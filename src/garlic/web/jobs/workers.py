"""The worker processes that run bots for the server, and the messages they send back.

One pool with one worker per processor serves matches, tournaments, checks and gradings, so that
two bots never think on the same processor. Jobs wait in a fair queue (`shares`) and are handed to
the pool when a worker is free. A job is a function that a worker calls with `send` and its
arguments. Its messages arrive here as they are sent; `stop` ends it when it next sends one.
"""

import logging
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, ParamSpec, TypeVar

from garlic.arena.task import play_one
from garlic.core import GarlicError
from garlic.judge.workers.messages import Send, StoppedError
from garlic.judge.workers.pool import Pool, PoolError, SetAsideError, processors
from garlic.web.jobs.cluster import ClusterLane
from garlic.web.jobs.shares import (
    LOCAL_SHARE,
    OF_LEAGUES,
    FairQueue,
    QueueLength,
    Share,
    Urgency,
)

__all__ = ["BackgroundJob", "BusyError", "Send", "StoppedError", "WorkerPool"]

P = ParamSpec("P")
T = TypeVar("T")

_LOG = logging.getLogger("garlic.web")


class BusyError(GarlicError):
    """The queue is full."""


class BackgroundJob:
    """A submitted job; its future is done when it has ended."""

    def __init__(
        self,
        start: Callable[[Pool], "Future[object]"],
        on_message: Callable[[Any], None] = lambda _: None,
        on_done: Callable[["Future[Any]"], None] = lambda _: None,
    ) -> None:
        self.start, self.on_message, self.on_done = start, on_message, on_done
        self.future: Future[Any] = Future()
        self.stopped = False
        self.in_pool: Future[Any] | None = None  # none while it waits
        self.game_run: Any = None  # of a game that a cluster may play, too
        self.has_begun = False
        self.started_at = 0.0


@dataclass(frozen=True, slots=True)
class WorkerStatus:
    """What the workers do."""

    workers: int
    busy: int
    people_waiting: int
    queues: dict[Urgency, QueueLength]
    cluster_workers: int | None = None
    on_cluster: int = 0
    given_back: int = 0  # games that the cluster could not play, so that our workers do, so far


class WorkerPool:
    """The worker processes, started with the first job. `close` ends all of them."""

    def __init__(
        self,
        jobs: int | None = None,
        most_waiting: int = 500,
        *,
        pinned: bool = True,
        on_worked: Callable[[int, float], None] | None = None,
        cluster: str | None = None,
    ) -> None:
        """At most *most_waiting* jobs are accepted at a time.

        Workers that need no processor of their own are not *pinned* to one. *on_worked* is called
        with a person and for how many seconds a worker was theirs, but for submissions. A *cluster*
        of Dask, by the address of its scheduler, plays games of tournaments and ratings, too.
        """
        self._lane = None if cluster is None else ClusterLane(cluster, self._dispatch)
        self._jobs, self._most_waiting, self._pinned = jobs, most_waiting, pinned
        self._on_worked = on_worked
        self._lock = Lock()  # for the attributes below
        self._pool: Pool | None = None
        self._queue: FairQueue[BackgroundJob] = FairQueue()
        self._in_pool = 0  # jobs that were handed to the pool
        self._given_back = 0
        self._closed = False
        self._mail = _Mail()

    def executor(self, share: Share = LOCAL_SHARE) -> Executor:
        """For tournaments: an executor whose tasks wait in the fair queue like all jobs."""
        with self._lock:
            return _ShareExecutor(self, share, self._open().jobs)

    def _open(self) -> Pool:
        if self._closed:
            raise StoppedError
        if self._pool is None:
            self._pool = Pool(self._jobs, pinned=self._pinned)
            self._mail.start()
            if self._lane is not None:
                self._lane.start()
        return self._pool

    def submit(
        self,
        work: Callable[..., Any],
        *args: Any,
        share: Share = LOCAL_SHARE,
        on_message: Callable[[Any], None] = lambda _: None,
        on_done: Callable[["Future[Any]"], None] = lambda _: None,
        is_limited: bool = True,
    ) -> BackgroundJob:
        """Let a worker call ``work(send, *args)``; all of them must be picklable.

        *on_message* is called with each message, in order, and after the last one *on_done* with
        the future, each from a thread of the server. Raises `BusyError`, and `StoppedError` once
        the pool is closed.
        """

        def start(pool: Pool) -> Future[Any]:
            return pool.submit_sending(
                work, *args, on_message=lambda message: self._mail.add(self._received, job, message)
            )

        job = BackgroundJob(start, on_message, on_done)
        self._add(job, share, is_limited=is_limited)
        return job

    def submit_plain(
        self, share: Share, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs
    ) -> "Future[T]":
        """The future of ``fn(*args, **kwargs)`` in a worker."""
        job = BackgroundJob(lambda pool: pool.submit(fn, *args, **kwargs))
        if self._lane is not None and fn is play_one:
            (job.game_run,) = args
        self._add(job, share, is_limited=False)
        return job.future

    def _add(self, job: BackgroundJob, share: Share, *, is_limited: bool = True) -> None:
        with self._lock:
            self._open()
            accepted = len(self._queue) + self._in_pool
            if is_limited and not share.is_promised and accepted >= self._most_waiting:
                raise BusyError("too much is waiting already; try again later")
            self._queue.add(share, job, time.monotonic())
        job.future.add_done_callback(
            lambda done: self._mail.add(self._cancelled, job) if done.cancelled() else None
        )
        self._dispatch()

    def queued(self, person: int) -> int:
        """How many jobs of a person wait or run."""
        with self._lock:
            return self._queue.queued(person)

    def status(self) -> WorkerStatus:
        """What the workers do now."""
        with self._lock:
            workers = self._pool.jobs if self._pool else self._jobs or len(processors())
            lengths = self._queue.lengths(time.monotonic())
            waiting = self._queue.people_waiting()
            busy, given_back = self._in_pool, self._given_back
        if self._lane is None:
            return WorkerStatus(workers, busy, waiting, lengths)
        lane = self._lane
        on_cluster = lane.workers, lane.playing
        return WorkerStatus(workers, busy, waiting, lengths, *on_cluster, given_back)

    def stop(self, job: BackgroundJob) -> None:
        """End *job*: at once if it is waiting, otherwise when it next sends a message."""
        job.stopped = True
        with self._lock:
            pool, in_pool = self._pool, job.in_pool
        if not job.future.cancel() and pool is not None and in_pool is not None:
            pool.stop(in_pool)

    def close(self) -> None:
        """End all jobs and wait until every process is gone."""
        with self._lock:
            self._closed = True
            pool, self._pool = self._pool, None
            waiting = list(self._queue.drain())
        for job in waiting:
            if self._begin(job):
                self._mail.add(self._end, job, StoppedError())
        if pool is not None:
            if self._lane is not None:
                self._lane.close()
            pool.give_up()
            self._mail.close()

    def _dispatch(self) -> None:
        """Hand jobs to the cluster and to the pool as long as workers are free."""
        while self._lane is not None and self._lane.has_room():
            with self._lock:
                taken = self._queue.take(time.monotonic(), lambda job: job.game_run is not None)
            if taken is None:
                break
            self._start_on_cluster(self._lane, *taken)
        while True:
            with self._lock:
                pool = self._pool
                if pool is None or self._closed or self._in_pool >= pool.jobs:
                    return
                taken = self._queue.take(time.monotonic())
                if taken is None:
                    return
                share, job = taken
                self._in_pool += 1
            self._start(pool, share, job)

    def _start_on_cluster(self, lane: ClusterLane, share: Share, job: BackgroundJob) -> None:
        job.started_at = time.monotonic()
        if not self._begin(job):
            self._leave(share, job, from_pool=False)
            return
        try:
            there = lane.submit(job.game_run)
        except Exception as fault:  # noqa: BLE001 - it was lost meanwhile: we play it ourselves
            _LOG.error("the cluster: %s", fault)
            self._give_back(share, job)
            return
        there.add_done_callback(
            lambda done: self._mail.add(self._ended_on_cluster, share, job, done)
        )

    def _ended_on_cluster(self, share: Share, job: BackgroundJob, done: "Future[Any]") -> None:
        fault = None if done.cancelled() else done.exception()
        is_lost = done.cancelled() or isinstance(fault, GarlicError)
        # What a bot does wrong is in the record, and a game that killed three workers is set aside.
        if is_lost and not isinstance(fault, SetAsideError) and not self._closed:
            self._give_back(share, job)
        else:
            self._leave(share, job, from_pool=False)
            self._settle(share, job, done)
        self._dispatch()

    def _give_back(self, share: Share, job: BackgroundJob) -> None:
        """Let our own workers play what the cluster could not."""
        self._leave(share, job, from_pool=False)
        job.game_run = None
        with self._lock:
            self._given_back += 1
            self._queue.add(share, job, time.monotonic())

    def _begin(self, job: BackgroundJob) -> bool:
        """Can *job* run, or was it cancelled while it waited?"""
        if not job.has_begun:
            job.has_begun = job.future.set_running_or_notify_cancel()
        return job.has_begun

    def _start(self, pool: Pool, share: Share, job: BackgroundJob) -> None:
        job.started_at = time.monotonic()
        if not self._begin(job):
            self._leave(share, job)
            return
        try:
            in_pool = job.start(pool)
        except BaseException as fault:  # noqa: BLE001 - it is the result of the job
            self._leave(share, job)
            # The pool may be closed by another thread, at this moment.
            self._mail.add(self._end, job, StoppedError() if self._closed else fault)
            return
        job.in_pool = in_pool
        if job.stopped:
            pool.stop(in_pool)
        in_pool.add_done_callback(lambda done: self._mail.add(self._finished, share, job, done))

    def _leave(self, share: Share, job: BackgroundJob, *, from_pool: bool = True) -> None:
        """A job has left its worker, or did not get one."""
        now = time.monotonic()
        with self._lock:
            self._in_pool -= from_pool
            self._queue.finished(share, now - job.started_at, now)

    def _received(self, job: BackgroundJob, message: Any) -> None:
        if not job.stopped:
            job.on_message(message)

    def _finished(self, share: Share, job: BackgroundJob, done: "Future[Any]") -> None:
        self._leave(share, job)
        self._dispatch()
        self._settle(share, job, done)

    def _settle(self, share: Share, job: BackgroundJob, done: "Future[Any]") -> None:
        """Pass the result on."""
        is_counted = share.person != OF_LEAGUES and not share.is_promised
        if self._on_worked is not None and is_counted:
            seconds = time.monotonic() - job.started_at
            self._mail.call_later(self._on_worked, share.person, seconds)
        if done.cancelled():
            self._end(job, StoppedError())
        elif (fault := done.exception()) is None:
            job.future.set_result(done.result())
            self._mail.call_later(job.on_done, job.future)
        else:
            # A job that was broken off because the pool closes counts as stopped.
            is_stopped = self._closed and isinstance(fault, PoolError)
            self._end(job, StoppedError() if is_stopped else fault)

    def _end(self, job: BackgroundJob, fault: BaseException) -> None:
        job.future.set_exception(fault)
        self._mail.call_later(job.on_done, job.future)

    def _cancelled(self, job: BackgroundJob) -> None:
        """A job was cancelled while it waited."""
        with self._lock:
            was_waiting = self._queue.remove(job)
        if was_waiting:
            job.future.set_running_or_notify_cancel()
        self._mail.call_later(job.on_done, job.future)


class _ShareExecutor(Executor):
    """Tasks of one share; the pool is not its own."""

    def __init__(self, workers: WorkerPool, share: Share, jobs: int) -> None:
        self._workers, self._share = workers, share
        self.jobs = jobs

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> "Future[T]":
        """The future of ``fn(*args, **kwargs)``."""
        return self._workers.submit_plain(self._share, fn, *args, **kwargs)


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
