"""How far a long command has come, on the terminal, once it takes longer than expected."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from garlic.core import say

PATIENCE_SECONDS = 2.0


class Update(Protocol):
    """Takes how much is done and, where that is known, of how much; and what else to show."""

    def __call__(self, done: int, of: int | None = None, /, note: str = "") -> None:
        """Show it."""


@contextmanager
def progress(label: str) -> Iterator[Update]:
    """Give a function to call with the progress; what it shows is gone at the end.

    Nothing is shown in the first two seconds, nor where standard error is no terminal.
    """
    began = time.monotonic()
    bar: Any = None

    def update(done: int, of: int | None = None, /, note: str = "") -> None:
        nonlocal bar
        if bar is None:
            if not sys.stderr.isatty() or time.monotonic() - began < PATIENCE_SECONDS:
                return
            bar = _started_bar()
            bar.add_task(say(label), total=of, note=note)
        bar.update(bar.task_ids[0], completed=done, total=of, note=note)

    try:
        yield update
    finally:
        if bar is not None:
            bar.stop()


def _started_bar() -> Any:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[note]}", markup=False),
    )
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    bar.start()
    return bar
