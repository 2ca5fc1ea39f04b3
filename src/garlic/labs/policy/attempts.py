"""Which of a student's attempts counts."""

from collections.abc import Sequence
from dataclasses import dataclass

from garlic.labs.policy.lateness import Counts, Lateness, LatePolicy, reduced


@dataclass(frozen=True, slots=True)
class Attempt:
    """One of several submissions of a student, with what it has earned."""

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


@dataclass(frozen=True, slots=True)
class CountedAttempt:
    """The attempt that counts, by its place among all, and whether that can still change."""

    place: int
    certain: bool


def counting_attempt(attempts: Sequence[Attempt], policy: LatePolicy) -> CountedAttempt | None:
    """The one of *attempts*, earliest first, that counts; None if there are none.

    Those beyond the allowed number are ignored. The best is the one worth most after reductions,
    of equal ones the earliest; it is not certain while another can still be worth more.
    """
    allowed = list(attempts[: policy.attempts])
    if not allowed:
        return None
    if policy.counts is Counts.LAST:
        return CountedAttempt(len(allowed) - 1, certain=True)
    best = max(range(len(allowed)), key=lambda place: (allowed[place].points, -place))
    others = (attempt for place, attempt in enumerate(allowed) if place != best)
    return CountedAttempt(best, all(other.most_points <= allowed[best].points for other in others))
