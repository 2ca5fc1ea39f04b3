"""What others see of one's things: lists, shared tournaments, and the output of bots."""

import asyncio
import json
from pathlib import Path

import pytest
from sqlalchemy import Connection

from garlic.core import Verdict
from garlic.games import GAMES
from garlic.judge.record import Turn
from garlic.people.accounts import load_person
from garlic.people.persons import Person
from garlic.people.rules import Action, Thing, may, visible
from garlic.store.matches import MatchGameRow, add_match
from garlic.store.owners import Owner
from garlic.store.schema import bots, plays, tournaments
from garlic.store.tournaments import FixtureRow, add_fixtures
from garlic.web.events import Event, Sight
from garlic.web.topics import sight_of, visible_topics
from garlic.web.view.boards import BoardView
from garlic.web.view.replay import ViewBuilder
from support.classes import Classroom
from support.processes import eventually
from support.things import Things, make_things
from support.web import run_apart


@pytest.fixture(scope="module")
def things(room: Classroom, tmp_path_factory: pytest.TempPathFactory) -> Things:
    made = make_things(room, tmp_path_factory.mktemp("private"), suffix="x")
    fixture = FixtureRow(1, 1, 1, 0, 1, 0, 0, made.key)
    room.arena.database.write(lambda c: add_fixtures(c, made.shared, [fixture]))
    return made


def person_called(room: Classroom, login: str) -> Person:
    person = room.arena.database.read(lambda c: load_person(c, room.id_of(login)))
    assert person is not None
    return person


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


def test_a_watched_match_has_no_output_of_other_peoples_bots(
    room: Classroom, things: Things
) -> None:
    """Bob was an assistant when he began it."""
    owner = Owner(room.id_of("bob"), room.course())
    board = GAMES["tiaojia"].setup()
    game = MatchGameRow(1, False, str(board), 0, "0" * 64)
    options = {"games": 1, "swap": True, "limits": "", "timeouts": "default", "map": None}
    pair = things.version, things.version
    number = room.arena.database.write(
        lambda c: add_match(c, "tiaojia", pair, options, [game], owner)
    )
    live, name = room.arena.services.live, f"{number}-1"
    turn = Turn(0, GAMES["tiaojia"].seats[0], None, Verdict.OK, stderr="a secret")
    start = ViewBuilder(BoardView(GAMES["tiaojia"], board), board).begin([turn])
    live.open(name, "tiaojia", ("ada", "ada"))

    async def scene() -> dict[str, bytes]:
        streams = {}
        for who in ("bob", "assistant"):
            person = person_called(room, who)
            topics = visible_topics(room.arena.database, person, [f"match:{name}"])
            sight = sight_of(room.arena.database, person, topics)
            streams[who] = room.arena.hub.stream(topics, sight=sight)
            await anext(streams[who])
            await anext(streams[who])
        live.update(name, {**start.compact(), "turn_seconds": 1, "game_seconds": None})
        return {who: await asyncio.wait_for(anext(streams[who]), 30) for who in streams}

    sent = run_apart(scene)
    for who, sees in (("bob", False), ("assistant", True)):
        shown = room.client(who).get(f"/api/live/{name}")
        assert shown.json()["start"]["turns"][0]["verdict"] == "ok"
        assert ("a secret" in shown.text) == sees
        assert (b"a secret" in sent[who]) == sees
        assert b'"start"' in sent[who]
    live.end(name, None)


def test_a_human_game_has_no_output_of_other_peoples_bots(room: Classroom, things: Things) -> None:
    seats = ["human", f"stored:{things.version}"]
    made = room.client("ada").post("/api/plays", json={"game": "tiaojia", "seats": seats})
    path = f"/api/plays/{made.json()['id']}"
    eventually(lambda: room.client("ada").get(path).json()["status"]["outcome"] is not None)
    own, other = (room.client(who).get(path).json()["turns"] for who in ("ada", "bob"))
    assert "hellox" in str(own)
    assert [turn["verdict"] for turn in other] == [turn["verdict"] for turn in own]
    assert "hellox" not in str(other)
    assert [turn["fault"]["detail"] for turn in own if turn["fault"]] != [None]
    assert [turn["fault"]["detail"] for turn in other if turn["fault"]] == [None]


def test_only_its_owner_and_the_staff_stop_a_review(room: Classroom, things: Things) -> None:
    path = f"/api/records/{things.key}/review"
    slow = {"seconds": 10}
    for who, status in (("bob", 403), ("stranger", 404), ("guest", 403), ("ada", 200)):
        assert room.client("ada").post(path, json=slow).json()["state"] in ("waiting", "running")
        stopped = room.client(who).delete(path)
        assert stopped.status_code == status, who
        open_now = room.client("bob").get(path).json()["state"] in ("waiting", "running")
        assert open_now == (status != 200)
    room.client("bob").post(path, json=slow)
    assert room.client("ada").delete(path).status_code == 403, "her game, but not her review"
    assert room.client("assistant").delete(path).json()["state"] == "stopped"


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
    topics = [
        *(f"bot:{things.bot}", f"series:{things.match}", f"match:{things.match}-1"),
        *(f"tournament:{things.tournament}", f"grade:{things.grade}", "bot:x", "nonsense"),
        *(f"tournament:{things.shared}", f"review:{things.key}", "series"),
    ]

    def seen(login: str) -> list[str]:
        return visible_topics(room.arena.database, person_called(room, login), topics)

    assert len(seen("ada")) == len(topics) - 2
    assert seen("bob") == [f"tournament:{things.shared}", f"review:{things.key}", "series"]
    assert seen("stranger") == ["series"]


def test_lists_report_only_what_one_may_see(room: Classroom) -> None:
    """Nobody learns even the number of what others do."""
    people = ("ada", "bob", "assistant", "stranger", "outsider", "root")
    hub = room.arena.hub

    def begin() -> tuple[int, int]:
        match = {"game": "tiaojia", "bots": ["random:tiaojia", "random:tiaojia"]}
        made = room.client("ada").post("/api/matches", json=match)
        cup = {"name": "cup", "game": "tiaojia", "begin": False} | {
            "bots": [{"name": name, "bot": "random:tiaojia"} for name in "xy"]
        }
        shared = room.client("assistant").post("/api/tournaments", json=cup)
        assert (made.status_code, shared.status_code) == (201, 201), (made.text, shared.text)
        return made.json()["id"], shared.json()["id"]

    async def scene() -> dict[str, set[tuple[str, int]]]:
        streams = {
            who: hub.stream(["series", "tournaments"], sight=Sight(person_called(room, who)))
            for who in people
        }
        for stream in streams.values():
            await anext(stream)
            await anext(stream)
        match, cup = await asyncio.to_thread(begin)
        hub.publish(Event(topic="series", kind="end"))
        found = {"match": {("series", match)}, "cup": {("tournaments", cup)}}
        for who, stream in streams.items():
            found[who] = set()
            content = b""
            while b'"end"' not in content:
                content += await asyncio.wait_for(anext(stream), 30)
            for line in content.decode().splitlines():
                event = json.loads(line[6:]) if line.startswith("data: ") else {}
                if "data" in event:
                    found[who].add((event["topic"], event["data"]["id"]))
        return found

    found = run_apart(scene)
    assert found["assistant"] == found["root"] == found["ada"] == found["match"] | found["cup"]
    assert found["bob"] == found["cup"], "it is shared with the course"
    assert found["stranger"] == found["outsider"] == set()


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
