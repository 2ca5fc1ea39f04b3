"""Results go back as course systems import them; what was not judged is never a grade."""

import csv
import io
import json
import zipfile
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from garlic.core import Text
from garlic.core.language.bilingual import Bilingual
from garlic.labs import results as graded_results
from garlic.labs.intake.handed_in import HandedIn
from garlic.labs.intake.roster import ClassRoster, Student
from garlic.labs.lab import Lab
from garlic.labs.report.ranking import Class, ranked
from garlic.labs.results import Graded
from garlic.labs.returns.previous import ChangedGrade, changes_since
from garlic.labs.returns.writing import Returns, write_returns
from garlic.labs.submissions import Sender

NOW = datetime(2026, 11, 20, tzinfo=UTC)
ANN = Student("Ann Lee", "s1", "A", "ann@x.org", "ann")
BOB = Student("Bob Ray", "s2", "B")
EVE = Student("=Eve", "s3")
SENT = {
    "ann": Sender((ANN,), "71", "Ann Lee_71_assignsubmission_file_", late=True, is_known=True),
    "bob": Sender((BOB,), "72", "Bob Ray_72_assignsubmission_file_", is_known=True),
    "zoe": Sender((Student("Zoe", service_id="79"),), "79", "Zoe_79_assignsubmission_file_"),
}


def graded(name: str, *points: float | None) -> Graded:
    tests = tuple(
        graded_results.TestResult(
            Bilingual("t", "t"), 50, one, Text("not run: it cannot be built"), Text("-")
        )
        for one in points
    )
    return Graded(name, name, "main.py", tests, sender=SENT[name])


@pytest.fixture
def results(doubling: Lab) -> Class:
    return ranked(
        doubling, [graded("ann", 50, 12.5, 0), graded("bob", 50, None, 0), graded("zoe", 0, 0, 0)]
    )


HANDED_IN = HandedIn((), roster=ClassRoster([ANN, BOB, EVE]))


def rows(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_text("utf-8-sig"))))


def test_moodle_gets_its_worksheet(results: Class, tmp_path: Path) -> None:
    said = write_returns(Returns(moodle=tmp_path / "m.csv"), results, HANDED_IN, "en", NOW)
    found = rows(tmp_path / "m.csv")
    assert [row["Identifier"] for row in found] == ["Participant 71", "Participant 72", "",
                                                    "Participant 79"]  # fmt: skip
    assert [row["Grade"] for row in found] == ["62.5", "", "", "0"]
    assert {row["Maximum Grade"] for row in found} == {"100"}
    assert {row["Last modified (grade)"] for row in found} == {"-"}  # Moodle wants the column
    assert found[0]["Feedback comments"] == (
        "handed in late; t: 12.5 of 50 points; t: 0 of 50 points"
    )
    assert found[2]["Feedback comments"] == "nothing handed in"
    assert "not on the roster" in found[3]["Feedback comments"]
    assert found[2]["Full name"] == "'=Eve"  # no formula
    assert [str(one) for one in said] == [
        "1 grade is left empty in the exported files, because not everything could be judged;"
        " run the same command again"
    ]


def test_canvas_gets_its_gradebook(results: Class, tmp_path: Path) -> None:
    write_returns(Returns(canvas=tmp_path / "c.csv"), results, HANDED_IN, "en", NOW)
    found = rows(tmp_path / "c.csv")
    assert list(found[0]) == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "doubling"]
    assert (found[0]["Student"], found[0]["doubling"]) == ("    Points Possible", "100")
    assert (found[1]["ID"], found[1]["SIS User ID"], found[1]["doubling"]) == ("71", "s1", "62.5")
    assert found[2]["doubling"] == ""


def test_the_table_has_every_student(results: Class, tmp_path: Path) -> None:
    write_returns(Returns(csv=tmp_path / "t.csv"), results, HANDED_IN, "en", NOW)
    found = rows(tmp_path / "t.csv")
    assert [row["student number"] for row in found] == ["s1", "s2", "s3", ""]
    assert [row["state"] for row in found] == ["final", "unfinished", "missing", "final"]
    assert [row["place"] for row in found] == ["1", "", "", "2"]


def test_feedback_is_packed_as_moodle_finds_it(results: Class, tmp_path: Path) -> None:
    write_returns(Returns(moodle_feedback=tmp_path / "f.zip"), results, HANDED_IN, "en", NOW)
    with zipfile.ZipFile(tmp_path / "f.zip") as packed:
        names = packed.namelist()
        assert names == [f"{SENT[name].label}/feedback.html" for name in ("ann", "bob", "zoe")]
        assert b"<!doctype html>" in packed.read(names[0]).lower()


def test_students_whom_moodle_cannot_find_are_counted(doubling: Lab, tmp_path: Path) -> None:
    by_hand = replace(graded("bob", 50), sender=Sender((BOB,), label="s2_bob.zip", is_known=True))
    table = ranked(doubling, [graded("ann", 50), by_hand])
    path = tmp_path / "f.zip"
    (said,) = write_returns(Returns(moodle_feedback=path), table, HANDED_IN, "en", NOW)
    assert str(said).startswith("1 student has no page in the zip file for Moodle")


def test_gradescope_gets_a_document_for_each(results: Class, tmp_path: Path) -> None:
    write_returns(Returns(gradescope=tmp_path / "g.zip"), results, HANDED_IN, "en", NOW)
    with zipfile.ZipFile(tmp_path / "g.zip") as packed:
        names = packed.namelist()
        scores = [json.loads(packed.read(name))["score"] for name in names]
    assert "Ann Lee 71 assignsubmission file/results.json" in names, "no blank at the end"
    assert sorted(scores) == [0, 50, 62.5]


def test_grades_that_changed_are_shown_once(tmp_path: Path) -> None:
    assert changes_since(tmp_path, [graded("ann", 50), graded("bob", 10)]) == []
    later = [graded("ann", None), graded("bob", 10), graded("zoe", 5)]
    assert changes_since(tmp_path, later) == [ChangedGrade("ann", 50, None)]
    assert changes_since(tmp_path, later) == []
    (tmp_path / ".points.json").write_text("[1, 2")
    assert changes_since(tmp_path, later) == []
    assert changes_since(None, later) == []
