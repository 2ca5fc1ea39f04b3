"""What others see of one's things: lists, shared tournaments, and the output of bots."""

from pathlib import Path

import pytest
from sqlalchemy import Connection

from garlic.people.accounts import load_person
from garlic.people.rules import Action, Thing, may, visible
from garlic.store.schema import bots, plays, tournaments
from garlic.store.tournaments import FixtureRow, add_fixtures
from support.classes import Classroom
from support.things import Things, make_things


@pytest.fixture(scope="module")
def things(room: Classroom, tmp_path_factory: pytest.TempPathFactory) -> Things:
    made = make_things(room, tmp_path_factory.mktemp("private"), suffix="x")
    fixture = FixtureRow(1, 1, 1, 0, 1, 0, 0, made.key)
    room.arena.database.write(lambda c: add_fixtures(c, made.shared, [fixture]))
    return made


def test_lists_have_only_what_one_may_see(room: Classroom, things: Things) -> None:
    expected = {"ada": 1, "bob": 0, "teacher": 1, "assistant": 1, "stranger": 0, "root": 1}
    for who, count in expected.items():
        client = room.client(who)
        assert len(client.get("/api/bots").json()["stored"]) == count, who
        assert client.get("/api/matches").json()["total"] == count, who
        assert len(client.get("/api/grades").json()) == count, who
    shared = {who: len(room.client(who).get("/api/tournaments").json()) for who in expected}
    assert shared == {"ada": 2, "bob": 1, "teacher": 2, "assistant": 2, "stranger": 0, "root": 2}
    del things


def test_a_shared_game_has_no_output_of_other_peoples_bots(room: Classroom, things: Things) -> None:
    for form in ("", "/view"):
        path = f"/api/records/{things.key}{form}"
        assert "a secret" in room.client("ada").get(path).text
        assert "a secret" in room.client("assistant").get(path).text
        seen = room.client("bob").get(path)
        assert seen.status_code == 200, "it is part of a shared tournament"
        # The other seat is a bot of ours, whose output is nobody's secret.
        assert seen.text.count("a secret") < room.client("ada").get(path).text.count("a secret")
        first = [turn for turn in seen.json().get("turns", []) if turn.get("seat") == "a"]
        assert "a secret" not in str(first)
        assert room.client("stranger").get(path).status_code == 404
    export = f"/api/tournaments/{things.shared}/export"
    assert room.client("bob").get(f"{export}/csv").status_code != 403
    assert room.client("bob").get(f"{export}/records").status_code == 403


def test_nobody_plays_with_other_peoples_bots(room: Classroom, things: Things) -> None:
    stolen = f"stored:{things.version}"
    match = {"game": "tiaojia", "bots": [stolen, "random:tiaojia"]}
    answer = room.client("bob").post("/api/matches", json=match)
    assert answer.status_code == 400
    missing = {"game": "tiaojia", "bots": ["stored:99999", "random:tiaojia"]}
    code = answer.json()["problem"]["code"]
    assert code == room.client("bob").post("/api/matches", json=missing).json()["problem"]["code"]
    seats = {"game": "tiaojia", "seats": ["human", stolen]}
    assert room.client("bob").post("/api/plays", json=seats).status_code == 400
    cup = {"name": "cup", "game": "tiaojia"} | {
        "bots": [{"name": "x", "bot": stolen}, {"name": "y", "bot": "random:tiaojia"}]
    }
    assert room.client("bob").post("/api/tournaments", json=cup).status_code == 400
    ask = {"turn": 1, "bot": stolen}
    path = f"/api/records/{things.key}/ask"
    assert room.client("bob").post(path, json=ask).status_code == 400
    file = {"game": "tiaojia", "bots": ["/etc/passwd", "random:tiaojia"]}
    assert room.client("teacher").post("/api/matches", json=file).status_code == 400


def test_events_of_other_peoples_things_are_not_sent(room: Classroom, things: Things) -> None:
    from garlic.web.topics import visible_topics  # noqa: PLC0415

    topics = [
        *(f"bot:{things.bot}", f"series:{things.match}", f"match:{things.match}-1"),
        *(f"tournament:{things.tournament}", f"grade:{things.grade}", "bot:x", "nonsense"),
        *(f"tournament:{things.shared}", f"review:{things.key}", "series"),
    ]
    database = room.arena.database

    def seen(login: str) -> list[str]:
        person = database.read(lambda c: load_person(c, room.id_of(login)))
        assert person is not None
        return visible_topics(database, person, topics)

    assert len(seen("ada")) == len(topics) - 2
    assert seen("bob") == [f"tournament:{things.shared}", f"review:{things.key}", "series"]
    assert seen("stranger") == ["series"]


@pytest.mark.parametrize("login", ["ada", "bob", "guest", "assistant", "stranger", "root"])
def test_lists_and_single_things_follow_the_same_rule(
    room: Classroom, things: Things, login: str
) -> None:
    del things

    def work(connection: Connection) -> None:
        person = load_person(connection, room.id_of(login))
        assert person is not None
        for table in (bots, tournaments, plays):
            rows = connection.execute(table.select()).mappings().all()
            listed = set(
                connection.scalars(
                    table.select().where(visible(person, table)).with_only_columns(table.c.id)
                )
            )
            for row in rows:
                thing = Thing(row["owner_id"], row["course_id"], bool(row.get("shared")))
                assert (row["id"] in listed) == may(person, Action.SEE, thing)

    room.arena.database.read(work)


def test_identical_names_are_bots_of_their_own(room: Classroom, tmp_path: Path) -> None:
    del tmp_path
    for who in ("ada", "bob"):
        files = {"file": ("same.py", f"# {who}\n".encode())}
        data = {"game": "tiaojia", "name": "same"}
        made = room.client(who).post("/api/bots", files=files, data=data)
        assert made.status_code == 201, made.text
        assert [version["number"] for version in made.json()["versions"]] == [1]
        removed = room.client(who).delete(f"/api/bots/{made.json()['id']}")
        assert removed.status_code == 204
    entries = room.client("teacher").get(f"/api/courses/{room.course()}/audit").json()
    deleted = [entry["person"] for entry in entries if entry["action"] == "bot deleted"]
    assert deleted == ["bob", "ada"]
