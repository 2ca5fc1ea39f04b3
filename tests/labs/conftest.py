"""Fixtures: a small lab, submissions to it, and a function that grades."""

from pathlib import Path

import pytest

from garlic.labs.grading import GradingOptions, grade
from garlic.labs.lab import read_lab
from labs.samples import DOUBLING, PROGRAMS


@pytest.fixture
def doubling():
    return read_lab(DOUBLING.encode(), "doubling", Path())


@pytest.fixture
def submissions(tmp_path):
    """A folder with a file for each of the programs."""
    folder = tmp_path / "submissions"
    folder.mkdir()
    for name, source in PROGRAMS.items():
        (folder / f"{name}.py").write_text(source)
    return folder


@pytest.fixture
def graded():
    """A function that grades paths and returns the results by name."""

    def run(lab, paths, **options):
        results = grade(lab, paths, GradingOptions(**options))
        return {result.name: result for result in results}

    return run
