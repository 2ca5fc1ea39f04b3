"""Starts confined processes and exchanges messages with them in turns."""

import os
import shutil
import tempfile
import weakref
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from garlic.core.limits import MEGABYTE
from garlic.sandbox import keeper as wire
from garlic.sandbox.cgroup import Group, new_group
from garlic.sandbox.confinement import Confinement
from garlic.sandbox.errors import SandboxError
from garlic.sandbox.faults import explain
from garlic.sandbox.keeper import Keeper
from garlic.sandbox.outcome import SandboxTurn, Usage
from garlic.sandbox.rings import Rings
from garlic.sandbox.snapshots import Snapshots

_NANO = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Reply:
    """How the end of a reply is known: `LINE`, `ALL`, `SOME`, `Reply.record`, `Reply.until`."""

    kind: int
    size: int = 0
    prefix: bytes = b""

    @classmethod
    def record(cls, size: int) -> "Reply":
        """A reply of exactly *size* bytes."""
        return cls(1, size)

    @classmethod
    def until(cls, prefix: bytes) -> "Reply":
        """All lines up to one that starts with *prefix*, that one included."""
        return cls(2, 0, prefix)


LINE = Reply(0)
ALL = Reply(3)  # everything until its output is closed; its input is closed after the message
SOME = Reply(4)  # whatever has arrived, at least one byte: for prompts, which end no line


class Ahead(IntEnum):
    """What to do with bytes written before the message was sent."""

    FAULT = 0  # answers in advance are forbidden
    DROP = 1
    KEEP = 2  # they are the beginning of the reply: for messages with several answers


def start(
    command: Sequence[str | Path],
    confinement: Confinement,
    *,
    snapshots: Snapshots | None = None,
) -> "Confined":
    """A confined process, held before it runs until its first turn.

    The first word of *command* is a path, or the name of a program on the judge's `PATH`.
    With *snapshots* a failed turn rolls the process back instead of ending it. Raises
    `SandboxError` if the program does not exist or the machine refuses.
    """
    return Confined(command, confinement, snapshots)


class Confined(AbstractContextManager["Confined"]):
    """A confined process. Close it, or use it as a context manager; both remove everything."""

    def __init__(
        self,
        command: Sequence[str | Path],
        confinement: Confinement,
        snapshots: Snapshots | None = None,
    ) -> None:
        self.confinement = confinement
        self.usage = Usage()
        self._alive = True
        self._limits = (0.0, 0.0)
        program = _find(command[0])
        self._group = new_group(confinement.memory_bytes, confinement.runtime.threads)
        try:
            self._keeper = Keeper()
            # If this object is dropped, its process and files are removed.
            self._finish = weakref.finalize(self, _finish, self._keeper, self._group, os.getpid())
            held = self._keeper.start(
                _items(program, command[1:], confinement, snapshots, self._group)
            )
        except BaseException:
            if hasattr(self, "_finish"):
                self._finish()
            elif self._group:
                self._group.remove()
            raise
        self.rings = Rings.held(held)

    @property
    def alive(self) -> bool:
        """Whether there can be another turn."""
        return self._alive

    def turn(
        self,
        message: bytes,
        wall_seconds: float,
        cpu_seconds: float | None = None,
        *,
        reply: Reply = LINE,
        ahead: Ahead = Ahead.FAULT,
    ) -> SandboxTurn:
        """Send *message* and wait for the reply or a fault.

        The processor limit is the wall limit unless given. A fault ends the process (unless
        it is rolled back); an overload with a reply does not. Raises `SandboxError` if the
        process has already ended.
        """
        self.ask(message, wall_seconds, cpu_seconds, reply=reply, ahead=ahead)
        return self.answer()

    def ask(
        self,
        message: bytes,
        wall_seconds: float,
        cpu_seconds: float | None = None,
        *,
        reply: Reply = LINE,
        ahead: Ahead = Ahead.FAULT,
    ) -> None:
        """The first half of `turn`, so that two processes can think at the same time."""
        if not self._alive:
            raise SandboxError("the process has ended; start a new one")
        cpu_seconds = wall_seconds if cpu_seconds is None else cpu_seconds
        # How long to wait for a process that gets no processor.
        patience = 4 * wall_seconds + 1
        self._limits = (wall_seconds, cpu_seconds)
        head = wire.pack_turn(
            int(wall_seconds * _NANO),
            int(cpu_seconds * _NANO),
            int(patience * _NANO),
            reply.size,
            reply.prefix,
            reply.kind,
            ahead,
        )
        self._alive = False  # until the answer says otherwise
        self._keeper.send(wire.TURN, head + message)

    def answer(self) -> SandboxTurn:
        """The second half of `turn`."""
        kind, body = self._keeper.receive(4 * self._limits[0] + 1)
        if kind != wire.TURN:
            raise SandboxError("the keeper does not answer")
        result = wire.unpack_result(body)
        self._alive = bool(result.flags & wire.ALIVE)
        fault = None
        if result.fault:
            fault = explain(
                result,
                memory_bytes=self.confinement.memory_bytes,
                wall_seconds=self._limits[0],
                cpu_seconds=self._limits[1],
                threads=self.confinement.threads or self.confinement.runtime.threads,
            )
        return SandboxTurn(
            reply=None if fault and not result.reply else result.reply,
            fault=fault,
            wall_seconds=result.wall / _NANO,
            cpu_seconds=result.cpu / _NANO,
            delay_seconds=result.delay / _NANO,
            memory_bytes=result.memory,
            stdout=result.stdout,
            stderr=result.stderr,
            stdout_total=result.stdout_total,
            stderr_total=result.stderr_total,
            alive=self._alive,
            rolled_back=bool(result.flags & wire.ROLLED_BACK),
            copied_bytes=result.copied,
        )

    def close(self) -> Usage:
        """End the process and its children; return its usage. May be called again."""
        self._alive = False
        if self._finish.alive:
            nanoseconds, peak, processes = self._finish() or (0, 0, 0)
            self.usage = Usage(nanoseconds / _NANO, peak, processes)
        return self.usage

    def __exit__(self, *_: object) -> None:
        self.close()


def _finish(keeper: Keeper, group: Group | None, owner: int) -> tuple[int, int, int]:
    if os.getpid() != owner:  # a fork of the judge: it has only a copy of the socket
        keeper.close_copy()
        return 0, 0, 0
    try:
        return keeper.quit()
    finally:
        if group:
            group.remove()


def _find(program: str | Path) -> Path:
    """The absolute path of *program*; raise `SandboxError` if it cannot be run."""
    path = shutil.which(program)
    if path is None:
        raise SandboxError("there is no program {program!r} to run", program=str(program))
    return Path(os.path.abspath(path))  # noqa: PTH100 - keeps links: interpreters look at them


def _items(
    program: Path,
    arguments: Sequence[str | Path],
    confinement: Confinement,
    snapshots: Snapshots | None,
    group: Group | None,
) -> Iterator[tuple[int, bytes]]:
    """The start frame of `wire.h`."""
    yield wire.ARGUMENT, os.fsencode(program)
    for argument in arguments:
        yield wire.ARGUMENT, os.fsencode(argument)
    environment, readable = confinement.fixed_environment(), confinement.readable_paths(program)
    if snapshots:
        environment |= snapshots.environment
        readable += snapshots.readable
    for name, value in environment.items():
        yield wire.ENVIRONMENT, os.fsencode(f"{name}={value}")
    for path in readable:
        yield wire.READABLE, os.fsencode(path)
    for start_path in confinement.readable_at_start:
        yield wire.READABLE_AT_START, os.fsencode(start_path.resolve())
    for path in confinement.unseen_paths(program):
        yield wire.UNSEEN, os.fsencode(path)
    yield wire.FILTER, wire.filter_program("-host" if snapshots else "")
    yield wire.NUMBERS, _numbers(confinement, snapshots)
    yield wire.SCRATCH, os.fsencode(tempfile.gettempdir())
    if confinement.directory is not None:
        yield wire.DIRECTORY, os.fsencode(confinement.directory.resolve())
    if group is not None:
        yield wire.CGROUP, os.fsencode(group.path)


def _numbers(confinement: Confinement, snapshots: Snapshots | None) -> bytes:
    runtime = confinement.runtime
    offers = wire.probe()
    flags = wire.DROP_USER
    flags |= wire.OWN_CHANNEL if confinement.own_channel or snapshots else 0
    flags |= wire.ROLLBACK if snapshots else 0
    flags |= wire.RESTRICT if confinement.restricted and wire.filter_program() else 0
    flags |= wire.NAMESPACES if confinement.namespaces and offers["namespaces"] == 0 else 0
    flags |= wire.SILENT_LIMITS if runtime.files > 32 else 0
    flags |= wire.SILENT_NAMES if runtime.asks_names else 0
    flags |= wire.TERMINAL if confinement.terminal else 0
    space = confinement.memory_bytes + confinement.reserved_bytes + runtime.slack
    stack = confinement.memory_bytes if runtime.huge_stack else 8 * MEGABYTE
    return wire.pack_numbers(
        flags,
        confinement.memory_bytes,
        0 if runtime.limit_data else space,
        space if runtime.limit_data else 0,
        confinement.stack_bytes or stack,
        runtime.files,
        confinement.cpu_seconds,
        confinement.threads or runtime.threads,
        confinement.reply_bytes,
        confinement.captured_bytes,
        confinement.printed_bytes or 0,
        snapshots.instruction if snapshots else 0,
        sum(1 << cpu for cpu in confinement.cpus if cpu < 64),
    )
