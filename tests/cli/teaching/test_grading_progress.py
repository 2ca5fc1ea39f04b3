"""The progress of a class: honest numbers, on a terminal and in a log file."""

import pytest

from garlic.cli.teaching import progress as grading_progress
from garlic.cli.teaching.progress import GradingBar, progress_note
from garlic.labs.grading import GradingProgress


def test_the_note_says_what_is_built_judged_and_left() -> None:
    building = GradingProgress(5, 120, building=True, built=5, submissions=120)
    assert progress_note(building, 0, 60) == "compiling, 5 built"
    running = GradingProgress(
        90, 100, not_judged=2, delayed=1, built=32, graded=30, submissions=120
    )
    assert progress_note(running, 10, 60) == (
        "32 built, 90 of 100 runs, not judged: 2, games delayed: 1, 20.0 a minute, 4 min left"
    )


def test_a_resumed_run_does_not_count_what_it_found() -> None:
    progress = GradingProgress(90, 100, built=32, graded=30, submissions=120)
    assert "a minute" not in progress_note(progress, 30, 60)


def test_without_a_terminal_there_is_a_line_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(grading_progress, "_LINE_SECONDS", 0.0)
    with GradingBar(0, None) as bar:
        bar.update(GradingProgress(1, 6, built=1, submissions=2))
    assert capsys.readouterr().err == "graded 0 of 2: 1 built, 1 of 6 runs\n"
