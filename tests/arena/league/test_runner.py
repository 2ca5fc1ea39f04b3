"""A league is played: bots are placed, results counted once, faults told, changes noticed."""

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from garlic.arena.executors import SetAsideError
from garlic.arena.league.counting import load_season
from garlic.arena.league.runner import LeagueEnd
from garlic.arena.lease import is_alive
from garlic.arena.statistics.joint import JointRatings, KnownRating
from garlic.core import UsageError
from garlic.courses.leagues import freeze_league, next_season, resume, thaw_league, withdraw
from garlic.judge.game_run import GameRun
from garlic.judge.record import Record
from garlic.store import Database, open_database
from garlic.store.games import known_keys
from garlic.store.league_games import counted_games, points_of, shown_games, waiting_games
from garlic.store.leagues import current_entries, get_league, set_league
from garlic.store.notifications import mark_seen, notifications_of, notify
from garlic.store.owners import NOBODY
from garlic.store.schema import LOCAL, league_games
from support.busy import FakeQuiet, delayed, not_judged
from support.leagues import Oracle, add_bot, check_books, new_league, play, table_of

STRENGTHS = {"ada": 600.0, "bob": 300.0, "cat": 0.0}


@pytest.fixture
def oracle() -> Oracle:
    return Oracle(**STRENGTHS)


@pytest.fixture
def league(database: Database, tmp_path: Path) -> int:
    number = new_league(database)
    for name in STRENGTHS:
        add_bot(database, number, tmp_path, name)
    return number


def test_bots_are_placed_and_ranked_by_their_strength(
    database_location: str, tmp_path: Path, oracle: Oracle
) -> None:
    with open_database(database_location) as database:
        league = new_league(database)
        for name in STRENGTHS:
            add_bot(database, league, tmp_path, name)
        check_ranks(database, league, oracle)


def check_ranks(database: Database, league: int, oracle: Oracle) -> None:
    assert play(database, league, oracle, 60) is LeagueEnd.ENOUGH
    assert check_books(database, league) == 60
    table = table_of(database, league)
    ranked = [line for line in table.lines if line.rank is not None]
    assert [line.name for line in ranked] == ["ada", "bob", "cat"]
    assert all(line.low < STRENGTHS[line.name] < line.high for line in ranked)
    assert min(line.entry.games for line in ranked if line.entry) >= 10
    assert ranked[0].above == "random:othello"


def test_games_come_in_pairs_with_seats_swapped_from_different_starts(
    database: Database, league: int, oracle: Oracle
) -> None:
    play(database, league, oracle, 40)
    runs = {run.key: run for run in oracle.played}
    assert len(runs) == 40
    games = database.read(lambda c: list(c.execute(select(league_games))))
    for number in {game.pair for game in games}:
        one, other = (game for game in games if game.pair == number)
        assert (one.first, one.second) == (other.second, other.first)
        assert (one.opening, one.seed) == (other.opening, other.seed)
    for first in {game.first for game in games}:
        for second in {game.second for game in games}:
            met = [game.opening for game in games if (game.first, game.second) == (first, second)]
            assert len(set(met)) == len(met)


def test_the_ratings_are_those_of_all_games_in_their_order(
    database: Database, league: int, oracle: Oracle
) -> None:
    for games in (14, 30, 3):  # stopped and continued
        play(database, league, oracle, games)
    season = database.read(lambda c: load_season(c, league))
    ratings = JointRatings.of_nobody(season.ratings.scale)
    starts = {entry.id: entry for entry in season.entries.values()}
    for entry in starts.values():
        fixed = entry.deviation == 0
        unknown = KnownRating(ratings.scale.middle, 1.5 * ratings.scale.deviation)
        ratings = ratings.with_bot(entry.id, KnownRating(0.0, 0.0) if fixed else unknown)
    for game in database.read(lambda c: list(counted_games(c, league, 1))):
        ratings = ratings.after(game.first, game.second, game.score)
    for entry in starts.values():
        assert ratings[entry.id].rating == pytest.approx(season.ratings[entry.id].rating)
        assert ratings[entry.id].deviation == pytest.approx(season.ratings[entry.id].deviation)
        assert entry.rating == pytest.approx(ratings[entry.id].rating)


def test_a_bot_that_always_crashes_is_paused_and_its_author_is_told(
    database: Database, league: int, oracle: Oracle
) -> None:
    oracle.crashing.add("bob")
    play(database, league, oracle, 60)
    (bob,) = (line for line in table_of(database, league).lines if line.name == "bob")
    assert bob.entry is not None
    assert bob.entry.state == "paused"
    assert 5 <= bob.entry.losses <= 8  # those on the boards meanwhile do not count
    assert bob.entry.losses == bob.entry.fault_losses
    check_books(database, league)
    told = database.read(lambda c: notifications_of(c, LOCAL))
    assert {row.kind: row.details["count"] for row in told} == {"paused": 1, "fault": 5}
    assert all(row.entry_id == bob.entry.id for row in told)
    keys = {row.match_key or "" for row in told}
    assert database.read(lambda c: known_keys(c, keys)) == keys
    oracle.crashing.clear()
    entry = bob.entry
    database.write(lambda c: resume(c, entry, league))
    play(database, league, oracle, 12)
    (bob,) = (line for line in table_of(database, league).lines if line.name == "bob")
    assert bob.entry
    assert bob.entry.state == "playing"
    assert bob.entry.games > entry.games


def test_a_notification_is_renewed_until_it_is_seen(database: Database, league: int) -> None:
    entry = database.read(lambda c: current_entries(c, league, 1))[-1].id

    def tell(key: str, verdict: str) -> None:
        database.write(lambda c: notify(c, NOBODY, "fault", entry, key, verdict=verdict))

    for key, verdict in (("1", "crash"), ("2", "crash"), ("3", "too late")):
        tell(key, verdict)
    rows = database.read(lambda c: notifications_of(c, LOCAL, unseen=True))
    assert [(row.match_key, row.details["count"]) for row in rows] == [("3", 1), ("2", 2)]
    database.write(lambda c: mark_seen(c, LOCAL, rows[0].created_at))
    tell("4", "crash")
    (row,) = database.read(lambda c: notifications_of(c, LOCAL, unseen=True))
    assert (row.match_key, row.details["count"]) == ("4", 1)


def test_a_game_that_was_dropped_while_it_was_played_does_not_count(
    database: Database, league: int, oracle: Oracle
) -> None:
    entries = database.read(lambda c: {e.bot: e for e in current_entries(c, league, 1)})

    def leave(_: GameRun) -> None:
        if len(oracle.played) == 10:
            database.write(lambda c: withdraw(c, entries["cat"], league))

    oracle.before = leave
    play(database, league, oracle, 30)
    assert check_books(database, league) == 30
    assert "cat" not in {line.name for line in table_of(database, league).lines}
    played = database.read(lambda c: shown_games(c, league, 1, entry=entries["cat"].id))
    assert len(played) <= 10


class LongGame(Oracle):
    """An oracle whose first game with *bot* is over, delayed, when that plays no more."""

    def __init__(self, bot: str) -> None:
        super().__init__(**STRENGTHS)
        self.bot = bot
        self.long: Future[bytes] | None = None
        self.games_since = 0

    def submit(self, work: Callable[..., Any], /, *args: Any, **options: object) -> Future[Any]:
        future = super().submit(work, *args, **options)
        if self.bot in [bot.name for bot in args[0].bots]:
            self.games_since = 0
            if self.long is None:
                self.long, self.result = Future(), future.result()
                self.long.set_running_or_notify_cancel()
                return self.long
        self.games_since += 1
        if self.games_since == 8 and self.long and not self.long.done():
            self.long.set_result(delayed(Record.parse(self.result)).dumps().encode())
        return future


@pytest.mark.usefixtures("quiet_answers")
def test_a_delayed_game_of_a_bot_that_was_paused_meanwhile_is_not_played_again(
    database: Database, league: int
) -> None:
    oracle = LongGame("bob")
    oracle.crashing.add("bob")
    play(database, league, oracle, 40)
    assert oracle.long
    assert oracle.long.done()
    assert check_books(database, league) >= 40


def test_a_frozen_league_stands_still(database: Database, league: int, oracle: Oracle) -> None:
    counted = 0

    def freeze(_: GameRun) -> None:
        nonlocal counted
        if len(oracle.played) == 12:
            database.write(lambda c: freeze_league(c, league))
            counted = database.read(lambda c: load_season(c, league)).counted

    oracle.before = freeze
    assert play(database, league, oracle) is LeagueEnd.FROZEN
    assert check_books(database, league) == counted > 0
    assert database.read(lambda c: waiting_games(c, league, 1)) == []
    database.write(lambda c: thaw_league(c, league))
    assert play(database, league, oracle, 4) is LeagueEnd.ENOUGH
    assert check_books(database, league) == counted + 4


def test_a_season_begins_while_it_is_played(
    database: Database, league: int, oracle: Oracle
) -> None:
    def begin(_: GameRun) -> None:
        if len(oracle.played) == 30:
            database.write(lambda c: next_season(c, league))

    oracle.before = begin
    play(database, league, oracle, 50)
    assert get_season(database, league) == 2
    assert 0 < check_books(database, league) < 50
    first = table_of(database, league, 1)
    assert first.season.ended_at is not None
    assert first.season.counted > 20


def get_season(database: Database, league: int) -> int:
    return database.read(lambda c: get_league(c, league)).season


def test_a_busy_machine_decides_nothing(
    database: Database, league: int, oracle: Oracle, quiet_answers: FakeQuiet
) -> None:
    del quiet_answers
    oracle.machine += [not_judged] * 2 + [delayed] * 3
    play(database, league, oracle, 20)
    assert check_books(database, league) == 20
    assert len(oracle.played) == 25  # five were played again
    oracle.machine += [not_judged] * 99 + [delayed] * 99
    play(database, league, oracle, 20)
    assert check_books(database, league) == 40
    delays = [
        line.entry.delayed for line in table_of(database, league).lines if line.entry is not None
    ]
    assert sum(delays) > 0  # a game counts at last, and says that it was delayed


def test_a_bot_whose_games_cannot_be_played_is_paused(
    database: Database, league: int, oracle: Oracle
) -> None:
    def lost(record: Record) -> Record:
        run = oracle.played[-1]
        if "bob" in [bot.name for bot in run.bots]:
            raise SetAsideError
        return record

    oracle.machine += [lost] * 99
    play(database, league, oracle, 40)
    states = {
        line.name: line.entry.state for line in table_of(database, league).lines if line.entry
    }
    assert states["bob"] == "paused"
    assert states["ada"] == "playing"
    assert check_books(database, league) == 40


def test_two_processes_do_not_play_the_same_league(
    database: Database, league: int, oracle: Oracle
) -> None:
    def try_too(_: GameRun) -> None:
        row = database.read(lambda c: get_league(c, league))
        assert is_alive(row)
        assert row.runner is not None
        other = {**row.runner, "pid": 1, "born": "0", "host": "elsewhere"}
        database.write(lambda c: set_league(c, league, runner=other))
        with pytest.raises(UsageError, match="is being played by process 1 on elsewhere"):
            play(database, league, Oracle())
        database.write(lambda c: set_league(c, league, runner=row.runner))
        oracle.before = lambda _: None

    oracle.before = try_too
    play(database, league, oracle, 2)
    assert not is_alive(database.read(lambda c: get_league(c, league)))


def test_nobody_plays_alone(database: Database, tmp_path: Path, oracle: Oracle) -> None:
    league = new_league(database, milestones=[])
    assert play(database, league, oracle) is LeagueEnd.NO_PAIRS
    add_bot(database, league, tmp_path, "ada")
    assert play(database, league, oracle) is LeagueEnd.NO_PAIRS
    assert oracle.played == []


def test_curves_have_points(database: Database, league: int, oracle: Oracle) -> None:
    play(database, league, oracle, 100)
    entries = [e.id for e in database.read(lambda c: current_entries(c, league, 1))]
    points = database.read(lambda c: points_of(c, entries))
    assert len({point.counted for point in points}) >= 4
    last = max(point.counted for point in points)
    ranks = [point.rank for point in points if point.counted == last]
    assert set(ranks) == {1, 2, 3}
