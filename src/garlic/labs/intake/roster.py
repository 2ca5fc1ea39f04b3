"""The roster: the students of a class, from a CSV file as spreadsheets and course systems write it.

A row near the top has headings, in English or Chinese, in any order; the lists of students that
Moodle (grading worksheet), Canvas (gradebook) and GitHub Classroom export can be read, too.
"""

import csv
import io
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from garlic.core import Text, UsageError
from garlic.core.limits import MEGABYTE
from garlic.core.reading.files import read_limited

_LARGEST = 16 * MEGABYTE
_DELIMITERS = ",;\t，"
_HEADINGS = {
    "number": "number no studentnumber studentno studentid idnumber sid sisuserid matriculation"
    " 学号 学籍号 学工号 学生学号 编号 学生编号",
    "name": "name fullname student studentname 姓名 名字 学生姓名 学生 全名",
    "first_name": "firstname givenname 名",
    "last_name": "lastname surname familyname 姓 姓氏",
    "group": "group groups class section team 组 组别 组号 小组 分组 班级 行政班 教学班 班",
    "mail": "mail email emailaddress 邮箱 邮件 电子邮件 电子邮箱 电子邮件地址",
    "login": "login username github githubusername githublogin sisloginid"
    " 用户名 账号 登录名 github用户名 github账号",
    "service_id": "identifier id 标识符",
}
_FIELDS = {word: field for field, words in _HEADINGS.items() for word in words.split()}
_PARTICIPANT = re.compile(r"\D*(\d+)")  # Moodle: "Participant 123"
_TITLE_ROWS = 10  # before the headings, at most
_WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")  # how .xlsx and .xls begin
_CUT_SHORT = re.compile(r"\d(\.\d+)?E\+?\d+", re.IGNORECASE)  # 2.02E+11, for 202300000001
_GROUP_NUMBER = re.compile(r"(?:第|group|team|组|小组)?[\W_]*(\w+?)[\W_]*(?:小?组|队)?")
_NUMERALS = {numeral: str(number) for number, numeral in enumerate("一二三四五六七八九十", 1)}


@dataclass(frozen=True, slots=True)
class Student:
    """Someone who may hand in; what is not known is empty."""

    name: str
    number: str = ""
    group: str = ""
    mail: str = ""
    login: str = ""  # at GitHub, or of Canvas
    service_id: str = ""  # the number that Moodle or Canvas gives, not the university

    @property
    def title(self) -> str:
        """Number and name, as far as they are known."""
        return " ".join(part for part in (self.number, self.name) if part)


class ClassRoster:
    """The students of a class, found by what submissions say about their senders."""

    def __init__(self, students: Iterable[Student], remarks: Iterable[Text] = ()) -> None:
        self.students = tuple(students)
        self.remarks = tuple(remarks)  # about rows that cannot be right
        self._by: dict[str, dict[str, list[Student]]] = {
            field: defaultdict(list) for field in ("number", "service_id", "login", "mail", "name")
        }
        for student in self.students:
            for key in {student.number.casefold()} - {""}:
                self._by["number"][key].append(student)
            for key in {student.service_id} - {""}:
                self._by["service_id"][key].append(student)
            for key in {student.login.casefold()} - {""}:
                self._by["login"][key].append(student)
            for key in {student.mail.casefold()} - {""}:
                self._by["mail"][key].append(student)
            for key in _name_keys(student.name) - {""}:
                self._by["name"][key].append(student)

    def members(self, group: str) -> list[Student]:
        """The students of the *group*, which may be written as ``1``, ``第1组`` or ``Team 1``."""
        key = _group_key(group)
        return [one for one in self.students if one.group and _group_key(one.group) == key]

    def find(self, sender: Student) -> Student | None:
        """The student of this roster that *sender* is; None if nobody is, or several may be."""
        numbers = [sender.number, *re.findall(r"[A-Za-z]{0,3}\d{4,}", sender.name)]
        attempts = [
            *(("number", number.casefold()) for number in numbers),
            ("service_id", sender.service_id),
            ("mail", sender.mail.casefold()),
            ("login", sender.login.casefold()),
            *(("name", key) for key in sorted(_name_keys(sender.name), key=len, reverse=True)),
            *(("name", key) for name in _without_group(sender.name) for key in _name_keys(name)),
        ]
        for field, key in attempts:
            found = self._by[field].get(key, []) if key else []
            if len(found) == 1:
                return found[0]
        return None


def _name_keys(name: str) -> set[str]:
    """Ways to write *name* without blanks: as it is, and with its first or last word moved."""
    words = re.findall(r"\w+", unicodedata.normalize("NFKC", name).casefold())
    return {
        "".join(order)
        for order in (words, words[1:] + words[:1], words[-1:] + words[:-1], sorted(words))
    }


def _group_key(name: str) -> str:
    """What tells one group from another: the number, where a name is a word for it and a number."""
    plain = unicodedata.normalize("NFKC", name).casefold().strip()
    found = _GROUP_NUMBER.fullmatch(plain)
    return _NUMERALS.get(found[1], found[1].lstrip("0")) if found else plain


def _without_group(name: str) -> list[str]:
    """What *name* may be without a group: Moodle writes ``Group 1-Ann Lee`` for teams."""
    parts = name.split("-")
    return ["-".join(parts[place:]) for place in range(1, len(parts))]


def read_roster(path: Path) -> ClassRoster:
    """The roster in the CSV file *path*; raise `UsageError` that says what is wrong with it."""
    return parse_roster(read_limited(path, _LARGEST), str(path))


def parse_roster(content: bytes, name: str) -> ClassRoster:
    """The roster in *content*, from a file called *name*; raise `UsageError`."""
    if content.startswith(_WORKBOOKS):
        raise UsageError("{path}: a workbook of Excel: save it as CSV", path=name)
    text = _decoded(content)
    top = "\n".join(text.lstrip().splitlines()[:_TITLE_ROWS])
    delimiter = max(_DELIMITERS, key=top.count)
    try:
        rows = [row for row in csv.reader(io.StringIO(text), delimiter=delimiter) if any(row)]
    except csv.Error as fault:
        raise UsageError("{path}: not a CSV file: {why}", path=name, why=str(fault)) from fault
    heads = (place for place, row in enumerate(rows[:_TITLE_ROWS]) if _are_headings(row))
    head = next(heads, None)
    if not rows:
        raise UsageError("{path}: {fault}", path=name, fault=Text("the file is empty"))
    if head is None:
        raise UsageError(
            "{path}: expected a first row with headings like 'number,name,group,mail', got {row!r}",
            path=name,
            row=delimiter.join(rows[0])[:80],
        )
    columns = _columns(rows[head])
    students = []
    for row in rows[head + 1 :]:
        values = {field: row[at].strip() if at < len(row) else "" for field, at in columns.items()}
        student = _student(values)
        if student.title and student.name != "Points Possible":  # a row of Canvas
            students.append(student)
    if not students:
        raise UsageError("{path}: there is no student in it", path=name)
    once = list(dict.fromkeys(students))
    return ClassRoster(once, [*_listed_twice(students), *_twice(once), *_cut_short(once)])


def _are_headings(row: list[str]) -> bool:
    """Whether *row* names what tells students apart; a title above the table has one cell."""
    found = _columns(row)
    return bool({"number", "name", "last_name", "login"} & set(found)) and (
        len(found) > 1 or sum(map(bool, row)) == len(found)
    )


def _columns(headings: list[str]) -> dict[str, int]:
    """The place of each field; the first heading that means it counts."""
    words = [re.sub(r"[\W_]+", "", heading.casefold()) for heading in headings]
    columns: dict[str, int] = {}
    for place, word in enumerate(words):
        field = _FIELDS.get(word)
        if field is not None:
            columns.setdefault(field, place)
    # Only Moodle and Canvas have ids of their own; elsewhere "id" is the student's number.
    is_of_service = "status" in words or "sisloginid" in words
    if "number" not in columns and "service_id" in columns and not is_of_service:
        columns["number"] = columns.pop("service_id")
    return columns


def _student(values: Mapping[str, str]) -> Student:
    name = values.get("name") or " ".join(
        part for part in (values.get("first_name"), values.get("last_name")) if part
    )
    number, login = _number(values.get("number", "")), values.get("login", "")
    participant = _PARTICIPANT.fullmatch(values.get("service_id", ""))
    return Student(
        name=name or login,
        number=number,
        group=values.get("group", ""),
        mail=values.get("mail", ""),
        login=login,
        service_id=participant[1] if participant else values.get("service_id", ""),
    )


def _number(cell: str) -> str:
    """The number in a *cell*, without what spreadsheets do to keep it a text, or fail to."""
    plain = unicodedata.normalize("NFKC", cell)
    plain = re.sub(r'^="?|^\'|"$', "", plain).strip()
    return re.sub(r"(?<=\d{4})\.0+$", "", plain)


def _listed_twice(students: list[Student]) -> list[Text]:
    """A remark on every row that is there again."""
    return [
        Text("the roster has {student} {count} times: one counts", student=one.title, count=count)
        for one, count in Counter(students).items()
        if count > 1
    ]


def _cut_short(students: list[Student]) -> list[Text]:
    """A remark on numbers that a spreadsheet has rounded."""
    rounded = [one.number for one in students if _CUT_SHORT.fullmatch(one.number)]
    if not rounded:
        return []
    return [
        Text(
            "a spreadsheet has rounded {count:number|numbers} of the roster, for example {number}:"
            " format the column as text, and write the roster again",
            count=len(rounded),
            number=rounded[0],
        )
    ]


def _twice(students: list[Student]) -> list[Text]:
    """A remark on every number that several students have."""
    counts = Counter(student.number for student in students if student.number)
    return [
        Text(
            "the roster has the number {number} {count} times ({names}): these students are"
            " recognised by name only",
            number=number,
            count=count,
            names=", ".join(student.name for student in students if student.number == number),
        )
        for number, count in counts.items()
        if count > 1
    ]


def _decoded(content: bytes) -> str:
    """UTF-8 or UTF-16 with a mark, UTF-8, or else GB18030, which Chinese spreadsheets write."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", "replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("gb18030", "replace")
