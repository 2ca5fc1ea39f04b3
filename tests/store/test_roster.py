"""Users' bots, matches and grades, on SQLite and on PostgreSQL."""

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Protocol

import pytest
from sqlalchemy import Table, func, select

from garlic.core import UsageError
from garlic.games import GAMES
from garlic.judge.bots import find_bot
from garlic.judge.game_run import GameRun, play
from garlic.store import Database, open_database
from garlic.store.bots import BotVersion, freeze, keep_bot
from garlic.store.games import keep_game
from garlic.store.grades import add_grade, finish_grade, get_grade, report_of
from garlic.store.grades import stop_unfinished as stop_grades
from garlic.store.matches import (
    MatchGameRow,
    MatchTally,
    add_match,
    get_match,
    list_matches,
    results_of_match,
    set_match,
    stop_unfinished,
    tallies_of,
)
from garlic.store.roster import (
    RosterRow,
    checks_of,
    keep_check,
    list_bots,
    remove_bot,
    rename_bot,
    restore_bot,
    results_of_bot,
)
from garlic.store.schema import bot_versions, contents, plays
from support.busy import prompt
from support.present import present


@pytest.fixture
def database(database_location: str) -> Iterator[Database]:
    with open_database(database_location) as found:
        yield found


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GARLIC_CACHE", str(tmp_path / "cache"))


class AddBot(Protocol):
    def __call__(self, name: str, content: str = "x = 1\n") -> BotVersion: ...


@pytest.fixture
def add_bot(database: Database, tmp_path: Path) -> AddBot:
    """Stores a bot with some content under a name; returns its version."""

    def add_bot(name: str, content: str = "x = 1\n") -> BotVersion:
        path = tmp_path / "bot.py"
        path.write_text(content)
        bot, kept = freeze(find_bot(str(path)))
        return database.write(lambda c: keep_bot(c, name, bot, kept))

    return add_bot


def listed(database: Database) -> dict[str, RosterRow]:
    return {row.name: row for row in database.read(list_bots)}


def count(database: Database, table: Table) -> int:
    query = select(func.count()).select_from(table)
    return database.read(lambda c: c.execute(query).scalar_one())


def test_versions_are_listed_newest_first_without_built_ins(
    database: Database, add_bot: AddBot
) -> None:
    add_bot("mine", "a = 1\n")
    add_bot("mine", "a = 2\n")
    ours = find_bot("random:tiaojia")
    database.write(lambda c: keep_bot(c, "random:tiaojia", ours, None))
    found = listed(database)
    assert list(found) == ["mine"]
    assert [version.number for version in found["mine"].versions] == [2, 1]


def test_a_removed_bot_keeps_only_versions_that_played(database: Database, add_bot: AddBot) -> None:
    played, unused = add_bot("mine", "a = 1\n"), add_bot("mine", "a = 2\n")
    other = add_bot("other", "a = 3\n")
    database.write(lambda c: keep_check(c, unused.id, "tiaojia", True, {}))
    database.write(lambda c: add_match(c, "tiaojia", (played.id, other.id), {}, []))
    number = listed(database)["mine"].id
    database.write(lambda c: remove_bot(c, number))
    assert list(listed(database)) == ["other"]
    left = database.read(lambda c: set(c.scalars(select(bot_versions.c.id))))
    assert left == {played.id, other.id}
    assert count(database, contents) == 2
    database.write(lambda c: restore_bot(c, "mine"))
    assert [version.id for version in listed(database)["mine"].versions] == [played.id]


def test_a_version_in_a_human_game_stays(database: Database, add_bot: AddBot) -> None:
    version = add_bot("mine")
    now = datetime.now(UTC)
    setup = {"seats": ["human", f"stored:{version.id}"]}
    row = {"id": "p", "game": "tiaojia", "setup": setup, "created_at": now, "moved_at": now}
    database.write(lambda c: c.execute(plays.insert().values(**row)))
    number = listed(database)["mine"].id
    database.write(lambda c: remove_bot(c, number))
    assert listed(database) == {}
    assert count(database, bot_versions) == 1


def test_names_of_bots_are_unique(database: Database, add_bot: AddBot) -> None:
    add_bot("one")
    add_bot("two", "b = 1\n")
    number = listed(database)["one"].id
    with pytest.raises(UsageError, match="another bot"):
        database.write(lambda c: rename_bot(c, number, "two"))
    database.write(lambda c: rename_bot(c, number, "three"))
    assert set(listed(database)) == {"two", "three"}


def test_a_new_check_replaces_the_old_one(database: Database, add_bot: AddBot) -> None:
    version = add_bot("mine")
    database.write(lambda c: keep_check(c, version.id, "tiaojia", False, {"p": False}))
    database.write(lambda c: keep_check(c, version.id, "tiaojia", True, {"p": True}))
    (found,) = database.read(lambda c: checks_of(c, [version.id]))
    assert (found.passed, found.report) == (True, {"p": True})
    database.write(lambda c: keep_check(c, 4711, "tiaojia", True, {}))  # removed meanwhile
    assert database.read(lambda c: checks_of(c, [4711])) == []


def test_a_match_is_counted_for_its_first_bot(database: Database) -> None:
    bots = (find_bot("engine:tiaojia?level=2"), find_bot("random:tiaojia"))
    versions = database.write(lambda c: [keep_bot(c, bot.name, bot, None) for bot in bots])
    start = str(GAMES["tiaojia"].setup())
    games, kept = [], []
    for number, seats in ((1, bots), (2, (bots[1], bots[0])), (3, bots)):
        game_run = GameRun("tiaojia", seats, start, seed=number)
        games.append(MatchGameRow(number, number == 2, start, number, game_run.key))
        if number < 3:
            kept.append((game_run.key, prompt(play(game_run))))
    for key, record in kept:
        database.write(partial(keep_game, key=key, record=record))
    ids = versions[0].id, versions[1].id
    number = database.write(lambda c: add_match(c, "tiaojia", ids, {"games": 3}, games))
    results = database.read(lambda c: results_of_match(c, number))
    won = sum(results[game].winner == ("b" if game == 2 else "a") for game in (1, 2))
    drawn = sum(results[game].winner is None for game in (1, 2))
    tally = database.read(lambda c: tallies_of(c, [number])[number])
    assert tally == MatchTally(3, 2, won, drawn, 2 - won - drawn, 0)
    ((row, same),), total = database.read(lambda c: list_matches(c, bot="random:tiaojia"))
    assert (row.id, same, total) == (number, tally, 1)
    assert database.read(lambda c: list_matches(c, state="finished")) == ([], 0)
    database.write(lambda c: set_match(c, number, state="running"))
    database.write(stop_unfinished)
    assert present(database.read(lambda c: get_match(c, number))).state == "stopped"
    bot_id = database.read(lambda c: c.scalar(select(bot_versions.c.bot_id)))
    assert len(database.read(lambda c: results_of_bot(c, present(bot_id), 10))) == 2


def test_grades_keep_their_reports(database: Database) -> None:
    database.write(lambda c: add_grade(c, "a" * 24, "trek", "me.cpp", 100))
    database.write(lambda c: add_grade(c, "b" * 24, "trek", "me.cpp", 100))
    reports = {"en.html": "<p>", "zh.html": "蒜"}
    database.write(lambda c: finish_grade(c, "a" * 24, 50, reports))
    database.write(stop_grades)
    found = present(database.read(lambda c: get_grade(c, "a" * 24)))
    assert (found.state, found.points, found.max_points) == ("finished", 50, 100)
    assert database.read(lambda c: report_of(c, "a" * 24, "zh.html")) == "蒜"
    assert database.read(lambda c: report_of(c, "a" * 24, "none")) is None
    assert present(database.read(lambda c: get_grade(c, "b" * 24))).state == "stopped"
    assert database.read(lambda c: get_grade(c, "c" * 24)) is None
