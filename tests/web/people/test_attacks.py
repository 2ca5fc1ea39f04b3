"""Attacks on a course server, each a small one."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from httpx2 import Response
from sqlalchemy import text, update
from starlette.testclient import TestClient

from garlic.core import UsageError
from garlic.people import sessions, tries
from garlic.people.accounts import remove_person
from garlic.people.credentials import digest
from garlic.store.schema import sessions as session_table
from garlic.web.app import create_app
from garlic.web.server import uvicorn_config
from garlic.web.settings import AccountSettings, ServerSettings, settings_for
from support.classes import ADDRESS, PASSWORD, Classroom

COOKIE = "garlic_person"


def code(answer: Response) -> Any:
    return answer.json()["problem"]["code"]


@pytest.fixture(autouse=True)
def patient(room: Classroom) -> None:
    """Nobody has to wait for the wrong passwords of another test."""
    room.arena.database.write(lambda c: c.execute(text("delete from sign_in_tries")))


def sign_in(client: TestClient, login: str, password: str = PASSWORD) -> Response:
    return client.post("/api/session", json={"login": login, "password": password})


def test_session_fixation(room: Classroom) -> None:
    client = room.nobody()
    client.cookies.set(COOKIE, "prepared-by-somebody-else-0123456789", domain="127.0.0.1")
    sign_in(client, "bob")
    own = client.cookies[COOKIE]
    assert own != "prepared-by-somebody-else-0123456789"
    sign_in(client, "ada")
    assert client.cookies[COOKIE] != own
    other = room.nobody()
    other.cookies.set(COOKIE, own)
    assert other.get("/api/bots").status_code == 401, "signing in again has ended it"


def test_cross_site_requests_are_refused(room: Classroom) -> None:
    client = room.client("teacher")
    for headers in ({"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        body = {"login": "mallory"}
        path = f"/api/courses/{room.course()}/people"
        answer = client.post(path, json=body, headers=headers)
        assert (answer.status_code, code(answer)) == (403, "problem.origin")
        assert (
            sign_in(TestClient(room.app, base_url=ADDRESS, headers=headers), "ada").status_code
            == 403
        )


def test_links_cannot_be_guessed_or_used_twice(
    room: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    course = room.course()
    made = (
        room.client("teacher").post(f"/api/courses/{course}/invitations", json={"uses": 1}).json()
    )
    secret = made["link"]["path"].partition("#")[2]
    assert len(secret) >= 40
    looked = room.nobody().post("/api/links/look", json={"secret": secret}).json()
    assert (looked["kind"], looked["course"]["name"], looked["role"]) == (
        *("invitation", "algorithms"),
        "student",
    )
    join = {"secret": secret, "login": "carol", "name": "<script>alert(1)</script>"}
    weak = room.nobody().post("/api/links/use", json={**join, "password": "carol"})
    assert weak.status_code == 400, "and the link was not used up"
    used = room.nobody().post("/api/links/use", json={**join, "password": PASSWORD})
    assert used.json()["person"]["role"] == "student"
    again = room.nobody().post(
        "/api/links/use", json={**join, "login": "dave", "password": PASSWORD}
    )
    wrong = room.nobody().post("/api/links/look", json={"secret": "x" * 43})
    assert again.status_code == wrong.status_code == 400
    assert code(again) == code(wrong), "used, old and wrong ones are alike"
    monkeypatch.setitem(tries._FREE, "address", 3)
    answers = [room.nobody().post("/api/links/look", json={"secret": "y" * 43}) for _ in range(6)]
    assert [answer.status_code for answer in answers][-1] == 429


def test_a_reset_link_signs_everybody_else_out(room: Classroom) -> None:
    room.add("erin", None)
    room.arena.database.write(
        lambda c: c.execute(text("update people set is_administrator = false where login = 'erin'"))
    )
    erin = room.client("erin")
    path = f"/api/people/{room.id_of('erin')}/reset"
    secrets = [room.client("root").post(path).json()["path"].partition("#")[2] for _ in range(2)]
    body = {"password": "another one 123"}
    old = room.nobody().post("/api/links/use", json={"secret": secrets[0], **body})
    assert old.status_code == 400, "a new link ends the earlier one"
    assert (
        room.nobody().post("/api/links/use", json={"secret": secrets[1], **body}).status_code == 200
    )
    assert erin.get("/api/bots").status_code == 401
    assert sign_in(room.nobody(), "erin").status_code == 401


def test_a_token_does_what_it_is_for_and_no_more(room: Classroom) -> None:
    body = {"name": "laptop", "scopes": ["read"], "days": 1}
    made = room.client("teacher").post("/api/account/tokens", json=body).json()
    bearer = {"Authorization": f"Bearer {made['secret']}"}
    program = TestClient(room.app, base_url=ADDRESS, headers=bearer)
    assert program.get("/api/bots").status_code == 200
    assert program.get(f"/api/courses/{room.course()}/people").status_code == 403
    assert program.post("/api/matches", json={}).status_code == 403
    assert program.get("/api/account").status_code == 403, "no token makes tokens"
    listed = room.client("teacher").get("/api/account")
    assert made["secret"] not in listed.text
    room.client("teacher").delete(f"/api/account/tokens/{made['id']}")
    assert program.get("/api/bots").status_code == 401
    student = room.client("ada").post("/api/account/tokens", json={**body, "scopes": ["staff"]})
    bearer = {"Authorization": f"Bearer {student.json()['secret']}"}
    program = TestClient(room.app, base_url=ADDRESS, headers=bearer)
    assert program.get(f"/api/courses/{room.course()}/people").status_code == 403


def test_nobody_changes_their_own_role(room: Classroom) -> None:
    course, client = room.course(), room.client("ada")
    own = room.id_of("ada")
    for body in ({"role": "teacher"}, {"is_administrator": True}):
        assert client.patch(f"/api/courses/{course}/people/{own}", json=body).status_code == 403
        assert client.patch(f"/api/people/{own}", json=body).status_code == 403
    extra = {"course": course, "role": "teacher", "is_administrator": True}
    assert client.post("/api/session/course", json=extra).json()["person"]["role"] == "student"
    teacher = room.id_of("teacher")
    answer = room.client("teacher").patch(
        f"/api/courses/{course}/people/{teacher}", json={"role": "guest"}
    )
    assert answer.status_code == 403


def test_a_teacher_cannot_take_over_people_of_another_course(room: Classroom) -> None:
    course = room.course("geometry")
    stranger = room.client("stranger")
    added = stranger.post(f"/api/courses/{course}/people", json={"login": "bob"})
    assert (added.status_code, added.json()["link"]) == (201, None)
    path = f"/api/courses/{course}/people/{room.id_of('bob')}"
    assert code(stranger.post(f"{path}/reset")) == "problem.other_course"
    assert stranger.patch(path, json={"is_disabled": True}).status_code == 403
    assert stranger.delete(path).status_code == 204
    assert stranger.post(f"{path}/reset").status_code == 404


def test_names_stay_text(room: Classroom) -> None:
    body = {"login": "xss", "name": "<img src=x onerror=alert(1)>\u0007\n'"}
    answer = room.client("teacher").post(f"/api/courses/{room.course()}/people", json=body)
    assert answer.json()["person"]["name"] == "<img src=x onerror=alert(1)> '"
    assert answer.headers["content-type"] == "application/json"
    log = room.client("root").get("/api/audit.csv")
    assert log.headers["content-disposition"].startswith("attachment")
    evil = room.client("teacher").post(
        f"/api/courses/{room.course()}/people", json={"login": "=cmd|'/c calc'!a"}
    )
    assert evil.status_code == 400


def test_a_wrong_password_does_not_tell_who_has_an_account(room: Classroom) -> None:
    room.arena.database.write(
        lambda c: c.execute(
            text("update people set disabled_at = created_at where login = 'outsider'")
        )
    )
    answers = [
        sign_in(room.nobody(), login, password)
        for login, password in (
            ("ada", "wrong password"),
            ("nobody-here", "wrong password"),
            ("outsider", PASSWORD),
            ("local", "local"),
        )
    ]
    assert {answer.status_code for answer in answers} == {401}
    assert len({answer.text for answer in answers}) == 1


def test_guessing_a_password_takes_longer_and_longer(
    room: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tries, "_FIRST_SECONDS", 60.0)  # longer than a busy machine takes
    bob = room.client("bob")
    answers = [sign_in(room.nobody(), "bob", f"wrong {number}") for number in range(7)]
    assert [answer.status_code for answer in answers] == [401] * 5 + [429] * 2
    assert sign_in(room.nobody(), "bob").status_code == 429, "also the right one, meanwhile"
    assert sign_in(room.nobody(), "ada").status_code == 200, "others need not wait"
    assert bob.get("/api/bots").status_code == 200, "nor who is signed in"


def test_a_password_of_a_megabyte_is_refused_at_once(room: Classroom) -> None:
    assert sign_in(room.nobody(), "ada", "x" * (1 << 19)).status_code == 422
    assert sign_in(room.nobody(), "ada", "x" * (2 << 20)).status_code == 413


def test_sessions_end_by_themselves_and_when_the_clock_is_set_back(room: Classroom) -> None:
    now = datetime.now(UTC)
    for created, seen, status in (
        (now, now, 200),
        (now - sessions.ABSOLUTE - timedelta(minutes=1), now, 401),
        (now - sessions.IDLE - timedelta(hours=1), now - sessions.IDLE - timedelta(minutes=1), 401),
        (now + timedelta(hours=2), now + timedelta(hours=2), 401),
    ):
        client = room.nobody()
        sign_in(client, "ada")
        hashed = digest(client.cookies[COOKIE])
        change = update(session_table).where(session_table.c.hash == hashed)
        room.arena.database.write(
            lambda c: c.execute(change.values(created_at=created, seen_at=seen))  # noqa: B023
        )
        assert client.get("/api/bots").status_code == status


def test_passwords_and_secrets_are_not_in_the_database(room: Classroom) -> None:
    client = room.nobody()
    sign_in(client, "ada")

    def dump(connection: Any) -> str:
        tables = ("people", "sessions", "links", "access_tokens", "audit")
        rows = [connection.execute(text(f"select * from {name}")).all() for name in tables]  # noqa: S608
        return str(rows)

    found = room.arena.database.read(dump)
    assert PASSWORD not in found
    assert client.cookies[COOKIE] not in found
    assert "$argon2id$" in found


def test_a_removed_person_is_a_pseudonym_everywhere(room: Classroom) -> None:
    number = room.add("frank", None)
    frank = room.client("frank")
    assert room.client("root").delete(f"/api/people/{number}").json() == {
        "pseudonym": f"person-{number}"
    }
    assert frank.get("/api/bots").status_code == 401
    assert "frank" not in room.client("root").get("/api/audit").text
    assert "frank" not in room.client("root").get("/api/people").text
    assert sign_in(room.nobody(), f"person-{number}").status_code == 401


def test_two_servers_on_one_database(room: Classroom) -> None:
    with pytest.raises(UsageError, match="another course server uses the database"):
        create_app(room.arena.settings)
    assert room.client("ada").get("/api/bots").status_code == 200, "the first one goes on"


def test_the_last_administrator_stays(room: Classroom) -> None:
    with pytest.raises(Exception, match="the last administrator has to stay"):
        room.arena.database.write(lambda c: remove_person(c, room.id_of("root")))


def test_over_tls_the_cookie_belongs_to_this_host_alone(room: Classroom) -> None:
    client = TestClient(room.app, base_url="https://127.0.0.1:8000")
    cookie = sign_in(client, "ada").headers["set-cookie"]
    assert re.match(r"__Host-garlic_person=", cookie)
    assert "Secure" in cookie
    assert "Path=/" in cookie
    assert "domain" not in cookie.lower()


def test_passwords_do_not_travel_in_the_clear(room: Classroom) -> None:
    remote = TestClient(room.app, base_url=ADDRESS, client=("192.0.2.7", 1234))
    assert code(sign_in(remote, "ada")) == "problem.insecure"
    forwarded = TestClient(
        room.app, base_url=ADDRESS, client=("127.0.0.1", 1), headers={"X-Forwarded-Proto": "https"}
    )
    assert code(sign_in(forwarded, "ada")) == "problem.insecure", "nobody has named this proxy"
    assert (
        sign_in(TestClient(room.app, base_url=ADDRESS, client=("127.0.0.1", 1)), "ada").status_code
        == 200
    )


@pytest.mark.parametrize(
    ("proxy", "sender", "is_believed"),
    [
        ("192.0.2.7", "192.0.2.7", True),
        ("192.0.2.0/24", "192.0.2.7", True),
        ("192.0.2.7", "192.0.2.8", False),
        ("192.0.2.7", "127.0.0.1", False),
        (None, "127.0.0.1", False),
    ],
)
def test_only_the_named_proxy_is_believed(
    room: Classroom, proxy: str | None, sender: str, is_believed: bool
) -> None:
    root = room.client("root")  # signed in before, so that this is not the latest event
    accounts = AccountSettings(proxies=() if proxy is None else (proxy,))
    config = uvicorn_config(room.app, settings_for("127.0.0.1", 0, accounts=accounts))
    config.load()
    headers = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}
    client = TestClient(config.loaded_app, base_url=ADDRESS, client=(sender, 1234), headers=headers)
    answer = sign_in(client, "ada")
    if not is_believed:
        assert code(answer) == "problem.insecure"
        return
    assert answer.headers["set-cookie"].startswith("__Host-garlic_person=")
    latest = root.get("/api/audit").json()[0]
    assert (latest["action"], latest["address"]) == ("signed in", "203.0.113.9")


def test_without_accounts_there_is_one_person_who_may_do_everything(tmp_path: Any) -> None:
    app = create_app(ServerSettings(database=str(tmp_path / "web.db")))
    with TestClient(app, base_url=ADDRESS) as client:
        found = client.get("/api/session").json()
        assert (found["mode"], found["person"]["is_administrator"]) == ("local", True)
        assert sign_in(client, "local").status_code == 404
        body = {"name": "x", "scopes": ["read"]}
        assert client.post("/api/account/tokens", json=body).status_code == 404
