import json

import pytest

from garlic.cli import run


@pytest.fixture(autouse=True)
def _own_database(monkeypatch, tmp_path):
    monkeypatch.setenv("GARLIC_DATABASE", str(tmp_path / "garlic.db"))


def test_db_commands(tmp_path, capfd):
    assert run(["db", "path"]) == 0
    assert capfd.readouterr().out == f"{tmp_path / 'garlic.db'}\n"
    assert run(["db", "backup", str(tmp_path / "copy.db")]) == 2
    assert "there is no database" in capfd.readouterr().err
    assert run(["db", "upgrade"]) == 0
    assert capfd.readouterr().out.startswith(f"{tmp_path / 'garlic.db'} has schema 0")
    assert run(["db", "backup", str(tmp_path / "copy.db")]) == 0
    assert run(["db", "check", "--database", str(tmp_path / "copy.db")]) == 0
    assert capfd.readouterr().out.endswith("copy.db: all is well\n")
    assert run(["db", "check", "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["problems"] == []
