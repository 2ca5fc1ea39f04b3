"""Fair shares of the workers: everybody has a queue of their own, and these are served in turn.

What is urgent comes first: trying out a bot, then placing bots in a league and submissions, then
long tournaments and ratings; what has waited for long becomes more urgent. The other games of
leagues, which never end, are played when nothing else waits. Among the equally urgent, the
person comes next for whom the fewest jobs run and, among these, whose jobs have had the least time
lately; a person of greater weight counts as having less. So it does not matter who asked first, nor
how much somebody has asked for: somebody new waits for running jobs only.

A server without accounts has one person, whose jobs come in the order of their submission.
"""

import math
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Generic, TypeVar

from garlic.people.accounts import load_person
from garlic.people.persons import Role
from garlic.store import Database
from garlic.store.owners import Owner
from garlic.store.schema import LOCAL

T = TypeVar("T")

_HALF_LIFE_SECONDS = 600.0  # after which time that a person's jobs have had counts half
_AGEING_SECONDS = 900.0  # after which something that waits is more urgent by one
_WEIGHTS = {Role.TEACHER: 4.0, Role.ASSISTANT: 4.0, Role.STUDENT: 1.0, Role.GUEST: 0.5}


class Urgency(IntEnum):
    """What comes first."""

    INTERACTIVE = 0  # somebody looks at it
    LEAGUE = 1  # bots that are being placed in a league, submissions
    LONG = 2  # tournaments, ratings
    IDLE = 3  # leagues; never more urgent than that


@dataclass(frozen=True, slots=True)
class Share:
    """For whom a job is, and how urgent it is."""

    person: int = LOCAL
    weight: float = 1.0
    urgency: Urgency = Urgency.INTERACTIVE
    is_promised: bool = False  # accepted however many jobs wait: submissions before a deadline


LOCAL_SHARE = Share()
OF_LEAGUES = 0
"""Leagues are nobody's: their games count against no person's share or limits."""

LEAGUE_SHARE = Share(OF_LEAGUES, urgency=Urgency.LEAGUE)
IDLE_SHARE = Share(OF_LEAGUES, urgency=Urgency.IDLE)


class Shares:
    """The shares of people by what they own; without *accounts* all jobs are alike."""

    def __init__(self, database: Database, *, accounts: bool) -> None:
        self._database, self.accounts = database, accounts

    def of(self, owner: Owner, urgency: Urgency, *, is_promised: bool = False) -> Share:
        """The share of a job for something that *owner* has made."""
        if not self.accounts:
            return LOCAL_SHARE
        person = self._database.read(lambda c: load_person(c, owner.person))
        role = None if person is None else replace(person, course=owner.course).role
        return Share(owner.person, _WEIGHTS[role or Role.GUEST], urgency, is_promised)


@dataclass(slots=True)
class _WaitingJob(Generic[T]):
    share: Share
    item: T
    since: float


@dataclass(slots=True)
class _Account:
    """What the jobs of a person have had."""

    running: int = 0
    limited: int = 0  # of these, those that were not promised
    seconds: float = 0.0  # halved every `_HALF_LIFE_SECONDS`
    at: float = 0.0  # when that was computed

    def recent(self, now: float) -> float:
        """The seconds that count at *now*."""
        return self.seconds * math.exp2(-max(0.0, now - self.at) / _HALF_LIFE_SECONDS)


@dataclass(slots=True)
class QueueLength:
    """How much work of one urgency there is."""

    waiting: int = 0
    running: int = 0
    longest_wait_seconds: float = 0.0


@dataclass(slots=True)
class FairQueue(Generic[T]):
    """Jobs that wait. Not thread-safe; moments are seconds on any clock that does not go back."""

    _queues: dict[int, list[deque[_WaitingJob[T]]]] = field(default_factory=dict)
    _accounts: dict[int, _Account] = field(default_factory=dict)
    _running: dict[Urgency, int] = field(default_factory=lambda: dict.fromkeys(Urgency, 0))

    def __len__(self) -> int:
        return sum(len(queue) for queues in self._queues.values() for queue in queues)

    def add(self, share: Share, item: T, now: float) -> None:
        """Let *item* wait."""
        queues = self._queues.setdefault(share.person, [deque() for _ in Urgency])
        queues[share.urgency].append(_WaitingJob(share, item, now))

    def take(
        self, now: float, accept: Callable[[T], bool] = lambda _: True
    ) -> tuple[Share, T] | None:
        """The next item, which counts as running from now on; None if nothing waits.

        Of everybody's queues only those count whose first item is one to *accept*.
        """
        best: tuple[tuple[float, ...], deque[_WaitingJob[T]]] | None = None
        for person, queues in self._queues.items():
            account = self._accounts.get(person, _Account())
            for queue in queues:
                if not queue or not accept(queue[0].item):
                    continue
                first = queue[0]
                rank = (
                    _effective_urgency(first, now),
                    account.running / first.share.weight,
                    account.recent(now) / first.share.weight,
                    first.since,
                )
                if best is None or rank < best[0]:
                    best = rank, queue
        if best is None:
            return None
        chosen = best[1].popleft()
        self._forget_empty(chosen.share.person)
        account = self._accounts.setdefault(chosen.share.person, _Account(at=now))
        account.running += 1
        account.limited += not chosen.share.is_promised
        self._running[chosen.share.urgency] += 1
        return chosen.share, chosen.item

    def finished(self, share: Share, seconds: float, now: float) -> None:
        """A job that was taken has ended after *seconds*."""
        account = self._accounts[share.person]
        account.running -= 1
        account.limited -= not share.is_promised
        account.seconds, account.at = account.recent(now) + seconds, now
        self._running[share.urgency] -= 1
        for person, each in list(self._accounts.items()):
            if not each.running and each.recent(now) < 0.01:
                del self._accounts[person]

    def remove(self, item: T) -> bool:
        """Remove *item* if it waits."""
        for person, queues in self._queues.items():
            for queue in queues:
                for waiting in queue:
                    if waiting.item is item:
                        queue.remove(waiting)
                        self._forget_empty(person)
                        return True
        return False

    def drain(self) -> Iterator[T]:
        """Remove and return everything that waits."""
        queues, self._queues = self._queues, {}
        for of_person in queues.values():
            for queue in of_person:
                for waiting in queue:
                    yield waiting.item

    def queued(self, person: int) -> int:
        """How many jobs of a person wait or run, without those that were promised."""
        waiting = sum(
            not each.share.is_promised for queue in self._queues.get(person, ()) for each in queue
        )
        return waiting + self._accounts.get(person, _Account()).limited

    def people_waiting(self) -> int:
        """How many people have a job that waits."""
        return len(self._queues)

    def lengths(self, now: float) -> dict[Urgency, QueueLength]:
        """The length of the queue by urgency."""
        found = {urgency: QueueLength(running=self._running[urgency]) for urgency in Urgency}
        for queues in self._queues.values():
            for urgency, queue in zip(Urgency, queues, strict=True):
                found[urgency].waiting += len(queue)
                if queue:
                    waited = now - queue[0].since
                    found[urgency].longest_wait_seconds = max(
                        found[urgency].longest_wait_seconds, waited
                    )
        return found

    def _forget_empty(self, person: int) -> None:
        if not any(self._queues.get(person, ())):
            self._queues.pop(person, None)


def _effective_urgency(waiting: _WaitingJob[T], now: float) -> int:
    if waiting.share.urgency is Urgency.IDLE:
        return Urgency.IDLE
    aged = int((now - waiting.since) // _AGEING_SECONDS)
    return max(0, waiting.share.urgency - aged)
