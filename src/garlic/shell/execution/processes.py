"""Starting children.

Programs are started with posix_spawn, which is several times as fast as forking a Python
process. A child that must run Python code first is forked: built-ins in a pipeline, subshells,
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
    """The process group of a child, and whether it owns the terminal.

    *group* is None without job control (the child stays in our group), 0 for a new group.
    """

    group: int | None = None
    terminal: Terminal | None = None  # set for foreground jobs on a terminal
    job_control: bool = False


@dataclass(frozen=True, slots=True)
class Execution:
    """A program to execute: the file, its arguments including argv[0], its environment."""

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

    On a terminal the child is forked before the program is executed: there *explain* is called
    in the child, and what it returns becomes the exit status.
    """
    if placement.terminal is not None:
        return fork(lambda: _exec(execution, explain), descriptors, placement)
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

    return _start_program(start, execution)


def fork(body: Callable[[], int], descriptors: Descriptors, placement: Placement) -> int:
    """Run *body* in a child and return the child's id; its result is the exit status."""
    moves = descriptors.moves()
    child = os.fork()
    if child == 0:
        _run_as_child(body, moves, placement)
    if placement.group is not None:
        _join(child, placement.group or child)  # the child does the same: whichever comes first
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
    except BaseException:  # noqa: BLE001  (our bug, printed; a child must never return)
        sys.excepthook(*sys.exc_info())
    finally:
        os._exit(status)


def _exec(execution: Execution, explain: Callable[[OSError], int]) -> int:
    def replace_this_process(path: bytes, arguments: list[bytes]) -> int:
        os.execve(path, arguments, execution.environment)  # noqa: S606  (what a shell is for)

    try:
        return _start_program(replace_this_process, execution)
    except OSError as fault:
        return explain(fault)


def _start_program(start: Callable[[bytes, list[bytes]], int], execution: Execution) -> int:
    """Call *start* for the program; a script without a ``#!`` line is run by /bin/sh."""
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
        return  # the child has executed its program, or ended already


def _close(descriptor: int) -> None:
    try:
        os.close(descriptor)
    except OSError:
        return  # it was not open


@contextmanager
def interrupts_ignored() -> Iterator[None]:
    """Children started here ignore Ctrl-C: background jobs without job control."""
    previous = {
        number: signal.signal(number, signal.SIG_IGN) for number in (signal.SIGINT, signal.SIGQUIT)
    }
    try:
        yield
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)
