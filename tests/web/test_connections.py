"""Clients that are slow, silent or too many: real sockets against real servers."""

import asyncio
import contextlib
import resource
import selectors
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
import uvicorn
from starlette.types import Receive, Scope, Send

from garlic.web import connections as connections_module
from garlic.web.connections import ConnectionLimits, limited_protocol
from garlic.web.server import _OTHER_FILES, _possible
from support.web import running_server

_LONG = 60.0  # seconds that a busy machine may take for anything


async def _app(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers with the size of the body; below /stream with numbers that do not end."""
    if scope["type"] == "lifespan":
        return
    size, more = 0, True
    while more and scope["path"] != "/refused":
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        size, more = size + len(message["body"]), message["more_body"]
    await send({"type": "http.response.start", "status": 200, "headers": []})
    if scope["path"] == "/stream":
        for number in range(10_000):
            await send({"type": "http.response.body", "body": b"%d\n" % number, "more_body": True})
            await asyncio.sleep(0.05)
    if scope["path"] == "/flood":
        for _ in range(10_000):
            await send({"type": "http.response.body", "body": b"x" * 65536, "more_body": True})
    await send({"type": "http.response.body", "body": b"%d" % size})


@contextmanager
def _server(limits: ConnectionLimits) -> Iterator[tuple[int, set[Any]]]:
    """A server of `_app` with *limits*; its port and its set of connections."""
    protocol = limited_protocol(limits)
    config = uvicorn.Config(_app, port=0, http=protocol, lifespan="off", log_level="critical")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        _wait(lambda: server.started)
        yield server.servers[0].sockets[0].getsockname()[1], server.server_state.connections
    finally:
        server.should_exit = server.force_exit = True
        thread.join(_LONG)


def _wait(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + _LONG
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def _connect(port: int, sent: bytes = b"") -> socket.socket:
    opened = socket.create_connection(("127.0.0.1", port), _LONG)
    opened.sendall(sent)
    return opened


def _rest(opened: socket.socket) -> bytes:
    """Everything that comes until the server closes the connection."""
    received = b""
    try:
        while part := opened.recv(65536):
            received += part
    except ConnectionResetError:
        pass
    return received


def _until(opened: socket.socket, wanted: bytes) -> None:
    """Receive until *wanted* comes; fails if the server closes the connection before."""
    received = b""
    while wanted not in received:
        part = opened.recv(65536)
        assert part, received
        received += part


def _post(path: str, length: int) -> bytes:
    return f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {length}\r\n\r\n".encode()


_STREAM = b"GET /stream HTTP/1.1\r\nHost: a\r\n\r\n"
_SHORT = ConnectionLimits(
    header_seconds=2, body_seconds=0.5, body_bytes_per_second=1_000, unread_seconds=0.5
)


def test_a_silent_client_is_disconnected() -> None:
    with _server(_SHORT) as (port, _), _connect(port) as opened:
        assert _rest(opened) == b""


def test_headers_that_never_end_are_refused() -> None:
    with _server(_SHORT) as (port, _), _connect(port, b"GET / HTTP/1.1\r\nHost: a\r\n") as opened:
        dribble = threading.Thread(target=_dribble, args=(opened, b"X-A: b\r\n"), daemon=True)
        dribble.start()
        answer = _rest(opened)
        dribble.join(_LONG)
    assert answer == b"" or b"408" in answer.splitlines()[0]


def _dribble(opened: socket.socket, part: bytes) -> None:
    try:
        for _ in range(1_000):
            opened.sendall(part)
            time.sleep(0.05)
    except OSError:
        pass


@pytest.mark.parametrize("sent", [b"GET / HT", b"GET / HTTP/1.1\r\nHost: a\r\n"])
def test_unfinished_headers_are_refused_with_a_reason(sent: bytes) -> None:
    with _server(_SHORT) as (port, _), _connect(port, sent) as opened:
        answer = _rest(opened)
    assert b" 408 " in answer.splitlines()[0]
    assert b'"problem.slow"' in answer


def test_the_second_request_of_a_connection_is_limited_too() -> None:
    requests = b"GET / HTTP/1.1\r\nHost: a\r\n\r\nGET /"
    with _server(_SHORT) as (port, _), _connect(port, requests) as opened:
        answer = _rest(opened)
    assert b" 200 " in answer.splitlines()[0]
    assert b" 408 " in answer


@pytest.mark.parametrize("path", ["/", "/refused"])
def test_a_body_that_stops_is_refused(path: str) -> None:
    with _server(_SHORT) as (port, _), _connect(port, _post(path, 1_000) + b"x" * 10) as opened:
        answer = _rest(opened)
    assert (b" 408 " if path == "/" else b" 200 ") in answer.splitlines()[0]


def test_a_body_without_an_end_is_not_read_for_ever() -> None:
    limits = ConnectionLimits(rest_seconds=0.5)
    start = b"POST /refused HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    with _server(limits) as (port, connections), _connect(port, start) as opened:
        _until(opened, b" 200 ")
        with contextlib.suppress(ConnectionResetError, BrokenPipeError):
            for _ in range(2_000):  # 20 KB/s, for at least 100 s
                opened.sendall(b"400\r\n" + b"x" * 1024 + b"\r\n")
                time.sleep(0.05)
            pytest.fail("the server has read everything")
        _wait(lambda: not connections)


def test_a_slow_but_steady_upload_is_accepted() -> None:
    limits = ConnectionLimits(body_seconds=_LONG, header_seconds=2)
    with _server(limits) as (port, _), _connect(port, _post("/", 4_000)) as opened:
        for _ in range(20):
            opened.sendall(b"x" * 200)
            time.sleep(0.15)
        _until(opened, b"4000")


def test_the_size_of_a_body_gives_it_time() -> None:
    limits = ConnectionLimits(body_seconds=0.3, body_bytes_per_second=50_000 / _LONG)
    with (
        _server(limits) as (port, _),
        _connect(port, _post("/", 100_000) + b"x" * 50_000) as opened,
    ):
        time.sleep(1)
        opened.sendall(b"x" * 50_000)
        _until(opened, b"100000")


def test_a_stream_goes_on_after_all_time_limits() -> None:
    with _server(_SHORT) as (port, _), _connect(port, _STREAM) as opened:
        _until(opened, b"60\n")  # at least 3 s later


def test_a_client_that_does_not_read_is_disconnected() -> None:
    request = b"GET /flood HTTP/1.1\r\nHost: a\r\n\r\n"
    with _server(_SHORT) as (port, connections), _connect(port, request) as opened:
        assert opened.recv(10)
        _wait(lambda: not connections)


def test_the_connection_that_waited_longest_makes_room() -> None:
    limits = ConnectionLimits(most=3, header_seconds=_LONG)
    with _server(limits) as (port, connections), ExitStack() as stack:
        stream = stack.enter_context(_connect(port, _STREAM))
        assert stream.recv(100)
        opened = []
        for number in range(4):
            opened.append(stack.enter_context(_connect(port, b"GET /")))
            _wait(lambda: len(connections) == min(3, 2 + number))  # noqa: B023
            time.sleep(0.05)
        assert [_rest(each) for each in opened[:2]] == [b"", b""]
        opened[3].sendall(b" HTTP/1.1\r\nHost: a\r\n\r\n")
        _until(opened[3], b" 200 ")
        assert stream.recv(100)


def test_one_other_machine_does_not_get_all_connections(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(connections_module, "is_this_machine", lambda _: False)
    limits = ConnectionLimits(most=9, most_per_address=2, header_seconds=_LONG)
    with _server(limits) as (port, connections), ExitStack() as stack:
        opened = []
        for number in range(3):
            opened.append(stack.enter_context(_connect(port, b"GET /")))
            _wait(lambda: len(connections) == min(2, 1 + number))  # noqa: B023
            time.sleep(0.05)
        assert _rest(opened[0]) == b""
        opened[2].sendall(b" HTTP/1.1\r\nHost: a\r\n\r\n")
        _until(opened[2], b" 200 ")
    assert "too many connections: 1 dropped or refused" in caplog.text


@pytest.mark.parametrize(
    ("address", "is_ours"), [("127.0.0.9", True), ("::1", True), ("", True), ("192.0.2.1", False)]
)
def test_addresses_of_this_machine(address: str, is_ours: bool) -> None:
    assert connections_module.is_this_machine(address) is is_ours


def test_requests_that_are_answered_are_not_dropped_for_new_ones() -> None:
    with _server(ConnectionLimits(most=2)) as (port, _), ExitStack() as stack:
        streams = [stack.enter_context(_connect(port, _STREAM)) for _ in range(2)]
        assert all(stream.recv(100) for stream in streams)
        with _connect(port) as refused:
            assert _rest(refused) == b""
        assert all(stream.recv(100) for stream in streams)


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"\x00\x01\x02\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"x" * 100_000,
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9" + b"9" * 5_000 + b"\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ],
)
def test_what_is_no_http_gets_an_answer(request_bytes: bytes) -> None:
    with _server(ConnectionLimits()) as (port, _), _connect(port, request_bytes) as opened:
        answer = _rest(opened)
    assert b" 400 " in answer.splitlines()[0]
    assert b'"problem.malformed"' in answer


def test_an_upgrade_is_ignored() -> None:
    asked = b"GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n"
    with _server(ConnectionLimits()) as (port, _), _connect(port, asked) as opened:
        assert b" 200 " in _rest(opened).splitlines()[0]


def test_no_more_connections_than_files() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (900, hard))
        assert _possible(ConnectionLimits()).most == 900 - _OTHER_FILES
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.parametrize("number", [100, pytest.param(2_000, marks=pytest.mark.slow)])
def test_half_open_requests_do_not_keep_others_out(tmp_path: Path, number: int) -> None:
    with (
        running_server(tmp_path) as server,
        ExitStack() as stack,
        selectors.DefaultSelector() as waiting,
    ):
        host, _, port = server.address.removeprefix("http://").partition(":")
        stack.callback(_many_files(number + 200))
        streaming = stack.enter_context(
            httpx2.stream("GET", f"{server.address}/api/events?topics=a", timeout=_LONG)
        )
        lines = streaming.iter_lines()
        assert next(lines).startswith("retry")
        for count in range(number):
            opened = stack.enter_context(socket.create_connection((host, int(port)), _LONG))
            opened.sendall(b"GET / HTTP/1.1\r\nHost: a\r\nX-")
            waiting.register(opened, selectors.EVENT_READ)
            if count % 100 == 0:
                assert httpx2.get(f"{server.address}/api/games", timeout=_LONG).status_code == 200
        assert httpx2.get(f"{server.address}/api/games", timeout=_LONG).status_code == 200
        deadline = time.monotonic() + _LONG
        while waiting.get_map():  # each is closed by the server
            assert time.monotonic() < deadline
            for key, _ in waiting.select(1):
                assert isinstance(key.fileobj, socket.socket)
                _rest(key.fileobj)
                waiting.unregister(key.fileobj)
        assert any("alive" in line for line in lines), "the stream is still open"


def _many_files(number: int) -> Callable[[], None]:
    """Allow *number* open files in this process; a function that takes it back."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < number:
        resource.setrlimit(resource.RLIMIT_NOFILE, (number, max(number, hard)))
    return lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
