"""Running a program on a pseudo-terminal: type keys, and check its output."""

import os
import pty
import re
import select
import signal
import termios
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\x1b\][^\x07]*\x07|\r")


class Screen:
    """*command* on its own terminal; at the end it is killed if it is still running."""

    def __init__(self, command: list[str], folder: Path, environment: Mapping[str, str]) -> None:
        self.text = ""  # all output so far, without escape sequences
        self._seen = 0  # the end of the last match of `expect`
        self.pid, self._terminal = pty.fork()
        if self.pid == 0:
            # Wide enough that no line wraps, even with a long path of the test's folder.
            termios.tcsetwinsize(0, (40, 250))
            os.chdir(folder)
            os.execve(command[0], command, dict(environment))  # noqa: S606
        self.status: int | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, _: object, __: TracebackType | None
    ) -> None:
        if self.status is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self._terminal)

    def type(self, keys: str) -> None:
        """Send *keys* to the terminal."""
        os.write(self._terminal, keys.encode())

    def expect(self, pattern: str, seconds: float = 20) -> str:
        """Wait for *pattern* after the previous match; raise `AssertionError` on a timeout."""
        end = time.monotonic() + seconds
        while True:
            found = re.compile(pattern).search(self.text, self._seen)
            if found:
                self._seen = found.end()
                return found[0]
            left = end - time.monotonic()
            if left <= 0 or not self._read(left):
                raise AssertionError(f"no {pattern!r} in {self.text[self._seen :]!r}")

    def wait(self, seconds: float = 20) -> int:
        """The exit status of the program, once it has ended."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            pid, wait_status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(wait_status)
                return self.status
            self._read(0.05)
        raise AssertionError(f"still running: {self.text[self._seen :]!r}")

    def _read(self, seconds: float) -> bool:
        ready, _, _ = select.select([self._terminal], [], [], seconds)
        try:
            content = os.read(self._terminal, 1 << 16) if ready else b""
        except OSError:
            return False  # the program has closed its terminal
        self.text += _ESCAPES.sub("", content.decode(errors="replace"))
        return bool(content)
