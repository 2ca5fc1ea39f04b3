"""Tournaments over the API: made, run behind the page, watched, stopped, exported."""

import csv
import io
import json
import threading
import time
from pathlib import Path

import pytest

from garlic.arena.definition import read_definition
from garlic.arena.executors import Executing
from garlic.arena.runner import run
from garlic.arena.tournament import create
from garlic.store import open_database
from support.web import refusal_text

WISH = {
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
def client(shared_client):
    return shared_client


def make(client, **wishes):
    answer = client.post("/api/tournaments", json={**WISH, **wishes})
    assert answer.status_code == 201, answer.text
    return answer.json()


def settled(client, number, seconds=90, wanted=("finished", "stopped")):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = client.get(f"/api/tournaments/{number}").json()
        if found["state"] in wanted and not found["ours"]:
            return found
        time.sleep(0.1)
    raise AssertionError(found)


@pytest.fixture(scope="module")
def finished(shared_client):
    return settled(shared_client, make(shared_client)["id"])


def test_a_tournament_is_played_to_its_end(finished):
    assert finished["state"] == "finished"
    assert (finished["played"], finished["scheduled"]) == (6, 6)
    assert {line["name"] for line in finished["standings"]} == {"strong", "<b>weak</b>", "base"}
    assert all(line["low"] <= line["elo"] <= line["high"] for line in finished["standings"])
    assert finished["problem"] is None
    assert finished["curve"]


def test_the_cross_table_adds_up(finished):
    meetings = {(one["first"], one["second"]): one for one in finished["meetings"]}
    assert len(meetings) == 6
    for (first, second), one in meetings.items():
        other = meetings[second, first]
        assert (one["won"], one["drawn"], one["lost"]) == (
            other["lost"],
            other["drawn"],
            other["won"],
        )
    for line in finished["standings"]:
        won = sum(one["won"] for (first, _), one in meetings.items() if first == line["place"])
        assert won == line["won"]


def test_every_game_can_be_opened(client, finished):
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


def test_it_is_exported(client, finished):
    home = f"/api/tournaments/{finished['id']}/export"
    rows = list(csv.DictReader(io.StringIO(client.get(f"{home}/csv").text.removeprefix("\ufeff"))))
    assert len(rows) == 6
    assert len(json.loads(client.get(f"{home}/json").content)["games"]) == 6
    report = client.get(f"{home}/html", params={"language": "zh"})
    assert "<b>weak" not in report.text
    assert "sandbox" in report.headers["content-security-policy"]
    assert client.get(f"{home}/nonsense").status_code == 400


def test_a_file_describes_one_too(client):
    file = b"""
game = "tiaojia"
games = 2
openings = "none"
bots = ["random:tiaojia", "engine:tiaojia?level=1"]
"""
    made = client.post("/api/tournaments/file", files={"file": ("t.toml", file)})
    assert made.status_code == 201
    assert settled(client, made.json()["id"])["played"] == 2


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
def test_files_that_reach_for_more_are_refused(client, file, words, monkeypatch):
    monkeypatch.setattr("garlic.web.jobs.bots.os.getuid", lambda: 4321)
    answer = client.post("/api/tournaments/file", files={"file": ("t.toml", file)})
    assert answer.status_code == 400
    assert words in refusal_text(client, answer)
    assert "root:" not in answer.text


def test_it_is_stopped_and_resumed(client):
    made = make(client, games=200, name="long")
    path = f"/api/tournaments/{made['id']}"
    assert settled(client, made["id"], wanted=("running",)) if not made["ours"] else True
    end = time.monotonic() + 30
    while client.get(path).json()["state"] != "running" and time.monotonic() < end:
        time.sleep(0.05)
    assert client.post(f"{path}/resume").status_code == 409
    assert client.post(f"{path}/stop").status_code == 200
    stopped = settled(client, made["id"])
    assert stopped["state"] == "stopped"
    assert stopped["played"] < stopped["scheduled"]
    assert client.post(f"{path}/stop").status_code == 409
    assert client.post(f"{path}/resume").status_code == 200
    end = time.monotonic() + 30
    while client.get(path).json()["state"] != "running" and time.monotonic() < end:
        time.sleep(0.05)
    client.post(f"{path}/stop")
    assert settled(client, made["id"])["played"] >= stopped["played"]


def test_one_that_another_process_runs_is_watched(client):
    """Here it is another connection and runner, which the server does not know of."""
    arena = client.app.state.arena
    heard = []
    with open_database(arena.settings.database) as database:
        wishes = read_definition({**WISH, "openings": "none", "bots": WISH["bots"][1:]})
        number = create(database, wishes, Path())
        watcher = threading.Event()

        def publish(topic, kind, data=None, real=arena.hub.publish):
            if topic == f"tournament:{number}":
                heard.append((kind, data))
                watcher.set()
            real(topic, kind, data)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(arena.hub, "publish", publish)
            time.sleep(1.6)  # the server has looked before it runs
            run(database, number, Executing(jobs=1))
            assert watcher.wait(10)
            end = time.monotonic() + 10
            while ("changed", {"id": number}) not in heard and time.monotonic() < end:
                time.sleep(0.1)
    assert ("changed", {"id": number}) in heard
    found = client.get(f"/api/tournaments/{number}").json()
    assert (found["state"], found["ours"]) == ("finished", False)


def test_another_name_in_a_tournament_is_no_other_bot(client):
    file = {"file": ("b.py", b"def play(state):\n    return state.legal_moves()[0]\n")}
    made = client.post("/api/bots", files=file, data={"game": "tiaojia", "name": "mine"}).json()
    stored = made["versions"][0]["bot"]
    entrants = [{"name": "alias", "bot": stored}, {"name": "other", "bot": "random:tiaojia"}]
    number = make(client, bots=entrants, openings="none")["id"]
    assert settled(client, number)["state"] == "finished"
    listed = [one["name"] for one in client.get("/api/bots").json()["stored"]]
    assert listed == ["mine"]
    again = make(client, bots=[{"name": "mine", "bot": stored}, entrants[1]], begin=False)
    assert again["state"] == "waiting"
    assert [one["name"] for one in client.get("/api/bots").json()["stored"]] == ["mine"]


def test_there_is_no_tournament_of_that_number(client):
    assert client.get("/api/tournaments/777").status_code == 404
    assert client.get("/api/tournaments/777/export/csv").status_code == 404
    choices = client.get("/api/tournaments/choices").json()
    assert "swiss" in choices["with_rounds"]
