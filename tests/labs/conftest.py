"""Small labs and submissions, and a way to grade."""

from pathlib import Path

import pytest

from garlic.labs.grading import GradingOptions, grade
from garlic.labs.lab import read_lab
from labs.samples import DOUBLING, PROGRAMS


@pytest.fixture
def doubling():
    return read_lab(DOUBLING.encode(), "doubling", Path())


@pytest.fixture
def hand_ins(tmp_path):
    """A file for each of the programs."""
    folder = tmp_path / "hand-ins"
    folder.mkdir()
    for name, source in PROGRAMS.items():
        (folder / f"{name}.py").write_text(source)
    return folder


@pytest.fixture
def graded():
    """Grade some paths, by name."""

    def run(lab, paths, **wishes):
        return {one.name: one for one in grade(lab, paths, GradingOptions(**wishes))}

    return run
