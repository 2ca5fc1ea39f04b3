"""The lease on a tournament or a league: one process runs it, and a dead one blocks nobody."""

import contextlib
import os
import socket
import time
from abc import ABC, abstractmethod
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from sqlalchemy import Connection

from garlic.arena.snapshot import TournamentState
from garlic.core import UsageError
from garlic.store import Database, StoreError
from garlic.store.tournaments import TournamentRow, get_tournament, set_state

_BEAT_SECONDS = 2.0  # between heartbeats, which also ask whether to stop
_SILENCE = timedelta(seconds=60)  # after which a runner on another machine counts as dead


class LeasedRow(Protocol):
    """The row of something that one process runs at a time."""

    @property
    def runner(self) -> dict[str, Any] | None:
        """Which process runs it."""

    @property
    def beat_at(self) -> datetime | None:
        """The last heartbeat of that process."""

    @property
    def stop_wanted(self) -> bool:
        """Should that process stop?"""


R = TypeVar("R", bound=LeasedRow)


class ProcessLease(ABC, Generic[R]):
    """This process's claim on something stored, from construction to `free`.

    Raises `UsageError` if another live process runs it.
    """

    def __init__(self, database: Database, number: int, **values: Any) -> None:
        """Claim number *number*; *values* are other columns to set."""
        self._database, self._number = database, number
        self._me = {"host": socket.gethostname(), "pid": os.getpid(), "born": _born(os.getpid())}
        self._next_beat = 0.0

        def work(connection: Connection) -> R:
            row = self._load(connection, for_update=True)
            if row.runner is not None and row.runner != self._me and is_alive(row):
                raise self._taken(row.runner)
            now = datetime.now(UTC)
            self._change(connection, runner=self._me, beat_at=now, stop_wanted=False, **values)
            return row

        self.row = database.write(work)  # as it was last seen

    @abstractmethod
    def _load(self, connection: Connection, *, for_update: bool = False) -> R:
        """The row."""

    @abstractmethod
    def _change(self, connection: Connection, **values: Any) -> None:
        """Change columns of the row."""

    @abstractmethod
    def _taken(self, runner: dict[str, Any]) -> UsageError:
        """What to raise if another process runs it."""

    def beat(self) -> bool:
        """Write a heartbeat if one is due; True if the run should stop."""
        if time.monotonic() < self._next_beat:
            return False
        self._next_beat = time.monotonic() + _BEAT_SECONDS

        def work(connection: Connection) -> R:
            self._change(connection, beat_at=datetime.now(UTC))
            return self._load(connection)

        self.row = self._database.write(work, patient=True)
        return self.row.stop_wanted or self.row.runner != self._me

    def free(self, **values: Any) -> None:
        """End the claim, and set other columns to *values*; a database that fails is ignored."""

        def work(connection: Connection) -> None:
            if self._load(connection, for_update=True).runner == self._me:
                self._change(connection, runner=None, stop_wanted=False, **values)

        with contextlib.suppress(StoreError):
            self._database.write(work, patient=True)


class Lease(ProcessLease[TournamentRow]):
    """This process's claim on a tournament, from construction to `release`."""

    def __init__(self, database: Database, number: int) -> None:
        super().__init__(database, number, state=TournamentState.RUNNING.value, finished_at=None)

    def _load(self, connection: Connection, *, for_update: bool = False) -> TournamentRow:
        return get_tournament(connection, self._number, for_update=for_update)

    def _change(self, connection: Connection, **values: Any) -> None:
        set_state(connection, self._number, **values)

    def _taken(self, runner: dict[str, Any]) -> UsageError:
        return UsageError(
            "tournament {number} is being run by process {pid} on {host}",
            number=self._number,
            pid=runner["pid"],
            host=runner["host"],
        )

    def release(self, state: TournamentState) -> None:
        """Leave the tournament in *state*; a database that fails is ignored."""
        finished = datetime.now(UTC) if state is TournamentState.FINISHED else None
        self.free(state=state.value, finished_at=finished)


def is_alive(row: LeasedRow) -> bool:
    """Is the process that holds the lease still alive?"""
    runner = row.runner
    if runner is None:
        return False
    if runner["host"] == socket.gethostname():
        return bool(_born(runner["pid"]) == runner["born"])
    return row.beat_at is not None and datetime.now(UTC) - row.beat_at < _SILENCE


def state_of(row: TournamentRow) -> TournamentState:
    """The state of the tournament; if its runner died it is stopped, whatever is stored."""
    state = TournamentState(row.state)
    return (
        TournamentState.STOPPED if state is TournamentState.RUNNING and not is_alive(row) else state
    )


def _born(pid: int) -> str | None:
    """The start time of a process of this machine, in clock ticks; None if it is gone."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None if Path("/proc/self").exists() else "unknown"
    fields = stat.rpartition(")")[2].split()
    return None if fields[0] == "Z" else fields[19]
