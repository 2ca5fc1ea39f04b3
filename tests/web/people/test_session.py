"""Signing in and out: cookies, sessions, links, and what is refused."""

from typing import Any

import pytest
from httpx2 import Response

from support.classes import PASSWORD, Classroom


def code(answer: Response) -> Any:
    return answer.json()["problem"]["code"]


def test_nobody_is_signed_in_at_first(room: Classroom) -> None:
    client = room.nobody()
    found = client.get("/api/session").json()
    assert (found["mode"], found["person"], found["may"]) == ("class", None, ["sign in"])
    assert not found["needs_administrator"]
    answer = client.get("/api/bots")
    assert (answer.status_code, code(answer)) == (401, "problem.sign_in")
    assert client.get("/api/texts/zh").status_code == 200


def test_a_session_is_a_cookie_that_scripts_cannot_read(room: Classroom) -> None:
    client = room.nobody()
    answer = client.post("/api/session", json={"login": " ADA ", "password": PASSWORD})
    assert answer.json()["person"]["login"] == "ada"
    assert answer.json()["course"]["name"] == "algorithms"
    assert answer.json()["person"]["role"] == "student"
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert client.get("/api/bots").status_code == 200
    assert client.delete("/api/session").json()["person"] is None
    assert client.get("/api/bots").status_code == 401


@pytest.mark.parametrize("login", ["ada", "nobody-at-all", "", "local", "x" * 200, "\u0000"])
def test_a_wrong_password_says_nothing_about_the_account(room: Classroom, login: str) -> None:
    answer = room.nobody().post("/api/session", json={"login": login or "?", "password": "wrong"})
    assert (answer.status_code, code(answer)) == (401, "problem.wrong_password")


def test_nobody_works_in_a_course_that_does_not_exist(room: Classroom) -> None:
    nowhere = {"Garlic-Course": "6878"}
    for login in ("root", "ada"):
        answer = room.client(login).get("/api/tournaments", headers=nowhere)
        assert (answer.status_code, code(answer)) == (404, "problem.no_course"), login
