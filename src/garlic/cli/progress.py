"""A progress bar on the terminal for commands that take longer than two seconds."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from garlic.core import say

DELAY_SECONDS = 2.0


class Update(Protocol):
    """Called with how much is done, of how much if known, and a note to show."""

    def __call__(self, done: int, of: int | None = None, /, note: str = "") -> None:
        """Update the bar."""


@contextmanager
def progress(label: str) -> Iterator[Update]:
    """Give a function to call with the progress; the bar is removed at the end.

    Nothing is shown in the first two seconds, or if standard error is no terminal.
    """
    began = time.monotonic()
    bar: Any = None

    def update(done: int, of: int | None = None, /, note: str = "") -> None:
        nonlocal bar
        if bar is None:
            if not sys.stderr.isatty() or time.monotonic() - began < DELAY_SECONDS:
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
