"""Odd bytes from real sockets: a real server answers or closes, and logs no traceback."""

import contextlib
import signal
import socket
import struct
from collections.abc import Iterator

import httpx2
import pytest

from support.web import Server

_HOST = b"Host: 127.0.0.1\r\n"
_CHUNKED = b"Transfer-Encoding: chunked\r\n\r\n"
_JSON = b"Content-Type: application/json\r\n"
ODD = [
    b"\r\n" * 1_000,
    b"\xff" * 40_000,
    b"GET / HTTP/1.0\r\n\r\n",
    b"GET http://127.0.0.1/ HTTP/1.1\r\n" + _HOST + b"\r\n",
    b"GET /../../etc/passwd HTTP/1.1\r\n" + _HOST + b"\r\n",
    b"GET /%00 HTTP/1.1\r\n" + _HOST + b"\r\n",
    b"GET /%ff%fe?%00=%ff HTTP/1.1\r\n" + _HOST + b"\r\n",
    b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\n" + _HOST + b"\r\n",
    b"OPTIONS * HTTP/1.1\r\n" + _HOST + b"\r\n",
    b"CONNECT evil.example:443 HTTP/1.1\r\n" + _HOST + b"\r\n",
    b"GET / HTTP/1.1\r\nHost: \xff\r\nCookie: \xff=\xff; garlic_session\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + _HOST + b"".join(b"X-%d: x\r\n" % n for n in range(5_000)) + b"\r\n",
    b"GET / HTTP/1.1\r\n" + _HOST + b"Range: bytes=" + b"0-0," * 2_000 + b"\r\n\r\n",
    b"GET /api/games HTTP/1.1\r\n"
    + _HOST
    + b"\r\nGET /api/games HTTP/1.1\r\n"
    + _HOST
    + b"\r\n\xff",
    b"POST /api/plays HTTP/1.1\r\n" + _HOST + _JSON + _CHUNKED + b'5\r\n{"a":\r\nzz\r\n',
    b"POST /api/plays HTTP/1.1\r\n" + _HOST + _JSON + _CHUNKED + b"%x\r\n" % (1 << 62) + b"x" * 99,
    b"POST /api/plays HTTP/1.1\r\n" + _HOST + _JSON + b"Content-Length: 100\r\n\r\n{",
    b"POST /api/plays HTTP/1.1\r\n" + _HOST + _JSON + b"Content-Length: 99999999\r\n\r\n{}",
    b"POST /api/plays HTTP/1.1\r\n"
    + _HOST
    + _JSON
    + b"Content-Length: 1000000\r\n\r\n"
    + b"[" * 10**6,
    b"POST /api/bots HTTP/1.1\r\n" + _HOST + b"Content-Type: multipart/form-data; boundary=\xff\r\n"
    b"Content-Length: 4\r\n\r\n--\xff\r",
    b"POST /api/games HTTP/1.1\r\n" + _HOST + b"Expect: 100-continue\r\nContent-Length: 3\r\n\r\n",
    b"GET /api/events?topics=a HTTP/1.1\r\n" + _HOST + b"\r\nxyz",
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose log is checked at the end."""
    found = Server(tmp_path_factory.mktemp("odd"))
    found.start()
    yield found
    assert found.process is not None
    found.process.send_signal(signal.SIGINT)
    log, _ = found.process.communicate(timeout=60)
    assert b"Traceback" not in log, log.decode(errors="replace")
    assert b"Exception" not in log, log.decode(errors="replace")


@pytest.mark.parametrize("reset", [False, True], ids=["waiting", "reset"])
@pytest.mark.parametrize("sent", ODD, ids=lambda sent: repr(sent[:40]))
def test_the_server_goes_on(server: Server, sent: bytes, reset: bool) -> None:
    host, _, port = server.address.removeprefix("http://").partition(":")
    # The server may close the connection before it has read everything.
    with (
        socket.create_connection((host, int(port)), 60) as opened,
        contextlib.suppress(ConnectionResetError, BrokenPipeError),
    ):
        opened.sendall(sent)
        if reset:  # closed at once, with what is unread
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        else:
            opened.shutdown(socket.SHUT_WR)
            answer = opened.recv(65536)
            assert b" 500 " not in answer.partition(b"\r\n")[0]
    assert httpx2.get(f"{server.address}/api/games", timeout=60).status_code == 200
