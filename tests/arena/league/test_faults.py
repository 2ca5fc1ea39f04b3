"""A league whose processes are killed: nothing is lost, nothing counts twice."""

import signal
import subprocess
from pathlib import Path

import pytest
from sqlalchemy import Connection, func, select

from garlic.cli import run
from garlic.store import open_database
from garlic.store.league_games import waiting_games
from garlic.store.schema import league_games, records
from support.kills import kill_twenty_times
from support.leagues import check_books
from support.processes import alive, descendants, eventually
from support.tournaments import finished, garlic_process, write_bots

LEAGUE = 1


@pytest.fixture
def location(tmp_path: Path) -> str:
    """The database of a league of four quick bots."""
    place = str(tmp_path / "league.db")
    rules = ("--game", "othello", "--maps", "6x6", "--openings", "random", "--seed", "5")
    patient = ("--limits", "turn=10s,init=10s", "--milestones", "random:othello")
    assert run(["league", "new", "spring", *rules, *patient, "--database", place]) == 0
    for bot in write_bots(tmp_path):
        assert run(["league", "enter", "spring", str(bot), "--database", place]) == 0
    return place


def runner(location: str, games: int) -> "subprocess.Popen[str]":
    words = ("--games", str(games), "--patience", "0", "--database", location)
    return garlic_process("league", "run", "spring", *words)


def counted(location: str) -> int:
    with open_database(location) as database:
        query = select(func.count(league_games.c.counted))
        return database.read(lambda c: c.execute(query).scalar_one())


def nothing_is_lost(location: str) -> int:
    """Check the books; every game that was scheduled counts, waits or was dropped with a reason."""

    def stored(connection: Connection) -> tuple[int, int, int, int]:
        g = league_games.c
        return (
            connection.execute(select(func.count()).select_from(league_games)).scalar_one(),
            connection.execute(select(func.count(g.dropped))).scalar_one(),
            len(waiting_games(connection, LEAGUE, 1)),
            connection.execute(select(func.count()).select_from(records)).scalar_one(),
        )

    with open_database(location) as database:
        games = check_books(database, LEAGUE)
        scheduled, dropped, waiting, kept = database.read(stored)
    assert scheduled == games + dropped + waiting
    assert kept == games
    return games


def finish(location: str, games: int) -> None:
    """Play on until that many games count."""
    left = games - counted(location)
    if left > 0:
        code, out, err = finished(runner(location, left))
        assert (code, err) == (0, ""), out


def test_a_killed_league_goes_on(location: str) -> None:
    process = runner(location, 200)
    assert eventually(lambda: counted(location) >= 4, 120)
    below = descendants(process.pid)
    process.kill()
    process.communicate()
    assert eventually(lambda: not any(map(alive, below)))
    games = nothing_is_lost(location)
    assert 4 <= games < 200
    finish(location, games + 4)
    assert nothing_is_lost(location) >= games + 4
    with open_database(location) as database:
        assert database.read(lambda c: waiting_games(c, LEAGUE, 1)) == []


def test_ctrl_c_ends_with_a_sentence(location: str) -> None:
    process = runner(location, 200)
    assert eventually(lambda: counted(location) >= 1, 120)
    process.send_signal(signal.SIGINT)
    code, out, err = finished(process)
    assert (code, out) == (130, "")
    assert err == "stopped; continue with: garlic league run spring\n"
    nothing_is_lost(location)


@pytest.mark.slow
def test_twenty_random_kills(location: str) -> None:
    """Each kind of process five times, at random moments; continued whenever the run has ended."""

    def go_on() -> subprocess.Popen[str]:
        nothing_is_lost(location)
        return runner(location, 10_000)

    process = kill_twenty_times(runner(location, 10_000), lambda: counted(location), go_on, 7)
    process.kill()
    process.communicate()
    assert nothing_is_lost(location) > 20
    finish(location, counted(location) + 10)
    nothing_is_lost(location)
