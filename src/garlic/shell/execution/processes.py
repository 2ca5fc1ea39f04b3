"""Starting children.

A program is started with posix_spawn, several times as fast as a fork of a Python process.
Where a child must run Python code first there is a fork: built-ins in a pipeline, subshells,
and on a terminal every child, because it must own the terminal before its program runs.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NoReturn

from garlic.shell.execution.streams import Descriptors
from garlic.shell.interface.terminal import IGNORED, Terminal

# Python ignores these two; programs expect them to work.
_IGNORED_BY_PYTHON = (signal.SIGPIPE, signal.SIGXFSZ)

_SHELL = b"/bin/sh"
_NO_EXECUTABLE_FORMAT = 8  # ENOEXEC


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a child belongs: its process group, and whether that owns the terminal.

    *group* is None without job control (the child stays in our group), 0 for a new group.
    """

    group: int | None = None
    terminal: Terminal | None = None  # set for jobs in the foreground of a terminal
    job_control: bool = False


@dataclass(frozen=True, slots=True)
class Execution:
    """A program to become: the file, its arguments with its name, its environment."""

    path: bytes
    arguments: list[bytes]
    environment: Mapping[bytes, bytes]


def spawn(
    execution: Execution,
    descriptors: Descriptors,
    placement: Placement,
    explain: Callable[[OSError], int],
) -> int:
    """Start a program and return its process id; raise `OSError` if it cannot start.

    On a terminal a child exists before it is known whether the program starts: there
    *explain* is called in the child, and what it returns becomes the exit status.
    """
    if placement.terminal is not None:
        return fork(lambda: _become(execution, explain), descriptors, placement)
    actions = [
        (os.POSIX_SPAWN_CLOSE, to) if source is None else (os.POSIX_SPAWN_DUP2, source, to)
        for to, source in descriptors.moves()
    ]
    defaults = [*_IGNORED_BY_PYTHON, *(IGNORED if placement.job_control else ())]

    def start(path: bytes, arguments: list[bytes]) -> int:
        environment = execution.environment
        if placement.group is None:
            return os.posix_spawn(
                path, arguments, environment, file_actions=actions, setsigdef=defaults
            )
        return os.posix_spawn(
            path,
            arguments,
            environment,
            file_actions=actions,
            setsigdef=defaults,
            setpgroup=placement.group,
        )

    return _started(start, execution)


def fork(body: Callable[[], int], descriptors: Descriptors, placement: Placement) -> int:
    """Run *body* in a child and return the child's id; its result is the exit status."""
    moves = descriptors.moves()
    child = os.fork()
    if child == 0:
        _run_as_child(body, moves, placement)
    if placement.group is not None:
        _join(child, placement.group or child)  # as the child does itself: who is first, wins
    return child


def _run_as_child(
    body: Callable[[], int], moves: list[tuple[int, int | None]], placement: Placement
) -> NoReturn:
    status = 1
    try:
        if placement.group is not None:
            _join(0, placement.group)
        if placement.terminal is not None:
            placement.terminal.give_to(os.getpgrp())  # SIGTTOU is still ignored here
        for number in (*_IGNORED_BY_PYTHON, *(IGNORED if placement.job_control else ())):
            signal.signal(number, signal.SIG_DFL)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for to, source in moves:
            if source is None:
                _close(to)
            else:
                os.dup2(source, to)
        status = body()
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGINT)
    except BaseException:  # noqa: BLE001  (a fault of ours, shown; a child must never return)
        sys.excepthook(*sys.exc_info())
    finally:
        os._exit(status)


def _become(execution: Execution, explain: Callable[[OSError], int]) -> int:
    def replace_this_process(path: bytes, arguments: list[bytes]) -> int:
        os.execve(path, arguments, execution.environment)  # noqa: S606  (a shell's very work)

    try:
        return _started(replace_this_process, execution)
    except OSError as fault:
        return explain(fault)


def _started(start: Callable[[bytes, list[bytes]], int], execution: Execution) -> int:
    """*start* the program; a script without a ``#!`` line is run by the system's shell."""
    try:
        return start(execution.path, execution.arguments)
    except OSError as fault:
        if fault.errno != _NO_EXECUTABLE_FORMAT:
            raise
        return start(_SHELL, [_SHELL, execution.path, *execution.arguments[1:]])


def _join(process: int, group: int) -> None:
    try:
        os.setpgid(process, group)
    except (PermissionError, ProcessLookupError):
        return  # it is done: the child has executed its program, or ended already


def _close(descriptor: int) -> None:
    try:
        os.close(descriptor)
    except OSError:
        return  # it was not open


@contextmanager
def interrupts_ignored() -> Iterator[None]:
    """Children started here do not hear Ctrl-C: background jobs without job control."""
    before = {
        number: signal.signal(number, signal.SIG_IGN) for number in (signal.SIGINT, signal.SIGQUIT)
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
