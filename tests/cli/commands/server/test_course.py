"""`garlic course`: a course as a file, copied, archived; what is written is what was read."""

import json
from pathlib import Path

import pytest

from cli.results import Garlic
from garlic.courses.course_file import course_text, read_course
from garlic.store import open_database
from garlic.store.leagues import starts_of

COURSE = """\
schema = "garlic-course/1"
name = "algorithms-2026"
title = "Algorithms"
assistance_off = ["reviews"]

[rosters]
student = "students.csv"

[limits.student]
cpu_minutes = 60

[[assignments]]
name = "week-1"
title = { en = "Week 1", zh = "第一周" }
lab = "othello/task1"
opens = 2026-11-13T00:00:00+08:00
due = "2026-11-20 23:59 Asia/Shanghai"
late = "10 %/day"
grace = "15 min"
attempts = 5
counts = "best"
hidden = [2]
assistance_off = ["engines"]

[[leagues]]
name = "ladder"
game = "othello"
maps = ["4x4"]
milestones = ["random:othello"]
placing_games = 8

[[announcements]]
title = "Welcome"
text = "The first week\\nbegins on \\"Friday\\"."
at = "2026-11-12 08:00 +00:00"
"""
ISLAND = "centre 1\n6 6\n911119\n111111\n11oO11\n11Oo11\n111111\n911119\n"
ROSTER = "number,name,group\n20260001,Ada Lovelace,red\n20260002,艾伦,red\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    home = tmp_path / "algorithms"
    home.mkdir()
    (home / "course.toml").write_text(COURSE, encoding="utf-8")
    (home / "students.csv").write_text(ROSTER, encoding="utf-8")
    return home


def files(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.iterdir())}


def test_what_is_written_means_what_was_read(folder: Path) -> None:
    course = read_course(COURSE.encode(), folder)
    text = course_text(course)
    assert read_course(text.encode(), folder) == course
    assert course_text(read_course(text.encode(), folder)) == text


def test_a_course_goes_through_databases_unchanged(
    garlic: Garlic, folder: Path, tmp_path: Path
) -> None:
    one, other = str(tmp_path / "one.db"), str(tmp_path / "other.db")
    done = garlic("course", "import", str(folder), "--json", "--database", one)
    report = json.loads(done.out)
    assert (report["is_new"], report["added"]) == (True, ["week-1", "ladder"])
    assert [each["login"] for each in report["people"]] == ["20260001", "20260002"]
    assert all(each["link"].startswith("http://127.0.0.1:8000/join#") for each in report["people"])
    first, second = tmp_path / "first", tmp_path / "second"
    written = garlic("course", "export", "algorithms-2026", str(first), "--database", one)
    assert written.out.splitlines() == [str(first / "course.toml"), str(first / "students.csv")]
    assert garlic("course", "import", str(first), "--database", other).code == 0
    garlic("course", "export", "algorithms-2026", str(second), "--database", other)
    assert files(first) == files(second)
    assert "第一周" in files(first)["course.toml"]

    again = garlic("course", "import", str(first), "--json", "--database", one)
    assert json.loads(again.out) | {"people": []} == {
        "number": report["number"],
        "name": "algorithms-2026",
        "is_new": False,
        "added": [],
        "changed": [],
        "people": [],
    }
    changed = files(first)["course.toml"].replace("attempts = 5", "attempts = 6")
    (first / "course.toml").write_text(changed, encoding="utf-8")
    said = garlic("course", "import", str(first), "--without-people", "--database", one)
    assert said.err == "algorithms-2026: 0 people added; new: -; changed: week-1\n"


def test_a_course_has_the_maps_of_its_leagues(garlic: Garlic, folder: Path, tmp_path: Path) -> None:
    course = folder / "course.toml"
    course.write_text(COURSE.replace('maps = ["4x4"]', 'maps = ["maps/island.txt", "4x4"]'))
    (folder / "maps").mkdir()
    (folder / "maps" / "island.txt").write_text(ISLAND)
    one, other = str(tmp_path / "one.db"), str(tmp_path / "other.db")
    assert garlic("course", "import", str(folder), "--database", one).code == 0
    first, second = tmp_path / "first", tmp_path / "second"
    garlic("course", "export", "algorithms-2026", str(first), "--database", one)
    assert garlic("course", "import", str(first), "--database", other).code == 0
    garlic("course", "export", "algorithms-2026", str(second), "--database", other)
    assert files(first) == files(second)
    with open_database(other) as database:
        starts = database.read(lambda c: starts_of(c, 1))
    assert {start.map for start in starts} == {"island.txt", "4x4"}


def test_a_copy_has_no_people_and_an_archive_takes_nothing(
    garlic: Garlic, folder: Path, tmp_path: Path
) -> None:
    database = ("--database", str(tmp_path / "one.db"))
    garlic("course", "import", str(folder), *database)
    copied = garlic("course", "copy", "algorithms-2026", "algorithms-2027", *database)
    assert copied.code == 0
    assert garlic("course", "archive", "algorithms-2026", *database).code == 0
    rows = json.loads(garlic("course", "list", "--json", *database).out)
    assert [
        (row["name"], row["people"], row["assignments"], row["leagues"], row["state"])
        for row in rows
    ] == [
        ("algorithms-2026", 2, 1, 1, "archived"),
        ("algorithms-2027", 0, 1, 1, "open"),
        ("arena", 0, 0, 0, "open"),
    ]
    refused = garlic("course", "import", str(folder), *database)
    assert (refused.code, refused.err) == (2, "garlic: error: the course Algorithms is archived\n")
    assert garlic("course", "archive", "algorithms-2026", "--off", *database).code == 0
    assert garlic("course", "import", str(folder), *database).code == 0


def test_a_new_course_and_one_that_there_is(garlic: Garlic, tmp_path: Path) -> None:
    database = ("--database", str(tmp_path / "one.db"))
    assert garlic("course", "new", "geometry", *database).out == "course 2, geometry, is ready\n"
    refused = garlic("course", "new", "geometry", *database)
    assert (refused.code, refused.err) == (
        2,
        "garlic: error: another course is called 'geometry'\n",
    )
    missing = garlic("course", "export", "algebra", str(tmp_path / "x"), *database)
    sentence = "there is no course 'algebra'; `garlic course new NAME` makes one"
    assert (missing.code, missing.err) == (2, f"garlic: error: {sentence}\n")


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"garlic-course/1"', '"garlic-course/2"', "schema: expected 'garlic-course/1', got"),
        ("othello/task1", "othello/task7", "assignments[1].lab: no lab is called 'othello/task7'"),
        ("hidden = [2]", "hidden = [40]", "hidden: othello/task1 has the checks 1 to"),
        ("Asia/Shanghai", "", "assignments[1].due: expected a date with a time zone like"),
        ('"15 min"', '"soon"', "assignments[1].grace: expected a duration like '15 min'"),
        ('game = "othello"', 'game = "chess"', "leagues[1].name: ladder: "),
        (
            "students.csv",
            "../students.csv",
            "rosters.student: expected a file in the course's folder",
        ),
        ("cpu_minutes", "minutes", "limits.student.minutes: unknown field"),
        ('["reviews"]', '["books"]', "assistance_off: expected one of hints, reviews, engines"),
        ('"Welcome"', '""', "announcements[1].title: expected a title of 1 to 200 characters"),
        ("[[leagues]]", "[[assignments]]", "assignments[2].lab: expected text, got nothing"),
    ],
)
def test_a_wrong_file_is_refused_in_one_sentence(
    garlic: Garlic, folder: Path, tmp_path: Path, old: str, new: str, sentence: str
) -> None:
    path = folder / "course.toml"
    path.write_text(COURSE.replace(old, new, 1), encoding="utf-8")
    database = str(tmp_path / "one.db")
    refused = garlic("course", "import", str(path), "--database", database)
    assert refused.code == 2
    assert refused.err.startswith(f"garlic: error: {path}: ")
    assert sentence in refused.err
    assert len(refused.err.splitlines()) == 1
    rows = json.loads(garlic("course", "list", "--json", "--database", database).out)
    assert [row["name"] for row in rows] == ["arena"], "nothing was made"
