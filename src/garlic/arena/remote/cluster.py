"""Matches on a Dask cluster. The only module that imports Dask.

A bot is a task of its own, named by its hash: Dask brings what it gives to each worker that
needs it, once, and makes it again where the machine that had it is lost. A match depends on
its two bots. On a worker it is played by a `Pool` of that worker, so what crashes there is not
the worker, and a match that ends three of the pool's processes is set aside as at home.

If a whole worker is lost Dask gives its matches to others. It counts such losses against all
matches that were waiting there, also those that had not begun; so a match it gives up is
handed in again, unless it was really being played on three workers that were lost.
"""

import hashlib
import logging
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import replace
from itertools import count
from threading import Condition, Lock
from types import TracebackType
from typing import Any

from distributed import Client, KilledWorker, get_worker

import garlic
from garlic.arena.remote.parcels import Parcel
from garlic.arena.task import checked_record, play_one
from garlic.core import GarlicError, UsageError
from garlic.judge.bots import Bot
from garlic.judge.game_run import GameRun
from garlic.judge.workers.pool import Pool, SetAsideError
from garlic.judge.workers.steward import MOST_LOST

_CONNECT_SECONDS = 20
_BEGUN = "garlic-begun"  # the topic under which workers say which match they begin


class ClusterError(GarlicError):
    """The cluster cannot be reached, was lost, or does not do its work."""


class _Asked:
    """A match that was asked for, and how far it has come."""

    def __init__(self, match: GameRun) -> None:
        self.match = match
        self.future: Future[bytes] = Future()
        self.key = ""
        self.task: Any = None  # Dask's future
        self.begun = 0  # how often a worker began it
        self.given_up = 0  # how often Dask did, having lost several workers


class Cluster(Executor):
    """A Dask scheduler as an executor of `play_one`; raise `ClusterError` where there is none."""

    def __init__(self, address: str) -> None:
        # What a user needs to know of it we say ourselves, and without tracebacks.
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        connect: Any = Client  # Dask has no types to speak of
        try:
            self._client = connect(address, timeout=_CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError, TypeError) as fault:
            raise ClusterError(
                "cannot reach the Dask scheduler at {address!r}: {why}",
                address=address,
                why=str(fault),
            ) from fault
        self._changed = Condition()  # around all below
        self._closed = False
        self._unfinished = 0
        self._numbers = count(1)
        self._bots: dict[str, Any] = {}  # Dask's futures of them
        self._asked: dict[str, _Asked] = {}  # by the key of the task
        self._client.subscribe_topic(_BEGUN, self._begun)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """The future of ``play_one(match)``; nothing else can be asked of a cluster."""
        if fn is not play_one or kwargs or len(args) != 1 or not isinstance(args[0], GameRun):
            raise TypeError("a cluster plays matches: submit(play_one, match)")
        asked = _Asked(args[0])
        with self._changed:
            if self._closed:
                raise RuntimeError("cannot submit to a pool that was shut down")
            self._unfinished += 1
        self._hand_in(asked)
        asked.future.add_done_callback(lambda _: self._cancelled(asked))
        return asked.future

    def _hand_in(self, asked: _Asked) -> None:
        """Make *asked* a task of Dask's, under a key that it has not had before."""
        with self._changed:
            asked.key = f"garlic-match-{asked.match.key[:32]}-{next(self._numbers)}"
            self._asked[asked.key] = asked
        bots = [self._bot(bot) for bot in asked.match.bots]
        asked.task = self._client.submit(
            _play, garlic.__version__, asked.match, *bots, key=asked.key, pure=False
        )
        asked.task.add_done_callback(lambda task: self._done(asked, task))

    def _bot(self, bot: Bot) -> Any:
        parcel = Parcel.of(bot)
        name = hashlib.sha256(f"{parcel.digest} {parcel.file} {parcel.name}".encode()).hexdigest()
        if name not in self._bots:
            key = f"garlic-bot-{name[:32]}"
            self._bots[name] = self._client.submit(_carry, parcel, key=key)
        return self._bots[name]

    def _begun(self, event: tuple[float, Any]) -> None:
        with self._changed:
            if asked := self._asked.get(str(event[1])):
                asked.begun += 1

    def _done(self, asked: _Asked, task: Any) -> None:
        """Called in a thread of Dask's when *task* has come to some end."""
        fault: BaseException | None = None
        content = b""
        try:
            content = _result(asked.match, task)
        except KilledWorker:
            asked.given_up += 1
            if asked.begun < MOST_LOST and asked.given_up < MOST_LOST and self._take(asked):
                self._hand_in(asked)
                return
            fault = SetAsideError(max(asked.begun, MOST_LOST))
        except BaseException as raised:  # noqa: BLE001 - it is the caller's, and gets there
            fault = raised
        if self._take(asked):
            if asked.future.set_running_or_notify_cancel():
                if fault is None:
                    asked.future.set_result(content)
                else:
                    asked.future.set_exception(fault)
            self._finished(asked)

    def _cancelled(self, asked: _Asked) -> None:
        if asked.future.cancelled() and self._take(asked):
            asked.future.set_running_or_notify_cancel()
            asked.task.cancel()
            self._finished(asked)

    def _take(self, asked: _Asked) -> bool:
        """Whether the caller is the first who may decide what becomes of *asked*."""
        with self._changed:
            return self._asked.pop(asked.key, None) is not None

    def _finished(self, asked: _Asked) -> None:
        asked.task = None  # Dask forgets what nobody holds
        with self._changed:
            self._unfinished -= 1
            self._changed.notify_all()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more matches; with *wait*, until the rest is done. The cluster stays."""
        with self._changed:
            self._closed = True
            asked = list(self._asked.values())
        if cancel_futures:
            for one in asked:
                one.future.cancel()
        if wait:
            with self._changed:
                self._changed.wait_for(lambda: self._unfinished == 0)
            self._client.close()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if kind is None:
                self.shutdown()
        finally:
            self.shutdown(cancel_futures=True)


def _result(match: GameRun, task: Any) -> bytes:
    """What *task* gave, if it is the record of *match*; raise what it raised, or `ClusterError`."""
    if task.cancelled():  # by no one of us
        raise ClusterError("the Dask scheduler was lost")
    try:
        content = task.result()  # waits once more where the worker that had it was lost since
    except (GarlicError, KilledWorker):
        raise
    except Exception as fault:
        raise _cannot_play(f"{type(fault).__name__}: {fault}") from fault
    if not isinstance(content, bytes):
        raise _cannot_play(f"it sent {type(content).__name__}")
    checked_record(match, content)
    return content


def _cannot_play(why: str) -> ClusterError:
    return ClusterError("a worker of the cluster cannot play: {why}", why=why)


def _carry(parcel: Parcel) -> Parcel:
    """The task that a bot is on the cluster."""
    return parcel


def _play(version: str, match: GameRun, first: Parcel, second: Parcel) -> bytes:
    """The task that a match is on the cluster: runs in a worker."""
    if version != garlic.__version__:
        raise UsageError(
            "the worker has version {here} of Garlic Arena, but the tournament is run by {there}",
            here=garlic.__version__,
            there=version,
        )
    worker: Any = get_worker()
    worker.log_event(_BEGUN, worker.get_current_task())
    here = replace(match, bots=(first.open(), second.open()))
    return _pool(worker.state.nthreads).submit(play_one, here).result()


_pools: list[Pool] = []
_pools_lock = Lock()


def _pool(threads: int) -> Pool:
    """The pool of this worker, for as long as it lives. Not pinned: others may work here."""
    with _pools_lock:
        if not _pools:
            _pools.append(Pool(threads, pinned=False))
        return _pools[0]
