"""What a curious student, or a teacher of another course, tries that is not an obvious attack."""

import asyncio
import csv
import io
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from httpx2 import Response
from sqlalchemy import Connection, text
from starlette.testclient import TestClient

from garlic.games import GAMES
from garlic.people import tries
from garlic.people.accounts import load_person
from garlic.people.limits import disk_bytes
from garlic.people.persons import Person, Role
from garlic.store import StoreError
from garlic.store.games import keep_game
from garlic.store.tournaments import FixtureRow, add_fixtures
from garlic.web.events import Event, Sight
from support.classes import ADDRESS, PASSWORD, Classroom
from support.things import make_things
from support.web import run_apart

MATCH = {"game": "tiaojia", "bots": ["random:tiaojia", "random:tiaojia"]}


def code(answer: Response) -> Any:
    return answer.json()["problem"]["code"]


def sentence(room: Classroom, answer: Response) -> str:
    texts = room.nobody().get("/api/texts/en").json()
    return str(texts[code(answer)])


@pytest.fixture(autouse=True)
def patient(room: Classroom) -> None:
    """Nobody has to wait for the wrong passwords of another test."""
    room.arena.database.write(lambda c: c.execute(text("delete from sign_in_tries")))


def sign_in(client: TestClient, login: str, password: str = PASSWORD) -> Response:
    return client.post("/api/session", json={"login": login, "password": password})


def invited(room: Classroom, uses: int = 1) -> str:
    path = f"/api/courses/{room.course()}/invitations"
    made = room.client("teacher").post(path, json={"uses": uses}).json()
    return str(made["link"]["path"].partition("#")[2])


def join(room: Classroom, secret: str, login: str) -> Response:
    body = {"secret": secret, "login": login, "password": PASSWORD}
    return room.nobody().post("/api/links/use", json=body)


def program(room: Classroom, login: str, *scopes: str) -> TestClient:
    """A program with an access token."""
    body = {"name": "program", "scopes": list(scopes)}
    made = room.client(login).post("/api/account/tokens", json=body).json()
    bearer = {"Authorization": f"Bearer {made['secret']}"}
    return TestClient(room.app, base_url=ADDRESS, headers=bearer)


def person_called(room: Classroom, login: str) -> Person:
    person = room.arena.database.read(lambda c: load_person(c, room.id_of(login)))
    assert person is not None
    return person


@pytest.mark.parametrize("login", ["local", "LOCAL", "person-1", "Person-99"])
def test_nobody_takes_the_name_of_somebody_removed(room: Classroom, login: str) -> None:
    answer = join(room, invited(room), login)
    assert (answer.status_code, sentence(room, answer)) == (
        400,
        "the login {login!r} is reserved: choose another",
    )


@pytest.mark.parametrize("login", ["аda", "аdmin", "rοot"])
def test_a_login_does_not_look_like_another_one(room: Classroom, login: str) -> None:
    answer = join(room, invited(room), login)
    assert answer.status_code == 400
    assert "mixes alphabets" in sentence(room, answer)


@pytest.mark.parametrize("login", ["张三2026", "петров", "zoë", "김-2"])
def test_a_login_may_be_in_any_one_alphabet(room: Classroom, login: str) -> None:
    assert join(room, invited(room), login).json()["person"]["login"] == login


@pytest.mark.parametrize("login", ["ADA", "ａｄａ", " Ada "])
def test_the_same_login_written_otherwise_is_taken(room: Classroom, login: str) -> None:
    answer = join(room, invited(room), login)
    assert (answer.status_code, sentence(room, answer)) == (
        400,
        "the login {login!r} is taken",
    )


def test_two_who_use_an_invitation_at_once(room: Classroom) -> None:
    """One of them joins, and the other one has no account."""
    secret = invited(room)
    logins = [f"twin{number}" for number in range(6)]
    with ThreadPoolExecutor(len(logins)) as threads:
        answers = list(threads.map(lambda login: join(room, secret, login), logins))
    assert sorted(answer.status_code for answer in answers) == [200, *[400] * 5]
    people = [one["login"] for one in room.client("root").get("/api/people").json()]
    assert sum(login in people for login in logins) == 1


def test_many_guesses_at_once_are_no_more_than_one_after_the_other(
    room: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tries, "_FIRST_SECONDS", 60.0)
    room.client("bob")
    with ThreadPoolExecutor(16) as threads:
        answers = list(
            threads.map(lambda number: sign_in(room.nobody(), "bob", f"wrong {number}"), range(16))
        )
    found = [answer.status_code for answer in answers]
    assert sorted(found) == [401] * 5 + [429] * 11
    refused = next(answer for answer in answers if answer.status_code == 429)
    assert 1 <= int(refused.headers["retry-after"]) <= 301


def test_a_right_password_after_wrong_ones_begins_anew(room: Classroom) -> None:
    for _ in range(3):
        for number in range(4):
            assert sign_in(room.nobody(), "ada", f"wrong {number}").status_code == 401
        assert sign_in(room.nobody(), "ada").status_code == 200


def test_a_new_password_ends_tokens(room: Classroom) -> None:
    """Whoever has had the old one may have made them."""
    room.add("thea", None)
    before = program(room, "thea", "read")
    assert before.get("/api/bots").status_code == 200
    body = {"old": PASSWORD, "new": "something else 8"}
    assert room.client("thea").post("/api/account/password", json=body).status_code == 204
    assert before.get("/api/bots").status_code == 401
    assert room.client("thea").get("/api/account").json()["tokens"] == []


def test_a_token_for_submissions_deletes_no_bot(room: Classroom, tmp_path: Path) -> None:
    things = make_things(room, tmp_path, suffix="token")
    path = f"/api/bots/{things.bot}"
    for scope in ("submit", "play", "staff"):
        assert program(room, "ada", scope, "read").delete(path).status_code == 403
    assert program(room, "ada", "bots", "read").delete(path).status_code == 204


def test_another_teacher_does_not_get_ones_next_bots(room: Classroom) -> None:
    """Being put into a course does not change where somebody works."""
    geometry = room.course("geometry")
    files = {"file": ("mine.py", b"# mine\n")}
    added = room.client("stranger").post(f"/api/courses/{geometry}/people", json={"login": "bob"})
    assert added.status_code == 201
    try:
        assert room.client("bob").get("/api/session").json()["course"]["name"] == "algorithms"
        made = room.client("bob").post("/api/bots", files=files, data={"game": "tiaojia"})
        assert made.status_code == 201
        path = f"/api/bots/{made.json()['id']}"
        assert room.client("stranger").get(path).status_code == 404
        assert room.client("teacher").get(path).status_code == 200
    finally:
        room.client("stranger").delete(f"/api/courses/{geometry}/people/{room.id_of('bob')}")


def test_whoever_took_the_login_of_somebody_else_is_pointed_out(room: Classroom) -> None:
    join(room, invited(room), "20261234")
    roster = b"number,name\n20261234,Grace Hopper\n20265678,Barbara Liskov\n"
    path = f"/api/courses/{room.course()}/people/import"
    for preview in ("true", "false"):
        files = {"file": ("roster.csv", roster)}
        report = room.client("teacher").post(path, files=files, data={"preview": preview}).json()
        assert [one["person"]["login"] for one in report["added"]] == ["20265678"]
        (remark,) = report["remarks"]
        assert remark["values"]["listed"] == "Grace Hopper"


def test_a_person_has_so_many_streams_and_not_more(
    room: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("garlic.web.events._MOST_STREAMS_PER_PERSON", 3)
    hub, ada, bob = room.arena.hub, person_called(room, "ada"), person_called(room, "bob")

    async def scene() -> list[bool]:
        streams = [hub.stream(["series"], sight=Sight(ada)) for _ in range(3)]
        for stream in streams:
            await anext(stream)
        found = [hub.is_full("192.0.2.7", ada.id), hub.is_full("192.0.2.7", bob.id)]
        answer = await asyncio.to_thread(room.client("ada").get, "/api/events?topics=series")
        assert answer.status_code == 429
        await streams[0].aclose()
        found.append(hub.is_full("192.0.2.7", ada.id))
        for stream in streams[1:]:
            await stream.aclose()
        return found

    assert run_apart(scene) == [True, False, False]


@pytest.mark.parametrize("what", ["disabled", "role", "left", "removed", "password"])
def test_a_stream_ends_when_its_person_may_see_something_else(room: Classroom, what: str) -> None:
    login = f"viewer-{what}"
    path = f"/api/courses/{room.course()}/people"
    link = room.client("teacher").post(path, json={"login": login}).json()["link"]["path"]
    own = room.nobody()
    body = {"secret": link.partition("#")[2], "password": PASSWORD}
    assert own.post("/api/links/use", json=body).status_code == 200
    number, hub = room.id_of(login), room.arena.hub
    viewer = person_called(room, login)
    change = {
        "disabled": lambda: room.client("teacher").patch(
            f"{path}/{number}", json={"is_disabled": True}
        ),
        "role": lambda: room.client("teacher").patch(f"{path}/{number}", json={"role": "guest"}),
        "left": lambda: room.client("teacher").delete(f"{path}/{number}"),
        "removed": lambda: room.client("root").delete(f"/api/people/{number}"),
        "password": lambda: own.post(
            "/api/account/password", json={"old": PASSWORD, "new": "something else 8"}
        ),
    }[what]

    async def scene() -> bytes:
        stream = hub.stream(["series"], sight=Sight(viewer))
        other = hub.stream(["series"], sight=Sight(person_called(room, "ada")))
        for each in (stream, other):
            await anext(each)
            await anext(each)
        answer = await asyncio.to_thread(change)
        assert answer.status_code in (200, 204), answer.text
        with pytest.raises(StopAsyncIteration):
            await asyncio.wait_for(anext(stream), 10)
        hub.publish(Event(topic="series", kind="end"))
        return await asyncio.wait_for(anext(other), 10)

    assert b'"end"' in run_apart(scene), "nobody else's has ended"


def test_no_trace_of_somebody_removed_is_in_the_log(room: Classroom) -> None:
    number = room.add("Gwen", None)
    room.client("gwen").post("/api/account/name", json={"name": "Gwen G."})
    sign_in(room.nobody(), " GWEN ", "wrong")
    sign_in(room.nobody(), "gwendolyn", "wrong")
    entries = room.client("root").get("/api/audit").json()
    assert "GWEN" in json.dumps(entries)
    room.client("root").delete(f"/api/people/{number}")
    entries = room.client("root").get("/api/audit?limit=200").json()
    own = [entry for entry in entries if f"person-{number}" in json.dumps(entry)]
    actions = ["person removed", "sign-in failed", "person renamed", "signed in"]
    assert [entry["action"] for entry in own] == actions, "what was done stays"
    assert [entry["address"] for entry in own[1:]] == ["", "", ""]
    shown = json.dumps(entries).casefold()
    assert shown.count("gwen") == shown.count("gwendolyn") == 1, "who is somebody else"

    def tries(connection: Connection) -> list[str]:
        return list(connection.scalars(text("select key from sign_in_tries")))

    assert "account:gwen" not in room.arena.database.read(tries)


def test_grades_of_somebody_removed_stay_under_a_pseudonym(room: Classroom, tmp_path: Path) -> None:
    things = make_things(room, tmp_path, suffix="removed")
    number = room.add("hedy", Role.STUDENT)
    path = f"/api/assignments/{things.assignment}"
    files = {"file": ("hedy.c", b"int x;\n")}
    made = room.client("hedy").post(f"{path}/submissions", files=files)
    assert made.status_code == 201, made.text
    root, teacher = room.client("root"), room.client("teacher")
    assert root.delete(f"/api/people/{number}").json() == {"pseudonym": f"person-{number}"}
    lines = teacher.get(f"{path}/class").json()["lines"]
    assert [each["attempts"] for each in lines if each["name"] == f"person-{number}"] == [1]
    assert f"person-{number}" in teacher.get(f"{path}/export/csv").text
    grade = made.json()["id"]
    assert teacher.get(f"/api/grades/{grade}").json()["owner"] == f"person-{number}"
    assert teacher.get(f"{path}/submissions/{grade}/files").json()[0]["text"] == "int x;\n"
    for who in ("ada", "bob"):
        assert room.client(who).get(f"{path}/submissions/{grade}").status_code == 404


def test_a_formula_stays_text_in_every_spreadsheet(room: Classroom) -> None:
    for number, sign in enumerate(("=", "+", "-", "@", "＝", "＋", "－", "＠")):
        body = {"login": f"formula{number}", "name": f"{sign}1+1"}
        room.client("teacher").post(f"/api/courses/{room.course()}/people", json=body)
        sign_in(room.nobody(), f"{sign}1+1", "wrong")
    for path in ("/api/audit.csv", f"/api/courses/{room.course()}/audit.csv"):
        rows = csv.reader(io.StringIO(room.client("root").get(path).content.decode("utf-8-sig")))
        cells = [cell for row in rows for cell in row if cell]
        assert cells
        assert not [cell for cell in cells if cell[0] in "=+-@＝＋－＠\t\r\n"]


def test_records_of_tournaments_take_space(room: Classroom, tmp_path: Path) -> None:
    things = make_things(room, tmp_path, suffix="disk")
    record = room.arena.records.load(things.key)

    def used(connection: Connection) -> int:
        return disk_bytes(connection, room.id_of("ada"))

    before = room.arena.database.read(used)
    key = "d" * 64

    def work(connection: Connection) -> None:
        keep_game(connection, key, record)
        add_fixtures(connection, things.tournament, [FixtureRow(2, 1, 1, 0, 1, 0, 0, key)])

    room.arena.database.write(work)
    once = room.arena.database.read(used)
    assert once > before + 100
    again = FixtureRow(1, 1, 1, 0, 1, 0, 0, key)
    room.arena.database.write(lambda c: add_fixtures(c, things.shared, [again]))
    assert room.arena.database.read(used) == once, "a record counts once"


def test_many_requests_at_once_begin_no_more_games_than_one_may(room: Classroom) -> None:
    person = f"/api/courses/{room.course()}/people/{room.id_of('bob')}"
    room.client("teacher").patch(person, json={"limits": {"queued_games": 10}})
    bob = room.client("bob")

    def begin(number: int) -> int:
        return bob.post("/api/matches", json={**MATCH, "games": 10, "seed": number}).status_code

    try:
        with ThreadPoolExecutor(6) as threads:
            found = list(threads.map(begin, range(0, 6000, 1000)))
    finally:
        room.client("teacher").patch(person, json={"usual_limits": True})
        for match in bob.get("/api/matches").json()["matches"]:
            bob.post(f"/api/matches/{match['id']}/stop")
    assert sorted(found) == [201, *[429] * 5]


def test_one_person_does_not_take_all_places_at_the_engine(
    room: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    slots = room.arena.human_games.engine._slots
    monkeypatch.setattr(slots, "_of_one", 1)
    ask = {"position": str(GAMES["tiaojia"].setup()), "seconds": 0.05}

    def think(who: str) -> int:
        return room.client(who).post("/api/editor/tiaojia/thoughts", json=ask).status_code

    with slots.take(room.id_of("ada")):
        assert [think(who) for who in ("ada", "bob")] == [429, 200]
    assert think("ada") == 200


def test_one_person_does_not_take_all_places_at_the_puzzles(
    room: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    slots = room.arena.puzzle_slots
    monkeypatch.setattr(slots, "_of_one", 1)
    path = "/api/puzzles/trek/sample?rows=3&columns=3"
    with slots.take(room.id_of("ada")):
        assert room.client("ada").get(path).status_code == 429
        assert room.client("bob").get(path).status_code == 200
    assert room.client("ada").get(path).status_code == 200


def test_what_the_database_says_is_for_the_staff(
    room: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise StoreError("the database {place}: {why}", place="/srv/garlic.db", why="it is full")

    client, root = room.client("ada"), room.client("root")
    with monkeypatch.context() as patch:
        patch.setattr("garlic.web.api.people.account.usage_of", fail)
        answer = client.get("/api/account")
    assert answer.status_code == 503
    assert "/srv" not in answer.text
    assert "at the moment" in sentence(room, answer)
    assert "/srv/garlic.db: it is full" in str(root.get("/api/status").json()["errors"])


@pytest.mark.parametrize("header", ["X-Real-IP", "Via", "X-Forwarded-Host"])
def test_a_proxy_that_nobody_named_is_noticed(room: Classroom, header: str) -> None:
    client = TestClient(room.app, base_url=ADDRESS, client=("127.0.0.1", 1), headers={header: "x"})
    assert code(sign_in(client, "ada")) == "problem.insecure"


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 400_000,
        b'{"login":"a","password":"b","x":' + b"9" * 5_000 + b"}",
        b'{"login":"\\ud800","password":"x"}',
        b'{"login":"ada","password":"\\udfff"}',
        b'{"login":NaN,"password":1e999}',
        b'"' + b"x" * 900_000 + b'"',
        b"\xff\xfe",
        b"login=ada&password=open+sesame+7",
    ],
    ids=["deep", "digits", "surrogate", "surrogate-password", "nan", "long", "bytes", "form"],
)
def test_odd_json_is_refused_and_the_log_can_still_be_read(room: Classroom, body: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    answer = room.nobody().post("/api/session", content=body, headers=headers)
    assert answer.status_code in (400, 422)
    assert room.client("root").get("/api/audit").status_code == 200
    assert room.client("root").get("/api/audit.csv").status_code == 200


@pytest.mark.parametrize(
    ("kind", "origin"),
    [
        ("text/plain", None),
        ("application/x-www-form-urlencoded", None),
        ("text/plain", "null"),
        ("text/plain", "http://127.0.0.1:8001"),
        ("text/plain", "http://127.0.0.1.evil.example:8000"),
    ],
)
def test_a_form_of_another_page_signs_nobody_in(
    room: Classroom, kind: str, origin: str | None
) -> None:
    body = json.dumps({"login": "ada", "password": PASSWORD})
    headers = {"Content-Type": kind} | ({} if origin is None else {"Origin": origin})
    answer = room.nobody().post("/api/session", content=body, headers=headers)
    assert answer.status_code == (422 if origin is None else 403)
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    ("name", "stored"),
    [
        ("../../../etc/cron.d/x.py", "x.py"),
        ("..\\..\\x.py", "x.py"),
        ("/root/.ssh/authorized_keys.py", "authorized_keys.py"),
        ("$(reboot).py", "bot.py"),
        ("-rf.py", "bot.py"),
        ("a b\u202e.py", "bot.py"),
    ],
)
def test_the_name_of_an_upload_leads_nowhere(room: Classroom, name: str, stored: str) -> None:
    files = {"file": (name, f"# {name}\n".encode())}
    made = room.client("bob").post("/api/bots", files=files, data={"game": "tiaojia"})
    assert made.status_code == 201, made.text
    assert made.json()["versions"][0]["file"] == stored
    assert "/" not in made.json()["name"]
    room.client("bob").delete(f"/api/bots/{made.json()['id']}")


def test_what_a_request_does_not_have_changes_nothing(room: Classroom) -> None:
    """Owner, course and sharing are not the client's to say."""
    extra = {"shared": True, "owner_id": 1, "owner": "Root", "course_id": room.course("geometry")}
    cup = {"name": "mine", "game": "tiaojia", "begin": False, **extra} | {
        "bots": [{"name": name, "bot": "random:tiaojia"} for name in "xy"]
    }
    made = room.client("bob").post("/api/tournaments", json=cup)
    assert (made.status_code, made.json()["owner"]) == (201, "Bob")
    path = f"/api/tournaments/{made.json()['id']}"
    found = {who: room.client(who).get(path).status_code for who in ("ada", "stranger", "teacher")}
    assert found == {"ada": 404, "stranger": 404, "teacher": 200}
    body = {"name": "token", "scopes": ["read"], "person_id": 1, "is_administrator": True}
    token = room.client("bob").post("/api/account/tokens", json=body).json()["secret"]
    headers = {"Authorization": f"Bearer {token}"}
    person = room.nobody().get("/api/session", headers=headers).json()["person"]
    assert (person["login"], person["is_administrator"]) == ("bob", False)
    renamed = {"name": "Bob", "login": "root", "is_administrator": True}
    assert room.client("bob").post("/api/account/name", json=renamed).status_code == 204
    person = room.client("bob").get("/api/session").json()["person"]
    assert (person["login"], person["is_administrator"]) == ("bob", False)


@pytest.mark.parametrize("path", ["/api/session", "/api/account", "/api/bots", "/people"])
def test_nothing_private_is_kept_by_browsers_or_proxies(room: Classroom, path: str) -> None:
    answer = room.client("ada").get(path)
    assert answer.status_code == 200
    private = path.startswith("/api")
    assert answer.headers["cache-control"] == ("no-store" if private else "no-cache")
    assert private or "Ada" not in answer.text, "pages are the same for everybody"
