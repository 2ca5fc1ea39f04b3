from pathlib import Path

from garlic.cli import run


def test_the_tour_shows_a_match_a_fault_a_grade_and_ratings(capsys):
    here = Path.cwd()
    assert run(["demo", "--pause", "0"]) == 0
    told = capsys.readouterr().out
    assert "higher score on a full board" in told
    assert "IndexError: list index out of range" in told
    assert "bot: 100 of 100 points" in told
    assert "crashing.py was set aside" in told
    assert "garlic serve" in told
    assert Path.cwd() == here
