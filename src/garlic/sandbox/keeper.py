"""The connection to `garlic-keeper`, the native parent process of one bot. Mirrors `wire.h`."""

import contextlib
import os
import platform
import shutil
import signal
import socket
import struct
import subprocess
import threading
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import garlic.sandbox
from garlic.core import Text
from garlic.sandbox.errors import KeeperLostError, SandboxError

_HEAD = struct.Struct("<IB")
_ITEM = struct.Struct("<BI")
_NUMBERS = struct.Struct("<13Q")
_TURN = struct.Struct("<3Q2IBB6x")
_RESULT = struct.Struct("<BB2xiiiII9Q4I")
_QUIT = struct.Struct("<3Q")
_TIMEVAL = struct.Struct("@ll")
_PID = struct.Struct("<i")

START, TURN, QUIT, ERROR = b"STQE"
ARGUMENT, ENVIRONMENT, READABLE, READABLE_AT_START, UNSEEN = range(1, 6)
FILTER, NUMBERS, DIRECTORY, CGROUP, SCRATCH, HIDDEN, LISTABLE, GRANTED = range(6, 14)

OWN_CHANNEL, ROLLBACK, RESTRICT, NAMESPACES = (1 << n for n in range(4))
DROP_USER, SILENT_LIMITS, SILENT_NAMES, TERMINAL, REST = (1 << n for n in range(4, 9))
HELD_SECCOMP, HELD_LANDLOCK, HELD_NAMESPACES, HELD_CGROUP = (1 << n for n in range(4))
ALIVE, ROLLED_BACK, CPU_CLOCK = 1, 2, 4

# The keeper answers within the limits it is given; after this much more it is broken.
_GRACE_SECONDS = 30
_PROBE_TRIES = 3  # it may be killed like every process


def _spawned(theirs: socket.socket, *arguments: str) -> int:
    """A new process of the keeper's program with the socket *theirs*, which is closed here."""
    try:
        return os.posix_spawn(
            keeper_program(),
            ["garlic-keeper", *arguments],
            {},
            file_actions=[
                (os.POSIX_SPAWN_DUP2, theirs.fileno(), 0),
                (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
                (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
            ],
            setsid=True,
        )
    except OSError as fault:
        raise SandboxError(
            "cannot start the keeper: {why}", why=fault.strerror or str(fault)
        ) from fault
    finally:
        theirs.close()


def _limit_waiting(connection: socket.socket, seconds: float) -> None:
    """Let reading from *connection* fail after so many seconds."""
    limit = _TIMEVAL.pack(int(seconds) + 1, 0)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, limit)


class KeeperSource:
    """A process whose copies are keepers, one at a time: they start faster; see `source.h`.

    `used_here` makes it the source of the keepers that a thread starts. One thread uses it.
    """

    def __init__(self) -> None:
        self._owner = os.getpid()
        self._socket: socket.socket | None = None  # none yet, or it was lost
        self._pid: int | None = None
        self._in_use = False

    @contextlib.contextmanager
    def used_here(self) -> Iterator[None]:
        """While in the context, keepers of this thread come from here."""
        before = getattr(_thread, "source", None)
        _thread.source = self
        try:
            yield
        finally:
            _thread.source = before

    def take(self, theirs: socket.socket) -> bool:
        """Let a copy keep the socket *theirs*; False if that cannot be.

        One that was lost is replaced; only one copy is in use at a time, and none in a fork of
        this process, whose children the copies would not be.
        """
        if self._in_use or os.getpid() != self._owner:
            return False
        self._in_use = self._send(theirs) or self._send(theirs)
        return self._in_use

    def _send(self, theirs: socket.socket) -> bool:
        """Give the socket *theirs* to the process, a new one if there is none."""
        try:
            if self._socket is None:
                ours, for_it = socket.socketpair()
                _limit_waiting(ours, _GRACE_SECONDS)
                self._socket = ours
                self._pid = _spawned(for_it, "--source")
            socket.send_fds(self._socket, [b"k"], [theirs.fileno()])
        except (OSError, SandboxError):
            self.close()
            return False
        return True

    def pid(self) -> int:
        """The number of the copy that was taken; -1 if there is none.

        The source was lost then, hangs, or could not be copied: the next copy is that of a new one.
        """
        try:
            answer = self._socket.recv(_PID.size) if self._socket else b""
        except OSError:
            answer = b""
        number: int = _PID.unpack(answer)[0] if len(answer) == _PID.size else -1
        if number < 0:
            self.close()
        return number

    def free(self) -> None:
        """The copy that was taken has ended, and everything that it held."""
        self._in_use = False

    def close(self) -> None:
        """End the process; keepers that came from it are not affected."""
        if self._socket is None:
            return
        self._socket.close()
        self._socket = None
        if self._pid is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(self._pid, 0)
            self._pid = None


_thread = threading.local()  # its attribute is the source of keepers


class Keeper:
    """One keeper process and the socket to it. Closing the socket ends everything it holds."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        source: KeeperSource | None = getattr(_thread, "source", None)
        self._source = source if source is not None and source.take(theirs) else None
        self._pid = -1  # unknown, until its source tells; or the source could not make it
        if self._source:
            theirs.close()
        else:
            try:
                self._pid = _spawned(theirs)
            except SandboxError:
                ours.close()
                raise
        self._socket = ours
        self._timeout = 0.0
        self._directory = ""

    def start(self, items: Iterable[bytes]) -> int:
        """Start the process that *items* describe; return `HELD_` flags. Raises `SandboxError`."""
        body = b"".join(items)
        if self._source:
            self._pid = self._source.pid()
            if self._pid < 0:
                raise KeeperLostError("the keeper has gone")
        kind, answer = self.ask(START, body, 0)
        if kind == ERROR:
            raise SandboxError(
                "cannot start the program: {why}", why=reason(answer.decode(errors="replace"))
            )
        self._directory = os.fsdecode(answer[4:])
        return int.from_bytes(answer[:4], "little")

    def ask(self, kind: int, body: bytes, seconds: float) -> tuple[int, bytes]:
        """Send a frame and return the answer, which takes at most *seconds* and a grace period."""
        self.send(kind, body)
        return self.receive(seconds)

    def send(self, kind: int, body: bytes) -> None:
        """Send a frame; raise `KeeperLostError` if the keeper is gone."""
        try:
            self._socket.sendall(_HEAD.pack(len(body) + 1, kind) + body)
        except OSError as fault:
            raise KeeperLostError("the keeper has gone") from fault

    def receive(self, seconds: float) -> tuple[int, bytes]:
        """The next frame; raise `KeeperLostError` if the keeper is gone or hangs."""
        if seconds + _GRACE_SECONDS != self._timeout:
            self._timeout = seconds + _GRACE_SECONDS
            _limit_waiting(self._socket, self._timeout)
        data = self._receive_some()
        while len(data) < _HEAD.size:
            data += self._receive_some()
        size, kind = _HEAD.unpack_from(data)
        size += 4
        if len(data) < size:
            pieces, have = [data], len(data)
            while have < size:
                pieces.append(self._receive_some())
                have += len(pieces[-1])
            data = b"".join(pieces)
        return kind, data[_HEAD.size :]

    def _receive_some(self) -> bytes:
        try:
            data = self._socket.recv(1 << 17)
        except OSError as fault:
            raise KeeperLostError("the keeper does not answer") from fault
        if not data:
            raise KeeperLostError("the keeper has gone")
        return data

    def quit(self) -> tuple[int, int, int]:
        """End the process and the keeper; return CPU nanoseconds, peak bytes, processes reaped."""
        try:
            _, body = self.ask(QUIT, b"", 0)
            usage: tuple[int, int, int] = _QUIT.unpack(body)
        except (SandboxError, struct.error):
            usage = (0, 0, 0)
            self.kill()
            if self._source:  # what this one held may take a moment to end: none follows there
                self._source.close()
        self.reap()
        return usage

    def kill(self) -> None:
        """Kill the keeper; the kernel then kills its children."""
        if self._pid > 0:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGKILL)

    def close_copy(self) -> None:
        """Close this process's copy of the socket; the owner keeps the keeper."""
        self._socket.close()

    def reap(self) -> None:
        """Close the socket, wait until the keeper has ended, and remove its private directory.

        It does so itself where it can: not if it was killed, nor as another user than ours in a
        folder that only we can write to.
        """
        self._socket.close()
        if self._pid > 0:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(self._pid, 0)
        if self._source:
            self._source.free()
            self._source = None
        if self._directory:
            shutil.rmtree(self._directory, ignore_errors=True)


def pack_item(item: int, value: bytes) -> bytes:
    """An item of the start frame."""
    return _ITEM.pack(item, len(value)) + value


@lru_cache(maxsize=4096)  # most are the same for all programs
def pack_text(item: int, text: str) -> bytes:
    """An item of the start frame that is a path or an argument."""
    return pack_item(item, os.fsencode(text))


def pack_numbers(*numbers: int) -> bytes:
    """The `Numbers` of `wire.h`."""
    return _NUMBERS.pack(*numbers)


def pack_turn(
    wall: int, cpu: int, patience: int, size: int, prefix: bytes, kind: int, ahead: int
) -> bytes:
    """The `TurnRequest` of `wire.h` and its prefix; the message follows."""
    return _TURN.pack(wall, cpu, patience, size, len(prefix), kind, ahead) + prefix


class KeeperResult(NamedTuple):
    """The `TurnResult` of `wire.h`: its numbers, then reply and output."""

    fault: int
    flags: int
    signal: int
    status: int
    call: int
    architecture: int
    reply_bytes: int
    wall: int
    cpu: int
    delay: int
    credit: int
    copied: int
    rest_cpu: int
    memory: int
    stdout_total: int
    stderr_total: int
    stdout_bytes: int
    stderr_bytes: int
    detail_bytes: int
    padding: int
    reply: bytes
    stdout: bytes
    stderr: bytes
    detail: str


def unpack_result(body: bytes) -> KeeperResult:
    """Read the answer to a turn."""
    numbers = _RESULT.unpack_from(body)
    reply_end = _RESULT.size + numbers[6]
    stdout_end = reply_end + numbers[16]
    stderr_end = stdout_end + numbers[17]
    return KeeperResult._make(
        (
            *numbers,
            body[_RESULT.size : reply_end],
            body[reply_end:stdout_end],
            body[stdout_end:stderr_end],
            body[stderr_end:].decode(errors="replace"),
        )
    )


def reason(detail: str) -> Text:
    """The keeper's *detail* as a text: a sentence, or a step and an error."""
    step, colon, error = detail.removeprefix("cannot ").partition(": ")
    if colon and detail.startswith("cannot "):
        return Text("cannot {step}: {error}", step=Text(step), error=error)
    return Text(detail)


@cache
def keeper_program() -> str:
    """The path of the keeper; raise `SandboxError` if this installation has none."""
    for folder in garlic.sandbox.__path__:
        program = Path(folder) / "garlic-keeper"
        if program.is_file():
            return str(program)
    raise SandboxError("this installation has no garlic-keeper; bots can be run on Linux only")


@cache
def filter_program(kind: str = "") -> bytes:
    """The seccomp filter for this machine (``"-host"``: for hosts); empty if there is none."""
    blob = files("garlic.sandbox") / "filters" / f"{platform.machine()}{kind}.bpf"
    return blob.read_bytes() if blob.is_file() else b""


@cache
def probe() -> dict[str, int]:
    """What the machine supports: an errno or 0; for `landlock` a version or minus an errno.

    Raises `KeeperLostError` if whoever asks is killed every time.
    """
    for _ in range(_PROBE_TRIES):
        asked = subprocess.run(  # noqa: S603 - our own program
            [keeper_program(), "--probe"], stdout=subprocess.PIPE, check=False, timeout=60, env={}
        )
        if asked.returncode == 0:
            lines = asked.stdout.decode().splitlines()
            return {name: int(number) for name, number in map(str.split, lines)}
    raise KeeperLostError("the keeper has gone")
