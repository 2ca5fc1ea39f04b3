"""`garlic serve` as a program: start, errors, stop."""

import socket
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest

from garlic.web.server import _listen
from garlic.web.settings import ServerSettings
from support.effort import promptly
from support.web import Server, running_server


def _garlic(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "garlic", *words],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_ctrl_c_stops_it_at_once_despite_an_open_stream(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        host, _, port = server.address.removeprefix("http://").partition(":")
        viewer = socket.create_connection((host, int(port)))
        viewer.sendall(f"GET /api/events?topics=a HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        assert b"hello" in _until(viewer, b"hello")
        request = {"game": "gomoku", "seats": ["human", "random:gomoku"]}
        assert httpx2.post(f"{server.address}/api/plays", json=request).status_code == 201
        with promptly(10):
            assert server.stop() == 0
        viewer.close()


def _until(viewer: socket.socket, wanted: bytes) -> bytes:
    received = b""
    viewer.settimeout(20)
    while wanted not in received:
        received += viewer.recv(4096)
    return received


def test_a_port_in_use_is_reported_in_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        database = str(tmp_path / "web.db")
        found = _garlic("serve", "--no-browser", "--port", port, "--database", database)
    assert found.returncode == 2
    assert "Traceback" not in found.stderr
    assert f"port {port}" in found.stderr


@pytest.mark.parametrize("host", ["a..b", "é☃..", "x" * 300, "300.1.1.1"])
def test_a_host_that_is_none_is_reported_in_one_sentence(tmp_path: Path, host: str) -> None:
    database = str(tmp_path / "web.db")
    found = _garlic("serve", "--no-browser", "--host", host, "--database", database)
    assert found.returncode == 2
    assert found.stderr.startswith("garlic: error: cannot listen on ")
    assert found.stderr.count("\n") == 1


@pytest.mark.parametrize("token", ["short", "x" * 300, "with blanks in the middle"])
def test_a_token_that_can_be_guessed_is_refused(tmp_path: Path, token: str) -> None:
    file = tmp_path / "token"
    file.write_text(token)
    found = _garlic("serve", "--no-browser", "--token-file", str(file))
    assert found.returncode == 2
    assert "expected a token" in found.stderr
    assert token not in found.stderr


def test_a_server_on_the_network_requires_the_token(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        printed = server.start("--host", "0.0.0.0")  # noqa: S104  (on purpose)
        assert "?token=" in printed
        token = printed.partition("?token=")[2]
        port = printed.partition("/?")[0].rpartition(":")[2]
        address = f"http://127.0.0.1:{port}"
        assert httpx2.get(f"{address}/api/games").status_code == 401
        bearer = {"Authorization": f"Bearer {token}"}
        assert httpx2.get(f"{address}/api/games", headers=bearer).status_code == 200
    finally:
        server.stop()


def test_responses_are_sent_at_once() -> None:
    """Only sockets with the number of their protocol are told by asyncio not to wait for more."""
    with _listen(ServerSettings(port=0)) as listening:
        assert listening.proto == socket.IPPROTO_TCP
