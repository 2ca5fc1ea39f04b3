"""The standings of a tournament in the terminal: live and at the end."""

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from garlic.cli.busy import waiting_printer, waiting_sentence
from garlic.core import say, user_language

if TYPE_CHECKING:
    from garlic.arena.runner import Progress, Watch
    from garlic.arena.snapshot import Standing

_DELAYED = "delayed"
_HEADINGS = (
    "rank",
    "bot",
    "points",
    "played",
    "left",
    "won",
    "drawn",
    "lost",
    "Elo (95 %)",
    "score",
    "ms a move",
    _DELAYED,
    "faults",
)
_REFRESH_FACTOR = 20.0  # drawing may take a twentieth of the time


def print_standings(standings: "Sequence[Standing]") -> None:
    """Print the standings as a table."""
    from garlic.arena.snapshot import scale_sentence
    from garlic.cli.output import print_table

    headings = _headings(standings)
    print_table(headings, (_row(standing, headings) for standing in standings))
    if any(standing.elo is not None for standing in standings):
        print(scale_sentence(standings).render(user_language()))


def _headings(standings: "Sequence[Standing]") -> tuple[str, ...]:
    """The columns; delayed games have one only where there are some."""
    if any(standing.delayed for standing in standings):
        return _HEADINGS
    return tuple(heading for heading in _HEADINGS if heading != _DELAYED)


def _row(standing: "Standing", headings: tuple[str, ...]) -> tuple[str, ...]:
    elo = "-"
    if standing.is_anchor:
        elo = f"{standing.elo:z.0f}"
    elif standing.elo is not None:
        elo = f"{standing.elo:z.0f} [{standing.low:z.0f}, {standing.high:z.0f}]"
    name = standing.name
    if standing.set_aside:
        name = say("{name} (set aside)", name=name)
    return (
        str(standing.rank),
        name,
        f"{standing.points:g}",
        str(standing.played),
        str(standing.left),
        str(standing.won),
        str(standing.drawn),
        str(standing.lost),
        elo,
        f"{standing.scored}:{standing.conceded}" if standing.scored or standing.conceded else "-",
        f"{standing.average_seconds * 1e3:.1f}",
        *([str(standing.delayed or "-")] if _DELAYED in headings else []),
        say(", ").join(
            f"{say(verdict)} x {count}" for verdict, count in sorted(standing.faults.items())
        )
        or "-",
    )


@contextmanager
def live_table(name: str) -> "Iterator[Watch]":
    """Give a function that shows the progress of tournament *name* on standard error.

    The table is removed at the end. If standard error is no terminal, only waiting for a quiet
    machine is told.
    """
    if not sys.stderr.isatty():
        print_line = waiting_printer()
        yield (
            lambda progress: (
                print_line(progress.waiting.seconds, progress.waiting.games)
                if progress.waiting
                else None
            )
        )
        return
    from rich.console import Console
    from rich.live import Live

    console = Console(stderr=True, markup=False, highlight=False, emoji=False)
    with Live(console=console, auto_refresh=False, transient=True) as live:
        not_before = 0.0

        def watch(progress: "Progress") -> None:
            nonlocal not_before
            began = time.monotonic()
            if began < not_before:
                return
            live.update(_screen(name, progress, console.height), refresh=True)
            now = time.monotonic()
            not_before = now + _REFRESH_FACTOR * (now - began)

        yield watch


def _screen(name: str, progress: "Progress", height: int) -> Any:
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    standings = progress.standings()
    headings = _headings(standings)
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in headings:
        right = heading not in ("bot", "faults")
        table.add_column(say(heading), justify="right" if right else "left", no_wrap=True)
    shown = max(height - 4, 3)
    for standing in standings[:shown]:
        table.add_row(*map(Text, _row(standing, headings)))
    parts: list[Any] = [Text(_headline(name, progress)), table]
    if progress.waiting is not None:
        sentence = waiting_sentence(progress.waiting.seconds, progress.waiting.games)
        parts.insert(1, Text(sentence, style="yellow"))
    if len(standings) > shown:
        parts.append(Text(say("... and {count} more", count=len(standings) - shown)))
    return Group(*parts)


def _headline(name: str, progress: "Progress") -> str:
    left = "-" if progress.seconds_left is None else duration(progress.seconds_left)
    return say(
        "{name}, round {round}: {played:game|games} played, {left} left, about {time} to go",
        name=name,
        round=progress.round,
        played=progress.played,
        left=progress.left,
        time=left,
    )


def duration(seconds: float) -> str:
    """A duration in a readable unit: 40 s, 3 min, 2.5 h."""
    if seconds < 90:
        return say("{count} s", count=round(seconds))
    if seconds < 5400:
        return say("{count} min", count=round(seconds / 60))
    return say("{count} h", count=f"{seconds / 3600:.1f}")
