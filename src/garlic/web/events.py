"""Server-sent events: topics, a bounded history, and one stream per page.

`Hub.publish` may be called from any thread. Each event is serialised once. A viewer that does not
keep up, or reconnects too late, is sent ``reset`` and fetches the resource again, so that a slow
viewer does not delay the others.
"""

import asyncio
import itertools
import math
import secrets
import threading
import time
from collections import Counter, deque
from collections.abc import AsyncGenerator, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, Self

from pydantic import BaseModel

from garlic.core import Seat
from garlic.core.reading.scan import whole_number
from garlic.people.persons import LOCAL_PERSON, Person
from garlic.people.rules import Action, Thing, may
from garlic.web.connections import is_this_machine

_MOST_HISTORY = 2_000  # events kept for viewers that reconnect
_MOST_HISTORY_BYTES = 16 << 20
_MOST_STREAMS = 500  # half of the connections that a server accepts
_MOST_STREAMS_PER_ADDRESS = 250  # of one other machine
_MOST_STREAMS_PER_PERSON = 20  # where there are accounts: one for each open page
_MOST_QUEUED = 256  # events that one viewer may be behind
_KEEP_ALIVE_SECONDS = 15.0
_RETRY_MILLISECONDS = 1_000


class Event(BaseModel):
    """What changed. Its subclasses, beside those who publish them, have `data` of their own."""

    topic: str
    kind: str

    def without_output(self, hidden: frozenset[Seat]) -> Self:
        """The same without what the bots in the *hidden* seats have printed; `self` if nothing."""
        del hidden
        return self


@dataclass(frozen=True, slots=True)
class Sight:
    """Who looks, and the seats of bots, by topic, whose output they may not see."""

    person: Person = LOCAL_PERSON
    hidden: Mapping[str, frozenset[Seat]] = field(default_factory=dict)


_EVERYTHING = Sight()
_BOTH_SEATS = frozenset(Seat)


class StreamControl(Event):
    """Of the stream itself: it is open, or events were lost and all must be fetched again."""

    kind: Literal["hello", "reset"]


@dataclass(frozen=True, slots=True)
class _Numbered:
    """An event as it is sent."""

    number: int
    topic: str
    about: Thing | None
    content: bytes
    stripped: Mapping[frozenset[Seat], bytes]  # by the seats whose output is left out
    has_output: bool

    @property
    def size(self) -> int:
        return len(self.content) + sum(map(len, self.stripped.values()))

    def may_be_seen(self, sight: Sight) -> bool:
        return self.about is None or may(sight.person, Action.SEE, self.about)

    def content_for(self, sight: Sight) -> bytes | None:
        """What is sent to whoever may see it; None if it was not prepared for them."""
        hidden = sight.hidden.get(self.topic)
        return self.stripped.get(hidden) if hidden and self.has_output else self.content


class _Viewer:
    """One open stream; used only in the server's event loop."""

    __slots__ = ("address", "dropped", "ended", "last", "queue", "sight", "topics", "wake")

    def __init__(self, topics: frozenset[str], address: str, sight: Sight) -> None:
        self.topics = topics
        self.address = address
        self.sight = sight
        self.last = 0  # the number of the last event that was queued or can be skipped
        self.queue: deque[bytes] = deque()
        self.dropped = False
        self.ended = False  # what its person may see has changed
        self.wake = asyncio.Event()

    def add(self, event: _Numbered) -> None:
        if event.number <= self.last:
            return
        self.last = event.number
        if not event.may_be_seen(self.sight):
            return
        content = event.content_for(self.sight)
        if content is None or len(self.queue) >= _MOST_QUEUED:
            self.queue.clear()
            self.dropped = True
        elif not self.dropped:
            self.queue.append(content)
        self.wake.set()


class Hub:
    """All open streams, and the history of recent events."""

    def __init__(self) -> None:
        self.boot = secrets.token_hex(4)  # tells event numbers of an earlier server apart
        self._numbers = itertools.count(1)
        self._last = 0
        self._forgotten = 0  # events up to this number are no longer in the history
        self._history: deque[_Numbered] = deque()
        self._history_bytes = 0
        self._skipped: dict[str, int] = {}  # by topic, the last event that was not made
        self._lock = threading.Lock()
        self._viewers: dict[str, set[_Viewer]] = {}
        self._hidden: set[frozenset[Seat]] = set()  # seats whose output some viewer may not see
        self._streams: Counter[str] = Counter()  # by the address of the viewer
        self._people: Counter[int] = Counter()  # the same by person
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closed = False

    def publish(self, event: Event, about: Thing | None = None) -> None:
        """Send *event* to the viewers of its topic, without fields that have their default.

        Of a list, only those get it who may see what it is *about*. Never blocks; may be called
        from any thread.
        """
        document = event.model_dump_json(exclude_defaults=True)
        stripped = {}
        has_output = event.without_output(_BOTH_SEATS) is not event
        if has_output:
            stripped = {
                hidden: event.without_output(hidden).model_dump_json(exclude_defaults=True)
                for hidden in tuple(self._hidden)
            }
        with self._lock:
            number = next(self._numbers)
            numbered = _Numbered(
                number,
                event.topic,
                about,
                self._framed(number, document),
                {hidden: self._framed(number, text) for hidden, text in stripped.items()},
                has_output,
            )
            self._remember(numbered)
            # Under the lock, so that viewers get events in the order of their numbers.
            if self._loop is not None and not self._loop.is_closed():
                self._loop.call_soon_threadsafe(self._deliver, numbered)

    def skip(self, topic: str) -> bool:
        """Count an event of *topic* that need not be made, because nobody looks; False if they do.

        Whoever comes back and may have missed it is sent ``reset``.
        """
        with self._lock:
            if self._viewers.get(topic):
                return False
            self._last = next(self._numbers)
            self._skipped.pop(topic, None)
            self._skipped[topic] = self._last
            if len(self._skipped) > _MOST_HISTORY:
                oldest = next(iter(self._skipped))
                self._forgotten = max(self._forgotten, self._skipped.pop(oldest))
            return True

    def watched(self, topic: str) -> bool:
        """Does *topic* have a viewer now?"""
        return bool(self._viewers.get(topic))

    def close(self) -> None:
        """End all streams, because the server stops. May be called from a signal handler."""
        self._closed = True
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake_all)

    def end_streams_of(self, person: int) -> None:
        """End the streams of *person*, who may see something else from now on; from any thread.

        Their pages open new ones, if they still may.
        """
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._end_streams_of, person)

    def _end_streams_of(self, person: int) -> None:
        for viewers in self._viewers.values():
            for viewer in viewers:
                if viewer.sight.person.id == person:
                    viewer.ended = True
                    viewer.wake.set()

    def is_full(self, address: str, person: int = LOCAL_PERSON.id) -> bool:
        """Are there too many streams for another one of *address*, or of *person*?"""
        if self._streams.total() >= _MOST_STREAMS:
            return True
        if person != LOCAL_PERSON.id and self._people[person] >= _MOST_STREAMS_PER_PERSON:
            return True
        many = self._streams[address] >= _MOST_STREAMS_PER_ADDRESS
        return many and not is_this_machine(address)

    async def stream(
        self,
        topics: Iterable[str],
        last_id: str | None = None,
        address: str = "",
        sight: Sight = _EVERYTHING,
        seconds: float = math.inf,
    ) -> AsyncGenerator[bytes, None]:
        """The events of *topics*: first those missed since *last_id*, then all new ones.

        It ends after *seconds*, with the next event or sign of life.
        """
        end = time.monotonic() + seconds
        viewer = _Viewer(frozenset(topics), address, sight)
        self._loop = asyncio.get_running_loop()
        missed = self._add_viewer(viewer, last_id)
        try:
            yield f"retry: {_RETRY_MILLISECONDS}\n\n".encode()
            if missed is None:
                yield self._reset(viewer)
            else:
                yield b"".join([*missed, self._control(viewer, "", "hello")])
            while not self._closed and not viewer.ended and time.monotonic() < end:
                try:
                    async with asyncio.timeout(_KEEP_ALIVE_SECONDS):
                        await viewer.wake.wait()
                except TimeoutError:
                    yield b": alive\n\n"
                    continue
                viewer.wake.clear()
                if viewer.dropped:
                    viewer.dropped = False
                    viewer.queue.clear()
                    yield self._reset(viewer)
                elif viewer.queue:
                    content = b"".join(viewer.queue)
                    viewer.queue.clear()
                    yield content
        finally:
            self._remove_viewer(viewer)

    def _add_viewer(self, viewer: _Viewer, last_id: str | None) -> list[bytes] | None:
        """Add *viewer*; the events it missed, or None if they are no longer known."""
        with self._lock:
            self._streams[viewer.address] += 1
            self._people[viewer.sight.person.id] += 1
            viewer.last = self._last
            self._hidden.update(filter(None, viewer.sight.hidden.values()))
            for topic in viewer.topics:
                self._viewers.setdefault(topic, set()).add(viewer)
            if not last_id:
                return []
            boot, _, number = last_id.partition("-")
            last = whole_number(number, 0, 10**18)
            if boot != self.boot or last is None or last < self._forgotten:
                return None
            if any(self._skipped.get(topic, 0) > last for topic in viewer.topics):
                return None
            missed = [
                event.content_for(viewer.sight)
                for event in self._history
                if event.number > last
                and event.topic in viewer.topics
                and event.may_be_seen(viewer.sight)
            ]
            known = [content for content in missed if content is not None]
            return known if len(known) == len(missed) else None

    def _remove_viewer(self, viewer: _Viewer) -> None:
        self._streams[viewer.address] -= 1
        self._people[viewer.sight.person.id] -= 1
        # Forgets addresses and people without a stream.
        self._streams, self._people = +self._streams, +self._people
        for topic in viewer.topics:
            viewers = self._viewers.get(topic, set())
            viewers.discard(viewer)
            if not viewers:
                self._viewers.pop(topic, None)

    def _deliver(self, event: _Numbered) -> None:
        for viewer in self._viewers.get(event.topic, ()):
            viewer.add(event)

    def _wake_all(self) -> None:
        for viewers in self._viewers.values():
            for viewer in viewers:
                viewer.wake.set()

    def _reset(self, viewer: _Viewer) -> bytes:
        return b"".join(self._control(viewer, topic, "reset") for topic in sorted(viewer.topics))

    def _control(self, viewer: _Viewer, topic: str, kind: Literal["hello", "reset"]) -> bytes:
        return self._framed(viewer.last, StreamControl(topic=topic, kind=kind).model_dump_json())

    def _framed(self, number: int, document: str) -> bytes:
        return f"id: {self.boot}-{number}\ndata: {document}\n\n".encode()

    def _remember(self, event: _Numbered) -> None:
        self._last = event.number
        self._history.append(event)
        self._history_bytes += event.size
        while len(self._history) > _MOST_HISTORY or self._history_bytes > _MOST_HISTORY_BYTES:
            oldest = self._history.popleft()
            self._history_bytes -= oldest.size
            self._forgotten = max(self._forgotten, oldest.number)
