"""Grading: the time for one student, and for a class.

Times are wall time, on all processors.
"""

import tempfile
import time
from pathlib import Path
from unittest.mock import patch

from garlic.core import Limits
from garlic.judge.workers.pool import processors
from garlic.labs.candidates import Candidate, SubmissionFormat, prepare
from garlic.labs.grading import GradingOptions, grade
from garlic.labs.journal import Journal
from garlic.labs.library import find_lab
from garlic.labs.submissions import Submission

Row = tuple[str, str, str]

_STUDENTS = 120

_HOME = Path(__file__).parent.parent / "tests" / "submissions"


def rows() -> list[Row]:
    """All measurements."""
    return [_othello(), _class()]


def _othello() -> Row:
    """The four tasks for one compiled bot that answers at once."""
    began = time.perf_counter()
    for task in (1, 2, 3, 4):
        (graded,) = grade(
            find_lab(f"othello/task{task}"), [_HOME / "othello/middling.h"], GradingOptions()
        )
        assert not graded.not_judged
    return ("othello/task1 to task4, one bot", f"{time.perf_counter() - began:.1f} s", "< 60 s")


def _class() -> Row:
    """A class of 120 for a lab with answers: the time, over that of the programs a processor.

    Compilers and programs are timed one by one; the rest is ours.
    """
    source = (_HOME / "trek/good.cpp").read_text(encoding="utf-8")
    building: list[float] = []

    def timed(submission: Submission, accepted: SubmissionFormat, limits: Limits) -> Candidate:
        began = time.perf_counter()
        try:
            return prepare(submission, accepted, limits)
        finally:
            building.append(time.perf_counter() - began)

    with tempfile.TemporaryDirectory() as folder, patch("garlic.labs.grading.prepare", timed):
        paths = []
        for number in range(_STUDENTS):
            path = Path(folder) / f"student{number:03}.cpp"
            path.write_text(f"{source}// {number} {time.time_ns()}\n", encoding="utf-8")
            paths.append(path)
        began = time.perf_counter()
        graded = grade(find_lab("trek"), paths, GradingOptions(out=Path(folder) / "out"))
        seconds = time.perf_counter() - began
        # On a busy machine some runs are not judged; none may be judged wrong.
        tests = [test for submission in graded for test in submission.tests]
        assert all(test.full for test in tests if test.judged)
        with Journal(Path(folder) / "out") as journal:
            costs = [outcome.get("cost", {}) for outcome in journal.outcomes.values()]
    running = sum(cost.get("wall_seconds", 0.0) for cost in costs)
    ideal = (sum(building) + running) / len(processors())
    shown = f"{seconds:.0f} s, {seconds / ideal:.2f} x"
    return (f"trek, {_STUDENTS} submissions in C++", shown, "at most 1.1 x")
