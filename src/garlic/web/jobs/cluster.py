"""Games of tournaments and ratings on a Dask cluster, beside the workers of the server.

A thread looks after the connection and counts the workers. While there are none, or the scheduler
cannot be reached, games wait in the fair queue like all others, and the server's own workers play
them; games that the cluster has taken but can no longer play are given back.
"""

import logging
from collections.abc import Callable
from concurrent.futures import Future
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any

from garlic.arena.task import play_one
from garlic.core import GarlicError

if TYPE_CHECKING:
    from garlic.arena.remote.cluster import Cluster

_LOG = logging.getLogger("garlic.web")
_POLL_SECONDS = 3.0
_POLLS_WITHOUT_WORKERS = 5  # then the games that the cluster has taken are given back


class ClusterLane:
    """The places for games on the cluster at *address*; *on_room* is called when there is room."""

    def __init__(self, address: str, on_room: Callable[[], None]) -> None:
        self._address, self._on_room = address, on_room
        self._lock = Lock()  # for the attributes below
        self._cluster: Cluster | None = None
        self._workers: int | None = None  # None: the scheduler cannot be reached
        self._threads = 0
        self._playing: set[Future[Any]] = set()
        self._closing = Event()
        self._thread = Thread(target=self._look_after, name="garlic-cluster", daemon=True)

    def start(self) -> None:
        """Connect, in the background."""
        self._thread.start()

    def close(self) -> None:
        """Give up all games there; the cluster stays."""
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join()
        with self._lock:
            cluster, self._cluster = self._cluster, None
        if cluster is not None:
            cluster.give_up()

    @property
    def workers(self) -> int | None:
        """How many workers there are; None if the scheduler cannot be reached."""
        with self._lock:
            return self._workers

    @property
    def playing(self) -> int:
        """How many games the cluster has taken."""
        with self._lock:
            return len(self._playing)

    def has_room(self) -> bool:
        """Can the cluster begin another game at once?"""
        with self._lock:
            return self._cluster is not None and len(self._playing) < self._threads

    def submit(self, game_run: Any) -> "Future[Any]":
        """The future of the game; it is cancelled if the cluster cannot play it any more."""
        with self._lock:
            if self._cluster is None:
                raise GarlicError("the Dask scheduler was lost")
            future = self._cluster.submit(play_one, game_run)
            self._playing.add(future)
        future.add_done_callback(self._ended)
        return future

    def _ended(self, future: "Future[Any]") -> None:
        with self._lock:
            self._playing.discard(future)

    def _look_after(self) -> None:
        """The thread that connects and counts."""
        empty = 0
        while not self._closing.is_set():
            had = self.workers
            try:
                workers, threads = self._count()
            except Exception as fault:  # noqa: BLE001 - Dask raises many kinds
                if had is not None:
                    _LOG.error("the cluster %s: %s", self._address, fault)
                workers, threads = None, 0
            with self._lock:
                self._workers, self._threads = workers, threads
            empty = 0 if threads else empty + 1
            if empty >= _POLLS_WITHOUT_WORKERS:
                self._give_back()
            if self.has_room():
                self._on_room()
            self._closing.wait(_POLL_SECONDS)

    def _count(self) -> tuple[int, int]:
        from garlic.arena.remote.cluster import Cluster  # noqa: PLC0415  (slow, and optional)

        with self._lock:
            cluster = self._cluster
        if cluster is None:
            cluster = Cluster(self._address)
            with self._lock:
                self._cluster = cluster
        return cluster.workers()

    def _give_back(self) -> None:
        with self._lock:
            playing = list(self._playing)
        for future in playing:
            future.cancel()
