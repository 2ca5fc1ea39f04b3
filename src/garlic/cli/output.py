"""Reading and writing files, printing tables and JSON."""

import errno
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from garlic.core import InputError, Seat, Text, UsageError, say
from garlic.core.language.text import visible
from garlic.core.reading.files import read_limited, why, within, write_whole

LARGEST_FILE = 64 << 20


def read_bytes(path: Path) -> bytes:
    """The content of *path* (``-``: standard input); raise `UsageError` if it cannot be read."""
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
    """Write *text* atomically to *path* (``-``: standard output); raise `UsageError`."""
    if str(path) == "-":
        sys.stdout.write(text)
        return
    write_whole(path, text.encode())


def write_bytes(path: Path, content: bytes) -> None:
    """Write *content* atomically to *path* (``-``: standard output); raise `UsageError`."""
    if str(path) == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    write_whole(path, content)


def check_writable(path: Path, *endings: str) -> None:
    """Raise `UsageError` if *path* has another ending or its folder does not exist."""
    from garlic.puzzles.canvas import check_ending

    check_ending(path, *endings)
    if not path.parent.is_dir():
        raise UsageError("cannot write {path}: its folder does not exist", path=str(path))


@contextmanager
def errors_in(path: Path) -> Iterator[None]:
    """Turn `InputError` into `UsageError` that starts with the name of *path*."""
    try:
        yield
    except InputError as fault:
        raise UsageError("{path}: {fault}", path=str(path), fault=fault) from fault


def print_json(value: Any) -> None:
    """Print *value* as indented JSON."""
    print(json.dumps(value, ensure_ascii=False, indent=2))


def print_listing(
    headings: Sequence[str], rows: Sequence[Mapping[str, object]], *, json: bool
) -> None:
    """Print *rows* as JSON, or a table with the values of *headings*, the state translated."""
    if json:
        print_json(rows)
        return
    shown = [{**row, "state": say(str(row["state"]))} for row in rows]
    print_table(headings, [[str(row[heading]) for heading in headings] for row in shown])


def print_table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table with translated *headings*, without colours if not on a terminal.

    If the terminal is too narrow, prints one line per value instead.
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


def print_program_output(text: str, *, last: int | None = None) -> None:
    """Print the output of a program, or its *last* lines, indented after ``|``."""
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
    """A rich console for standard output that does not interpret markup."""
    from rich.console import Console

    # No wrapping in a pipe or file.
    width = None if sys.stdout.isatty() else 10_000
    return Console(markup=False, highlight=False, emoji=False, width=width, soft_wrap=True)


def seat_name(seats: tuple[str, str], seat: Seat | None) -> str:
    """The name of *seat*, in the user's language; ``-`` for None."""
    return "-" if seat is None else say(seats[seat.index])
