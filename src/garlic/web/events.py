"""What happens, told to whoever looks: topics, a bounded memory, and one stream a page.

`Hub.publish` may be called from any thread. Each event is serialised once; a viewer who does not
keep up, or comes back too late, is told ``reset`` and fetches the resource again, so that nobody
slows anybody else.
"""

import asyncio
import itertools
import json
import secrets
import threading
from collections import deque
from collections.abc import AsyncIterator, Iterable
from typing import Any

_REMEMBERED = 2_000  # events, for those who come back
_REMEMBERED_BYTES = 16 << 20
_WAITING = 256  # events that one viewer may be behind
_ALIVE_SECONDS = 15.0
_RETRY_MILLISECONDS = 1_000


class _Event:
    __slots__ = ("content", "number", "topic")

    def __init__(self, number: int, topic: str, content: bytes) -> None:
        self.number, self.topic, self.content = number, topic, content


class _Viewer:
    """One open stream; lives in the server's event loop."""

    __slots__ = ("awake", "dropped", "heard", "topics", "waiting")

    def __init__(self, topics: frozenset[str]) -> None:
        self.topics = topics
        self.heard = 0  # the number of the last event that it was told, or need not be told
        self.waiting: deque[bytes] = deque()
        self.dropped = False
        self.awake = asyncio.Event()

    def tell(self, event: _Event) -> None:
        if event.number <= self.heard:
            return
        self.heard = event.number
        if len(self.waiting) >= _WAITING:
            self.waiting.clear()
            self.dropped = True
        if not self.dropped:
            self.waiting.append(event.content)
        self.awake.set()


class Hub:
    """Everybody who looks, and what was told lately."""

    def __init__(self) -> None:
        self.boot = secrets.token_hex(4)  # numbers of an earlier server mean nothing here
        self._numbers = itertools.count(1)
        self._last = 0
        self._forgotten = 0  # events up to this number are no longer remembered
        self._remembered: deque[_Event] = deque()
        self._remembered_bytes = 0
        self._lock = threading.Lock()
        self._viewers: dict[str, set[_Viewer]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closed = False

    def publish(self, topic: str, kind: str, data: Any = None) -> None:
        """Tell all who look at *topic*. Never waits, from whatever thread."""
        told = json.dumps(
            {"topic": topic, "kind": kind, "data": data}, ensure_ascii=False, separators=(",", ":")
        )
        with self._lock:
            number = next(self._numbers)
            content = f"id: {self.boot}-{number}\ndata: {told}\n\n".encode()
            event = _Event(number, topic, content)
            self._remember(event)
            # Under the lock, so that viewers hear of events in the order of their numbers.
            if self._loop is not None and not self._loop.is_closed():
                self._loop.call_soon_threadsafe(self._tell, event)

    def watched(self, topic: str) -> bool:
        """Does anybody look at *topic* now?"""
        return bool(self._viewers.get(topic))

    def close(self) -> None:
        """End all streams: the server stops. May be called from a signal handler."""
        self._closed = True
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake_all)

    async def stream(
        self, topics: Iterable[str], last_id: str | None = None
    ) -> AsyncIterator[bytes]:
        """The events of *topics* from now on, after those missed since *last_id*."""
        viewer = _Viewer(frozenset(topics))
        self._loop = asyncio.get_running_loop()
        missed = self._enter(viewer, last_id)
        try:
            yield f"retry: {_RETRY_MILLISECONDS}\n\n".encode()
            if missed is None:
                yield self._reset(viewer)
            else:
                yield b"".join([*missed, self._control(viewer, "", "hello")])
            while not self._closed:
                try:
                    async with asyncio.timeout(_ALIVE_SECONDS):
                        await viewer.awake.wait()
                except TimeoutError:
                    yield b": alive\n\n"
                    continue
                viewer.awake.clear()
                if viewer.dropped:
                    viewer.dropped = False
                    viewer.waiting.clear()
                    yield self._reset(viewer)
                elif viewer.waiting:
                    content = b"".join(viewer.waiting)
                    viewer.waiting.clear()
                    yield content
        finally:
            self._leave(viewer)

    def _enter(self, viewer: _Viewer, last_id: str | None) -> list[bytes] | None:
        """What *viewer* missed; None if that is no longer known. It hears all that follows."""
        with self._lock:
            viewer.heard = self._last
            for topic in viewer.topics:
                self._viewers.setdefault(topic, set()).add(viewer)
            if not last_id:
                return []
            boot, _, number = last_id.partition("-")
            if boot != self.boot or not (number.isascii() and number.isdigit()):
                return None
            last = int(number[:18])
            if last < self._forgotten:
                return None
            return [
                event.content
                for event in self._remembered
                if event.number > last and event.topic in viewer.topics
            ]

    def _leave(self, viewer: _Viewer) -> None:
        for topic in viewer.topics:
            viewers = self._viewers.get(topic, set())
            viewers.discard(viewer)
            if not viewers:
                self._viewers.pop(topic, None)

    def _tell(self, event: _Event) -> None:
        for viewer in self._viewers.get(event.topic, ()):
            viewer.tell(event)

    def _wake_all(self) -> None:
        for viewers in self._viewers.values():
            for viewer in viewers:
                viewer.awake.set()

    def _reset(self, viewer: _Viewer) -> bytes:
        return b"".join(self._control(viewer, topic, "reset") for topic in sorted(viewer.topics))

    def _control(self, viewer: _Viewer, topic: str, kind: str) -> bytes:
        told = json.dumps({"topic": topic, "kind": kind, "data": None})
        return f"id: {self.boot}-{viewer.heard}\ndata: {told}\n\n".encode()

    def _remember(self, event: _Event) -> None:
        self._last = event.number
        self._remembered.append(event)
        self._remembered_bytes += len(event.content)
        while len(self._remembered) > _REMEMBERED or self._remembered_bytes > _REMEMBERED_BYTES:
            oldest = self._remembered.popleft()
            self._remembered_bytes -= len(oldest.content)
            self._forgotten = oldest.number
