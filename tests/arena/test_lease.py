"""Who runs a tournament: one process at a time, and never a dead one."""

import os
import socket
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from garlic.arena.lease import Lease, is_alive, state_of
from garlic.arena.snapshot import TournamentState
from garlic.core import UsageError
from garlic.store import Database, open_database
from garlic.store.tournaments import TournamentRow, create_tournament, get_tournament, set_state

ELSEWHERE = {"host": "elsewhere", "pid": 7, "born": "123"}


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with open_database(str(tmp_path / "garlic.db")) as opened:
        yield opened


@pytest.fixture
def number(database: Database) -> int:
    return database.write(lambda c: create_tournament(c, "cup", "othello", {}, (), ()))


def stored(database: Database, number: int) -> TournamentRow:
    return database.read(lambda c: get_tournament(c, number))


def change(database: Database, number: int, **values: Any) -> None:
    database.write(lambda c: set_state(c, number, **values))


def seconds_ago(seconds: float) -> datetime:
    return datetime.now(UTC) - timedelta(seconds=seconds)


def test_a_runner_elsewhere_is_alive_as_long_as_it_is_heard_of(
    database: Database, number: int
) -> None:
    change(database, number, state="running", runner=ELSEWHERE, beat_at=seconds_ago(10))
    assert is_alive(stored(database, number))
    with pytest.raises(UsageError, match="being run by process 7 on elsewhere"):
        Lease(database, number)
    change(database, number, beat_at=seconds_ago(90))
    assert state_of(stored(database, number)) is TournamentState.STOPPED
    Lease(database, number).release(TournamentState.FINISHED)
    assert state_of(stored(database, number)) is TournamentState.FINISHED


def test_a_process_that_only_has_the_number_of_the_runner_is_another_one(
    database: Database, number: int
) -> None:
    Lease(database, number)
    assert is_alive(stored(database, number))
    reused = {"host": socket.gethostname(), "pid": os.getpid(), "born": "1"}
    change(database, number, runner=reused, beat_at=seconds_ago(0))
    assert not is_alive(stored(database, number))


def test_who_has_lost_the_lease_stops_and_leaves_the_tournament_to_the_other(
    database: Database, number: int
) -> None:
    lease = Lease(database, number)
    assert not lease.beat()
    lease = Lease(database, number)  # the next heartbeat of the other one is not yet due
    change(database, number, runner=ELSEWHERE)
    assert lease.beat()
    lease.release(TournamentState.FINISHED)
    row = stored(database, number)
    assert (row.state, row.runner) == ("running", ELSEWHERE)


def test_whoever_is_asked_to_stop_stops(database: Database, number: int) -> None:
    lease = Lease(database, number)
    change(database, number, stop_wanted=True)
    assert lease.beat()
    lease.release(TournamentState.STOPPED)
    row = stored(database, number)
    assert (row.state, row.runner, row.stop_wanted, row.finished_at) == (
        "stopped",
        None,
        False,
        None,
    )
