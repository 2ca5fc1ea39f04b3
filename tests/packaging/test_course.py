"""The example course runs from submissions to reports."""

import csv
import os
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
LABS = ("largest-run", "othello", "stars")


@pytest.mark.slow
def test_the_example_course_writes_reports(tmp_path: Path) -> None:
    garlic = Path(sys.executable).with_name("garlic")
    ran = subprocess.run(
        [PROJECT / "examples/course/run", tmp_path / "out"],
        env=os.environ | {"GARLIC": str(garlic)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    for page in (*(f"{lab}/staff/index.html" for lab in LABS), "tournament.html"):
        assert page in ran.stdout
        assert (tmp_path / "out" / page).stat().st_size > 5_000
    grades = {
        (lab, row["submission"]): float(row["score"])
        for lab in LABS
        for row in csv.DictReader(
            (tmp_path / "out" / lab / "staff" / "grades.csv").read_text("utf-8-sig").splitlines()
        )
    }
    assert grades["largest-run", "ada"] == 100
    assert grades["largest-run", "bo"] == 70, "too slow for many numbers"
    assert grades["largest-run", "chen"] == 80, "wrong below zero"
    assert {grades[lab, "eve"] for lab in LABS} == {0}
