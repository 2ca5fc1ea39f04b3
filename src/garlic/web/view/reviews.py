"""Reviews in the background: one at a time with a short queue; progress is published as events.

There is one review per record, with a time per move. The last ones are kept in memory.
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
from garlic.web.sentences import CodedSentence, encode_sentence, page_sentence
from garlic.web.view.boards import BoardView
from garlic.web.view.records import OpenRecord

_LOG = logging.getLogger("garlic.web")
_MOST_WAITING = 8
_KEPT = 32
_PROGRESS_SECONDS = 0.2


@dataclass(slots=True)
class ReviewJob:
    """A requested review and its progress."""

    key: str
    seconds: float
    state: str = "waiting"  # or "running", "done", "stopped", "failed"
    done: int = 0
    of: int = 0
    review: dict[str, Any] | None = None
    problem: CodedSentence | None = None
    reviewer: Reviewer | None = None
    published: float = field(default=0.0)  # when its progress was last published

    @property
    def is_open(self) -> bool:
        """Is it waiting or running?"""
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
        self._known: OrderedDict[str, ReviewJob] = OrderedDict()

    def get(self, key: str) -> ReviewJob | None:
        """The last requested review of the record *key*."""
        with self._lock:
            return self._known.get(key)

    def begin(self, key: str, seconds: float, open_record: Callable[[], OpenRecord]) -> ReviewJob:
        """Review a record, unless it is done or under way; raise `Problem` if the queue is full."""
        with self._lock:
            known = self._known.get(key)
            if known is not None and (
                known.is_open or (known.state == "done" and known.seconds == seconds)
            ):
                return known
            waiting = sum(job.is_open for job in self._known.values())
            if waiting > _MOST_WAITING:
                raise Problem(429, page_sentence("problem.too_many"))
            job = self._known[key] = ReviewJob(key, seconds)
            self._known.move_to_end(key)
            self._forget()
        self._thread.submit(self._run, job, open_record)
        return job

    def stop(self, key: str) -> None:
        """Stop the review of *key*."""
        with self._lock:
            known = self._known.get(key)
            if known is None or not known.is_open:
                return
            known.state = "stopped"
            reviewer = known.reviewer
        if reviewer is not None:
            reviewer.stop()
        self._publish(known, "done")

    def close(self) -> None:
        """Stop all reviews and wait for the running search, which ends at once."""
        with self._lock:
            keys = list(self._known)
        for key in keys:
            self.stop(key)
        self._thread.shutdown(cancel_futures=True)

    def _run(self, job: ReviewJob, open_record: Callable[[], OpenRecord]) -> None:
        try:
            if job.state == "stopped":
                return
            opened = open_record()
            reviewer = Reviewer(opened.record, Limit(time=job.seconds))
            with self._lock:
                if job.state == "stopped":
                    return
                job.state, job.reviewer = "running", reviewer
            review = reviewer.run(lambda done, of: self._progress(job, done, of))
            if review.complete:
                job.review = page_review(review_to_json(review, opened.steps), opened)
                job.state = "done"
        except GarlicError as fault:
            job.state, job.problem = "failed", encode_sentence(fault)
        except Problem as fault:
            job.state, job.problem = "failed", fault.sentence
        except Exception:  # noqa: BLE001  (viewers must learn of any failure)
            _LOG.exception("review of %s", job.key)
            job.state, job.problem = "failed", page_sentence("problem.internal")
        finally:
            job.reviewer = None
            self._publish(job, "done")

    def _progress(self, job: ReviewJob, done: int, of: int) -> None:
        job.done, job.of = done, of
        if time.monotonic() - job.published >= _PROGRESS_SECONDS:
            job.published = time.monotonic()
            self._publish(job, "progress")

    def _publish(self, job: ReviewJob, kind: str) -> None:
        progress = {"state": job.state, "done": job.done, "of": job.of}
        self._hub.publish(f"review:{job.key}", kind, progress)

    def _forget(self) -> None:
        ended = [key for key, job in self._known.items() if not job.is_open]
        for key in ended[: max(0, len(self._known) - _KEPT)]:
            del self._known[key]


def page_review(document: dict[str, Any], opened: OpenRecord) -> dict[str, Any]:
    """A review as JSON, with the places of the better moves added."""
    game = GAMES[opened.record.game]
    board = BoardView(game, opened.steps[0].position)

    def with_path(move: dict[str, Any]) -> dict[str, Any]:
        position = opened.steps[move["step"] - 1].position
        better = game.move.parse(move["best"])
        path = board.places(position, better)
        if game.simultaneous:
            here = position.stay(Seat(move["seat"]))
            path = [*board.places(position, here), *path]
        return {**move, "best_path": path}

    for name in ("moves", "costliest"):
        document[name] = [with_path(move) for move in document[name]]
    return document
