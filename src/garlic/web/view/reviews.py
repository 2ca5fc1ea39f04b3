"""Reviews in the background: one at a time, a few may wait, whoever looks hears how far it is.

A review is for a record and a time a move. The last ones are kept; they are quickly made again.
"""

import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from garlic.analysis import Reviewer
from garlic.analysis.documents import review_to_json
from garlic.core import GarlicError, Seat
from garlic.engines import Limit
from garlic.games import GAMES
from garlic.web.events import Hub
from garlic.web.problems import Problem
from garlic.web.sentences import Wording, coded, wording
from garlic.web.view.boards import BoardView
from garlic.web.view.records import Opened

_LOG = logging.getLogger("garlic.web")
_MOST_WAITING = 8
_KEPT = 32
_TELL_SECONDS = 0.2


@dataclass(slots=True)
class Reviewing:
    """A review that was asked for, as far as it has come."""

    key: str
    seconds: float
    state: str = "waiting"  # or "running", "done", "stopped", "failed"
    done: int = 0
    of: int = 0
    review: dict[str, Any] | None = None
    problem: Wording | None = None
    reviewer: Reviewer | None = None
    told: float = field(default=0.0)

    @property
    def is_open(self) -> bool:
        """Is more to come?"""
        return self.state in ("waiting", "running")

    def to_json(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "state": self.state,
            "seconds": self.seconds,
            "done": self.done,
            "of": self.of,
            "review": self.review,
            "problem": self.problem,
        }


class Reviews:
    """The reviews of a server."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._thread = ThreadPoolExecutor(1, "garlic-review")
        self._lock = Lock()
        self._known: OrderedDict[str, Reviewing] = OrderedDict()

    def get(self, key: str) -> Reviewing | None:
        """The review of the record *key* that was asked for last."""
        with self._lock:
            return self._known.get(key)

    def begin(self, key: str, seconds: float, open_record: Callable[[], Opened]) -> Reviewing:
        """Review a record, unless that is done or being done; raise `Problem` if all is busy."""
        with self._lock:
            known = self._known.get(key)
            if known is not None and (
                known.is_open or (known.state == "done" and known.seconds == seconds)
            ):
                return known
            waiting = sum(one.is_open for one in self._known.values())
            if waiting > _MOST_WAITING:
                raise Problem(429, coded("problem.too_many"))
            made = self._known[key] = Reviewing(key, seconds)
            self._known.move_to_end(key)
            self._forget()
        self._thread.submit(self._run, made, open_record)
        return made

    def stop(self, key: str) -> None:
        """Go no further with the review of *key*."""
        with self._lock:
            known = self._known.get(key)
            if known is None or not known.is_open:
                return
            known.state = "stopped"
            reviewer = known.reviewer
        if reviewer is not None:
            reviewer.stop()
        self._tell(known, "done")

    def close(self) -> None:
        """End all; waits for the search that runs, which ends at once."""
        with self._lock:
            keys = list(self._known)
        for key in keys:
            self.stop(key)
        self._thread.shutdown(cancel_futures=True)

    def _run(self, made: Reviewing, open_record: Callable[[], Opened]) -> None:
        try:
            if made.state == "stopped":
                return
            opened = open_record()
            reviewer = Reviewer(opened.record, Limit(time=made.seconds))
            with self._lock:
                if made.state == "stopped":
                    return
                made.state, made.reviewer = "running", reviewer
            found = reviewer.run(lambda done, of: self._progress(made, done, of))
            if found.complete:
                made.review = page_review(review_to_json(found, opened.steps), opened)
                made.state = "done"
        except (GarlicError, Problem) as fault:
            made.state = "failed"
            made.problem = wording(fault) if isinstance(fault, GarlicError) else fault.said
        except Exception:  # noqa: BLE001  (whoever waits is told, whatever it was)
            _LOG.exception("review of %s", made.key)
            made.state, made.problem = "failed", coded("problem.internal")
        finally:
            made.reviewer = None
            self._tell(made, "done")

    def _progress(self, made: Reviewing, done: int, of: int) -> None:
        made.done, made.of = done, of
        if time.monotonic() - made.told >= _TELL_SECONDS:
            made.told = time.monotonic()
            self._tell(made, "progress")

    def _tell(self, made: Reviewing, kind: str) -> None:
        told = {"state": made.state, "done": made.done, "of": made.of}
        self._hub.publish(f"review:{made.key}", kind, told)

    def _forget(self) -> None:
        ended = [key for key, one in self._known.items() if not one.is_open]
        for key in ended[: max(0, len(self._known) - _KEPT)]:
            del self._known[key]


def page_review(document: dict[str, Any], opened: Opened) -> dict[str, Any]:
    """A review as JSON, with the places that the better moves lead over."""
    game = GAMES[opened.record.game]
    board = BoardView(game, opened.steps[0].position)

    def placed(move: dict[str, Any]) -> dict[str, Any]:
        position = opened.steps[move["step"] - 1].position
        better = game.move.parse(move["best"])
        path = board.places(position, better)
        if game.simultaneous:
            here = position.stay(Seat(move["seat"]))
            path = [*board.places(position, here), *path]
        return {**move, "best_path": path}

    for name in ("moves", "costliest"):
        document[name] = [placed(move) for move in document[name]]
    return document
