"""Opens the shell: on a script, on a terminal, or on whatever standard input is."""

import os
import shlex
import signal
from contextlib import suppress
from types import FrameType

from garlic.core.errors import UsageError
from garlic.shell.execution.builtins import BUILTINS
from garlic.shell.execution.evaluator import Evaluator
from garlic.shell.execution.streams import STDIN, STDOUT, out_of_the_way
from garlic.shell.host import HostCommands
from garlic.shell.interface.reader import LineReader, PlainReader
from garlic.shell.interface.session import Session
from garlic.shell.interface.terminal import Terminal
from garlic.shell.language.parser import parse

# How bash ends when nobody reads its output any more.
_NOBODY_READS = 128 + signal.SIGPIPE


def open_shell(script: str | None, host: HostCommands) -> int:
    """Run the shell on the file *script*, without one on standard input; its exit status.

    Raise `UsageError` if the script cannot be read.
    """
    if script is None and os.isatty(STDIN) and os.isatty(STDOUT):
        return _at_terminal(host)
    shell = Evaluator(BUILTINS, host, name=script or "garlic shell")
    try:
        return Session(shell, _plain_reader(script)).run()
    except BrokenPipeError:
        return _NOBODY_READS


def _plain_reader(script: str | None) -> LineReader:
    if script is None:
        return PlainReader(STDIN, shared=True)
    try:
        opened = os.open(os.fsencode(script), os.O_RDONLY)
        os.read(opened, 0)  # a folder can be opened, but not read
    except (OSError, ValueError) as fault:
        why = getattr(fault, "strerror", None) or str(fault)
        raise UsageError("cannot read {path}: {why}", path=script, why=why) from fault
    return PlainReader(out_of_the_way(opened), shared=False)


def _at_terminal(host: HostCommands) -> int:
    from garlic.shell.interface.prompt import PromptReader

    terminal = Terminal(STDIN)
    terminal.take_over()
    shell = Evaluator(BUILTINS, host, terminal)

    def hang_up(number: int, _frame: FrameType | None) -> None:
        """The terminal is gone: so are our jobs, and so are we."""
        for job in shell.jobs:
            with suppress(OSError):
                job.signal(number)
                job.go_on()
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
    """The file of a person's own aliases and variables, if there is one."""
    folder = os.environ.get("XDG_CONFIG_HOME")
    if not folder and (home := os.environ.get("HOME")):
        folder = f"{home}/.config"
    path = f"{folder}/garlic/shellrc"
    return path if folder and os.path.isfile(path) else None
