"""Unpacks untrusted zip files: nothing is written outside the folder, and sizes are limited.

A zip file may name paths outside, hold links, claim false sizes or unpack to terabytes. Such a
file is refused with a sentence that says why. In the zip file of a class only the part of the
student who wrote such a thing is. Clutter is skipped, and what no check reads is left out where a
submission would be too large with it: a film does not cost anybody the points of the program.
"""

import re
import stat
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePath, PurePosixPath

from garlic.core import InvalidFileError, Text
from garlic.core.limits import MEGABYTE
from garlic.judge.building.sources import is_clutter

MOST_FILES = 1000
MOST_CLASS_FILES = 200_000  # in the zip file of a class
LARGEST_TOTAL = 32 * MEGABYTE
LARGEST_PACKED = 256 * MEGABYTE  # of zip files in what a student of a class hands in
DEEPEST = 12
_LONGEST_NAME = 200
_SHOWN_NAME = 80
_CHUNK = 1 << 16
_UTF8_FLAG = 0x800
_ENCRYPTED_FLAG = 0x1
_FORBIDDEN_CHARACTERS = frozenset('\\:*?"<>|') | {chr(code) for code in range(32)}
# Documents, pictures, sound and films, archives, and what compilers and Visual Studio make.
_ATTACHMENTS = frozenset(
    re.findall(
        r"\.\w+",
        """
    .doc .docx .key .odt .pages .pdf .ppt .pptx .rtf .wps .xls .xlsx
    .avi .bmp .flv .gif .heic .jpeg .jpg .m4a .mkv .mov .mp3 .mp4 .png .psd .tiff .wav .webm .wmv
    .7z .apk .bz2 .dmg .gz .iso .rar .tar .tgz .xz
    .a .class .db .dll .exe .idb .ilk .iobj .ipch .ipdb .lib .ncb .o .obj .opensdf .pch .pdb .sdf
    .so .suo .tlog
    """,
    )
)
_STARTS = {b"Rar!": "RAR", b"7z\xbc\xaf": "7-Zip", b"\x1f\x8b": "gzip"}  # of other archives
_NO_END = "File is not a zip file"  # what Python says if the end of the file is not there

File = tuple[PurePosixPath, int]
"""The path of a file in a submission, and its size."""


@dataclass(frozen=True, slots=True)
class Member:
    """A file in a zip file; its *name* is not trusted."""

    name: str  # decoded, with slashes
    entry: zipfile.ZipInfo

    @property
    def is_folder(self) -> bool:
        """Whether it stands for a folder."""
        return self.name.endswith("/")

    @property
    def is_locked(self) -> bool:
        """Whether it has a password."""
        return bool(self.entry.flag_bits & _ENCRYPTED_FLAG)

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
        found = [Member(_name(entry), entry) for entry in packed.infolist()]
        if not any(not member.is_folder for member in found):
            raise InvalidFileError("the zip file is empty")
        _unpack(packed, [(member.name, member) for member in found], folder, LARGEST_TOTAL)


def members(archive: Path) -> list[Member]:
    """The files in *archive*; raise `InvalidFileError` if it is damaged or has too many."""
    with _opened(archive) as packed:
        if len(packed.infolist()) > MOST_CLASS_FILES:
            raise _too_many(len(packed.infolist()), MOST_CLASS_FILES)
        found = [Member(_name(entry), entry) for entry in packed.infolist()]
        return [member for member in found if not member.is_folder]


def read_member(archive: Path, member: Member, largest: int) -> bytes:
    """The content of *member*; raise `InvalidFileError` if it is over *largest* bytes."""
    with _opened(archive) as packed, packed.open(member.entry) as file:
        content = file.read(largest + 1)
    if len(content) > largest:
        raise _too_large()
    return content


def unpack_members(archive: Path, chosen: Sequence[tuple[str, Member]], folder: Path) -> None:
    """Unpack the *chosen* members, each under the given path below *folder*, without clutter.

    Zip files among them are for unpacking in their turn, and may be larger than what is taken out.
    Raises `InvalidFileError` if a path is not allowed, or they are too many or too large.
    """
    with _opened(archive) as packed:
        _unpack(packed, chosen, folder, LARGEST_PACKED)


def in_clutter(name: str) -> bool:
    """Whether *name* is of no interest; one that leads out of the folder is, to be refused."""
    parts = [part for part in name.split("/") if part not in ("", ".", "..")]
    return any(is_clutter(PurePosixPath(part)) for part in parts)


def within_limits(files: Iterable[File], most_packed: int = LARGEST_PACKED) -> list[File]:
    """Those of *files*, paths with sizes, that are taken.

    If they are too many or too large, those are left out that no check reads. Raises
    `InvalidFileError` if that does not help. Zip files count separately, up to *most_packed* bytes.
    """
    taken = list(files)
    if _fault_of(taken, most_packed) is not None:
        without = [file for file in taken if file[0].suffix.lower() not in _ATTACHMENTS]
        taken = without or taken
    if (fault := _fault_of(taken, most_packed)) is not None:
        raise fault
    return taken


def _fault_of(files: Sequence[File], most_packed: int) -> InvalidFileError | None:
    if len(files) > MOST_FILES:
        return _too_many(len(files), MOST_FILES)
    for packed, most in ((False, LARGEST_TOTAL), (True, most_packed)):
        if sum(size for path, size in files if is_packed(path) is packed) > most:
            return _too_large(most)
    return None


def is_packed(path: PurePath) -> bool:
    """Whether *path* is called like a zip file."""
    return path.suffix.lower() == ".zip"


def _unpack(
    packed: zipfile.ZipFile,
    chosen: Sequence[tuple[str, Member]],
    folder: Path,
    most_packed: int,
) -> None:
    entries: dict[PurePosixPath, zipfile.ZipInfo] = {}
    for name, member in chosen:
        if in_clutter(name):
            continue
        path = _checked_name(name, member)
        if member.is_folder:
            continue
        if path in entries:
            raise InvalidFileError("the zip file holds {name!r} twice", name=str(path))
        entries[path] = member.entry
    sizes = ((path, entry.file_size) for path, entry in entries.items())
    # Headers may lie: what is written is counted, too.
    budgets = {True: most_packed, False: LARGEST_TOTAL}
    for path, _ in within_limits(sizes, most_packed):
        kind = is_packed(path)
        budgets[kind] -= _write(packed, entries[path], folder / path, budgets[kind])


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
        raise InvalidFileError(_why_unreadable(archive, fault)) from fault


def _why_unreadable(archive: Path, fault: Exception) -> Text:
    """What is wrong with the zip file *archive*, which led to *fault*."""
    with suppress(OSError), archive.open("rb") as file:
        start = file.read(8)
        for beginning, kind in _STARTS.items():
            if start.startswith(beginning):
                return Text(
                    "it is not a zip file but a {kind} file; pack it as a zip file", kind=kind
                )
    if isinstance(fault, NotImplementedError):
        return Text("the zip file is packed in an unusual way; pack it as an ordinary zip file")
    if str(fault) == _NO_END:
        return Text("the zip file is damaged or incomplete")
    return Text("the zip file is damaged: {why}", why=str(fault))


def _checked_name(name: str, member: Member) -> PurePosixPath:
    """The path *name* of *member*; raise `InvalidFileError` if it is not allowed."""
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
        shown = name if len(name) <= _SHOWN_NAME else f"{name[:_SHOWN_NAME]}…"
        raise InvalidFileError(
            "the zip file names a path that is not allowed: {name!r}", name=shown
        )
    kind = stat.S_IFMT(member.entry.external_attr >> 16)
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise InvalidFileError(
            "the zip file holds {name!r}, which is a link or a device, not a file", name=name
        )
    if member.is_locked:
        raise InvalidFileError("the zip file is locked with a password; hand it in without one")
    return path


def _name(entry: zipfile.ZipInfo) -> str:
    """The decoded name: Chinese Windows writes names as GB18030 without marking them.

    Some programs there separate folders with backslashes, which zip files should not have.
    """
    name = entry.orig_filename
    if not entry.flag_bits & _UTF8_FLAG:
        raw = name.encode("cp437", "replace")
        for encoding in ("utf-8", "gb18030"):
            with suppress(UnicodeDecodeError):
                name = raw.decode(encoding)
                break
    return name.replace("\\", "/")


def _too_many(count: int, limit: int) -> InvalidFileError:
    return InvalidFileError(
        "it holds {count} files; at most {limit} are allowed", count=count, limit=limit
    )


def _too_large(most: int = LARGEST_TOTAL) -> InvalidFileError:
    return InvalidFileError(
        "all its files together have more than {limit} MB", limit=most // MEGABYTE
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
