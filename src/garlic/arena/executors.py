"""Where matches are played: on this machine's processors, or on a Dask cluster.

::

    with open_executor(Executing(jobs=2)) as executor:
        future = executor.submit(play_one, match)
        record = Record.parse(future.result())

Each is a `concurrent.futures.Executor`: `submit(play_one, match)` gives a `Future[bytes]`, the
record as text. Workers that are lost are replaced and their match is played again; the future
of a match that ended three workers raises `SetAsideError`. Leaving the block waits for what
is running; leaving it by an exception (Ctrl-C too) ends it at once. No process stays either way.
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
    """Where and how wide: *jobs* matches side by side here, or a Dask scheduler's address."""

    jobs: int | None = None  # by default one for each processor that we may use
    cluster: str | None = None  # e.g. tcp://host:8786
    executor: Executor | None = None  # one that is open already, for several at once; stays open


@contextmanager
def open_executor(spec: Executing) -> Iterator[Executor]:
    """An executor as *spec* says; raise `UsageError` where there is none."""
    if spec.executor is not None:
        yield spec.executor
        return
    with _cluster(spec.cluster) if spec.cluster else Pool(spec.jobs) as executor:
        yield executor


def _cluster(address: str) -> Executor:
    try:
        # Imported here: it takes half a second, and not everybody has installed it.
        from garlic.arena.remote.cluster import Cluster  # noqa: PLC0415
    except ImportError as fault:
        raise UsageError(
            "a cluster needs Dask: install garlic-arena[cluster] ({why})", why=str(fault)
        ) from fault
    return Cluster(address)
