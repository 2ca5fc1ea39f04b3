"""A server plays its leagues: in idle time, at a pace, as long as they are open."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from garlic.arena.league.counting import load_season
from garlic.courses.leagues import freeze_league, thaw_league
from garlic.store import Database, open_database
from garlic.store.leagues import get_league
from garlic.web.events import Hub
from garlic.web.jobs.leagues import Leagues
from garlic.web.jobs.shares import IDLE_SHARE, Share, Urgency
from support.leagues import Oracle, add_bot, check_books, new_league
from support.processes import eventually


class Workers:
    """Executors by share, all of which play at once."""

    def __init__(self) -> None:
        self.by_urgency = {urgency: Oracle() for urgency in Urgency}

    def executor(self, share: Share) -> Oracle:
        assert share.person == IDLE_SHARE.person
        return self.by_urgency[share.urgency]


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with open_database(str(tmp_path / "garlic.db")) as opened:
        yield opened


def counted(database: Database, league: int) -> int:
    return database.read(lambda c: load_season(c, league)).counted


def test_bots_are_placed_at_once_and_then_play_at_a_pace(
    database: Database, tmp_path: Path
) -> None:
    league = new_league(database, games_per_day=48)
    for name in ("ada", "bob", "cat"):
        add_bot(database, league, tmp_path, name)
    workers = Workers()
    service = Leagues(database, Hub(), workers)
    service.start()
    idle = workers.by_urgency[Urgency.IDLE].played
    try:
        assert eventually(lambda: idle and counted(database, league) >= 9, 60)
        before = counted(database, league)
        assert before < 40  # all are placed with six games, and one round of idle games
        database.write(lambda c: freeze_league(c, league))
        row = get_league
        assert eventually(lambda: database.read(lambda c: row(c, league)).runner is None, 60)
        database.write(lambda c: thaw_league(c, league))
        add_bot(database, league, tmp_path, "dan")
        assert eventually(lambda: counted(database, league) >= before + 6, 60)
    finally:
        service.closing()
        service.close()
    assert workers.by_urgency[Urgency.LEAGUE].played
    check_books(database, league)
    assert database.read(lambda c: get_league(c, league)).runner is None


def test_a_server_that_closes_does_not_wait_for_the_next_day(
    database: Database, tmp_path: Path
) -> None:
    league = new_league(database, games_per_day=1)
    for name in ("ada", "bob"):
        add_bot(database, league, tmp_path, name)
    service = Leagues(database, Hub(), Workers())
    service.start()
    assert eventually(lambda: counted(database, league) >= 6, 60)
    began = time.monotonic()
    service.closing()
    service.close()
    assert time.monotonic() - began < 30
