"""Grading: the time for one student, and for a class.

Times are wall time, on all processors.
"""

import tempfile
import time
from pathlib import Path

from garlic.labs.grading import GradingOptions, grade
from garlic.labs.library import find_lab

Row = tuple[str, str, str]

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
    """Fifty submissions to a lab with answers."""
    source = (_HOME / "trek/good.cpp").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for number in range(50):
            path = Path(folder) / f"student{number:02}.cpp"
            path.write_text(f"{source}// {number}\n", encoding="utf-8")
            paths.append(path)
        began = time.perf_counter()
        graded = grade(find_lab("trek"), paths, GradingOptions())
        # On a busy machine some runs are not judged; none may be judged wrong.
        tests = [test for submission in graded for test in submission.tests]
        assert all(test.full for test in tests if test.judged)
    return ("trek, 50 submissions in C++", f"{time.perf_counter() - began:.0f} s", "-")
