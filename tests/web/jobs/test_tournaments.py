"""Tournaments over the API: created, run in the background, watched, stopped, exported."""

import csv
import io
import json
import threading
import time
from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from garlic.arena.definition import read_definition
from garlic.arena.executors import Executing
from garlic.arena.runner import run
from garlic.arena.tournament import create
from garlic.people.rules import Thing
from garlic.store import open_database
from garlic.web.jobs.events import Changed
from support.processes import eventually
from support.web import arena_of, awaited, document, refusal_text

REQUEST: dict[str, Any] = {
    "name": "an evening",
    "game": "tiaojia",
    "bots": [
        {"name": "strong", "bot": "engine:tiaojia?level=2"},
        {"name": "<b>weak</b>", "bot": "random:tiaojia"},
        {"name": "base", "bot": "engine:tiaojia?level=1"},
    ],
    "games": 2,
    "openings": "random",
}


@pytest.fixture
def client(shared_client: TestClient) -> TestClient:
    return shared_client


def start(client: TestClient, **options: object) -> dict[str, Any]:
    answer = client.post("/api/tournaments", json={**REQUEST, **options})
    assert answer.status_code == 201, answer.text
    return document(answer)


def ended(
    client: TestClient,
    number: int,
    seconds: float = 90,
    states: Collection[str] = ("finished", "stopped"),
) -> dict[str, Any]:
    path = f"/api/tournaments/{number}"
    return awaited(
        client, path, lambda found: found["state"] in states and not found["ours"], seconds
    )


@pytest.fixture(scope="module")
def finished(shared_client: TestClient) -> dict[str, Any]:
    return ended(shared_client, start(shared_client)["id"])


def test_a_tournament_is_played_to_its_end(finished: dict[str, Any]) -> None:
    assert finished["state"] == "finished"
    assert (finished["played"], finished["scheduled"]) == (6, 6)
    assert {line["name"] for line in finished["standings"]} == {"strong", "<b>weak</b>", "base"}
    assert all(line["low"] <= line["elo"] <= line["high"] for line in finished["standings"])
    assert finished["problem"] is None
    assert finished["curve"]


def test_the_cross_table_adds_up(finished: dict[str, Any]) -> None:
    meetings = {(row["first"], row["second"]): row for row in finished["meetings"]}
    assert len(meetings) == 6
    for (first, second), meeting in meetings.items():
        reverse = meetings[second, first]
        assert (meeting["won"], meeting["drawn"], meeting["lost"]) == (
            reverse["lost"],
            reverse["drawn"],
            reverse["won"],
        )
    for line in finished["standings"]:
        won = sum(row["won"] for (first, _), row in meetings.items() if first == line["place"])
        assert won == line["won"]


def test_games_are_listed_in_pages_and_filtered(
    client: TestClient, finished: dict[str, Any]
) -> None:
    page = client.get(f"/api/tournaments/{finished['id']}/games", params={"limit": 4}).json()
    assert page["total"] == 6
    assert len(page["games"]) == 4
    assert all(len(game["key"]) == 64 for game in page["games"])
    place = finished["standings"][0]["place"]
    own = client.get(f"/api/tournaments/{finished['id']}/games", params={"place": place}).json()
    assert own["total"] == 4
    faulty = client.get(
        f"/api/tournaments/{finished['id']}/games", params={"with_faults": True}
    ).json()
    assert faulty["total"] == 0


def test_exports(client: TestClient, finished: dict[str, Any]) -> None:
    home = f"/api/tournaments/{finished['id']}/export"
    rows = list(csv.DictReader(io.StringIO(client.get(f"{home}/csv").text.removeprefix("\ufeff"))))
    assert len(rows) == 6
    assert len(json.loads(client.get(f"{home}/json").content)["games"]) == 6
    report = client.get(f"{home}/html", params={"language": "zh"})
    assert "<b>weak" not in report.text
    assert "sandbox" in report.headers["content-security-policy"]
    assert client.get(f"{home}/nonsense").status_code == 400


def test_a_tournament_is_created_from_a_file(client: TestClient) -> None:
    file = b"""
game = "tiaojia"
games = 2
openings = "none"
bots = ["random:tiaojia", "engine:tiaojia?level=1"]
"""
    made = client.post("/api/tournaments/file", files={"file": ("t.toml", file)})
    assert made.status_code == 201
    assert ended(client, made.json()["id"])["played"] == 2


@pytest.mark.parametrize(
    ("file", "words"),
    [
        (b"nonsense", "expected a tournament in TOML"),
        (b'game = "tiaojia"\nbots = ["/etc/passwd", "random:tiaojia"]', ""),
        (
            b'game = "othello"\nmaps = ["/etc/passwd"]\nbots = ["random:othello", "x"]',
            "no bundled map",
        ),
        (b'game = "tiaojia"\nbots = ["human", "random:tiaojia"]', "a human cannot"),
        (b'game = "tiaojia"\nlimits = "memory=99GB"\nbots = ["random:tiaojia"]', "2 to 1000 bots"),
    ],
)
def test_files_with_forbidden_bots_or_maps_are_refused(
    client: TestClient, file: bytes, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("garlic.web.jobs.bots.os.getuid", lambda: 4321)
    answer = client.post("/api/tournaments/file", files={"file": ("t.toml", file)})
    assert answer.status_code == 400
    assert words in refusal_text(client, answer)
    assert "root:" not in answer.text


def test_a_tournament_is_stopped_and_resumed(client: TestClient) -> None:
    bots = [{"name": name, "bot": "random:othello"} for name in "ab"]
    made = start(client, games=400, name="long", game="othello", bots=bots, openings="none")
    path = f"/api/tournaments/{made['id']}"
    assert ended(client, made["id"], states=("running",)) if not made["ours"] else True
    end = time.monotonic() + 30
    while client.get(path).json()["state"] != "running" and time.monotonic() < end:
        time.sleep(0.05)
    assert client.post(f"{path}/resume").status_code == 409
    assert client.post(f"{path}/stop").status_code == 200
    stopped = ended(client, made["id"])
    assert stopped["state"] == "stopped"
    assert stopped["played"] < stopped["scheduled"]
    assert client.post(f"{path}/stop").status_code == 409
    assert client.post(f"{path}/resume").status_code == 200
    end = time.monotonic() + 30
    while client.get(path).json()["state"] != "running" and time.monotonic() < end:
        time.sleep(0.05)
    client.post(f"{path}/stop")
    assert ended(client, made["id"])["played"] >= stopped["played"]


def test_a_tournament_of_another_process_is_published(client: TestClient) -> None:
    """The other process is simulated by another connection and runner."""
    arena = arena_of(client)
    published = []
    with open_database(arena.settings.database) as database:
        values = {**REQUEST, "openings": "none", "bots": REQUEST["bots"][1:]}
        number = create(database, read_definition(values), Path())
        first = threading.Event()

        real = arena.hub.publish

        def publish(event: Any, about: Thing | None = None) -> None:
            if event.topic == f"tournament:{number}":
                published.append((event.kind, event.data))
                first.set()
            real(event, about)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(arena.hub, "publish", publish)
            time.sleep(1.6)  # the server polls once before it runs
            run(database, number, Executing(jobs=1))
            assert first.wait(600)
            assert eventually(lambda: ("changed", Changed(id=number)) in published)
    assert ("changed", Changed(id=number)) in published
    found = client.get(f"/api/tournaments/{number}").json()
    assert (found["state"], found["ours"]) == ("finished", False)


def test_another_name_in_a_tournament_creates_no_bot(client: TestClient) -> None:
    file = {"file": ("b.py", b"def play(state):\n    return state.legal_moves()[0]\n")}
    made = client.post("/api/bots", files=file, data={"game": "tiaojia", "name": "mine"}).json()
    stored = made["versions"][0]["bot"]
    entrants = [{"name": "alias", "bot": stored}, {"name": "other", "bot": "random:tiaojia"}]
    number = start(client, bots=entrants, openings="none")["id"]
    assert ended(client, number)["state"] == "finished"
    listed = [bot["name"] for bot in client.get("/api/bots").json()["stored"]]
    assert listed == ["mine"]
    again = start(client, bots=[{"name": "mine", "bot": stored}, entrants[1]], begin=False)
    assert again["state"] == "waiting"
    assert [bot["name"] for bot in client.get("/api/bots").json()["stored"]] == ["mine"]


def test_an_unknown_tournament_is_not_found(client: TestClient) -> None:
    assert client.get("/api/tournaments/777").status_code == 404
    assert client.get("/api/tournaments/777/export/csv").status_code == 404
    choices = client.get("/api/tournaments/choices").json()
    assert "swiss" in choices["with_rounds"]
