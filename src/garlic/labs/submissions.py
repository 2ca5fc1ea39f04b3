"""Submissions: a file, a folder or a zip file each, copied into our workspace."""

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
from garlic.judge.bots import PROGRAM_ENDINGS
from garlic.judge.building.sources import SOURCE_ENDINGS, is_clutter, is_code
from garlic.labs.archive import DEEPEST, LARGEST_TOTAL, MOST_FILES, unpack

_MADE_ENDINGS = {".exe", ".o", ".obj", ".class"}


@dataclass(frozen=True, slots=True)
class Submission:
    """A student's submission: its files, or the fault for which it is refused."""

    name: str  # of the student: the file's or folder's name without its ending
    folder: Path
    digest: str  # of all its files: equal content, equal digest
    fault: Text | None = None

    @property
    def files(self) -> list[Path]:
        """All files, in order."""
        return sorted(path for path in self.folder.rglob("*") if path.is_file())


def _sources(path: Path) -> list[Path]:
    """*path*, or the zip files in it if it is a folder of nothing else; raise `UsageError`."""
    if not path.exists():
        raise UsageError("there is no file or folder {path}", path=str(path))
    inside = sorted(path.iterdir()) if path.is_dir() else []
    visible = [entry for entry in inside if not entry.name.startswith(".")]
    is_class = visible and all(entry.suffix.lower() == ".zip" for entry in visible)
    return visible if is_class else [path]


def collect_submissions(paths: Sequence[Path], workspace: Path) -> list[Submission]:
    """The submissions at *paths*, copied into *workspace*; a folder of zip files is a class.

    Errors of a submission become its fault; only a path that does not exist raises `UsageError`.
    """
    names: dict[str, int] = {}
    submissions = []
    sources = [source for path in paths for source in _sources(path)]
    same_names = Counter(map(_name, sources))
    for number, path in enumerate(sources):
        name = _name(path)
        if same_names[name] > 1 and path.is_file():  # li/player.h, wang/player.h: use the folder
            name = path.resolve().parent.name or name
        names[name] = names.get(name, 0) + 1
        if names[name] > 1:
            name = f"{name}-{names[name]}"
        folder = workspace / f"{number:04}"
        if folder.exists():  # from an earlier run
            shutil.rmtree(folder)
        folder.mkdir(parents=True)
        fault = None
        try:
            _copy(path, folder)
        except InputError as refused:
            fault = refused.text
            shutil.rmtree(folder)
            folder.mkdir()
        except OSError as refused:
            fault = Text("cannot read {path}: {why}", path=str(path), why=why(refused))
        submissions.append(Submission(name, folder, _digest(folder), fault))
    return submissions


def _name(path: Path) -> str:
    """The name of a submission: of the folder, or of the file without its ending; never empty."""
    resolved = path.resolve()
    name = resolved.name if resolved.is_dir() else resolved.stem
    return name or "submission"


def _copy(path: Path, folder: Path) -> None:
    # A link of one's own may be handy; one to somebody else's file would show it to its author.
    if path.is_file() and path.lstat().st_uid != path.stat().st_uid:
        raise InvalidFileError("{name} is a link: hand in the file itself", name=path.name)
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
    """Copy the files below *source*, without clutter and links."""
    size = count = 0
    for here, folders, names in os.walk(source):
        inside = Path(here).relative_to(source)
        if len(inside.parts) >= DEEPEST:
            raise InvalidFileError("the folder is more than {limit} folders deep", limit=DEEPEST)
        folders[:] = [name for name in folders if not is_clutter(PurePosixPath(name))]
        for name in names:
            path = Path(here) / name
            if is_clutter(PurePosixPath(name)):
                continue
            if path.is_symlink() and is_code(PurePosixPath(name)):
                raise InvalidFileError(
                    "{name} is a link: hand in the file itself", name=str(inside / name)
                )
            if path.is_symlink() or not path.is_file():
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
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        content = path.read_bytes()
        name = str(path.relative_to(folder)).encode()
        digest.update(b"%d %s %d " % (len(name), name, len(content)))
        digest.update(content)
    return digest.hexdigest()


def _fits(path: Path, pattern: str) -> bool:
    is_program = not pattern.endswith(".*") or path.suffix.lower() in PROGRAM_ENDINGS
    return is_program and fnmatch(path.name.lower(), pattern)


def find_entry(submission: Submission, patterns: Sequence[str], *, several: bool) -> Path:
    """The file to grade: the one nearest to the top that fits the first fitting pattern.

    ``main.*`` means a program in any language: neither main.o nor main.h. With *several*, there may
    be many sources in C and C++: they are one program. Raises `InvalidFileError` if no file fits,
    or several do.
    """
    files = submission.files
    for pattern in patterns:
        fitting = [path for path in files if _fits(path, pattern.lower())]
        if not fitting:
            continue
        depth = min(len(path.parts) for path in fitting)
        nearest = [path for path in fitting if len(path.parts) == depth]
        one_program = several and all(path.suffix.lower() in SOURCE_ENDINGS for path in nearest)
        if len(nearest) > 1 and not one_program:
            raise InvalidFileError(
                "several files could be meant: {names}; hand in one of them",
                names=", ".join(path.name for path in nearest[:5]),
            )
        return nearest[0]
    got = ", ".join(str(path.relative_to(submission.folder)) for path in files[:5])
    fault = Text(
        "expected a file like {patterns}, got {got}",
        patterns=", ".join(patterns),
        got=got or Text("nothing"),
    )
    advice = _advice(files)
    raise InvalidFileError(
        Text("{fault}; {advice}", fault=fault, advice=advice) if advice else fault
    )


def _advice(files: Sequence[Path]) -> Text | None:
    """What to do with a submission of *files*, none of which can be graded."""
    for path in files:
        if path.suffix.lower() == ".zip":
            return Text("unpack {name} first", name=path.name)
        if path.suffix.lower() in _MADE_ENDINGS:
            return Text("{name} is made from the sources: hand those in", name=path.name)
    return None
