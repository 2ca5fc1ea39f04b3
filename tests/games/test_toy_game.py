"""Adding a game needs changes only in the places that CONTRIBUTING names.

Kayles (a row of pins) is added to `GAMES` as CONTRIBUTING says; then everything that works on
games must work on it. The slow test also builds its native half from a copy of the project.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from garlic import games
from garlic.cli import run
from garlic.games import GAMES
from support import DATA
from support.conformance import check_files, check_game

TOY = DATA / "toy_game"
PROJECT = Path(__file__).parents[2]


@pytest.fixture
def kayles(monkeypatch):
    monkeypatch.syspath_prepend(str(TOY / "games"))
    monkeypatch.setitem(games._PACKAGES, "kayles", "kayles")
    monkeypatch.setenv("GARLIC_LANG", "en")
    return GAMES["kayles"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(choices=st.lists(st.integers(0, 255), max_size=12))
def test_the_conformance_suite_passes(kayles, choices):
    check_game(kayles, kayles.setup(), choices, native=False)


def test_the_conformance_suite_requires_data_files(kayles):
    with pytest.raises(AssertionError, match=r"kayles\.perft is missing"):
        check_files(kayles)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["games"], "kayles"),
        (["show", "kayles", "oo.oo a"], "first to move, legal moves: 6"),
        (["perft", "kayles", "--depth", "2", "--core", "python"], "50"),
        (["playout", "kayles"], "reason: last pin taken"),
    ],
)
@pytest.mark.usefixtures("kayles")
def test_the_commands_accept_it(capsys, arguments, expected):
    assert run(arguments) == 0
    assert expected in capsys.readouterr().out


@pytest.mark.slow
def test_its_native_half_builds_and_agrees(tmp_path):
    project = tmp_path / "project"
    ignored = shutil.ignore_patterns(".venv", "build", "dist", ".git", "__pycache__", ".*_cache")
    shutil.copytree(PROJECT, project, ignore=ignored)
    package, cpp, data = project / "src/garlic", project / "cpp", project / "tests/data"
    (package / "games/kayles").mkdir()
    shutil.copy(TOY / "games/kayles.py", package / "games/kayles/__init__.py")
    shutil.copytree(TOY / "cpp", cpp / "games/kayles")
    shutil.copy(TOY / "kayles.json", package / "core/language/catalogue/zh")
    shutil.copy(TOY / "kayles.perft", data / "perft")
    shutil.copytree(TOY / "golden", data / "golden/kayles")
    insert(package / "games/__init__.py", "_PACKAGES = {", '    "kayles": "garlic.games.kayles",')
    insert(cpp / "bindings/core/module.cpp", "#include", '#include "games/kayles/rules.h"')
    insert(
        cpp / "bindings/core/module.cpp",
        "bind_registry(module);",
        '    garlic::bind_game<garlic::kayles::Position>(module, "kayles", "Kayles");',
    )
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    python = tmp_path / "venv/bin/python"
    install = [python, "-m", "pip", "install", "--quiet", project, "pytest", "hypothesis"]
    subprocess.run(install, check=True)
    subprocess.run(
        [python, "-m", "pytest", "-q", "tests/games/test_conformance.py", "-k", "kayles"],
        check=True,
        cwd=project,
    )


def insert(path: Path, after: str, line: str) -> None:
    """Insert *line* after the first line of *path* that contains *after*."""
    lines = path.read_text().splitlines()
    index = next(number for number, text in enumerate(lines) if after in text)
    path.write_text("\n".join([*lines[: index + 1], line, *lines[index + 1 :]]) + "\n")
