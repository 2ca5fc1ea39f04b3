"""How much a folder holds: for programs that write files, and would fill the disk."""

import contextlib
import os
import sys
from pathlib import Path


def folder_size(folder: Path) -> tuple[int, int]:
    """The bytes on disk and the number of entries below *folder*; what vanishes is not counted."""
    return _measured(folder, sys.maxsize, sys.maxsize)


def is_larger(folder: Path, most_bytes: int, most_entries: int) -> bool:
    """Whether *folder* holds more than that; what is there need not all be looked at."""
    size, count = _measured(folder, most_bytes, most_entries)
    return size > most_bytes or count > most_entries


def _measured(folder: Path, most_bytes: int, most_entries: int) -> tuple[int, int]:
    size = count = 0
    waiting = [str(folder)]
    while waiting:
        with contextlib.suppress(OSError), os.scandir(waiting.pop()) as entries:
            for entry in entries:
                count += 1
                with contextlib.suppress(OSError):
                    size += entry.stat(follow_symlinks=False).st_blocks * 512
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                if size > most_bytes or count > most_entries:
                    return size, count
    return size, count
