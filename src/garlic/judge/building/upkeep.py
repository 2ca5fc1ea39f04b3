"""Keeps the cache within bounds: what was not used for longest goes first, what is in use stays.

The bounds are `GARLIC_CACHE_MB` and `GARLIC_CACHE_DAYS`.
"""

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from garlic.core.limits import MEGABYTE
from garlic.core.reading.scan import whole_number
from garlic.core.scratch import remove_abandoned
from garlic.judge.building.cache import BOTS, BUILDS, RECORDS, cache_directory, unused
from garlic.judge.building.outcome import CannotBuildError
from garlic.sandbox.folders import folder_size

UNFINISHED = ".building-"  # how the names of folders start in which something is being built
OUTSIDE = "garlic-build-"  # the same, outside the cache
_TITLES = {BUILDS: "built bots", BOTS: "copies of bots", RECORDS: "uploaded records"}
_USUAL_MEGABYTES, _USUAL_DAYS = 2048, 30
_MOST_ENTRIES = 20_000  # to look at more would take seconds
_DAY_SECONDS = 24 * 3600
_MARK = "trimmed"  # its time is that of the last look at the whole cache
_PAUSE_SECONDS = 60.0  # between two looks, which take a while
_LARGE_BYTES = 16 * MEGABYTE  # an entry of this size is reason enough to look at once
_LEAVE = 0.9  # of the bound, so that not every build has to remove one
_REMOVED = ".removing-"
_BLOCK_BYTES = 512


@dataclass(frozen=True, slots=True)
class CacheBounds:
    """How much the cache may hold, and for how long."""

    megabytes: int
    days: int


@dataclass(frozen=True, slots=True)
class CacheEntry:
    """A folder of the cache: a build, or a file of a bot."""

    path: Path
    size: int  # in bytes, on disk
    used: float  # when it was used last, by the wall clock


@dataclass(frozen=True, slots=True)
class Removal:
    """What was removed, and how many entries stayed because a process uses them."""

    entries: int = 0
    bytes: int = 0
    in_use: int = 0


@dataclass(frozen=True, slots=True)
class CacheKind:
    """How much there is of one kind of entries."""

    title: str
    entries: int
    bytes: int

    @property
    def megabytes(self) -> float:
        """Its size in MB."""
        return self.bytes / MEGABYTE


@dataclass(frozen=True, slots=True)
class CacheFacts:
    """Where the cache is, what it holds, and what it may hold."""

    folder: Path
    bounds: CacheBounds
    kinds: dict[str, CacheKind]

    @property
    def entries(self) -> int:
        """The number of entries to which the bounds apply."""
        return sum(self.kinds[kind].entries for kind in (BUILDS, BOTS))

    @property
    def bytes(self) -> int:
        """The size of these entries."""
        return sum(self.kinds[kind].bytes for kind in (BUILDS, BOTS))

    def to_json(self) -> dict[str, Any]:
        """The facts as plain JSON values."""
        return {
            "folder": str(self.folder),
            "entries": self.entries,
            "bytes": self.bytes,
            "most_bytes": self.bounds.megabytes * MEGABYTE,
            "most_days": self.bounds.days,
            "kinds": {
                name: {"entries": kind.entries, "bytes": kind.bytes}
                for name, kind in self.kinds.items()
            },
        }


def cache_facts() -> CacheFacts:
    """What the cache holds now; raise `CannotBuildError` if its bounds are wrong."""
    folder = cache_directory().absolute()
    kinds = {}
    for kind, title in _TITLES.items():
        sizes = [entry.size for entry in cache_entries(kind)]
        kinds[kind] = CacheKind(title, len(sizes), sum(sizes))
    return CacheFacts(folder, cache_bounds(), kinds)


def cache_bounds() -> CacheBounds:
    """The bounds, from the environment; raise `CannotBuildError` if they are no whole numbers."""
    return CacheBounds(
        _setting("GARLIC_CACHE_MB", _USUAL_MEGABYTES), _setting("GARLIC_CACHE_DAYS", _USUAL_DAYS)
    )


def _setting(name: str, usual: int) -> int:
    text = os.environ.get(name)
    number = usual if not text else whole_number(text, 1, 10**9)
    if number is None:
        raise CannotBuildError(
            "{name}: expected a whole number of at least 1, got {text!r}", name=name, text=text
        )
    return number


def cache_entries(*kinds: str) -> list[CacheEntry]:
    """All entries of *kinds* (by default builds and bots), first what was used least recently."""
    entries = []
    for kind in kinds or (BUILDS, BOTS):
        for path in _inside(cache_directory() / kind):
            if not path.name.startswith("."):
                with suppress(OSError):
                    facts = path.lstat()
                    size = facts.st_blocks * _BLOCK_BYTES + folder_size(path)[0]
                    entries.append(CacheEntry(path.absolute(), size, facts.st_mtime))
    return sorted(entries, key=lambda entry: entry.used)


def trim_after(entry: Path) -> None:
    """Bring the cache within its bounds, now that *entry* is new; at most once a minute."""
    mark = cache_directory() / _MARK
    with suppress(OSError):
        recent = mark.exists() and 0 <= time.time() - mark.stat().st_mtime < _PAUSE_SECONDS
        if recent and folder_size(entry)[0] < _LARGE_BYTES:
            return
        mark.touch()
        trim()


def trim() -> Removal:
    """Remove what is too old, then what was used least recently until the rest fits."""
    bounds = cache_bounds()
    remove_unfinished()
    entries = cache_entries()
    total = sum(entry.size for entry in entries)
    most = bounds.megabytes * MEGABYTE
    excess = total - int(_LEAVE * most) if total > most else 0
    oldest = time.time() - bounds.days * _DAY_SECONDS
    surplus = len(entries) - _MOST_ENTRIES
    removal = Removal()
    for entry in entries:
        if excess > removal.bytes or surplus > removal.entries or entry.used < oldest:
            removal = _removed(entry, removal)
    return removal


def clear() -> Removal:
    """Remove all entries but those in use."""
    remove_unfinished()
    removal = Removal()
    for entry in cache_entries():
        removal = _removed(entry, removal)
    return removal


def _removed(entry: CacheEntry, before: Removal) -> Removal:
    """*before* with the removal of *entry*, unless it is in use, or was after it was looked at."""
    aside = entry.path.with_name(f"{_REMOVED}{entry.path.name}-{os.getpid()}")
    try:
        with unused(entry.path) as free:
            if not free or entry.path.stat().st_mtime > entry.used:
                return Removal(before.entries, before.bytes, before.in_use + 1)
            entry.path.rename(aside)  # at one stroke: nobody finds half of it
    except OSError:  # another process was faster
        return before
    shutil.rmtree(aside, ignore_errors=True)
    return Removal(before.entries + 1, before.bytes + entry.size, before.in_use)


def remove_unfinished() -> None:
    """Remove the folders of builds, and of removals, whose process was killed."""
    remove_abandoned(UNFINISHED, cache_directory() / BUILDS)
    remove_abandoned(OUTSIDE)
    for kind in (BUILDS, BOTS):
        for path in _inside(cache_directory() / kind):
            if path.name.startswith(_REMOVED):
                shutil.rmtree(path, ignore_errors=True)


def _inside(folder: Path) -> Iterator[Path]:
    with suppress(OSError):
        yield from sorted(folder.iterdir())
