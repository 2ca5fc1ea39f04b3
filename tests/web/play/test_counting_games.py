"""Which human games count for a person's strength."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from garlic.arena.rating.ladder import Ladder, Rung
from garlic.arena.statistics.scale import RatingScale
from garlic.core import Verdict
from garlic.games import GAMES
from garlic.judge.record import Turn
from garlic.web.app import create_app
from garlic.web.play import counting
from garlic.web.settings import ServerSettings
from support.web import arena_of
from web.play.tables import Table

LEVEL = ["human", "engine:othello?level=1"]


@pytest.fixture
def client(shared_client: TestClient) -> TestClient:
    return shared_client


def begin(client: TestClient, **settings: object) -> Table:
    return Table(client, **{"game": "othello", "seats": LEVEL, "map": "6x6", **settings})


def counts(table: Table) -> str:
    return str(table.view()["counts"])


def move(table: Table) -> None:
    """Play the first legal move and wait for the answer."""
    status = table.wait(lambda status: status["waiting"])
    ply, chosen = status["ply"], status["moves"]["a"][0]["move"]
    assert table.post("moves", seat="a", move=chosen, ply=ply).status_code == 200
    table.wait(lambda status: status["ply"] > ply + 1 and status["waiting"])


def post(table: Table, command: str, **body: object) -> None:
    ply = table.wait(lambda status: status["waiting"])["ply"]
    answer = table.post(command, **{"ply": ply, **body})
    assert answer.status_code == 200, answer.text


def test_a_game_against_a_level_counts_to_its_end(client: TestClient) -> None:
    table = begin(client)
    move(table)
    assert counts(table) == "yes"
    post(table, "resign", seat="a")
    table.over()
    assert counts(table) == "yes"
    # What is looked at after the end does not matter.
    assert table.post("analysis", on=True).status_code == 200
    assert counts(table) == "yes"


@pytest.mark.parametrize(
    ("command", "body"),
    [("hint", {"seat": "a"}), ("take_back", {}), ("swap", {}), ("analysis", {"on": True})],
)
def test_a_game_with_help_does_not_count(
    client: TestClient, command: str, body: dict[str, object]
) -> None:
    table = begin(client)
    move(table)
    post(table, command, **body)
    assert counts(table) == "helped"
    again = table.post("again").json()
    assert again["counts"] == "yes"


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"seats": ["human", "human"]}, "opponent"),
        ({"seats": ["human", "baseline:othello/task1"]}, "opponent"),
        ({"seats": ["human", "random:othello"]}, "yes"),
        ({"position": "of a game"}, "position"),
    ],
)
def test_other_games_do_not_count(
    client: TestClient, settings: dict[str, object], why: str
) -> None:
    if "position" in settings:
        settings = {**settings, "position": begin(client).view()["start"]}
    assert counts(begin(client, **settings)) == why


def test_a_game_without_a_measured_ladder_has_no_scale(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    short = Ladder("othello", RatingScale(), (Rung("random:othello", 0.0, 0.0, 0.0, 0),))
    table = begin(client, seats=["human", "random:othello"])
    monkeypatch.setattr(counting, "ladder_of", lambda _: short)
    assert counts(table) == "no scale"


def test_a_fault_of_the_opponent_does_not_count(client: TestClient) -> None:
    table = begin(client)
    move(table)
    late = Turn(2, GAMES["othello"].seats[1], None, Verdict.TOO_LATE)
    arena_of(client).human_games.get(table.id)._turns.append(late)
    assert counts(table) == "fault"


def test_help_is_remembered_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GARLIC_CACHE", str(tmp_path / "cache"))
    settings = ServerSettings(database=str(tmp_path / "web.db"))
    with TestClient(create_app(settings), base_url="http://127.0.0.1:8000") as first:
        table = begin(first)
        post(table, "hint", seat="a")
    with TestClient(create_app(settings), base_url="http://127.0.0.1:8000") as second:
        table.client = second
        assert counts(table) == "helped"
