"""`garlic cache`, and what `garlic doctor` says of the cache and of compilers."""

import json
import os
from pathlib import Path

import pytest

from garlic.cli import run
from garlic.judge.building import cache
from garlic.sandbox import landlock


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GARLIC_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(cache, "_holders", {})
    return tmp_path / "cache"


def entry(home: Path, name: str, kind: str = "builds", size: int = 1000) -> Path:
    folder = home / kind / name
    folder.mkdir(parents=True)
    (folder / "program").write_bytes(bytes(size))
    return folder


def test_it_shows_and_clears(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    entry(home, "one", size=2 << 20)
    entry(home, "two")
    entry(home, "bot", kind="bots")
    (home / "records").mkdir()
    (home / "records" / "x.json.z").write_bytes(b"x")
    assert run(["cache", "show"]) == 0
    output = capsys.readouterr().out
    assert f"folder: {home}" in output
    assert "at most 2048 MB" in output
    assert run(["cache", "show", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["entries"] == 3
    assert (facts["most_bytes"], facts["most_days"]) == (2048 << 20, 30)
    assert [kind["entries"] for kind in facts["kinds"].values()] == [2, 1, 1]
    assert facts["bytes"] > 2 << 20
    cache.hold(home / "builds" / "two")
    assert run(["cache", "clear"]) == 0
    assert capsys.readouterr().out.splitlines()[1] == "1 stay, because they are in use"
    assert [path.name for path in (home / "builds").iterdir()] == ["two"]
    assert (home / "records" / "x.json.z").exists()
    assert run(["cache", "clear", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"removed": 0, "bytes": 0, "in_use": 1}


def test_an_empty_cache_is_shown_and_not_made(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["cache", "show"]) == 0
    assert run(["cache", "clear"]) == 0
    assert capsys.readouterr().out.endswith("0 removed, 0.0 MB freed\n")
    assert not home.exists()


def test_a_wrong_bound_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GARLIC_CACHE_MB", "2GB")
    assert run(["cache", "show"]) == 2
    sentence = "GARLIC_CACHE_MB: expected a whole number of at least 1, got '2GB'"
    assert sentence in capsys.readouterr().err


def test_it_speaks_chinese(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GARLIC_LANG", "zh")
    entry(home, "one")
    assert run(["cache", "show"]) == 0
    assert "编译好的程序" in capsys.readouterr().out


def test_doctor_shows_the_cache(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    entry(home, "one", size=3 << 20)
    run(["doctor"])
    assert "Cache of compiled bots: 1 entries, 3.0 MB of at most 2048 MB" in capsys.readouterr().out
    run(["cache", "show", "--json"])
    facts = json.loads(capsys.readouterr().out)
    run(["doctor", "--json"])
    assert json.loads(capsys.readouterr().out)["cache"] == facts


def test_doctor_tells_how_compilers_are_confined(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["doctor", "--json"])
    facts = json.loads(capsys.readouterr().out)["compilers"]
    if facts["confined"]:
        assert facts["own_user"] == (os.geteuid() == 0)
        run(["doctor"])
        assert "see only the source and the system" in capsys.readouterr().out
    monkeypatch.setattr("garlic.sandbox.restrictions.landlock_version", lambda: 0)
    run(["doctor"])
    assert "Compilers are limited but not confined" in capsys.readouterr().out
    run(["doctor", "--json"])
    facts = json.loads(capsys.readouterr().out)["compilers"]
    assert not facts["confined"]
    assert "Landlock is missing" in facts["missing"]
    assert landlock.landlock_version() >= 0
