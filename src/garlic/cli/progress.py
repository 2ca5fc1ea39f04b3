"""A progress bar on the terminal for commands that take longer than two seconds."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from garlic.core import say

DELAY_SECONDS = 2.0


class ProgressBar:
    """Call it with how much is done, of how much if known, and a note to show.

    Nothing is shown in the first two seconds, or if standard error is no terminal. After that it
    appears by itself, also if nothing is done yet: the first game may take minutes.
    """

    def __init__(self, label: str) -> None:
        self._label = label
        self._bar: Any = None
        self._done: tuple[int, int | None, str] = (0, None, "")
        self._lock = threading.Lock()
        self._timer = threading.Timer(DELAY_SECONDS, self._show)
        self._timer.daemon = True
        if sys.stderr.isatty():
            self._timer.start()

    def __call__(self, done: int, of: int | None = None, /, note: str = "") -> None:
        """Update the bar."""
        with self._lock:
            self._done = done, of, note
            if self._bar is not None:
                self._bar.update(self._bar.task_ids[0], completed=done, total=of, note=note)

    def note(self, text: str) -> None:
        """Show *text* beside what is done."""
        done, of, _ = self._done
        self(done, of, note=text)

    def stop(self) -> None:
        """Remove the bar."""
        self._timer.cancel()
        with self._lock:
            if self._bar is not None:
                self._bar.stop()

    def _show(self) -> None:
        with self._lock:
            if self._timer.finished.is_set():  # stopped in this moment
                return
            done, of, note = self._done
            self._bar = _started_bar()
            self._bar.add_task(say(self._label), total=of, completed=done, note=note)


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
