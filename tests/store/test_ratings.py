"""Ratings of bots in the database, on SQLite and on PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from garlic.judge.bots import find_bot
from garlic.store import Database, open_database
from garlic.store.bots import BotVersion, freeze, keep_bot
from garlic.store.matches import MatchState
from garlic.store.ratings import (
    RatingDetails,
    RatingOptions,
    RatingResult,
    begin_rating,
    bot_ratings_of,
    keep_rating,
    set_rating_state,
    unfinished_ratings,
)
from garlic.store.roster import list_bots, remove_bot

RESULT = RatingResult(
    640.5,
    590.0,
    701.0,
    40,
    RatingDetails(20, 1, 19, 2, 3, {"too late": 4}, ("random:othello", 0.99), None, "2026-11-17"),
)
NOTHING = RatingResult(None, None, None, 0, RatingDetails())


@pytest.fixture
def database(database_location: str) -> Iterator[Database]:
    with open_database(database_location) as found:
        yield found


@pytest.fixture
def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GARLIC_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "bot.py"
    path.write_text("x = 1\n")
    return path


def store(database: Database, path: Path) -> BotVersion:
    frozen, content = freeze(find_bot(str(path)))
    return database.write(lambda c: keep_bot(c, "Ada", frozen, content))


def test_a_rating_is_kept_while_its_version_is_rated_again(database: Database, bot: Path) -> None:
    version = store(database, bot).id
    database.write(lambda c: begin_rating(c, version, "othello", RatingOptions(40)))
    (row,) = database.read(lambda c: bot_ratings_of(c, [version]))
    assert (row.state, row.options, row.result) == ("waiting", RatingOptions(40), NOTHING)
    database.write(lambda c: keep_rating(c, version, "othello", "finished", RESULT))
    assert database.read(unfinished_ratings) == []
    database.write(lambda c: begin_rating(c, version, "othello", RatingOptions(900, 30.0)))
    (row,) = database.read(unfinished_ratings)
    assert (row.state, row.options, row.result) == ("waiting", RatingOptions(900, 30.0), RESULT)
    database.write(lambda c: set_rating_state(c, version, "othello", "failed", {"code": "x"}))
    (row,) = database.read(lambda c: bot_ratings_of(c, [version]))
    assert (row.state, row.problem) == ("failed", {"code": "x"})
    database.write(lambda c: begin_rating(c, version, "othello", RatingOptions(2)))
    (row,) = database.read(lambda c: bot_ratings_of(c, [version]))
    assert (row.state, row.problem) == ("waiting", None)


def test_a_server_goes_on_with_what_the_last_one_did_not_finish(
    database: Database, bot: Path
) -> None:
    version = store(database, bot).id
    states = get_args(MatchState)
    for state in states:
        database.write(lambda c: begin_rating(c, version, state, RatingOptions(2)))  # noqa: B023
        database.write(lambda c: set_rating_state(c, version, state, state))  # noqa: B023
    found = database.read(unfinished_ratings)
    assert [row.state for row in found] == ["waiting", "running", "unfinished"]


def test_each_game_has_a_rating_of_its_own(database: Database, bot: Path) -> None:
    version = store(database, bot).id
    for game in ("stars", "othello"):
        database.write(lambda c: begin_rating(c, version, game, RatingOptions(2)))  # noqa: B023
    database.write(lambda c: keep_rating(c, version, "stars", "running", RESULT))
    rows = database.read(lambda c: bot_ratings_of(c, [version]))
    assert [(row.game, row.result.games) for row in rows] == [("othello", 0), ("stars", 40)]


def test_a_removed_bot_takes_its_ratings_along(database: Database, bot: Path) -> None:
    version = store(database, bot).id
    database.write(lambda c: begin_rating(c, version, "othello", RatingOptions(2)))
    (row,) = database.read(list_bots)
    database.write(lambda c: remove_bot(c, row.id))
    assert database.read(unfinished_ratings) == []
    # A rating that ends later leaves nothing behind.
    database.write(lambda c: keep_rating(c, version, "othello", "finished", RESULT))
    database.write(lambda c: begin_rating(c, version, "othello", RatingOptions(2)))
    assert database.read(lambda c: bot_ratings_of(c, [version])) == []
