"""A class as a table: places, points, and what a teacher has to look at."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from garlic.core import Verdict
from garlic.labs.lab import Lab
from garlic.labs.results import Graded
from garlic.labs.similar import Alike, alike

_LATE = frozenset({Verdict.TOO_LATE.value, Verdict.INIT_TOO_LATE.value})


@dataclass(frozen=True, slots=True)
class Ranked:
    """A submission and its place; equal ones share it."""

    place: int
    graded: Graded


@dataclass(frozen=True, slots=True)
class Class:
    """All submissions of a run, best first."""

    lab: Lab
    ranked: tuple[Ranked, ...]
    alike: tuple[Alike, ...]

    @property
    def points(self) -> list[float]:
        """What each got."""
        return [one.graded.points for one in self.ranked]

    @property
    def median(self) -> float:
        """The middle of them."""
        return float(median(self.points)) if self.ranked else 0.0

    @property
    def not_compiling(self) -> list[Graded]:
        """Those that could not be built, or had nothing to build."""
        return [one.graded for one in self.ranked if one.graded.compiles is False]

    @property
    def late(self) -> list[Graded]:
        """Those that were late at least once."""
        return [one.graded for one in self.ranked if is_late(one.graded)]

    @property
    def not_judged(self) -> list[Graded]:
        """Those with tests that have to be graded again."""
        return [one.graded for one in self.ranked if one.graded.not_judged]


def is_late(graded: Graded) -> bool:
    """Whether it was late in any test."""
    return any(_LATE & set(test.verdicts) for test in graded.tests)


def ranked(lab: Lab, graded: Sequence[Graded]) -> Class:
    """The class in order: by points, then by thinking time where the lab says so, then by name."""

    def merit(one: Graded) -> tuple[float, float]:
        seconds = one.seconds_a_move if lab.breaks_ties else None
        return -one.points, round(seconds, 3) if seconds is not None else 0.0

    ordered = sorted(graded, key=lambda one: (*merit(one), one.name))
    rows: list[Ranked] = []
    for number, one in enumerate(ordered, 1):
        same = rows and merit(rows[-1].graded) == merit(one)
        rows.append(Ranked(rows[-1].place if same else number, one))
    pairs = alike([(one.name, one.tokens) for one in graded])
    return Class(lab, tuple(rows), tuple(pairs))
