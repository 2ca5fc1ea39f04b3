"""Which human games count for a person's strength."""

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from garlic.arena.rating.ladder import Ladder, Rung
from garlic.arena.statistics.scale import RatingScale
from garlic.core import Verdict
from garlic.games import GAMES
from garlic.judge.record import Turn
from garlic.web.app import create_app
from garlic.web.play import game
from garlic.web.settings import ServerSettings
from support.web import arena_of, awaited, document

LEVEL = ["human", "engine:othello?level=1"]


@pytest.fixture
def client(shared_client: TestClient) -> TestClient:
    return shared_client


def begin(client: TestClient, **settings: object) -> str:
    """Start a game; its address."""
    request = {"game": "othello", "seats": LEVEL, "map": "6x6", **settings}
    answer = client.post("/api/plays", json=request)
    assert answer.status_code == 201, answer.text
    return f"/api/plays/{answer.json()['id']}"


def counts(client: TestClient, path: str) -> str:
    return str(document(client.get(path))["counts"])


def move(client: TestClient, path: str) -> dict[str, Any]:
    """Play the first legal move and wait for the answer."""
    view = awaited(client, path, lambda view: view["status"]["waiting"])
    ply, chosen = view["status"]["ply"], view["status"]["moves"]["a"][0]["move"]
    answer = client.post(f"{path}/moves", json={"seat": "a", "move": chosen, "ply": ply})
    assert answer.status_code == 200, answer.text
    return awaited(
        client, path, lambda view: view["status"]["ply"] > ply + 1 and view["status"]["waiting"]
    )


def post(client: TestClient, path: str, command: str, **body: object) -> None:
    view = awaited(client, path, lambda view: view["status"]["waiting"])
    body = {"ply": view["status"]["ply"], **body}
    answer = client.post(f"{path}/{command}", json=body)
    assert answer.status_code == 200, answer.text


def test_a_game_against_a_level_counts_to_its_end(client: TestClient) -> None:
    path = begin(client)
    move(client, path)
    assert counts(client, path) == "yes"
    post(client, path, "resign", seat="a")
    awaited(client, path, lambda view: view["status"]["outcome"])
    assert counts(client, path) == "yes"
    # What is looked at after the end does not matter.
    assert client.post(f"{path}/analysis", json={"on": True}).status_code == 200
    assert counts(client, path) == "yes"


@pytest.mark.parametrize(
    ("command", "body"),
    [("hint", {"seat": "a"}), ("take_back", {}), ("swap", {}), ("analysis", {"on": True})],
)
def test_a_game_with_help_does_not_count(
    client: TestClient, command: str, body: dict[str, object]
) -> None:
    path = begin(client)
    move(client, path)
    post(client, path, command, **body)
    assert counts(client, path) == "helped"
    again = client.post(f"{path}/again", json={}).json()
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
        settings = {**settings, "position": document(client.get(begin(client)))["start"]}
    assert counts(client, begin(client, **settings)) == why


def test_a_game_without_a_measured_ladder_has_no_scale(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    short = Ladder("othello", RatingScale(), (Rung("random:othello", 0.0, 0.0, 0.0, 0),))
    path = begin(client, seats=["human", "random:othello"])
    monkeypatch.setattr(game, "ladder_of", lambda _: short)
    assert counts(client, path) == "no scale"


def test_a_fault_of_the_opponent_does_not_count(client: TestClient) -> None:
    path = begin(client)
    move(client, path)
    late = Turn(2, GAMES["othello"].seats[1], None, Verdict.TOO_LATE)
    arena_of(client).human_games.get(path.rpartition("/")[2])._turns.append(late)
    assert counts(client, path) == "fault"


def test_help_is_remembered_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GARLIC_CACHE", str(tmp_path / "cache"))
    settings = ServerSettings(database=str(tmp_path / "web.db"))
    with TestClient(create_app(settings), base_url="http://127.0.0.1:8000") as first:
        path = begin(first)
        post(first, path, "hint", seat="a")
    with TestClient(create_app(settings), base_url="http://127.0.0.1:8000") as second:
        assert counts(second, path) == "helped"
