"""Makes a class up: students, what they hand in, and the zip file a course system would export.

For tests, and for trying out how a class is graded before there is one. Equal seeds give equal
classes, byte for byte.
"""

import csv
import io
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from random import Random

from garlic.core import UsageError
from garlic.core.reading.files import write_whole
from garlic.labs.authoring.sample_bots import BotQuality, othello_source
from garlic.labs.authoring.sample_programs import PROGRAM_KINDS, python_source
from garlic.labs.intake.roster import Student
from garlic.labs.lab import Lab

MOST_STUDENTS = 2000
_FAMILY = (
    ("王", "Wang"), ("李", "Li"), ("张", "Zhang"), ("刘", "Liu"), ("陈", "Chen"), ("杨", "Yang"),
    ("赵", "Zhao"), ("黄", "Huang"), ("周", "Zhou"), ("吴", "Wu"), ("徐", "Xu"), ("孙", "Sun"),
    ("胡", "Hu"), ("朱", "Zhu"), ("高", "Gao"), ("林", "Lin"), ("何", "He"), ("郭", "Guo"),
)  # fmt: skip
_GIVEN = (
    ("伟", "Wei"), ("芳", "Fang"), ("娜", "Na"), ("敏", "Min"), ("静", "Jing"), ("磊", "Lei"),
    ("洋", "Yang"), ("艳", "Yan"), ("勇", "Yong"), ("军", "Jun"), ("杰", "Jie"), ("涛", "Tao"),
    ("明", "Ming"), ("超", "Chao"), ("霞", "Xia"), ("平", "Ping"), ("刚", "Gang"),
    ("桂英", "Guiying"), ("子涵", "Zihan"), ("一诺", "Yinuo"), ("浩宇", "Haoyu"),
    ("思远", "Siyuan"),
)  # fmt: skip
_DAY = (2026, 11, 1, 12, 0, 0)  # the time of all files in the zip file
_LATE_DAY = (2026, 11, 3, 12, 0, 0)
_FILE = "player.h"
_PROTOCOLS = {"tiaojia": "tongji", "xiangqi": "ustc"}  # that the made-up programs speak


class Fate(StrEnum):
    """What becomes of a student's work before it is graded."""

    IN_TIME = "in time"
    LATE = "late"
    MISSING = "missing"  # handed in nothing
    NO_PROGRAM = "no program"  # something else, like a report


@dataclass(frozen=True, slots=True)
class SampleWork:
    """What one student of a made-up class hands in."""

    student: Student
    fate: Fate
    files: Mapping[str, bytes]  # by name; none if it is missing
    quality: str = ""  # of the program


Programs = Callable[[int], tuple[str, Mapping[str, bytes]]]
"""The quality and the files of the program of a student, by the student's place in the class."""


def make_students(count: int, seed: int = 1, *, groups: int = 4) -> list[Student]:
    """*count* students with different numbers; raise `UsageError` if there are too many."""
    if not 1 <= count <= MOST_STUDENTS:
        raise UsageError(
            "expected 1 to {most} students, got {count}", most=MOST_STUDENTS, count=count
        )
    random = Random(f"students {seed}")
    pairs = [(family, given) for family in _FAMILY for given in _GIVEN]
    random.shuffle(pairs)
    students = []
    for place in range(count):
        family, given = pairs[place % len(pairs)]
        again = place // len(pairs)  # only in a class of more than 396 names come again
        number = f"2026{10_000 + 7 * place + random.randrange(7)}"
        students.append(
            Student(
                name=f"{family[0]}{given[0]}{again or ''}",
                number=number,
                group=f"{place * groups // count + 1}",
                mail=f"{given[1]}.{family[1]}{again or ''}@example.edu".lower(),
                login=f"{given[1]}{family[1]}{again or ''}".lower(),
                service_id=str(40_000 + place),
            )
        )
    return students


def lab_programs(lab: Lab, seed: int = 1) -> Programs:
    """Programs for *lab*: mostly middling ones, some strong and weak, a few that fail.

    Raises `UsageError` if there are none for it.
    """
    game = lab.accepted.game
    if game is not None and game.name == "othello":
        return othello_programs(seed)
    kind = game.name if game is not None else lab.name
    if kind not in PROGRAM_KINDS or (
        game and lab.accepted.protocol != _PROTOCOLS.get(kind, "line")
    ):
        raise UsageError(
            "there are no sample programs for {lab}: name a folder with --programs", lab=lab.name
        )

    def write(quality: BotQuality, chance: int) -> tuple[str, str]:
        return "main.py", python_source(kind, quality, chance)

    return _of_all_qualities(write, seed)


def othello_programs(seed: int = 1) -> Programs:
    """Bots for the Othello labs."""
    return _of_all_qualities(lambda quality, chance: (_FILE, othello_source(quality, chance)), seed)


def _of_all_qualities(write: Callable[[BotQuality, int], tuple[str, str]], seed: int) -> Programs:
    """Programs with the name and the source that *write* gives for a quality and a number."""
    qualities = [BotQuality.STRONG] * 4 + [BotQuality.MIDDLING] * 7 + [BotQuality.WEAK] * 5
    qualities += [quality for quality in BotQuality if quality not in qualities]

    def program(place: int) -> tuple[str, Mapping[str, bytes]]:
        random = Random(f"quality {seed} {place}")
        quality = random.choice(qualities)
        name, source = write(quality, random.randrange(1 << 40))
        return quality.value, {name: source.encode()}

    return program


def programs_in(folder: Path) -> list[Path]:
    """The files of *folder*, in order; raise `UsageError` if there are none."""
    files = sorted(path for path in folder.glob("*") if path.is_file())
    if not files:
        raise UsageError("expected a folder with programs, got {path}", path=str(folder))
    return files


def given_programs(sources: Sequence[Path]) -> Programs:
    """One of the files *sources* for each student in turn, with a comment that makes it unique."""

    def program(place: int) -> tuple[str, Mapping[str, bytes]]:
        source = sources[place % len(sources)]
        mark = "#" if source.suffix in {".py", ".pl", ".sh"} else "//"
        content = source.read_bytes() + f"\n{mark} {place}\n".encode()
        return source.stem, {source.name: content}

    return program


def make_class(students: Sequence[Student], programs: Programs, seed: int = 1) -> list[SampleWork]:
    """What *students* hand in: one in twelve is late, one in fifteen hands in nothing."""
    works = []
    for place, student in enumerate(students):
        draw = Random(f"fate {seed} {place}").random()
        quality, files = programs(place)
        fate = Fate.IN_TIME
        if draw < 1 / 15:
            fate, quality, files = Fate.MISSING, "", {}
        elif draw < 1 / 15 + 1 / 40:
            fate, quality, files = Fate.NO_PROGRAM, "", {"report.pdf": b"%PDF-1.4\n"}
        elif draw > 1 - 1 / 12:
            fate = Fate.LATE
        works.append(SampleWork(student, fate, files, quality))
    return works


def write_class(path: Path, works: Sequence[SampleWork], layout: str) -> None:
    """Write *works* as a zip file, as the named course system would; raise `UsageError`."""
    if layout not in _WRITERS:
        raise UsageError(
            "expected one of the layouts {names}, got {got!r}",
            names=", ".join(_WRITERS),
            got=layout,
        )
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content, late in _WRITERS[layout](works):
            entry = zipfile.ZipInfo(name, _LATE_DAY if late else _DAY)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            file.writestr(entry, content)
    write_whole(path, packed.getvalue())


def roster_csv(students: Sequence[Student]) -> str:
    """The roster of *students* as CSV."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["number", "name", "group", "mail", "login"])
    for student in students:
        writer.writerow([student.number, student.name, student.group, student.mail, student.login])
    return file.getvalue()


_Members = list[tuple[str, bytes, bool]]  # the name, content and lateness of each file


def _zipped(files: Mapping[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in files.items():
            file.writestr(zipfile.ZipInfo(name, _DAY), content)
    return packed.getvalue()


def _handed_in(works: Sequence[SampleWork]) -> list[SampleWork]:
    return [work for work in works if work.files]


def _moodle(works: Sequence[SampleWork]) -> _Members:
    """Some students zip their file before they upload it."""
    members: _Members = []
    for place, work in enumerate(_handed_in(works)):
        folder = f"{work.student.name}_{work.student.service_id}_assignsubmission_file_"
        files = work.files
        if place % 4 == 1:
            files = {f"{work.student.number}.zip": _zipped(files)}
        members += [
            (f"{folder}/{name}", content, work.fate is Fate.LATE) for name, content in files.items()
        ]
    return members


def _canvas(works: Sequence[SampleWork]) -> _Members:
    members: _Members = []
    for place, work in enumerate(_handed_in(works)):
        late = "LATE_" if work.fate is Fate.LATE else ""
        student = work.student
        for name, content in work.files.items():
            label = f"{student.name}_{late}{student.service_id}_{700_000 + place}_{name}"
            members.append((label, content, bool(late)))
    return members


def _gradescope(works: Sequence[SampleWork]) -> _Members:
    members: _Members = []
    lines = ["---"]
    for place, work in enumerate(_handed_in(works)):
        folder, student = f"submission_{9_000_000 + place}", work.student
        day = _LATE_DAY if work.fate is Fate.LATE else _DAY
        lines += [
            f"{folder}:",
            "  :submitters:",
            f"  - :name: {student.name}",
            f"    :sid: '{student.number}'",
            f"    :email: {student.mail}",
            f"  :created_at: {day[0]}-{day[1]:02}-{day[2]:02} 12:00:00.000000000 Z",
            "  :score: 0.0",
        ]
        members += [
            (f"assignment_1_export/{folder}/{name}", content, work.fate is Fate.LATE)
            for name, content in work.files.items()
        ]
    document = "\n".join(lines) + "\n"
    return [*members, ("assignment_1_export/submission_metadata.yml", document.encode(), False)]


def _numbered(works: Sequence[SampleWork]) -> _Members:
    """A zip file for each student, called by number and name."""
    return [
        (f"{work.student.number}_{work.student.name}.zip", _zipped(work.files), False)
        for work in _handed_in(works)
    ]


def _groups(works: Sequence[SampleWork]) -> _Members:
    """A folder for each group, with a folder for each student."""
    return [
        (f"{work.student.group}/{work.student.number}_{work.student.name}/{name}", content, False)
        for work in _handed_in(works)
        for name, content in work.files.items()
    ]


_WRITERS: Mapping[str, Callable[[Sequence[SampleWork]], _Members]] = {
    "moodle": _moodle,
    "canvas": _canvas,
    "gradescope": _gradescope,
    "entries": _numbered,
    "groups": _groups,
}
CLASS_LAYOUTS = tuple(_WRITERS)
