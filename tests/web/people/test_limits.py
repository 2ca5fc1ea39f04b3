"""What somebody may use: the answer and the sentence when it is used up; others have theirs."""

from pathlib import Path
from typing import Any

import pytest
from httpx2 import Response

from garlic.core import Text
from support.classes import Classroom
from support.things import make_things

OPEN = {"game": "tiaojia", "seats": ["human", "human"]}


def code(answer: Response) -> Any:
    return answer.json()["problem"]["code"]


def sentence(room: Classroom, answer: Response) -> str:
    """What the page shows."""
    texts = room.nobody().get("/api/texts/en").json()
    return str(Text(texts[code(answer)], **answer.json()["problem"]["values"]))


def test_open_human_games_are_limited_for_each_person(
    room: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("garlic.web.play.games._MOST_OF_ONE", 2)
    monkeypatch.setattr("garlic.web.play.games._MOST_OF_ALL", 4)
    watched: set[str] = set()
    monkeypatch.setattr(room.arena.hub, "watched", lambda topic: topic in watched)

    def begin(who: str) -> tuple[int, str | None]:
        answer = room.client(who).post("/api/plays", json=OPEN)
        body = answer.json()
        if answer.status_code == 201:
            watched.add(f"play:{body['id']}")
            return 201, None
        return answer.status_code, body["problem"]["code"]

    assert [begin("ada")[0] for _ in range(2)] == [201, 201]
    assert begin("ada") == (429, "play.too_many_yours")
    assert [begin("bob")[0] for _ in range(2)] == [201, 201], "his games are his own"
    assert begin("guest") == (429, "play.full")
    watched.clear()  # everybody has closed the page
    assert begin("guest")[0] == begin("ada")[0] == 201


def test_running_tournaments_are_limited_for_each_person(
    room: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("garlic.web.jobs.tournaments._MOST_OF_ONE", 0)
    cup = {"name": "cup", "game": "tiaojia"} | {
        "bots": [{"name": name, "bot": "random:tiaojia"} for name in "xy"]
    }
    refused = room.client("ada").post("/api/tournaments", json=cup)
    assert refused.status_code == 429
    assert sentence(room, refused) == "0 tournaments of yours are running; wait for one, or stop it"


def test_waiting_reviews_are_limited_for_each_person(
    room: Classroom, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("garlic.web.view.reviews._MOST_OF_ONE", 0)
    things = make_things(room, tmp_path, suffix="limits")
    path = f"/api/records/{things.key}/review"
    refused = room.client("ada").post(path, json={"seconds": 0.1})
    assert (refused.status_code, code(refused)) == (429, "problem.too_many_reviews")


UPLOAD = {"file": ("bot.py", b"print(1)\n")}
MATCH = {"game": "tiaojia", "bots": ["random:tiaojia", "random:tiaojia"], "games": 2}


@pytest.mark.parametrize(
    ("limits", "call", "expected"),
    [
        (
            {"uploads": 0},
            "upload",
            "you may upload 0 files an hour; try again later",
        ),
        (
            {"disk_megabytes": 0},
            "upload",
            "your bots, records and reports fill your 0 MB: remove some bots",
        ),
        (
            {"queued_games": 1},
            "match",
            " games of yours are waiting or running, and 1 may: 2 more are too many; wait, or"
            " stop some",
        ),
        (
            {"cpu_minutes": 0},
            "match",
            "your bots have used their 0 minutes of processor time today; they may go on"
            " tomorrow (UTC)",
        ),
    ],
)
def test_a_limit_is_reached(
    room: Classroom, limits: dict[str, int], call: str, expected: str
) -> None:
    """The teacher sets it, the student is told, and somebody else goes on."""
    person = f"/api/courses/{room.course()}/people/{room.id_of('bob')}"
    teacher = room.client("teacher")
    assert teacher.patch(person, json={"limits": limits}).status_code == 200

    def begin(who: str) -> Response:
        if call == "match":
            return room.client(who).post("/api/matches", json=MATCH)
        data = {"game": "tiaojia", "name": f"bot {limits}"}
        return room.client(who).post("/api/bots", files=UPLOAD, data=data)

    refused = begin("bob")
    assert refused.status_code == 429
    assert sentence(room, refused).endswith(expected)
    assert begin("ada").status_code == 201
    assert teacher.patch(person, json={"usual_limits": True}).status_code == 200
    assert begin("bob").status_code == 201
