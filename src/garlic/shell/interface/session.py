"""The main loop: prompt, read, log, run. This is what the shell lab specifies."""

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
    """One session of the shell, with its log."""

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
                    self._report_ended_jobs()
                    line = self._read(self.prompt)
                    if line is None:
                        raise ExitShell(self.shell.status)
                    self.execute(line)
                except ExitShell as leave:
                    if self._may_leave():
                        return leave.status
                except KeyboardInterrupt:
                    if self.shell.jobs.terminal is None:
                        raise  # Ctrl-C ends a script
                    self.shell.status = _INTERRUPTED
        finally:
            self._end_stopped_jobs()

    @property
    def prompt(self) -> str:
        """The current folder, ``$`` and a space."""
        return f"{self.shell.folder}$ "

    def execute(self, line: str) -> None:
        """Run one line, or a ``!`` command of the log; sets ``$?``."""
        if not line.strip(" \t"):
            return
        if not line.startswith("!"):
            self._log_and_run(line)
        elif line.rstrip(" \t") == "!#":
            for entry in self.log.entries:
                self._output.print(entry)
            self.shell.status = 0
        elif prefix := line[1:].strip(" \t") and line[1:]:
            earlier = self.log.search(prefix)
            if earlier is None:
                self._output.lab_message("No Match")
                self.shell.status = 1
            else:
                self._log_and_run(earlier)

    def _log_and_run(self, line: str) -> None:
        line, parsed = self._parse(line)
        self.log.push(line)
        if isinstance(parsed, ShellSyntaxError):
            self._output.complain("syntax error: {fault}", fault=parsed.render())
            self.shell.status = _SYNTAX_STATUS
        else:
            self.shell.run(parsed)

    def _parse(self, line: str) -> tuple[str, Line | ShellSyntaxError]:
        """*line* with its continuation lines, and its tree or the error."""
        while True:
            try:
                return line, parse(line, self.shell.aliases)
            except UnfinishedLineError as unfinished:
                more = self._read(_MORE)
                if more is None:
                    return line, unfinished
                line = line[:-1] + more if line.endswith("\\") else f"{line} {more}"
            except ShellSyntaxError as fault:
                return line, fault

    def _read(self, prompt: str) -> str | None:
        """The next line; children that end meanwhile are reaped."""

        def reap(_number: int, _frame: FrameType | None) -> None:
            self.shell.jobs.reap()

        previous = signal.signal(signal.SIGCHLD, reap)
        try:
            self.shell.jobs.reap()  # those that ended before the handler was set
            return self._reader.read(prompt)
        finally:
            signal.signal(signal.SIGCHLD, previous)

    def _report_ended_jobs(self) -> None:
        lines = self.shell.jobs.remove_ended()
        if self.shell.jobs.terminal is not None:
            for line in lines:
                self.shell.jobs.notify(line)

    def _may_leave(self) -> bool:
        """False the first time there are stopped jobs, with a warning; then True."""
        stopped = any(job.stopped for job in self.shell.jobs)
        if not stopped or self._warned_of_jobs:
            return True
        self._warned_of_jobs = True
        self._output.complain("there are stopped jobs: `jobs` lists them, `exit` ends them")
        return False

    def _end_stopped_jobs(self) -> None:
        """Hang up stopped jobs: without the shell nothing could continue them."""
        for job in self.shell.jobs:
            if job.stopped:
                with suppress(OSError):
                    job.signal(signal.SIGHUP)
                    job.resume()
