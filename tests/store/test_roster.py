"""Users' bots, matches and grades, on SQLite and on PostgreSQL."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Protocol

import pytest
from sqlalchemy import Table, func, select

from garlic.core import Outcome, Seat, UsageError, Verdict
from garlic.judge.bots import Bot, find_bot
from garlic.judge.record import Record, RecordedBot
from garlic.store import Database, open_database
from garlic.store.bots import BotVersion, freeze, keep_bot, load_bot
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
from garlic.store.schema import bots as bots_table
from support.busy import delayed
from support.present import present
from support.records import record_of, some_moves


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


def record_between(bots: tuple[Bot, Bot], winner: Seat | None) -> Record:
    first, second = (RecordedBot(bot.name, bot.kind.value, bot.digest()) for bot in bots)
    record = record_of("tiaojia", some_moves("tiaojia", 2))
    return replace(record, bots=(first, second), outcome=Outcome(winner, "material"))


def test_a_match_is_counted_for_its_first_bot(database: Database) -> None:
    bots = (find_bot("engine:tiaojia?level=2"), find_bot("random:tiaojia"))
    versions = database.write(lambda c: [keep_bot(c, bot.name, bot, None) for bot in bots])
    ids = versions[0].id, versions[1].id
    winners = (Seat.A, Seat.A, Seat.B, None)
    games = [
        MatchGameRow(number, number in (2, 3), "-", 0, f"{number}" * 64) for number in range(1, 6)
    ]
    for game, winner in zip(games, winners, strict=False):  # the fifth is still to be played
        record = record_between(bots[::-1] if game.swapped else bots, winner)
        kept = delayed(record) if winner is None else record
        database.write(partial(keep_game, key=game.game_key, record=kept))
    number = database.write(lambda c: add_match(c, "tiaojia", ids, {"games": 5}, games))
    results = database.read(lambda c: results_of_match(c, number))
    assert {game: row.winner for game, row in results.items()} == {1: "a", 2: "a", 3: "b", 4: None}
    tally = database.read(lambda c: tallies_of(c, [number])[number])
    assert tally == MatchTally(games=5, played=4, won=2, drawn=1, lost=1, delayed=1)
    ((row, same),), total = database.read(lambda c: list_matches(c, bot="random:tiaojia"))
    assert (row.id, same, total) == (number, tally, 1)
    assert database.read(lambda c: list_matches(c, state="finished")) == ([], 0)
    newer = database.write(lambda c: add_match(c, "tiaojia", ids, {"games": 0}, []))
    found, total = database.read(lambda c: list_matches(c, limit=1))
    assert ([row.id for row, _ in found], total) == ([newer], 2)
    found, _ = database.read(lambda c: list_matches(c, offset=1))
    assert [row.id for row, _ in found] == [number]
    database.write(lambda c: set_match(c, number, state="running"))
    database.write(stop_unfinished)
    assert present(database.read(lambda c: get_match(c, number))).state == "stopped"


def test_results_name_the_opponent_as_it_is_called_now(database: Database, add_bot: AddBot) -> None:
    mine, removed, other = (add_bot(name) for name in ("mine", "removed", "other"))
    add_bot("mine", "y = 1\n")
    theirs = database.write(lambda c: keep_bot(c, "theirs", find_bot("random:tiaojia"), None))
    assert mine.digest == removed.digest == other.digest  # the same file under three names
    bots = [database.read(partial(load_bot, version_id=one.id)) for one in (mine, theirs)]
    kept = [(bots, Seat.A), (bots[::-1], Seat.A)]
    for number, (seats, winner) in enumerate(kept):
        record = record_between((seats[0], seats[1]), winner)
        record = replace(record, turns=(replace(record.turns[-1], verdict=Verdict.TOO_LATE),))
        database.write(partial(keep_game, key=f"{number:064}", record=record))
    ids = {row.name: row.id for row in database.read(list_bots)}
    found = database.read(lambda c: results_of_bot(c, ids["mine"], 10))
    assert [(row.key[-1], row.seat, row.winner, row.opponent) for row in found] == [
        ("1", "b", "a", "theirs"),
        ("0", "a", "a", "theirs"),
    ]
    assert [row.faults for row in found] == [{"too late": 1}, {}]  # the second seat was late
    assert len(database.read(lambda c: results_of_bot(c, ids["mine"], 1))) == 1
    query = select(bot_versions.c.bot_id).where(bot_versions.c.id == theirs.id)
    their_id = present(database.read(lambda c: c.scalar(query)))

    def opponents() -> set[str | None]:
        return {row.opponent for row in database.read(lambda c: results_of_bot(c, their_id, 10))}

    assert opponents() == {"other"}  # the newest name
    gone = (
        bots_table.update().where(bots_table.c.name == "other").values(removed_at=datetime.now(UTC))
    )
    database.write(lambda c: c.execute(gone))
    assert opponents() == {"removed"}


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
