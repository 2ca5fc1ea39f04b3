"""`garlic league`: every command once, tables as JSON, and one sentence for every mistake."""

import json
import shutil
from pathlib import Path

import pytest

from cli.results import Garlic, Result
from garlic.cli import run

QUICK = ("--maps", "4x4", "--openings", "none", "--milestones", "random:othello")


class League:
    """The commands of one league."""

    def __init__(self, garlic: Garlic, database: Path) -> None:
        self.garlic, self.database = garlic, str(database)

    def __call__(self, *words: str, code: int = 0) -> Result:
        result = self.garlic("league", *words, "--database", self.database)
        assert result.code == code, result
        return result

    def play(self, games: int) -> Result:
        return self("run", "spring", "--games", str(games), "--patience", "0", "--json")


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of a league with two bots."""
    path = tmp_path_factory.mktemp("league") / "games.db"
    rules = ("--game", "othello", *QUICK, "--placing-games", "2", "--pause-after", "2")
    for words in (
        ("new", "spring", *rules),
        ("enter", "spring", "baseline:othello/task2", "--name", "ada"),
        ("enter", "spring", "baseline:othello/task3", "--name", "bob", "--nickname", "Bobby"),
    ):
        assert run(["league", *words, "--database", str(path)]) == 0
    return path


@pytest.fixture
def league(garlic: Garlic, tmp_path: Path, prepared: Path) -> League:
    return League(garlic, Path(shutil.copy(prepared, tmp_path)))


def test_a_league_from_its_beginning_to_its_prizes(league: League, tmp_path: Path) -> None:
    table = json.loads(league.play(6).out)
    assert (table["name"], table["games"], table["season"]) == ("spring", 6, 1)
    bots = {line["name"]: line for line in table["lines"] if line["state"] != "milestone"}
    assert set(bots) == {"ada", "Bobby"}
    assert all(line["low"] < line["rating"] < line["high"] for line in bots.values())
    assert {line["rank"] for line in bots.values()} == {1, 2}
    printed = league("table", "spring", "--names").out
    assert printed.startswith("league 1, spring: othello, season 1, open, 6 games\n")
    assert "random:othello" in printed
    profile = league("show", "spring", "ada", "--json").json
    assert profile["versions"][0]["version"] == 1
    assert len(profile["latest_games"]) == profile["games"] > 0
    assert profile["curve"]
    shown = league("show", "spring", "ada").out
    assert "random:othello" in shown
    number = str(profile["latest_games"][0]["number"])
    record = tmp_path / "game.json"
    league("record", "spring", number, "-o", str(record))
    assert league.garlic("replay", "check", str(record)).code == 0
    pair = league("show", "spring", "ada", "--against", "bob", "--json").json
    assert pair["name"] == "Bobby"
    assert pair["won"] + pair["drawn"] + pair["lost"] == len(pair["games"])
    assert league("final", code=2).err.startswith("garlic: error: freeze the league first")
    assert league("freeze").out == "the league spring is frozen\n"
    league("run", code=2)
    final = league("final", "--games", "2", "--patience", "0", "--json").json
    assert final["name"] == "spring: final of season 1"
    assert {line["name"] for line in final["standings"]} == {"ada", "Bobby"}
    prizes = league("prizes", "--json").json
    assert sorted(prize["place"] for prize in prizes) in ([1, 2], [1, 1])
    assert league("prizes").out.splitlines()[0].startswith("place")
    assert league("season").out == "season 2 of the league spring has begun\n"
    (row,) = league("list", "--json").json
    assert (row["season"], row["bots"], row["played"], row["state"]) == (2, 2, 0, "open")
    assert league("list").out
    assert league("table", "--season", "1", "--json").json["season_over"]


def test_versions_names_and_leaving(league: League, tmp_path: Path) -> None:
    bot = tmp_path / "cat.py"
    for number, replaced in ((1, None), (2, 1)):
        bot.write_text(f"raise SystemExit({number})\n")
        entered = league("enter", "spring", str(bot), "--json").json
        assert (entered["bot"], entered["version"]) == ("cat", number)
        assert entered["replaced_version"] == replaced
    again = league("enter", "spring", "cat", "--version", "1").out
    assert again.startswith("cat: version 1 replaces version 2 and starts at ")
    league("rename", "spring", "cat", "--anonymous")
    names = [line["name"] for line in league("table", "--json").json["lines"]]
    assert "cat" not in names
    league("leave", "spring", "cat")
    assert "cat" not in [line.get("bot") for line in league("table", "--json").json["lines"]]
    assert "is not paused" in league("resume", "spring", "ada", code=2).err


def test_a_bot_that_crashes_is_paused_and_told(league: League, tmp_path: Path) -> None:
    bot = tmp_path / "crash.py"
    bot.write_text("raise SystemExit(7)\n")
    league("enter", "spring", str(bot))
    table = json.loads(league.play(8).out)
    (line,) = (line for line in table["lines"] if line["name"] == "crash")
    assert line["state"] == "paused"
    notices = league("notices", "--json").json
    assert {notice["kind"] for notice in notices} == {"fault", "paused"}
    assert "crash is paused" in league("notices").out
    assert league("resume", "spring", "crash").out == "crash plays again\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("new", "x"), "say which game: 'game' is missing"),
        (("new", "x", "--game", "chess"), "chess"),
        (("new", "spring", "--game", "othello", *QUICK), "another league is called 'spring'"),
        (("new", "x", "--game", "othello", "--file", "nowhere.toml"), "nowhere.toml"),
        (("new", "x", "--game", "othello", "--course", "none"), "there is no course 'none'"),
        (("enter", "spring", "nowhere.py"), "nowhere.py"),
        (("enter", "spring", "human"), "a human cannot play in a league"),
        (("enter", "spring", "ada", "--version", "9"), "version 9 of 'ada' has not played"),
        (("enter", "autumn", "ada"), "no league is called 'autumn'"),
        (("show", "spring", "eve"), "no bot is called 'eve'"),
        (("table", "--season", "3"), "there is no season 3"),
        (("record", "spring", "1"), "the league has no game 1 that counts"),
        (("stop",), "no process is running the league 'spring'"),
        (("freeze", "--off"), "is not frozen"),
        (("prizes",), "the final of season 1 is not over"),
        (("run", "--games", "0"), "expected at least 1"),
    ],
)
def test_a_mistake_is_one_sentence(league: League, words: tuple[str, ...], sentence: str) -> None:
    result = league(*words, code=2)
    assert result.err.startswith("garlic: error: ")
    assert sentence in result.err
    assert result.err.count("\n") == 1


def test_a_league_without_bots_says_what_to_do(garlic: Garlic, tmp_path: Path) -> None:
    league = League(garlic, tmp_path / "games.db")
    assert "there is no league yet" in league("table", code=2).err
    league("new", "empty", "--game", "othello", *QUICK)
    assert "add bots with `garlic league enter`" in league("run", code=2).err


def test_a_league_from_a_file(garlic: Garlic, tmp_path: Path) -> None:
    file = tmp_path / "league.toml"
    file.write_text('game = "othello"\nmaps = ["4x4"]\nopenings = "none"\nmilestones = []\r\n')
    league = League(garlic, tmp_path / "games.db")
    assert league("new", "spring", "--file", str(file), "--json").json["number"] == 1
    file.write_text("game = 7\n")
    assert "expected text" in league("new", "other", "--file", str(file), code=2).err


def test_in_chinese(league: League, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GARLIC_LANG", "zh")
    out = league("table").out
    assert out.startswith("联赛 1，spring：othello，第 1 赛季，开放，已下 0 局\n")
    assert "定级中" in out
