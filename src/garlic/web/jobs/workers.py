"""Where the server lets bots run: the judge's worker processes, which tell how they get on.

One pool of workers, one a processor, serves matches, tournaments, checks and gradings alike, so
that no two bots that think ever share a processor. A piece of work is a function that is called
in a worker with `tell` and its arguments. What it tells arrives here as it happens; `stop` ends
it at its next word.
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
_AT_ONCE = 1 << 18
_LONGEST_WORD = 8 << 20  # bytes that one word of a worker may have
_TOKEN_BYTES = 16

Tell = Callable[[Any], None]
"""Takes plain values; raises `StoppedError` where nobody wants to hear any more."""


class StoppedError(GarlicError):
    """The work was stopped by whoever asked for it."""

    def __init__(self) -> None:
        super().__init__("it was stopped")


class BusyError(GarlicError):
    """So much is waiting that no more is taken."""


class BackgroundJob:
    """A piece of work that was handed in."""

    def __init__(
        self, token: str, hear: Callable[[Any], None], done: Callable[["Future[Any]"], None]
    ) -> None:
        self.token, self.hear, self.done = token, hear, done
        self.future: Future[Any] = Future()
        self.stopped = False


class _Line:
    """A connection from a worker: which job it is about, and what is not a whole word yet."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.job: BackgroundJob | None = None
        self.read = bytearray()


class WorkerPool:
    """The workers, started with the first work. `close` it: then no process is left."""

    def __init__(
        self, jobs: int | None = None, most_waiting: int = 500, *, pinned: bool = True
    ) -> None:
        """At most *most_waiting* pieces of work are taken in at a time.

        Workers that need no processor for themselves are not *pinned* to one.
        """
        self._jobs, self._most_waiting, self._pinned = jobs, most_waiting, pinned
        self._lock = Lock()
        self._opened: tuple[Pool, _Ear] | None = None
        self._closed = False

    @property
    def executor(self) -> Executor:
        """The pool itself, for tournaments; it stays ours."""
        return self._open()[0]

    def _open(self) -> "tuple[Pool, _Ear]":
        with self._lock:
            if self._closed:
                raise StoppedError
            if self._opened is None:
                self._opened = Pool(self._jobs, pinned=self._pinned), _Ear()
            return self._opened

    def submit(
        self,
        work: Callable[..., Any],
        *args: Any,
        hear: Callable[[Any], None] = lambda _: None,
        done: Callable[["Future[Any]"], None] = lambda _: None,
    ) -> BackgroundJob:
        """Let a worker call ``work(tell, *args)``; all of them must be picklable.

        *hear* is called with every word it tells, in order, and after the last of them *done*
        with the future, each from a thread of ours. Raises `BusyError`, and `StoppedError` once
        the workshop is closed.
        """
        pool, ear = self._open()
        job = BackgroundJob(secrets.token_hex(_TOKEN_BYTES), hear, done)
        ear.expect(job, self._most_waiting)
        try:
            job.future = pool.submit(_work, ear.address, job.token, work, args)
        except BaseException as fault:
            ear.forget(job)
            ear.ring(None)  # whoever closes the workshop meanwhile waits for it
            if self._closed:
                raise StoppedError from fault
            raise
        job.future.add_done_callback(lambda _: ear.ring(job))
        return job

    def stop(self, job: BackgroundJob) -> None:
        """End *job*: at once if it waits, else when it next tells something."""
        job.stopped = True
        if not job.future.cancel() and self._opened is not None:
            self._opened[1].ring(None)

    def close(self) -> None:
        """End all that runs, and wait until every process is gone."""
        with self._lock:
            self._closed = True
            opened, self._opened = self._opened, None
        if opened is not None:
            pool, ear = opened
            ear.closing = True
            pool.give_up()
            ear.close()


class _Ear:
    """The thread that hears all workers, and the socket at which they ring."""

    def __init__(self) -> None:
        self.closing = False
        self._lock = Lock()
        self._given: dict[str, BackgroundJob] = {}
        self._finished: deque[BackgroundJob] = deque()
        self._room = tempfile.TemporaryDirectory(prefix="garlic-workshop-")  # only ours to enter
        self.address = str(Path(self._room.name) / "line")
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(self.address)
        self._listener.listen(64)
        self._bell, self._hand = socket.socketpair()
        self._selector = selectors.DefaultSelector()
        self._lines: list[_Line] = []
        self._ended = False
        self._afterwards = ThreadPoolExecutor(2, "garlic-afterwards")
        self._thread = Thread(target=self._listen, name="garlic-workshop", daemon=True)
        self._thread.start()

    def expect(self, job: BackgroundJob, most: int) -> None:
        """Be ready for what *job* will tell; raise `BusyError` if *most* are waited for."""
        with self._lock:
            if len(self._given) >= most:
                raise BusyError("too much is waiting already; try again later")
            self._given[job.token] = job

    def forget(self, job: BackgroundJob) -> None:
        """Wait no longer for *job*."""
        with self._lock:
            self._given.pop(job.token, None)

    def close(self) -> None:
        """After the last worker has gone: hear what is left to hear, then end."""
        self._ended = True
        self.ring(None)
        self._thread.join()
        self._afterwards.shutdown()
        self._room.cleanup()

    def ring(self, finished: BackgroundJob | None) -> None:
        """Wake the thread: a job is over, or is to be stopped."""
        if finished is not None:
            self._finished.append(finished)
        with contextlib.suppress(OSError):
            self._hand.send(b"!")

    def _listen(self) -> None:
        """The thread that hears all workers."""
        self._listener.setblocking(False)
        self._bell.setblocking(False)
        for place in (self._listener, self._bell):
            self._selector.register(place, selectors.EVENT_READ)
        while True:
            for key, _ in self._selector.select():
                if key.fileobj is self._listener:
                    self._answer()
                elif key.fileobj is self._bell:
                    with contextlib.suppress(BlockingIOError):
                        self._bell.recv(4096)
                else:
                    self._hear(key.data)
            for line in [line for line in self._lines if line.job and line.job.stopped]:
                self._hang_up(line)
            while self._finished:
                self._finish(self._finished.popleft())
            if self._ended and not self._given:
                break
        for line in list(self._lines):
            self._hang_up(line)
        self._listener.close()
        self._bell.close()
        self._hand.close()
        self._selector.close()

    def _answer(self) -> None:
        with contextlib.suppress(BlockingIOError):
            while True:
                connection, _ = self._listener.accept()
                connection.setblocking(False)
                line = _Line(connection)
                self._lines.append(line)
                self._selector.register(connection, selectors.EVENT_READ, line)

    def _hear(self, line: _Line) -> None:
        """Take in what has arrived on *line*."""
        ended = False
        try:
            while not ended:
                data = line.connection.recv(_AT_ONCE)
                line.read += data
                ended = not data
        except BlockingIOError:
            pass
        except OSError:
            ended = True
        *words, rest = bytes(line.read).split(b"\n")
        line.read = bytearray(rest)
        for word in words:
            if line.job is None:
                line.job = self._given.get(word.decode("ascii", "replace"))
                ended = ended or line.job is None or line.job.stopped
            elif not line.job.stopped:
                self._call(line.job.hear, json.loads(word))
        if ended or len(line.read) > _LONGEST_WORD:
            self._hang_up(line)

    def _finish(self, job: BackgroundJob) -> None:
        """After the last word of *job*: a worker hangs up before its result is on its way."""
        self._answer()
        for line in list(self._lines):
            if line.job in (None, job):
                self._hear(line)
        self.forget(job)
        self._afterwards.submit(self._call, job.done, self._as_stopped(job.future))

    def _as_stopped(self, future: "Future[Any]") -> "Future[Any]":
        """*future*; what the workshop's own end broke off counts as stopped."""
        if not self.closing or future.cancelled() or not isinstance(future.exception(), PoolError):
            return future
        stopped: Future[Any] = Future()
        stopped.set_exception(StoppedError())
        return stopped

    def _hang_up(self, line: _Line) -> None:
        if line in self._lines:
            self._lines.remove(line)
            self._selector.unregister(line.connection)
            line.connection.close()

    def _call(self, function: Callable[[Any], None], value: Any) -> None:
        try:
            function(value)
        except Exception:  # noqa: BLE001 - a fault of ours must not end the thread of all
            _LOG.exception("after work in a worker")


def _work(address: str, token: str, work: Callable[..., Any], args: tuple[Any, ...]) -> Any:
    """In a worker: do *work*, and tell the server on the way."""
    with socket.socket(socket.AF_UNIX) as line:

        def tell(word: Any) -> None:
            try:
                line.sendall(json.dumps(word).encode() + b"\n")
            except OSError as fault:
                raise StoppedError from fault

        try:
            line.connect(address)
            line.sendall(token.encode() + b"\n")
        except OSError as fault:
            raise StoppedError from fault
        return work(tell, *args)
