"""Unpacks untrusted zip files: nothing is written outside the folder, and sizes are limited.

A zip file may name paths outside, hold links, claim false sizes or unpack to terabytes. Such a
file is refused with a sentence that says why.
"""

import stat
import zipfile
import zlib
from pathlib import Path, PurePosixPath

from garlic.core import InvalidFileError
from garlic.core.limits import MEGABYTE
from garlic.judge.building.sources import is_clutter

MOST_FILES = 1000
LARGEST_TOTAL = 32 * MEGABYTE
DEEPEST = 12
_LONGEST_NAME = 200
_CHUNK = 1 << 16
_UTF8_FLAG = 0x800
_ENCRYPTED_FLAG = 0x1
_FORBIDDEN_CHARACTERS = frozenset('\\:*?"<>|') | {chr(code) for code in range(32)}


def unpack(archive: Path, folder: Path) -> None:
    """Unpack the zip file *archive* into the new *folder*, without clutter.

    Raises `InvalidFileError` if it is damaged or refused.
    """
    try:
        with zipfile.ZipFile(archive) as packed:
            entries = [(_checked_name(entry), entry) for entry in packed.infolist()]
            _check_all(entries)
            budget = LARGEST_TOTAL
            for path, entry in entries:
                if not entry.is_dir() and not is_clutter(path):
                    budget -= _write(packed, entry, folder / path, budget)
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


def _checked_name(entry: zipfile.ZipInfo) -> PurePosixPath:
    """The path of *entry* below the folder; raise `InvalidFileError` if it is not allowed."""
    name = _name(entry)
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
        raise InvalidFileError(
            "the zip file holds {count} files; at most {limit} are taken",
            count=len(entries),
            limit=MOST_FILES,
        )
    if sum(entry.file_size for _, entry in entries) > LARGEST_TOTAL:
        raise _too_large()
    files = [path for path, entry in entries if not entry.is_dir()]
    if len(set(files)) != len(files):
        twice = next(str(path) for path in files if files.count(path) > 1)
        raise InvalidFileError("the zip file holds {name!r} twice", name=twice)


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
