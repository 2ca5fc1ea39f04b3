"""One's own account, and whose things are."""

from pathlib import Path

from httpx2 import Response

from support.classes import Classroom
from support.things import make_things


def rename(room: Classroom, name: str) -> Response:
    return room.client("ada").post("/api/account/name", json={"name": name})


def test_people_change_their_own_name(room: Classroom) -> None:
    assert rename(room, "  Ada\n Lovelace\u202e ").status_code == 204
    assert room.client("ada").get("/api/account").json()["name"] == "Ada Lovelace"
    assert room.client("ada").get("/api/session").json()["person"]["login"] == "ada"
    refused = [rename(room, name).status_code for name in ("", " \t", "x" * 121)]
    assert refused == [422, 400, 422]
    entries = room.client("root").get("/api/audit").json()
    renamed = [entry for entry in entries if entry["action"] == "person renamed"]
    assert [(entry["person"], entry["details"]) for entry in renamed] == [("ada", {})]


def test_whoever_sees_something_sees_whose_it_is(room: Classroom, tmp_path: Path) -> None:
    things = make_things(room, tmp_path, suffix="owned")
    rename(room, "Ada Lovelace")
    for who in ("ada", "assistant"):
        client = room.client(who)
        for path in (f"/api/matches/{things.match}", f"/api/grades/{things.grade}"):
            assert client.get(path).json()["owner"] == "Ada Lovelace"
        assert {one["owner"] for one in client.get("/api/tournaments").json()} == {"Ada Lovelace"}
        matches = client.get("/api/matches").json()["matches"]
        assert [one["owner"] for one in matches] == ["Ada Lovelace"]
        assert [one["owner"] for one in client.get("/api/grades").json()] == ["Ada Lovelace"]
    cup = {"name": "cup", "game": "tiaojia", "begin": False} | {
        "bots": [{"name": name, "bot": "random:tiaojia"} for name in "xy"]
    }
    made = room.client("assistant").post("/api/tournaments", json=cup).json()
    assert room.client("bob").get(f"/api/tournaments/{made['id']}").json()["owner"] == "Assistant"


def test_what_is_typed_is_stored_as_one_line(room: Classroom) -> None:
    """PostgreSQL refuses a NUL, and nobody wants to see one."""
    path = f"/api/courses/{room.course()}/people"
    body = {"login": "eve", "name": "Eve\u0000", "number": "1\u00007", "group": "A\n\u0000"}
    made = room.client("teacher").post(path, json=body)
    assert made.status_code == 201, made.text
    person = made.json()["person"]
    assert (person["name"], person["number"], person["group"]) == ("Eve", "1 7", "A")
