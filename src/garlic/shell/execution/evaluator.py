"""Runs the tree of a line: expands words, opens redirections, starts processes, waits."""

import errno
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass

from garlic.core.errors import GarlicError
from garlic.shell.execution.expansion import expand, expand_to_one
from garlic.shell.execution.jobs import Job, Jobs, Process
from garlic.shell.execution.lookup import NoProgram, find_program
from garlic.shell.execution.processes import Execution, Placement, fork, interrupts_ignored, spawn
from garlic.shell.execution.streams import STDERR, STDIN, STDOUT, Descriptors, Output, pipe
from garlic.shell.execution.variables import Variables
from garlic.shell.host import HostCommands
from garlic.shell.interface.terminal import Terminal
from garlic.shell.language.parser import parse
from garlic.shell.language.syntax import Command, Connector, Item, Line, Pipeline, Subshell

_CANNOT_START = 126
# Errors of fork itself; everything else is the fault of the program.
_NO_RESOURCES = (errno.EAGAIN, errno.ENOMEM)


class ExitShell(Exception):  # noqa: N818  (control flow, not an error)
    """Ends the shell, or the subshell it is raised in, with *status*."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


@dataclass(frozen=True, slots=True)
class _InShell:
    """Runs in the shell itself, or in a child of it in a pipeline."""

    run: Callable[[Output], int]


@dataclass(frozen=True, slots=True)
class _InChild:
    """Runs Python code in a child of the shell."""

    run: Callable[[], int]


_Stage = _InShell | _InChild | Execution


class Evaluator:
    """A shell without its input loop: variables, aliases, jobs, and `run`.

    *host* provides the commands of the program around it; with a *terminal* jobs get process
    groups and can be stopped and continued.
    """

    def __init__(
        self,
        builtins: Mapping[str, "Builtin"],
        host: HostCommands,
        terminal: Terminal | None = None,
        name: str = "garlic shell",
    ) -> None:
        self.variables = Variables()
        self.aliases: dict[str, str] = {}
        self.builtins = builtins
        self.host = host
        self.name = name
        self.jobs = Jobs(terminal)
        self.status = 0
        self.source_depth = 0
        self._process_id = os.getpid()  # `$$` is the same in subshells
        self._folder = self.variables.get("PWD") or "."
        self._last_background: int | None = None
        self._substitution_status: int | None = None
        self._own_output = True  # False in a child whose standard output is redirected
        self._pipe_ends: set[int] = set()  # open here; forked children must close them

    def run(self, line: Line) -> int:
        """Run a line and return its status, which is also ``$?`` from now on.

        Raise `ExitShell` on ``exit``, `KeyboardInterrupt` if Ctrl-C stopped a command.
        """
        for item in line:
            try:
                if item.background:
                    self._start_in_background(item)
                else:
                    self._run_item(item)
            except BrokenPipeError:
                raise  # nobody reads our output any more: stop
            except OSError as fault:  # no descriptors left, for instance
                Output(None, STDERR, own=False).fail(fault.strerror or str(fault))
                self.status = 1
        return self.status

    def value(self, name: str) -> str | None:
        """The value of a variable, special ones too; None if not set."""
        match name:
            case "?":
                return str(self.status)
            case "$":
                return str(self._process_id)
            case "!":
                return None if self._last_background is None else str(self._last_background)
            case "#":
                return "0"
            case "0":
                return self.name
            case _:
                return self.variables.get(name)

    @property
    def folder(self) -> str:
        """The current folder; its last known path if it has been removed."""
        with suppress(OSError):
            self._folder = os.fsdecode(os.getcwdb())
        return self._folder

    def update_folder(self) -> None:
        """Set ``PWD`` and ``OLDPWD`` after a change of the current folder."""
        self.variables.set("OLDPWD", self._folder)
        self.variables.export("OLDPWD")
        self.variables.set("PWD", self.folder)

    def output_of(self, source: str) -> str:
        """What the commands in *source* print, without trailing newlines."""
        line = parse(source, self.aliases)
        reading, writing = pipe()
        self._pipe_ends |= {reading, writing}
        try:
            with Descriptors() as descriptors:
                descriptors.connect(STDOUT, writing)
                try:
                    child = self._fork(lambda: self.run(line), descriptors, Placement())
                except OSError as fault:
                    self._substitution_status = _explain_no_start(
                        "", fault, Output(None, STDERR, own=False)
                    )
                    return ""
            self._close_pipe_end(writing)
            job = Job([Process(child)], source)
            try:
                content = b"".join(iter(lambda: os.read(reading, 1 << 16), b""))
            finally:
                interrupted = job.wait(for_stops=False)
        finally:
            self._close_pipe_end(reading)
            self._close_pipe_end(writing)
        self._substitution_status = job.status
        if interrupted:
            raise KeyboardInterrupt
        return os.fsdecode(content.replace(b"\0", b"")).rstrip("\n")

    def _run_item(self, item: Item) -> None:
        self._run_pipeline(item.first)
        for connector, pipeline in item.rest:
            if (connector is Connector.AND) == (self.status == 0):
                self._run_pipeline(pipeline)

    def _run_pipeline(self, pipeline: Pipeline) -> None:
        try:
            job = self._launch(pipeline, background=False)
            status = job if isinstance(job, int) else self.jobs.run_in_foreground(job)
        except KeyboardInterrupt:
            self.status = 130
            raise
        self.status = int(status == 0) if pipeline.negated else status

    def _start_in_background(self, item: Item) -> None:
        job_control = self.jobs.terminal is not None
        with nullcontext() if job_control else interrupts_ignored():
            if item.rest or item.first.negated:
                job = self._launch_item(item)
            else:
                launched = self._launch(item.first, background=True)
                assert isinstance(launched, Job)  # noqa: S101  (a number only in the foreground)
                job = launched
        self.jobs.add(job)
        self._last_background = job.pid
        if job_control:
            self.jobs.notify(f"[{job.number}] {job.pid or ''}")
        self.status = 0

    def _launch_item(self, item: Item) -> Job:
        """Start ``a && b`` as one child, which runs its parts in order."""

        def run() -> int:
            self._run_item(item)
            return self.status

        with Descriptors() as descriptors:
            placement = self._placement(None, background=True)
            self._detach_input(descriptors, placement)
            process = self._start(_InChild(run), descriptors, placement)
        return Job([process], item.source, process.pid if placement.job_control else None)

    def _launch(self, pipeline: Pipeline, *, background: bool) -> Job | int:
        """Start the commands of a pipeline. A single built-in runs at once: returns its status."""
        job = Job([], pipeline.source)
        reading: int | None = None
        try:
            for number, command in enumerate(pipeline.commands, 1):
                last = number == len(pipeline.commands)
                reading, done = self._launch_stage(job, command, reading, last, background)
                if done is not None:
                    return done
        except BaseException:
            # Processes already started find their pipe closed; as a job they are waited for.
            self._close_pipe_end(reading)
            if job.processes:
                self.jobs.add(job)
            raise
        return job

    def _launch_stage(
        self, job: Job, command: Command, reading: int | None, last: bool, background: bool
    ) -> tuple[int | None, int | None]:
        """Add *command* to *job*; return where the next one reads, or the status if it is done."""
        writing: int | None = None
        following: int | None = None
        with Descriptors() as descriptors:
            placement = self._placement(job.group, background=background)
            if reading is not None:
                descriptors.connect(STDIN, reading)
            elif background:
                self._detach_input(descriptors, placement)
            if not last:
                following, writing = pipe()
                self._pipe_ends |= {following, writing}
                descriptors.connect(STDOUT, writing)
            try:
                stage = self._prepare(command, descriptors)
                if isinstance(stage, _InShell) and last and not job.processes and not background:
                    return None, stage.run(self._output(descriptors))
                process = self._start(stage, descriptors, placement)
            except BaseException:
                self._close_pipe_end(following)
                raise
            finally:
                self._close_pipe_end(reading)
                self._close_pipe_end(writing)
        job.processes.append(process)
        if placement.job_control and job.group is None:
            job.group = process.pid
        return following, None

    def _placement(self, group: int | None, *, background: bool) -> Placement:
        terminal = self.jobs.terminal
        if terminal is None:
            return Placement()
        return Placement(group or 0, None if background else terminal, job_control=True)

    @staticmethod
    def _detach_input(descriptors: Descriptors, placement: Placement) -> None:
        """A background job of a script must not read the script's own input."""
        if not placement.job_control:
            descriptors.open(STDIN, os.devnull)

    def _close_pipe_end(self, descriptor: int | None) -> None:
        if descriptor in self._pipe_ends:
            self._pipe_ends.discard(descriptor)
            os.close(descriptor)

    def _prepare(self, command: Command, descriptors: Descriptors) -> _Stage:
        """Expand *command* and decide how to run it; an error becomes a stage that prints it."""
        try:
            if isinstance(command, Subshell):
                descriptors.redirect(command.redirections, self)
                body = command.body
                return _InChild(lambda: self.run(body))
            self._substitution_status = None
            arguments = expand(command.words, self)
            descriptors.redirect(command.redirections, self)
            extra = {a.name: expand_to_one(a.value, self) for a in command.assignments}
        except GarlicError as fault:
            sentence = fault.render()
            return _InShell(lambda output: output.fail(sentence))
        if not arguments:
            return _InShell(lambda _: self._assign(extra))
        return self._resolve(arguments, extra)

    def _resolve(self, arguments: list[str], extra: Mapping[str, str]) -> _Stage:
        """How to run *arguments*: a built-in, a command of the host, or a program."""
        name = arguments[0]
        builtin = self.builtins.get(name)
        if builtin is not None:
            return _InShell(lambda output: self._run_builtin(builtin, arguments, output, extra))
        # A program of the current folder goes before the host's command of the same name.
        if name in self.host.names and isinstance(find_program(f"./{name}", None), NoProgram):
            self.host.prepare()
            return _InChild(lambda: self._run_host(arguments, extra))
        found = find_program(name, extra.get("PATH", self.variables.get("PATH")))
        if isinstance(found, NoProgram):
            return _InShell(lambda output: _explain_no_program(name, found, output))
        return Execution(
            os.fsencode(found.path),
            [os.fsencode(argument) for argument in arguments],
            self.variables.for_children(extra),
        )

    def _assign(self, values: Mapping[str, str]) -> int:
        for name, value in values.items():
            self.variables.set(name, value)
        return self._substitution_status or 0

    def _run_builtin(
        self,
        builtin: "Builtin",
        arguments: list[str],
        output: Output,
        extra: Mapping[str, str],
    ) -> int:
        previous = {name: self.variables.get(name) for name in extra}
        self._assign(extra)
        try:
            return builtin.run(self, arguments[1:], output)
        except GarlicError as fault:
            return output.fail(fault.render())
        finally:
            for name, value in previous.items():
                if value is None:
                    self.variables.unset(name)
                else:
                    self.variables.set(name, value)

    def _run_host(self, arguments: list[str], extra: Mapping[str, str]) -> int:
        for name, value in extra.items():
            self.variables.set(name, value)
            self.variables.export(name)
        return self.host.run(arguments)

    def _start(self, stage: _Stage, descriptors: Descriptors, placement: Placement) -> Process:
        """Start *stage* in a child; if that fails, return a process that has ended already."""
        own = self._own(descriptors)
        name = os.fsdecode(stage.arguments[0]) if isinstance(stage, Execution) else ""
        child_output = Output(STDOUT, STDERR, own)
        try:
            if isinstance(stage, Execution):
                pid = spawn(
                    stage,
                    descriptors,
                    placement,
                    lambda fault: _explain_no_start(name, fault, child_output),
                )
            elif isinstance(stage, _InShell):
                run = stage.run
                pid = self._fork(lambda: run(child_output), descriptors, placement)
            else:
                pid = self._fork(stage.run, descriptors, placement)
        except OSError as fault:
            return Process(None, _explain_no_start(name, fault, self._output(descriptors)))
        return Process(pid)

    def _fork(self, run: Callable[[], int], descriptors: Descriptors, placement: Placement) -> int:
        own = self._own(descriptors)

        def body() -> int:
            for descriptor in self._pipe_ends:
                os.close(descriptor)
            self._pipe_ends.clear()
            self._own_output = own
            self.jobs = Jobs()
            try:
                return run()
            except ExitShell as leave:
                return leave.status

        return fork(body, descriptors, placement)

    def _own(self, descriptors: Descriptors) -> bool:
        return self._own_output and descriptors[STDOUT] == STDOUT

    def _output(self, descriptors: Descriptors) -> Output:
        return Output(descriptors[STDOUT], descriptors[STDERR], self._own(descriptors))


@dataclass(frozen=True, slots=True)
class Builtin:
    """A command of the shell itself, with the texts that `help` shows."""

    usage: str
    about: str
    run: Callable[[Evaluator, Sequence[str], Output], int]


def _explain_no_program(name: str, found: NoProgram, output: Output) -> int:
    """Print that *name* is no command: the lab's message, and the reason if one is known."""
    output.lab_message(f"{name}: no such command")
    if found.why is not None:
        output.complain("{name}: {why}", name=name, why=found.why)
    return found.status


def _explain_no_start(name: str, fault: OSError, output: Output) -> int:
    why = fault.strerror or str(fault)
    if fault.errno in _NO_RESOURCES:
        output.complain("fork: {why}", why=why)
        return _CANNOT_START
    return _explain_no_program(name, NoProgram(why), output)
