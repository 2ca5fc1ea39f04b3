"""Games on a Dask cluster. The only module that imports Dask.

A bot is a task of its own, named by its hash: Dask sends its result once to each worker that
needs it, and computes it again if the machine that had it is lost. A game depends on its two
bots. On a worker it is played by a `Pool` of that worker, so a crash does not end the worker, and
a game that kills three of the pool's processes is set aside, as in a local run.

If a whole worker is lost Dask gives its games to others. It counts such losses against all
games that were waiting there, also those that had not begun; so a game it gives up is submitted
again, unless it was really being played on three workers that were lost.
"""

import hashlib
import logging
import re
import socket
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from itertools import count
from threading import Condition, Lock
from typing import Any

from distributed import Client, KilledWorker, get_worker

import garlic
from garlic.arena.remote.parcels import Parcel
from garlic.arena.task import checked_record, play_one
from garlic.core import GarlicError, UsageError
from garlic.core.reading.files import why
from garlic.judge.bots import Bot
from garlic.judge.game_run import GameRun
from garlic.judge.workers.pool import AbandoningExecutor, Pool, SetAsideError
from garlic.judge.workers.steward import MOST_LOST

_CONNECT_SECONDS = 20
_ADDRESS = re.compile(r"(?:[a-z]+://)?(?P<host>\[[^\]]+\]|[^/:\s]+):(?P<port>\d{1,5})")
_BEGUN = "garlic-begun"  # the topic on which workers announce the game they begin


class ClusterError(GarlicError):
    """The cluster cannot be reached, was lost, or does not work."""


def _reach(address: str) -> None:
    """Raise `ClusterError` if nothing listens there: Dask would try for a minute in silence."""
    found = _ADDRESS.fullmatch(address)
    if found is None:
        raise ClusterError(
            "expected the address of a Dask scheduler like tcp://10.0.0.1:8786, got {address!r}",
            address=address,
        )
    place = found["host"].strip("[]"), int(found["port"])
    try:
        socket.create_connection(place, timeout=_CONNECT_SECONDS).close()
    except (OSError, OverflowError) as fault:  # OverflowError: no such port
        raise ClusterError(
            "cannot reach the Dask scheduler at {address!r}: {why}",
            address=address,
            why=why(fault) if isinstance(fault, OSError) else str(fault),
        ) from fault


class _PendingGame:
    """A submitted game and its state."""

    def __init__(self, game_run: GameRun) -> None:
        self.game_run = game_run
        self.future: Future[bytes] = Future()
        self.key = ""
        self.task: Any = None  # Dask's future
        self.begun = 0  # how often a worker began it
        self.given_up = 0  # how often Dask gave it up, having lost several workers


class Cluster(AbandoningExecutor):
    """A Dask scheduler as an executor of `play_one`; raise `ClusterError` if it is unreachable."""

    def __init__(self, address: str) -> None:
        # We report what users need to know ourselves, without tracebacks. Dask gives the second
        # one a level of its own.
        for name in ("distributed", "distributed.client"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        _reach(address)
        connect: Any = Client  # Dask is hardly typed
        try:
            self._client = connect(address, timeout=_CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError, TypeError) as fault:
            raise ClusterError(
                "cannot reach the Dask scheduler at {address!r}: {why}",
                address=address,
                why=str(fault),
            ) from fault
        self._changed = Condition()  # guards everything below
        self._closed = False
        self._unfinished = 0
        self._numbers = count(1)
        self._bots: dict[str, Any] = {}  # Dask's futures, by hash
        self._pending: dict[str, _PendingGame] = {}  # by the key of the task
        self._client.subscribe_topic(_BEGUN, self._begun)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """The future of ``play_one(game_run)``; raise `TypeError` for any other call."""
        if fn is not play_one or kwargs or len(args) != 1 or not isinstance(args[0], GameRun):
            raise TypeError("a cluster plays matches: submit(play_one, match)")
        pending = _PendingGame(args[0])
        with self._changed:
            if self._closed:
                raise RuntimeError("cannot submit to a pool that was shut down")
            self._unfinished += 1
        self._submit_task(pending)
        pending.future.add_done_callback(lambda _: self._cancelled(pending))
        return pending.future

    def _submit_task(self, pending: _PendingGame) -> None:
        """Submit *pending* to Dask, under a key that it has not had before."""
        with self._changed:
            pending.key = f"garlic-match-{pending.game_run.key[:32]}-{next(self._numbers)}"
            self._pending[pending.key] = pending
        bots = [self._bot(bot) for bot in pending.game_run.bots]
        pending.task = self._client.submit(
            _play, garlic.__version__, pending.game_run, *bots, key=pending.key, pure=False
        )
        pending.task.add_done_callback(lambda task: self._done(pending, task))

    def _bot(self, bot: Bot) -> Any:
        parcel = Parcel.of(bot)
        name = hashlib.sha256(f"{parcel.digest} {parcel.file} {parcel.name}".encode()).hexdigest()
        if name not in self._bots:
            key = f"garlic-bot-{name[:32]}"
            self._bots[name] = self._client.submit(_carry, parcel, key=key)
        return self._bots[name]

    def _begun(self, event: tuple[float, Any]) -> None:
        with self._changed:
            if pending := self._pending.get(str(event[1])):
                pending.begun += 1

    def _done(self, pending: _PendingGame, task: Any) -> None:
        """Called in a thread of Dask's when *task* has finished, failed or been cancelled."""
        fault: BaseException | None = None
        content = b""
        try:
            content = _result(pending.game_run, task)
        except KilledWorker:
            pending.given_up += 1
            if pending.begun < MOST_LOST and pending.given_up < MOST_LOST and self._take(pending):
                self._submit_task(pending)
                return
            fault = SetAsideError(max(pending.begun, MOST_LOST))
        except BaseException as raised:  # noqa: BLE001 - passed on to the caller's future
            fault = raised
        if self._take(pending):
            if pending.future.set_running_or_notify_cancel():
                if fault is None:
                    pending.future.set_result(content)
                else:
                    pending.future.set_exception(fault)
            self._finished(pending)

    def _cancelled(self, pending: _PendingGame) -> None:
        if pending.future.cancelled() and self._take(pending):
            pending.future.set_running_or_notify_cancel()
            pending.task.cancel()
            self._finished(pending)

    def _take(self, pending: _PendingGame) -> bool:
        """Remove *pending*; True for the first caller only, who then completes its future."""
        with self._changed:
            return self._pending.pop(pending.key, None) is not None

    def _finished(self, pending: _PendingGame) -> None:
        pending.task = None  # Dask drops tasks without a future
        with self._changed:
            self._unfinished -= 1
            self._changed.notify_all()

    def workers(self) -> tuple[int, int]:
        """How many workers there are, and how many games they can play at once."""
        threads = self._client.nthreads()
        return len(threads), sum(threads.values())

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Accept no more games; with *wait*, wait until the rest is done. The cluster stays."""
        with self._changed:
            self._closed = True
            unfinished = list(self._pending.values())
        if cancel_futures:
            for pending in unfinished:
                pending.future.cancel()
        if wait:
            with self._changed:
                self._changed.wait_for(lambda: self._unfinished == 0)
            self._client.close()

    def give_up(self) -> None:
        """Cancel all games; what workers are playing is thrown away."""
        self.shutdown(cancel_futures=True)


def _result(game_run: GameRun, task: Any) -> bytes:
    """The record of *game_run* that *task* returned; raise what it raised, or `ClusterError`."""
    if task.cancelled():  # not by us
        raise ClusterError("the Dask scheduler was lost")
    try:
        content = task.result()  # waits again if the worker that had the result was lost since
    except (GarlicError, KilledWorker):
        raise
    except Exception as fault:
        raise _cannot_play(f"{type(fault).__name__}: {fault}") from fault
    if not isinstance(content, bytes):
        raise _cannot_play(f"it sent {type(content).__name__}")
    checked_record(game_run, content)
    return content


def _cannot_play(why: str) -> ClusterError:
    return ClusterError("a worker of the cluster cannot play: {why}", why=why)


def _carry(parcel: Parcel) -> Parcel:
    """The task of a bot: Dask distributes its result."""
    return parcel


def _play(version: str, game_run: GameRun, first: Parcel, second: Parcel) -> bytes:
    """The task of a game; runs in a worker."""
    if version != garlic.__version__:
        raise UsageError(
            "the worker has version {here} of Garlic Arena, but the tournament is run by {there}",
            here=garlic.__version__,
            there=version,
        )
    worker: Any = get_worker()
    worker.log_event(_BEGUN, worker.get_current_task())
    here = replace(game_run, bots=(first.open(), second.open()))
    return _pool(worker.state.nthreads).submit(play_one, here).result()


_pools: list[Pool] = []
_pools_lock = Lock()


def _pool(threads: int) -> Pool:
    """The pool of this worker process. Not pinned: other processes may use the machine."""
    with _pools_lock:
        if not _pools:
            _pools.append(Pool(threads, pinned=False))
        return _pools[0]
