"""Matches over the API: started, shown live, stored, stopped, resumed."""

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from garlic.web.app import create_app
from garlic.web.settings import ServerSettings
from support.web import arena_of, awaited, document, refusal_text

QUICK = {"game": "tiaojia", "bots": ["random:tiaojia", "engine:tiaojia?level=1"]}
SLEEPY = (
    b"import time\n\n\ndef play(state):\n    time.sleep(0.3)\n    return state.legal_moves()[0]\n"
)


@pytest.fixture
def client(shared_client: TestClient) -> TestClient:
    return shared_client


def begin(client: TestClient, **options: object) -> dict[str, Any]:
    answer = client.post("/api/matches", json={**QUICK, **options})
    assert answer.status_code == 201, answer.text
    return document(answer)


def ended(client: TestClient, number: int, seconds: float = 60) -> dict[str, Any]:
    path = f"/api/matches/{number}"
    return awaited(
        client, path, lambda match: match["state"] not in ("waiting", "running"), seconds
    )


def test_a_match_is_played_and_stored(client: TestClient) -> None:
    made = begin(client, games=2, seed=7)
    match = ended(client, made["id"])
    assert match["state"] == "finished"
    tally = match["tally"]
    assert tally["played"] == tally["games"] == 2
    assert tally["won"] + tally["drawn"] + tally["lost"] == 2
    first, second = match["all_games"]
    assert first["names"] == second["names"][::-1] == match["names"]
    assert first["seed"] == second["seed"] == 7
    assert len({first["result"]["key"], second["result"]["key"]}) == 2


def test_a_game_with_a_known_record_can_be_watched(client: TestClient) -> None:
    first = ended(client, begin(client, games=2, seed=7)["id"])
    second = ended(client, begin(client, games=2, seed=7)["id"])
    assert second["state"] == "finished"
    for played, known in zip(first["all_games"], second["all_games"], strict=True):
        live = client.get(f"/api/live/{known['live']}").json()
        assert live["state"] == "finished"
        assert live["key"] == played["result"]["key"]
        assert live["names"] == played["names"]
    assert client.get(f"/api/live/{second['id']}-3").status_code == 404


def test_a_game_is_published_step_by_step(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    arena = arena_of(client)
    monkeypatch.setattr(arena.hub, "skip", lambda _: False)  # somebody looks
    match = begin(client)
    ended(client, match["id"])
    (game,) = match["all_games"]
    live = client.get(f"/api/live/{game['live']}").json()
    assert live["state"] == "finished"
    assert live["names"] == list(match["names"])
    assert live["steps"] == []  # the record has them
    result = client.get(f"/api/matches/{match['id']}").json()["all_games"][0]["result"]
    assert live["key"] == result["key"]
    events = [
        json.loads(event.content.decode().partition("data: ")[2])
        for event in arena.hub._history
        if event.topic == f"match:{game['live']}"
    ]
    assert events[0]["kind"] == "start"
    assert events[0]["data"]["shape"]["geometry"]
    assert events[-1] == {
        "topic": f"match:{game['live']}",
        "kind": "end",
        "data": {"state": "finished", "key": result["key"]},
    }
    steps = [step for event in events[1:-1] for step in event["data"]["steps"]]
    assert len(steps) == result["turns"]
    assert all(turn["move"] for step in steps for turn in step["turns"])


def test_the_list_has_pages_and_filters(client: TestClient) -> None:
    before = client.get("/api/matches").json()["total"]
    made = [ended(client, begin(client, seed=number)["id"])["id"] for number in range(3)]
    page = client.get("/api/matches", params={"limit": 2}).json()
    assert page["total"] == before + 3
    assert [match["id"] for match in page["matches"]] == [made[2], made[1]]
    rest = client.get("/api/matches", params={"limit": 2, "offset": 2}).json()
    assert rest["matches"][0]["id"] == made[0]
    assert client.get("/api/matches", params={"game": "othello"}).json()["total"] == 0
    assert client.get("/api/matches", params={"bot": "random:tiaojia"}).json()["total"] >= 3
    assert client.get("/api/matches", params={"bot": "nobody"}).json()["total"] == 0
    assert client.get("/api/matches", params={"state": "running"}).json()["total"] == 0


def test_a_game_that_was_played_before_is_not_played_again(client: TestClient) -> None:
    first = ended(client, begin(client, seed=3)["id"])
    again = ended(client, begin(client, seed=3)["id"])
    keys = [match["all_games"][0]["result"]["key"] for match in (first, again)]
    assert keys[0] == keys[1]


@pytest.fixture
def sleepy(client: TestClient) -> str:
    made = client.post("/api/bots", files={"file": ("slow.py", SLEEPY)}, data={"game": "tiaojia"})
    return str(made.json()["versions"][0]["bot"])


def test_a_match_is_stopped_and_resumed(client: TestClient, sleepy: str) -> None:
    options = {"bots": [sleepy, "random:tiaojia"], "limits": "turn=2s", "games": 40}
    match = begin(client, **options)
    stopped = client.post(f"/api/matches/{match['id']}/stop")
    assert stopped.status_code == 200
    match = ended(client, match["id"])
    assert match["state"] == "stopped"
    assert match["tally"]["played"] < 40
    assert client.post(f"/api/matches/{match['id']}/again").json()["state"] == "running"
    client.post(f"/api/matches/{match['id']}/stop")
    ended(client, match["id"])


def test_a_match_is_stopped_after_a_server_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GARLIC_CACHE", str(tmp_path / "cache"))
    settings = ServerSettings(database=str(tmp_path / "web.db"))
    with TestClient(create_app(settings), base_url="http://127.0.0.1:8000") as client:
        made = begin(client, games=200)
    with TestClient(create_app(settings), base_url="http://127.0.0.1:8000") as client:
        match = client.get(f"/api/matches/{made['id']}").json()
        assert match["state"] == "stopped"
        assert {game["state"] for game in match["all_games"]} <= {"stopped", "finished"}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"game": "chess"}, "chess"),
        ({"bots": ["engine:othello", "random:tiaojia"]}, "no player 'engine:othello'"),
        ({"bots": ["human", "random:tiaojia"]}, "a human cannot take part here"),
        ({"game": "othello", "bots": ["random:othello"] * 2, "map": "/etc/passwd"}, "no bundled"),
        ({"limits": "turn=1000min"}, "at most 600 s"),
        ({"limits": "memory=900GB"}, "at most 2048 MB"),
        ({"bots": ["engine:tiaojia?threads=64", "random:tiaojia"]}, "no option 'threads'"),
        ({"limits": "nonsense"}, "expected limits"),
        ({"rule": "odd"}, "no rule set"),
        ({"opening": "zz"}, "zz"),
    ],
)
def test_invalid_options_are_refused(
    client: TestClient, options: dict[str, str | list[str]], words: str
) -> None:
    before = client.get("/api/matches").json()["total"]
    answer = client.post("/api/matches", json={**QUICK, **options})
    assert answer.status_code == 400
    assert words in refusal_text(client, answer)
    assert client.get("/api/matches").json()["total"] == before


def test_a_match_fails_if_the_queue_is_full_and_can_be_resumed(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arena_of(client).services.workers, "_most_waiting", 0)
    match = ended(client, begin(client, seed=99)["id"])
    assert match["state"] == "failed"
    assert match["problem"]["code"].startswith("core:")
    monkeypatch.undo()
    client.post(f"/api/matches/{match['id']}/again")
    assert ended(client, match["id"])["state"] == "finished"


def test_an_unknown_match_is_not_found(client: TestClient) -> None:
    assert client.get("/api/matches/77").status_code == 404
    assert client.post("/api/matches/77/stop").status_code == 404
    assert client.get("/api/live/77-1").status_code == 404


def test_a_bot_that_crashes_loses_and_the_fault_is_listed(client: TestClient) -> None:
    crash = b"def play(state):\n    raise RuntimeError\n"
    made = client.post("/api/bots", files={"file": ("c.py", crash)}, data={"game": "tiaojia"})
    bot = made.json()["versions"][0]["bot"]
    match = ended(client, begin(client, bots=[bot, "random:tiaojia"])["id"])
    assert match["tally"]["lost"] == 1
    assert match["all_games"][0]["result"]["faults"][0]
    results = client.get(f"/api/bots/{made.json()['id']}").json()["results"]
    assert results[0]["opponent"] == "random:tiaojia"
    assert results[0]["seat"] == "a"
