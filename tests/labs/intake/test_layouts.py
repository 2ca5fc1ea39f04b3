"""A class is recognised as it comes, and one student's program is never taken for a class."""

import zipfile
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest

from garlic.core import UsageError
from garlic.labs.authoring.classes import (
    Fate,
    make_class,
    make_students,
    othello_programs,
    write_class,
)
from garlic.labs.candidates import SubmissionFormat
from garlic.labs.intake.handed_in import HandedIn, look_at
from garlic.labs.intake.layouts import Layout
from garlic.labs.intake.roster import ClassRoster, Student
from labs.samples import copied

BOT = SubmissionFormat("bot", ("player.h", "*.h", "*.cpp", "*.py"))
PROGRAM = SubmissionFormat("program", ("main.*", "*.cpp", "*.c", "*.py"))


def pack(path: Path, files: Mapping[str, bytes | str]) -> Path:
    with zipfile.ZipFile(path, "w") as file:
        for name, content in files.items():
            file.writestr(name, content)
    return path


def lay_out(folder: Path, *names: str) -> Path:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".zip":
            pack(path, {"player.h": name})
        else:
            path.write_text(name)
    return folder


def test_names_may_say_which_attempt_they_are(tmp_path: Path) -> None:
    attempts = ("张三_2023001_第2次提交", "张三_2023001_第1次提交", "李四_2023002_第一次作业")
    names = [f"{name}/player.h" for name in attempts]
    found = look_at([pack(tmp_path / "class.zip", dict.fromkeys(names, ""))], BOT)
    assert [(one.name, one.sender.label) for one in found.entries] == [
        ("2023001 张三", "张三_2023001_第2次提交"),
        ("2023002 李四", "李四_2023002_第一次作业"),
    ]
    assert "第1次提交 is not graded, as it is older" in str(found.attempts[0])


def test_two_files_of_a_canvas_student_stay_two(tmp_path: Path) -> None:
    names = ["lee_1_11_a.h", "lee_1_12_a-1.h", "kim_2_21_a-2.h"]
    path = pack(tmp_path / "class.zip", {name: name for name in names})
    lee, kim = copied(look_at([path], BOT), tmp_path / "work")
    if lee.name == "kim":
        lee, kim = kim, lee
    assert [file.name for file in lee.files] == ["a-1.h", "a.h"]
    assert [file.name for file in kim.files] == ["a.h"]


@pytest.mark.parametrize("layout", [Layout.MOODLE, Layout.CANVAS, Layout.GRADESCOPE])
def test_a_class_without_a_name_of_the_layout_is_refused(layout: Layout, tmp_path: Path) -> None:
    path = pack(tmp_path / "class.zip", {"2023001_Ann/player.h": "", "2023002_Bob/player.h": ""})
    with pytest.raises(UsageError, match=f"no submission has the layout {layout}"):
        look_at([path], BOT, layout=layout)


def layout_of(handed_in: HandedIn) -> Layout:
    ((_, layout),) = handed_in.layouts
    return layout


@pytest.mark.parametrize("layout", ["moodle", "canvas", "gradescope", "entries", "groups"])
@pytest.mark.parametrize("unpacked", [False, True])
def test_a_made_up_class_is_recognised(layout: str, unpacked: bool, tmp_path: Path) -> None:
    students = make_students(40, seed=2)
    works = make_class(students, othello_programs(2), seed=2)
    path = tmp_path / "class.zip"
    write_class(path, works, layout)
    if unpacked:
        with zipfile.ZipFile(path) as packed:
            packed.extractall(tmp_path / "class")
        path = tmp_path / "class"
    found = look_at([path], BOT, ClassRoster(students))
    assert layout_of(found) == layout
    there = {student for entry in found.entries for student in entry.sender.students}
    expected = {work.student for work in works if work.fate is not Fate.MISSING}
    assert there == expected
    assert set(found.missing) == set(students) - expected
    assert not found.unknown
    if layout == "canvas":
        late = {entry.sender.students[0] for entry in found.entries if entry.sender.late}
        assert late == {work.student for work in works if work.fate is Fate.LATE}
    submissions = copied(found, tmp_path / "workspace")
    programs = {one.sender.students[0]: one for one in submissions}
    for work in works:
        if "player.h" in work.files:
            (program,) = programs[work.student].files
            assert program.read_bytes() == work.files["player.h"]


@pytest.mark.parametrize(
    ("names", "accepted"),
    [
        (["player.h"], BOT),
        (["player.h", "helper.h", "notes.txt", "old.h"], BOT),
        (["code/player.h", "data/map.txt", "src/main.c"], BOT),
        (["main.c", "astar.c", "heap.c", "heap.h"], PROGRAM),
        (["src/main.c", "include/heap.h", "test/main.c", "Makefile"], PROGRAM),
        (["a.py", "b.py", "c.py"], PROGRAM),
        (["input_100001.txt", "input_100002.txt", "main.py"], PROGRAM),
        (["project/main.c", "project/heap.c"], PROGRAM),
        (["bot.py", "weights_20230101.bin"], BOT),
        ([], BOT),
    ],
)
@pytest.mark.parametrize("packed", [False, True])
def test_one_program_is_one_submission(
    names: list[str], accepted: SubmissionFormat, packed: bool, tmp_path: Path
) -> None:
    path = tmp_path / "li.zip"
    if packed:
        pack(path, dict.fromkeys(names, "x"))
    else:
        path = tmp_path / "li"
        path.mkdir()
        lay_out(path, *names)
    found = look_at([path], accepted)
    assert layout_of(found) is Layout.ONE
    assert [entry.name for entry in found.entries] == ["li"]


@pytest.mark.parametrize(
    ("names", "accepted", "students"),
    [
        (["ann.zip", "bob.zip"], BOT, ["ann", "bob"]),
        (["ann.h", "bob.h", "eve.h"], BOT, ["ann", "bob", "eve"]),
        (["ann/player.h", "bob/code/player.h", "eve/player.h"], BOT, ["ann", "bob", "eve"]),
        (["ann/main.c", "bob/main.py", "eve/x.cpp"], PROGRAM, ["ann", "bob", "eve"]),
        (["2023001_张三.c", "2023002-李四.c"], PROGRAM, ["2023001 张三", "2023002 李四"]),
        (["PB20000001张三/a.c", "PB20000002李四/a.c"], PROGRAM,
         ["PB20000001 张三", "PB20000002 李四"]),
        (["1班/2023001/a.c", "2班/2023002/a.c"], PROGRAM, ["2023001 2023001", "2023002 2023002"]),
    ],
)  # fmt: skip
def test_a_folder_of_students_is_a_class(
    names: list[str], accepted: SubmissionFormat, students: list[str], tmp_path: Path
) -> None:
    found = look_at([lay_out(tmp_path / "class", *names)], accepted)
    assert layout_of(found) in (Layout.ENTRIES, Layout.GROUPS)
    assert [entry.name for entry in found.entries] == students


def test_beside_others_a_folder_is_one_submission_unless_there_is_no_doubt(tmp_path: Path) -> None:
    paths = [
        lay_out(tmp_path / "ann", "a.h", "b.h", "c.h"),
        lay_out(tmp_path / "zips", "bob.zip", "eve.zip"),
    ]
    found = look_at(paths, BOT)
    assert [entry.name for entry in found.entries] == ["ann", "bob", "eve"]


def test_the_teacher_has_the_last_word(tmp_path: Path) -> None:
    folder = lay_out(tmp_path / "class", "ann.py", "bob.py")
    assert len(look_at([folder], PROGRAM).entries) == 1
    assert len(look_at([folder], PROGRAM, layout=Layout.ENTRIES).entries) == 2
    zips = lay_out(tmp_path / "zips", "bob.zip", "eve.zip")
    assert len(look_at([zips], BOT, layout=Layout.ONE).entries) == 1
    with pytest.raises(UsageError, match="no submission has the layout gradescope"):
        look_at([folder], PROGRAM, layout=Layout.GRADESCOPE)


def test_a_roster_makes_a_class_of_names(tmp_path: Path) -> None:
    folder = lay_out(tmp_path / "class", "Ann Lee/main.py", "Bob Ray/main.py")
    roster = ClassRoster([Student("Lee, Ann", "1"), Student("Bob Ray", "2"), Student("Eve", "3")])
    found = look_at([folder], PROGRAM, roster)
    assert [entry.name for entry in found.entries] == ["1 Lee, Ann", "2 Bob Ray"]
    assert [student.name for student in found.missing] == ["Eve"]


def test_clones_are_called_after_their_accounts(tmp_path: Path) -> None:
    for name in ("lab-1-octocat", "lab-1-hubot"):
        lay_out(tmp_path / "clones", f"{name}/main.py", f"{name}/.git/HEAD")
    roster = ClassRoster([Student("Mona", "7", login="Octocat")])
    found = look_at([tmp_path / "clones"], PROGRAM, roster)
    assert layout_of(found) is Layout.GITHUB
    assert [entry.name for entry in found.entries] == ["hubot", "7 Mona"]
    assert [entry.name for entry in found.unknown] == ["hubot"]
    assert found.entries[0].files == 1


def test_a_group_hands_in_for_all_its_members(tmp_path: Path) -> None:
    students = [Student(f"s{n}", f"{n}", group=f"team{n // 2}") for n in range(4)]
    folder = lay_out(tmp_path / "class", "team0.zip", "team1.zip")
    found = look_at([folder], BOT, ClassRoster(students))
    assert [entry.sender.students for entry in found.entries] == [
        tuple(students[:2]),
        tuple(students[2:]),
    ]
    assert not found.missing


def test_the_later_of_two_submissions_counts(tmp_path: Path) -> None:
    path = tmp_path / "class.zip"
    with zipfile.ZipFile(path, "w") as file:
        for name, day in (("2023001_a (2).py", 9), ("2023001_a.py", 3), ("2023002_b.py", 4)):
            file.writestr(zipfile.ZipInfo(name, (2026, 1, day, 0, 0, 0)), "x")
    found = look_at([path], PROGRAM)
    assert [entry.sender.label for entry in found.entries] == ["2023001_a (2).py", "2023002_b.py"]
    (remark,) = found.remarks
    assert "handed in more than once; 2023001_a.py is not graded" in str(remark)


def test_of_equal_times_the_number_of_the_attempt_decides(tmp_path: Path) -> None:
    names = ["2023001_a (10).py", "2023001_a (2).py", "2023001_a.py", "2023002_b.py"]
    found = look_at([pack(tmp_path / "class.zip", dict.fromkeys(names, "x"))], PROGRAM)
    assert [entry.sender.label for entry in found.entries] == [names[0], names[3]]


def test_canvas_texts_and_links_belong_to_their_students(tmp_path: Path) -> None:
    names = ["leeann_31_901_main.c", "raybob_LATE_32_text.html", "leeann_31_link.html"]
    found = look_at([lay_out(tmp_path / "class", *names)], PROGRAM)
    ann, bob = copied(found, tmp_path / "workspace")
    assert [path.name for path in ann.files] == ["link.html", "main.c"]
    assert ([path.name for path in bob.files], bob.sender.late) == (["text.html"], True)


def test_canvas_files_of_one_student_are_one_submission(tmp_path: Path) -> None:
    names = ["leeann_31_901_main.c", "leeann_31_902_heap-1.c", "raybob_LATE_32_903_main.c"]
    found = look_at([lay_out(tmp_path / "class", *names)], PROGRAM)
    ann, bob = copied(found, tmp_path / "workspace")
    assert [path.name for path in ann.files] == ["heap.c", "main.c"]
    assert (ann.sender.late, bob.sender.late) == (False, True)


def test_gradescope_names_every_submitter_and_the_time(tmp_path: Path) -> None:
    about = """---
submission_5:
  :submitters:
  - :name: Ann Lee
    :sid: '71'
    :email: ann@x.org
  - :name: Bob Ray
    :sid: '72'
    :email: bob@x.org
  :created_at: 2026-11-02 10:00:00.123456000 +08:00
  :score: 3.0
  :results:
    :tests:
    - :name: not a student
"""
    files = {"export/submission_5/main.py": "x", "export/submission_6/main.py": "x"}
    path = pack(tmp_path / "class.zip", {**files, "export/submission_metadata.yml": about})
    both, other = look_at([path], PROGRAM).entries
    assert [one.title for one in both.sender.students] == ["71 Ann Lee", "72 Bob Ray"]
    assert both.sender.handed_in == datetime(2026, 11, 2, 2, 0, 0, 123456, UTC)
    assert (both.sender.timed, other.sender.timed) == (True, False)
    assert other.name == "submission_6"


def test_names_in_gbk_are_read(tmp_path: Path) -> None:
    path = tmp_path / "class.zip"
    label = "张三_17_assignsubmission_file_/程序.py"
    pack(path, {"X" * len(label.encode("gbk")): "print(1)"})
    raw = path.read_bytes().replace(b"X" * len(label.encode("gbk")), label.encode("gbk"))
    path.write_bytes(raw)
    found = look_at([path], PROGRAM)
    assert [entry.name for entry in found.entries] == ["张三"]
    (one,) = copied(found, tmp_path / "workspace")
    assert [file.name for file in one.files] == ["程序.py"]
