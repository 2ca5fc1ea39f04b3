"""`make test` says which files took longest."""

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal

import pytest

from support import slowest_files


class Screen:
    """Stands for pytest's terminal: the reports it has, and what is written on it."""

    def __init__(self, reports: Sequence[pytest.TestReport]) -> None:
        self.stats = {"": reports[::2], "passed": reports[1::2], "warnings": [object()]}
        self.lines: list[str] = []

    def section(self, title: str) -> None:
        self.lines.append(title)

    write_line = section


def report(
    file: str, test: str, when: Literal["setup", "call", "teardown"], seconds: float
) -> pytest.TestReport:
    return pytest.TestReport(
        f"{file}::{test}", (file, 1, test), {}, "passed", None, when, duration=seconds
    )


REPORTS = [
    report("tests/test_a.py", "one", "setup", 30.0),
    report("tests/test_a.py", "one", "call", 0.5),
    report("tests/test_b.py", "one", "call", 20.0),
    report("tests/test_b.py", "two", "call", 20.25),
    report("tests/test_c.py", "one", "teardown", 3.0),
]


@pytest.mark.parametrize("count", [0, 2])
def test_all_tests_and_fixtures_of_a_file_are_added_up(count: int) -> None:
    screen: Any = Screen(REPORTS)
    config: Any = SimpleNamespace(getoption={"slowest_files": count}.__getitem__)
    slowest_files.pytest_terminal_summary(screen, config)
    table = ["slowest 2 files", "    40.2 s  tests/test_b.py", "    30.5 s  tests/test_a.py"]
    assert screen.lines == (table if count else [])


def test_make_test_prints_ten() -> None:
    makefile = (Path(__file__).parents[1] / "Makefile").read_text(encoding="utf-8")
    assert "$(PYTEST) --numprocesses auto --dist worksteal --slowest-files 10" in makefile
