"""The built-in commands. Each gets the shell, its arguments and an `Output`."""

import os
import re
import shlex
import signal
from collections.abc import Callable, Sequence

from garlic.core.errors import GarlicError
from garlic.core.language.text import say
from garlic.core.reading.scan import whole_number
from garlic.shell.execution.evaluator import Builtin, Evaluator, ExitShell
from garlic.shell.execution.jobs import Job
from garlic.shell.execution.streams import Output
from garlic.shell.language.parser import parse
from garlic.shell.language.syntax import ShellSyntaxError

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_ALIAS_NAME = re.compile(r"[^\s'\"\\$`;&|<>()=/]+")
_LARGEST_PROCESS = 1 << 31

BUILTINS: dict[str, Builtin] = {}

_Run = Callable[[Evaluator, Sequence[str], Output], int]


class _UsageError(GarlicError):
    """Wrong arguments of a built-in."""


def _builtin(usage: str, about: str) -> Callable[[_Run], _Run]:
    """Register a function in `BUILTINS` under the first word of *usage*."""

    def register(run: _Run) -> _Run:
        BUILTINS[usage.split(" ", maxsplit=1)[0]] = Builtin(usage, about, run)
        return run

    return register


@_builtin("cd [DIR]", "go to a folder; without DIR home, with - back")
def _cd(shell: Evaluator, arguments: Sequence[str], output: Output) -> int:
    if len(arguments) > 1:
        raise _UsageError("{name}: too many arguments", name="cd")
    target = arguments[0] if arguments else shell.variables.get("HOME")
    if target is None:
        output.lab_message("HOME not set")
        return 1
    if back := target == "-":
        earlier = shell.variables.get("OLDPWD")
        if earlier is None:
            raise _UsageError("cd: there is no folder to go back to yet")
        target = earlier
    try:
        os.chdir(os.fsencode(target))
    except FileNotFoundError:
        output.lab_message(f"{target}: No such file or directory")
        return 1
    except (OSError, ValueError) as fault:
        # The lab defines one message for all failures; the actual reason follows on stderr.
        output.lab_message(f"{target}: No such file or directory")
        why = getattr(fault, "strerror", None) or str(fault)
        raise _UsageError("cd: {folder}: {why}", folder=target, why=why) from fault
    shell.update_folder()
    if back:
        output.print(shell.folder)
    return 0


@_builtin("exit [STATUS]", "leave the shell")
def _exit(shell: Evaluator, arguments: Sequence[str], output: Output) -> int:
    if len(arguments) > 1:
        raise _UsageError("{name}: too many arguments", name="exit")
    if arguments and not re.fullmatch(r"[+-]?[0-9]{1,18}", arguments[0], re.ASCII):
        output.complain("exit: expected a number, got {got!r}", got=arguments[0])
        raise ExitShell(2)
    raise ExitShell(int(arguments[0]) & 0xFF if arguments else shell.status)


@_builtin("export [NAME[=VALUE]...]", "let programs see variables; alone, list those they see")
def _export(shell: Evaluator, arguments: Sequence[str], output: Output) -> int:
    if not arguments:
        for name, value in shell.variables.exported():
            output.print(f"export {name}={shlex.quote(value)}")
    for argument in arguments:
        name, equals, value = argument.partition("=")
        _check_name("export", name)
        if equals:
            shell.variables.set(name, value)
        shell.variables.export(name)
    return 0


@_builtin("unset NAME...", "forget variables")
def _unset(shell: Evaluator, arguments: Sequence[str], _output: Output) -> int:
    for name in arguments:
        _check_name("unset", name)
        shell.variables.unset(name)
    return 0


def _check_name(command: str, name: str) -> None:
    if not _NAME.fullmatch(name):
        raise _UsageError(
            "{command}: expected the name of a variable, got {name!r}", command=command, name=name
        )


@_builtin("alias [NAME[=TEXT]...]", "set or show short names of commands")
def _alias(shell: Evaluator, arguments: Sequence[str], output: Output) -> int:
    status = 0
    for argument in arguments or sorted(shell.aliases):
        name, equals, text = argument.partition("=")
        if equals:
            if not _ALIAS_NAME.fullmatch(name):
                raise _UsageError("alias: {name!r} cannot be the name of a command", name=name)
            shell.aliases[name] = text
        elif name in shell.aliases:
            output.print(f"alias {name}={shlex.quote(shell.aliases[name])}")
        else:
            output.complain("{command}: {name}: no such alias", command="alias", name=name)
            status = 1
    return status


@_builtin("unalias NAME...", "forget aliases; -a all of them")
def _unalias(shell: Evaluator, arguments: Sequence[str], output: Output) -> int:
    status = 0
    for name in arguments:
        if name == "-a":
            shell.aliases.clear()
        elif shell.aliases.pop(name, None) is None:
            output.complain("{command}: {name}: no such alias", command="unalias", name=name)
            status = 1
    return status


@_builtin("jobs", "list the jobs in the background")
def _jobs(shell: Evaluator, arguments: Sequence[str], output: Output) -> int:
    _check_count("jobs", arguments, most=0)
    shell.jobs.reap()
    for job in shell.jobs:
        output.print(shell.jobs.describe(job))
    shell.jobs.remove_ended()
    return 0


@_builtin("fg [%JOB]", "continue a job in the foreground")
def _fg(shell: Evaluator, arguments: Sequence[str], output: Output) -> int:
    job = _resumable(shell, "fg", arguments)
    return shell.jobs.resume(job, output.print)


@_builtin("bg [%JOB]", "continue a job in the background")
def _bg(shell: Evaluator, arguments: Sequence[str], output: Output) -> int:
    job = _resumable(shell, "bg", arguments)
    shell.jobs.resume_in_background(job)
    output.print(shell.jobs.describe(job))
    return 0


def _resumable(shell: Evaluator, name: str, arguments: Sequence[str]) -> Job:
    _check_count(name, arguments, most=1)
    if shell.jobs.terminal is None:
        raise _UsageError("{name}: only at a terminal", name=name)
    return shell.jobs.find(arguments[0] if arguments else None)


def _check_count(name: str, arguments: Sequence[str], most: int) -> None:
    if len(arguments) > most:
        raise _UsageError("{name}: too many arguments", name=name)


@_builtin("wait [%JOB|PROCESS...]", "wait for jobs in the background; alone, for all")
def _wait(shell: Evaluator, arguments: Sequence[str], output: Output) -> int:
    if not arguments:
        for job in shell.jobs:
            if not job.stopped:
                shell.jobs.wait(job)
        return 0
    status = 0
    for name in arguments:
        if (ended := shell.jobs.status_of_number(name)) is not None:
            status = ended
            continue
        process = None if name.startswith("%") else _process("wait", name)
        job_or_none = shell.jobs.find(name) if process is None else shell.jobs.find_process(process)
        if job_or_none is not None:
            status = shell.jobs.wait(job_or_none)
            continue
        known = None if process is None else shell.jobs.status_of(process)
        if known is None:
            output.complain("wait: {name} is not a child of this shell", name=name)
        status = 127 if known is None else known
    return status


def _process(command: str, text: str) -> int:
    process = whole_number(text.removeprefix("-"), 0, _LARGEST_PROCESS)
    if process is None:
        raise _UsageError(
            "{command}: expected a process or a job like %1, got {text!r}",
            command=command,
            text=text,
        )
    return -process if text.startswith("-") else process


@_builtin("kill [-SIGNAL] %JOB|PROCESS...", "send a signal, TERM unless named; -l lists them")
def _kill(shell: Evaluator, arguments: Sequence[str], output: Output) -> int:
    if list(arguments) == ["-l"]:
        for known in sorted(signal.Signals):
            output.print(f"{known.value:2} {known.name.removeprefix('SIG')}")
        return 0
    number, targets = int(signal.SIGTERM), list(arguments)
    if targets[:1] == ["-s"] and len(targets) > 1:
        number = _signal_number(targets[1])
        targets = targets[2:]
    elif targets and targets[0].startswith("-") and targets[0] != "--":
        number = _signal_number(targets[0][1:])
        targets = targets[1:]
    if targets[:1] == ["--"]:
        targets = targets[1:]
    if not targets:
        raise _UsageError("kill: expected a process or a job like %1")
    status = 0
    for target in targets:
        try:
            if target.startswith("%"):
                _signal_job(shell.jobs.find(target), number)
            else:
                os.kill(_process("kill", target), number)
        except OSError as fault:
            why = fault.strerror or str(fault)
            output.complain("kill: {target}: {why}", target=target, why=why)
            status = 1
    return status


def _signal_job(job: Job, number: int) -> None:
    job.signal(number)
    if job.stopped and number in (signal.SIGTERM, signal.SIGHUP):
        job.resume()  # a stopped process handles the signal only after SIGCONT


def _signal_number(text: str) -> int:
    name = text.upper().removeprefix("SIG")
    number = whole_number(text, 0, signal.NSIG - 1)
    if number is not None:
        return number
    named = getattr(signal, f"SIG{name}", None)
    if isinstance(named, signal.Signals):
        return int(named)
    raise _UsageError("kill: {text!r} is not a signal; `kill -l` lists them", text=text)


@_builtin("source FILE", "run the lines of a file in this shell")
def _source(shell: Evaluator, arguments: Sequence[str], output: Output) -> int:
    if len(arguments) != 1:
        raise _UsageError("source: expected one file")
    name = arguments[0]
    shell.source_depth += 1
    try:
        if shell.source_depth > 20:
            raise _UsageError("source: {file}: files that read each other, too deep", file=name)
        with open(os.fsencode(name), "rb") as file:
            for number, content in enumerate(file, 1):
                text = os.fsdecode(content.replace(b"\0", b"")).rstrip("\r\n")
                try:
                    line = parse(text, shell.aliases)
                except ShellSyntaxError as fault:
                    output.complain(
                        "{file}: line {line}: {fault}", file=name, line=number, fault=fault.render()
                    )
                    return 2
                shell.run(line)
    except OSError as fault:
        raise _UsageError("{file}: {why}", file=name, why=fault.strerror or str(fault)) from fault
    finally:
        shell.source_depth -= 1
    return shell.status


@_builtin("help", "this list")
def _help(shell: Evaluator, arguments: Sequence[str], output: Output) -> int:
    _check_count("help", arguments, most=0)
    rows = [(builtin.usage, say(builtin.about)) for builtin in BUILTINS.values()]
    rows += [
        ("!#", say("print the log of this session")),
        ("!PREFIX", say("run the newest line of the log that starts so")),
    ]
    _print_table(say("Commands of the shell:"), rows, output)
    if hosted := shell.host.summaries():
        output.print("")
        _print_table(say("Commands of garlic, each with --help:"), hosted, output)
    return 0


def _print_table(title: str, rows: Sequence[tuple[str, str]], output: Output) -> None:
    width = max(len(left) for left, _ in rows)
    lines = [title, *(f"  {left:<{width}}  {right}" for left, right in rows)]
    output.print("\n".join(lines))
