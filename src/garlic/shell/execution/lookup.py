"""Finds the file that a command name means."""

import os
import stat
from dataclasses import dataclass

# Used if `PATH` is not set, as in execvp.
DEFAULT_PATH = "/bin:/usr/bin"

# The lab's `ls` is the system's: a file `./ls` does not hide it.
_SYSTEM_ONLY = frozenset({"ls"})


@dataclass(frozen=True, slots=True)
class Program:
    """A file to execute."""

    path: str


@dataclass(frozen=True, slots=True)
class NoProgram:
    """Nothing to execute; *why* is the system's error message if there was a file."""

    why: str | None = None

    @property
    def status(self) -> int:
        """The exit status that shells give: 126 if not executable, 127 if not found."""
        return 127 if self.why is None else 126


def find_program(name: str, path: str | None) -> Program | NoProgram:
    """The file that *name* means, given the value of ``PATH``.

    With a slash it is a path. Without, an executable of the current folder comes first, then
    the folders of *path*.
    """
    if "/" in name:
        return _check(name)
    if not name:
        return NoProgram()
    problem = NoProgram()
    folders = (DEFAULT_PATH if path is None else path).split(":")
    for folder in folders if name in _SYSTEM_ONLY else (".", *folders):
        candidate = _check(f"{folder or '.'}/{name}")
        if isinstance(candidate, Program):
            return candidate
        # A folder or plain file of that name in the current folder is probably unrelated.
        if candidate.why is not None and folder != ".":
            problem = candidate
    return problem


def _check(path: str) -> Program | NoProgram:
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        return NoProgram()
    except (OSError, ValueError) as fault:
        return NoProgram(getattr(fault, "strerror", None) or str(fault))
    if stat.S_ISDIR(mode):
        return NoProgram("Is a directory")
    if not os.access(path, os.X_OK):
        return NoProgram("Permission denied")
    return Program(path)
