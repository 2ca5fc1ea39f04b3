"""Unpacks untrusted zip files: nothing is written outside the folder, and sizes are limited.

A zip file may name paths outside, hold links, claim false sizes or unpack to terabytes. Such a
file is refused with a sentence that says why. In the zip file of a class only the part of the
student who wrote such a thing is.
"""

import stat
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

from garlic.core import InvalidFileError
from garlic.core.limits import MEGABYTE
from garlic.judge.building.sources import is_clutter

MOST_FILES = 1000
MOST_CLASS_FILES = 200_000  # in the zip file of a class
LARGEST_TOTAL = 32 * MEGABYTE
DEEPEST = 12
_LONGEST_NAME = 200
_CHUNK = 1 << 16
_UTF8_FLAG = 0x800
_ENCRYPTED_FLAG = 0x1
_FORBIDDEN_CHARACTERS = frozenset('\\:*?"<>|') | {chr(code) for code in range(32)}


@dataclass(frozen=True, slots=True)
class Member:
    """A file in a zip file; its *name* is not trusted."""

    name: str  # decoded
    entry: zipfile.ZipInfo

    @property
    def modified(self) -> datetime | None:
        """When the file was changed; zip files name no time zone, so UTC is assumed."""
        try:
            return datetime(*self.entry.date_time, tzinfo=UTC)
        except ValueError:
            return None


def unpack(archive: Path, folder: Path) -> None:
    """Unpack the zip file *archive* into the new *folder*, without clutter.

    Raises `InvalidFileError` if it is damaged or refused.
    """
    with _opened(archive) as packed:
        members = [Member(_name(entry), entry) for entry in packed.infolist()]
        _unpack(packed, [(member.name, member) for member in members], folder)


def members(archive: Path) -> list[Member]:
    """The files in *archive*; raise `InvalidFileError` if it is damaged or has too many."""
    with _opened(archive) as packed:
        if len(packed.infolist()) > MOST_CLASS_FILES:
            raise _too_many(len(packed.infolist()), MOST_CLASS_FILES)
        return [Member(_name(entry), entry) for entry in packed.infolist() if not entry.is_dir()]


def read_member(archive: Path, member: Member, largest: int) -> bytes:
    """The content of *member*; raise `InvalidFileError` if it is over *largest* bytes."""
    with _opened(archive) as packed, packed.open(member.entry) as file:
        content = file.read(largest + 1)
    if len(content) > largest:
        raise _too_large()
    return content


def unpack_members(archive: Path, chosen: Sequence[tuple[str, Member]], folder: Path) -> None:
    """Unpack the *chosen* members, each under the given path below *folder*, without clutter.

    Raises `InvalidFileError` if a path is not allowed, or they are too many or too large.
    """
    with _opened(archive) as packed:
        _unpack(packed, chosen, folder)


def _unpack(packed: zipfile.ZipFile, chosen: Sequence[tuple[str, Member]], folder: Path) -> None:
    entries = [(_checked_name(name, member.entry), member.entry) for name, member in chosen]
    _check_all(entries)
    budget = LARGEST_TOTAL
    for path, entry in entries:
        if not entry.is_dir() and not is_clutter(path):
            budget -= _write(packed, entry, folder / path, budget)


@contextmanager
def _opened(archive: Path) -> Iterator[zipfile.ZipFile]:
    """The zip file; whatever is wrong with it is raised as `InvalidFileError`."""
    try:
        with zipfile.ZipFile(archive) as packed:
            yield packed
    except (
        zipfile.BadZipFile,
        zlib.error,
        EOFError,
        NotImplementedError,  # a compression method that Python does not support
        OSError,
        RuntimeError,
        ValueError,
    ) as fault:
        if isinstance(fault, InvalidFileError):
            raise
        raise InvalidFileError("the zip file is damaged: {why}", why=str(fault)) from fault


def _checked_name(name: str, entry: zipfile.ZipInfo) -> PurePosixPath:
    """The path *name* of *entry*; raise `InvalidFileError` if it is not allowed."""
    path = PurePosixPath(name)
    odd = (
        not name
        or path.is_absolute()
        or not path.parts
        or ".." in path.parts
        or len(path.parts) > DEEPEST
        or any(len(part.encode()) > _LONGEST_NAME for part in path.parts)
        or bool(_FORBIDDEN_CHARACTERS & set(name))
    )
    if odd:
        raise InvalidFileError("the zip file names a path that is not allowed: {name!r}", name=name)
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise InvalidFileError(
            "the zip file holds {name!r}, which is a link or a device, not a file", name=name
        )
    if entry.flag_bits & _ENCRYPTED_FLAG:
        raise InvalidFileError("the zip file is locked with a password; hand it in without one")
    return path


def _name(entry: zipfile.ZipInfo) -> str:
    """The decoded name: Chinese Windows writes names as GB18030 without marking them."""
    if entry.flag_bits & _UTF8_FLAG:
        return entry.orig_filename
    raw = entry.orig_filename.encode("cp437", "replace")
    for encoding in ("utf-8", "gb18030"):
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    return entry.orig_filename


def _check_all(entries: list[tuple[PurePosixPath, zipfile.ZipInfo]]) -> None:
    if len(entries) > MOST_FILES:
        raise _too_many(len(entries), MOST_FILES)
    if sum(entry.file_size for _, entry in entries) > LARGEST_TOTAL:
        raise _too_large()
    files = [path for path, entry in entries if not entry.is_dir()]
    if len(set(files)) != len(files):
        twice = next(str(path) for path in files if files.count(path) > 1)
        raise InvalidFileError("the zip file holds {name!r} twice", name=twice)


def _too_many(count: int, limit: int) -> InvalidFileError:
    return InvalidFileError(
        "the zip file holds {count} files; at most {limit} are taken", count=count, limit=limit
    )


def _too_large() -> InvalidFileError:
    return InvalidFileError(
        "the zip file unpacks to more than {limit} MB", limit=LARGEST_TOTAL // MEGABYTE
    )


def _write(packed: zipfile.ZipFile, entry: zipfile.ZipInfo, path: Path, budget: int) -> int:
    """Write one file; return its true size, which its header may not give."""
    path.parent.mkdir(parents=True, exist_ok=True)
    size = 0
    with packed.open(entry) as source, path.open("xb") as target:
        while chunk := source.read(_CHUNK):
            size += len(chunk)
            if size > budget:
                raise _too_large()
            target.write(chunk)
    return size
