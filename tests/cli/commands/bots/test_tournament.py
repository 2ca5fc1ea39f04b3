import json
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from garlic.arena.snapshot import TournamentState
from garlic.cli import run
from support.matches import own_cache
from support.quick_tournaments import CRASHING, LIMITS, quick_bots
from support.screen import Screen

EXAMPLE = Path(__file__).parents[4] / "examples" / "tournaments" / "othello.toml"


@pytest.fixture(autouse=True)
def _own_database(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GARLIC_DATABASE", str(tmp_path / "garlic.db"))


@pytest.fixture(scope="module", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with own_cache(tmp_path_factory.mktemp("cache")):
        yield


@pytest.fixture
def bots(tmp_path: Path) -> list[str]:
    return [bot["bot"] for bot in quick_bots(tmp_path, 3)]


def quick(*bots: str, games: int = 2) -> list[str]:
    """The arguments of a quick tournament."""
    options = ["--maps", "4x4", "--openings", "none", "--limits", LIMITS, "--games", str(games)]
    return ["tournament", "run", "--game", "othello", "--bots", *bots, *options]


def test_a_tournament_from_options(bots: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    assert run([*quick(*bots), "--format", "roundrobin", "--name", "cup"]) == 0
    out = capfd.readouterr().out
    assert out.startswith(
        "tournament 1, cup: othello, round-robin, finished, 6 of 6 games\nrank  bot"
    )
    assert all(f" {Path(bot).name} " in out for bot in bots)
    assert run(["tournament", "status", "cup"]) == 0
    assert "finished, 6 of 6 games" in capfd.readouterr().out
    assert run(["tournament", "list"]) == 0
    assert "cup" in capfd.readouterr().out
    assert run(["tournament", "show", "1", "--games"]) == 0
    assert "opening" in capfd.readouterr().out


def test_tournament_as_json(bots: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    assert run([*quick(*bots), "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    assert document["state"] == "finished"
    assert [line["played"] for line in document["standings"]] == [4, 4, 4]
    assert "games" not in document
    assert run(["tournament", "show", "--games", "--json"]) == 0
    assert len(json.loads(capfd.readouterr().out)["games"]) == 6
    assert run(["tournament", "status", "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["scheduled"] == 6
    assert run(["tournament", "list", "--json"]) == 0
    assert json.loads(capfd.readouterr().out)[0]["played"] == 6


def test_the_example_tournament_runs(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["tournament", "run", str(EXAMPLE), "--games", "2", "--maps", "4x4"]) == 0
    out = capfd.readouterr().out
    assert out.startswith("tournament 1, Othello for beginners: othello, round-robin, finished, 12")


def test_exports(
    bots: list[str], tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert run(quick(*bots)) == 0
    capfdbinary.readouterr()
    for name in ("report.html", "games.csv", "all.json", "records.jsonl", "games.txt"):
        assert run(["tournament", "export", "-o", str(tmp_path / name)]) == 0
        assert (tmp_path / name).stat().st_size > 300
    assert run(["tournament", "export", "-o", "-", "--form", "standings"]) == 0
    assert capfdbinary.readouterr().out.count(b"\n") == 4
    assert run(["tournament", "export", "-o", str(tmp_path / "x.docx")]) == 2
    assert run(["tournament", "export"]) == 2


def test_shards_are_merged(
    bots: list[str],
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "garlic.arena.runner.run", lambda *_: TournamentState.STOPPED
    )  # created, not played
    assert run(quick(*bots)) == 0
    assert "stopped; continue with: garlic tournament resume 1" in capfd.readouterr().err
    plan = tmp_path / "plan.json"
    assert run(["tournament", "export", "--plan", str(plan)]) == 0
    for shard in ("1/2", "2/2"):
        assert run(["worker", str(plan), "--shard", shard, "--jobs", "1"]) == 0
    capfd.readouterr()
    results = [str(tmp_path / f"plan.{number}-of-2.jsonl") for number in (1, 2)]
    assert run(["tournament", "merge", *results]) == 0
    assert capfd.readouterr().out == "6 new results, 0 known before, 0 games left\n"


def test_a_bot_that_crashes_is_set_aside_and_named(
    bots: list[str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "crash.h").write_text(CRASHING)
    assert run(quick(bots[0], bots[1], str(tmp_path / "crash.h"), games=4)) == 0
    out = capfd.readouterr().out
    assert "crash.h (set aside)" in out
    assert "crash.h was set aside: it lost each of its first games by a fault" in out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["run"], "a tournament needs 'game'"),
        (["run", "missing.toml"], "cannot read missing.toml"),
        (["run", "--game", "othello", "--bots", "a", "b"], "cannot read the bot 'a'"),
        (["run", "--game", "othello", "--bots", "a", "--games", "3"], "expected a list of 2"),
        (["resume"], "there is no tournament yet"),
        (["show", "cup"], "no tournament is called 'cup'"),
        (["stop"], "there is no tournament yet"),
        (["list", "--database", "mysql://x"], "expected a database like"),
    ],
)
def test_wrong_arguments_get_one_sentence(
    words: list[str], sentence: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(["tournament", *words]) == 2
    error = capfd.readouterr().err
    assert error.startswith("garlic: error: ")
    assert sentence in error
    assert error.count("\n") == 1


def test_only_a_running_tournament_can_be_stopped(
    bots: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(quick(*bots)) == 0
    assert run(["tournament", "stop"]) == 2
    assert "tournament 1 is not running" in capfd.readouterr().err


def test_hostile_bot_names_are_escaped(
    bots: list[str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "cup.toml"
    names = ["[red]x[/red]", "\\u001b[2J", "=1+1", "'; drop table bots; --"]
    lines = [f'{{name = "{name}", bot = "{bots[0]}"}}' for name in names]
    file.write_text(f'game = "othello"\nmaps = ["4x4"]\nbots = [{", ".join(lines)}]\n')
    assert run(["tournament", "run", str(file), "--limits", LIMITS]) == 0
    out = capfd.readouterr().out
    assert "[red]x[/red]" in out
    assert "\x1b" not in out
    assert "drop table" in out
    assert run(["db", "check"]) == 0


def test_ctrl_c_stops_a_tournament(
    bots: list[str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    command = [sys.executable, "-m", "garlic", *quick(*bots, games=200)]
    with Screen(command, tmp_path, {**os.environ, "TERM": "xterm", "COLUMNS": "150"}) as screen:
        screen.expect("games played")
        screen.expect(r"Elo \(95 %\)")
        os.kill(screen.pid, signal.SIGINT)
        screen.expect("stopped; continue with: garlic tournament resume 1")
    assert run(["tournament", "status", "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    assert document["state"] == "stopped"
    assert document["scheduled"] == 600
    assert run(["tournament", "show"]) == 0
