"""Where games are played: on this machine's processors, or on a Dask cluster.

::

    with open_executor(Executing(jobs=2)) as executor:
        future = executor.submit(play_one, game_run)
        record = Record.parse(future.result())

Each is a `concurrent.futures.Executor`: `submit(play_one, game_run)` returns a `Future[bytes]`,
the record as text. One from another machine has been refereed again (`checked_record`): whoever
takes it need not do that. Workers that are lost are replaced and their game is played again; the
future of a game that killed three workers raises `SetAsideError`. Leaving the block waits for
running games; leaving it by an exception (Ctrl-C too) stops them at once. No process stays either
way.
"""

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass

from garlic.core import UsageError
from garlic.judge.workers.pool import Pool, PoolError, SetAsideError

__all__ = ["Executing", "PoolError", "SetAsideError", "open_executor"]


@dataclass(frozen=True, slots=True)
class Executing:
    """Where to play: *jobs* games in parallel here, or the address of a Dask scheduler."""

    jobs: int | None = None  # by default one per processor available to us
    cluster: str | None = None  # e.g. tcp://host:8786
    executor: Executor | None = None  # an open one, shared by several tournaments; stays open


@contextmanager
def open_executor(spec: Executing) -> Iterator[Executor]:
    """The executor that *spec* describes; raise `UsageError` if it cannot be had."""
    if spec.executor is not None:
        yield spec.executor
        return
    with _cluster(spec.cluster) if spec.cluster else Pool(spec.jobs) as executor:
        yield executor


def _cluster(address: str) -> Executor:
    try:
        # Imported here: it takes half a second, and Dask is optional.
        from garlic.arena.remote.cluster import Cluster  # noqa: PLC0415
    except ImportError as fault:
        raise UsageError(
            "a cluster needs Dask: `pip install distributed` ({why})", why=str(fault)
        ) from fault
    return Cluster(address)
