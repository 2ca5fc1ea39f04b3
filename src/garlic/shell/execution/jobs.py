"""Jobs: the processes of one pipeline, waited for, stopped and continued together."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any

from garlic.core.errors import GarlicError
from garlic.core.language.text import say
from garlic.shell.execution.streams import STDERR, Output
from garlic.shell.interface.terminal import Terminal

# Statuses of ended background jobs are kept for `wait`. The limit bounds the memory of scripts
# that start many jobs and never wait.
_KEPT_STATUSES = 1000


class JobError(GarlicError):
    """There is no such job, or nothing can be done with it."""


@dataclass(slots=True)
class Process:
    """A member of a job. *pid* is None if it could not be started."""

    pid: int | None
    status: int | None = None  # its exit status as `$?` shows it, None until it ends
    killed_by: int = 0  # the signal it died of
    stopped: bool = False

    def update(self, wait_status: int) -> None:
        """Apply a status from `os.waitpid`."""
        if os.WIFSTOPPED(wait_status):
            self.stopped = True
        elif os.WIFCONTINUED(wait_status):
            self.stopped = False
        else:
            code = os.waitstatus_to_exitcode(wait_status)
            self.status = code if code >= 0 else 128 - code
            self.killed_by = max(0, -code)

    def vanished(self) -> None:
        """Its status is lost: someone else waited for it, or we inherited an ignored SIGCHLD."""
        self.status = 127


@dataclass(slots=True)
class Job:
    """A running pipeline. *number* is 0 until it is first in the background."""

    processes: list[Process]
    source: str
    group: int | None = None
    number: int = 0
    modes: list[Any] = field(default_factory=list)  # of the terminal, when it was stopped

    @property
    def ended(self) -> bool:
        """Whether every process has ended."""
        return all(process.status is not None for process in self.processes)

    @property
    def stopped(self) -> bool:
        """Whether no process runs, but not all have ended."""
        return not self.ended and all(
            process.stopped or process.status is not None for process in self.processes
        )

    @property
    def status(self) -> int:
        """The exit status: that of the last command; 128 + SIGTSTP for a stopped job."""
        last = self.processes[-1].status
        return 128 + signal.SIGTSTP if last is None else last

    @property
    def killed_by(self) -> int:
        """The signal that the last command died of, 0 if it did not."""
        return self.processes[-1].killed_by

    @property
    def pid(self) -> int | None:
        """The process that ``$!`` names: the last of the pipeline."""
        return self.processes[-1].pid

    def wait(self, *, for_stops: bool, patient: bool = True) -> bool:
        """Wait until all processes have ended or, with *for_stops*, are stopped.

        Return whether SIGINT arrived meanwhile; the children get their own. If not *patient*,
        raise `KeyboardInterrupt` at once.
        """
        flags = os.WUNTRACED if for_stops else 0
        counting: AbstractContextManager[list[int]] = (
            interrupts_counted() if patient else nullcontext([])
        )
        with counting as interrupts:
            for process in self.processes:
                while process.status is None and not (for_stops and process.stopped):
                    self._wait_for(process, flags)
        return bool(interrupts)

    def poll(self) -> bool:
        """Update without waiting; return whether the job ended, stopped or continued."""
        before = (self.ended, self.stopped)
        for process in self.processes:
            while process.status is None and self._wait_for(
                process, os.WNOHANG | os.WUNTRACED | os.WCONTINUED
            ):
                pass
        return (self.ended, self.stopped) != before

    @staticmethod
    def _wait_for(process: Process, flags: int) -> bool:
        assert process.pid is not None  # noqa: S101  (without one it has a status)
        try:
            pid, wait_status = os.waitpid(process.pid, flags)
        except ChildProcessError:
            process.vanished()
            return True
        if pid:
            process.update(wait_status)
        return pid != 0

    def signal(self, number: int) -> None:
        """Send a signal to the whole job; raise `OSError` if that is not allowed."""
        if self.group is not None:
            os.killpg(self.group, number)
            return
        for process in self.processes:
            if process.pid is not None and process.status is None:
                os.kill(process.pid, number)

    def resume(self) -> None:
        """Continue a stopped job."""
        for process in self.processes:
            process.stopped = False
        self.signal(signal.SIGCONT)


@contextmanager
def interrupts_counted() -> Iterator[list[int]]:
    """Record Ctrl-C in the list instead of raising.

    An exception between `os.waitpid` and the update of the process would lose its status.
    """
    interrupts: list[int] = []
    previous = signal.signal(signal.SIGINT, lambda number, _: interrupts.append(number))
    try:
        yield interrupts
    finally:
        signal.signal(signal.SIGINT, previous)


class Jobs:
    """The jobs in the background, by number."""

    def __init__(self, terminal: Terminal | None = None) -> None:
        self.terminal = terminal
        self._jobs: dict[int, Job] = {}
        self._recent: list[int] = []  # numbers, the current job last
        self._ended: dict[int, int] = {}  # status by process id
        self._ended_numbers: dict[str, int] = {}  # status by "%1", until the number is used again

    def __iter__(self) -> Iterator[Job]:
        return iter(list(self._jobs.values()))

    def __len__(self) -> int:
        return len(self._jobs)

    def add(self, job: Job) -> None:
        """Give *job* a number and make it the current one."""
        if not job.number:
            job.number = max(self._jobs, default=0) + 1
            self._jobs[job.number] = job
            self._ended_numbers.pop(f"%{job.number}", None)
        self._make_current(job)

    def run_in_foreground(self, job: Job) -> int:
        """Give *job* the terminal, wait for it and return its status.

        A stopped job goes to the background. Raise `KeyboardInterrupt` if Ctrl-C ended it, so
        that the rest of the line does not run.
        """
        if self.terminal is None:
            interrupted = job.wait(for_stops=False)
            self._forget(job)
            if interrupted and job.killed_by == signal.SIGINT:
                raise KeyboardInterrupt
            return job.status
        if job.group is not None:
            self.terminal.give_to(job.group)
        try:
            job.wait(for_stops=True)
        finally:
            self.terminal.take_back()
        if job.stopped:
            job.modes = self.terminal.modes()
            self.terminal.restore_modes()
            self.add(job)
            self.notify(f"\n{self.describe(job)}")
            return job.status
        self._forget(job)
        if job.killed_by:
            self.terminal.restore_modes()
            self._report_signal(job)
        else:
            self.terminal.remember_modes()
        return job.status

    def resume(self, job: Job, announce: Callable[[str], None]) -> int:
        """Continue *job* in the foreground, as ``fg`` does; return its status.

        *announce* is called once the job owns the terminal: keys pressed after the line
        appears must reach the job.
        """
        if self.terminal is not None:
            if job.group is not None:
                self.terminal.give_to(job.group)
            if job.modes:
                self.terminal.set_modes(job.modes)
        announce(job.source)
        job.resume()
        return self.run_in_foreground(job)

    def resume_in_background(self, job: Job) -> None:
        """Continue *job* as ``bg`` does."""
        job.resume()
        self._make_current(job)

    def wait(self, job: Job) -> int:
        """Wait for a background job and return its status; raise `KeyboardInterrupt` on Ctrl-C."""
        job.wait(for_stops=self.terminal is not None, patient=False)
        if job.ended:
            self._forget(job)
        return job.status

    def status_of(self, pid: int) -> int | None:
        """The status of an ended background process, available once; None if unknown."""
        return self._ended.pop(pid, None)

    def status_of_number(self, name: str) -> int | None:
        """The status of an ended job called ``%1``, available once; None if unknown.

        When a job leaves the list depends on how soon it dies, and nobody who waits for it should
        have to know.
        """
        return self._ended_numbers.pop(name, None)

    def reap(self) -> None:
        """Update all jobs, so that no zombies remain."""
        for job in self:
            job.poll()

    def remove_ended(self) -> list[str]:
        """Remove ended jobs from the list; return a line to print for each."""
        self.reap()
        ended = [job for job in self if job.ended]
        lines = [self.describe(job) for job in ended]
        for job in ended:
            self._forget(job)
            self._ended_numbers[f"%{job.number}"] = job.status
        return lines

    def find(self, name: str | None) -> Job:
        """The job that ``%1``, ``%+``, ``%-``, ``%sleep`` or a number means.

        None means the current one. Raise `JobError` if there is none.
        """
        text = (name or "%+").removeprefix("%")
        if text in ("", "+", "%"):
            numbers = self._recent[-1:]
        elif text == "-":
            numbers = self._recent[-2:-1]
        elif text.isascii() and text.isdigit():
            numbers = [number for number in self._jobs if str(number) == text]
        else:
            numbers = [number for number, job in self._jobs.items() if job.source.startswith(text)]
        if not numbers:
            if name is None:
                raise JobError("there is no job")
            raise JobError("{name}: no such job", name=name)
        if len(numbers) > 1:
            raise JobError("{name}: more than one job begins so", name=name)
        return self._jobs[numbers[0]]

    def find_process(self, pid: int) -> Job | None:
        """The job with the process *pid*."""
        return next((j for j in self if any(p.pid == pid for p in j.processes)), None)

    def describe(self, job: Job) -> str:
        """A line like ``[1]+  Stopped                 vim x``."""
        mark = "+" if self._recent[-1:] == [job.number] else " "
        if self._recent[-2:-1] == [job.number]:
            mark = "-"
        running = " &" if not job.stopped and not job.ended else ""
        return f"[{job.number}]{mark}  {_padded(_state(job), 22)}  {job.source}{running}"

    @staticmethod
    def notify(line: str) -> None:
        """Print a line on standard error."""
        Output.write(STDERR, f"{line}\n")

    def _report_signal(self, job: Job) -> None:
        if job.killed_by == signal.SIGINT:
            self.notify("")
            raise KeyboardInterrupt
        if job.killed_by != signal.SIGPIPE:
            self.notify(_state(job))

    def _make_current(self, job: Job) -> None:
        if job.number in self._recent:
            self._recent.remove(job.number)
        self._recent.append(job.number)

    def _forget(self, job: Job) -> None:
        if not job.number:
            return
        del self._jobs[job.number]
        self._recent.remove(job.number)
        if job.pid is not None:
            self._ended[job.pid] = job.status
            while len(self._ended) > _KEPT_STATUSES:
                del self._ended[next(iter(self._ended))]


def _state(job: Job) -> str:
    if job.stopped:
        return say("Stopped")
    if not job.ended:
        return say("Running")
    if job.status == 0:
        return say("Done")
    if job.killed_by:
        return signal.strsignal(job.killed_by) or str(job.killed_by)
    return say("Exit {status}", status=job.status)


def _padded(text: str, width: int) -> str:
    """*text* with blanks up to *width* columns; a Chinese character takes two."""
    wide = sum(1 for character in text if ord(character) > 0x2E7F)
    return text + " " * (width - len(text) - wide)
