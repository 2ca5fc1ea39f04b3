import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.results import Garlic
from garlic.arena.rating.ladder import Ladder, Rung
from garlic.arena.rating.run import GameSource, RatingState, RatingTask
from garlic.arena.statistics.posterior import Posterior
from garlic.arena.statistics.scale import RatingScale

LADDER = Ladder(
    "tiaojia",
    RatingScale(0.01, 10.0, 300.0),
    (
        Rung("random:tiaojia", 0, 0, 0, 400),
        Rung("baseline:tiaojia/lab?depth=1", 600, 550, 650, 400),
    ),
    (Rung("engine:tiaojia?level=1", 900, 850, 950, 200),),
    measured="2026-11-17",
    version="0.3.0",
)
LINE = r"-?\d+ ± \d+ \(95 %\) after 4 games(; (stronger|weaker) than \S+ \(\d\d %\))?\n"


@pytest.fixture(autouse=True)
def _short_ladder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("garlic.arena.rating.ladder.ladder_of", lambda _: LADDER)


@pytest.fixture
def database(tmp_path: Path) -> str:
    return str(tmp_path / "games.db")


def test_the_rating_in_one_line_and_the_same_games_again(garlic: Garlic, database: str) -> None:
    command = ["rate", "tiaojia", "baseline:tiaojia/first", "--games", "4", "--database", database]
    result = garlic(*command)
    assert (result.code, result.err) == (0, "")
    assert re.match(LINE, result.out)
    again = garlic(*command, "--json").json
    assert (again["games"], again["is_relative"]) == (4, False)
    assert again["low"] < again["rating"] < again["high"]
    assert re.match(rf"{again['rating']:.0f} ± ", result.out)
    assert [level["bot"] for level in again["ladder"]["levels"]] == ["engine:tiaojia?level=1"]


def test_a_bot_that_always_crashes_has_a_rating_and_its_faults_are_told(
    garlic: Garlic, database: str, tmp_path: Path
) -> None:
    bot = tmp_path / "crash.py"
    bot.write_text("raise SystemExit(7)\n")
    result = garlic("rate", "tiaojia", str(bot), "--games", "4", "--database", database)
    assert result.code == 0
    assert re.match(LINE, result.out)
    assert "0 won, 0 drawn, 4 lost" in result.out
    assert re.search(r"crash.py: .* x 4", result.out)
    assert "every game was lost by a fault of the bot" in result.out


def test_a_game_without_a_ladder_gives_a_relative_rating(
    garlic: Garlic, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shortest = Ladder("tiaojia", RatingScale(), LADDER.anchors[:1])
    monkeypatch.setattr("garlic.arena.rating.ladder.ladder_of", lambda _: shortest)
    command = ["rate", "tiaojia", "baseline:tiaojia/first", "--games", "2", "--database", database]
    assert "relative to random moves, rated 0" in garlic(*command).out
    assert garlic(*command, "--json").json["is_relative"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["baseline:tiaojia/first", "--games", "0"], "games"),
        (["baseline:tiaojia/first", "--until", "0"], "until"),
        (["baseline:othello/task3"], "tiaojia has no player 'baseline:othello/task3'"),
        (["random:othello"], "random:othello"),
        (["nothing.py"], "nothing.py"),
        (["human"], "name a bot"),
        (["baseline:tiaojia/first", "--cluster", "tcp://127.0.0.1:1"], "127.0.0.1:1"),
    ],
)
def test_wrong_usage_is_explained(
    words: list[str],
    sentence: str,
    garlic: Garlic,
    database: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("garlic.arena.remote.cluster._CONNECT_SECONDS", 1)
    result = garlic("rate", "tiaojia", *words, "--database", database)
    assert result.code == 2
    assert result.err.startswith("garlic: error: ")
    assert sentence in result.err


def test_an_interrupted_rating_is_continued(database: str) -> None:
    command = [sys.executable, "-m", "garlic", "rate", "tiaojia", "baseline:tiaojia/first"]
    command += ["--database", database, "--jobs", "1", "--games"]
    environment = {**os.environ, "GARLIC_LANG": "en"}
    process = subprocess.Popen(
        [*command, "1000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    )
    while stored(database) < 8:  # some of them are counted by then
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 130
    assert err.decode() == "interrupted: the same command continues from here\n"
    assert "after" in out.decode()
    before = stored(database)
    again = subprocess.run(
        [*command, "2", "--json"], capture_output=True, check=True, env=environment
    )
    assert json.loads(again.stdout)["games"] == 2
    assert stored(database) == before  # none of the two was played again


def stored(database: str) -> int:
    """The number of games in the database, also while it is being made."""
    import sqlite3  # noqa: PLC0415

    try:
        with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
            (count,) = connection.execute("select count(*) from matches").fetchone()
            return int(count)
    except sqlite3.OperationalError:
        return 0


def test_exit_code_3_if_games_could_not_be_judged(
    garlic: Garlic, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run_rating(
        task: RatingTask, source: GameSource, *, games: int, until: float | None
    ) -> Iterator[RatingState]:
        del source, games, until
        yield RatingState(Posterior.before_games(task.ladder.scale), unjudged=2)

    monkeypatch.setattr("garlic.arena.rating.run.run_rating", run_rating)
    result = garlic("rate", "tiaojia", "baseline:tiaojia/first", "--database", database)
    assert result.code == 3
    assert "games not judged, and not counted: 2" in result.out
