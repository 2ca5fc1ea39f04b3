"""Who plays next: the bot whose rating is least certain, against whom most is to be learned.

A new bot is therefore placed first, and against opponents close to where it seems to be. What
games tell that are being played counts as if they were over (`rating.design`), so that several
pairs can be chosen one after the other.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from garlic.arena.rating.design import (
    PossiblePair,
    expected_information,
    most_information,
    most_useful,
    narrowed,
)
from garlic.arena.statistics.arrays import Floats
from garlic.arena.statistics.joint import JointRatings

# Bots rather play each other: a milestone is met where it tells twice as much as another bot.
_MILESTONE_COST = 2.0

Meeting = tuple[int, int]
"""Two entries, the one with the smaller number first."""


@dataclass(slots=True)
class Meetings:
    """How often two entries met, and the points of the one with the smaller number."""

    _points: dict[Meeting, float] = field(default_factory=dict)
    _games: dict[Meeting, int] = field(default_factory=dict)
    _avoided: set[Meeting] = field(default_factory=set)

    def add(self, first: int, second: int, points: float, games: int = 1) -> None:
        """Add *games* of two entries, of which *first* has won *points*."""
        meeting = _meeting(first, second)
        own = points if meeting[0] == first else games - points
        self._points[meeting] = self._points.get(meeting, 0.0) + own
        self._games[meeting] = self._games.get(meeting, 0) + games

    def most_information(self, one: int, other: int) -> float:
        """What one more game of two entries tells at most."""
        meeting = _meeting(one, other)
        return most_information(self._points.get(meeting, 0.0), self._games.get(meeting, 0))

    def avoid(self, one: int, other: int) -> None:
        """Let two entries not meet again: their games cannot be played."""
        self._avoided.add(_meeting(one, other))

    def may_meet(self, one: int, other: int) -> bool:
        """Can two entries play each other?"""
        return one != other and _meeting(one, other) not in self._avoided

    def games(self, one: int, other: int) -> int:
        """How many games two entries have played against each other."""
        return self._games.get(_meeting(one, other), 0)


@dataclass(frozen=True, slots=True)
class PlayingField:
    """The entries that may play."""

    ratings: JointRatings  # of all of them
    rated: Collection[int]  # those whose rating is to be found out
    milestones: Collection[int]  # those whose rating is fixed: opponents only
    meetings: Meetings

    def next_pairs(
        self, count: int, playing: Sequence[tuple[int, int]], for_whom: Collection[int]
    ) -> list[tuple[int, int]]:
        """At most *count* pairs of games, each for one of *for_whom*, which comes first.

        The pairs *playing* are on the boards already.
        """
        left = self.ratings.covariance
        for one, other in playing:
            if one in self.ratings and other in self.ratings:
                left = self._expected(left, one, other)
        places = self.ratings.places
        seekers = [entry for entry in for_whom if entry in places]
        chosen: list[tuple[int, int]] = []
        while len(chosen) < count and seekers:
            variances = {entry: float(left[places[entry], places[entry]]) for entry in seekers}
            seeker = max(seekers, key=variances.__getitem__)
            opponent = self._best_opponent(left, seeker)
            if opponent is None:
                seekers.remove(seeker)
                continue
            chosen.append((seeker, opponent))
            left = self._expected(left, seeker, opponent)
        return chosen

    def _best_opponent(self, covariance: Floats, one: int) -> int | None:
        places = self.ratings.places
        everybody = (*self.rated, *self.milestones)
        others = [entry for entry in everybody if self.meetings.may_meet(one, entry)]
        candidates = [
            PossiblePair(
                places[one],
                places[other],
                _MILESTONE_COST if other in self.milestones else 1.0,
                self.meetings.most_information(one, other),
            )
            for other in others
        ]
        best = most_useful(
            self.ratings.strengths,
            covariance,
            self.ratings.draws,
            [places[one]],
            candidates,
            pairs=1,
            seconds=1.0,
        )
        return others[candidates.index(best[0])] if best else None

    def _expected(self, covariance: Floats, one: int, other: int) -> Floats:
        """The *covariance* to be expected after a pair of games."""
        first, second = self.ratings.places[one], self.ratings.places[other]
        told = expected_information(
            self.ratings.strengths,
            covariance,
            self.ratings.draws,
            np.array([first]),
            np.array([second]),
        )
        return narrowed(covariance, first, second, 1 / (2 * float(told[0])))


def _meeting(one: int, other: int) -> Meeting:
    return (one, other) if one < other else (other, one)


def meetings_from(totals: Mapping[tuple[int, int], tuple[int, int, int]]) -> Meetings:
    """The meetings in *totals*: games won, drawn and lost by the first of two entries."""
    found = Meetings()
    for (first, second), (won, drawn, lost) in totals.items():
        found.add(first, second, won + drawn / 2, won + drawn + lost)
    return found
