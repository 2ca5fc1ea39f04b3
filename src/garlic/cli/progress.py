"""A progress bar on the terminal for commands that take longer than two seconds."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from garlic.core import say

DELAY_SECONDS = 2.0


class ProgressBar:
    """Call it with how much is done, of how much if known, and a note to show.

    Nothing is shown in the first two seconds, or if standard error is no terminal.
    """

    def __init__(self, label: str) -> None:
        self._label = label
        self._began = time.monotonic()
        self._bar: Any = None
        self._done: tuple[int, int | None] = (0, None)

    def __call__(self, done: int, of: int | None = None, /, note: str = "") -> None:
        """Update the bar."""
        self._done = done, of
        if self._bar is None:
            if not sys.stderr.isatty() or time.monotonic() - self._began < DELAY_SECONDS:
                return
            self._bar = _started_bar()
            self._bar.add_task(say(self._label), total=of, note=note)
        self._bar.update(self._bar.task_ids[0], completed=done, total=of, note=note)

    def note(self, text: str) -> None:
        """Show *text* beside what is done."""
        self(*self._done, note=text)

    def stop(self) -> None:
        """Remove the bar."""
        if self._bar is not None:
            self._bar.stop()


@contextmanager
def progress(label: str) -> Iterator[ProgressBar]:
    """Give a bar to call with the progress; it is removed at the end."""
    bar = ProgressBar(label)
    try:
        yield bar
    finally:
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
