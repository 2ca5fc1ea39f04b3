"""A server on a busy machine: what is unfinished or delayed continues when it is quiet."""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from starlette.testclient import TestClient

from garlic.core import Outcome, Seat, Text, UsageError
from garlic.core.language.bilingual import Bilingual
from garlic.judge import quiet
from garlic.judge.game_run import GameRun
from garlic.judge.record import Record
from garlic.labs import results
from garlic.labs.grading import GradingOptions
from garlic.web.app import create_app
from garlic.web.jobs import gradings, retries
from garlic.web.jobs.retries import Retries
from garlic.web.jobs.shares import Share
from garlic.web.settings import ServerSettings
from support.busy import delayed, not_judged, prompt
from support.present import present
from support.processes import eventually
from support.records import record_of
from support.web import arena_of

MATCH = {"game": "othello", "bots": ["random:othello", "engine:othello?level=1"], "games": 2}
CUP = {"name": "cup", "game": "othello", "bots": [{"name": "a", "bot": "random:othello"},
       {"name": "b", "bot": "engine:othello?level=1"}], "openings": "none"}  # fmt: skip


class Machine(list[Callable[[Record], Record]]):
    """Workers that make of each game in turn what a busy machine does; at last it is quiet."""

    jobs = 1

    def __init__(self) -> None:
        super().__init__()
        self.played = 0
        self.is_quiet = False

    def executor(self, share: Share) -> "Executor":
        del share
        return Executor(self)

    def record(self, game_run: GameRun) -> bytes:
        self.played += 1
        moves = record_of("othello", ["d3", "c3", "c4"])
        outcome = Outcome(Seat.A, "two passes", (3, 4))
        record = replace(moves, seed=game_run.seed, outcome=outcome)
        return (self.pop(0) if self else prompt)(record).dumps().encode()

    def submit(
        self,
        work: Callable[..., object],
        what: Any,
        *,
        share: Share,
        on_message: Callable[[object], None] = lambda _: None,
        on_done: Callable[[Future[object]], None] = lambda _: None,
    ) -> "Job":
        del share
        job = Job()

        def run() -> None:
            if work is gradings.grade_one:
                job.future.set_result(work(on_message, what))
            else:
                job.future.set_result(self.record(what))
            on_done(job.future)

        Thread(target=run).start()
        return job


class Job:
    """Stands for a `BackgroundJob`."""

    def __init__(self) -> None:
        self.future: Future[object] = Future()


class Executor:
    jobs = 1

    def __init__(self, machine: Machine) -> None:
        self.machine = machine

    def submit(self, _: object, game_run: GameRun) -> Future[bytes]:
        future: Future[bytes] = Future()
        future.set_result(self.machine.record(game_run))
        return future


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    machine = Machine()
    monkeypatch.setattr(retries, "_TICK_SECONDS", 0.02)
    monkeypatch.setattr(retries, "_FIRST_SECONDS", 0.02)
    monkeypatch.setattr(quiet, "is_quiet", lambda: machine.is_quiet)
    monkeypatch.setattr(quiet, "wait_until_quiet", lambda *_: machine.is_quiet)
    return machine


@pytest.fixture
def client(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, machine: Machine
) -> Iterator[TestClient]:
    monkeypatch.setenv("GARLIC_CACHE", str(tmp_path / "cache"))
    app = create_app(ServerSettings(database=str(tmp_path / "web.db")))
    with TestClient(app, base_url="http://127.0.0.1:8000") as found:
        services = app.state.arena.services
        for service in (services.matches, services.tournaments, services.gradings):
            monkeypatch.setattr(service, "_workers", machine)
        yield found


def reached(client: TestClient, path: str, state: str, **facts: object) -> dict[str, Any]:
    """The answer at *path* when it has this state, and these facts."""
    answer = {}

    def is_there() -> bool:
        answer.update(client.get(path).json())
        return answer["state"] == state and all(answer[name] == facts[name] for name in facts)

    assert eventually(is_there), answer
    return answer


def test_a_match_with_unjudged_games_continues_when_the_machine_is_quiet(
    client: TestClient, machine: Machine
) -> None:
    machine += [prompt, not_judged]
    path = f"/api/matches/{client.post('/api/matches', json=MATCH).json()['id']}"
    match = reached(client, path, "unfinished")
    assert match["tally"]["played"] == 1
    assert [game["trouble"] is None for game in match["all_games"]] == [True, False]
    machine.is_quiet = True
    match = reached(client, path, "finished")
    assert (match["tally"]["played"], machine.played) == (2, 3)


def test_a_match_can_be_continued_by_hand(client: TestClient, machine: Machine) -> None:
    machine += [prompt, not_judged]
    path = f"/api/matches/{client.post('/api/matches', json=MATCH).json()['id']}"
    reached(client, path, "unfinished")
    assert client.post(f"{path}/again").status_code == 200
    reached(client, path, "finished")


def test_delayed_games_of_a_match_are_replaced_when_the_machine_is_quiet(
    client: TestClient, machine: Machine
) -> None:
    machine += [delayed, prompt]
    path = f"/api/matches/{client.post('/api/matches', json=MATCH).json()['id']}"
    match = reached(client, path, "finished")
    assert match["tally"]["delayed"] == 1
    assert [game["result"]["delayed"] for game in match["all_games"]] == [True, False]
    machine.is_quiet = True
    assert eventually(lambda: client.get(path).json()["tally"]["delayed"] == 0)
    assert machine.played == 3


def test_a_delayed_result_stands_if_its_game_cannot_be_judged_again(
    client: TestClient, machine: Machine
) -> None:
    machine += [delayed, prompt, not_judged]
    path = f"/api/matches/{client.post('/api/matches', json=MATCH).json()['id']}"
    reached(client, path, "finished")
    assert client.post(f"{path}/again").status_code == 200
    assert eventually(lambda: machine.played == 3)
    match = reached(client, path, "finished")
    assert [game["trouble"] for game in match["all_games"]] == [None, None]
    assert (match["tally"]["played"], match["tally"]["delayed"]) == (2, 1)


def test_a_delayed_game_is_replayed_at_most_twice_by_itself(
    client: TestClient, machine: Machine
) -> None:
    machine.is_quiet = True
    machine += [prompt, *[delayed] * 99]
    path = f"/api/matches/{client.post('/api/matches', json=MATCH).json()['id']}"
    assert eventually(lambda: machine.played == 4)
    time.sleep(0.5)
    assert machine.played == 4
    assert reached(client, path, "finished")["tally"]["delayed"] == 1


def test_a_tournament_continues_when_the_machine_is_quiet(
    client: TestClient, machine: Machine
) -> None:
    machine += [prompt, not_judged]
    path = f"/api/tournaments/{client.post('/api/tournaments', json=CUP).json()['id']}"
    cup = reached(client, path, "unfinished")
    assert (cup["played"], cup["scheduled"], cup["not_judged"]) == (1, 2, 1)
    assert client.get("/api/tournaments").json()[0]["state"] == "unfinished"
    machine.is_quiet = True
    assert reached(client, path, "finished")["not_judged"] == 0


def test_delayed_games_of_a_tournament_are_shown_and_replaced(
    client: TestClient, machine: Machine
) -> None:
    machine += [delayed, prompt]
    path = f"/api/tournaments/{client.post('/api/tournaments', json=CUP).json()['id']}"
    cup = reached(client, path, "finished", delayed=1)
    assert [line["delayed"] for line in cup["standings"]] == [1, 1]
    games = client.get(f"{path}/games").json()["games"]
    assert sorted(game["delayed"] for game in games) == [False, True]
    machine.is_quiet = True
    reached(client, path, "finished", delayed=0)
    assert machine.played == 3


def test_an_unfinished_tournament_continues_after_a_restart(
    client: TestClient, machine: Machine
) -> None:
    machine += [not_judged, not_judged]
    number = client.post("/api/tournaments", json=CUP).json()["id"]
    reached(client, f"/api/tournaments/{number}", "unfinished")
    arena = arena_of(client)
    again = Retries()
    arena.services.tournaments._retries = again
    arena.services.tournaments.start()
    assert ("tournament", number) in again._retries


def result(points: float | None) -> results.TestResult:
    return results.TestResult(Bilingual("one", "一"), 10, points, Text("nothing"), Text("nothing"))


def test_a_grade_with_unjudged_tests_is_unfinished_and_continues(
    client: TestClient, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    outcomes = [[result(10), result(None)], [result(10), result(5)]]
    folders = []

    def grade(
        lab: object, paths: Sequence[Path], options: GradingOptions, progress: object
    ) -> list[results.Graded]:
        del lab, progress
        folders.append((paths[0].read_bytes(), options.out))
        return [results.Graded("me", "0" * 64, "me.py", tuple(outcomes.pop(0)))]

    monkeypatch.setattr(gradings, "grade", grade)
    made = client.post("/api/grades", data={"lab": "trek"}, files={"file": ("me.py", b"x = 1")})
    path = f"/api/grades/{made.json()['id']}"
    grade_row = reached(client, path, "unfinished")
    assert (grade_row["points"], [test["points"] for test in grade_row["tests"]]) == (
        10,
        [10, None],
    )
    assert "unfinished" in client.get(f"{path}/report.html").text
    machine.is_quiet = True
    assert reached(client, path, "finished")["points"] == 15
    assert folders[0] == folders[1]  # the same upload and journal
    assert not present(folders[0][1]).exists()
    answer = client.post(f"{path}/again")
    assert answer.status_code == 400


class TestRetries:
    @pytest.fixture
    def running(self, machine: Machine) -> Iterator[Retries]:
        machine.is_quiet = True
        found = Retries()
        found.start()
        yield found
        found.close()

    def test_work_waits_for_a_quiet_machine(self, running: Retries, machine: Machine) -> None:
        machine.is_quiet = False
        done = []
        assert running.add(("match", 1), lambda: done.append(1), unfinished=True)
        time.sleep(0.3)
        assert done == []
        machine.is_quiet = True
        assert eventually(lambda: done == [1])
        time.sleep(0.3)
        assert done == [1]

    def test_it_is_tried_a_bounded_number_of_times(self, running: Retries) -> None:
        tried = []

        def work() -> None:
            tried.append(running.add(("match", 1), work, unfinished=False))

        running.add(("match", 1), work, unfinished=False)
        assert eventually(lambda: tried == [True, False])

    def test_what_is_dropped_is_not_continued(self, running: Retries, machine: Machine) -> None:
        machine.is_quiet = False
        done = []
        running.add(("match", 1), lambda: done.append(1), unfinished=True)
        running.drop(("match", 1))
        machine.is_quiet = True
        time.sleep(0.3)
        assert done == []

    def test_a_bug_in_one_job_is_logged_and_the_next_is_continued(
        self, running: Retries, caplog: pytest.LogCaptureFixture
    ) -> None:
        done = []
        running.add(("match", 1), lambda: done.append(1 / 0), unfinished=True)
        assert eventually(lambda: "ZeroDivisionError" in caplog.text)
        running.add(("match", 2), lambda: done.append(2), unfinished=True)
        assert eventually(lambda: done == [2])

    def test_work_that_is_refused_is_tried_again(self, running: Retries) -> None:
        tried = []

        def work() -> None:
            tried.append(1)
            if len(tried) < 3:
                raise UsageError("too much is waiting already; try again later")

        running.add(("match", 1), work, unfinished=True)
        assert eventually(lambda: len(tried) == 3)
