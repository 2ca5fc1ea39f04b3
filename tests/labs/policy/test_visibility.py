"""Hidden checks: nothing that a student gets shows anything of them."""

import json
import zipfile
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from garlic.cli import run
from garlic.core import InvalidFileError, Text, UsageError
from garlic.labs import grading, library
from garlic.labs.grading import GradingOptions, grade
from garlic.labs.intake.handed_in import HandedIn
from garlic.labs.lab import Lab, read_lab, read_lab_file
from garlic.labs.policy.lateness import LatePolicy
from garlic.labs.report.documents import to_gradescope
from garlic.labs.report.ranking import ranked
from garlic.labs.report.students import student_class, student_result
from garlic.labs.report.submission_page import submission_page
from garlic.labs.report.writing import Targets, write_reports
from garlic.labs.results import Graded
from garlic.labs.returns.writing import Returns, write_returns
from garlic.web.api.labs import labs
from garlic.web.jobs import gradings
from labs.policy.hidden_lab import (
    HEAD,
    MATCH_LAB,
    POINTS,
    PROGRAM_LAB,
    SECRET,
    leaks,
    write_lab,
    write_submissions,
)

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
KINDS = ("json", "csv", "junit", "html")
TIAOJIA = Path(__file__).parents[2] / "submissions" / "tiaojia"


def all_files(folder: Path) -> dict[str, bytes]:
    """The content of every file below *folder*, by its path."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.fixture(scope="module")
def program_lab(tmp_path_factory: pytest.TempPathFactory) -> Lab:
    return read_lab_file(write_lab(tmp_path_factory.mktemp("lab"), PROGRAM_LAB))


@pytest.fixture(scope="module")
def results(program_lab: Lab, tmp_path_factory: pytest.TempPathFactory) -> list[Graded]:
    """Every submission graded, and again where nothing could be judged."""
    submissions = write_submissions(tmp_path_factory.mktemp("class"))
    graded = grade(program_lab, submissions, GradingOptions(weak=True))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(grading, "_weakness", lambda: Text("no fence here"))
        again = grade(program_lab, submissions, GradingOptions())
    assert all(one.not_judged for one in again if one.compiles)
    return graded + [replace(one, name=f"{one.name} not judged") for one in again]


@pytest.fixture(scope="module")
def match_lab(tmp_path_factory: pytest.TempPathFactory) -> Lab:
    return read_lab_file(write_lab(tmp_path_factory.mktemp("matches"), MATCH_LAB))


@pytest.fixture(scope="module")
def match_results(match_lab: Lab) -> list[Graded]:
    return grade(match_lab, [TIAOJIA / "wrong.cpp", TIAOJIA / "good.cpp"], GradingOptions())


def check_reports(lab: Lab, results: list[Graded], folder: Path, language: str) -> None:
    """Write every report, for staff and for students; those for students have no secret."""
    table = ranked(lab, results)
    files = {kind: folder / "alone" / f"class.{kind}" for kind in KINDS}
    (folder / "alone").mkdir()
    write_reports(Targets(out=folder / "out"), table, language, NOW)
    write_reports(Targets(**files), student_class(table, NOW), language, NOW)
    for row in student_class(table, NOW).ranked:
        alone = ranked(lab.for_students(NOW), [row.graded])
        page = folder / "alone" / f"{row.graded.name}.html"
        write_reports(Targets(html=page), alone, language, NOW)
    staff, students = all_files(folder / "out" / "staff"), all_files(folder / "out" / "students")
    assert len(students) == len(results)
    assert {name.partition("/")[0] for name, content in staff.items() if leaks(content)} >= {
        "index.html", "grades.json", "grades.csv", "checks.csv", "submissions"
    }  # fmt: skip
    for_students = students | all_files(folder / "alone")
    assert len(for_students) > 2 * len(results)
    assert [name for name, content in for_students.items() if leaks(content)] == []
    worksheet, feedback = folder / "moodle.csv", folder / "feedback.zip"
    returns = Returns(moodle=worksheet, moodle_feedback=feedback)
    write_returns(returns, table, HandedIn(()), language, NOW)
    assert SECRET not in worksheet.read_text()  # it has the grade, which hidden checks are part of
    with zipfile.ZipFile(feedback) as pages:
        assert not any(leaks(pages.read(name)) for name in pages.namelist())


@pytest.mark.parametrize("language", ["en", pytest.param("zh", marks=pytest.mark.slow)])
def test_no_report_for_students_shows_a_hidden_check(
    program_lab: Lab, results: list[Graded], tmp_path: Path, language: str
) -> None:
    told = {verdict for one in results for test in one.tests[2:] for verdict in test.verdicts}
    assert {"crash", "too late", "compile error"} <= told, "hidden checks fail in every way"
    check_reports(program_lab, results, tmp_path, language)


@pytest.mark.parametrize("language", ["en", pytest.param("zh", marks=pytest.mark.slow)])
def test_no_report_for_students_shows_a_hidden_match(
    match_lab: Lab, match_results: list[Graded], tmp_path: Path, language: str
) -> None:
    assert any(one.not_judged for one in match_results), "the secret opponent fails"
    check_reports(match_lab, match_results, tmp_path, language)


def test_the_command_prints_nothing_of_a_hidden_check_to_students(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lab = write_lab(tmp_path / "lab", PROGRAM_LAB)
    write_submissions(tmp_path / "class")
    words = ["grade", str(lab), str(tmp_path / "class" / "crashing")]
    assert run(words) == 1
    assert leaks(capsys.readouterr().out)
    assert run([*words, "--for", "students"]) == 1
    printed = capsys.readouterr()
    assert "in the open" in printed.out
    assert not leaks(printed.out + printed.err)


def test_the_exit_code_does_not_tell_the_result_of_hidden_checks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lab = write_lab(tmp_path / "lab", PROGRAM_LAB)
    write_submissions(tmp_path / "class")
    words = ["grade", str(lab), str(tmp_path / "class" / "passing")]
    assert run(words) == 1
    assert run([*words, "--for", "students"]) == 0
    assert "passing: 30 of 30 points" in capsys.readouterr().out


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_the_lab_is_shown_as_students_see_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    lab = write_lab(tmp_path / "lab", PROGRAM_LAB)
    assert run(["lab", "show", str(lab), *options]) == 0
    shown = capsys.readouterr().out
    assert not leaks(shown)
    assert "in the open" in shown
    assert run(["lab", "check", str(lab)]) == 0
    assert "do not see, or only after the due date: 4" in capsys.readouterr().out


def test_gradescope_shows_students_only_the_visible_tests(
    program_lab: Lab, results: list[Graded]
) -> None:
    for result in results:
        document = to_gradescope(program_lab, result, "en")
        kinds = [test["visibility"] for test in document["tests"]]
        assert kinds == ["visible", "visible", "hidden", "hidden", "after_due_date", "hidden"]
        shown = [test for test in document["tests"] if test["visibility"] == "visible"]
        document.pop("extra_data")  # for later runs of the autograder, not for students
        document.pop("score")  # the total is shown or hidden by Gradescope
        assert not leaks(json.dumps(document | {"tests": shown}))


def test_the_server_gives_a_students_report(
    program_lab: Lab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gradings, "find_lab", lambda _: program_lab)
    submissions = write_submissions(tmp_path / "class")
    for path in submissions[:4]:
        sent: list[object] = []
        upload = gradings._Upload("lab", path, path.name, NOW)
        points, _, reports = gradings.grade_one(sent.append, upload)
        assert {"page", "en.html", "zh.json", "en.xml"} <= reports.keys()
        assert points <= 30
        assert not any(leaks(report) for report in reports.values())
        assert not leaks(str(sent))
        journal = upload.journal / "journal.jsonl"
        assert not leaks(journal.read_bytes()), "what students do not see is not run"


def test_the_server_describes_only_what_students_see(
    program_lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(labs, "find_lab", lambda _: program_lab)
    monkeypatch.setattr(labs, "lab_names", lambda: ("lab",))
    assert not leaks(labs.lab("lab").model_dump_json())
    assert not leaks(str(labs.labs()))
    assert labs.lab("lab").max_points == 30


def test_after_the_due_date_its_checks_are_shown(program_lab: Lab) -> None:
    def titles(now: datetime, policy: LatePolicy) -> list[str]:
        lab = replace(program_lab, policy=policy).for_students(now)
        return [str(test.title) for test in lab.tests]

    due = LatePolicy(NOW, grace=timedelta(hours=1))
    usual = ["compiles", "in the open"]
    assert titles(NOW, due) == titles(NOW + timedelta(hours=1), due) == usual
    assert titles(NOW + timedelta(hours=1, seconds=1), due) == [*usual, f"{SECRET} script"]
    assert titles(NOW, LatePolicy()) == usual


def test_a_lab_can_tell_the_points_of_hidden_checks(tmp_path: Path) -> None:
    lab = read_lab_file(write_lab(tmp_path / "lab", f'hidden_points = "total"\n{PROGRAM_LAB}'))
    shown = lab.for_students(NOW)
    assert shown.max_points == 30
    assert shown.withheld_points == pytest.approx(4 * POINTS)
    assert lab.withheld_points == 0
    nothing = Graded("me", "", "", (), None)
    page = submission_page(shown, student_result(replace(lab, visibility=()), nothing, NOW), "en")
    assert "Checks that are not shown here: 28.52 more points." in page


@pytest.mark.parametrize(
    ("visibility", "message"),
    [
        ('"secret"', r'tests\[1\]\.visibility: expected one of visible, after-due, hidden, got "s'),
        ("true", r"tests\[1\]\.visibility: expected one of visible"),
        ('"hidden"', "tests: expected a check that students can see, got only hidden ones"),
    ],
)
def test_a_wrong_visibility_is_refused(visibility: str, message: str) -> None:
    text = (
        f'{HEAD}[hand_in]\nkind = "program"\n[[tests]]\ncheck = "build"\npoints = 1\n'
        f"visibility = {visibility}\n"
    )
    with pytest.raises(InvalidFileError, match=message):
        read_lab(text.encode(), "lab", Path())


def test_what_is_said_of_hidden_points_is_one_of_two_words(tmp_path: Path) -> None:
    path = write_lab(tmp_path / "lab", f"hidden_points = 'all'\n{PROGRAM_LAB}")
    with pytest.raises(UsageError, match="hidden_points: expected one of nothing, total"):
        read_lab_file(path)


def test_bundled_labs_have_no_hidden_checks() -> None:
    """Everybody can read them: to hide one of their checks would be a false promise."""
    for name in library.lab_names():
        assert set(library.find_lab(name).visibility) == {"visible"}
