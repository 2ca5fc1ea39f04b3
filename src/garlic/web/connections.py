"""Limits on connections: how many may be open, and how slow a client may be.

uvicorn waits for ever for a client that has connected and says nothing, and has no cap but one that
refuses new clients. Here a client must send its headers within some seconds and its body at a
minimum rate, and must read the response. When too many connections are open, the one that has
waited longest for its client makes room for the new one. A request that is being answered, such
as an event stream, is never cut off.
"""

import asyncio
import json
import logging
import math
from collections.abc import Collection
from dataclasses import dataclass
from enum import IntEnum
from ipaddress import ip_address
from typing import ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from garlic.web.sentences import SentenceModel, page_sentence

_LOG = logging.getLogger("garlic.web")
_LOG_SECONDS = 60.0  # between two reports of dropped connections


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """How many connections may be open, and how long a client may take."""

    most: int = 1_000
    most_per_address: int = 500  # of one other machine; this machine may be a proxy for many
    header_seconds: float = 10.0  # since the connection or the last response
    body_seconds: float = 20.0  # for a body, in addition to what its size allows
    body_bytes_per_second: float = 1_000.0  # each so many bytes give a client one more second
    rest_seconds: float = 5.0  # for the rest of a body that has been answered already
    unread_seconds: float = 60.0  # for a client that does not read its response


class _Stage(IntEnum):
    """What a connection waits for; the first are the first to be dropped."""

    HEADERS = 0
    BODY = 1
    RESPONSE = 2


_STAGES = {h11.IDLE: _Stage.HEADERS, h11.SEND_BODY: _Stage.BODY}  # by what the client does


class OpenConnections:
    """The open connections of a server."""

    def __init__(self, limits: ConnectionLimits) -> None:
        self.limits = limits
        self._open: set[Connection] = set()
        self._dropped = 0
        self._logged_at = -math.inf

    def add(self, new: "Connection") -> bool:
        """Add *new*, and drop another connection if there are too many; False if none can be."""
        crowd = self._crowd(new.address)
        if crowd:
            self._report(new.loop.time())
            oldest = min(crowd, key=lambda other: (other.stage, other.since))
            if oldest.stage is _Stage.RESPONSE:
                return False
            self.remove(oldest)
            oldest.drop()
        self._open.add(new)
        return True

    def remove(self, connection: "Connection") -> None:
        """Forget *connection*, because it is closed."""
        self._open.discard(connection)

    def _crowd(self, address: str) -> "Collection[Connection]":
        """Those of which one must go before another from *address* can be added; often none."""
        if len(self._open) >= self.limits.most:
            return self._open
        same = [other for other in self._open if other.address == address]
        if len(same) < self.limits.most_per_address or is_this_machine(address):
            return ()
        return same

    def _report(self, now: float) -> None:
        self._dropped += 1
        if now - self._logged_at >= _LOG_SECONDS:
            _LOG.warning("too many connections: %d dropped or refused", self._dropped)
            self._logged_at, self._dropped = now, 0


class Connection(H11Protocol):
    """One connection, closed if its client is too slow."""

    others: ClassVar[OpenConnections]
    address = ""
    stage = _Stage.HEADERS
    since = 0.0  # when the stage began
    _received = 0  # bytes since then
    _deadline: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a client, or refuse it if there are too many that are busy."""
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self.since = self.loop.time()
        if self.others.add(self):
            self._check_deadline()
        else:
            self.drop()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the client."""
        self.others.remove(self)
        self._stop_timers()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take a part of a request."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        self._update_stage(len(data))

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        if self.transport.is_closing():
            self._limit_unread()
        elif self.stage is _Stage.BODY:
            # The client is still sending a body that nobody wants, and that may have no end. If
            # the connection were closed at once, the client might not get to read the response.
            self.since = self.loop.time()
            self._check_deadline()
        self._update_stage()

    def pause_writing(self) -> None:
        """The client does not read: give it some time."""
        super().pause_writing()
        self._limit_unread()

    def resume_writing(self) -> None:
        """The client reads again."""
        super().resume_writing()
        if self._unread is not None:
            self._unread.cancel()

    def drop(self) -> None:
        """Close the connection at once."""
        self._stop_timers()
        self.transport.abort()

    def send_400_response(self, _: str) -> None:
        """Answer what is no HTTP."""
        self._refuse(400, page_sentence("problem.malformed"))

    def _should_upgrade(self) -> bool:
        return False  # no WebSockets here; uvicorn would log each request for one

    def _update_stage(self, received: int = 0) -> None:
        stage = _STAGES.get(self.conn.their_state, _Stage.RESPONSE)
        if stage is self.stage:
            self._received += received
        else:
            self.stage, self.since, self._received = stage, self.loop.time(), received
            self._check_deadline()

    def _check_deadline(self) -> None:
        """Close the connection if the time for its stage is over; else check again then."""
        if self._deadline is not None:
            self._deadline.cancel()
        if self.transport.is_closing():
            self._limit_unread()
            return
        if self.stage is _Stage.RESPONSE:
            return
        limits, now = self.others.limits, self.loop.time()
        seconds = limits.header_seconds
        if self.stage is _Stage.BODY:
            if self.flow.read_paused:  # the server is behind, not the client
                self.since, self._received = now, 0
            seconds = limits.body_seconds + self._received / limits.body_bytes_per_second
            if self.cycle.response_complete:
                seconds = limits.rest_seconds
        left = self.since + seconds - now
        if left > 0:
            self._deadline = self.loop.call_later(left, self._check_deadline)
        elif self.stage is _Stage.HEADERS and not self.conn.trailing_data[0]:
            self.drop()  # nothing was asked
        else:
            self._refuse(408, page_sentence("problem.slow"))

    def _limit_unread(self) -> None:
        """Close the connection some time from now, unless the client reads what was sent."""
        if self._unread is None or self._unread.cancelled():
            self._unread = self.loop.call_later(self.others.limits.unread_seconds, self.drop)

    def _refuse(self, status: int, sentence: SentenceModel) -> None:
        """Answer and close the connection; only close it if another response has begun."""
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.drop()
            return
        if self.cycle is not None:
            self.cycle.disconnected = True  # its own response would be a second one
            self.cycle.message_event.set()
        self._stop_timers()
        content = json.dumps({"problem": sentence.model_dump()}).encode()
        headers = [
            ("content-type", "application/json"),
            ("content-length", str(len(content))),
            ("connection", "close"),
        ]
        for event in (
            h11.Response(status_code=status, headers=headers),
            h11.Data(data=content),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _stop_timers(self) -> None:
        for timer in (self._deadline, self._unread):
            if timer is not None:
                timer.cancel()


def limited_protocol(limits: ConnectionLimits) -> type[Connection]:
    """The protocol of one server, to be given to uvicorn."""

    class LimitedConnection(Connection):
        others = OpenConnections(limits)

    return LimitedConnection


def is_this_machine(address: str) -> bool:
    """Is *address* one of this machine, which may be a proxy for many clients?"""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return True  # a Unix socket
