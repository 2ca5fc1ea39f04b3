"""The class of `examples/class`: set up in real browsers, and its week in minutes."""

import subprocess
import sys
from pathlib import Path

import pytest

from support.databases import postgres_server, postgres_url
from support.web import CHROMIUM, ROOT

__all__ = ["postgres_server", "postgres_url"]

pytestmark = pytest.mark.slow
in_browsers = pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not installed")


def run(script: str, *words: str) -> str:
    path = ROOT / "examples" / "class" / script
    found = subprocess.run(
        [sys.executable, path, *words], capture_output=True, text=True, timeout=900, check=False
    )
    assert found.returncode == 0, found.stdout + found.stderr
    return found.stdout


@in_browsers
def test_a_class_is_set_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GARLIC_CACHE", str(tmp_path / "cache"))
    said = run("set_up.py", str(tmp_path / "class.db"))
    assert said.startswith("30 students, each with a one-time link\n")
    assert "the tournament is finished: 120 of 120 games\n" in said
    assert said.endswith("all is as it should be\n")


@in_browsers
def test_a_class_on_postgresql_with_two_workers_of_which_one_is_killed(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GARLIC_CACHE", str(tmp_path / "cache"))
    said = run("set_up.py", postgres_url, "--dask")
    assert "one of the workers was killed\n" in said
    assert "the tournament is finished: 120 of 120 games\n" in said
    assert said.endswith("all is as it should be\n")


def test_a_week_of_a_small_course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GARLIC_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "week"
    said = run("week.py", str(folder), "--students", "6", "--minutes", "1")
    assert "all is as it should be" in said
    assert "games of the ladder count once" in said
    assert "the server was killed and started again" in said
    assert (folder / "exported" / "course.toml").read_bytes().startswith(b"schema = ")
    for assignment, points in (("othello", "100"), ("trek", "100")):
        rows = (folder / "grades" / f"{assignment}-csv.csv").read_text("utf-8-sig").splitlines()
        assert len(rows) == 7
        assert all(f",{points}," in row for row in rows[1:]), "of so many points"
