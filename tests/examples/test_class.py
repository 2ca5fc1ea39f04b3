"""The class of `examples/class`, in real browsers: from a fresh database to a tournament."""

import subprocess
import sys
from pathlib import Path

import pytest

from support.databases import postgres_server, postgres_url
from support.web import CHROMIUM, ROOT

__all__ = ["postgres_server", "postgres_url"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not installed"),
]


def set_up(*words: str) -> str:
    script = ROOT / "examples" / "class" / "set_up.py"
    found = subprocess.run(
        [sys.executable, script, *words], capture_output=True, text=True, timeout=900, check=False
    )
    assert found.returncode == 0, found.stdout + found.stderr
    return found.stdout


def test_a_class_is_set_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GARLIC_CACHE", str(tmp_path / "cache"))
    said = set_up(str(tmp_path / "class.db"))
    assert said.startswith("30 students, each with a one-time link\n")
    assert "the tournament is finished: 120 of 120 games\n" in said
    assert said.endswith("all is as it should be\n")


def test_a_class_on_postgresql_with_two_workers_of_which_one_is_killed(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GARLIC_CACHE", str(tmp_path / "cache"))
    said = set_up(postgres_url, "--dask")
    assert "one of the workers was killed\n" in said
    assert "the tournament is finished: 120 of 120 games\n" in said
    assert said.endswith("all is as it should be\n")
