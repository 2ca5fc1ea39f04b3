"""Lines from a script file, a pipe, or a file as standard input: no terminal."""

import os
import stat
from typing import Protocol

from garlic.shell.execution.streams import STDOUT, Output

_BLOCK = 1 << 16


class LineReader(Protocol):
    """Where the shell gets its lines from."""

    def read(self, prompt: str) -> str | None:
        """Show *prompt* and return the next line without its end; None after the last."""


class PlainReader:
    """Reads lines from a descriptor; prints the prompt before each, and once more at the end.

    Children may share the descriptor (``garlic shell < script``): what follows the line must be
    left for them. In a file we seek back to the end of the line; from a pipe we read byte by
    byte. If not *shared*, nobody else reads, and whole blocks are read.
    """

    def __init__(self, descriptor: int, *, shared: bool) -> None:
        self._descriptor = descriptor
        self._buffer = b""
        self._shared = shared
        self._seekable = shared and _is_file(descriptor)

    def read(self, prompt: str) -> str | None:
        """Print *prompt*, and return the next line; None at the end."""
        Output.write(STDOUT, prompt)
        line = self._next_line()
        if line is None:
            return None
        # Accept CR LF; drop zero bytes, which cannot be passed to programs.
        line = line.removesuffix(b"\n").removesuffix(b"\r").replace(b"\0", b"")
        return os.fsdecode(line)

    def _next_line(self) -> bytes | None:
        pieces = []
        while True:
            end = self._buffer.find(b"\n") + 1
            if end:
                pieces.append(self._buffer[:end])
                self._put_back(self._buffer[end:])
                break
            pieces.append(self._buffer)
            self._buffer = self._block()
            if not self._buffer:
                break
        return b"".join(pieces) or None

    def _block(self) -> bytes:
        try:
            bytewise = self._shared and not self._seekable
            return os.read(self._descriptor, 1 if bytewise else _BLOCK)
        except OSError:
            return b""  # a folder or a closed descriptor

    def _put_back(self, rest: bytes) -> None:
        if self._seekable and rest:
            os.lseek(self._descriptor, -len(rest), os.SEEK_CUR)
            rest = b""
        self._buffer = rest


def _is_file(descriptor: int) -> bool:
    try:
        return stat.S_ISREG(os.fstat(descriptor).st_mode)
    except OSError:
        return False  # not open
