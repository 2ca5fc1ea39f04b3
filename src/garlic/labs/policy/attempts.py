"""Which of a student's attempts counts."""

from collections.abc import Sequence
from dataclasses import dataclass

from garlic.labs.policy.lateness import Counts, Lateness, LatePolicy, reduced


@dataclass(frozen=True, slots=True)
class Attempt:
    """One of several submissions of a student, with what it has earned."""

    number: int  # from 1, the earliest
    earned: float  # before a reduction
    open_points: float = 0.0  # of checks that could not be judged
    lateness: Lateness | None = None

    @property
    def points(self) -> float:
        """What it is worth now."""
        return reduced(self.earned, self.lateness)

    @property
    def most_points(self) -> float:
        """What it can still be worth, once everything is judged."""
        return reduced(self.earned + self.open_points, self.lateness)


def attempts_to_grade(policy: LatePolicy, handed_in: int) -> range:
    """The places of those of the attempts that were *handed_in* that can count.

    Those beyond the allowed number are ignored. Of the others it is the last, or each that can
    turn out to be the best.
    """
    allowed = handed_in if policy.attempts is None else min(policy.attempts, handed_in)
    return range(allowed - 1 if policy.counts is Counts.LAST else 0, allowed)


def best_attempt(attempts: Sequence[Attempt]) -> int:
    """The place of the one worth most after reductions; of equal ones the earliest.

    While another one with open points can still be worth more, it is that one: so the result of
    the student is unfinished until it is judged.
    """
    places = range(len(attempts))
    best = max(places, key=lambda place: (attempts[place].points, -place))
    hoped = max(places, key=lambda place: (attempts[place].most_points, -place))
    is_certain = attempts[hoped].most_points <= attempts[best].points
    return best if is_certain or attempts[best].open_points else hoped
