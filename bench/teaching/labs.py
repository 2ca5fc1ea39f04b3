"""Grading: the time for one student, and for a class.

Times are wall time, on all processors.
"""

import os
import subprocess
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from unittest.mock import patch

from garlic.judge.workers.pool import processors
from garlic.labs.checks.answers import AnswersCheck
from garlic.labs.grading import GradingOptions, grade
from garlic.labs.lab import Lab
from garlic.labs.library import find_lab

Row = tuple[str, str, str]

_STUDENTS = 120

_HOME = Path(__file__).parents[2] / "tests" / "submissions"


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
    """A class of 120 for a lab with answers: the time, over that of the programs by themselves.

    Compilers and programs are run again for that, without a judge, with the same sources, flags and
    inputs and as many side by side; each compiler reads its headers itself. A new cache, so that
    nothing has been built before. All submissions include the same headers: of a class that does
    not, fewer are compiled with prepared ones.
    """
    source = (_HOME / "trek/good.cpp").read_text(encoding="utf-8")
    with (
        tempfile.TemporaryDirectory() as folder,
        patch.dict(os.environ, GARLIC_CACHE=f"{folder}/cache"),
    ):
        paths = []
        for number in range(_STUDENTS):
            path = Path(folder) / f"student{number:03}.cpp"
            path.write_text(f"{source}// {number}\n", encoding="utf-8")
            paths.append(path)
        lab = find_lab("trek")
        began = time.perf_counter()
        graded = grade(lab, paths, GradingOptions(out=Path(folder) / "out"))
        seconds = time.perf_counter() - began
        # On a busy machine some runs are not judged; none may be judged wrong.
        tests = [test for submission in graded for test in submission.tests]
        assert all(test.full for test in tests if test.judged)
        plain = _plain_seconds(lab, paths, Path(folder)) / len(processors())
    shown = f"{seconds:.0f} s, {seconds / plain:.2f} x"
    return (f"trek, {_STUDENTS} submissions in C++", shown, "at most 1.1 x")


def _plain_seconds(lab: Lab, sources: Sequence[Path], folder: Path) -> float:
    """The sum of the times of all compilers and programs, run without a judge."""
    cases: list[Path] = []
    for test in lab.tests:
        for case in test.cases if isinstance(test, AnswersCheck) else ():
            cases.append(folder / f"case{len(cases)}.txt")
            cases[-1].write_bytes(case.content)

    def timed(*command: str | Path, stdin: Path | None = None) -> float:
        began = time.perf_counter()
        subprocess.run(
            command, stdin=(stdin or Path(os.devnull)).open("rb"), capture_output=True, check=True
        )
        return time.perf_counter() - began

    def compiled(source: Path) -> float:
        flags = ("-O2", "-pthread", "-w", "-std=gnu++17", "-lm", "-lpthread")
        return timed("g++", source, "-o", source.with_suffix(""), *flags)

    def run(source: Path, case: Path) -> float:
        return timed(source.with_suffix(""), case, stdin=case)

    with ThreadPoolExecutor(len(processors())) as pool:
        building = sum(pool.map(compiled, sources))
        return building + sum(pool.map(run, *zip(*product(sources, cases), strict=True)))
