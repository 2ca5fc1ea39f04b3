"""Ratings of bots over the API: played, stored, stopped, continued, refused."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import Any

import pytest
from starlette.testclient import TestClient

from garlic.arena.rating.ladder import ladder_of
from garlic.core import Outcome, Seat, UsageError
from garlic.games import GAMES
from garlic.judge import quiet
from garlic.judge.game_run import GameRun
from garlic.judge.record import Record
from garlic.judge.workers.pool import PoolError
from garlic.web.app import create_app
from garlic.web.jobs import ratings, retries
from garlic.web.settings import ServerSettings
from support.busy import not_judged
from support.processes import eventually
from support.records import record_of
from support.web import arena_of, awaited, refusal_text

BOT = b"def play(state):\n    return state.legal_moves()[0]\n"


class Workers:
    """Workers whose games end at once; the first seat wins. Of *gate* games the last ones wait."""

    jobs = 1

    def __init__(self, gate: int = 10_000) -> None:
        self.gate = gate
        self.runs: list[GameRun] = []
        self.waiting: list[Future[bytes]] = []
        self.changes: list[Callable[[Record], Record]] = []
        self.fault: Exception | None = None
        self._lock = Lock()

    def executor(self, _: object) -> "Workers":
        return self

    def submit(self, _: object, game_run: GameRun) -> Future[bytes]:
        future: Future[bytes] = Future()
        with self._lock:
            self.runs.append(game_run)
            if self.fault is not None:
                future.set_exception(self.fault)
            elif len(self.runs) > self.gate:
                self.waiting.append(future)
            else:
                future.set_result(self.record(game_run))
        return future

    def record(self, game_run: GameRun) -> bytes:
        record = record_of("othello", ["d3", "c3", "c4"])
        record = replace(record, seed=game_run.seed, outcome=Outcome(Seat.A, "two passes", (3, 4)))
        change = self.changes.pop(0) if self.changes else _unchanged
        return change(record).dumps().encode()

    def end(self, fault: Exception) -> None:
        """Nothing that waits is played any more."""
        with self._lock:
            self.gate, self.fault = 0, fault
            waiting, self.waiting = self.waiting, []
        for future in waiting:
            if not future.done():
                future.set_exception(fault)


def _unchanged(record: Record) -> Record:
    return record


@pytest.fixture(autouse=True)
def is_quiet(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether the machine is quiet, as a list that a test may fill."""
    answers: list[bool] = []
    monkeypatch.setattr(retries, "_TICK_SECONDS", 0.02)
    monkeypatch.setattr(retries, "_FIRST_SECONDS", 0.02)
    monkeypatch.setattr(ratings, "_KEEP_SECONDS", 0.0)
    monkeypatch.setattr(quiet, "is_quiet", lambda: bool(answers))
    return answers


@contextmanager
def serving(
    folder: Path, workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> Iterator[TestClient]:
    """A server on the database in *folder*, whose ratings are played by *workers*."""
    monkeypatch.setenv("GARLIC_CACHE", str(folder / "cache"))
    app = create_app(ServerSettings(database=str(folder / "web.db")))
    services = app.state.arena.services
    monkeypatch.setattr(services.ratings, "_workers", workers)
    monkeypatch.setattr(services.checks, "begin", lambda *_: None)  # it would really play
    close = services.workers.close

    def close_workers() -> None:
        workers.end(PoolError("closed"))
        close()

    monkeypatch.setattr(services.workers, "close", close_workers)
    with TestClient(app, base_url="http://127.0.0.1:8000") as found:
        yield found


@pytest.fixture
def workers() -> Workers:
    return Workers()


@pytest.fixture
def client(
    tmp_path: Path, workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> Iterator[TestClient]:
    with serving(tmp_path, workers, monkeypatch) as found:
        yield found


def upload(client: TestClient, name: str = "mine", content: bytes = BOT) -> str:
    """Store a bot; the address of its page in the API."""
    files, data = {"file": ("bot.py", content)}, {"game": "othello", "name": name}
    return f"/api/bots/{client.post('/api/bots', files=files, data=data).json()['id']}"


def rate(client: TestClient, bot: str, **options: int | float | str) -> dict[str, Any]:
    answer = client.post(f"{bot}/rate", json={"game": "othello", "games": 8, **options})
    assert answer.status_code == 202, answer.text
    found: dict[str, Any] = answer.json()
    return found


def rating_of(bot: dict[str, Any]) -> dict[str, Any]:
    (found,) = bot["versions"][0]["ratings"]
    return dict(found)


def reached(client: TestClient, bot: str, state: str) -> dict[str, Any]:
    return rating_of(awaited(client, bot, lambda found: rating_of(found)["state"] == state))


def test_a_bot_is_rated_and_listed_with_its_rating(client: TestClient, workers: Workers) -> None:
    bot = upload(client)
    assert client.get(bot).json()["versions"][0]["ratings"] == []
    rate(client, bot)
    rating = reached(client, bot, "finished")
    # The first seat wins every game, so the bot wins one game of each pair.
    assert (rating["wins"], rating["draws"], rating["losses"]) == (4, 0, 4)
    assert rating["low"] < rating["rating"] < rating["high"]
    assert (rating["games"], rating["unjudged"], rating["outdated"]) == (8, 0, False)
    assert rating["measured"] == ladder_of(GAMES["othello"]).measured
    assert len(workers.runs) == 8
    (stored,) = client.get("/api/bots").json()["stored"]
    assert rating_of(stored) == rating
    (placed,) = client.get("/api/ladders/othello").json()["bots"]
    assert (placed["name"], placed["version"], placed["rating"]) == ("mine", 1, rating["rating"])
    assert client.get("/api/ladders/gomoku").json()["bots"] == []


def test_more_games_go_on_from_those_that_are_stored(client: TestClient, workers: Workers) -> None:
    bot = upload(client)
    rate(client, bot)
    first = reached(client, bot, "finished")
    rate(client, bot, games=12)
    found = awaited(client, bot, lambda bot: rating_of(bot)["games"] == 12)
    assert rating_of(found)["wanted_games"] == 12
    assert reached(client, bot, "finished")["rating"] != first["rating"]
    assert len(workers.runs) == 12


def test_it_ends_as_soon_as_the_interval_is_narrow(client: TestClient) -> None:
    bot = upload(client)
    rate(client, bot, games=2000, until=200)
    rating = reached(client, bot, "finished")
    assert rating["games"] < 200
    assert (rating["high"] - rating["low"]) / 2 <= 200


def test_every_version_has_its_own_rating(client: TestClient) -> None:
    bot = upload(client)
    rate(client, bot)
    old = reached(client, bot, "finished")
    assert upload(client, content=BOT + b"# better\n") == bot
    versions = client.get(bot).json()["versions"]
    assert [version["ratings"] for version in versions] == [[], [old]]


def test_games_that_could_not_be_judged_are_played_again_when_it_is_quiet(
    client: TestClient, workers: Workers, is_quiet: list[bool]
) -> None:
    workers.changes = [_unchanged, not_judged, not_judged]
    bot = upload(client)
    rate(client, bot)
    rating = reached(client, bot, "unfinished")
    assert (rating["games"], rating["unjudged"]) == (6, 2)
    is_quiet.append(True)
    rating = reached(client, bot, "finished")
    assert (rating["games"], rating["unjudged"]) == (8, 0)


def test_a_rating_without_a_judged_game_has_no_value(client: TestClient, workers: Workers) -> None:
    workers.changes = [not_judged] * 8
    bot = upload(client)
    rate(client, bot)
    rating = reached(client, bot, "unfinished")
    assert (rating["rating"], rating["low"], rating["stronger_than"]) == (None, None, None)
    assert client.get("/api/ladders/othello").json()["bots"] == []
    rate(client, bot)  # by hand, without waiting for a quiet machine
    assert reached(client, bot, "finished")["games"] == 8


def test_a_stopped_rating_keeps_its_result_and_goes_on_later(
    client: TestClient, workers: Workers
) -> None:
    workers.gate = 4
    bot = upload(client)
    rate(client, bot)
    awaited(client, bot, lambda found: rating_of(found)["games"] == 4)
    assert rate(client, bot)["versions"][0]["ratings"][0]["state"] == "running"  # it is running
    assert client.post(f"{bot}/rate/stop", json={"game": "othello"}).status_code == 200
    gate, workers.gate = workers.gate, 10_000
    for future in workers.waiting[:2]:
        future.set_result(workers.record(workers.runs[gate]))
    rating = reached(client, bot, "stopped")
    assert rating["games"] >= 4
    rate(client, bot)
    assert reached(client, bot, "finished")["games"] == 8


def test_the_next_server_continues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = Workers(gate=4), Workers()
    with serving(tmp_path, first, monkeypatch) as client:
        bot = upload(client)
        rate(client, bot)
        awaited(client, bot, lambda found: rating_of(found)["games"] == 4)
    with serving(tmp_path, second, monkeypatch) as client:
        assert reached(client, bot, "finished")["games"] == 8
    assert len(second.runs) == 4  # the others were stored


def test_a_bot_that_cannot_play_has_a_problem(client: TestClient, workers: Workers) -> None:
    workers.fault = UsageError("the game is over after this opening")
    bot = upload(client)
    rate(client, bot)
    rating = reached(client, bot, "failed")
    assert rating["problem"]["code"].startswith("core:")
    assert rating["rating"] is None


def test_a_removed_bot_is_no_longer_rated(client: TestClient, workers: Workers) -> None:
    workers.gate = 2
    bot = upload(client)
    rate(client, bot)
    awaited(client, bot, lambda found: rating_of(found)["games"] == 2)
    assert client.delete(bot).status_code == 204
    workers.end(UsageError("the game is over after this opening"))
    ours = arena_of(client).services.ratings
    assert eventually(lambda: not ours._ratings)
    assert client.get("/api/ladders/othello").json()["bots"] == []


@pytest.mark.parametrize(
    ("options", "status"),
    [
        ({"games": 0}, 422),
        ({"games": 1}, 422),
        ({"games": 10**6}, 422),
        ({"until": 1}, 422),
        ({"until": "nan"}, 422),
        ({"game": "chess"}, 400),
    ],
)
def test_invalid_options_are_refused(
    client: TestClient, options: dict[str, int | str], status: int
) -> None:
    bot = upload(client)
    answer = client.post(f"{bot}/rate", json={"game": "othello", **options})
    assert answer.status_code == status, answer.text
    assert client.get(bot).json()["versions"][0]["ratings"] == []


def test_an_unknown_bot_is_not_found(client: TestClient) -> None:
    assert client.post("/api/bots/77/rate", json={"game": "othello"}).status_code == 404
    assert client.post("/api/bots/77/rate/stop", json={"game": "othello"}).status_code == 404


def test_too_many_ratings_are_refused(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "_MOST_WAITING", 0)
    answer = client.post(f"{upload(client)}/rate", json={"game": "othello"})
    assert answer.status_code == 429
    assert "too much is waiting" in refusal_text(client, answer)
