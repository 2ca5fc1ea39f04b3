"""Frames over a socket between the processes of a pool: what kind, which task, and bytes."""

import selectors
import socket
import struct
from collections.abc import Iterator
from enum import IntEnum
from typing import NamedTuple

_HEAD = struct.Struct("<BQQ")
_AT_ONCE = 1 << 18


class FrameKind(IntEnum):
    """What a frame means."""

    TASK = 1  # do this; to the steward, and on to a worker
    DROP = 2  # nobody waits for this task any more
    END = 3  # no more tasks will come
    STARTED = 4  # a worker has begun
    DONE = 5  # and here is what came of it
    LOST = 6  # the task ended every worker that tried it
    BROKEN = 7  # no worker can be started to try it; the body says why


class Frame(NamedTuple):
    """One message."""

    kind: FrameKind
    task: int = 0
    body: bytes = b""


class Channel:
    """A stream of frames both ways. `send` and `receive` wait; `post` and `arrived` never do."""

    def __init__(self, connection: socket.socket) -> None:
        self.socket = connection
        self._read = bytearray()
        self._unsent = bytearray()

    def send(self, kind: FrameKind, task: int = 0, body: bytes = b"") -> None:
        """Send a frame; raise `OSError` if nobody is there."""
        self.socket.sendall(_HEAD.pack(kind, task, len(body)) + body)

    def receive(self) -> Frame | None:
        """The next frame; None where the other side has gone."""
        while (frame := self._next()) is None:
            try:
                data = self.socket.recv(_AT_ONCE)
            except ConnectionError:
                return None
            if not data:
                return None
            self._read += data
        return frame

    def post(self, kind: FrameKind, task: int = 0, body: bytes = b"") -> None:
        """Send a frame as far as that goes now; `flush` sends the rest. The socket must not wait.

        What can no longer be delivered is dropped: the end of the other side is seen by reading.
        """
        self._unsent += _HEAD.pack(kind, task, len(body)) + body
        self.flush()

    def flush(self) -> None:
        """Send more of what was posted."""
        try:
            while self._unsent:
                del self._unsent[: self.socket.send(memoryview(self._unsent)[:_AT_ONCE])]
        except BlockingIOError:
            pass
        except ConnectionError:
            self._unsent.clear()

    @property
    def awaited(self) -> int:
        """The events to wait for, as `selectors` names them."""
        return selectors.EVENT_READ | (selectors.EVENT_WRITE if self._unsent else 0)

    def arrived(self) -> Iterator[Frame]:
        """The frames that are there; raise `EOFError` behind the last one."""
        ended = False
        while not ended:
            try:
                data = self.socket.recv(_AT_ONCE)
            except BlockingIOError:
                break
            except ConnectionError:
                data = b""
            self._read += data
            ended = not data
        while (frame := self._next()) is not None:
            yield frame
        if ended:
            raise EOFError

    def close(self) -> None:
        """Hang up."""
        self.socket.close()

    def _next(self) -> Frame | None:
        if len(self._read) < _HEAD.size:
            return None
        kind, task, size = _HEAD.unpack_from(self._read)
        end = _HEAD.size + size
        if len(self._read) < end:
            return None
        body = bytes(self._read[_HEAD.size : end])
        del self._read[:end]
        return Frame(FrameKind(kind), task, body)
