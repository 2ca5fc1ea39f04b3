"""What every command shares: reading files, printing tables and JSON."""

import errno
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from garlic.core import InputError, Seat, Text, UsageError, say
from garlic.core.language.text import visible
from garlic.core.reading.files import read_limited, why, within, write_whole

LARGEST_FILE = 64 << 20


def read_bytes(path: Path) -> bytes:
    """The content of *path* (``-``: standard input); raise `UsageError` where there is none."""
    if str(path) != "-":
        return read_limited(path, LARGEST_FILE)
    try:
        if sys.stdin is None:
            raise OSError(errno.EBADF, "standard input is closed")
        content = sys.stdin.buffer.read(LARGEST_FILE + 1)
    except OSError as fault:
        raise UsageError("cannot read {path}: {why}", path=str(path), why=why(fault)) from fault
    return within(content, LARGEST_FILE, path)


def write_text(path: Path, text: str) -> None:
    """Write *text* to *path* (``-``: standard output), whole or not at all; raise `UsageError`."""
    if str(path) == "-":
        sys.stdout.write(text)
        return
    write_whole(path, text.encode())


def write_bytes(path: Path, content: bytes) -> None:
    """The same for *content* that is no text, or text in an encoding of its own."""
    if str(path) == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    write_whole(path, content)


def check_writable(path: Path, *endings: str) -> None:
    """Raise `UsageError` about a name that cannot be written, before any work is done."""
    from garlic.puzzles.canvas import check_ending

    check_ending(path, *endings)
    if not path.parent.is_dir():
        raise UsageError("cannot write {path}: its folder does not exist", path=str(path))


@contextmanager
def blaming(path: Path) -> Iterator[None]:
    """Put the name of *path* before what turns out to be wrong with its content."""
    try:
        yield
    except InputError as fault:
        raise UsageError("{path}: {fault}", path=str(path), fault=fault) from fault


def print_json(value: Any) -> None:
    """*value* as JSON on standard output, readable and stable."""
    print(json.dumps(value, ensure_ascii=False, indent=2))


def print_table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A table with translated *headings*; plain when not on a terminal.

    Where the terminal is too narrow for it, a line for each value.
    """
    from rich.measure import Measurement
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in headings:
        table.add_column(say(heading), overflow="fold")
    rows = list(rows)
    for row in rows:
        table.add_row(*map(visible, row))
    screen = console()
    if (
        Measurement.get(screen, screen.options.update(max_width=10_000), table).minimum
        <= screen.width
    ):
        print_trimmed(table)
        return
    for row in rows:
        for heading, value in zip(headings, row, strict=True):
            print(say("{label}: {value}", label=Text(heading), value=value))
        print()


def print_written(text: str, *, last: int | None = None) -> None:
    """What a program wrote, or its *last* lines, set off from our own words."""
    lines = visible(text).splitlines()
    for line in lines if last is None else lines[-last:]:
        print(f"    | {line}")


def print_trimmed(table: Any) -> None:
    """Print a rich *table* without the spaces that fill its last column."""
    screen = console()
    with screen.capture() as captured:
        screen.print(table)
    sys.stdout.write("".join(f"{line.rstrip()}\n" for line in captured.get().splitlines()))


def console() -> Any:
    """A console for standard output that shows names as they are, never as markup."""
    from rich.console import Console

    # A pipe or file gets lines as long as they are.
    width = None if sys.stdout.isatty() else 10_000
    return Console(markup=False, highlight=False, emoji=False, width=width, soft_wrap=True)


def seat_name(seats: tuple[str, str], seat: Seat | None) -> str:
    """What *seat* is called in this game, in the user's language; ``-`` for nobody."""
    return "-" if seat is None else say(seats[seat.index])
