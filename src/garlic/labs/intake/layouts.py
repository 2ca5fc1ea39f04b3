"""Layouts: how the files of a class are named, and so whose they are.

A layout is recognised by names alone, and only where a single submission cannot look like that:
what may be one student's program stays one submission, and the teacher can say ``--layout``.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fnmatch import fnmatch
from pathlib import PurePosixPath

from garlic.core import UsageError
from garlic.labs.candidates import SubmissionFormat
from garlic.labs.intake.roster import ClassRoster, Student
from garlic.labs.intake.trees import Tree


class Layout(StrEnum):
    """The ways in which a class can be laid out; the values are those of ``--layout``."""

    ONE = "one"  # not a class: everything is one submission
    MOODLE = "moodle"
    CANVAS = "canvas"
    GRADESCOPE = "gradescope"
    GITHUB = "github"
    ENTRIES = "entries"  # every file or folder at the top is a student's
    GROUPS = "groups"  # a folder for each group, with entries in it


def parse_layout(text: str) -> Layout:
    """The layout of that name; raise `UsageError` if there is none."""
    if text not in set(Layout):
        names = ", ".join(Layout)
        raise UsageError("expected one of the layouts {names}, got {got!r}", names=names, got=text)
    return Layout(text)


@dataclass(frozen=True, slots=True)
class Part:
    """Files of a class that belong together: one student's, or a group's."""

    label: str  # the name at the top, which Moodle wants back
    senders: tuple[Student, ...]  # as the names say; the roster may know more
    files: Mapping[str, str]  # names in the tree, and paths below the student's folder
    late: bool = False
    when: str = ""  # the time, if the export says it


_MOODLE = re.compile(
    r"(?P<name>.*?)_(?P<id>\d+)_assignsubmission_(?:file|onlinetext)_?(?P<rest>.*)", re.DOTALL
)
# A text or a link that was typed into the page has no id of a file.
_CANVAS = re.compile(
    r"(?P<name>[^_]+?)(?P<late>_LATE)?_(?P<id>\d+)_"
    r"(?:(?P<file_id>\d+)_(?P<file>.+)|(?P<typed>(?:text|link)\.html))",
    re.DOTALL,
)
_GRADESCOPE = "submission_metadata.yml"
_SUBMITTER = {"name": "name", "sid": "number", "email": "mail"}  # the fields of a student
_SUBMISSION = re.compile(r"submission_(\d+)")
_NUMBER = re.compile(r"(?<![A-Za-z0-9])[A-Za-z]{0,3}\d{5,}(?!\d)")
_ATTEMPT = re.compile(r"\s*\((\d+)\)$")  # "li (2)", as browsers name a second file
_COUNTED = re.compile(r"第\s*(\d+|[一二三四五六七八九])\s*次(?:提交|上传|作业|实验)?")
_NUMERALS = " 一二三四五六七八九"
_ENDINGS = frozenset(
    {".zip", ".h", ".hpp", ".c", ".cc", ".cpp", ".py", ".java", ".js", ".rar", ".7z"}
)
_ARCHIVES = (".zip",)
# Folders of one program; students are not called so.
_PROGRAM_FOLDERS = frozenset(
    re.findall(
        r"\w+",
        """src source sources include inc lib libs test tests data doc docs bin obj build code input
    output log map maps assets img images example examples""",
    )
)
_FEWEST_UNNAMED = 3  # entries without numbers that can be a class


def top(name: str) -> str:
    """The first part of a file's name."""
    return name.partition("/")[0]


def wrapper(names: Sequence[str]) -> str:
    """The folders that everything lies in, like ``export/``; or nothing."""
    prefix = ""
    while names:
        heads = {top(name.removeprefix(prefix)) for name in names}
        inside = all("/" in name.removeprefix(prefix) for name in names)
        if len(heads) != 1 or not inside or _MOODLE.fullmatch(min(heads)):
            break
        prefix += min(heads) + "/"
    return prefix


def recognise(
    tree: Tree, accepted: SubmissionFormat, roster: ClassRoster | None, *, alone: bool
) -> Layout:
    """The layout of *tree*; `Layout.ONE` if it may be one submission.

    If it is not *alone* on the command line, other submissions are beside it, and it is a class
    only if its names leave no doubt.
    """
    names = tree.names
    prefix = wrapper(names)
    inside = [name.removeprefix(prefix) for name in names]
    tops = _by_top(inside)
    if any(_MOODLE.fullmatch(head) for head in tops):
        return Layout.MOODLE
    if _GRADESCOPE in tops and any(_SUBMISSION.fullmatch(head) for head in tops):
        return Layout.GRADESCOPE
    if _looks_like_canvas(inside):
        return Layout.CANVAS
    if len(tree.clones) > 1 and not prefix and set(tops) <= tree.clones:
        return Layout.GITHUB
    if _are_entries(tops, roster):
        return Layout.ENTRIES
    if not alone:
        return Layout.ONE
    if _are_groups(tops, roster):
        return Layout.GROUPS
    return Layout.ENTRIES if _are_programs(tops, accepted) else Layout.ONE


def _by_top(names: Sequence[str]) -> dict[str, list[str]]:
    """The rest of each name, by its first part; a file at the top has the rest ``""``."""
    tops: dict[str, list[str]] = defaultdict(list)
    for name in names:
        head, _, rest = name.partition("/")
        tops[head].append(rest)
    return dict(tops)


def _looks_like_canvas(names: Sequence[str]) -> bool:
    found = [_CANVAS.fullmatch(name) for name in names]
    senders = {match["id"] for match in found if match is not None}
    return len(senders) > 1 and None not in found and not any("/" in name for name in names)


def _are_entries(tops: Mapping[str, Sequence[str]], roster: ClassRoster | None) -> bool:
    """Whether most entries are zip files, have a student's number, or are on the roster."""
    archives = [head for head in tops if head.lower().endswith(_ARCHIVES) and tops[head] == [""]]
    if len(tops) == len(archives) > 1 or (len(archives) > 2 and 2 * len(archives) > len(tops)):
        return True
    numbers = [found[0] for head in tops if (found := _NUMBER.search(head))]
    if len(set(numbers)) > 1 and len(numbers) >= 0.8 * len(tops):
        return True
    if roster is None:
        return False
    known = {student for head in tops if (student := roster.find(sender_of(head)))}
    return len(known) > 1 and 2 * len(known) >= len(tops)


def _are_groups(tops: Mapping[str, Sequence[str]], roster: ClassRoster | None) -> bool:
    """Whether every entry is a folder of entries."""

    def is_group(rest: Sequence[str]) -> bool:
        inner = _by_top(rest)
        one = roster is not None and any(roster.find(sender_of(head)) for head in inner)
        single = len(inner) == 1 and (one or _NUMBER.search(min(inner)) is not None)
        return single or _are_entries(inner, roster)

    return bool(tops) and all("" not in rest and is_group(rest) for rest in tops.values())


def _are_programs(tops: Mapping[str, Sequence[str]], accepted: SubmissionFormat) -> bool:
    """Whether every entry could be graded alone, and all together could not be one program."""

    def fits(path: str) -> bool:
        name = PurePosixPath(path).name.lower()
        return any(fnmatch(name, pattern.lower()) for pattern in accepted.files)

    folders = [head for head, rest in tops.items() if "" not in rest]
    files = [head for head in tops if head not in folders]
    if len(folders) >= _FEWEST_UNNAMED and not any(map(fits, files)):
        with_program = [head for head in folders if any(map(fits, tops[head]))]
        ordinary = not _PROGRAM_FOLDERS & {head.lower() for head in folders}
        return ordinary and len(with_program) >= 0.8 * len(folders)
    if folders or accepted.kind == "program" or accepted.interactive:
        return False  # several sources are one program
    first = next((p for p in accepted.files if any(fnmatch(f, p) for f in files)), None)
    nearest = [name for name in files if first and fnmatch(name.lower(), first.lower())]
    return len(nearest) >= _FEWEST_UNNAMED  # one submission would be refused: which one is meant?


def sender_of(label: str) -> Student:
    """Who a file or folder belongs to, from a name like ``2023001_张三.zip``."""
    whole = _stem(label)
    stem = _ATTEMPT.sub("", whole) or whole
    found = _NUMBER.search(stem)
    if found is None:
        return Student(name=stem)
    rest = _COUNTED.sub(" ", stem.replace(found[0], " ", 1))
    name = re.sub(r"[\s_+\-—,，()（）\[\]【】]+", " ", rest).strip()
    return Student(name=name or stem, number=found[0])


def attempt_of(label: str) -> int:
    """The number of the attempt that a name like ``li (2).zip`` says; 1 if it says none.

    So does ``第2次提交``, the second submission.
    """
    if found := _ATTEMPT.search(_stem(label)):
        return int(found[1])
    counted = _COUNTED.search(label)
    if counted is None:
        return 1
    return int(counted[1]) if counted[1].isdecimal() else _NUMERALS.index(counted[1])


def _stem(label: str) -> str:
    """*label* without the ending of a program or an archive."""
    path = PurePosixPath(label)
    return path.stem if path.suffix.lower() in _ENDINGS else path.name


def parts(tree: Tree, layout: Layout, metadata: str = "") -> list[Part]:
    """Whose the files of *tree* are, in the order of the names; *metadata* is Gradescope's file."""
    names = tree.names
    prefix = wrapper(names)
    inside = {name: name.removeprefix(prefix) for name in names}
    if layout is Layout.GRADESCOPE:
        return _gradescope(inside, metadata)
    return _READERS[layout](inside)


def metadata_name(tree: Tree) -> str:
    """The name of Gradescope's file about the submissions."""
    return wrapper(tree.names) + _GRADESCOPE


def _grouped(
    inside: Mapping[str, str], key: Callable[[str], tuple[str, str] | None]
) -> dict[str, dict[str, str]]:
    """Names and new paths, by the label that *key* gives to a path; None: left out."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for name, path in inside.items():
        if (keyed := key(path)) is not None:
            found[keyed[0]][name] = keyed[1]
    return dict(found)


def _moodle(inside: Mapping[str, str]) -> list[Part]:
    """A folder for each student; one for files and one for text typed into the page are merged."""
    labels: dict[str, str] = {}  # the first label of each participant
    senders: dict[str, Student] = {}

    def key(path: str) -> tuple[str, str] | None:
        head, _, rest = path.partition("/")
        found = _MOODLE.fullmatch(head)
        if found is None:
            return head, rest or head
        label = labels.setdefault(found["id"], head if rest else head[: found.start("rest")])
        senders[label] = Student(found["name"].strip(), service_id=found["id"])
        return label, rest or found["rest"]

    grouped = _grouped(inside, key)
    return [
        Part(label, (senders.get(label) or sender_of(label),), files)
        for label, files in grouped.items()
        if senders  # else nothing is named as Moodle does it
    ]


def _canvas(inside: Mapping[str, str]) -> list[Part]:
    senders: dict[str, Student] = {}
    late: set[str] = set()
    taken: set[tuple[str, str]] = set()

    def key(path: str) -> tuple[str, str] | None:
        found = _CANVAS.fullmatch(top(path))
        if found is None:
            return top(path), path
        label = f"{found['name']}_{found['id']}"
        senders[label] = Student(found["name"], service_id=found["id"])
        late.update({label} if found["late"] else ())
        file = found["file"] or found["typed"]
        plain = re.sub(r"-\d+(\.\w+)$", r"\1", file)  # Canvas counts attempts
        keyed = (label, file if (label, plain) in taken else plain)
        taken.add(keyed)
        return keyed

    grouped = _grouped(inside, key)
    return [
        Part(label, (senders.get(label) or sender_of(label),), files, label in late)
        for label, files in grouped.items()
        if senders
    ]


def _entries(inside: Mapping[str, str], group: str = "") -> list[Part]:
    def key(path: str) -> tuple[str, str]:
        head, _, rest = path.partition("/")
        return head, rest or head

    found = []
    for label, files in _grouped(inside, key).items():
        found.append(Part(label, (replace(sender_of(label), group=group),), files))
    return found


def _groups(inside: Mapping[str, str]) -> list[Part]:
    found = []
    for group in dict.fromkeys(top(path) for path in inside.values()):
        below = {
            name: path.partition("/")[2] or path
            for name, path in inside.items()
            if top(path) == group
        }
        found += _entries(below, group)
    return found


def _github(inside: Mapping[str, str]) -> list[Part]:
    """Clones are called after the assignment and the account: ``lab1-octocat``."""
    heads = list(dict.fromkeys(top(path) for path in inside.values()))
    shared = 0
    while len(heads) > 1 and len({head[: shared + 1] for head in heads}) == 1:
        shared += 1
    shared = heads[0].rfind("-", 0, shared) + 1 if heads else 0
    return [
        Part(
            part.label,
            (replace(part.senders[0], name=part.label[shared:], login=part.label[shared:]),),
            part.files,
        )
        for part in _entries(inside)
    ]


def _gradescope(inside: Mapping[str, str], metadata: str) -> list[Part]:
    about = _submitters(metadata)

    def key(path: str) -> tuple[str, str] | None:
        head, _, rest = path.partition("/")
        return (head, rest or head) if _SUBMISSION.fullmatch(head) else None

    found = []
    for label, files in _grouped(inside, key).items():
        senders, when = about.get(label, ([], ""))
        found.append(Part(label, tuple(senders) or (Student(label),), files, when=when))
    return found


def _submitters(metadata: str) -> dict[str, tuple[list[Student], str]]:
    """The submitters and the time of every submission in Gradescope's file.

    It is YAML as one program writes it; only the few lines that matter are read.
    """
    found: dict[str, tuple[list[Student], str]] = {}
    label = ""
    for line in metadata.splitlines():
        if head := re.fullmatch(r"(submission_\d+):\s*", line):
            label = head[1]
            found[label] = [], ""
        field = re.fullmatch(r"  (- |  )?:(name|sid|email|created_at): *(.*)", line)
        if field is None or not label:
            continue
        people, when = found[label]
        value = field[3].strip().strip("'\"")
        if field[2] == "created_at":
            found[label] = people, when or value
        elif field[1] is None:  # not about a submitter
            continue
        elif field[1] == "- " or not people:
            people.append(Student(""))
        if people and field[2] in _SUBMITTER:
            people[-1] = replace(people[-1], **{_SUBMITTER[field[2]]: value})
    return found


_READERS: Mapping[Layout, Callable[[Mapping[str, str]], list[Part]]] = {
    Layout.MOODLE: _moodle,
    Layout.CANVAS: _canvas,
    Layout.GITHUB: _github,
    Layout.ENTRIES: _entries,
    Layout.GROUPS: _groups,
}
