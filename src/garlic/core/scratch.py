"""Folders for a while. A lock tells one that is in use from one whose process was killed."""

import fcntl
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_UNLOCKED_SECONDS = 60.0  # a new folder is not locked at once


@contextmanager
def scratch_folder(start: str, place: Path | None = None) -> Iterator[Path]:
    """A new folder whose name begins with *start*, removed in the end.

    It is in *place*, by default where temporary files belong. Raises `OSError` if there is no
    place for it.
    """
    folder = Path(tempfile.mkdtemp(dir=place, prefix=start))
    descriptor = _opened(folder)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(descriptor)


def remove_abandoned(start: str, place: Path | None = None) -> None:
    """Remove what killed processes left of scratch folders with these arguments."""
    with suppress(OSError):
        for path in list((place or Path(tempfile.gettempdir())).glob(f"{start}*")):
            with suppress(OSError):
                _remove_if_abandoned(path)


def _remove_if_abandoned(path: Path) -> None:
    descriptor = _opened(path)
    try:
        facts = os.fstat(descriptor)
        if facts.st_uid == os.geteuid() and time.time() - facts.st_mtime > _UNLOCKED_SECONDS:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(path, ignore_errors=True)
    finally:
        os.close(descriptor)


def _opened(folder: Path) -> int:
    return os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
