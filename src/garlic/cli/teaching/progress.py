"""The progress of `garlic grade`: what is built, judged and open, how fast, how long still."""

import sys
import time
from typing import TYPE_CHECKING, Self

from garlic.cli.busy import patience_of
from garlic.cli.progress import ProgressBar
from garlic.core import say

if TYPE_CHECKING:
    from garlic.labs.grading import GradingProgress

_LINE_SECONDS = 60.0  # between two lines, where there is no terminal
_RATE_SECONDS = 5.0  # before that no rate is given


class GradingBar:
    """A bar that counts submissions; without a terminal a line a minute on standard error."""

    def __init__(self, patience_minutes: float, cluster: str | None) -> None:
        from garlic.judge.patience import RemotePatience

        self._bar = ProgressBar("grading")
        self.patience = (
            RemotePatience() if cluster else patience_of(patience_minutes, self._bar.note)
        )
        self.last: GradingProgress | None = None
        self._began = time.monotonic()
        self._next_line = self._began + _LINE_SECONDS
        self._first: int | None = None  # graded when it began: resumed runs know some already

    def update(self, progress: "GradingProgress") -> None:
        """Show how far it is."""
        self.last = progress
        if self._first is None and not progress.building:
            self._first, self._began = progress.graded, time.monotonic()
        now = time.monotonic()
        note = progress_note(progress, self._first or 0, now - self._began)
        self._bar(progress.graded, progress.submissions, note=note)
        if not sys.stderr.isatty() and now >= self._next_line:
            self._next_line = now + _LINE_SECONDS
            line = say(
                "graded {done} of {of}: {note}",
                done=progress.graded,
                of=progress.submissions,
                note=note,
            )
            print(line, file=sys.stderr)

    def finish(self) -> None:
        """Say that all is graded, and what remains to be done."""
        self._bar.note(say("comparing sources and writing the reports"))

    def stop(self) -> None:
        """Remove the bar."""
        self._bar.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def progress_note(progress: "GradingProgress", first: int, seconds: float) -> str:
    """What to say beside the bar; *first* were graded *seconds* ago."""
    from garlic.cli.tournaments.standings import duration

    notes = [
        say("compiling, {built} built", built=progress.built)
        if progress.building
        else say("{built} built, {done} of {of:run|runs}", built=progress.built, **_runs(progress))
    ]
    if progress.not_judged:
        notes.append(say("not judged: {count}", count=progress.not_judged))
    if progress.delayed:
        notes.append(say("games delayed: {count}", count=progress.delayed))
    done = progress.graded - first
    if done > 0 and seconds >= _RATE_SECONDS:
        rate = done / seconds
        left = (progress.submissions - progress.graded) / rate
        notes.append(
            say("{rate} a minute, {time} left", rate=f"{60 * rate:.1f}", time=duration(left))
        )
    return say(", ").join(notes)


def _runs(progress: "GradingProgress") -> dict[str, int]:
    return {"done": progress.done, "of": progress.of}
