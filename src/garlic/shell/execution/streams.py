"""The file descriptors of a command, their redirections, and writing to them.

The shell writes to descriptors directly, never through Python's buffered files, so that its
output and that of its children appear in the right order.
"""

import fcntl
import os
import sys
from collections.abc import Iterable
from typing import Self

from garlic.core.errors import GarlicError
from garlic.core.language.text import say
from garlic.shell.execution.expansion import Values, expand, expand_to_one
from garlic.shell.language.syntax import Direction, Redirection

STDIN, STDOUT, STDERR = 0, 1, 2

_FLAGS = {
    Direction.READ: os.O_RDONLY,
    Direction.WRITE: os.O_WRONLY | os.O_CREAT | os.O_TRUNC,
    Direction.APPEND: os.O_WRONLY | os.O_CREAT | os.O_APPEND,
    Direction.READ_WRITE: os.O_RDWR | os.O_CREAT,
}
_HIGHEST = 9  # that a redirection may name; our own descriptors are above


class RedirectionError(GarlicError):
    """A redirection failed; the command does not run."""


class Descriptors:
    """A table from the descriptors of a command to open ones of this process.

    Descriptors not in the table are inherited; None means closed. As a context manager it
    closes what it opened.
    """

    def __init__(self, table: dict[int, int | None] | None = None) -> None:
        self._table: dict[int, int | None] = dict(table or {})
        self._opened: list[int] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for descriptor in self._opened:
            os.close(descriptor)
        self._opened.clear()

    def __getitem__(self, number: int) -> int | None:
        return self._table.get(number, number)

    def connect(self, number: int, target: int | None) -> None:
        """Connect *number* to our own descriptor *target*."""
        self._table[number] = target

    def open(self, number: int, path: str) -> None:
        """Connect *number* to the file *path*, for reading."""
        self._table[number] = self._keep(os.open(path, os.O_RDONLY))

    def redirect(self, redirections: Iterable[Redirection], values: Values) -> None:
        """Apply *redirections* from left to right; raise `RedirectionError`."""
        for redirection in redirections:
            target = self._target(redirection, values)
            for number in redirection.descriptors:
                if number > _HIGHEST:
                    raise RedirectionError("{number}: bad descriptor", number=str(number))
                self._table[number] = target

    def moves(self) -> list[tuple[int, int | None]]:
        """The steps for a child, in order: ``(to, from)`` is a dup2, ``(to, None)`` a close.

        A source that is itself overwritten is first copied to a higher number.
        """
        changed = {to: source for to, source in self._table.items() if to != source}
        moves: list[tuple[int, int | None]] = []
        for to, source in changed.items():
            if source is not None and source in changed:
                moves.append((to, self._keep(os.dup(source))))
            else:
                moves.append((to, source))
        return moves

    def _target(self, redirection: Redirection, values: Values) -> int | None:
        word = redirection.target
        if redirection.direction is Direction.TEXT:
            return self._keep(_file_with(expand_to_one(word, values) + "\n"))
        fields = expand([word], values)
        if len(fields) != 1:
            raise RedirectionError("{word}: ambiguous redirect", word=word.source)
        if redirection.direction is Direction.DUPLICATE:
            return self._duplicated(fields[0])
        try:
            opened = os.open(os.fsencode(fields[0]), _FLAGS[redirection.direction], 0o666)
        except (OSError, ValueError) as fault:
            why = getattr(fault, "strerror", None) or str(fault)
            raise RedirectionError("{file}: {why}", file=fields[0], why=why) from fault
        return self._keep(opened)

    def _duplicated(self, number: str) -> int | None:
        if number == "-":
            return None
        known = (
            number.isascii() and number.isdigit() and len(number) <= 4 and int(number) <= _HIGHEST
        )
        source = self[int(number)] if known else None
        try:
            if source is None:
                raise OSError
            os.fstat(source)
        except OSError as fault:
            raise RedirectionError("{number}: bad descriptor", number=number) from fault
        return source

    def _keep(self, opened: int) -> int:
        self._opened.append(moved_up(opened))
        return self._opened[-1]


def moved_up(descriptor: int) -> int:
    """*descriptor*, or a copy above the numbers that redirections may name."""
    if descriptor > _HIGHEST:
        return descriptor
    moved = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, _HIGHEST + 1)
    os.close(descriptor)
    return moved


def pipe() -> tuple[int, int]:
    """The reading and the writing end of a new pipe, both closed in programs we execute."""
    reading, writing = os.pipe()
    return moved_up(reading), moved_up(writing)


def _file_with(text: str) -> int:
    """A descriptor from which *text* can be read; a temporary file, so any length fits."""
    import tempfile

    with tempfile.TemporaryFile() as file:
        file.write(encoded(text))
        file.seek(0)
        return os.dup(file.fileno())


def encoded(text: str) -> bytes:
    """*text* in the encoding of file names; unencodable characters become ``?``."""
    try:
        return os.fsencode(text)
    except UnicodeEncodeError:
        return text.encode(sys.getfilesystemencoding(), "replace")


def write_all(descriptor: int, content: bytes) -> None:
    """Write all of *content*; raise `OSError`, e.g. `BrokenPipeError`."""
    view = memoryview(content)
    while view:
        view = view[os.write(descriptor, view) :]


class Output:
    """Where a built-in writes. Output to a closed descriptor is dropped."""

    def __init__(self, out: int | None, err: int | None, own: bool) -> None:
        self._out, self._err = out, err
        self._own = own  # whether *out* is the shell's own standard output

    def print(self, text: str) -> None:
        """*text* as a line on standard output."""
        self.write(self._out, f"{text}\n")

    def complain(self, template: str, **values: object) -> None:
        """A sentence in the user's language on standard error."""
        self.write(self._err, f"{say(template, **values)}\n")

    def fail(self, sentence: str) -> int:
        """*sentence*, already in the user's language, on standard error; the status 1."""
        self.write(self._err, f"{sentence}\n")
        return 1

    def lab_message(self, text: str) -> None:
        """A message of the lab, never translated.

        It goes to standard output, as the lab requires. If the command's output is redirected
        (``nosuch | wc -l``) it goes to standard error: it is not data.
        """
        self.write(self._out if self._own else self._err, f"{text}\n")

    @staticmethod
    def write(descriptor: int | None, text: str) -> None:
        """*text* as it is, in the encoding of file names."""
        if descriptor is None:
            return
        try:
            write_all(descriptor, encoded(text))
        except BrokenPipeError:
            raise
        except OSError:
            return  # a full disk or a closed terminal: there is no other place to report it
