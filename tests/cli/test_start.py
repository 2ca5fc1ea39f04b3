"""Starting needs little: numpy and Pillow are imported only where something needs them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from labs.samples import DOUBLING, PROGRAMS

SERVE = """
from starlette.testclient import TestClient
from garlic.web.app import create_app
from garlic.web.settings import ServerSettings
with TestClient(create_app(ServerSettings(database="web.db")), "http://127.0.0.1:8000") as client:
    for page in ("/", "/api/games", "/api/matches", "/api/tournaments", "/api/ladders/gomoku"):
        assert client.get(page).status_code == 200, page
"""
GRADE = """
from garlic.cli import run
assert run(["grade", "doubling.toml", "good.py", "--jobs", "1"]) == 0
"""
MATCH = """
from garlic.cli import run
assert run(["match", "tiaojia", "random:tiaojia", "random:tiaojia", "--limits", "turn=10s"]) == 0
"""
BEST = """
from garlic.cli import run
assert run(["stars", "best", "10x10-walled-in", "--time", "0.1"]) == 0
"""
HEAVY = ("PIL", "highspy", "numpy", "scipy")


def imported(script: str, folder: Path) -> list[str]:
    """Those of `HEAVY` that *script* imports, run in a process of its own."""
    after = f"import json, sys; print(json.dumps([n for n in {HEAVY} if n in sys.modules]))"
    done = subprocess.run(
        [sys.executable, "-c", f"{script}\n{after}"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: list[str] = json.loads(done.stdout.splitlines()[-1])
    return found


@pytest.mark.parametrize("script", [SERVE, GRADE, MATCH], ids=["serve", "grade", "match"])
def test_most_work_needs_neither_numpy_nor_pillow(
    script: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GARLIC_CACHE", str(tmp_path / "cache"))
    (tmp_path / "doubling.toml").write_text(DOUBLING)
    (tmp_path / "good.py").write_text(PROGRAMS["good"])
    assert imported(script, tmp_path) == []


def test_the_solver_is_the_only_one_that_is_needed(tmp_path: Path) -> None:
    assert imported(BEST, tmp_path) == ["highspy", "numpy"]
