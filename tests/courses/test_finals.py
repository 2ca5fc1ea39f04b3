"""The final of a league: made once, whoever asks for it and whatever else has its name."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import func, select

from garlic.arena.definition import read_definition
from garlic.arena.league.definition import read_league
from garlic.arena.tournament import create as create_tournament
from garlic.core import UsageError
from garlic.courses.course_maps import add_map
from garlic.courses.finals import FinalOptions, prepare_final
from garlic.courses.leagues import create, freeze_league, next_season, thaw_league
from garlic.courses.life import archive, reopen
from garlic.games import GAMES
from garlic.people.courses import add_course
from garlic.store import Database, open_database
from garlic.store.leagues import season_of
from garlic.store.owners import Owner
from garlic.store.roster import list_bots
from garlic.store.schema import tournaments
from garlic.store.tournaments import entrants_of, openings_of
from support.leagues import SHORT, Oracle, add_bot, new_league, play

OPTIONS = FinalOptions(top=2)


@pytest.fixture
def league(database_location: str, tmp_path: Path) -> tuple[Database, int]:
    """A frozen league with two bots that have a rank, also on PostgreSQL."""
    database = open_database(database_location)
    number = new_league(database)
    for name in ("ada", "bob"):
        add_bot(database, number, tmp_path, name)
    play(database, number, Oracle(ada=500.0), 20)
    database.write(lambda c: freeze_league(c, number))
    return database, number


def count_tournaments(database: Database) -> int:
    return database.read(lambda c: c.scalar(select(func.count()).select_from(tournaments)) or 0)


def test_two_who_ask_at_once_get_the_same_final(league: tuple[Database, int]) -> None:
    database, number = league
    before = {row.id for row in database.read(lambda c: list_bots(c, None))}
    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(lambda _: prepare_final(database, number, OPTIONS), range(4)))
    assert len(set(made)) == 1
    assert count_tournaments(database) == 1
    assert database.read(lambda c: season_of(c, number, 1)).tournament_id == made[0]
    after = {row.id for row in database.read(lambda c: list_bots(c, None))}
    assert after == before, "the bots of the final are those of the league"
    assert prepare_final(database, number, OPTIONS) == made[0]
    database.close()


def test_a_tournament_with_the_name_of_the_final_is_not_the_final(
    league: tuple[Database, int],
) -> None:
    database, number = league
    bots = ["random:othello", "baseline:othello/task1"]
    values = {"name": "spring: final of season 1", "game": "othello", "bots": bots, "games": 2}
    other = create_tournament(database, read_definition(values), Path())
    final = prepare_final(database, number, OPTIONS)
    assert final != other
    names = [entrant.name for entrant in database.read(lambda c: entrants_of(c, final))]
    assert sorted(names) == ["ada", "bob"]
    database.close()


def test_a_final_is_played_on_the_maps_of_the_league(database: Database, tmp_path: Path) -> None:
    (tmp_path / "island.txt").write_text("centre 1\n4 4\n9119\n1oO1\n1Oo1\n9119\n")
    definition = read_league({**SHORT, "maps": ["island.txt"], "openings": "none"})
    number = create(database, "spring", definition, folder=tmp_path)
    (tmp_path / "island.txt").unlink()
    for name in ("ada", "bob"):
        add_bot(database, number, tmp_path, name)
    play(database, number, Oracle(), 20)
    database.write(lambda c: freeze_league(c, number))
    final = prepare_final(database, number, OPTIONS)
    (start, *_) = database.read(lambda c: openings_of(c, final))
    assert start.map == "island.txt"
    assert "9" in start.start


def test_a_final_is_played_on_other_maps_of_the_course(database: Database, tmp_path: Path) -> None:
    owner, game = (
        Owner(1, database.write(lambda c: add_course(c, "algorithms")).id),
        GAMES["othello"],
    )
    text = "centre 1\n4 4\n9119\n1oO1\n1Oo1\n9119\n"
    number = create(database, "spring", read_league(SHORT), owner)
    database.write(lambda c: add_map(c, owner, game, "fresh", text))
    for name in ("ada", "bob"):
        add_bot(database, number, tmp_path, name)
    play(database, number, Oracle(), 20)
    database.write(lambda c: freeze_league(c, number))
    final = prepare_final(database, number, FinalOptions(top=2, maps=("fresh",)), tmp_path)
    (start, *_) = database.read(lambda c: openings_of(c, final))
    assert start.map == "fresh"
    assert "9" in start.start


def test_leagues_of_an_archived_course_stand_still(database: Database, tmp_path: Path) -> None:
    course = database.write(lambda c: add_course(c, "algorithms"))
    owner, definition = Owner(1, course.id), read_league(SHORT)
    number = create(database, "spring", definition, owner)
    for name in ("ada", "bob"):
        add_bot(database, number, tmp_path, name)
    play(database, number, Oracle(), 20)
    database.write(lambda c: archive(c, course.id))
    with pytest.raises(UsageError, match="is archived"):
        database.write(lambda c: thaw_league(c, number))
    with pytest.raises(UsageError, match="is archived"):
        database.write(lambda c: next_season(c, number))
    with pytest.raises(UsageError, match="is archived"):
        prepare_final(database, number, OPTIONS)
    with pytest.raises(UsageError, match="is archived"):
        create(database, "summer", definition, owner)
    database.write(lambda c: reopen(c, course.id))
    database.write(lambda c: thaw_league(c, number))
