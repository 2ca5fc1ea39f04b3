"""The process between a program and its workers: forks them, hands out tasks, outlives none.

It has one thread and has imported everything that workers need, so a new worker is one `fork`,
whatever threads the program has. It never looks into tasks: what breaks a worker cannot break
it. It adopts the orphans of workers that are killed (`PR_SET_CHILD_SUBREAPER`), so that it can
tell when the last keeper of a bot is gone, and leaves no process behind. If it is killed
itself, the kernel ends its workers, those end their bots, and the program starts a new one.
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
from garlic.sandbox import forget_process

MOST_LOST = 3  # workers that one task may end before it is set aside

_UNBORN_IN_A_ROW = 5  # workers that may end before their first task is begun
_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_FAREWELL_SECONDS = 10.0  # how long bots and keepers may take to go
# Where memory runs out the kernel should take a worker or a bot, not the program with the results.
_OOM_SCORE = b"300"


@dataclass(slots=True)
class _Task:
    number: int
    body: bytes
    lost: int = 0  # workers that ended while they did it


@dataclass(slots=True)
class _Worker:
    pid: int
    cores: Sequence[int]  # where it may run
    channel: Channel
    room: Path  # its temporary files, which a killed process cannot remove itself
    task: _Task | None = None
    born: bool = False  # it has begun a task


class _Steward:
    def __init__(
        self, program: Channel, owner: int, places: Sequence[Sequence[int]], room: Path
    ) -> None:
        self.program = program
        self.free = deque(places)  # for each worker that may be started, where it may run
        self.workers: list[_Worker] = []
        self.waiting: deque[_Task] = deque()
        self.ending = False
        self.unborn = 0  # workers in a row that ended without having begun a task
        self.room = room
        self.selector = selectors.DefaultSelector()
        program.socket.setblocking(False)
        self.selector.register(program.socket, program.awaited, program)
        # Whoever else holds a copy of our socket: this tells when the program itself has ended.
        self.owner = os.pidfd_open(owner)
        self.selector.register(self.owner, selectors.EVENT_READ, None)

    def run(self) -> None:
        """Serve until the program says that it needs no more, or is gone."""
        try:
            while not (self.ending and not self.waiting and not self._busy()):
                self._hand_out()
                for key, _ in self.selector.select():
                    if key.data is None:
                        return
                    self._hear(key.data)
                self._watch(self.program)
                self._reap()
            self._deliver()
        except EOFError:  # the program is gone, and with it everybody who wants an answer
            return
        finally:
            self._leave()

    def _busy(self) -> bool:
        return any(worker.task for worker in self.workers)

    def _watch(self, channel: Channel) -> None:
        if self.selector.get_key(channel.socket).events != channel.awaited:
            self.selector.modify(channel.socket, channel.awaited, channel)

    def _hand_out(self) -> None:
        """Give waiting tasks to idle workers, and to new ones while there is room for more."""
        idle = [worker for worker in self.workers if worker.task is None]
        while self.waiting and (idle or self.free):
            worker = idle.pop() if idle else self._new_worker()
            if worker is None:
                return
            worker.task = task = self.waiting.popleft()
            worker.channel.post(FrameKind.TASK, task.number, task.body)
            self._watch(worker.channel)

    def _hear(self, channel: Channel) -> None:
        channel.flush()
        if channel is self.program:
            for frame in channel.arrived():
                self._obey(frame)
            return
        worker = next(worker for worker in self.workers if worker.channel is channel)
        try:
            for frame in channel.arrived():
                self._pass_on(worker, frame)
            self._watch(channel)
        except EOFError:
            self._lost(worker)

    def _obey(self, frame: Frame) -> None:
        if frame.kind is FrameKind.TASK:
            self.waiting.append(_Task(frame.task, frame.body))
        elif frame.kind is FrameKind.DROP:
            self.waiting = deque(task for task in self.waiting if task.number != frame.task)
        elif frame.kind is FrameKind.END:
            self.ending = True

    def _pass_on(self, worker: _Worker, frame: Frame) -> None:
        if frame.kind is FrameKind.STARTED:
            worker.born = True
            self.unborn = 0
        elif frame.kind is FrameKind.DONE:
            worker.task = None
        self.program.post(*frame)

    def _lost(self, worker: _Worker) -> None:
        """Take note that *worker* is dead; its task is tried again, but not for ever."""
        self.selector.unregister(worker.channel.socket)
        worker.channel.close()
        self.workers.remove(worker)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(worker.pid, 0)
        self._tidy(worker)
        self.free.append(worker.cores)
        if (task := worker.task) is not None:
            task.lost += worker.born
            if task.lost < MOST_LOST:
                self.waiting.appendleft(task)
            else:
                self.program.post(FrameKind.LOST, task.number)
        if not worker.born:
            self._not_born("it ended before it could begin")

    def _tidy(self, worker: _Worker) -> None:
        forget_process(worker.pid)
        shutil.rmtree(worker.room, ignore_errors=True)

    def _new_worker(self) -> _Worker | None:
        """A new worker; None where the system does not give us one."""
        ours, theirs = socket.socketpair()
        room = Path(tempfile.mkdtemp(dir=self.room))
        room.chmod(0o755)  # bots run as somebody else, where that is possible
        cores, steward = self.free.popleft(), os.getpid()
        try:
            pid = os.fork()
        except OSError as fault:
            self.free.append(cores)
            shutil.rmtree(room, ignore_errors=True)
            self._not_born(fault.strerror or str(fault))
            return None
        if pid == 0:
            ours.close()
            self._forget_everything()
            _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
            if os.getppid() != steward:  # it has ended already: the signal would never come
                os._exit(0)
            _work(Channel(theirs), cores, room)
        theirs.close()
        ours.setblocking(False)
        worker = _Worker(pid, cores, Channel(ours), room)
        self.workers.append(worker)
        self.selector.register(ours, selectors.EVENT_READ, worker.channel)
        return worker

    def _not_born(self, why: str) -> None:
        """Wait a little longer each time; in the end give up what waits, and say why."""
        self.unborn += 1
        if self.unborn < _UNBORN_IN_A_ROW:
            time.sleep(0.01 * 2**self.unborn)
            return
        self.unborn = 0
        while self.waiting:
            self.program.post(FrameKind.BROKEN, self.waiting.popleft().number, why.encode())

    def _forget_everything(self) -> None:
        """In a new worker: close what belongs to the steward."""
        self.selector.close()
        os.close(self.owner)
        self.program.close()
        for worker in self.workers:
            worker.channel.close()

    def _reap(self) -> None:
        """Collect orphans that have ended; workers are collected where they are missed."""
        known = {worker.pid for worker in self.workers}
        while True:
            try:
                found = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            except ChildProcessError:
                return
            if found is None or found.si_pid in known:
                return
            os.waitpid(found.si_pid, 0)

    def _deliver(self) -> None:
        """Wait until the last answer is on its way."""
        self.program.socket.setblocking(True)
        self.program.flush()

    def _leave(self) -> None:
        """End every worker, and wait until they and the keepers of their bots are gone."""
        for worker in self.workers:
            with contextlib.suppress(ProcessLookupError):
                os.kill(worker.pid, signal.SIGKILL)
            worker.channel.close()
        deadline = time.monotonic() + _FAREWELL_SECONDS
        with contextlib.suppress(ChildProcessError):
            while time.monotonic() < deadline:
                if os.waitpid(-1, os.WNOHANG) == (0, 0):
                    time.sleep(0.001)
        for worker in self.workers:
            self._tidy(worker)
        shutil.rmtree(self.room, ignore_errors=True)


def _work(channel: Channel, cores: Sequence[int], room: Path) -> None:
    """The life of a worker: one task after another, until nobody asks. Does not return."""
    try:
        os.sched_setaffinity(0, cores)
        with contextlib.suppress(OSError):
            Path("/proc/self/oom_score_adj").write_bytes(_OOM_SCORE)
        tempfile.tempdir = str(room)
        while (frame := channel.receive()) is not None:
            channel.send(FrameKind.STARTED, frame.task)
            channel.send(FrameKind.DONE, frame.task, _done(frame.body))
    except ConnectionError:
        pass  # the steward has gone
    except BaseException:  # noqa: BLE001 - a fault of ours: shown, and seen by the steward
        traceback.print_exc()
        os._exit(1)
    finally:
        os._exit(0)


def _done(body: bytes) -> bytes:
    """What came of a task: (True, its result) or (False, the exception), pickled."""
    try:
        function, args, kwargs = pickle.loads(body)  # noqa: S301 - from the program itself
        return pickle.dumps((True, function(*args, **kwargs)))
    except Exception as fault:  # noqa: BLE001 - it is the caller's, and gets there
        fault.add_note("in a worker process:\n" + "".join(traceback.format_exception(fault)))
        try:
            said = pickle.dumps((False, fault))
            pickle.loads(said)  # noqa: S301 - some exceptions can be written but not read
        except Exception:  # noqa: BLE001
            said = pickle.dumps((False, RuntimeError(f"{type(fault).__name__}: {fault}")))
        return said


def _prctl(option: int, value: int) -> None:
    ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)


def main(
    descriptor: int, owner: int, places: Sequence[Sequence[int]], games: Sequence[str], room: str
) -> None:
    """Be the steward of the process *owner*, heard on *descriptor*; *games* will be played.

    There are as many workers as *places*, each the processors of one of them. They keep their
    temporary files in the folder *room*, which goes with the steward.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)
    import_module("garlic.judge.game_run")
    for name in games:
        GAMES[name]
    gc.collect()
    gc.freeze()  # what is loaded now stays, and stays shared with every worker
    try:
        steward = _Steward(Channel(socket.socket(fileno=descriptor)), owner, places, Path(room))
    except ProcessLookupError:  # the program has already ended
        return
    steward.run()
