"""What commands have in common on a busy machine: how long they wait, and what they say."""

import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from garlic.core import say

if TYPE_CHECKING:
    from garlic.judge.patience import OnWait, Patience

EXIT_NOT_JUDGED = 3
LONG_PATIENCE_MINUTES = 10.0  # of commands that play many games anyway
_LINE_SECONDS = 60.0  # between two lines, where there is no terminal

PatienceMinutes = Annotated[
    float,
    typer.Option(
        "--patience",
        min=0,
        max=10_000,
        metavar="MINUTES",
        envvar="GARLIC_PATIENCE",
        show_envvar=False,
        help="How long to wait for a quiet machine to repeat what was delayed.",
    ),
]


def patience_of(minutes: float, note: Callable[[str], None]) -> "Patience":
    """Wait for *minutes* altogether; *note* shows a sentence on the terminal meanwhile.

    Without a terminal the sentence is printed on standard error.
    """
    from garlic.judge.patience import Patience

    print_line = waiting_printer()

    def on_wait(left: float, results: int) -> None:
        if sys.stderr.isatty():
            note(waiting_sentence(left, results))
        else:
            print_line(left, results)

    return Patience(60 * minutes, on_wait)


def waiting_printer() -> "OnWait":
    """A function that prints on standard error how long is waited, once a minute at most."""
    next_line = 0.0

    def print_line(left: float, results: int) -> None:
        nonlocal next_line
        if time.monotonic() >= next_line:
            next_line = time.monotonic() + _LINE_SECONDS
            print(waiting_sentence(left, results), file=sys.stderr)

    return print_line


def waiting_sentence(left: float, results: int) -> str:
    """What a command says while it waits for a quiet machine."""
    from garlic.cli.tournaments.standings import duration

    return say(
        "the machine is busy: waiting for up to {time} to run again what it delayed ({count})",
        time=duration(left),
        count=results,
    )
