"""Worker processes for games, one per processor, behind `concurrent.futures.Executor`.

Unlike the standard process pool this one survives its workers: a task whose worker is killed is
retried by another one, and a task that kills three of them is set aside. The workers are
children of a separate process, the steward, see `garlic.judge.workers.steward`.
"""

import contextlib
import json
import os
import pickle
import shutil
import socket
import subprocess
import sys
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from pathlib import Path
from threading import Lock, Thread
from types import TracebackType
from typing import Any, ParamSpec, TypeVar

from garlic.core import GarlicError, Text
from garlic.core.reading.files import why
from garlic.games import GAMES
from garlic.judge.workers.channel import Channel, Frame, FrameKind
from garlic.judge.workers.steward import MOST_LOST

P = ParamSpec("P")
T = TypeVar("T")

_STEWARDS_IN_A_ROW = 3  # that may end before any task was finished
_START = (
    "import json, sys; arguments = json.loads(sys.argv[1]); sys.path[:] = arguments.pop(0);"
    " from garlic.judge.workers.steward import main; main(*arguments)"
)


class PoolError(GarlicError):
    """The worker processes cannot be kept running."""


class SetAsideError(GarlicError):
    """A task was given up: every worker that tried it died."""

    def __init__(self, lost: int = MOST_LOST) -> None:
        super().__init__("set aside: {lost} workers were lost while they played it", lost=lost)


@dataclass(slots=True)
class _Waiting:
    future: Future[Any]
    body: bytes
    on_message: Callable[[Any], None]
    running: bool = False
    stopped: bool = False


def processors() -> list[int]:
    """The processors that this process may use."""
    return sorted(os.sched_getaffinity(0))


class AbandoningExecutor(Executor, ABC):
    """Leaving its context normally waits for the tasks; an exception (Ctrl-C too) ends them."""

    @abstractmethod
    def give_up(self) -> None:
        """End all tasks at once."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if kind is None:
                self.shutdown()
        finally:  # also after Ctrl-C while waiting for the last tasks
            self.give_up()


class Pool(AbandoningExecutor):
    """At most *jobs* workers, each pinned to its own processor with all processes it starts.

    A worker is started when there is a task for it. If other pools share the machine, workers
    should not be *pinned*.
    """

    def __init__(
        self, jobs: int | None = None, games: Iterable[str] = GAMES, *, pinned: bool = True
    ) -> None:
        """*games* are loaded before the workers are forked."""
        cores = processors()
        self.jobs = max(1, min(jobs or len(cores), len(cores)))
        # Removed by us, or by the steward if we are killed.
        self._folder = Path(tempfile.mkdtemp(prefix="garlic-pool-"))
        self._folder.chmod(0o755)
        affinities = [[core] if pinned else cores for core in cores[: self.jobs]]
        self._steward_arguments = (affinities, list(games), str(self._folder))
        self._lock = Lock()  # for all attributes below, and for sending
        self._waiting: dict[int, _Waiting] = {}
        self._count = 0
        self._closed = False
        self._given_up = False
        self._channel, self._process = self._new_steward()
        self._stewards_in_a_row = 1
        self._reader = Thread(target=self._read, name="garlic-pool", daemon=True)
        self._reader.start()

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """The future of ``fn(*args, **kwargs)``; all of them must be picklable."""
        return self._submit(Future(), pickle.dumps((fn, args, kwargs, False)), lambda _: None)

    def submit_sending(
        self, fn: Callable[..., T], /, *args: Any, on_message: Callable[[Any], None]
    ) -> Future[T]:
        """The future of ``fn(send, *args)``; see `garlic.judge.workers.messages`.

        *on_message* is called with each message, in order and before the future is done, from the
        thread that reads for the whole pool: it must neither wait nor raise.
        """
        return self._submit(Future(), pickle.dumps((fn, args, {}, True)), on_message)

    def stop(self, future: Future[Any]) -> None:
        """End the task of *future*: at once if it is waiting, else when it next sends a message.

        It then raises `StoppedError`.
        """
        if future.cancel():
            return
        with self._lock:
            for number, task in self._waiting.items():
                if task.future is future:
                    task.stopped = True
                    self._send(FrameKind.DROP, number)

    def _submit(
        self, future: Future[T], body: bytes, on_message: Callable[[Any], None]
    ) -> Future[T]:
        with self._lock:
            if self._closed:
                raise RuntimeError("cannot submit to a pool that was shut down")
            self._count += 1
            number = self._count
            self._waiting[number] = _Waiting(future, body, on_message)
            self._send(FrameKind.TASK, number, body)
        future.add_done_callback(lambda done: self._drop(number) if done.cancelled() else None)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Accept no more tasks; with *wait*, return when all are done and all processes gone."""
        with self._lock:
            futures = [task.future for task in self._waiting.values()]
        if cancel_futures:
            for future in futures:
                future.cancel()
        with self._lock:
            if not self._closed:
                self._closed = True
                self._send(FrameKind.END)
        if wait:
            self._reader.join()

    def give_up(self) -> None:
        """End running tasks and wait until all processes are gone.

        Unfinished futures raise `PoolError`.
        """
        with self._lock:
            self._closed = self._given_up = True
            with contextlib.suppress(OSError):  # it is gone already
                self._channel.socket.shutdown(socket.SHUT_RDWR)
        self._reader.join()

    def _new_steward(self) -> tuple[Channel, "subprocess.Popen[bytes]"]:
        ours, theirs = socket.socketpair()
        arguments = json.dumps([sys.path, theirs.fileno(), os.getpid(), *self._steward_arguments])
        with theirs:
            try:
                process = subprocess.Popen(  # noqa: S603 - our own program
                    [sys.executable, "-c", _START, arguments],
                    pass_fds=[theirs.fileno()],
                    stdin=subprocess.DEVNULL,
                    stdout=2,  # stdout is for results of the program
                    start_new_session=True,  # Ctrl-C goes to the program only
                )
            except OSError as fault:
                ours.close()
                raise _cannot_start(why(fault)) from fault
        return Channel(ours), process

    def _send(self, kind: FrameKind, number: int = 0, body: bytes = b"") -> None:
        # If the steward is gone the reader notices it and sends this to the next one.
        with contextlib.suppress(OSError):
            self._channel.send(kind, number, body)

    def _drop(self, number: int) -> None:
        with self._lock:
            if task := self._waiting.pop(number, None):
                task.future.set_running_or_notify_cancel()
                self._send(FrameKind.DROP, number)

    def _read(self) -> None:
        """Thread: handle frames of the steward, restart it if it dies."""
        try:
            while True:
                while (frame := self._channel.receive()) is not None:
                    self._handle(frame)
                self._process.wait()
                self._channel.close()
                if not self._restart_steward():
                    break
        except GarlicError as fault:
            self._fail_all(fault)
        else:
            self._fail_all(PoolError("stopped before the match was over"))
        finally:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _handle(self, frame: Frame) -> None:
        with self._lock:
            task = self._waiting.get(frame.task)
            if task and not task.running:
                task.running = task.future.set_running_or_notify_cancel()
            goes_on = frame.kind in (FrameKind.STARTED, FrameKind.MESSAGE)
            if not goes_on or (task and not task.running):
                self._waiting.pop(frame.task, None)
                self._stewards_in_a_row = 0
        if task is None or not task.running:  # it was cancelled
            return
        if frame.kind is FrameKind.MESSAGE:
            task.on_message(json.loads(frame.body))
        elif frame.kind is FrameKind.DONE:
            fine, result = pickle.loads(frame.body)  # noqa: S301 - from our own worker
            if fine:
                task.future.set_result(result)
            else:
                task.future.set_exception(result)
        elif frame.kind is FrameKind.LOST:
            task.future.set_exception(SetAsideError())
        elif frame.kind is FrameKind.BROKEN:
            task.future.set_exception(_cannot_start(Text(frame.body.decode())))

    def _restart_steward(self) -> bool:
        """Start a new steward if there is still work; False if not.

        Raises `PoolError` if one steward after another ends.
        """
        with self._lock:
            if self._given_up or (self._closed and not self._waiting):
                return False
            if self._stewards_in_a_row >= _STEWARDS_IN_A_ROW:
                raise _cannot_start(Text("they end at once"))
            self._stewards_in_a_row += 1
            self._channel, self._process = self._new_steward()
            for number, task in sorted(self._waiting.items()):
                self._send(FrameKind.TASK, number, task.body)
                if task.stopped:
                    self._send(FrameKind.DROP, number)
            if self._closed:
                self._send(FrameKind.END)
            return True

    def _fail_all(self, fault: GarlicError) -> None:
        with self._lock:
            self._closed = True
            left, self._waiting = self._waiting, {}
            for task in left.values():
                task.running = task.running or task.future.set_running_or_notify_cancel()
        for task in left.values():
            if task.running:
                task.future.set_exception(fault)


def _cannot_start(reason: Text) -> PoolError:
    return PoolError("cannot start worker processes: {why}", why=reason)
