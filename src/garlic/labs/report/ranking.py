"""The ranking of a class: places, points, and what a teacher has to look at."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from garlic.core import Text, Verdict
from garlic.labs.intake.roster import Student
from garlic.labs.lab import Lab
from garlic.labs.results import Graded
from garlic.labs.similarity.options import SimilarityOptions

if TYPE_CHECKING:
    from garlic.labs.similarity.comparison import CommonCode, SimilarPair
    from garlic.labs.similarity.findings import Findings

_TOO_LATE = frozenset({Verdict.TOO_LATE.value, Verdict.INIT_TOO_LATE.value})
_REMARKS = {  # where the verdict's own word says too little
    Verdict.MEMORY.value: "memory limit exceeded",
    Verdict.OUTPUT.value: "output limit exceeded",
    Verdict.FORBIDDEN.value: "tried something forbidden",
    Verdict.PROTOCOL.value: "protocol error",
}


@dataclass(frozen=True, slots=True)
class Ranked:
    """A submission and its place; equal ones share it, an unfinished one has none."""

    place: int | None
    graded: Graded


@dataclass(frozen=True, slots=True)
class Class:
    """All submissions of a run: best first, those that are unfinished last."""

    lab: Lab
    ranked: tuple[Ranked, ...]
    findings: "Findings | None"  # which have similar sources; None: there is only one
    missing: tuple[Student, ...] = ()  # those on the roster who handed in nothing

    @property
    def similar(self) -> "tuple[SimilarPair, ...]":
        """The pairs of similar sources, most similar first."""
        return self.findings.similar if self.findings is not None else ()

    @property
    def common(self) -> "CommonCode | None":
        """The code that most of the class shares, if there is any."""
        return self.findings.similarity.common if self.findings is not None else None

    @property
    def points(self) -> list[float]:
        """The points of each submission that is not unfinished."""
        return [row.graded.points for row in self.ranked if row.place is not None]

    @property
    def median(self) -> float | None:
        """The median of the points; None if there are none yet."""
        return float(median(self.points)) if self.points else None

    @property
    def not_compiling(self) -> list[Graded]:
        """Those that could not be built."""
        return [row.graded for row in self._not_run if row.graded.entry]

    @property
    def nothing_to_grade(self) -> list[Graded]:
        """Those without a file that the lab accepts: empty, damaged, refused."""
        return [row.graded for row in self._not_run if not row.graded.entry]

    @property
    def _not_run(self) -> list[Ranked]:
        return [row for row in self.ranked if row.graded.compiles is False]

    @property
    def timed_out(self) -> list[Graded]:
        """Those that exceeded a time limit at least once."""
        return [row.graded for row in self.ranked if is_timed_out(row.graded)]

    @property
    def late(self) -> list[Graded]:
        """Those that were handed in late."""
        late = [row.graded for row in self.ranked if row.graded.late_text is not None]
        return [graded for graded in late if not graded.is_undated]

    @property
    def undated(self) -> Text | None:
        """How many were handed in nobody knows when, where that would count; None if none were."""
        count = sum(row.graded.is_undated for row in self.ranked)
        if not count:
            return None
        return Text(
            "The time of {count:submission|submissions} is unknown, so nothing is deducted."
            " --submitted sets it.",
            count=count,
        )

    @property
    def not_judged(self) -> list[Graded]:
        """Those with tests that have to be graded again: they are unfinished."""
        return [row.graded for row in self.ranked if row.graded.not_judged]

    @property
    def delayed(self) -> list[Graded]:
        """Those with games that a busy machine has delayed."""
        return [row.graded for row in self.ranked if row.graded.delayed]


def is_timed_out(graded: Graded) -> bool:
    """Whether it exceeded a time limit in any test."""
    return any(_TOO_LATE & set(test.verdicts) for test in graded.tests)


def _nothing_to_grade(graded: Graded) -> Text:
    if graded.fault is None:
        return Text("nothing to grade")
    return Text("nothing to grade: {why}", why=graded.fault)


def remarks(graded: Graded, *, brief: bool = False) -> list[Text]:
    """Short remarks on a submission for the teacher's table.

    *brief* ones are without the reasons why there is nothing to grade, and without what is said of
    the class as a whole: whose time of submission is unknown.
    """
    texts = []
    if graded.compiles is False:
        nothing = Text("nothing to grade") if brief else _nothing_to_grade(graded)
        texts.append(Text("does not compile") if graded.entry else nothing)
    else:
        kinds = dict.fromkeys(kind for test in graded.tests for kind in test.verdicts)
        texts += [Text(_REMARKS.get(kind, kind)) for kind in kinds if kind not in _TOO_LATE]
    if is_timed_out(graded):
        texts.append(Text("time limit exceeded"))
    if graded.attempt_text is not None:
        texts.append(graded.attempt_text)
    if graded.late_text is not None and not (brief and graded.is_undated):
        texts.append(graded.late_text)
    if graded.not_judged:
        texts.append(Text("unfinished, not judged: {count}", count=len(graded.not_judged)))
    if graded.delayed:
        texts.append(Text("games delayed: {count}", count=graded.delayed))
    return texts


def ranked(lab: Lab, graded: Sequence[Graded], compared: SimilarityOptions | None = None) -> Class:
    """The class ordered by points, then by thinking time if the lab says so, then by name.

    Those with tests that were not judged come last, without a place. *compared* says what else
    their sources are compared with.
    """

    def merit(submission: Graded) -> tuple[float, float]:
        seconds = submission.seconds_a_move if lab.breaks_ties else None
        return -submission.points, round(seconds, 3) if seconds is not None else 0.0

    ordered = sorted(graded, key=lambda submission: (*merit(submission), submission.name))
    unfinished = [submission for submission in ordered if submission.not_judged]
    rows: list[Ranked] = []
    for number, submission in enumerate((one for one in ordered if not one.not_judged), 1):
        same = rows and merit(rows[-1].graded) == merit(submission)
        rows.append(Ranked(rows[-1].place if same else number, submission))
    rows += [Ranked(None, submission) for submission in unfinished]
    return Class(lab, tuple(rows), _compared(lab, graded, compared or SimilarityOptions()))


def _compared(lab: Lab, graded: Sequence[Graded], options: SimilarityOptions) -> "Findings | None":
    if len(graded) < 2 and not options.against:
        return None
    from garlic.labs.similarity.findings import compare_graded  # noqa: PLC0415  (needs numpy)

    return compare_graded(lab, graded, options)
