"""The check `functions`: drivers of the shell and the highway lab with students' files."""

import shutil
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from garlic.core import InvalidFileError, Text, Verdict
from garlic.core.language.bilingual import Bilingual
from garlic.labs.candidates import Candidate
from garlic.labs.checks.functions import FunctionsCheck, FunctionTest
from garlic.labs.lab import Lab, read_lab
from garlic.labs.library import find_lab, lab_file
from garlic.labs.submissions import Submission
from labs.samples import Grade

COURSES = Path(__file__).parents[1] / "data" / "courses"
DRIVERS = lab_file("shell").parent


def only_functions(name: str) -> Lab:
    """The bundled lab without its tests of whole programs."""
    content = lab_file(name).read_text(encoding="utf-8")
    head, *tests = content.split("[[tests]]\n")
    [functions] = [test for test in tests if test.startswith('check = "functions"')]
    text = f"{head}[[tests]]\n{functions}"
    return read_lab(text.encode(), name, DRIVERS)


@pytest.fixture(scope="module")
def log_lab() -> Lab:
    return only_functions("shell")


@pytest.fixture(scope="module")
def state_lab() -> Lab:
    return only_functions("highway")


def result(graded: Grade, lab: Lab, folder: Path) -> tuple[float | None, Text, list[str]]:
    """The points and the remarks of a folder."""
    [test] = graded(lab, [folder])[folder.name].tests
    return test.points, test.summary, [str(remark.what) for remark in test.remarks]


@pytest.mark.parametrize("name", ["right", "one_file"])
def test_right_functions_earn_all_points(log_lab: Lab, graded: Grade, name: str) -> None:
    points, summary, remarks = result(graded, log_lab, COURSES / "log" / name)
    assert (points, str(summary), remarks) == (10, "6 of 6 tests passed", [])


FAULTS = {
    "leaks": (8, "log_destroy frees everything: 2180 bytes of memory are never freed"),
    "frees_twice": (0, "log_search gives the newest match: a block of 7 bytes is freed twice"),
    "first_match": (7, 'newest match: log_search("l"): expected "ls -a", got "ls"'),
    "crashes": (7, "log_search gives NULL without a match: crash:"),
    "too_short": (0, "newest match: it writes behind the end of a block of 6 bytes"),
    "pretends": (2, "newest match: the program ended before the test did"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_every_fault_is_named(log_lab: Lab, graded: Grade, name: str) -> None:
    points, _, remarks = result(graded, log_lab, COURSES / "log" / name)
    expected, told = FAULTS[name]
    assert points == expected, remarks
    assert told in "\n".join(remarks)


def test_a_missing_function_is_named(log_lab: Lab, graded: Grade) -> None:
    points, summary, _ = result(graded, log_lab, COURSES / "log" / "no_search")
    assert (points, str(summary)) == (0, "does not compile: it has no function log_search")


def test_a_program_without_the_files_loses_only_these_points(
    log_lab: Lab, graded: Grade, tmp_path: Path
) -> None:
    (tmp_path / "shell.py").write_text("print()\n")
    points, summary, _ = result(graded, log_lab, tmp_path)
    assert (points, str(summary)) == (0, "expected log.h, log.c, log.cc, log.cpp, got none of them")
    assert find_lab("shell").max_points - log_lab.max_points == 90


def test_the_message_in_chinese(log_lab: Lab, graded: Grade) -> None:
    [test] = graded(log_lab, [COURSES / "log" / "leaks"])["leaks"].tests
    assert test.summary.render("zh") == "6 项测试通过 5 项"
    [remark] = test.remarks
    assert remark.what.render("zh") == "log_destroy 释放全部内存：有 2180 字节内存始终没有释放"


@pytest.mark.parametrize(
    ("name", "points", "told"),
    [
        ("right", 15, None),
        ("first_total", 7.5, "part 1: answer 2: expected 432991, got 409816"),
        ("crashes", 0, "solve1 and solve2, part 1: crash:"),
    ],
)
def test_totals_of_pictures(
    state_lab: Lab, graded: Grade, name: str, points: float, told: str | None
) -> None:
    got, _, remarks = result(graded, state_lab, COURSES / "state" / name)
    assert got == points, remarks
    assert remarks == [] if told is None else told in remarks[0]


@pytest.fixture
def own_helper(tmp_path: Path) -> Path:
    """A right submission that brings a copy of our helper; its `load` can be edited."""
    folder = tmp_path / "own"
    shutil.copytree(COURSES / "state" / "right", folder)
    for name in ("suan_png.h", "pxl.h"):
        shutil.copyfile(DRIVERS / "highway" / name, folder / "include" / name)
    for name in ("suan_png.c", "pxl.c"):
        shutil.copyfile(DRIVERS / "highway" / name, folder / "src" / name)
    return folder


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


@pytest.mark.parametrize(
    ("answers", "points", "told"),
    [
        (["5", "7", "9"], 12.0, []),
        (["5", "7"], 8.0, ["sum: answer 3: expected 9, got nothing"]),
        (["5", "7", "9", "11"], 9.0, ["sum: answer 4: expected nothing, got 11"]),
        (["5", "8", "9"], 8.0, ["sum: answer 2: expected 7, got 8"]),
        ([], 0.0, ["sum: answer 1: expected 5, got nothing"]),
    ],
)
def test_answers_are_compared_with_all_that_are_expected(
    log_lab: Lab, answers: list[str], points: float, told: list[str]
) -> None:
    case: Any = SimpleNamespace(expected=lambda: "5 a\n7 b\n9\n")
    test = FunctionTest("sum", Bilingual("sum", "sum"), 12.0, case)
    [bundled] = log_lab.tests
    assert isinstance(bundled, FunctionsCheck)
    reports = [*(["answer", text] for text in answers), ["ok", ""]]
    run = {"verdict": Verdict.OK.value, "reports": reports, "stderr": ""}
    check, nobody = replace(bundled, tests=(test,)), Candidate(Submission("Ada", COURSES, ""))
    judged = check.judge(log_lab.setting, nobody, [{"runs": [run]}])
    assert judged.points == points
    assert [str(remark.what) for remark in judged.remarks] == told


def test_the_students_own_helper_is_used(state_lab: Lab, graded: Grade, own_helper: Path) -> None:
    edit(own_helper / "src" / "suan_png.c", "return why ?", "return 1 ? 1 : why ?")
    points, _, remarks = result(graded, state_lab, own_helper)
    assert points == 0
    assert "part 1: load: expected 0" in remarks[0]


def test_our_helper_replaces_one_whose_library_is_missing(
    state_lab: Lab, graded: Grade, own_helper: Path
) -> None:
    edit(own_helper / "include" / "suan_png.h", "#include <stdio.h>", "#include <no_library.h>")
    assert result(graded, state_lab, own_helper)[0] == 15


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("shell/log_driver.c", "shell/none.c", "driver: expected a file in the lab's folder"),
        ('language = "c"', 'language = "pascal"', "language: expected one of c, c++"),
        ('language = "c"', 'libraries = ["-x"]', "libraries: expected a library like 'm'"),
        (
            'language = "c"',
            'helpers = ["../none.c"]',
            "helpers: expected a file in the lab's folder",
        ),
        ('name = "newest"', 'name = "new est"', "tests[1].name: expected one word"),
        ('"log.h", "log.c", "log.cc", "log.cpp"', "", "files: expected at least one name"),
    ],
)
def test_the_error_names_the_wrong_field(old: str, new: str, fault: str) -> None:
    content = lab_file("shell").read_text(encoding="utf-8")
    assert old in content
    with pytest.raises(InvalidFileError) as refused:
        read_lab(content.replace(old, new).encode(), "shell", DRIVERS)
    assert fault in str(refused.value)
