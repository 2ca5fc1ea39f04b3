"""A class as a table: places, points, and what a teacher has to look at."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from garlic.core import Text, Verdict
from garlic.labs.lab import Lab
from garlic.labs.results import Graded
from garlic.labs.similarity import Alike, alike

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
        """Those that could not be built."""
        return [one.graded for one in self._not_run if one.graded.entry]

    @property
    def nothing_to_grade(self) -> list[Graded]:
        """Those without a file that the lab asks for: empty, damaged, refused."""
        return [one.graded for one in self._not_run if not one.graded.entry]

    @property
    def _not_run(self) -> list[Ranked]:
        return [one for one in self.ranked if one.graded.compiles is False]

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


def remarks(graded: Graded) -> list[Text]:
    """What a teacher should know of a submission at a glance, a few words each."""
    told = []
    if graded.compiles is False:
        told.append(Text("does not compile") if graded.entry else Text("nothing to grade"))
    else:
        kinds = dict.fromkeys(kind for test in graded.tests for kind in test.verdicts)
        told += [Text(kind) for kind in kinds if kind not in _LATE]
    if is_late(graded):
        told.append(Text("late"))
    if graded.not_judged:
        told.append(Text("not judged: {count}", count=len(graded.not_judged)))
    return told


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
