"""Which attempt counts: the last, or the best after reductions."""

import csv
import io
import json
import zipfile
from pathlib import Path

import pytest

from garlic.cli import run
from garlic.core import Text
from garlic.core.language.bilingual import Bilingual
from garlic.labs import results
from garlic.labs.intake.handed_in import HandedIn, look_at
from garlic.labs.intake.roster import Student
from garlic.labs.lab import Lab
from garlic.labs.policy.attempts import Attempt, attempts_to_grade, best_attempt
from garlic.labs.policy.counting import counting_results
from garlic.labs.policy.lateness import Counts, Lateness, LatePolicy
from garlic.labs.report.submission_page import submission_page
from garlic.labs.results import Graded
from garlic.labs.returns.rows import ReturnRow
from garlic.labs.submissions import Sender
from labs.samples import DOUBLING, PROGRAMS

TWO_DAYS = Lateness(2, percent=20)
BEST = LatePolicy(counts=Counts.BEST)


@pytest.mark.parametrize(
    ("policy", "places"),
    [
        (LatePolicy(), [2]),
        (LatePolicy(attempts=2), [1]),
        (LatePolicy(attempts=9), [2]),
        (BEST, [0, 1, 2]),
        (LatePolicy(attempts=2, counts=Counts.BEST), [0, 1]),
    ],
)
def test_only_attempts_that_can_count_are_graded(policy: LatePolicy, places: list[int]) -> None:
    assert list(attempts_to_grade(policy, 3)) == places


def test_the_best_is_the_one_worth_most_after_its_reduction() -> None:
    assert best_attempt([Attempt(1, 80), Attempt(2, 95, lateness=TWO_DAYS)]) == 0  # 95 becomes 76


def test_of_equal_attempts_the_earliest_is_the_best() -> None:
    assert best_attempt([Attempt(1, 50), Attempt(2, 80), Attempt(3, 80)]) == 1


@pytest.mark.parametrize(
    ("first_open", "second_open", "best"), [(0, 0, 1), (30, 0, 1), (31, 0, 0), (31, 5, 1)]
)
def test_an_attempt_that_can_still_be_worth_more_counts(
    first_open: float, second_open: float, best: int
) -> None:
    assert best_attempt([Attempt(1, 50, first_open), Attempt(2, 80, second_open)]) == best


ANN, BOB = "2023001_ann", "2023002_bob"
# Of Ann's attempts the second is the best, and the third is late.
ATTEMPTS = {
    f"{ANN}/main.py": ("2026-11-18 10:00:00 +08:00", PROGRAMS["wrong"]),
    f"{ANN} 2/main.py": ("2026-11-20 10:00:00 +08:00", PROGRAMS["small"]),
    f"{ANN} 3/main.py": ("2026-11-23 10:00:00 +08:00", PROGRAMS["good"]),
    f"{BOB}/main.py": ("2026-11-19 10:00:00 +08:00", PROGRAMS["good"]),
}
POLICY = ["--due", "2026-11-20 23:59 +08:00", "--late", "20 %/day", "--counts", "best"]


@pytest.fixture(scope="module")
def attempts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lab, and a class as Gradescope exports it: with the times of all submissions."""
    folder = tmp_path_factory.mktemp("attempts")
    (folder / "lab.toml").write_text(DOUBLING)
    (folder / "hidden.toml").write_text(
        DOUBLING.replace('title = "large"', 'title = "large"\nvisibility = "hidden"')
    )
    about = ["---"]
    with zipfile.ZipFile(folder / "class.zip", "w") as packed:
        for number, (name, (time, source)) in enumerate(ATTEMPTS.items(), 1):
            sid, _, student = name.partition("/")[0].partition(" ")[0].partition("_")
            packed.writestr(f"export/submission_{number}/main.py", source)
            about += [
                f"submission_{number}:",
                "  :submitters:",
                f"  - :name: {student}",
                f"    :sid: '{sid}'",
                f"  :created_at: {time}",
            ]
        packed.writestr("export/submission_metadata.yml", "\n".join(about) + "\n")
    return folder


def grades(folder: Path, monkeypatch: pytest.MonkeyPatch, *options: str) -> list[dict[str, str]]:
    """Grade the class, and the rows of the table that is written."""
    monkeypatch.chdir(folder)
    assert run(["grade", "lab.toml", "class.zip", *options, "--csv", "grades.csv"]) in (0, 1)
    text = (folder / "grades.csv").read_text("utf-8-sig")
    return sorted(csv.DictReader(io.StringIO(text)), key=lambda row: row["full name"])


def test_the_best_attempt_counts_after_its_reduction(
    attempts: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ann, bob = grades(attempts, monkeypatch, *POLICY, "--out", "out")
    assert (ann["score"], ann["remarks"]) == ("70", "attempt 2 of 3")  # 100 less 60 % is 40
    assert (bob["score"], bob["remarks"]) == ("100", "")
    said = capsys.readouterr().out
    assert "2023001 ann: 3 attempts are graded; the best one counts" in said
    document = json.loads((attempts / "out" / "staff" / "grades.json").read_text())
    (shown,) = [one for one in document["submissions"] if one["name"] == "2023001 ann"]
    assert (shown["attempt"], shown["attempts"]) == (2, 3)
    assert [one["points"] for one in shown["graded_attempts"]] == [10, 70, 40]
    pages = {path.stem for path in (attempts / "out" / "students").iterdir()}
    assert pages == {"2023001_ann", "2023002_bob"}
    page = (attempts / "out" / "students" / "2023001_ann.html").read_text()
    assert "This is attempt 2 of 3." in page
    assert "100 points, 60 % off: 3 days late" in page


def test_without_a_penalty_the_late_one_is_best(
    attempts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = grades(attempts, monkeypatch, "--counts", "best", "--out", "out")
    assert (ann["score"], ann["remarks"]) == ("100", "attempt 3 of 3")


def test_attempts_beyond_the_allowed_number_do_not_count(
    attempts: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ann, _ = grades(attempts, monkeypatch, "--attempts", "1", "--out", "out")
    assert (ann["score"], ann["remarks"]) == ("10", "attempt 1 of 3")
    said = capsys.readouterr().out
    assert "submission_3 is not graded: it is attempt 3, and 1 is allowed" in said
    assert run(["grade", "lab.toml", "class.zip", "--counts", "first", "--dry-run"]) == 2
    assert "--counts: expected 'last' or 'best', got 'first'" in capsys.readouterr().err


def test_students_are_not_told_the_points_of_attempts_with_hidden_checks(
    attempts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(attempts)
    assert run(["grade", "hidden.toml", "class.zip", *POLICY, "--out", "hidden"]) == 1
    for audience, is_shown in (("staff/submissions", True), ("students", False)):
        page = (attempts / "hidden" / audience / "2023001_ann.html").read_text()
        assert "This is attempt 2 of 3." in page
        assert ("All attempts" in page) is is_shown
        assert ("100 points" in page) is is_shown


def graded_attempt(number: int, points: float | None) -> Graded:
    test = results.TestResult(Bilingual("t", "t"), 90, points, Text("-"), Text("-"))
    return Graded("me", "", "main.py", (test,), sender=Sender(attempt=number, attempts=2))


def test_an_attempt_that_was_not_judged_keeps_the_grade_open(doubling: Lab) -> None:
    """The student's result is that of the open attempt, so that no grade is exported."""
    both = [graded_attempt(1, None), graded_attempt(2, 80)]
    (open_one,) = counting_results(BEST, both)
    assert ReturnRow(Student("me"), open_one, on_roster=True).grade == ""
    page = submission_page(doubling, open_one, "zh")
    assert "未评测：90 分" in page
    assert "<strong>0 ✓</strong>" in page
    (judged,) = counting_results(BEST, [graded_attempt(1, 70), both[1]])
    assert ReturnRow(Student("me"), judged, on_roster=True).grade == "80"


def test_attempts_of_one_student_share_a_name(attempts: Path, doubling: Lab) -> None:
    def names(found: HandedIn) -> list[tuple[str, int, int]]:
        return [
            (entry.name, entry.sender.attempt, entry.sender.attempts) for entry in found.entries
        ]

    paths = [attempts / "class.zip"]
    assert names(look_at(paths, doubling.accepted)) == [
        ("2023001 ann", 3, 3),
        ("2023002 bob", 1, 1),
    ]
    found = look_at(paths, doubling.accepted, policy=LatePolicy(attempts=2, counts=Counts.BEST))
    assert names(found) == [("2023001 ann", 1, 3), ("2023001 ann", 2, 3), ("2023002 bob", 1, 1)]
    assert not any("older" in str(remark) for remark in found.remarks)
