"""Tournaments on a busy machine: unfinished, delayed, and continued when it is quiet."""

import csv
import io
import json
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import pytest

from arena.executors import PlayOn
from garlic.arena.executors import Executing, SetAsideError
from garlic.arena.exports import export
from garlic.arena.runner import Progress, run
from garlic.arena.snapshot import TournamentState
from garlic.arena.stored import tournament_snapshot
from garlic.cli import run as run_command
from garlic.core import Outcome, Seat
from garlic.judge.game_run import GameRun
from garlic.judge.record import NOT_JUDGED, Record
from garlic.store import Database, open_database
from garlic.store.tournaments import set_state
from support.busy import FakeQuiet, delayed, not_judged, prompt
from support.quick_tournaments import quick_tournament
from support.records import record_of

ALONE = Executing(jobs=1)
PATIENCE = 600


class Machine(list[Callable[[Record], Record] | type[SetAsideError]]):
    """An executor that makes of each game in turn what a busy machine does; at last it is quiet.

    The first seat wins prompt games, the second one delayed games.
    """

    jobs = 1

    def __init__(self) -> None:
        super().__init__()
        self.played: list[str] = []

    def submit(self, _: object, game_run: GameRun) -> Future[bytes]:
        self.played.append(game_run.key)
        future: Future[bytes] = Future()
        machine = self.pop(0) if self else prompt
        if isinstance(machine, type):
            future.set_exception(machine())
            return future
        record = replace(record_of("othello", ["d3", "c3", "c4"]), seed=game_run.seed)
        winner = Seat.B if machine is delayed else Seat.A
        record = machine(replace(record, outcome=Outcome(winner, "two passes", (3, 4))))
        future.set_result(record.dumps().encode())
        return future


@pytest.fixture
def machine(play_on: PlayOn) -> Machine:
    return play_on(Machine())


@pytest.fixture
def location(tmp_path: Path) -> str:
    return str(tmp_path / "garlic.db")


@pytest.fixture
def database(location: str) -> Iterator[Database]:
    with open_database(location) as found:
        yield found


def test_a_tournament_without_a_judged_game_is_unfinished(
    database: Database, tmp_path: Path, machine: Machine
) -> None:
    number = quick_tournament(database, tmp_path, games=4)
    machine += [not_judged] * 12
    assert run(database, number, ALONE) is TournamentState.UNFINISHED
    data = tournament_snapshot(database, number)
    assert data.state is TournamentState.UNFINISHED
    assert data.finished_at is None
    assert (len(data.games), len(data.unplayed), data.scheduled) == (0, 12, 12)
    assert json.loads(export(data, "json"))["state"] == "unfinished"


def test_it_continues_as_soon_as_the_machine_is_quiet(
    database: Database, tmp_path: Path, machine: Machine, quiet_answers: FakeQuiet
) -> None:
    number = quick_tournament(database, tmp_path, count=2, games=4)
    quiet_answers.answers = [True, True]
    machine += [not_judged] * 5
    seen: list[Progress] = []
    state = run(database, number, ALONE, seen.append, PATIENCE)
    assert state is TournamentState.FINISHED
    assert len(tournament_snapshot(database, number).games) == 4
    assert len(machine.played) == 4 + 4 + 1
    waiting = [progress.waiting for progress in seen if progress.waiting]
    assert [wait.games for wait in waiting] == [4, 1]
    assert all(0 < wait.seconds <= PATIENCE for wait in waiting)


def test_it_gives_up_after_a_bounded_number_of_replays(
    database: Database, tmp_path: Path, machine: Machine, quiet_answers: FakeQuiet
) -> None:
    number = quick_tournament(database, tmp_path, count=2)
    quiet_answers.answers = [True] * 99
    machine += [not_judged] * 99
    assert run(database, number, ALONE, patience_seconds=PATIENCE) is TournamentState.UNFINISHED
    assert len(machine.played) == 3 * 2


def test_a_delayed_game_counts_until_it_is_replaced(
    database: Database, tmp_path: Path, machine: Machine, quiet_answers: FakeQuiet
) -> None:
    number = quick_tournament(database, tmp_path, count=2)
    machine += [delayed, prompt]
    assert run(database, number, ALONE, patience_seconds=PATIENCE) is TournamentState.FINISHED
    data = tournament_snapshot(database, number)
    assert data.delayed == 1
    assert [game.delayed for game in data.games] == [True, False]
    assert [(line.won, line.lost, line.delayed) for line in data.standings] == [
        (2, 0, 1),
        (0, 2, 1),
    ]
    quiet_answers.answers = [True]  # the next run plays it again, and only it
    assert run(database, number, ALONE, patience_seconds=PATIENCE) is TournamentState.FINISHED
    assert len(machine.played) == 3
    data = tournament_snapshot(database, number)
    assert data.delayed == 0
    assert [(line.won, line.lost, line.delayed) for line in data.standings] == [
        (1, 1, 0),
        (1, 1, 0),
    ]
    assert data.record(data.games[0].key).outcome.winner is Seat.A
    assert {point.elo for point in data.curve if point.games == 2} == {0}


@pytest.mark.parametrize("format_name", ["round-robin", "swiss"])
def test_tables_and_exports_count_delayed_games(
    database: Database, tmp_path: Path, machine: Machine, format_name: str
) -> None:
    number = quick_tournament(database, tmp_path, count=2, format=format_name)
    machine += [delayed]
    run(database, number, ALONE)
    data = tournament_snapshot(database, number)
    assert [line.delayed for line in data.standings] == [1, 1]
    assert json.loads(export(data, "json"))["delayed"] == 1
    rows = csv.DictReader(io.StringIO(export(data, "csv").decode("utf-8-sig")))
    assert [row["delayed"] for row in rows] == ["1", *["0"] * (len(data.games) - 1)]
    assert "Delayed games: 1." in export(data, "html", "en").decode()
    assert "被拖慢的对局：1" in export(data, "html", "zh").decode()


def test_a_replay_that_is_not_judged_leaves_the_delayed_result(
    database: Database, tmp_path: Path, machine: Machine, quiet_answers: FakeQuiet
) -> None:
    number = quick_tournament(database, tmp_path, count=2)
    quiet_answers.answers = [True] * 9
    machine += [delayed, prompt, not_judged, delayed]
    assert run(database, number, ALONE, patience_seconds=PATIENCE) is TournamentState.FINISHED
    data = tournament_snapshot(database, number)
    assert (len(data.games), data.delayed, data.unplayed) == (2, 1, ())


def test_the_next_round_waits_for_games_that_were_not_judged(
    database: Database, tmp_path: Path, machine: Machine
) -> None:
    number = quick_tournament(database, tmp_path, count=4, format="swiss", rounds=2)
    machine += [prompt, not_judged]
    assert run(database, number, ALONE) is TournamentState.UNFINISHED
    data = tournament_snapshot(database, number)
    assert {game.round for game in data.games} == {1}
    assert run(database, number, ALONE) is TournamentState.FINISHED
    assert {game.round for game in tournament_snapshot(database, number).games} == {1, 2}


def test_a_delayed_game_stands_once_the_next_round_is_paired(
    database: Database, tmp_path: Path, machine: Machine, quiet_answers: FakeQuiet
) -> None:
    number = quick_tournament(database, tmp_path, count=4, format="swiss", rounds=2)
    machine += [delayed, prompt, prompt, prompt, delayed]  # the first game of each round
    run(database, number, ALONE)
    quiet_answers.answers = [True]
    assert run(database, number, ALONE, patience_seconds=PATIENCE) is TournamentState.FINISHED
    data = tournament_snapshot(database, number)
    assert [(game.number, game.round) for game in data.games if game.delayed] == [(1, 1)]
    assert len(machine.played) == 8 + 1  # only that of the last round was played again


def test_a_game_that_kills_its_workers_does_not_stop_the_next_round(
    database: Database, tmp_path: Path, machine: Machine
) -> None:
    number = quick_tournament(database, tmp_path, count=4, format="swiss", rounds=2)
    machine += [SetAsideError]
    assert run(database, number, ALONE) is TournamentState.UNFINISHED
    data = tournament_snapshot(database, number)
    assert {game.round for game in data.games} == {1, 2}
    assert [game.reason for game in data.unplayed] == ["its workers were lost"]


def test_it_can_be_stopped_while_it_waits(
    database: Database, tmp_path: Path, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = quick_tournament(database, tmp_path, count=2)
    machine += [not_judged] * 2
    monkeypatch.setattr("garlic.arena.lease._BEAT_SECONDS", 0.0)

    def stop_and_wait(seconds: float, on_wait: Callable[[float], None]) -> NoReturn:
        database.write(lambda c: set_state(c, number, stop_wanted=True))
        on_wait(seconds)
        raise AssertionError("it goes on waiting")

    monkeypatch.setattr("garlic.judge.quiet.wait_until_quiet", stop_and_wait)
    assert run(database, number, ALONE, patience_seconds=PATIENCE) is TournamentState.STOPPED


@pytest.mark.usefixtures("usual_patience")
def test_the_command_says_that_it_is_unfinished_and_how_to_continue(
    database: Database,
    location: str,
    tmp_path: Path,
    machine: Machine,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("GARLIC_LANG", "en")
    number = quick_tournament(database, tmp_path, count=2)
    machine += [not_judged, delayed]
    words = ["tournament", "resume", str(number), "--database", location]
    assert run_command(words) == 3
    out, err = capfd.readouterr()
    assert "unfinished, 1 of 2 games" in out
    assert f"has no result: {NOT_JUDGED.reason}" in out
    again = f"garlic tournament resume {number}"
    assert f"unfinished: 1 game could not be judged; continue with: {again}" in out
    assert "Delayed games: 1." in out
    assert "the machine is busy: waiting for up to 10 min" in err
    assert run_command(["tournament", "status", "--database", location]) == 0
    assert "unfinished: 1 game" in capfd.readouterr().out
    assert run_command([*words, "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    assert (document["state"], document["delayed"]) == ("finished", 1)
