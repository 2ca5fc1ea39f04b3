"""`garlic login`, `push` and `submit` with a real course server on this machine."""

import json
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import typer
from sqlalchemy import Connection

from cli.results import Garlic
from garlic.people.accounts import add_person
from garlic.people.courses import add_course, course_named, set_role
from garlic.people.persons import Role, Scope
from garlic.people.tokens import add_token, remove_token, tokens_of
from garlic.store import Database, open_database
from garlic.store.assignments import add_assignment
from garlic.store.owners import Owner
from support.classes import PASSWORD
from support.web import running_server

SIGN_IN_AGAIN = (
    "garlic: error: the server: the server does not know your token: sign in with `garlic login`\n"
)
BOT = "def play(position):\n    return position.legal_moves()[0]\n"


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    folder = tmp_path_factory.mktemp("course")

    def work(connection: Connection) -> None:
        add_person(connection, "root", password=PASSWORD, is_administrator=True)
        course = add_course(connection, "algorithms")
        account = add_person(connection, "ada", password=PASSWORD)
        set_role(connection, course.id, account.id, Role.STUDENT)

    with open_database(str(folder / "web.db"), upgrade=True) as opened:
        opened.write(work)
        yield opened


@pytest.fixture(scope="module")
def address(database: Database) -> Iterator[str]:
    with running_server(Path(database.place).parent, "--class") as server:
        yield server.address.rstrip("/")


@pytest.fixture
def servers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the tokens of this test are kept."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "config" / "garlic" / "servers.json"


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    path = tmp_path / "bot.py"
    path.write_text(BOT)
    return path


def type_in(monkeypatch: pytest.MonkeyPatch, *answers: str) -> None:
    waiting = iter(answers)
    monkeypatch.setattr(typer, "prompt", lambda *_, **__: next(waiting))


def new_token(database: Database, *scopes: Scope) -> str:
    _, secret = database.write(lambda c: add_token(c, ada(c), "test", scopes or Scope, 1))
    return secret


def ada(connection: Connection) -> int:
    from garlic.people.accounts import account_called  # noqa: PLC0415

    return account_called(connection, "ada").id


def test_sign_in_and_hand_in(
    garlic: Garlic, address: str, servers: Path, bot: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    type_in(monkeypatch, "ada", PASSWORD)
    signed_in = garlic("login", address)
    assert (signed_in.code, signed_in.err) == (0, "")
    assert signed_in.out == f"signed in to {address} as ada; the token is in {servers}\n"
    assert servers.stat().st_mode & 0o777 == 0o600
    assert PASSWORD not in servers.read_text()
    handed_in = garlic("submit", "othello/task1", str(bot), "--no-wait", "--json")
    assert json.loads(handed_in.out)["lab"] == "othello/task1"


def test_an_assignment_is_handed_in_to(
    garlic: Garlic, address: str, servers: Path, database: Database, tmp_path: Path
) -> None:
    del servers
    definition = {
        "name": "week-1",
        "lab": "trek",
        "due": "2026-01-01 00:00 +00:00",
        "late": "5 %/day",
        "late_most": "20 %",
        "attempts": 1,
    }
    course = database.read(lambda c: course_named(c, "algorithms").id)
    database.write(lambda c: add_assignment(c, "week-1", definition, Owner(1, course)))
    token, file = tmp_path / "token", tmp_path / "trek.cpp"
    token.write_text(new_token(database))
    file.write_text("int main( {\n")
    assert garlic("login", address, "--token-file", str(token)).code == 0
    missing = garlic("submit", "week-1", str(file), "--course", "geometry")
    assert missing.err == "garlic: error: geometry has no assignment 'week-1'\n"
    done = garlic("submit", "week-1", str(file), "--course", "algorithms")
    lines = done.out.splitlines()
    assert lines[0].startswith(f"received by the server: {address}/assignments/1/submissions/")
    assert lines[1].startswith("attempt 1, received at 20")
    assert lines[1].endswith(" UTC (the server's clock)")
    assert lines[2].startswith("20 % off: ")
    assert (done.code, lines[-1]) == (0, "0 of 100 points (finished)")
    again = garlic("submit", "week-1", str(file))
    assert (again.code, again.err) == (
        2,
        "garlic: error: the server: week-1 takes 1 attempt, and all of them were used\n",
    )


@pytest.mark.slow
def test_push_checks_a_bot(
    garlic: Garlic, address: str, servers: Path, bot: Path, database: Database, tmp_path: Path
) -> None:
    del servers
    token = tmp_path / "token"
    token.write_text(new_token(database))
    assert garlic("login", address, "--token-file", str(token)).code == 0
    pushed = garlic("push", str(bot), "--game", "tiaojia", "--name", "first")
    assert (pushed.code, pushed.out) == (0, "first, version 1: passed\n")
    bot.write_text("raise SystemExit('a mistake')\n")
    failed = garlic("push", str(bot), "--game", "tiaojia", "--name", "first")
    assert failed.code == 1
    assert failed.out.startswith("first, version 2: failed\n")


def test_a_wrong_password(
    garlic: Garlic, address: str, servers: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    type_in(monkeypatch, "ada", "something else")
    found = garlic("login", address)
    assert found.code == 2
    assert found.err == "garlic: error: the server: login or password is wrong\n"
    assert not servers.exists()


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"garlic_0123456789", "the server does not know your token: sign in with `garlic login`"),
        (b"", "expected an access token like garlic_..."),
        (b"two words\nand a line", "expected an access token like garlic_..."),
        (b"\xff\x00\x01", "expected an access token like garlic_..."),
    ],
)
def test_a_wrong_token(
    garlic: Garlic, address: str, servers: Path, tmp_path: Path, content: bytes, expected: str
) -> None:
    token = tmp_path / "token"
    token.write_bytes(content)
    found = garlic("login", address, "--token-file", str(token))
    assert found.code == 2
    assert found.err.endswith(f"{expected}\n")
    assert found.err.count("\n") == 1
    assert not servers.exists()


def test_a_revoked_token(
    garlic: Garlic, address: str, servers: Path, bot: Path, database: Database, tmp_path: Path
) -> None:
    del servers
    token = tmp_path / "token"
    token.write_text(new_token(database))
    assert garlic("login", address, "--token-file", str(token)).code == 0

    def revoke(connection: Connection) -> None:
        for each in tokens_of(connection, ada(connection)):
            remove_token(connection, ada(connection), each.id)

    database.write(revoke)
    for command in (("push", str(bot), "--game", "tiaojia"), ("submit", "othello/task1", str(bot))):
        found = garlic(*command)
        assert (found.code, found.out, found.err) == (2, "", SIGN_IN_AGAIN)


def test_a_token_for_something_else(
    garlic: Garlic, address: str, servers: Path, bot: Path, database: Database, tmp_path: Path
) -> None:
    del servers
    token = tmp_path / "token"
    token.write_text(new_token(database, Scope.READ))
    assert garlic("login", address, "--token-file", str(token)).code == 0
    found = garlic("push", str(bot), "--game", "tiaojia")
    assert (found.code, found.err) == (2, "garlic: error: the server: you may not do this\n")


@pytest.mark.parametrize(
    "url",
    ["", "ftp://127.0.0.1", "http://[::1", "https://a:b@c", "http://127.0.0.1:port", "http://"],
)
def test_a_url_that_is_none(garlic: Garlic, servers: Path, url: str) -> None:
    found = garlic("login", url)
    assert found.code == 2
    expected = f"expected an address like https://arena.example.org, got {url!r}\n"
    assert found.err == f"garlic: error: {expected}"
    assert not servers.exists()


def test_a_password_is_not_sent_in_the_clear(garlic: Garlic, servers: Path) -> None:
    del servers
    found = garlic("login", "http://192.0.2.1")
    assert found.code == 2
    assert "use its https address, or --insecure-http" in found.err


def test_no_server(garlic: Garlic, servers: Path, bot: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # but nobody listens
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"
        expected = f"garlic: error: cannot reach the server {url}: [Errno 111] Connection refused\n"
        found = garlic("login", url, "--user", "ada")
        assert (found.code, found.err) == (2, expected)
        servers.parent.mkdir(parents=True)
        servers.write_text(json.dumps({url: "garlic_x"}))
        found = garlic("submit", "othello/task1", str(bot))
        assert (found.code, found.out, found.err) == (2, "", expected)


def test_nobody_has_signed_in(garlic: Garlic, servers: Path, bot: Path) -> None:
    for content in (None, "[]", "{", '{"http://x": 1}'):
        if content is not None:
            servers.parent.mkdir(parents=True, exist_ok=True)
            servers.write_text(content)
        found = garlic("push", str(bot), "--game", "tiaojia")
        expected = "sign in first: `garlic login URL`" if content is None else "is damaged"
        assert found.code == 2
        assert expected in found.err


class Stranger(BaseHTTPRequestHandler):
    """A server of something else, which answers everything."""

    content = b""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(self.content)

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.mark.parametrize("content", [b"<html>", b"{}", b"[]", b"\xff"])
def test_another_server_is_not_sent_a_password(
    garlic: Garlic, servers: Path, content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    type_in(monkeypatch)
    monkeypatch.setattr(Stranger, "content", content)
    with ThreadingHTTPServer(("127.0.0.1", 0), Stranger) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{other.server_port}"
        found = garlic("login", url)
        other.shutdown()
    assert found.code == 2
    expected = f"the server {url} answered 200: is it a garlic server?\n"
    assert found.err == f"garlic: error: {expected}"
    assert not servers.exists()
