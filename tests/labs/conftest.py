"""Fixtures: a small lab, submissions to it, and a function that grades."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from garlic.labs.grading import GradingOptions, grade
from garlic.labs.lab import Lab, read_lab
from garlic.labs.results import Graded
from labs.samples import DOUBLING, PROGRAMS, Grade


@pytest.fixture
def doubling() -> Lab:
    return read_lab(DOUBLING.encode(), "doubling", Path())


@pytest.fixture
def submissions(tmp_path: Path) -> Path:
    """A folder with a file for each of the programs."""
    folder = tmp_path / "submissions"
    folder.mkdir()
    for name, source in PROGRAMS.items():
        (folder / f"{name}.py").write_text(source)
    return folder


@pytest.fixture
def graded() -> Grade:
    """A function that grades paths and returns the results by name."""

    def run(
        lab: Lab,
        paths: Sequence[Path],
        *,
        out: Path | None = None,
        opponent: str | None = None,
        weak: bool = False,
    ) -> dict[str, Graded]:
        results = grade(lab, paths, GradingOptions(out=out, opponent=opponent, weak=weak))
        return {result.name: result for result in results}

    return run
