"""A game that is not ours: installed from its own package, it can do all that ours can.

Kayles (a row of pins) is `tests/data/toy_game`, a package in plain Python. It is installed into a
fresh environment, and everything that works on games must work on it. The slow test adds it to a
copy of the project instead, with a native half, as CONTRIBUTING says.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from book.fresh import FreshEnvironment
from playwright.sync_api import sync_playwright

from support.toy import TOY
from support.web import CHROMIUM, Server, running_server

PROJECT = Path(__file__).parents[2]
BOT = """
from kayles import GAME, Move

assert GAME.name == "kayles"


def play(position):
    assert type(position).__module__ == "kayles"
    return Move.parse(str(position.legal_moves()[-1]))
"""
TOURNAMENT = """
name = "Pins"
game = "kayles"
format = "round-robin"
games = 2
seed = 1

[[bots]]
name = "full strength"
bot = "engine:kayles"

[[bots]]
name = "beginner"
bot = "engine:kayles?level=1"

[[bots]]
name = "chance"
bot = "random:kayles"
"""
LAB = """
schema = "garlic-lab/1"
title = { en = "Kayles", zh = "九柱戏" }
about = { en = "Win.", zh = "取胜。" }

[hand_in]
kind = "bot"
game = "kayles"
how = { en = "One file.", zh = "一个文件。" }

[[tests]]
check = "build"
points = 1

[[tests]]
check = "match"
title = { en = "a random player", zh = "随机走子" }
against = "random:kayles"
pay = { win = 2, draw = 1 }
"""


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> FreshEnvironment:
    """A fresh environment with the package in it."""
    folder = tmp_path_factory.mktemp("environment")
    found = FreshEnvironment(folder)
    source = folder / "source"
    shutil.copytree(TOY, source)
    found.install(source)
    shutil.rmtree(source)
    (folder / "bot.py").write_text(BOT)
    return found


def garlic(environment: FreshEnvironment, *words: str, code: int = 0) -> str:
    """What the command prints; it must end with *code*."""
    done = environment.run("garlic", *words, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


def document(environment: FreshEnvironment, *words: str, code: int = 0) -> Any:
    return json.loads(garlic(environment, *words, "--json", code=code))


def test_it_is_listed_after_ours(environment: FreshEnvironment) -> None:
    names = [game["name"] for game in document(environment, "games")]
    assert names == ["othello", "stars", "gomoku", "xiangqi", "tiaojia", "kayles"]
    bots = garlic(environment, "bots", "kayles")
    assert "engine:kayles" in bots
    assert "random:kayles" in bots


def test_it_brings_its_own_chinese(environment: FreshEnvironment) -> None:
    printed = environment.run("env", "GARLIC_LANG=zh", "garlic", "playout", "kayles").stdout
    assert "取走最后一根柱" in printed


def test_the_conformance_suite_passes(environment: FreshEnvironment) -> None:
    # The options of this run, such as the name of a report, are not for that one.
    ours = {name: value for name, value in os.environ.items() if name != "PYTEST_ADDOPTS"}
    data = {"GARLIC_GAME_DATA": str(TOY / "tests")}
    done = subprocess.run(
        [
            *(environment.python, "-m", "pytest", "-q", "-p", "no:cacheprovider"),
            *("tests/games/test_conformance.py", "-k", "kayles"),
        ],
        cwd=PROJECT,
        env=ours | environment.variables | data,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "skipped" not in done.stdout


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["show", "kayles", "oo.oo a"], "first to move, legal moves: 6"),
        (["perft", "kayles", "--position", "ooooo a", "--depth", "2"], "50"),
        (["playout", "kayles"], "reason: last pin taken"),
        (["analyse", "kayles", "ooo a", "--depth", "5"], "best: 2"),
        (["analyse", "kayles", "ooo a", "--depth", "5"], "wins in 3"),
    ],
)
def test_commands(environment: FreshEnvironment, words: list[str], expected: str) -> None:
    assert expected in garlic(environment, *words)


def test_a_match_is_judged_replayed_and_reviewed(environment: FreshEnvironment) -> None:
    garlic(environment, "match", "kayles", "bot.py", "engine:kayles?level=3", "--record", "g.json")
    record = json.loads((environment.folder / "g.json").read_text())
    assert {turn["verdict"] for turn in record["turns"]} == {"ok"}
    assert record["outcome"]["reason"] == "last pin taken"
    garlic(environment, "replay", "check", "g.json")
    review = document(environment, "review", "g.json", "--nodes", "2000")
    moves = [turn["move"] for turn in record["turns"] if turn["number"] > 0]
    assert [move["played"] for move in review["moves"]] == moves
    assert review["counted"] == "points"
    answer = document(environment, "ask", "g.json", "--turn", "1", "--bot", "bot.py")
    assert answer["answer"]["move"] == moves[0]


def test_full_strength_wins_a_won_game(environment: FreshEnvironment) -> None:
    bots = ["random:kayles", "engine:kayles"]
    records = document(environment, "match", "kayles", *bots, "--games", "4", "--swap")
    # The first player wins, by the middle pin and symmetry.
    first = [game for game in records if game["bots"][0]["name"] == "engine:kayles"]
    assert [game["outcome"]["winner"] for game in first] == ["a", "a"]


def test_a_tournament(environment: FreshEnvironment) -> None:
    (environment.folder / "t.toml").write_text(TOURNAMENT)
    printed = garlic(environment, "tournament", "run", "t.toml")
    for name in ("full strength", "beginner", "chance"):
        assert name in printed


@pytest.mark.parametrize(("language", "file"), [("python", "bot.py"), ("cpp", "bot.cpp")])
def test_new_bots_play_legally(environment: FreshEnvironment, language: str, file: str) -> None:
    garlic(environment, "new", "kayles", language, "--lang", language)
    garlic(
        environment, "match", "kayles", f"{language}/{file}", "random:kayles", "--record", "n.json"
    )
    record = json.loads((environment.folder / "n.json").read_text())
    assert {turn["verdict"] for turn in record["turns"]} == {"ok"}


def test_a_lab(environment: FreshEnvironment) -> None:
    (environment.folder / "lab.toml").write_text(LAB)
    environment.run("garlic", "grade", "lab.toml", "bot.py", "--json", "grades.json", check=False)
    (grade,) = json.loads((environment.folder / "grades.json").read_text())["submissions"]
    assert [test["max_points"] for test in grade["tests"]] == [1.0, 4.0]
    games = grade["tests"][1]["games"]
    assert {game["reason"] for game in games} == {"last pin taken"}


@pytest.mark.slow
def test_an_editable_install_serves_bots_too(tmp_path: Path) -> None:
    fresh = FreshEnvironment(tmp_path)
    source = tmp_path / "source"
    shutil.copytree(TOY, source)
    fresh.install(source, "--editable")
    (tmp_path / "bot.py").write_text(BOT)
    (tmp_path / "any.py").write_text("def play(position):\n    return position.legal_moves()[0]\n")
    for game, bot in (("kayles", "bot.py"), ("othello", "any.py")):
        garlic(fresh, "match", game, bot, f"random:{game}", "--record", f"{game}.json")
        record = json.loads((tmp_path / f"{game}.json").read_text())
        assert {turn["verdict"] for turn in record["turns"]} == {"ok"}


@pytest.fixture(scope="module")
def server(environment: FreshEnvironment) -> Iterator[Server]:
    folder = environment.folder / "server"
    folder.mkdir()
    with running_server(folder, python=str(environment.python)) as found:
        yield found


def begin(client: httpx2.Client) -> tuple[str, str]:
    """Start a game against the engine; its id, and the key of the seat."""
    request = {"game": "kayles", "seats": ["human", "engine:kayles?level=2"]}
    made = client.post("/api/plays", json=request).raise_for_status().json()
    return made["id"], made["key"]


def test_the_api_offers_it(server: Server) -> None:
    with httpx2.Client(base_url=server.address, timeout=60) as client:
        (game,) = [game for game in client.get("/api/games").json() if game["name"] == "kayles"]
        assert (game["seats"], game["players"]) == (["first", "second"], ["engine", "random"])
        board = client.get("/api/games/kayles/board").json()
        assert len(board["frame"]["pieces"]) == 9
        texts = client.get("/api/texts/zh").json()
        assert texts[game["title"]["code"]] == "九柱戏"
        (lesson,) = client.get("/api/games/kayles/guide").json()
        assert texts[lesson["text"]["code"]] == "击倒一根柱或相邻的两根柱。"
        assert [len(frame["pieces"]) for frame in lesson["drawings"][0]["frames"]] == [4, 2]
        name, key = begin(client)
        answer = client.post(
            f"/api/plays/{name}/moves",
            json={"seat": "a", "move": "5", "ply": 0},
            headers={"Garlic-Seat-Key": key},
        )
        assert answer.is_success, answer.text


def test_the_page_draws_the_board(server: Server) -> None:
    if not CHROMIUM.exists():
        pytest.skip("Chromium is not installed")
    with httpx2.Client(base_url=server.address, timeout=60) as client:
        name, key = begin(client)
    with sync_playwright() as playwright:
        options = ["--no-sandbox", "--disable-gpu"]
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=options)
        page = browser.new_page(locale="en-US")
        page.goto(f"{server.address}/play?game=kayles")
        page.get_by_text("Kayles").first.wait_for()
        page.get_by_label("first", exact=True).wait_for(
            state="attached"
        )  # a seat without a text of ours
        page.goto(f"{server.address}/play/{name}#seat={key}")
        page.wait_for_selector("svg.board")
        assert page.locator("svg.board [data-name]").count() == 9
        page.locator("p.said.mine").wait_for()
        page.locator('[data-name="9"]').click()
        page.locator(".moves td").nth(1).wait_for()
        browser.close()


@pytest.mark.slow
def test_its_native_half_builds_and_agrees(tmp_path: Path) -> None:
    project = tmp_path / "project"
    ignored = shutil.ignore_patterns(".venv", "build", "dist", ".git", "__pycache__", ".*_cache")
    shutil.copytree(PROJECT, project, ignore=ignored)
    package, cpp, data = project / "src/garlic", project / "cpp", project / "tests/data"
    shutil.copytree(TOY / "src/kayles", package / "games/kayles")
    shutil.copytree(TOY / "cpp", cpp / "games/kayles")
    shutil.copytree(TOY / "tests", data, dirs_exist_ok=True)
    insert(project / "pyproject.toml", "tiaojia =", 'kayles = "garlic.games.kayles:GAME"')
    insert(cpp / "bindings/core/module.cpp", "#include", '#include "games/kayles/rules.h"')
    insert(
        cpp / "bindings/core/module.cpp",
        "bind_registry(module);",
        '    garlic::bind_game<garlic::kayles::Position>(module, "kayles", "Kayles");',
    )
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    python = tmp_path / "venv/bin/python"
    install: list[str | Path] = [
        python,
        "-m",
        "pip",
        "install",
        "--quiet",
        project,
        "pytest",
        "hypothesis",
    ]
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
