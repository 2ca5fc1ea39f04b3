"""Servers with a token: signing in, sessions, wrong tokens, and where the token is not shown."""

import asyncio
import contextlib
import logging
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from garlic.core import UsageError
from garlic.web import access
from garlic.web.access import Access, Guesses
from garlic.web.app import create_app
from garlic.web.settings import ServerSettings, read_token, settings_for
from garlic.web.sign_in import COOKIE
from support.present import present
from support.web import Server, arena_of, run_apart

TOKEN = "0123456789abcdefghij"  # noqa: S105  (of servers for tests)
HTML = {"Accept": "text/html"}


@pytest.fixture
def remote(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """A client of a server that others can reach; wrong tokens are not delayed for long."""
    monkeypatch.setattr(access, "_LONGEST_DELAY_SECONDS", 0.01)
    settings = ServerSettings("192.0.2.1", token=TOKEN, database=str(tmp_path / "web.db"))
    with TestClient(create_app(settings), base_url="http://arena.example") as client:
        client.follow_redirects = False
        yield client


def _cookie(answer: Response) -> str:
    return answer.headers["set-cookie"].lower()


def test_without_the_token_nothing_is_shown(remote: TestClient) -> None:
    for path in ("/", "/api/games", "/api/events", "/docs/", "/api/openapi.json", "/assets/x.js"):
        answer = remote.get(path)
        assert (answer.status_code, answer.json()["problem"]["code"]) == (401, "problem.token")
    assert remote.post("/api/plays", json={}).status_code == 401


def test_the_token_in_the_address_is_replaced_by_a_session(remote: TestClient) -> None:
    answer = remote.get(f"/play?game=stars&token={TOKEN}")
    assert (answer.status_code, answer.headers["location"]) == (303, "/play?game=stars")
    assert "httponly" in _cookie(answer)
    assert "samesite=lax" in _cookie(answer)
    assert "secure" not in _cookie(answer)
    assert TOKEN not in str(answer.headers)
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert remote.get("/api/games").status_code == 200
    again = remote.get(f"/?token={TOKEN}")  # also where there is a session already
    assert (again.status_code, again.headers["location"]) == (303, "/")


def test_a_browser_gets_a_form_that_leads_to_the_page_it_asked_for(remote: TestClient) -> None:
    form = remote.get('/play?game=stars&x="><script>', headers=HTML)
    assert form.status_code == 401
    assert "<script" not in form.text
    assert form.headers["referrer-policy"] == "strict-origin"
    goal = present(re.search(r'name="next" type="hidden" value="([^"]*)"', form.text))[1]
    goal = goal.replace("&amp;", "&")
    answer = remote.post(
        "/sign-in",
        data={"token": TOKEN, "next": goal},
        headers={**HTML, "Origin": "http://arena.example"},
    )
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/play?game=stars&x=")
    assert remote.get("/api/games").status_code == 200
    assert remote.get("/sign-in").headers["location"] == "/"


def test_only_the_form_is_shown_again_for_a_wrong_token(remote: TestClient) -> None:
    wrong = {"token": "wrong" * 5}
    headers = {**HTML, "Origin": "http://arena.example"}
    again = remote.post("/sign-in", data=wrong, headers=headers)
    assert (again.status_code, again.headers["content-type"][:9]) == (401, "text/html")
    other = remote.post("/api/plays", json={}, headers=headers)
    assert (other.status_code, other.json()["problem"]["code"]) == (401, "problem.token")


def test_a_form_of_another_site_does_not_sign_in(remote: TestClient) -> None:
    answer = remote.post(
        "/sign-in", data={"token": TOKEN}, headers={**HTML, "Origin": "http://evil.example"}
    )
    assert answer.status_code == 403


def test_a_program_shows_the_token_with_every_request(remote: TestClient) -> None:
    bearer = {"Authorization": f"Bearer {TOKEN}"}
    assert remote.get("/api/games", headers=bearer).status_code == 200
    assert remote.get("/api/games").status_code == 401
    basic = remote.get("/api/games", headers={"Authorization": "Basic dXNlcjpwYXNz"})
    assert basic.json()["problem"]["code"] == "problem.token", "it is for a proxy: no wrong token"


@pytest.mark.parametrize("path", ["//evil.example", "/\\evil.example"])
def test_the_redirect_stays_on_this_host(remote: TestClient, path: str) -> None:
    answer = remote.get(f"http://arena.example{path}?token={TOKEN}")
    assert re.match(r"/[^/\\]", answer.headers["location"])


@pytest.mark.parametrize("goal", ["//evil.example", "https://evil.example", "/\\evil", "\t//evil"])
def test_the_form_stays_on_this_host(remote: TestClient, goal: str) -> None:
    answer = remote.post("/sign-in", data={"token": TOKEN, "next": goal})
    assert re.match(r"/[^/\\]", answer.headers["location"])


@pytest.mark.parametrize(
    "session",
    ["", TOKEN, "x", "..", "9999999999.x.", "9999999999.x." + "0" * 64, "\x7f", "é", "9" * 5_000],
)
def test_a_session_that_is_not_ours_is_refused(remote: TestClient, session: str) -> None:
    remote.cookies.clear()
    header = f"{COOKIE}={session}".encode()
    assert remote.get("/api/games", headers={b"Cookie": header}).status_code == 401


def test_a_session_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    granted = Access(TOKEN)
    session = granted.new_session()
    assert granted.is_session(session)
    assert TOKEN not in session
    assert session != granted.new_session()
    assert Access(TOKEN).is_session(session), "it outlives a restart"
    assert not Access("another-token-0123456").is_session(session)
    later = time.time() + 31 * 24 * 3600
    monkeypatch.setattr(time, "time", lambda: later)
    assert not granted.is_session(session)


def test_a_code_works_once(remote: TestClient) -> None:
    code = present(arena_of(remote).access).new_code()
    first, second = (remote.get(f"/sign-in?code={code}") for _ in range(2))
    assert (first.status_code, first.headers["location"]) == (303, "/")
    remote.cookies.clear()
    assert remote.get(f"/sign-in?code={code}").status_code == 401
    assert second.status_code == 303, "it has a session by then"


def test_wrong_tokens_are_logged_without_the_token(
    remote: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "garlic.web"):
        for _ in range(4):
            assert remote.get("/?token=wrong-wrong-wrong", headers=HTML).status_code == 401
        bearer = {"Authorization": "Bearer wrong-wrong-wrong"}
        answer = remote.get("/api/games", headers=bearer)
    assert (answer.status_code, answer.json()["problem"]["code"]) == (401, "problem.wrong_token")
    assert [record.getMessage().rpartition(" ")[2] for record in caplog.records] == ["1", "2", "4"]
    assert "wrong-wrong" not in caplog.text
    assert remote.get(f"/?token={TOKEN}").status_code == 303, "the right one still works"


def test_many_wrong_tokens_at_once_do_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "_FIRST_DELAY_SECONDS", 600.0)
    monkeypatch.setattr(access, "_LONGEST_DELAY_SECONDS", 600.0)

    async def guess(addresses: list[str]) -> tuple[list[bool], int]:
        guesses = Guesses()
        tries = [asyncio.ensure_future(guesses.slow_down(address)) for address in addresses]
        await asyncio.sleep(0.01)
        finished = [each.result() for each in tries if each.done()]
        waiting = [each for each in tries if not each.done()]
        for each in waiting:
            each.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        return finished, len(waiting)

    assert run_apart(partial(guess, ["192.0.2.7"] * 20)) == ([False] * 15, 5)
    many = [f"192.0.{number}.7" for number in range(110)]
    assert run_apart(partial(guess, many)) == ([False] * 10, 100)


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("localhost", True),
        ("127.0.0.1", True),
        ("127.8.8.8", True),
        ("[::1]", True),
        ("0.0.0.0", False),  # noqa: S104
        ("192.0.2.1", False),
        ("::", False),
        ("arena.example", False),
    ],
)
def test_which_hosts_only_this_machine_can_reach(host: str, local: bool) -> None:
    assert ServerSettings(host).is_local is local
    assert not ServerSettings(host, public_url="https://arena.example").is_local


def test_delays_grow_and_end() -> None:
    delays = [access._delay_seconds(wrong) for wrong in (1, 2, 3, 6, 7, 10**6)]
    assert delays == [0.25, 0.5, 1.0, 8.0, 8.0, 8.0]


def test_addresses_are_bounded_and_networks_count_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "_LONGEST_DELAY_SECONDS", 0.0)
    monkeypatch.setattr(access, "_MOST_ADDRESSES", 10)

    async def guess() -> tuple[int, int]:
        guesses = Guesses()
        for number in range(50):
            await guesses.slow_down(f"2001:db8::{number:x}")
        one = len(guesses)
        for number in range(50):
            await guesses.slow_down(f"192.0.2.{number}")
        return one, len(guesses)

    assert run_apart(guess) == (1, 10)


def test_a_public_address_makes_cookies_secure(tmp_path: Path) -> None:
    settings = settings_for(
        "127.0.0.1", 8000, str(tmp_path / "web.db"), TOKEN, "https://Arena.example/"
    )
    assert not settings.is_local, "what a proxy forwards is not from this machine"
    with TestClient(create_app(settings), base_url="http://arena.example") as client:
        answer = client.get(f"/?token={TOKEN}", follow_redirects=False)
        assert "; secure" in _cookie(answer)
        headers = {"Authorization": f"Bearer {TOKEN}", "Origin": "https://arena.example"}
        assert client.post("/api/games", headers=headers).status_code == 405
        headers["Host"] = "127.0.0.1:8000"  # a proxy that does not pass it on
        assert client.post("/api/games", headers=headers).status_code == 405


def test_a_public_server_needs_a_token() -> None:
    settings = settings_for("127.0.0.1", 8000, public_url="https://arena.example")
    assert settings.token
    assert settings.shows_token


@pytest.mark.parametrize(
    "url", ["arena.example", "ftp://a", "https://", "https://a/b", "https://u:p@a", "https://a:x"]
)
def test_a_public_address_must_be_one(url: str) -> None:
    with pytest.raises(UsageError, match="expected an address like"):
        settings_for("127.0.0.1", 8000, public_url=url)


def test_the_token_comes_from_a_file_or_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "token"
    file.write_text(f"{TOKEN}\n")
    assert read_token(file) == TOKEN
    assert read_token() is None
    monkeypatch.setenv("GARLIC_TOKEN", TOKEN)
    assert read_token() == TOKEN
    assert read_token() is None, "children of the server do not inherit it"
    with pytest.raises(UsageError, match="cannot read"):
        read_token(tmp_path / "none")


def test_a_token_on_the_command_line_is_refused() -> None:
    command = [sys.executable, "-m", "garlic", "serve", "--no-browser", "--token", TOKEN]
    found = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    assert (found.returncode, found.stdout) == (2, "")
    assert "--token-file" in found.stderr
    assert TOKEN not in found.stderr


def test_a_given_token_is_printed_nowhere(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text(TOKEN)
    server = Server(tmp_path)
    try:
        printed = server.start("--host", "0.0.0.0", "--token-file", str(file))  # noqa: S104
        assert "token" not in printed
        for process in Path("/proc").glob("[0-9]*/cmdline"):
            with contextlib.suppress(OSError):  # it has ended meanwhile
                assert TOKEN not in process.read_text(errors="replace")
    finally:
        server.stop()
