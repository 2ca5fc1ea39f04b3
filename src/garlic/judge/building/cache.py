"""The cache of built programs and of files that bots consist of: where it is, what is in use.

``builds/KEY`` is what was built from the inputs with that key, ``bots/KEY`` a file with that
content; `entries` makes them, `upkeep` removes what was not used for long. Programs in the cache
are run, so it is used only if nobody else can write to it. ``records`` belongs to the server
(`garlic.web.view.records`), which keeps the newest ones that were uploaded.
"""

import hashlib
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from garlic.core.byte_locks import NoLocksError, lock_byte, unlock_byte
from garlic.core.reading.files import why
from garlic.judge.building.outcome import CannotBuildError
from garlic.judge.building.trust import distrust

BUILDS, BOTS, RECORDS = "builds", "bots", "records"
_LOCKS = "locks"
_HELD_SECONDS = 24 * 3600.0  # a process that has not used an entry for so long is done with it


def cache_directory() -> Path:
    """The cache for built bots: `GARLIC_CACHE`, else in the user's cache directory."""
    if path := os.environ.get("GARLIC_CACHE"):
        return Path(path)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "garlic"


def cache_folder(kind: str) -> Path:
    """The folder for *kind* in the cache, made if it is missing.

    Raises `CannotBuildError` if it cannot be made, or if others can write to it.
    """
    folder = cache_directory().absolute() / kind
    with writing(folder):
        for place in (*reversed(folder.parents), folder):
            if not place.exists():
                place.mkdir(mode=0o755, exist_ok=True)  # never open to others, whatever the mask
        doubt = distrust(folder)
    if doubt is not None:
        raise CannotBuildError(
            "the cache folder is not safe, as programs in it are run: {why}; make it yours alone,"
            " or set GARLIC_CACHE to another folder",
            why=doubt,
        )
    return folder


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turns an `OSError` into a `CannotBuildError` that says *path* cannot be written."""
    try:
        yield
    except OSError as fault:
        raise CannotBuildError(
            "cannot write {path}: {why}", path=str(path), why=why(fault)
        ) from fault


class _Holder:
    """The entries that this process uses, and when it did so last."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self.process = os.getpid()
        self.used: dict[str, float] = {}

    def lock(self, name: str) -> None:
        """Lock *name*, and release what was not used for long."""
        now = time.monotonic()
        lock_byte(self.descriptor, lock_number(name), shared=True, wait=True)
        self.used[name] = now
        for old, used in list(self.used.items()):
            if now - used > _HELD_SECONDS:
                self.used.pop(old, 0.0)
                unlock_byte(self.descriptor, lock_number(old))

    def is_valid(self, locks: Path) -> bool:
        """Whether it is this process's own, not its parent's, and the cache was not replaced."""
        if self.process != os.getpid():
            return False
        try:
            return os.path.samestat(locks.stat(), os.fstat(self.descriptor))
        except FileNotFoundError:
            return False


_holders: dict[Path, _Holder] = {}


def hold(entry: Path) -> None:
    """Keep *entry* of the cache from being removed: while this process lives, at most for a day.

    Each use counts anew. It need not exist yet. Raises `OSError`.
    """
    locks = entry.parent.parent / _LOCKS
    holder = _holders.get(locks)
    if holder is None or not holder.is_valid(locks):
        holder = _holders[locks] = _Holder(_open_locks(locks))
    with suppress(NoLocksError):  # then what was used in the last day counts as in use
        holder.lock(f"{entry.parent.name}/{entry.name}")
    with suppress(FileNotFoundError):
        os.utime(entry)


def hold_if_cached(path: Path) -> None:
    """`hold` the entry of the cache that *path* lies in, if it lies in one."""
    with suppress(ValueError, OSError):
        kind, key, *_ = path.relative_to(cache_directory().absolute()).parts
        if kind in {BUILDS, BOTS}:
            hold(cache_directory().absolute() / kind / key)


@contextmanager
def unused(entry: Path) -> Iterator[bool]:
    """Whether no process uses *entry*; none can begin to until the end of the context."""
    with opened_locks(entry.parent.parent) as locks:
        try:
            free = lock_byte(locks, lock_number(f"{entry.parent.name}/{entry.name}"))
        except NoLocksError:
            free = time.time() - entry.stat().st_mtime > _HELD_SECONDS
        yield free


@contextmanager
def opened_locks(root: Path | None = None) -> Iterator[int]:
    """The file of locks below *root*, by default of the cache in use. Raises `OSError`."""
    descriptor = _open_locks((root or cache_directory().absolute()) / _LOCKS)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _open_locks(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)


def lock_number(name: str) -> int:
    """The byte that stands for *name* in the file of locks."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:7], "big")
