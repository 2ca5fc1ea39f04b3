"""Opens the shell on a script, a terminal or any other standard input."""

import os
import shlex
import signal
from contextlib import suppress
from types import FrameType

from garlic.core.errors import UsageError
from garlic.shell.execution.builtins import BUILTINS
from garlic.shell.execution.evaluator import Evaluator
from garlic.shell.execution.streams import STDIN, STDOUT, moved_up
from garlic.shell.host import HostCommands
from garlic.shell.interface.reader import LineReader, PlainReader
from garlic.shell.interface.session import Session
from garlic.shell.interface.terminal import Terminal
from garlic.shell.language.parser import parse

# The status of bash when its output is closed.
_BROKEN_PIPE = 128 + signal.SIGPIPE


def open_shell(script: str | None, host: HostCommands) -> int:
    """Run the shell on the file *script*, or on standard input; return its exit status.

    Raise `UsageError` if the script cannot be read.
    """
    if script is None and os.isatty(STDIN) and os.isatty(STDOUT):
        return _at_terminal(host)
    shell = Evaluator(BUILTINS, host, name=script or "garlic shell")
    try:
        return Session(shell, _plain_reader(script)).run()
    except BrokenPipeError:
        return _BROKEN_PIPE


def _plain_reader(script: str | None) -> LineReader:
    if script is None:
        return PlainReader(STDIN, shared=True)
    try:
        opened = os.open(os.fsencode(script), os.O_RDONLY)
        os.read(opened, 0)  # a folder can be opened, but not read
    except (OSError, ValueError) as fault:
        why = getattr(fault, "strerror", None) or str(fault)
        raise UsageError("cannot read {path}: {why}", path=script, why=why) from fault
    return PlainReader(moved_up(opened), shared=False)


def _at_terminal(host: HostCommands) -> int:
    from garlic.shell.interface.prompt import PromptReader

    terminal = Terminal(STDIN)
    terminal.take_over()
    shell = Evaluator(BUILTINS, host, terminal)

    def hang_up(number: int, _frame: FrameType | None) -> None:
        """The terminal is gone: end all jobs, then the shell."""
        for job in shell.jobs:
            with suppress(OSError):
                job.signal(number)
                job.resume()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    signal.signal(signal.SIGHUP, hang_up)
    shell.aliases["ls"] = "ls --color=auto"
    try:
        session = Session(shell, PromptReader(shell))
        if (start_file := _start_file()) is not None:
            shell.run(parse(f"source {shlex.quote(start_file)}"))
        return session.run()
    finally:
        terminal.release()


def _start_file() -> str | None:
    """The user's start-up file with aliases and variables, if there is one."""
    folder = os.environ.get("XDG_CONFIG_HOME")
    if not folder and (home := os.environ.get("HOME")):
        folder = f"{home}/.config"
    path = f"{folder}/garlic/shellrc"
    return path if folder and os.path.isfile(path) else None
