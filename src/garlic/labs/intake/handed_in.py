"""What a class handed in: an entry for each submission, who is missing, what was understood."""

import shutil
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from garlic.core import InputError, InvalidFileError, Text, UsageError
from garlic.core.language.text import visible
from garlic.core.reading.files import why
from garlic.labs.archive import is_packed, unpack
from garlic.labs.candidates import SubmissionFormat
from garlic.labs.intake.layouts import (
    Layout,
    Part,
    attempt_of,
    metadata_name,
    parts,
    recognise,
)
from garlic.labs.intake.roster import ClassRoster, Student
from garlic.labs.intake.trees import Tree, check_size, open_tree
from garlic.labs.policy.attempts import attempts_to_grade
from garlic.labs.policy.lateness import LatePolicy
from garlic.labs.submissions import Sender, Submission, digest_of, is_packed_otherwise

_MOST_ZIPS = 5  # that a student may pack what is handed in into
_LARGEST_METADATA = 1 << 24


@dataclass(frozen=True, slots=True)
class ClassEntry:
    """A submission that has been found but not copied yet."""

    name: str  # unique in the class
    sender: Sender
    path: Path  # what the teacher named: the submission itself, or the class
    part: Part | None = None  # of the class
    tree: Tree | None = None  # the class

    @property
    def files(self) -> int:
        """How many files it has; a zip file is one."""
        return len(self.part.files) if self.part else 1

    def copy(self, folder: Path) -> Submission:
        """Copy it into the new *folder*; errors become the fault of the submission."""
        if folder.exists():  # from an earlier run
            shutil.rmtree(folder)
        folder.mkdir(parents=True)
        fault = None
        try:
            if self.part is not None and self.tree is not None:
                self.tree.copy(self.part.files, folder)
                _unpack_inside(folder)
            else:
                _copy(self.path, folder)
        except InputError as refused:
            fault = refused.text
            shutil.rmtree(folder)
            folder.mkdir()
        except OSError as refused:
            fault = Text("cannot read {path}: {why}", path=str(self.path), why=why(refused))
        return Submission(self.name, folder, digest_of(folder), fault, self.sender)


@dataclass(frozen=True, slots=True)
class HandedIn:
    """All entries of a run, and how they were found."""

    entries: tuple[ClassEntry, ...]  # to grade; attempts of one student have the same name
    layouts: tuple[tuple[Path, Layout], ...] = ()
    roster: ClassRoster | None = None
    attempts: tuple[Text, ...] = ()  # which of several attempts are graded

    @property
    def is_class(self) -> bool:
        """Whether it is more than submissions that were named one by one."""
        return self.roster is not None or any(one is not Layout.ONE for _, one in self.layouts)

    @property
    def missing(self) -> list[Student]:
        """The students on the roster who handed in nothing."""
        there = {student for entry in self.entries for student in entry.sender.students}
        return [one for one in (self.roster.students if self.roster else ()) if one not in there]

    @property
    def unknown(self) -> list[ClassEntry]:
        """The entries of nobody on the roster."""
        return [one for one in self.entries if self.roster is not None and not one.sender.is_known]

    @property
    def remarks(self) -> list[Text]:
        """What the teacher should know before anything is graded."""
        return [*(self.roster.remarks if self.roster else ()), *self.attempts]


def look_at(
    paths: Sequence[Path],
    accepted: SubmissionFormat,
    roster: ClassRoster | None = None,
    layout: Layout | None = None,
    policy: LatePolicy | None = None,
) -> HandedIn:
    """What is at *paths*: each is a submission or a class; nothing is copied yet.

    Without a *layout* it is recognised. Of several attempts of a student those are taken that can
    count by *policy*; without one, the last. Raises `UsageError` if a path does not exist, or does
    not have the layout.
    """
    layouts: list[tuple[Path, Layout]] = []
    found: list[ClassEntry] = []
    for path in paths:
        if not path.exists():
            raise UsageError("there is no file or folder {path}", path=str(path))
        kind, entries = _in_path(path, accepted, roster, layout, alone=len(paths) == 1)
        layouts.append((path, kind))
        found += entries
    if roster is not None:
        found = [_known(entry, roster) for entry in found]
    named = _named(_by_student(found))
    taken = [_that_can_count(attempts, policy or LatePolicy()) for attempts in named]
    return HandedIn(
        tuple(entry for entries, _ in taken for entry in entries),
        tuple(layouts),
        roster,
        tuple(remark for _, remarks in taken for remark in remarks),
    )


def copy_class(
    paths: Sequence[Path], accepted: SubmissionFormat, workspace: Path
) -> list[Submission]:
    """Copies of the submissions at *paths*; a single folder is a class even of one student.

    Raises `UsageError` if a path does not exist.
    """
    found = look_at(paths, accepted)
    if not found.is_class and len(paths) == 1 and paths[0].is_dir():
        inside = sorted(path for path in paths[0].iterdir() if not path.name.startswith("."))
        found = look_at(inside, accepted, layout=Layout.ONE)
    return [entry.copy(workspace / str(number)) for number, entry in enumerate(found.entries)]


def _in_path(
    path: Path,
    accepted: SubmissionFormat,
    roster: ClassRoster | None,
    layout: Layout | None,
    *,
    alone: bool,
) -> tuple[Layout, list[ClassEntry]]:
    """The layout of *path* and the entries in it."""
    one = [ClassEntry(_own_name(path), Sender(label=path.name), path)]
    is_class = layout not in (None, Layout.ONE) or (roster is not None and alone)
    if is_class and is_packed_otherwise(path):
        fault = Text("unpack {name} first", name=path.name)
        raise UsageError("{path}: {fault}", path=str(path), fault=fault)
    if layout is Layout.ONE or not (path.is_dir() or (is_packed(path) and path.is_file())):
        return Layout.ONE, one
    try:
        tree = open_tree(path)
        kind = layout or recognise(tree, accepted, roster, alone=alone)
        if not tree.names:
            raise InvalidFileError("there are no files in it")
        if kind is Layout.ONE:
            return kind, one
        if tree.is_locked:
            raise InvalidFileError("the zip file of the class is locked with a password: unpack it")
        found = parts(tree, kind, _metadata(tree) if kind is Layout.GRADESCOPE else "")
    except (InputError, OSError) as fault:
        # A student's own fault is found when the submission is copied. With a roster it is a class.
        if not is_class:
            return Layout.ONE, one
        raise UsageError("{path}: {fault}", path=str(path), fault=fault) from fault
    if not found:
        raise UsageError(
            "{path}: no submission has the layout {layout}",
            path=str(path),
            layout=kind.value,
        )
    return kind, [_entry(path, tree, part) for part in found]


def _metadata(tree: Tree) -> str:
    """Gradescope's file about the submissions; empty if there is none."""
    name = metadata_name(tree)
    if name not in tree.names:
        return ""
    return tree.read(name, _LARGEST_METADATA).decode(errors="replace")


def _entry(path: Path, tree: Tree, part: Part) -> ClassEntry:
    times = [time for name in part.files if (time := tree.modified(name))]
    said = _time(part.when)
    sender = Sender(
        students=tuple(replace(one, name=_on_one_line(one.name)) for one in part.senders),
        service_id=part.senders[0].service_id,
        label=part.label,
        late=part.late,
        handed_in=said or max(times, default=None),
        timed=said is not None,
    )
    return ClassEntry("", sender, path, part, tree)


def _time(text: str) -> datetime | None:
    """A time as Gradescope writes it, in UTC."""
    try:
        moment = datetime.fromisoformat(text.replace(" Z", "+00:00").replace(" UTC", "+00:00"))
    except ValueError:
        return None
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)


def _known(entry: ClassEntry, roster: ClassRoster) -> ClassEntry:
    """*entry* with the students of the roster that it belongs to."""
    sender = entry.sender
    said = sender.students or (Student(_own_name(entry.path)),)
    students = [(roster.find(one) or one, roster.find(one) is not None) for one in said]
    if not any(known for _, known in students):
        students = [(one, True) for one in roster.members(said[0].name)] or students
    return replace(
        entry,
        sender=replace(
            sender,
            students=tuple(one for one, _ in students),
            is_known=any(known for _, known in students),
        ),
    )


def _by_student(entries: Iterable[ClassEntry]) -> list[list[ClassEntry]]:
    """The entries of each student, earliest first; where no time is known, as they come."""
    found: dict[object, list[ClassEntry]] = {}
    for number, entry in enumerate(entries):
        students = entry.sender.students
        known = [one for one in students if one.number or one.service_id or entry.sender.is_known]
        found.setdefault(tuple(known) or number, []).append(entry)
    return [
        [
            replace(entry, sender=replace(entry.sender, attempt=attempt, attempts=len(same)))
            for attempt, entry in enumerate(sorted(same, key=_moment), 1)
        ]
        for same in found.values()
    ]


def _moment(entry: ClassEntry) -> tuple[datetime, int]:
    """When it was handed in; of equal times ``li (2).zip`` is after ``li.zip``."""
    time = entry.sender.handed_in or datetime.min.replace(tzinfo=UTC)
    return time, attempt_of(_label(entry))


def _that_can_count(
    attempts: list[ClassEntry], policy: LatePolicy
) -> tuple[list[ClassEntry], list[Text]]:
    """Those of a student's *attempts* that are graded, and what to tell about it."""
    places = attempts_to_grade(policy, len(attempts))
    older, beyond = attempts[: places.start], attempts[places.stop :]
    graded = [attempts[place] for place in places]
    remarks = [
        Text(
            "{name}: handed in more than once; {label} is not graded, as it is older",
            name=entry.name,
            label=_label(entry),
        )
        for entry in older
    ]
    remarks += [
        Text(
            "{name}: {label} is not graded: it is attempt {number}, and {most:is|are} allowed",
            name=entry.name,
            label=_label(entry),
            number=entry.sender.attempt,
            most=policy.attempts,
        )
        for entry in beyond
    ]
    if len(graded) > 1:
        name, count = graded[0].name, len(graded)
        remarks.append(
            Text("{name}: {count} attempts are graded; the best one counts", name=name, count=count)
        )
    return graded, remarks


def _label(entry: ClassEntry) -> str:
    """What the entry is called where it comes from."""
    return visible(entry.part.label if entry.part else entry.path.name)


def _own_name(path: Path) -> str:
    """The name of a submission: of the folder, or of the file without its ending; never empty."""
    resolved = path.resolve()
    return (resolved.name if resolved.is_dir() else resolved.stem) or "submission"


def _title(entry: ClassEntry) -> str:
    """What a submission is called: by its students, or by its file."""
    students = entry.sender.students
    if not students:
        return _on_one_line(entry.name)
    titles = [_on_one_line(student.title or entry.sender.label) for student in students]
    return titles[0] if len(titles) == 1 else ", ".join(titles[:4])


def _on_one_line(name: str) -> str:
    """*name* with single spaces for line breaks and the like, which would break up every table."""
    return " ".join(name.split())


def _named(students: Sequence[list[ClassEntry]]) -> list[list[ClassEntry]]:
    """The attempts of all *students* with names; those of two students are never equal."""
    titles = [_title(attempts[-1]) for attempts in students]
    same = Counter(titles)
    taken: Counter[str] = Counter()
    named = []
    for attempts, title in zip(students, titles, strict=True):
        entry, name = attempts[-1], title
        if same[title] > 1 and entry.part is None and entry.path.is_file():
            name = entry.path.resolve().parent.name or title  # li/player.h, wang/player.h
        taken[name] += 1
        if taken[name] > 1:
            name = f"{name}-{taken[name]}"
        named.append([replace(one, name=name) for one in attempts])
    return named


def _copy(path: Path, folder: Path) -> None:
    """Copy a submission that is a path of its own."""
    # A link of one's own may be handy; one to somebody else's file would show it to its author.
    if path.is_file() and path.lstat().st_uid != path.stat().st_uid:
        raise InvalidFileError("{name} is a link: hand in the file itself", name=path.name)
    if path.is_dir():
        tree = open_tree(path)
        tree.copy({name: name for name in tree.names}, folder)
        _unpack_inside(folder)
    elif is_packed(path):
        unpack(path, folder)
    elif path.is_file():
        check_size(path.stat().st_size)
        shutil.copyfile(path, folder / path.name)
    else:
        raise InvalidFileError("expected a file, a folder or a zip file")
    _check_not_only_zips(folder)


def _unpack_inside(folder: Path) -> None:
    """Unpack the zip files in *folder*, where students have packed what they hand in."""
    packed = sorted(path for path in folder.rglob("*") if is_packed(path))
    if len(packed) > _MOST_ZIPS:
        raise InvalidFileError(
            "it holds {count} zip files; at most {limit} are opened",
            count=len(packed),
            limit=_MOST_ZIPS,
        )
    for path in packed:
        target = path.with_suffix("")
        if target.exists():
            target = path.with_name(f"{path.stem}-zip")
        try:
            unpack(path, target)
        except InputError as fault:
            raise InvalidFileError("{name}: {fault}", name=path.name, fault=fault) from fault
        path.unlink()
    _check_not_only_zips(folder)


def _check_not_only_zips(folder: Path) -> None:
    """Raise `InvalidFileError` if there is nothing but further zip files."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    if files and all(map(is_packed, files)):
        raise InvalidFileError(
            "the zip file holds only another zip file, {name}; pack the files once",
            name=files[0].name,
        )
