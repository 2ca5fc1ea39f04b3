import sys

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
