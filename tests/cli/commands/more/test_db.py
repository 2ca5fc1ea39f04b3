import contextlib
import json
import sqlite3
from pathlib import Path

import pytest

from garlic.cli import run
from support.effort import promptly


@pytest.fixture(autouse=True)
def _own_database(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GARLIC_DATABASE", str(tmp_path / "garlic.db"))


def test_db_commands(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["db", "path"]) == 0
    assert capfd.readouterr().out == f"{tmp_path / 'garlic.db'}\n"
    assert run(["db", "backup", str(tmp_path / "copy.db")]) == 2
    assert "there is no database" in capfd.readouterr().err
    assert run(["db", "upgrade"]) == 0
    assert capfd.readouterr().out.startswith(f"{tmp_path / 'garlic.db'} has schema 0")
    assert run(["db", "backup", str(tmp_path / "copy.db")]) == 0
    assert capfd.readouterr().out.endswith(f"is backed up in {tmp_path / 'copy.db'}\n")
    assert run(["db", "check", "--database", str(tmp_path / "copy.db")]) == 0
    assert capfd.readouterr().out.endswith("copy.db: all is well\n")
    assert run(["db", "check", "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["problems"] == []


def test_a_locked_database_is_one_sentence(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(["db", "upgrade"]) == 0
    with contextlib.closing(sqlite3.connect(tmp_path / "garlic.db", isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        other.execute("create table held (x)")
        capfd.readouterr()
        with promptly(20):
            assert run(["db", "check"]) == 2
    assert "another process has locked it" in capfd.readouterr().err


def test_a_server_says_that_its_database_is_locked(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(["db", "upgrade"]) == 0
    with contextlib.closing(sqlite3.connect(tmp_path / "garlic.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        capfd.readouterr()
        with promptly(20):
            assert run(["serve", "--no-browser", "--port", "0"]) == 2
    said = capfd.readouterr().err
    assert "another process has locked it" in said
    assert said.count("\n") == 1
