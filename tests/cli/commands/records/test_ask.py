from importlib import import_module
from pathlib import Path

import pytest

from garlic.cli import run
from support.matches import QUICK_BOT


def test_ask_prints_both_answers(record: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["ask", str(record), "--turn", "5", "--bot", str(QUICK_BOT)]) == 0
    out = capfd.readouterr().out
    assert "first.py" in out
    assert "player.h" in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--turn", "99", "--bot", "random:othello"], "no turn 99"),
        (["--turn", "1", "--bot", "nobody.py"], "cannot read the bot"),
        (["--turn", "1", "--bot", "random:othello", "--seat", "green"], "no side 'green'"),
    ],
)
def test_wrong_arguments_are_explained(
    record: Path, capfd: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    assert run(["ask", str(record), *words]) == 2
    assert message in capfd.readouterr().err


def test_an_unknown_bot_is_explained(
    record: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    database = str(tmp_path / "garlic.db")
    assert run(["db", "upgrade", "--database", database]) == 0
    words = ["--turn", "1", "--bot", "x", "--version", "2", "--database", database]
    assert run(["ask", str(record), *words]) == 2
    assert "the database has no bot called 'x'" in capfd.readouterr().err


@pytest.mark.usefixtures("usual_patience")
def test_exit_code_3_if_the_answer_could_not_be_judged(
    record: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_module("garlic.analysis.ask"), "_ask", lambda *_: None)
    assert run(["ask", str(record), "--turn", "5", "--bot", str(QUICK_BOT)]) == 3
    err = capfd.readouterr().err.splitlines()
    assert err[0].startswith("the machine is busy: waiting for up to 30 s")
    assert err[1] == "garlic: error: the answer could not be judged: the machine was too busy"
