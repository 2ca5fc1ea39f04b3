"""Games are found in installed packages, and a broken one harms no other."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from garlic.core.language.text import catalogue
from garlic.core.plugins import PluginError
from garlic.games import GAMES, UnknownGameError
from garlic.games.registry import GAMES_VARIABLE, Games

OURS = ["othello", "stars", "gomoku", "xiangqi", "tiaojia"]
FOUND = list(GAMES)  # before any test installs a package
TWIN = """
from dataclasses import replace
from garlic.games.tiaojia import GAME
GAME = replace(GAME, name={name!r}, chinese={{"a sentence of a test": "测试句"}})
"""


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator["Installed"]:
    with monkeypatch.context() as patch:
        patch.setattr("garlic.core.language.text._ADDED", {})
        yield Installed(tmp_path, patch)
    catalogue.cache_clear()


class Installed:
    """Packages that provide games, each a folder with metadata on the path of Python."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.monkeypatch = folder, monkeypatch

    def add(self, package: str, entry: str, source: str) -> None:
        """Install *package*, whose one module has this *source*."""
        home = self.folder / package
        metadata = home / f"{package}-1.0.dist-info"
        metadata.mkdir(parents=True)
        (metadata / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n"
        )
        (metadata / "entry_points.txt").write_text(f"[garlic.games]\n{entry}\n")
        (home / f"{package}_rules.py").write_text(source)
        self.monkeypatch.syspath_prepend(str(home))
        self.monkeypatch.delitem(sys.modules, f"{package}_rules", raising=False)

    @property
    def games(self) -> Games:
        return Games()


def test_ours_come_first_in_their_order(installed: Installed) -> None:
    installed.add("aaa", "aaa = aaa_rules:GAME", TWIN.format(name="aaa"))
    assert FOUND == OURS
    assert list(installed.games) == [*OURS, "aaa"]


def test_a_game_of_another_package_is_found(installed: Installed) -> None:
    installed.add("twin", "twin = twin_rules:GAME", TWIN.format(name="twin"))
    games = installed.games
    assert games["twin"].title == "Tiaojia"
    assert games.provider("twin").package == "twin"
    assert not games.provider("twin").is_ours
    assert games.provider("othello").is_ours
    assert games.faults() == []
    assert catalogue("zh")["a sentence of a test"] == "测试句"


@pytest.mark.parametrize(
    ("entry", "source", "because"),
    [
        ("bad = bad_rules:GAME", "import no_such_module", "ModuleNotFoundError"),
        ("bad = bad_rules:GAME", "GAME = 'bad'", "bad_rules:GAME is not a Game"),
        ("bad = bad_rules:GAME", TWIN.format(name="good"), "it calls itself 'good'"),
        (
            "bad = bad_rules:GAME",
            TWIN.format(name="bad")
            + "class NoEnd(GAME.position): outcome = None\nGAME = replace(GAME, position=NoEnd)",
            "NoEnd has no 'outcome'",
        ),
        (
            "bad = bad_rules:GAME",
            TWIN.format(name="bad") + "GAME = replace(GAME, simultaneous=True)",
            "Position has no 'moves_for'",
        ),
        ("Bad-1 = bad_rules:GAME", TWIN.format(name="Bad-1"), "its name is not made of lower-case"),
    ],
)
def test_a_broken_game_is_explained_and_left_out(
    installed: Installed, entry: str, source: str, because: str
) -> None:
    installed.add("bad", entry, source)
    games, name = installed.games, entry.partition(" ")[0]
    assert list(games) == OURS
    assert len(games) == len(OURS)
    (fault,) = games.faults()
    sentence = f"{name!r} of the package bad cannot be used: {because}"
    assert str(fault).startswith(sentence)
    with pytest.raises(PluginError) as caught:
        games[name]
    assert str(caught.value) == str(fault)


def test_two_packages_with_the_same_game(installed: Installed) -> None:
    for package in ("one", "two"):
        installed.add(package, f"same = {package}_rules:GAME", TWIN.format(name="same"))
    games = installed.games
    sentence = "several packages have 'same': one, two; uninstall all but one"
    assert [str(fault) for fault in games.faults()] == [sentence]
    with pytest.raises(PluginError, match="uninstall all but one"):
        games["same"]
    assert list(games) == OURS


def test_no_package_takes_a_game_of_ours(installed: Installed) -> None:
    installed.add("thief", "othello = thief_rules:GAME", TWIN.format(name="othello"))
    games = installed.games
    assert games["othello"] is GAMES["othello"]
    (fault,) = games.faults()
    assert str(fault).startswith("'othello' of the package thief is not used")


def test_an_unknown_game() -> None:
    with pytest.raises(UnknownGameError, match=r"no game called 'go'; there are othello, stars,"):
        GAMES["go"]
    assert "go" not in GAMES


def test_a_process_can_be_told_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(GAMES_VARIABLE, GAMES.provider("gomoku").entry)
    games = Games()
    assert list(games) == ["gomoku"]
    assert games["gomoku"] is GAMES["gomoku"]


@pytest.mark.parametrize("words", [["--help"], ["match", "--help"]])
def test_help_finds_and_imports_no_games(words: list[str]) -> None:
    program = (
        "import sys\nfrom garlic.cli import run\n"
        f"run({words!r})\n"
        "found = [name for name in sys.modules if name.startswith('garlic.games.')]\n"
        "assert not set(found) - {'garlic.games.registry'}, found\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
