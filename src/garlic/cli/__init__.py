"""The `garlic` command: parses arguments, calls the layers below, prints.

`commands` has one module per command, in the groups of the help page, `games` the commands of one
game alone. What commands share is in `playing` (positions and games), `tournaments`, `leagues`,
`courses` and `teaching` (labs), and here what all of them share: `parameters`, `output`,
`progress`, `busy`, `remote`. `tree` is the command line itself: names, help, completion. Nothing
here knows the rules of a game or decides a result. Start with `app`.

`main` is the only place that turns errors into exit codes: 0 success, 1 a check failed,
2 wrong usage or input, or output that cannot be written, 3 something could not be judged, 130
stopped by Ctrl-C.
"""

import io
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from garlic.core import GarlicError, Text


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and exit with its exit code."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit code; errors are printed on stderr."""
    try:
        _prepare_streams()
        if (script := _shell_script(arguments)) is not None:
            return _run_shell(*script)
        return _run_command(arguments)
    except KeyboardInterrupt:  # also while modules are still being imported
        return 130


def _run_command(arguments: Sequence[str]) -> int:
    import typer

    from garlic.cli.app import command
    from garlic.cli.busy import EXIT_NOT_JUDGED
    from garlic.cli.tree.usage import explain_usage
    from garlic.core import GarlicError, NotJudgedError, Text
    from garlic.core.reading.files import why

    root = command(next(iter(arguments), None))
    try:
        code = root.main(list(arguments), prog_name="garlic", standalone_mode=False)
        sys.stdout.flush()
    except NotJudgedError as fault:
        return _fail(fault, EXIT_NOT_JUDGED)
    except GarlicError as fault:
        return _fail(fault)
    except typer.TyperException as fault:
        # A group without arguments has printed its help already and has no message.
        return _fail(explain_usage(fault, root, arguments)) if str(fault) else 2
    except typer.Abort:
        return 130
    except (BrokenPipeError, SystemExit):
        # The reader of our output (`head`, a pager) has closed it; typer and rich raise
        # SystemExit only then.
        _drop_output()
        return 0
    except OSError as fault:
        _drop_output()
        return _fail(Text("cannot write the output: {why}", why=why(fault)))
    return code if isinstance(code, int) else 0


def _prepare_streams() -> None:
    """Make writing safe: replace closed streams; unencodable characters become ``?``."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    # Not twice: in a pipe of the shell the descriptor was replaced, and `reconfigure`, which asks
    # for the position in the file, would fail.
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors != "replace":
        sys.stdout.reconfigure(errors="replace")


def _drop_output() -> None:
    """Discard buffered output: Python flushes once more at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


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
    """Run the shell without importing typer, so that scripts start fast."""
    from garlic.cli.tree.console import run_shell
    from garlic.core import GarlicError

    try:
        return run_shell(script)
    except GarlicError as fault:
        return _fail(fault)


def _fail(fault: "GarlicError | Text", code: int = 2) -> int:
    from garlic.core import say

    print(say("garlic: error: {sentence}", sentence=fault), file=sys.stderr)
    return code
