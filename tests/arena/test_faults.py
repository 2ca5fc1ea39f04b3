"""Killed processes, full disks, lost servers: after `resume` the table is the same.

Every test plays the same tournament of deterministic bots, with a disturbance. The outcome is
compared, game by game, with that of an undisturbed run.
"""

import contextlib
import os
import resource
import shutil
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from garlic.cli import run
from support.dask import dask_cluster
from support.databases import PostgresServer, postgres_server
from support.kills import kill_twenty_times, workers_of
from support.processes import alive, descendants, eventually
from support.tournaments import finished, played, resume, table, tournament, write_tournament

__all__ = ["postgres_server"]

GAMES = 2  # per pairing of the four bots: 12 in all
TURN_MS = 10  # a game takes a third of a second, so that there is something to kill


@dataclass(frozen=True)
class Cup:
    """A tournament's file, its undisturbed outcome, and a database whose runner was killed."""

    file: Path
    table: dict[str, object]
    interrupted: Path


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Cup:
    folder = tmp_path_factory.mktemp("cup")
    file = write_tournament(folder, GAMES, TURN_MS)
    whole = str(folder / "whole.db")
    assert finished(tournament("run", str(file), "--database", whole))[0] == 0
    expected = table(whole)
    assert len(expected["games"]) == 6 * GAMES
    half = folder / "half.db"
    assert killed_runner(file, str(half)) < 6 * GAMES
    return Cup(file, expected, half)


def killed_runner(file: Path, database: str) -> int:
    """Play the tournament, and kill the runner; how many games are stored then."""
    runner = tournament("run", str(file), "--database", database)
    assert eventually(lambda: played(database) >= 3, 120)
    processes = descendants(runner.pid)
    runner.kill()
    runner.communicate()
    assert eventually(lambda: not any(map(alive, processes)))
    return played(database)


@pytest.fixture
def interrupted(cup: Cup, tmp_path: Path) -> str:
    """A copy of the database whose runner was killed, with SQLite's files beside it."""
    for part in cup.interrupted.parent.glob(f"{cup.interrupted.name}*"):
        shutil.copy(part, tmp_path / part.name)
    return str(tmp_path / cup.interrupted.name)


def refused(*words: str, **options: object) -> str:
    """The error of a command that must fail: one sentence, no traceback."""
    code, out, err = finished(tournament(*words, **options))
    assert code == 2, (out, err)
    assert err.startswith("garlic: error: ")
    assert "Traceback" not in err
    return err


def test_a_killed_runner_is_resumed(cup: Cup, interrupted: str) -> None:
    resume(interrupted)
    assert table(interrupted) == cup.table


def test_killed_workers_do_not_stop_the_run(cup: Cup, tmp_path: Path) -> None:
    database = str(tmp_path / "cup.db")
    runner = tournament("run", str(cup.file), "--database", database)
    for count in (2, 6):  # twice: a game that loses three workers is set aside
        assert eventually(lambda: played(database) >= count or runner.poll() is not None)  # noqa: B023
        for victim in workers_of(runner.pid)[:1]:
            os.kill(victim, signal.SIGKILL)
    code, out, err = finished(runner)
    assert (code, err) == (0, ""), out
    assert table(database) == cup.table


def kill_keepers(runner: int) -> int:
    """Kill the keepers of a run at one stroke; how many there were.

    Their workers stand still meanwhile, and so do they: a keeper's child bears its name too, and a
    keeper that is left could report that its bot was killed.
    """
    workers = workers_of(runner)
    _send(signal.SIGSTOP, workers)
    keepers = [each for each in descendants(runner) if name_of(each) == "garlic-keeper"]
    _send(signal.SIGSTOP, keepers)
    _send(signal.SIGKILL, keepers)
    _send(signal.SIGCONT, workers)
    return len(keepers)


def _send(what: signal.Signals, processes: list[int]) -> None:
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, what)


def keepers_killed(cup: Cup, database: str) -> int:
    """Play the tournament, and kill its keepers three times; how many there were."""
    runner = tournament("run", str(cup.file), "--database", database)
    killed = 0
    for count in (0, 3, 6):  # the first as soon as there is one
        assert eventually(lambda: played(database) >= count or runner.poll() is not None)  # noqa: B023
        # Between two games there is none.
        found = eventually(lambda: kill_keepers(runner.pid) or -int(runner.poll() is not None))
        killed += max(found, 0)
    code, out, err = finished(runner)
    assert (code, err) == (0, ""), out
    assert table(database) == cup.table
    return killed


def test_killed_keepers_do_not_stop_the_run(cup: Cup, tmp_path: Path) -> None:
    assert keepers_killed(cup, str(tmp_path / "cup.db")) > 0


def name_of(process: int) -> str:
    try:
        return Path(f"/proc/{process}/comm").read_text(encoding="utf-8").strip()
    except OSError:  # it has just ended
        return ""


def test_a_read_only_database(cup: Cup, interrupted: str) -> None:
    before = played(interrupted)
    error = refused("resume", "--database", f"sqlite:///file:{interrupted}?mode=ro&uri=true")
    assert "it is read-only" in error
    assert played(interrupted) == before
    resume(interrupted)
    assert table(interrupted) == cup.table


@pytest.mark.slow
def test_a_full_disk(cup: Cup, interrupted: str) -> None:
    limit = 20_000  # less than the database has: nothing more can be written

    def fill() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    refused("resume", "--database", interrupted, preexec_fn=fill)
    resume(interrupted)
    assert table(interrupted) == cup.table


@pytest.mark.slow
def test_a_postgresql_that_is_killed_and_restarted(
    cup: Cup, postgres_server: PostgresServer
) -> None:
    database = postgres_server.new_database()
    runner = tournament("run", str(cup.file), "--database", database)
    assert eventually(lambda: played(database) >= 5, 120)
    postgres_server.kill()
    postgres_server.start()
    code, out, err = finished(runner)
    assert "Traceback" not in err
    if code != 0:  # on a busy machine the server takes longer than the runner waits for it
        assert err.startswith("garlic: error: "), (out, err)
        resume(database)
    assert table(database) == cup.table


@pytest.mark.slow  # the runner waits for its server before it gives up
def test_a_postgresql_that_is_killed_and_not_restarted(
    cup: Cup, postgres_server: PostgresServer
) -> None:
    database = postgres_server.new_database()
    runner = tournament("run", str(cup.file), "--database", database)
    assert eventually(lambda: played(database) >= 5, 120)
    postgres_server.kill()
    code, out, err = finished(runner)
    assert code == 2, (out, err)
    assert err.startswith("garlic: error: ")
    assert "Traceback" not in err
    postgres_server.start()
    resume(database)
    assert table(database) == cup.table


@pytest.mark.slow
def test_shards_played_elsewhere_are_the_same_tournament(
    cup: Cup, interrupted: str, tmp_path: Path
) -> None:
    plan = str(tmp_path / "plan.json")
    assert run(["tournament", "export", "--plan", plan, "--database", interrupted]) == 0
    shards = [str(tmp_path / f"plan.{number}-of-2.jsonl") for number in (1, 2)]
    for number, shard in enumerate(shards, 1):
        assert run(["worker", plan, "--shard", f"{number}/2", "--out", shard]) == 0
    merge = ["tournament", "merge", *shards, "--database", interrupted]
    assert run(merge) == 0
    assert run(merge) == 0  # merging them twice changes nothing
    resume(interrupted)
    assert table(interrupted) == cup.table


@pytest.mark.slow
def test_killed_machines_of_a_cluster(cup: Cup, tmp_path: Path) -> None:
    database = str(tmp_path / "cup.db")
    folder = tmp_path / "cluster"
    folder.mkdir()
    with dask_cluster(folder, 2) as machines:
        words = ("--database", database, "--cluster", machines.address)
        runner = tournament("run", str(cup.file), *words)
        for count in (3, 12):
            assert eventually(lambda: played(database) >= count, 120)  # noqa: B023
            assert eventually(machines.workers)
            os.kill(machines.workers()[0], signal.SIGKILL)
        code, out, err = finished(runner)
        assert (code, err) == (0, ""), out
        assert table(database) == cup.table


@pytest.mark.slow
def test_twenty_random_kills(tmp_path: Path) -> None:
    """Each kind of process five times, at random moments; resumed whenever the run has ended."""
    file = write_tournament(tmp_path, 60)  # 360 games
    whole, database = str(tmp_path / "whole.db"), str(tmp_path / "cup.db")
    assert finished(tournament("run", str(file), "--database", whole))[0] == 0
    expected = table(whole)
    assert len({points for _, _, points, *_ in expected["standings"]}) == 4  # an order to compare

    def go_on() -> subprocess.Popen[str]:
        assert table(database)["state"] != "finished", "played before all were killed"
        return tournament("resume", "--database", database)

    runner = tournament("run", str(file), "--database", database)
    runner = kill_twenty_times(runner, lambda: played(database), go_on, 11)
    finished(runner)
    resume(database)
    assert table(database) == expected
