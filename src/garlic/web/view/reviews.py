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
from typing import Any, Literal

from garlic.analysis import Reviewer
from garlic.analysis.documents import review_to_json
from garlic.core import GarlicError, Seat
from garlic.core.game import simultaneous_position
from garlic.engines import Limit
from garlic.games import GAMES
from garlic.store.owners import NOBODY, Owner
from garlic.store.schema import LOCAL
from garlic.web.events import Hub
from garlic.web.priority import lower_priority
from garlic.web.problems import Problem
from garlic.web.sentences import SentenceModel, encode_sentence, page_sentence
from garlic.web.view.boards import BoardView
from garlic.web.view.records import OpenRecord
from garlic.web.view.review_models import (
    ReviewEvent,
    ReviewModel,
    ReviewProgress,
    ReviewStage,
    ReviewState,
)

_LOG = logging.getLogger("garlic.web")
_MOST_WAITING = 8
_MOST_OF_ALL, _MOST_OF_ONE = 64, 2  # the same where people have accounts, and of one person
_KEPT = 128
_PROGRESS_SECONDS = 0.2


@dataclass(slots=True)
class ReviewJob:
    """A requested review and its progress."""

    key: str
    seconds: float
    owner: Owner = NOBODY  # who asked for it
    state: ReviewStage = "waiting"
    done: int = 0
    of: int = 0
    review: ReviewModel | None = None
    problem: SentenceModel | None = None
    reviewer: Reviewer | None = None
    published: float = field(default=0.0)  # when its progress was last published

    @property
    def is_open(self) -> bool:
        """Is it waiting or running?"""
        return self.state in ("waiting", "running")

    def to_model(self) -> ReviewState:
        """As the API sends it."""
        return ReviewState(
            state=self.state,
            seconds=self.seconds,
            done=self.done,
            of=self.of,
            review=self.review,
            problem=self.problem,
        )


class Reviews:
    """The reviews of a server."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._thread = ThreadPoolExecutor(1, "garlic-review", lower_priority)
        self._lock = Lock()
        self._known: OrderedDict[str, ReviewJob] = OrderedDict()

    def get(self, key: str) -> ReviewJob | None:
        """The last requested review of the record *key*."""
        with self._lock:
            return self._known.get(key)

    def begin(
        self,
        key: str,
        seconds: float,
        open_record: Callable[[], OpenRecord],
        owner: Owner = NOBODY,
    ) -> ReviewJob:
        """Review a record, unless it is done or under way; raise `Problem` if the queue is full."""
        with self._lock:
            known = self._known.get(key)
            if known is not None and (
                known.is_open or (known.state == "done" and known.seconds == seconds)
            ):
                return known
            self._check_waiting(owner)
            job = self._known[key] = ReviewJob(key, seconds, owner)
            self._known.move_to_end(key)
            self._forget()
        self._thread.submit(self._run, job, open_record)
        return job

    def _check_waiting(self, owner: Owner) -> None:
        """Raise `Problem` (429) if too many reviews wait, or too many of *owner*'s."""
        waiting = [job.owner.person for job in self._known.values() if job.is_open]
        accounts = owner.person != LOCAL
        if accounts and waiting.count(owner.person) >= _MOST_OF_ONE:
            raise Problem(429, page_sentence("problem.too_many_reviews", most=_MOST_OF_ONE))
        if len(waiting) > (_MOST_OF_ALL if accounts else _MOST_WAITING):
            raise Problem(429, page_sentence("problem.too_many"))

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
            if not job.is_open:  # it was stopped
                return
            opened = open_record()
            reviewer = Reviewer(opened.record, Limit(time=job.seconds))
            if not self._begun(job, reviewer):
                return
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

    def _begun(self, job: ReviewJob, reviewer: Reviewer) -> bool:
        """Note that *job* is running, unless it was stopped."""
        with self._lock:
            if job.is_open:
                job.state, job.reviewer = "running", reviewer
            return job.is_open

    def _progress(self, job: ReviewJob, done: int, of: int) -> None:
        job.done, job.of = done, of
        if time.monotonic() - job.published >= _PROGRESS_SECONDS:
            job.published = time.monotonic()
            self._publish(job, "progress")

    def _publish(self, job: ReviewJob, kind: Literal["progress", "done"]) -> None:
        progress = ReviewProgress(state=job.state, done=job.done, of=job.of)
        self._hub.publish(ReviewEvent(topic=f"review:{job.key}", kind=kind, data=progress))

    def _forget(self) -> None:
        ended = [key for key, job in self._known.items() if not job.is_open]
        for key in ended[: max(0, len(self._known) - _KEPT)]:
            del self._known[key]


def page_review(document: dict[str, Any], opened: OpenRecord) -> ReviewModel:
    """A review, given as by `review_to_json`, with the places of the better moves added."""
    game = GAMES[opened.record.game]
    board = BoardView(game, opened.steps[0].position)

    def with_path(move: dict[str, Any]) -> dict[str, Any]:
        position = opened.steps[move["step"] - 1].position
        better = game.move.parse(move["best"])
        path = board.places(position, better)
        if game.simultaneous:
            here = simultaneous_position(position).stay(Seat(move["seat"]))
            path = [*board.places(position, here), *path]
        return {**move, "best_path": path}

    paths = {name: [with_path(move) for move in document[name]] for name in ("moves", "costliest")}
    return ReviewModel.model_validate({**document, **paths})
