"""The numbers of the class's page: by check, by failure, by compile error."""

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest

from garlic.core import Text, Verdict
from garlic.labs.checks.base import bot_remark, fault_remark
from garlic.labs.lab import Lab
from garlic.labs.report.class_page import class_page
from garlic.labs.report.ranking import Class, ranked
from garlic.labs.report.statistics import (
    check_statistics,
    common_failures,
    compile_errors,
    normalised_errors,
    slowest_builds,
)
from garlic.labs.report.statistics_tables import statistics_tables
from labs.samples import Grade

C_ERROR = "{file}.c:{line}:5: error: '{name}' undeclared (first use in this function)\n"


NORMALISED = {
    C_ERROR.format(file="main", line=3, name="foo"): "'…' undeclared (first use in this function)",
    "src/b.cpp:7:1: error: expected ';' before '}' token": "expected ';' before '}' token",
    "a.c:1:9: fatal error: mine.h: No such file": "FILE: No such file",
    "x.c:(.text+0x9): undefined reference to `solve'": "undefined reference to `…'",
    "Main.java:5: error: ';' expected": "';' expected",
    "SyntaxError: bad byte; save main.py as UTF-8": "SyntaxError: bad byte; save FILE as UTF-8",
    "print(1\nSyntaxError: '(' was never closed": "SyntaxError: '(' was never closed",
    "a.c:2: error: ‘x1’ redeclared; did you mean ‘x2’?": "‘…’ redeclared",
    "a.c:2:3: error: too few arguments to ‘f’ (12 more) [-Wfoo]": (
        "too few arguments to ‘…’ (N more)"
    ),
}


@pytest.mark.parametrize("log", NORMALISED)
def test_messages_are_compared_without_names_files_and_numbers(log: str) -> None:
    assert normalised_errors(log) == (NORMALISED[log],)


def test_noise_of_the_linker_and_warnings_are_no_errors() -> None:
    noise = "collect2: error: ld returned 1 exit status\na.c:1:1: warning: unused variable 'x'\n"
    assert normalised_errors(noise) == ()
    twice = C_ERROR.format(file="a", line=1, name="x") + C_ERROR.format(file="b", line=9, name="y")
    assert len(normalised_errors(twice)) == 1, "once for a submission"


@pytest.fixture
def a_class(doubling: Lab, submissions: Path, graded: Grade) -> Class:
    results = list(graded(doubling, sorted(submissions.iterdir())).values())
    (broken,) = (one for one in results if one.name == "broken")
    assert broken.build is not None
    copy = replace(broken, name="=broken, too", build=replace(broken.build, seconds=60.0))
    return ranked(doubling, [*results, copy])


def test_every_check_has_its_distribution(a_class: Class) -> None:
    compiles, small, _ = check_statistics(a_class)
    assert (compiles.full, compiles.partial, compiles.none, compiles.not_judged) == (5, 0, 2, 0)
    assert compiles.distribution == (2, 0, 0, 0, 0, 0, 0, 0, 0, 5)
    assert (small.full, small.none) == (2, 5)
    assert small.mean == pytest.approx(2 * 60 / 7)
    for row in check_statistics(a_class):
        assert sum(row.distribution) + row.not_judged == len(a_class.ranked)


def test_failures_are_counted_and_name_the_students(a_class: Class) -> None:
    found = {
        (str(one.check), str(one.what)): {graded.name for graded in one.submissions}
        for one in common_failures(a_class)
    }
    assert found["compiles", "compile error"] == {"broken", "=broken, too"}
    assert ("small", "compile error") not in found, "what is not built fails once, not in all tests"
    assert "wrong" in found["small", "wrong or too few points"]
    counts = [len(one.submissions) for one in common_failures(a_class)]
    assert counts == sorted(counts, reverse=True)


def test_equal_compile_errors_count_as_one(a_class: Class) -> None:
    (error,) = compile_errors(a_class)
    assert error.message.startswith("SyntaxError: ")
    assert len(error.submissions) == 2
    assert slowest_builds(a_class, 1)[0][0].name == "=broken, too"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_numbers_are_written_as_tables(a_class: Class, language: str) -> None:
    tables = {
        name: list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))
        for name, text in statistics_tables(a_class, language).items()
    }
    assert set(tables) == {"checks.csv", "failures.csv", "compile-errors.csv", "builds.csv"}
    for rows in tables.values():
        assert len({len(row) for row in rows}) == 1
        assert not any(cell.startswith("=") for row in rows for cell in row)
    assert len(tables["checks.csv"]) == 4
    assert tables["compile-errors.csv"][1][1] == "2"


def test_every_students_page_is_one_click_away(a_class: Class) -> None:
    text = class_page(a_class, "en", lambda graded: f"submissions/{graded.digest}.html")
    for row in a_class.ranked:
        assert f'href="submissions/{row.graded.digest}.html"' in text


def test_who_handed_in_nothing_usable_has_no_compile_error(
    doubling: Lab, tmp_path: Path, graded: Grade
) -> None:
    (tmp_path / "report.pdf").write_bytes(b"%PDF")
    table = ranked(doubling, list(graded(doubling, [tmp_path / "report.pdf"]).values()))
    assert {str(one.what) for one in common_failures(table)} == {"nothing to grade"}


def test_the_advice_on_time_is_not_about_moves() -> None:
    remark = fault_remark(Text("case 1"), Verdict.TOO_LATE)
    assert "loop that never ends" in str(remark.advice)
    assert "best move" in str(bot_remark(Text("game 1"), Verdict.TOO_LATE, "", None).advice)
