"""The steward: the process between a program and its workers, which forks them and assigns tasks.

It has one thread and has imported everything that workers need, so a new worker is one `fork`,
whatever threads the program has. It never unpickles tasks: what breaks a worker cannot break
it. It adopts the orphans of killed workers (`PR_SET_CHILD_SUBREAPER`), so that it knows when
the last keeper (the process that holds a bot, see `garlic.sandbox`) is gone, and leaves no
process behind. If the steward itself is killed, the kernel kills its workers, their keepers end
the bots, and the program starts a new steward.
"""

import contextlib
import ctypes
import gc
import os
import pickle
import selectors
import shutil
import signal
import socket
import tempfile
import time
import traceback
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from garlic.games import GAMES
from garlic.judge.workers.channel import Channel, Frame, FrameKind
from garlic.judge.workers.messages import Send, sender
from garlic.sandbox import remove_cgroups_of

MOST_LOST = 3  # workers that a task may kill before it is set aside

_MOST_FAILED_STARTS = 5  # workers in a row that may die before they start a task
_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_SHUTDOWN_SECONDS = 10.0  # time for bots and keepers to end
# If memory runs out the kernel should kill a worker or a bot, not the program with the results.
_OOM_SCORE = b"300"


@dataclass(slots=True)
class _Task:
    number: int
    body: bytes
    lost: int = 0  # workers that died while running it
    dropped: bool = False  # it was cancelled while it was running


@dataclass(slots=True)
class _Worker:
    pid: int
    cores: Sequence[int]  # processors on which it may run
    channel: Channel
    folder: Path  # its temporary files, which a killed process cannot remove itself
    task: _Task | None = None
    has_started: bool = False  # it has started a task


class _Steward:
    def __init__(
        self, program: Channel, owner: int, affinities: Sequence[Sequence[int]], folder: Path
    ) -> None:
        self.program = program
        self.free = deque(affinities)  # processors, for each further worker
        self.workers: list[_Worker] = []
        self.waiting: deque[_Task] = deque()
        self.ending = False
        self.failed_starts = 0  # workers in a row that died before they started a task
        self.folder = folder
        self.selector = selectors.DefaultSelector()
        program.socket.setblocking(False)
        self.selector.register(program.socket, program.awaited, program)
        # Other processes may hold a copy of our socket; this notices the end of the program itself.
        self.owner = os.pidfd_open(owner)
        self.selector.register(self.owner, selectors.EVENT_READ, None)

    def run(self) -> None:
        """Serve until the program sends END and all tasks are done, or it is gone."""
        try:
            while not (self.ending and not self.waiting and not self._busy()):
                self._assign_tasks()
                for key, _ in self.selector.select():
                    if key.data is None:
                        return
                    self._receive(key.data)
                self._watch(self.program)
                self._reap()
            self._send_results()
        except EOFError:  # the program is gone
            return
        finally:
            self._shut_down()

    def _busy(self) -> bool:
        return any(worker.task for worker in self.workers)

    def _watch(self, channel: Channel) -> None:
        if self.selector.get_key(channel.socket).events != channel.awaited:
            self.selector.modify(channel.socket, channel.awaited, channel)

    def _assign_tasks(self) -> None:
        """Assign waiting tasks to idle workers, then to new ones while processors are free."""
        idle = [worker for worker in self.workers if worker.task is None]
        while self.waiting and (idle or self.free):
            worker = idle.pop() if idle else self._new_worker()
            if worker is None:
                return
            worker.task = task = self.waiting.popleft()
            worker.channel.post(FrameKind.TASK, task.number, task.body)
            if task.dropped:
                worker.channel.post(FrameKind.DROP, task.number)
            self._watch(worker.channel)

    def _receive(self, channel: Channel) -> None:
        channel.flush()
        if channel is self.program:
            for frame in channel.arrived():
                self._handle(frame)
            return
        worker = next(worker for worker in self.workers if worker.channel is channel)
        try:
            for frame in channel.arrived():
                self._forward(worker, frame)
            self._watch(channel)
        except EOFError:
            self._lost(worker)

    def _handle(self, frame: Frame) -> None:
        if frame.kind is FrameKind.TASK:
            self.waiting.append(_Task(frame.task, frame.body))
        elif frame.kind is FrameKind.DROP:
            self._drop(frame.task)
        elif frame.kind is FrameKind.END:
            self.ending = True

    def _drop(self, number: int) -> None:
        """Drop a task that never ran; another one has to end by itself, so it is told to."""
        self.waiting = deque(
            task for task in self.waiting if task.number != number or task.lost > 0
        )
        for task in self.waiting:
            task.dropped = task.dropped or task.number == number
        for worker in self.workers:
            if worker.task is not None and worker.task.number == number:
                worker.task.dropped = True
                worker.channel.post(FrameKind.DROP, number)
                self._watch(worker.channel)

    def _forward(self, worker: _Worker, frame: Frame) -> None:
        if frame.kind is FrameKind.STARTED:
            worker.has_started = True
            self.failed_starts = 0
        elif frame.kind is FrameKind.DONE:
            worker.task = None
        self.program.post(*frame)

    def _lost(self, worker: _Worker) -> None:
        """Handle the death of *worker*; its task is retried, at most `MOST_LOST` times."""
        self.selector.unregister(worker.channel.socket)
        worker.channel.close()
        self.workers.remove(worker)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(worker.pid, 0)
        self._clean_up(worker)
        self.free.append(worker.cores)
        if (task := worker.task) is not None:
            task.lost += worker.has_started
            if task.lost < MOST_LOST:
                self.waiting.appendleft(task)
            else:
                self.program.post(FrameKind.LOST, task.number)
        if not worker.has_started:
            self._start_failed("it ended before it could begin")

    def _clean_up(self, worker: _Worker) -> None:
        remove_cgroups_of(worker.pid)
        shutil.rmtree(worker.folder, ignore_errors=True)

    def _new_worker(self) -> _Worker | None:
        """A new worker; None if the system cannot fork."""
        ours, theirs = socket.socketpair()
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        folder.chmod(0o755)  # bots may run as another user
        cores, steward = self.free.popleft(), os.getpid()
        try:
            pid = os.fork()
        except OSError as fault:
            self.free.append(cores)
            shutil.rmtree(folder, ignore_errors=True)
            self._start_failed(fault.strerror or str(fault))
            return None
        if pid == 0:
            ours.close()
            self._close_inherited()
            _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
            if os.getppid() != steward:  # it has ended already: the signal would never come
                os._exit(0)
            _work(Channel(theirs), cores, folder)
        theirs.close()
        ours.setblocking(False)
        worker = _Worker(pid, cores, Channel(ours), folder)
        self.workers.append(worker)
        self.selector.register(ours, selectors.EVENT_READ, worker.channel)
        return worker

    def _start_failed(self, why: str) -> None:
        """Wait a little longer each time; after `_MOST_FAILED_STARTS` give up the waiting tasks."""
        self.failed_starts += 1
        if self.failed_starts < _MOST_FAILED_STARTS:
            time.sleep(0.01 * 2**self.failed_starts)
            return
        self.failed_starts = 0
        while self.waiting:
            self.program.post(FrameKind.BROKEN, self.waiting.popleft().number, why.encode())

    def _close_inherited(self) -> None:
        """In a new worker: close the descriptors of the steward."""
        self.selector.close()
        os.close(self.owner)
        self.program.close()
        for worker in self.workers:
            worker.channel.close()

    def _reap(self) -> None:
        """Reap orphans that have ended; workers are reaped in `_lost`."""
        known = {worker.pid for worker in self.workers}
        while True:
            try:
                ended = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            except ChildProcessError:
                return
            if ended is None or ended.si_pid in known:
                return
            os.waitpid(ended.si_pid, 0)

    def _send_results(self) -> None:
        """Send the last results, blocking."""
        self.program.socket.setblocking(True)
        self.program.flush()

    def _shut_down(self) -> None:
        """Kill every worker, and wait until they and the keepers of their bots are gone."""
        for worker in self.workers:
            with contextlib.suppress(ProcessLookupError):
                os.kill(worker.pid, signal.SIGKILL)
            worker.channel.close()
        deadline = time.monotonic() + _SHUTDOWN_SECONDS
        with contextlib.suppress(ChildProcessError):
            while time.monotonic() < deadline:
                if os.waitpid(-1, os.WNOHANG) == (0, 0):
                    time.sleep(0.001)
        for worker in self.workers:
            self._clean_up(worker)
        shutil.rmtree(self.folder, ignore_errors=True)


def _work(channel: Channel, cores: Sequence[int], folder: Path) -> None:
    """The main loop of a worker: runs tasks until the channel is closed. Does not return."""
    try:
        os.sched_setaffinity(0, cores)
        with contextlib.suppress(OSError):
            Path("/proc/self/oom_score_adj").write_bytes(_OOM_SCORE)
        tempfile.tempdir = str(folder)
        while (frame := channel.receive()) is not None:
            if frame.kind is FrameKind.TASK:  # else a task was cancelled that is over
                channel.send(FrameKind.STARTED, frame.task)
                result = _run_task(frame.body, sender(channel, frame.task))
                channel.send(FrameKind.DONE, frame.task, result)
    except ConnectionError:
        pass  # the steward is gone
    except BaseException:  # noqa: BLE001 - our own fault: print it, the steward notices the end
        traceback.print_exc()
        os._exit(1)
    finally:
        os._exit(0)


def _run_task(body: bytes, send: Send) -> bytes:
    """Run a task: (True, its result) or (False, the exception), pickled."""
    try:
        function, args, kwargs, sends = pickle.loads(body)  # noqa: S301 - from the program itself
        result = function(send, *args, **kwargs) if sends else function(*args, **kwargs)
        return pickle.dumps((True, result))
    except Exception as fault:  # noqa: BLE001 - passed on to the caller
        fault.add_note("in a worker process:\n" + "".join(traceback.format_exception(fault)))
        try:
            result = pickle.dumps((False, fault))
            pickle.loads(result)  # noqa: S301 - some exceptions can be pickled but not unpickled
        except Exception:  # noqa: BLE001
            result = pickle.dumps((False, RuntimeError(f"{type(fault).__name__}: {fault}")))
        return result


def _prctl(option: int, value: int) -> None:
    ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)


def main(
    descriptor: int,
    owner: int,
    affinities: Sequence[Sequence[int]],
    games: Sequence[str],
    folder: str,
) -> None:
    """Run as the steward of the process *owner*, connected by *descriptor*; preload *games*.

    There is one worker for each of *affinities*, the processors on which it may run. Workers
    keep their temporary files in *folder*, which the steward removes at its end.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if os.getpriority(os.PRIO_PROCESS, 0) < 0:  # that of a server, which runs before its workers
        os.setpriority(os.PRIO_PROCESS, 0, 0)
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)
    import_module("garlic.judge.game_run")
    for name in games:
        GAMES[name]
    gc.collect()
    gc.freeze()  # keeps the loaded modules shared with all workers
    try:
        steward = _Steward(
            Channel(socket.socket(fileno=descriptor)), owner, affinities, Path(folder)
        )
    except ProcessLookupError:  # the program has already ended
        return
    steward.run()
