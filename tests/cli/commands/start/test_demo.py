from pathlib import Path

import pytest

from garlic.cli import run


def test_demo_shows_a_match_a_fault_a_grade_and_ratings(capsys: pytest.CaptureFixture[str]) -> None:
    here = Path.cwd()
    assert run(["demo", "--pause", "0"]) == 0
    out = capsys.readouterr().out
    assert "higher score" in out
    assert "IndexError: list index out of range" in out
    assert "bot: 100 of 100 points" in out
    assert "crashing.py was set aside" in out
    assert "garlic serve" in out
    assert Path.cwd() == here
