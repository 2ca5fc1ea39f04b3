"""What happens to a league between its games, and what its table says."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from garlic.arena.league.definition import read_league
from garlic.core import GarlicError, UsageError
from garlic.courses.league_table import bot_profile, find_entry, head_to_head
from garlic.courses.leagues import (
    create,
    enter,
    enter_file,
    freeze_league,
    next_season,
    rename,
    withdraw,
)
from garlic.judge.bots import find_bot
from garlic.store import Database, open_database
from garlic.store.league_games import add_points, points_of
from garlic.store.leagues import LeagueEntryRow, entries_of_bot
from garlic.store.roster import list_bots, remove_bot
from support.leagues import RULES, Oracle, add_bot, check_books, new_league, play, table_of

STRENGTHS = {"ada": 500.0, "bob": 200.0}


@pytest.fixture
def league(database: Database, tmp_path: Path) -> int:
    number = new_league(database)
    for name in STRENGTHS:
        add_bot(database, number, tmp_path, name)
    return number


def entry_of(database: Database, league: int, name: str) -> LeagueEntryRow:
    return database.read(lambda c: find_entry(c, league, name))


def test_a_new_version_starts_near_the_old_one_which_can_be_restored(
    database_location: str, tmp_path: Path
) -> None:
    with open_database(database_location) as database:
        league = new_league(database)
        for name in STRENGTHS:
            add_bot(database, league, tmp_path, name)
        oracle = Oracle(**STRENGTHS)
        play(database, league, oracle, 60)
        old = entry_of(database, league, "ada")
        entered = add_bot(database, league, tmp_path, "ada", "second")
        new = entered.entry
        assert (entered.is_new, entered.replaced, new.version, new.games) == (True, 1, 2, 0)
        assert new.rating == old.rating
        assert old.deviation < new.deviation < old.deviation + 130
        play(database, league, oracle, 30)
        check_books(database, league)
        again = database.write(lambda c: enter(c, league, old.version_id))
        assert (again.is_new, again.replaced) == (False, 2)
        assert again.entry == replace(old, faults_in_a_row=again.entry.faults_in_a_row)
        play(database, league, oracle, 10)
        check_books(database, league)
        profile = database.read(
            lambda c: bot_profile(c, league, find_entry(c, league, "ada"), games=5)
        )
        versions = [(entry.version, entry.state) for entry in profile.versions]
        assert versions == [(2, "retired"), (1, "playing")]
        assert len(profile.games) == 5
        assert {point.entry_id for point in profile.curve} == {old.id, new.id}


def test_a_version_that_plays_already_is_refused(database: Database, league: int) -> None:
    ada = entry_of(database, league, "ada")
    with pytest.raises(UsageError, match="version 1 of 'ada' plays in the league already"):
        database.write(lambda c: enter(c, league, ada.version_id))
    with pytest.raises(UsageError, match="no bot has the number 999"):
        database.write(lambda c: enter(c, league, 999))


def test_a_bot_that_left_comes_back_with_its_results(
    database: Database, league: int, tmp_path: Path
) -> None:
    oracle = Oracle(**STRENGTHS)
    play(database, league, oracle, 20)
    ada = entry_of(database, league, "ada")
    database.write(lambda c: withdraw(c, ada, league))
    with pytest.raises(UsageError, match="no bot is called 'ada' in the league 'spring'"):
        entry_of(database, league, "ada")
    add_bot(database, league, tmp_path, "ada")
    assert entry_of(database, league, "ada") == ada


def test_nicknames_and_anonymity(database: Database, league: int, tmp_path: Path) -> None:
    ada, bob = (entry_of(database, league, name) for name in STRENGTHS)
    database.write(
        lambda c: rename(c, league, ada.league_bot_id, nickname="Countess", is_anonymous=False)
    )
    database.write(lambda c: rename(c, league, bob.league_bot_id, nickname=None, is_anonymous=True))
    names = {line.name for line in table_of(database, league).lines if not line.is_milestone}
    assert names == {"Countess", f"anonymous {bob.league_bot_id}"}
    assert entry_of(database, league, "Countess").bot == "ada"
    assert entry_of(database, league, f"anonymous {bob.league_bot_id}").bot == "bob"
    oracle = Oracle()
    play(database, league, oracle, 4)
    assert {bot.name for run in oracle.played for bot in run.bots} <= {
        *("Countess", "anonymous", "random:othello")
    }
    add_bot(database, league, tmp_path, "cat")
    cat = entry_of(database, league, "cat").league_bot_id
    for name, sentence in (("Countess", "another bot is called"), (" ", "expected a nickname")):
        with pytest.raises(UsageError, match=sentence):
            database.write(
                lambda c: rename(c, league, cat, nickname=name, is_anonymous=False)  # noqa: B023
            )


def test_a_frozen_league_lets_nobody_in_or_out(
    database: Database, league: int, tmp_path: Path
) -> None:
    database.write(lambda c: freeze_league(c, league))
    ada = entry_of(database, league, "ada")
    with pytest.raises(UsageError, match="is frozen"):
        add_bot(database, league, tmp_path, "cat")
    with pytest.raises(UsageError, match="is frozen"):
        database.write(lambda c: withdraw(c, ada, league))
    with pytest.raises(UsageError, match="is frozen"):
        database.write(lambda c: freeze_league(c, league))


def test_a_season_starts_near_the_last_ratings_with_counts_of_its_own(
    database: Database, league: int, tmp_path: Path
) -> None:
    oracle = Oracle(**STRENGTHS)
    play(database, league, oracle, 40)
    before = table_of(database, league)
    assert database.write(lambda c: next_season(c, league)) == 2
    fresh = entry_of(database, league, "ada")
    old = next(line for line in before.lines if line.name == "ada")
    assert (fresh.games, fresh.rating) == (0, old.rating)
    play(database, league, oracle, 10)
    assert check_books(database, league) == 10
    assert table_of(database, league, 1).lines == before.lines
    # A version of the first season is a new entry in the second one.
    add_bot(database, league, tmp_path, "ada", "second")
    history = database.read(lambda c: entries_of_bot(c, fresh.league_bot_id))
    assert [(entry.season, entry.version) for entry in history] == [(2, 2), (2, 1), (1, 1)]


def test_who_beats_whom(database: Database, league: int) -> None:
    play(database, league, Oracle(**STRENGTHS), 60)
    ada, bob = (entry_of(database, league, name) for name in STRENGTHS)
    found, games = database.read(lambda c: head_to_head(c, league, ada, bob))
    assert found.name == "bob"
    assert found.won + found.drawn + found.lost == len(games) > 0
    scores = [game.score if game.first == ada.id else 1 - game.score for game in games]
    assert (scores.count(1), scores.count(0)) == (found.won, found.lost)
    mirrored, same = database.read(lambda c: head_to_head(c, league, bob, ada))
    assert (mirrored.won, mirrored.lost, same) == (found.lost, found.won, games)


def test_a_trend_is_the_change_since_yesterday(database: Database, league: int) -> None:
    play(database, league, Oracle(**STRENGTHS), 40)
    ada = entry_of(database, league, "ada")
    (last, *_) = database.read(lambda c: points_of(c, [ada.id]))[::-1]
    now = datetime.now(UTC)
    olds = [
        replace(last, counted=-2, rating=ada.rating - 300, rank=9, at=now - timedelta(days=3)),
        replace(last, counted=-1, rating=ada.rating - 200, rank=3, at=now - timedelta(days=2)),
    ]
    placing = replace(last, counted=0, rating=2000.0, rank=None, at=now - timedelta(days=1.5))
    database.write(lambda c: add_points(c, [*olds, placing]))
    line = next(line for line in table_of(database, league).lines if line.name == "ada")
    assert line.trend == pytest.approx(200)
    assert (line.rank, line.climbed) == (1, 2)


def test_milestones_stand_in_the_table_and_keep_their_ratings(
    database: Database, tmp_path: Path
) -> None:
    league = create(database, "full", read_league(RULES))
    add_bot(database, league, tmp_path, "ada")
    play(database, league, Oracle(ada=9999.0), 30)
    table = table_of(database, league)
    milestones = {line.name: line for line in table.lines if line.is_milestone}
    assert milestones["random:othello"].rating == 0
    assert milestones["baseline:othello/task3"].entry is not None
    assert milestones["engine:othello?level=1"].entry is None  # it does not play
    assert [line.rating for line in table.lines] == sorted(
        (line.rating for line in table.lines), reverse=True
    )
    (ada,) = (line for line in table.lines if not line.is_milestone)
    assert ada.rank == 1
    assert ada.above is not None
    assert ada.rating > 1500


def test_a_bot_with_league_games_is_not_deleted(database: Database, league: int) -> None:
    play(database, league, Oracle(**STRENGTHS), 10)
    ada = entry_of(database, league, "ada")
    database.write(lambda c: remove_bot(c, ada.bot_id))
    assert "ada" not in [row.name for row in database.read(list_bots)]
    play(database, league, Oracle(**STRENGTHS), 10)
    assert check_books(database, league) == 20


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({}, "'game' is missing"),
        ({"game": "chess"}, "chess"),
        ({"game": "othello", "bots": ["a.py"]}, "unknown field"),
        ({"game": "othello", "placing_games": 1}, "placing_games: expected a whole number"),
        ({"game": "othello", "pause_after": "x"}, "pause_after"),
        ({"game": "othello", "limits": "turn=soon"}, "soon"),
        ({"game": "othello", "milestones": "x"}, "milestones: expected a list"),
        ({"game": "othello", "milestones": ["x"] * 51}, "at most 50 milestones"),
        ({"game": "othello", "maps": ["nowhere.txt"]}, "nowhere"),
        ({"game": "othello", "milestones": ["engine:xiangqi"]}, "othello has no player"),
        ({"game": "othello", "milestones": ["human"]}, "expected a built-in bot"),
    ],
)
def test_a_wrong_definition_is_one_sentence(
    database: Database, values: dict[str, object], sentence: str
) -> None:
    with pytest.raises(GarlicError, match=sentence):
        create(database, "spring", read_league(values))


def test_names_of_leagues(database: Database) -> None:
    new_league(database)
    with pytest.raises(UsageError, match="another league is called 'spring'"):
        new_league(database)
    for name in ("", "  ", "x" * 81, "a\nb"):
        with pytest.raises(UsageError, match="expected a name of a league"):
            new_league(database, name)


def test_a_definition_is_stored_as_it_is() -> None:
    definition = read_league(
        {**RULES, "milestones": ["random:othello"], "placing_games": 9, "limits": "turn=50ms"}
    )
    assert read_league(definition.to_json()) == definition


def test_whoever_cannot_play_does_not_enter(database: Database, league: int) -> None:
    for name in ("human", "engine:xiangqi"):
        with pytest.raises(UsageError):
            enter_file(database, league, "x", find_bot(name))
    with pytest.raises(UsageError, match="is a milestone of this league"):
        enter_file(database, league, "random:othello", find_bot("random:othello"))
