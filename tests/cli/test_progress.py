import sys
import threading

import pytest

from garlic.cli.progress import progress


def test_progress_is_shown_only_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("garlic.cli.progress.DELAY_SECONDS", 0)
    with progress("searching") as update:
        update(1, 2)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "dumb")
    with progress("searching") as update:
        update(1, 2)
        update(2, 2)


def test_it_appears_before_the_first_piece_of_work_is_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = threading.Event()
    monkeypatch.setattr("garlic.cli.progress.DELAY_SECONDS", 0.01)
    monkeypatch.setattr("garlic.cli.progress._started_bar", lambda: _Bar(shown))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with progress("games") as update:
        update(0, 5)
        assert shown.wait(10)
        update(1, 5, note="quick")
        assert update._bar.seen == [("games", 5, 0, ""), (5, 1, "quick")]
    assert update._bar.stopped


def test_what_is_quick_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = threading.Event()
    monkeypatch.setattr("garlic.cli.progress.DELAY_SECONDS", 0.01)
    monkeypatch.setattr("garlic.cli.progress._started_bar", lambda: _Bar(shown))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with progress("games"):
        pass
    assert not shown.wait(0.1)


class _Bar:
    """What `ProgressBar` needs of a bar of rich."""

    def __init__(self, shown: threading.Event) -> None:
        self.seen: list[object] = []
        self.task_ids = [0]
        self.stopped = False
        self._shown = shown

    def add_task(self, label: str, *, total: int, completed: int, note: str) -> None:
        self.seen.append((label, total, completed, note))
        self._shown.set()

    def update(self, _task: int, *, completed: int, total: int, note: str) -> None:
        self.seen.append((total, completed, note))

    def stop(self) -> None:
        self.stopped = True
