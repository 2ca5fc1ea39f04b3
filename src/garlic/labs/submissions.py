"""Submissions: what a student handed in, copied into our workspace, and the file to grade."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from fnmatch import fnmatch
from pathlib import Path

from garlic.core import InvalidFileError, Text
from garlic.judge.bots import PROGRAM_ENDINGS
from garlic.judge.building.sources import SOURCE_ENDINGS
from garlic.labs.intake.roster import Student

_MADE_ENDINGS = {".exe", ".o", ".obj", ".class"}
_PACKED_ENDINGS = {".7z", ".bz2", ".gz", ".rar", ".tar", ".tgz", ".xz"}  # zip files are unpacked
_DOCUMENT_ENDINGS = frozenset(
    re.findall(
        r"\.\w+",
        """
    .doc .docx .htm .html .odt .pages .pdf .ppt .pptx .rtf .wps .xls .xlsx
    .bmp .gif .heic .jpeg .jpg .mov .mp4 .png
    """,
    )
)


@dataclass(frozen=True, slots=True)
class Sender:
    """Who handed a submission in, and when, as far as that is known."""

    students: tuple[Student, ...] = ()  # several if it is a group's
    service_id: str = ""  # the number that Moodle or Canvas gives to the (first) student
    label: str = ""  # the name of the student's folder or file in the class
    late: bool = False  # the course system says so
    handed_in: datetime | None = None  # with a time zone; of the files unless *timed*
    timed: bool = False  # the course system says when
    attempt: int = 1  # of all submissions of the same students, from the earliest
    attempts: int = 1  # how many they handed in
    is_known: bool = False  # on the roster


@dataclass(frozen=True, slots=True)
class Submission:
    """A student's submission: its files, or the fault for which it is refused."""

    name: str  # of the student: the file's or folder's name without its ending
    folder: Path
    digest: str  # of all its files: equal content, equal digest
    fault: Text | None = None
    sender: Sender = field(default_factory=Sender)

    @property
    def files(self) -> list[Path]:
        """All files, in order."""
        return sorted(path for path in self.folder.rglob("*") if path.is_file())


def digest_of(folder: Path) -> str:
    """A hash of all files in *folder*."""
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        content = path.read_bytes()
        name = str(path.relative_to(folder)).encode()
        digest.update(b"%d %s %d " % (len(name), name, len(content)))
        digest.update(content)
    return digest.hexdigest()


def is_packed_otherwise(path: Path) -> bool:
    """Whether *path* is an archive that is not opened: only zip files are."""
    return path.suffix.lower() in _PACKED_ENDINGS


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
                names=", ".join(str(path.relative_to(submission.folder)) for path in nearest[:5]),
            )
        return nearest[0]
    got = ", ".join(str(path.relative_to(submission.folder)) for path in files[:5])
    fault = Text(
        "expected a file like {patterns}, got {got}",
        patterns=", ".join(patterns),
        got=got or Text("nothing"),
    )
    advice = _advice(files, patterns)
    raise InvalidFileError(
        Text("{fault}; {advice}", fault=fault, advice=advice) if advice else fault
    )


def _advice(files: Sequence[Path], patterns: Sequence[str]) -> Text | None:
    """What to do with a submission of *files*, none of which fits the *patterns*."""
    for path in files:
        ending = path.suffix.lower()
        if is_packed_otherwise(path):
            return Text("unpack {name} first", name=path.name)
        if ending in _MADE_ENDINGS:
            return Text("{name} is made from the sources: hand those in", name=path.name)
        # Windows hides endings: who saves "player.h" in its editor gets player.h.txt.
        if ending == ".txt" and any(_fits(path.with_suffix(""), one.lower()) for one in patterns):
            return Text("rename {name} to {right}", name=path.name, right=path.stem)
        if ending in _DOCUMENT_ENDINGS:
            return Text("{name} is no program: hand in the file that can be run", name=path.name)
    return None
