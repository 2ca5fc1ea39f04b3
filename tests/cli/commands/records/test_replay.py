import json
from pathlib import Path

import pytest

from garlic.cli import run


def test_a_record_with_a_changed_move_is_rejected(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "game.json"
    bots = ["random:tiaojia", "random:tiaojia", "--limits", "init=10s"]
    assert (
        run(["match", "tiaojia", *bots, "--record", str(record), "--limits", "turn=10s,init=20s"])
        == 0
    )
    document = json.loads(record.read_text())
    document["turns"][9]["move"] = "0 0 0"
    record.write_text(json.dumps(document))
    capfd.readouterr()
    assert run(["replay", "check", str(record)]) == 1
    assert "turn 8: 0 0 0 is recorded as 'ok', but is 'illegal move'" in capfd.readouterr().out


def test_replay_shows_one_position(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "check"
    bots = ["random:tiaojia", "random:tiaojia", "--limits", "init=10s"]
    assert (
        run(["match", "tiaojia", *bots, "--record", str(record), "--limits", "turn=10s,init=20s"])
        == 0
    )
    capfd.readouterr()
    assert run(["replay", f"{tmp_path}/./check", "--turn", "0"]) == 0
    assert "stones: 8 : 8" in capfd.readouterr().out


def test_pages_that_are_not_built_are_named(
    record: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("garlic.web.view.single_file.single_page.__defaults__", (None, tmp_path))
    assert run(["replay", str(record), "--html", str(tmp_path / "x.html")]) == 2
    assert "make pages" in capfd.readouterr().err
