"""The loop: prompt, read, log, run. What the lab asks of a shell, it asks of this."""

import signal
from contextlib import suppress
from types import FrameType

from garlic.shell.execution.evaluator import Evaluator, ExitShell
from garlic.shell.execution.streams import STDERR, STDOUT, Output
from garlic.shell.interface.log import Log
from garlic.shell.interface.reader import LineReader
from garlic.shell.language.parser import parse
from garlic.shell.language.syntax import Line, ShellSyntaxError, UnfinishedLineError

_SYNTAX_STATUS = 2
_INTERRUPTED = 128 + signal.SIGINT
_MORE = "> "


class Session:
    """One conversation with the shell: its log, and `run` until the end of input."""

    def __init__(self, shell: Evaluator, reader: LineReader) -> None:
        self.shell = shell
        self.log = Log()
        self._reader = reader
        self._output = Output(STDOUT, STDERR, own=True)
        self._warned_of_jobs = False

    def run(self) -> int:
        """Read and run lines until ``exit`` or the end of input; return the exit status."""
        try:
            while True:
                try:
                    self._tell_of_jobs()
                    line = self._read(self.prompt)
                    if line is None:
                        raise ExitShell(self.shell.status)
                    self.execute(line)
                except ExitShell as way_out:
                    if self._may_leave():
                        return way_out.status
                except KeyboardInterrupt:
                    if self.shell.jobs.terminal is None:
                        raise  # a script that is interrupted ends
                    self.shell.status = _INTERRUPTED
        finally:
            self._end_stopped_jobs()

    @property
    def prompt(self) -> str:
        """The current folder, a dollar, a blank."""
        return f"{self.shell.folder}$ "

    def execute(self, line: str) -> None:
        """Do what one line says, the log's ``!`` included; ``$?`` tells how it went."""
        if not line.strip(" \t"):
            return
        if not line.startswith("!"):
            self._log_and_run(line)
        elif line.rstrip(" \t") == "!#":
            for entry in self.log.entries:
                self._output.print(entry)
            self.shell.status = 0
        elif prefix := line[1:].strip(" \t") and line[1:]:
            found = self.log.search(prefix)
            if found is None:
                self._output.lab_message("No Match")
                self.shell.status = 1
            else:
                self._log_and_run(found)

    def _log_and_run(self, line: str) -> None:
        line, understood = self._understood(line)
        self.log.push(line)
        if isinstance(understood, ShellSyntaxError):
            self._output.complain("syntax error: {fault}", fault=understood.render())
            self.shell.status = _SYNTAX_STATUS
        else:
            self.shell.run(understood)

    def _understood(self, line: str) -> tuple[str, Line | ShellSyntaxError]:
        """*line*, with those it goes on in, and its tree or what is wrong with it."""
        while True:
            try:
                return line, parse(line, self.shell.aliases)
            except UnfinishedLineError as unfinished:
                more = self._read(_MORE)
                if more is None:
                    return line, unfinished
                line = line[:-1] + more if line.endswith("\\") else f"{line} {more}"
            except ShellSyntaxError as wrong:
                return line, wrong

    def _read(self, prompt: str) -> str | None:
        """The next line; children that end while we wait for it leave no zombie."""

        def reap(_number: int, _frame: FrameType | None) -> None:
            self.shell.jobs.reap()

        before = signal.signal(signal.SIGCHLD, reap)
        try:
            self.shell.jobs.reap()  # those that ended before anybody listened
            return self._reader.read(prompt)
        finally:
            signal.signal(signal.SIGCHLD, before)

    def _tell_of_jobs(self) -> None:
        lines = self.shell.jobs.settle()
        if self.shell.jobs.terminal is not None:
            for line in lines:
                self.shell.jobs.tell(line)

    def _may_leave(self) -> bool:
        """False once for a person whose stopped jobs would die; the next ``exit`` leaves."""
        stopped = any(job.stopped for job in self.shell.jobs)
        if not stopped or self._warned_of_jobs:
            return True
        self._warned_of_jobs = True
        self._output.complain("there are stopped jobs: `jobs` lists them, `exit` ends them")
        return False

    def _end_stopped_jobs(self) -> None:
        """Stopped processes without a shell could never be continued."""
        for job in self.shell.jobs:
            if job.stopped:
                with suppress(OSError):
                    job.signal(signal.SIGHUP)
                    job.go_on()
