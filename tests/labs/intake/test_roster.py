"""Rosters: any spreadsheet, and who a submission belongs to."""

from pathlib import Path

import pytest

from garlic.core import UsageError
from garlic.labs.intake.roster import ClassRoster, Student, parse_roster, read_roster

LI = Student("李雷", "2023001", "1", "li@x.cn")
HAN = Student("韩梅梅", "2023002", "2", "han@x.cn")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gbk", "utf-16"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize(
    "headings",
    [("number", "name", "group", "mail"), ("学号", "姓名", "组别", "邮箱")],
)
def test_every_spreadsheet_is_read(
    encoding: str, delimiter: str, headings: tuple[str, ...]
) -> None:
    rows = [headings, *((one.number, one.name, one.group, one.mail) for one in (LI, HAN))]
    text = "\r\n".join(delimiter.join(row) for row in rows)
    assert parse_roster(text.encode(encoding), "r.csv").students == (LI, HAN)


def test_columns_come_in_any_order_and_others_are_ignored() -> None:
    text = "E-mail,Grade,Full Name,Student ID,Section\nli@x.cn,7,李雷,2023001,1\n"
    assert parse_roster(text.encode(), "r.csv").students == (LI,)


def test_lists_of_course_systems_are_rosters() -> None:
    moodle = "Identifier,Full name,Email address,Status\nParticipant 77,Ann Lee,a@x.org,-\n"
    (ann,) = parse_roster(moodle.encode(), "m.csv").students
    assert (ann.name, ann.service_id, ann.number) == ("Ann Lee", "77", "")
    canvas = (
        "Student,ID,SIS User ID,SIS Login ID,Section\n"
        '    Points Possible,,,,\n"Lee, Ann",31,s1,ann,A\n'
    )
    (ann,) = parse_roster(canvas.encode(), "c.csv").students
    assert (ann.name, ann.service_id, ann.number, ann.login) == ("Lee, Ann", "31", "s1", "ann")
    github = "identifier,github_username,github_id,name\n2023001,octocat,5,\n"
    (cat,) = parse_roster(github.encode(), "g.csv").students
    assert (cat.number, cat.login, cat.name) == ("2023001", "octocat", "octocat")


@pytest.mark.parametrize(
    ("sender", "expected"),
    [
        (Student("", "2023001"), LI),
        (Student("lab1 2023001 lilei"), LI),
        (Student("李雷"), LI),
        (Student("nobody", mail="HAN@x.cn"), HAN),
        (Student("somebody else"), None),
    ],
)
def test_a_sender_is_found(sender: Student, expected: Student | None) -> None:
    assert ClassRoster([LI, HAN]).find(sender) == expected


@pytest.mark.parametrize("name", ["Ann Mary Lee", "Lee, Ann Mary", "leeannmary", "annmarylee"])
def test_a_name_is_found_in_every_order(name: str) -> None:
    ann = Student("Ann Mary Lee", "1")
    assert ClassRoster([ann, Student("Ann Lee", "2")]).find(Student(name)) == ann


def test_moodle_writes_the_group_before_the_name() -> None:
    ann, anna = Student("Ann Lee", "1"), Student("Anna-Mary Lee", "2")
    roster = ClassRoster([ann, anna])
    assert roster.find(Student("Team A-1-Ann Lee")) == ann
    assert roster.find(Student("Team A-1-Anna-Mary Lee")) == anna
    assert roster.find(Student("Anna-Mary Lee")) == anna


def test_equal_names_are_not_guessed() -> None:
    twins = [Student("李雷", "2023001"), Student("李雷", "2023009")]
    assert ClassRoster(twins).find(Student("李雷")) is None
    assert ClassRoster(twins).find(Student("李雷", "2023009")) == twins[1]


def test_equal_numbers_are_reported_and_both_students_stay() -> None:
    roster = parse_roster("学号,姓名\n2023001,李雷\n2023001,韩梅梅\n".encode(), "r.csv")
    assert [one.name for one in roster.students] == ["李雷", "韩梅梅"]
    (remark,) = roster.remarks
    assert "the number 2023001 2 times (李雷, 韩梅梅)" in str(remark)
    assert roster.find(Student("韩梅梅", "2023001")) == roster.students[1]


def test_a_row_that_is_there_twice_is_one_student() -> None:
    roster = parse_roster("学号,姓名\n2023001,李雷\n2023001,李雷\n".encode(), "r.csv")
    assert roster.students == (Student("李雷", "2023001"),)
    (remark,) = roster.remarks
    assert str(remark) == "the roster has 2023001 李雷 2 times: one counts"
    assert roster.find(Student("", "2023001")) == roster.students[0]


@pytest.mark.parametrize(
    "title", ["2026 秋 程序设计 学生名单,,", "班级,计科1,", "\n\n课程,程序设计"]
)
def test_headings_may_have_a_title_above(title: str) -> None:
    text = f"{title}\n序号,学号,姓名\n1,2023001,李雷\n"
    assert parse_roster(text.encode(), "r.csv").students == (Student("李雷", "2023001"),)


@pytest.mark.parametrize(
    "cell", ["2023001.0", "'2023001", '"=""2023001"""', "２０２３００１", " 2023001 "]
)
def test_what_spreadsheets_do_to_numbers_is_undone(cell: str) -> None:
    (li,) = parse_roster(f"学号,姓名\n{cell},李雷\n".encode(), "r.csv").students
    assert li.number == "2023001"


def test_a_rounded_number_is_reported() -> None:
    roster = parse_roster("学号,姓名\n2.023E+11,李雷\n".encode(), "r.csv")
    (remark,) = roster.remarks
    assert "has rounded 1 number of the roster, for example 2.023E+11" in str(remark)


def test_chinese_commas_separate_columns() -> None:
    assert parse_roster("学号，姓名\n2023001，李雷\n".encode(), "r.csv").students == (
        Student("李雷", "2023001"),
    )


@pytest.mark.parametrize(
    "group", ["1", "01", "第1组", "第一组", "1组", "Team 1", "group-01", "小组1"]
)
def test_a_group_is_found_as_people_write_it(group: str) -> None:
    assert ClassRoster([LI, HAN]).members(group) == [LI]
    assert ClassRoster([Student("Li", group=group), HAN]).members("第1组")[0].name == "Li"


@pytest.mark.parametrize("group", ["", "11", "第三组", "李雷", "Team 1 and 2"])
def test_another_group_is_not_found(group: str) -> None:
    assert ClassRoster([LI, HAN]).members(group) == []


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"PK\x03\x04\x14\x00", "r.csv: a workbook of Excel: save it as CSV"),
        (b"", "the file is empty"),
        (b"\n\n", "the file is empty"),
        (b"2023001,Li\n2023002,Han\n", "got '2023001,Li'"),
        (b"number,name\n\n", "there is no student in it"),
    ],
)
def test_a_wrong_roster_is_refused(content: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / "r.csv").write_bytes(content)
    with pytest.raises(UsageError, match=message):
        read_roster(tmp_path / "r.csv")
