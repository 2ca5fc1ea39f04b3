"""Which file a command's name means."""

import os
import stat
from dataclasses import dataclass

# Where `PATH` is not set, as the system's own execvp has it.
DEFAULT_PATH = "/bin:/usr/bin"

# The lab's `ls` is the system's: a file `./ls` does not hide it.
_SYSTEM_ONLY = frozenset({"ls"})


@dataclass(frozen=True, slots=True)
class Program:
    """A file to execute."""

    path: str


@dataclass(frozen=True, slots=True)
class NoProgram:
    """Nothing to execute; *why* is a sentence of the system if a file was there."""

    why: str | None = None

    @property
    def status(self) -> int:
        """The exit status that shells give: 126 there but not to execute, 127 not there."""
        return 127 if self.why is None else 126


def find_program(name: str, path: str | None) -> Program | NoProgram:
    """The file that *name* means, given the value of ``PATH``.

    With a slash it is a path. Without, an executable of the current folder comes first, then
    the folders of *path*.
    """
    if "/" in name:
        return _judged(name)
    if not name:
        return NoProgram()
    found = NoProgram()
    folders = (DEFAULT_PATH if path is None else path).split(":")
    for folder in folders if name in _SYSTEM_ONLY else (".", *folders):
        candidate = _judged(f"{folder or '.'}/{name}")
        if isinstance(candidate, Program):
            return candidate
        # A folder or a plain file may lie in the current folder by accident: not worth a word.
        if candidate.why is not None and folder != ".":
            found = candidate
    return found


def _judged(path: str) -> Program | NoProgram:
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
