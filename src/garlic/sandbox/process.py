"""Starts confined processes and exchanges messages with them in turns."""

import os
import shutil
import tempfile
import weakref
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from garlic.core import Verdict
from garlic.core.limits import MEGABYTE
from garlic.sandbox import keeper as wire
from garlic.sandbox.cgroup import Group, new_group
from garlic.sandbox.confinement import Confinement
from garlic.sandbox.errors import KeeperLostError, SandboxError
from garlic.sandbox.faults import explain
from garlic.sandbox.keeper import Keeper
from garlic.sandbox.outcome import Fault, SandboxTurn, Usage
from garlic.sandbox.rings import Rings
from garlic.sandbox.snapshots import Snapshots

_NANO = 1_000_000_000
_MOST_LOST = 3  # keepers that may be killed in a row before a process is started
# How long to wait for a turn that is not late but gets little of a processor: for a load of 37 on
# two of them, which leaves it a nineteenth of one, with a factor of two to spare; for short limits
# a constant, since it may wait longer for a processor than its limit.
_PATIENCE_FACTOR, _PATIENCE_SECONDS = 40, 10


def patience(wall_seconds: float) -> float:
    """How many seconds to wait for a turn with a limit of *wall_seconds* on a busy machine."""
    return _PATIENCE_FACTOR * wall_seconds + _PATIENCE_SECONDS


@dataclass(frozen=True, slots=True)
class Reply:
    """How the end of a reply is known: `LINE`, `ALL`, `SOME`, or what the methods return."""

    kind: int
    size: int = 0
    prefix: bytes = b""

    @classmethod
    def record(cls, size: int) -> "Reply":
        """A reply of exactly *size* bytes."""
        return cls(1, size)

    @classmethod
    def after_remarks(cls, prefix: bytes) -> "Reply":
        """A line that does not start with *prefix*, and the lines before it, which do.

        Such lines are never too early, see `Ahead.FAULT`.
        """
        return cls(0, 0, prefix)

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
        self._patience = 0.0
        program = _find(command[0])
        for lost in range(_MOST_LOST + 1):
            try:
                self._start(program, command[1:], snapshots)
                break
            except KeeperLostError:
                if lost == _MOST_LOST:
                    raise

    def _start(
        self, program: Path, arguments: Sequence[str | Path], snapshots: Snapshots | None
    ) -> None:
        confinement = self.confinement
        group = new_group(confinement.memory_bytes, confinement.runtime.threads)
        try:
            self._keeper = Keeper()
        except BaseException:
            if group:
                group.remove()
            raise
        # If this object is dropped, its process and files are removed.
        self._finish = weakref.finalize(self, _finish, self._keeper, group, os.getpid())
        try:
            held = self._keeper.start(_items(program, arguments, confinement, snapshots, group))
        except BaseException:
            self._finish()
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
        it is rolled back). A keeper that was lost is an overload. Raises `SandboxError` if the
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
        self._patience = patience(wall_seconds)
        self._limits = (wall_seconds, cpu_seconds)
        head = wire.pack_turn(
            int(wall_seconds * _NANO),
            int(cpu_seconds * _NANO),
            int(self._patience * _NANO),
            reply.size,
            reply.prefix,
            reply.kind,
            ahead,
        )
        self._alive = False  # until the answer says otherwise
        with suppress(KeeperLostError):  # `answer` notices, too
            self._keeper.send(wire.TURN, head + message)

    def answer(self) -> SandboxTurn:
        """The second half of `turn`."""
        try:
            kind, body = self._keeper.receive(self._patience)
            if kind != wire.TURN:
                raise KeeperLostError("the keeper does not answer")
        except KeeperLostError as lost:
            return SandboxTurn(fault=Fault(Verdict.OVERLOAD, lost.text), alive=False)
        result = wire.unpack_result(body)
        self._alive = bool(result.flags & wire.ALIVE)
        fault = None
        if result.fault:
            fault = explain(
                result,
                self.confinement,
                wall_seconds=self._limits[0],
                cpu_seconds=self._limits[1],
            )
        return SandboxTurn(
            reply=None if fault else result.reply,
            fault=fault,
            wall_seconds=result.wall / _NANO,
            cpu_seconds=result.cpu / _NANO,
            delay_seconds=result.delay / _NANO,
            credit_seconds=result.credit / _NANO,
            memory_bytes=result.memory,
            stdout=result.stdout,
            stderr=result.stderr,
            stdout_total=result.stdout_total,
            stderr_total=result.stderr_total,
            alive=self._alive,
            rolled_back=bool(result.flags & wire.ROLLED_BACK),
            copied_bytes=result.copied,
            rest_cpu_seconds=result.rest_cpu / _NANO,
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
) -> Iterator[bytes]:
    """The items of the start frame of `wire.h`."""
    for argument in (program, *arguments):
        yield wire.pack_text(wire.ARGUMENT, os.fspath(argument))
    environment = confinement.fixed_environment() | (snapshots.environment if snapshots else {})
    view = confinement.view(program, snapshots.readable if snapshots else ())
    for name, value in environment.items():
        yield wire.pack_text(wire.ENVIRONMENT, f"{name}={value}")
    for item, paths in (
        (wire.READABLE, view.readable),
        (wire.HIDDEN, view.hidden),
        (wire.LISTABLE, view.listable),
        (wire.GRANTED, view.granted),
    ):
        for path in paths:
            yield wire.pack_text(item, path)
    for start_path in confinement.readable_at_start:
        yield wire.pack_text(wire.READABLE_AT_START, os.path.realpath(start_path))
    for path in confinement.unseen_paths(program):
        yield wire.pack_text(wire.UNSEEN, path)
    yield wire.pack_item(wire.FILTER, wire.filter_program("-host" if snapshots else ""))
    yield wire.pack_item(wire.NUMBERS, _numbers(confinement, snapshots))
    yield wire.pack_text(wire.SCRATCH, tempfile.gettempdir())
    if confinement.directory is not None:
        yield wire.pack_text(wire.DIRECTORY, os.path.realpath(confinement.directory))
    if group is not None:
        yield wire.pack_text(wire.CGROUP, os.fspath(group.path))


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
    flags |= wire.REST if runtime.comes_to_rest else 0
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
