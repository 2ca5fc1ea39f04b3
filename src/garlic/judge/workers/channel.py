"""Messages over a socket between the processes of a pool: frames of kind, task and body."""

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

    TASK = 1  # run this task; to the steward, which forwards it to a worker
    DROP = 2  # the task was cancelled; one that runs ends when it next sends a message
    END = 3  # no more tasks will come
    STARTED = 4  # a worker has started the task
    DONE = 5  # the task is finished; the body is its result
    LOST = 6  # every worker that tried the task died
    BROKEN = 7  # no worker can be started; the body is the reason
    MESSAGE = 8  # the running task sends a message; the body is JSON


class Frame(NamedTuple):
    """One message."""

    kind: FrameKind
    task: int = 0
    body: bytes = b""


class Channel:
    """Frames in both directions. `send` and `receive` block; `post` and `arrived` do not."""

    def __init__(self, connection: socket.socket) -> None:
        self.socket = connection
        self._read = bytearray()
        self._unsent = bytearray()

    def send(self, kind: FrameKind, task: int = 0, body: bytes = b"") -> None:
        """Send a frame; raise `OSError` if the other side is gone."""
        self.socket.sendall(_HEAD.pack(kind, task, len(body)) + body)

    def receive(self) -> Frame | None:
        """The next frame; None if the other side is gone."""
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
        """Send as much of a frame as possible now; `flush` sends the rest.

        The socket must be non-blocking. If the other side is gone the frame is dropped:
        reading notices the end.
        """
        self._unsent += _HEAD.pack(kind, task, len(body)) + body
        self.flush()

    def flush(self) -> None:
        """Send more of the posted frames."""
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
        """The frames that have arrived; raise `EOFError` after the last one if it was closed."""
        ended = False
        while not ended:
            try:
                data = self.socket.recv(_AT_ONCE, socket.MSG_DONTWAIT)
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
        """Close the socket."""
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
