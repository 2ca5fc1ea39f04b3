"""What was handed in: a file, a folder or a zip file, brought into a folder of our own."""

import hashlib
import os
import shutil
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath

from garlic.core import InputError, InvalidFileError, Text, UsageError
from garlic.core.limits import MEGABYTE
from garlic.core.reading.files import why
from garlic.labs.archive import DEEPEST, LARGEST_TOTAL, MOST_FILES, is_clutter, unpack

SOURCE_ENDINGS = frozenset({".c", ".cc", ".cpp", ".cxx"})


@dataclass(frozen=True, slots=True)
class Submission:
    """A hand-in: where its files are, and what is wrong with it if it cannot be taken."""

    name: str  # the student's: the file's or folder's name without its ending
    folder: Path
    digest: str  # of all its files: equal content, equal digest
    fault: Text | None = None

    @property
    def files(self) -> list[Path]:
        """All files, in order."""
        return sorted(path for path in self.folder.rglob("*") if path.is_file())


def _handed_in(path: Path) -> list[Path]:
    """*path*, or the zip files in it where it is a folder with nothing else; raise `UsageError`."""
    if not path.exists():
        raise UsageError("there is no file or folder {path}", path=str(path))
    inside = sorted(path.iterdir()) if path.is_dir() else []
    visible = [one for one in inside if not one.name.startswith(".")]
    is_class = visible and all(one.suffix.lower() == ".zip" for one in visible)
    return visible if is_class else [path]


def take_in(paths: Sequence[Path], room: Path) -> list[Submission]:
    """The submissions at *paths*, copied into *room*; a folder of zip files is a whole class.

    What is wrong with one of them stands in it; only a path that does not exist raises
    `UsageError`.
    """
    names: dict[str, int] = {}
    found = []
    everybody = [one for path in paths for one in _handed_in(path)]
    alike = Counter(map(_name, everybody))
    for number, path in enumerate(everybody):
        name = _name(path)
        if alike[name] > 1 and path.is_file():  # li/player.h, wang/player.h: the folder tells
            name = path.resolve().parent.name or name
        names[name] = names.get(name, 0) + 1
        if names[name] > 1:
            name = f"{name}-{names[name]}"
        folder = room / f"{number:04}"
        if folder.exists():  # of an earlier run
            shutil.rmtree(folder)
        folder.mkdir(parents=True)
        fault = None
        try:
            _bring(path, folder)
        except InputError as refused:
            fault = refused.text
            shutil.rmtree(folder)
            folder.mkdir()
        except OSError as refused:
            fault = Text("cannot read {path}: {why}", path=str(path), why=why(refused))
        found.append(Submission(name, folder, _digest(folder), fault))
    return found


def _name(path: Path) -> str:
    """What a hand-in is called: a folder or file without its ending; never empty."""
    resolved = path.resolve()
    name = resolved.name if resolved.is_dir() else resolved.stem
    return name or "submission"


def _bring(path: Path, folder: Path) -> None:
    if path.is_dir():
        _copy_folder(path, folder)
    elif path.suffix.lower() == ".zip":
        unpack(path, folder)
    elif path.is_file():
        _check_size(path.stat().st_size, 1)
        shutil.copyfile(path, folder / path.name)
    else:
        raise InvalidFileError("expected a file, a folder or a zip file")


def _copy_folder(source: Path, folder: Path) -> None:
    """Copy the files below *source*; links are left out, whatever they point at."""
    size = count = 0
    for here, folders, names in os.walk(source):
        inside = Path(here).relative_to(source)
        if len(inside.parts) >= DEEPEST:
            raise InvalidFileError("the folder is more than {limit} folders deep", limit=DEEPEST)
        folders[:] = [name for name in folders if not is_clutter(PurePosixPath(name))]
        for name in names:
            path = Path(here) / name
            if is_clutter(PurePosixPath(name)) or path.is_symlink() or not path.is_file():
                continue
            size, count = size + path.stat().st_size, count + 1
            _check_size(size, count)
            (folder / inside).mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, folder / inside / name)


def _check_size(size: int, count: int) -> None:
    if size > LARGEST_TOTAL:
        raise InvalidFileError(
            "it is larger than the {limit} MB that are taken", limit=LARGEST_TOTAL // MEGABYTE
        )
    if count > MOST_FILES:
        raise InvalidFileError(
            "it holds more than the {limit} files that are taken", limit=MOST_FILES
        )


def _digest(folder: Path) -> str:
    found = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        content = path.read_bytes()
        name = str(path.relative_to(folder)).encode()
        found.update(b"%d %s %d " % (len(name), name, len(content)))
        found.update(content)
    return found.hexdigest()


def find_entry(submission: Submission, patterns: Sequence[str], *, several: bool) -> Path:
    """The file to grade: the first pattern that fits one, the nearest to the top.

    With *several*, sources of C and C++ may be many: they are one program. Raises
    `InvalidFileError` where nothing fits, or too much.
    """
    files = submission.files
    for pattern in patterns:
        fitting = [path for path in files if fnmatch(path.name.lower(), pattern.lower())]
        if not fitting:
            continue
        depth = min(len(path.parts) for path in fitting)
        nearest = [path for path in fitting if len(path.parts) == depth]
        together = several and all(path.suffix.lower() in SOURCE_ENDINGS for path in nearest)
        if len(nearest) > 1 and not together:
            raise InvalidFileError(
                "several files could be meant: {names}; hand in one of them",
                names=", ".join(path.name for path in nearest[:5]),
            )
        return nearest[0]
    got = ", ".join(str(path.relative_to(submission.folder)) for path in files[:5])
    raise InvalidFileError(
        "expected a file like {patterns}, got {got}",
        patterns=", ".join(patterns),
        got=got or Text("nothing"),
    )
