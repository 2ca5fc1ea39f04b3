import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from garlic.cli import run
from garlic.games import GAMES
from garlic.judge.templates import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_writes_a_bot_and_a_readme(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str, language: str
) -> None:
    folder = tmp_path / "deep" / "bot"
    assert run(["new", game, str(folder), "--lang", language]) == 0
    files = {path.name for path in folder.iterdir()}
    assert "README.md" in files
    (bot,) = files - {"README.md"}
    readme = (folder / "README.md").read_text(encoding="utf-8")
    assert f"garlic match {game} {folder / bot} random:{game} --show" in readme
    assert f"garlic check {game} {folder / bot}" in readme
    assert capsys.readouterr().out.strip() in readme


def test_python_is_the_default(tmp_path: Path) -> None:
    assert run(["new", "gomoku", str(tmp_path / "b")]) == 0
    assert (tmp_path / "b" / "bot.py").exists()


def test_the_readme_is_in_the_users_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GARLIC_LANG", "zh")
    assert run(["new", "gomoku", str(tmp_path / "b")]) == 0
    assert "让它对局：" in (tmp_path / "b" / "README.md").read_text(encoding="utf-8")


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "README.md").write_text("mine")
    assert run(["new", "othello", str(tmp_path)]) == 2
    assert "README.md exists already" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["README.md"]
    assert (tmp_path / "README.md").read_text() == "mine"


def test_a_file_where_the_folder_should_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "taken").write_text("")
    assert run(["new", "othello", str(tmp_path / "taken")]) == 2
    assert "cannot write" in capsys.readouterr().err


@pytest.mark.parametrize("language", ["c", "cpp"])
@pytest.mark.parametrize("game", ["othello", "stars"])
def test_a_course_folder_plays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str, language: str
) -> None:
    folder = tmp_path / "course"
    assert run(["new", game, str(folder), "--course", "--lang", language]) == 0
    files = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    assert files == {
        "Makefile",
        "README.md",
        "code/player.h",
        "code/computer.h",
        "include/playerbase.h",
        "data/map.txt",
        "data/map1.txt",
        "data/map2.txt",
        "data/map3.txt",
        "run.sh",
        "src/first_turn.h",
        "src/main_computer.c",
        "src/main_player.c",
        "src/read_map.h",
    }
    capsys.readouterr()
    assert run(["match", game, str(folder), "--json", "--limits", "turn=10s,init=20s"]) == 0
    (record,) = json.loads(capsys.readouterr().out)
    assert {turn["verdict"] for turn in record["turns"]} == {"ok"}
    assert (folder / "log" / "judge" / "record.json").exists()
    # The course seats its own player first.
    assert [Path(bot["name"]).name for bot in record["bots"]] == ["computer.h", "player.h"]
    assert "centre" not in (folder / "data" / "map.txt").read_text()


@pytest.mark.parametrize("game", ["othello", "stars"])
def test_a_course_folder_is_made_as_in_the_course(tmp_path: Path, game: str) -> None:
    folder = tmp_path / "course"
    assert run(["new", game, str(folder), "--course"]) == 0
    for target in ("player", "computer"):
        subprocess.run(
            ["make", "-s", target, "CXXFLAGS=-std=c++11 -Wall -Werror"], cwd=folder, check=True
        )
        for arguments in ([], ["data/map3.txt"]):
            done = subprocess.run(
                [folder / "bin" / target, *arguments],
                cwd=folder,
                capture_output=True,
                text=True,
                check=True,
            )
            assert re.fullmatch(r"X = \d+, Y = \d+\n", done.stdout)
    lost = subprocess.run([folder / "bin" / "player", "nosuch"], capture_output=True, check=False)
    assert lost.returncode == 2


def test_all_maps_of_a_course_folder_are_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "course"
    assert run(["new", "othello", str(folder), "--course"]) == 0
    (folder / "logs").mkdir()
    capsys.readouterr()
    assert run(["match", "othello", str(folder), "--all-maps", "--limits", "turn=5s,init=5s"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in shown[1:5]] == [
        "map.txt",
        "map1.txt",
        "map2.txt",
        "map3.txt",
    ]
    records = sorted((folder / "logs" / "judge").glob("*.json"))
    assert [path.name for path in records] == [f"record-{number}.json" for number in range(1, 5)]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["random:othello", "random:othello", "--all-maps"],
            "--all-maps goes with a course folder",
        ),
        (["course", "--all-maps", "--map", "8x8"], "expected --map or --all-maps, got both"),
        (["course/code"], "is no course folder: it has no code/player.h"),
    ],
)
def test_maps_that_cannot_be_meant(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["new", "othello", "course", "--course"]) == 0
    assert run(["match", "othello", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_run_sh_runs_it(tmp_path: Path) -> None:
    folder = tmp_path / "my course"
    assert run(["new", "othello", str(folder), "--course"]) == 0
    # The script finds `garlic` on the path.
    (tmp_path / "garlic").write_text(f'#!/bin/sh\nexec {sys.executable} -m garlic "$@"\n')
    (tmp_path / "garlic").chmod(0o755)
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    for options in ([], ["--visible"]):
        done = subprocess.run(
            [folder / "run.sh", *options],
            capture_output=True,
            text=True,
            check=True,
            env=environment,
            cwd="/",
        )
        assert ("●" in done.stdout) == bool(options)
        assert "code/player.h" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["gomoku", "b", "--course"], "gomoku has no course folder"),
        (["othello", "b", "--course", "--lang", "java"], "holds C or C++, got 'java'"),
        (["othello", "b", "--lang", "cobol"], "cobol"),
        (["chess", "b"], "no game called 'chess'"),
    ],
)
def test_wrong_arguments_write_nothing(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["new", *arguments]) == 2
    assert message in capsys.readouterr().err
    assert list(Path.cwd().iterdir()) == []
