"""The lease on a tournament: one process runs it at a time; a dead one does not block others."""

import contextlib
import os
import socket
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from garlic.arena.snapshot import TournamentState
from garlic.core import UsageError
from garlic.store import Database, StoreError
from garlic.store.tournaments import TournamentRow, get_tournament, set_state

_BEAT_SECONDS = 2.0  # between heartbeats, which also ask whether to stop
_SILENCE = timedelta(seconds=60)  # after which a runner on another machine counts as dead


class Lease:
    """This process's claim on a tournament, from construction to `release`.

    Raises `UsageError` if another live process runs it.
    """

    def __init__(self, database: Database, number: int) -> None:
        self._database, self._number = database, number
        self._me = {"host": socket.gethostname(), "pid": os.getpid(), "born": _born(os.getpid())}
        self._next_beat = 0.0

        def work(connection: Connection) -> None:
            row = get_tournament(connection, number, for_update=True)
            if row.runner is not None and row.runner != self._me and is_alive(row):
                raise UsageError(
                    "tournament {number} is being run by process {pid} on {host}",
                    number=number,
                    pid=row.runner["pid"],
                    host=row.runner["host"],
                )
            set_state(
                connection,
                number,
                state=TournamentState.RUNNING.value,
                runner=self._me,
                beat_at=datetime.now(UTC),
                stop_wanted=False,
                finished_at=None,
            )

        database.write(work)

    def beat(self) -> bool:
        """Write a heartbeat if one is due; True if the run should stop."""
        if time.monotonic() < self._next_beat:
            return False
        self._next_beat = time.monotonic() + _BEAT_SECONDS

        def work(connection: Connection) -> bool:
            set_state(connection, self._number, beat_at=datetime.now(UTC))
            row = get_tournament(connection, self._number)
            return row.stop_wanted or row.runner != self._me

        return self._database.write(work, patient=True)

    def release(self, state: TournamentState) -> None:
        """Leave the tournament in *state*; a database that fails is ignored."""
        finished = datetime.now(UTC) if state is TournamentState.FINISHED else None

        def work(connection: Connection) -> None:
            if get_tournament(connection, self._number, for_update=True).runner == self._me:
                set_state(
                    connection,
                    self._number,
                    state=state.value,
                    runner=None,
                    finished_at=finished,
                    stop_wanted=False,
                )

        with contextlib.suppress(StoreError):
            self._database.write(work, patient=True)


def is_alive(row: TournamentRow) -> bool:
    """Is the process that holds the lease still alive?"""
    runner: dict[str, Any] | None = row.runner
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
