"""The `garlic` command: parses, calls, prints; decides nothing.

`main` is the only place that turns errors into exit codes: 0 all well, 1 a check failed,
2 wrong usage or input, 130 stopped by Ctrl-C.
"""

import os
import sys
from collections.abc import Sequence
from typing import NoReturn


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and leave the process with its exit code."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit code; what went wrong is said on stderr."""
    if (script := _shell_script(arguments)) is not None:
        return _run_shell(*script)
    import typer

    from garlic.cli.app import command, explain_usage
    from garlic.core import GarlicError

    try:
        code = command().main(list(arguments), prog_name="garlic", standalone_mode=False)
        sys.stdout.flush()
    except GarlicError as fault:
        return _fail(fault.render())
    except typer.TyperException as fault:
        # A group without arguments has printed its help already and has no message.
        return _fail(explain_usage(fault)) if str(fault) else 2
    except (typer.Abort, KeyboardInterrupt):
        return 130
    except BrokenPipeError:
        # Whoever read our output (`head`, a pager) has enough. Python flushes once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code if isinstance(code, int) else 0


def _shell_script(arguments: Sequence[str]) -> tuple[str | None] | None:
    """The script of a plain ``shell [SCRIPT]``, in a tuple; None for any other command line."""
    match arguments:
        case ["shell"]:
            return (None,)
        case ["shell", script] if not script.startswith("-"):
            return (script,)
        case _:
            return None


def _run_shell(script: str | None) -> int:
    """The shell without typer: a script must not wait for what it may never use."""
    from garlic.cli.console import run_shell
    from garlic.core import GarlicError

    try:
        return run_shell(script)
    except GarlicError as fault:
        return _fail(fault.render())
    except KeyboardInterrupt:
        return 130


def _fail(sentence: str) -> int:
    from garlic.core import say

    print(f"garlic: {say('error')}: {sentence}", file=sys.stderr)
    return 2
