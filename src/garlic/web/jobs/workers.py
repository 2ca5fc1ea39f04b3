"""The worker processes that run bots for the server, and the messages they send back.

One pool with one worker per processor serves matches, tournaments, checks and gradings, so that
two bots never think on the same processor. A job is a function that a worker calls with `send`
and its arguments. Its messages arrive here as they are sent; `stop` ends it when it next sends
one.
"""

import contextlib
import json
import logging
import secrets
import selectors
import socket
import tempfile
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from threading import Lock, Thread
from typing import Any

from garlic.core import GarlicError
from garlic.judge.workers.pool import Pool, PoolError

_LOG = logging.getLogger("garlic.web")
_READ_BYTES = 1 << 18
_LARGEST_MESSAGE = 8 << 20  # bytes
_TOKEN_BYTES = 16

Send = Callable[[Any], None]
"""Sends a JSON value to the server; raises `StoppedError` once the job was stopped."""


class StoppedError(GarlicError):
    """The job was stopped on request."""

    def __init__(self) -> None:
        super().__init__("it was stopped")


class BusyError(GarlicError):
    """The queue is full."""


class BackgroundJob:
    """A submitted job."""

    def __init__(
        self,
        token: str,
        on_message: Callable[[Any], None],
        on_done: Callable[["Future[Any]"], None],
    ) -> None:
        self.token, self.on_message, self.on_done = token, on_message, on_done
        self.future: Future[Any] = Future()
        self.stopped = False


class _Connection:
    """A connection from a worker: its job, and the bytes of an incomplete message."""

    def __init__(self, connection: socket.socket) -> None:
        self.socket = connection
        self.job: BackgroundJob | None = None
        self.unread = bytearray()

    @property
    def is_stopped(self) -> bool:
        return self.job is not None and self.job.stopped


class WorkerPool:
    """The worker processes, started with the first job. `close` ends all of them."""

    def __init__(
        self, jobs: int | None = None, most_waiting: int = 500, *, pinned: bool = True
    ) -> None:
        """At most *most_waiting* jobs are accepted at a time.

        Workers that need no processor of their own are not *pinned* to one.
        """
        self._jobs, self._most_waiting, self._pinned = jobs, most_waiting, pinned
        self._lock = Lock()
        self._opened: tuple[Pool, _MessageServer] | None = None
        self._closed = False

    @property
    def executor(self) -> Executor:
        """The pool itself, for tournaments; callers must not close it."""
        return self._open()[0]

    def _open(self) -> "tuple[Pool, _MessageServer]":
        with self._lock:
            if self._closed:
                raise StoppedError
            if self._opened is None:
                self._opened = Pool(self._jobs, pinned=self._pinned), _MessageServer()
            return self._opened

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
        pool, messages = self._open()
        job = BackgroundJob(secrets.token_hex(_TOKEN_BYTES), on_message, on_done)
        messages.add(job, self._most_waiting)
        try:
            job.future = pool.submit(_work, messages.address, job.token, work, args)
        except BaseException as fault:
            messages.remove(job)
            messages.wake(None)  # `close` in another thread may be waiting for this job
            if self._closed:
                raise StoppedError from fault
            raise
        job.future.add_done_callback(lambda _: messages.wake(job))
        return job

    def stop(self, job: BackgroundJob) -> None:
        """End *job*: at once if it is waiting, otherwise when it next sends a message."""
        job.stopped = True
        if not job.future.cancel() and self._opened is not None:
            self._opened[1].wake(None)

    def close(self) -> None:
        """End all jobs and wait until every process is gone."""
        with self._lock:
            self._closed = True
            opened, self._opened = self._opened, None
        if opened is not None:
            pool, messages = opened
            messages.closing = True
            pool.give_up()
            messages.close()


class _MessageServer:
    """Receives the messages of all workers on a Unix socket, in one thread."""

    def __init__(self) -> None:
        self.closing = False
        self._lock = Lock()
        self._jobs: dict[str, BackgroundJob] = {}  # by token
        self._finished: deque[BackgroundJob] = deque()
        # The folder is private to this user, and so is the socket in it.
        self._folder = tempfile.TemporaryDirectory(prefix="garlic-workers-")
        self.address = str(Path(self._folder.name) / "socket")
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(self.address)
        self._listener.listen(64)
        self._wake_receiver, self._wake_sender = socket.socketpair()
        self._selector = selectors.DefaultSelector()
        self._connections: list[_Connection] = []
        self._ended = False
        self._callbacks = ThreadPoolExecutor(2, "garlic-callbacks")
        self._thread = Thread(target=self._serve, name="garlic-workers", daemon=True)
        self._thread.start()

    def add(self, job: BackgroundJob, most: int) -> None:
        """Accept messages of *job*; raise `BusyError` if there are *most* jobs already."""
        with self._lock:
            if len(self._jobs) >= most:
                raise BusyError("too much is waiting already; try again later")
            self._jobs[job.token] = job

    def remove(self, job: BackgroundJob) -> None:
        """Accept no more messages of *job*."""
        with self._lock:
            self._jobs.pop(job.token, None)

    def close(self) -> None:
        """Handle the remaining messages and end; to be called once all workers are gone."""
        self._ended = True
        self.wake(None)
        self._thread.join()
        self._callbacks.shutdown()
        self._folder.cleanup()

    def wake(self, finished: BackgroundJob | None) -> None:
        """Wake the thread: a job has finished or is to be stopped."""
        if finished is not None:
            self._finished.append(finished)
        with contextlib.suppress(OSError):
            self._wake_sender.send(b"!")

    def _serve(self) -> None:
        """The loop of the thread."""
        self._listener.setblocking(False)
        self._wake_receiver.setblocking(False)
        for source in (self._listener, self._wake_receiver):
            self._selector.register(source, selectors.EVENT_READ)
        while True:
            for key, _ in self._selector.select():
                if key.fileobj is self._listener:
                    self._accept()
                elif key.fileobj is self._wake_receiver:
                    with contextlib.suppress(BlockingIOError):
                        self._wake_receiver.recv(4096)
                else:
                    self._receive(key.data)
            for connection in [each for each in self._connections if each.is_stopped]:
                self._disconnect(connection)
            while self._finished:
                self._finish(self._finished.popleft())
            if self._ended and not self._jobs:
                break
        for connection in list(self._connections):
            self._disconnect(connection)
        self._listener.close()
        self._wake_receiver.close()
        self._wake_sender.close()
        self._selector.close()

    def _accept(self) -> None:
        with contextlib.suppress(BlockingIOError):
            while True:
                accepted, _ = self._listener.accept()
                accepted.setblocking(False)
                connection = _Connection(accepted)
                self._connections.append(connection)
                self._selector.register(accepted, selectors.EVENT_READ, connection)

    def _receive(self, connection: _Connection) -> None:
        """Read what has arrived on *connection* and handle the complete messages."""
        ended = False
        try:
            while not ended:
                data = connection.socket.recv(_READ_BYTES)
                connection.unread += data
                ended = not data
        except BlockingIOError:
            pass
        except OSError:
            ended = True
        *messages, rest = bytes(connection.unread).split(b"\n")
        connection.unread = bytearray(rest)
        for message in messages:
            if connection.job is None:  # the first line is the token of the job
                connection.job = self._jobs.get(message.decode("ascii", "replace"))
                ended = ended or connection.job is None or connection.job.stopped
            elif not connection.job.stopped:
                self._call(connection.job.on_message, json.loads(message))
        if ended or len(connection.unread) > _LARGEST_MESSAGE:
            self._disconnect(connection)

    def _finish(self, job: BackgroundJob) -> None:
        """Call `on_done` after the last message: a worker disconnects before it returns."""
        self._accept()
        for connection in list(self._connections):
            if connection.job in (None, job):
                self._receive(connection)
        self.remove(job)
        self._callbacks.submit(self._call, job.on_done, self._as_stopped(job.future))

    def _as_stopped(self, future: "Future[Any]") -> "Future[Any]":
        """*future*; a job that was broken off because the pool closes counts as stopped."""
        if not self.closing or future.cancelled() or not isinstance(future.exception(), PoolError):
            return future
        stopped: Future[Any] = Future()
        stopped.set_exception(StoppedError())
        return stopped

    def _disconnect(self, connection: _Connection) -> None:
        if connection in self._connections:
            self._connections.remove(connection)
            self._selector.unregister(connection.socket)
            connection.socket.close()

    def _call(self, function: Callable[[Any], None], value: Any) -> None:
        try:
            function(value)
        except GarlicError as fault:  # such as a database that is locked for long
            _LOG.error("after work in a worker: %s", fault)
        except Exception:  # noqa: BLE001 - a bug in one callback must not end the shared thread
            _LOG.exception("after work in a worker")


def _work(address: str, token: str, work: Callable[..., Any], args: tuple[Any, ...]) -> Any:
    """In a worker: call *work* with a function that sends messages to the server."""
    with socket.socket(socket.AF_UNIX) as connection:

        def send(message: Any) -> None:
            try:
                connection.sendall(json.dumps(message).encode() + b"\n")
            except OSError as fault:
                raise StoppedError from fault

        try:
            connection.connect(address)
            connection.sendall(token.encode() + b"\n")
        except OSError as fault:
            raise StoppedError from fault
        return work(send, *args)
