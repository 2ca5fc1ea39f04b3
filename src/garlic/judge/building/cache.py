"""The cache of built programs and of files that bots consist of."""

import hashlib
import os
import shutil
import tempfile
from pathlib import Path

from garlic.core import UsageError
from garlic.core.reading.files import why


def cache_directory() -> Path:
    """The cache for built bots: `GARLIC_CACHE`, else in the user's cache directory."""
    if path := os.environ.get("GARLIC_CACHE"):
        return Path(path)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "garlic"


def build_home(*inputs: object) -> Path:
    """The folder for what is built from *inputs*, whose `repr` says everything about them.

    It exists only once the build is finished; the folder above it does exist.
    """
    key = hashlib.sha256(repr(inputs).encode()).hexdigest()[:32]
    home = cache_directory() / "builds" / key
    home.parent.mkdir(parents=True, exist_ok=True)
    return home


def keep_build(home: Path, folder: Path) -> None:
    """Move the finished *folder*, on the same file system, to *home*, unless that is there."""
    folder.chmod(0o755)
    try:
        folder.rename(home)
    except OSError:  # another process built the same meanwhile
        shutil.rmtree(folder)


def keep_file(name: str, content: bytes) -> Path:
    """A file called *name* with *content* in the cache, written if it is missing or differs.

    Raises `UsageError` if it cannot be written.
    """
    home = cache_directory() / "bots" / hashlib.sha256(content).hexdigest()[:32]
    path = home / name
    try:
        if path.is_file() and path.read_bytes() == content:
            return path
        home.mkdir(parents=True, exist_ok=True)
        # Written aside and renamed: others may make the same file at the same time.
        descriptor, unfinished = tempfile.mkstemp(dir=home)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        Path(unfinished).chmod(0o755)  # needed for programs only, harmless for others
        Path(unfinished).replace(path)
    except OSError as fault:
        raise UsageError("cannot write {path}: {why}", path=str(path), why=why(fault)) from fault
    return path
