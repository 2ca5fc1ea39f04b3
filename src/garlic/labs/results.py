"""Results of tests and submissions: plain values, the input of all reports."""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import Any

from garlic.core import Game, Seat, Text
from garlic.core.language.bilingual import Bilingual
from garlic.judge.record import Record
from garlic.labs.policy.attempts import Attempt
from garlic.labs.policy.lateness import Lateness, reduced
from garlic.labs.similarity.sources import SubmittedSource
from garlic.labs.submissions import Sender


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark for the student: what happened, advice, and what was printed."""

    what: Text
    advice: Text | None = None
    output: str = ""


class PackedRecord:
    """A record as its compressed text: a class has thousands, and a page needs few at a time."""

    __slots__ = ("_packed", "is_delayed")

    def __init__(self, content: bytes) -> None:
        """Raise `InvalidFileError` if *content* is not a record."""
        self._packed = zlib.compress(content)
        self.is_delayed = _unpacked(self._packed).is_delayed

    @property
    def content(self) -> bytes:
        """The text of the record, as in a file."""
        return zlib.decompress(self._packed)

    @property
    def record(self) -> Record:
        """The record; those that were asked for last are at hand."""
        return _unpacked(self._packed)


@lru_cache(maxsize=64)
def _unpacked(packed: bytes) -> Record:
    return Record.parse(zlib.decompress(packed))


@dataclass(frozen=True, slots=True)
class GradedGame:
    """One game of a test, seen from the student's side."""

    game: Game
    packed: PackedRecord
    seat: Seat  # the student's
    opponent: str
    lost: bool

    @property
    def record(self) -> Record:
        """The record of the game."""
        return self.packed.record


@dataclass(frozen=True, slots=True)
class FailingCase:
    """An input with a wrong answer, the expected one and the actual one."""

    name: Text
    file_name: str
    content: bytes  # the input itself
    expected: str
    got: str
    differs: tuple[str, ...] = ()  # lines of a diff, if that is more useful


@dataclass(frozen=True, slots=True)
class TestResult:
    """A graded test. *points* is None if it was not judged; *summary* says why."""

    title: Bilingual
    max_points: float
    points: float | None
    summary: Text
    ran: Text  # what was run
    remarks: tuple[Remark, ...] = ()
    games: tuple[GradedGame, ...] = ()
    case: FailingCase | None = None
    seconds_a_move: float | None = None  # breaks ties, if the lab says so
    verdicts: tuple[str, ...] = ()  # the kinds of fault that occurred

    @property
    def judged(self) -> bool:
        """Whether it was judged."""
        return self.points is not None

    @property
    def full(self) -> bool:
        """Whether it has all its points."""
        return self.points is not None and self.points >= self.max_points

    @property
    def delayed(self) -> int:
        """How many of its games a busy machine has delayed; they count provisionally."""
        return sum(game.packed.is_delayed for game in self.games)


@dataclass(frozen=True, slots=True)
class BuildReport:
    """How a submission was built: the time, and what the compiler said if it failed."""

    seconds: float
    log: str = ""


class GradeState(StrEnum):
    """Whether a grade can still change; the words are English, with translations."""

    FINAL = "final"
    DELAYED = "delayed"  # the machine was busy during a game: it counts provisionally
    UNFINISHED = "unfinished"  # something could not be judged


@dataclass(frozen=True, slots=True)
class Graded:
    """A submission with all its tests."""

    name: str
    digest: str
    entry: str  # the file that was graded; "" if there was none
    tests: tuple[TestResult, ...]
    fault: Text | None = None  # why nothing of it could be run
    compiles: bool | None = True  # None: unknown, because the compiler is missing here
    source: SubmittedSource | None = None  # for a comparison with others
    lateness: Lateness | None = None  # None: the lab has no due date
    build: BuildReport | None = None  # None: nothing was compiled
    sender: Sender = field(default_factory=Sender)  # who handed it in
    attempts: tuple[Attempt, ...] = ()  # all of the student, if the best of several counts

    @property
    def attempt_text(self) -> Text | None:
        """Which of several attempts it is; None if there is only one."""
        number, count = self.sender.attempt, self.sender.attempts
        return (
            Text("attempt {number} of {count}", number=number, count=count) if count > 1 else None
        )

    @property
    def earned(self) -> float:
        """The sum of the points of its tests, before a reduction for lateness."""
        return total(test.points or 0 for test in self.tests)

    @property
    def points(self) -> float:
        """The points that count: what it has earned, less the reduction for lateness."""
        return reduced(self.earned, self.lateness)

    @property
    def late_text(self) -> Text | None:
        """How late it is and what that costs; None if it is on time."""
        if self.lateness is None:
            return None
        return self.lateness.explanation(shown_points(self.earned))

    @property
    def unshown_log(self) -> str:
        """What the compiler said, unless a test shows it; empty if it said nothing."""
        log = self.build.log if self.build else ""
        remarks = [remark for test in self.tests for remark in test.remarks]
        return "" if any(remark.output == log for remark in remarks) else log.strip("\n")

    @property
    def is_undated(self) -> bool:
        """Whether it could be late, and nothing says when it was handed in."""
        late = self.lateness
        return late is not None and not late.known and not late.marked_late

    @property
    def max_points(self) -> float:
        """The sum of the points of all tests."""
        return total(test.max_points for test in self.tests)

    @property
    def not_judged(self) -> tuple[TestResult, ...]:
        """The tests that could not be judged, which costs no points."""
        return tuple(test for test in self.tests if not test.judged)

    def was_run(self, test: TestResult) -> bool:
        """Whether *test* has a result of its own: what cannot be built is not run in most tests."""
        return self.compiles is not False or bool(test.points or test.remarks)

    @property
    def open_points(self) -> float:
        """The points of the tests that could not be judged: neither won nor lost."""
        return total(test.max_points for test in self.not_judged)

    @property
    def delayed(self) -> int:
        """How many games a busy machine has delayed."""
        return sum(test.delayed for test in self.tests)

    @property
    def state(self) -> GradeState:
        """Whether its points can still change."""
        if self.not_judged:
            return GradeState.UNFINISHED
        return GradeState.DELAYED if self.delayed else GradeState.FINAL

    @property
    def full(self) -> bool:
        """Whether it has all points."""
        return all(test.full for test in self.tests) and self.points >= self.earned

    @property
    def seconds_a_move(self) -> float | None:
        """The average time per move in tests that break ties; None if there are none."""
        times = [test.seconds_a_move for test in self.tests if test.seconds_a_move is not None]
        return sum(times) / len(times) if times else None


def total(points: Any) -> float:
    """The sum of *points*, rounded to two decimals."""
    return round(float(sum(points)), 2)


def shown_points(points: float | None) -> str:
    """Points without trailing zeros: ``30``, ``12.5``; ``-`` for None."""
    return "-" if points is None else f"{points:.2f}".rstrip("0").rstrip(".")


def shown_total(graded: Graded, language: str) -> str:
    """The points of a submission: ``80 / 100``, or ``10 / 100, 90 not judged yet``."""
    points = f"{shown_points(graded.points)} / {shown_points(graded.max_points)}"
    if graded.state is not GradeState.UNFINISHED:
        return points
    sentence = Text(
        "{points}, {open} not judged", points=points, open=shown_points(graded.open_points)
    )
    return sentence.render(language)


def lines_between(expected: str, got: str, most: int = 60) -> tuple[str, ...]:
    """The difference as lines that start with a space, ``-`` or ``+``; at most *most* of them."""
    from difflib import unified_diff  # noqa: PLC0415  (only needed for wrong output)

    lines: Sequence[str] = list(
        unified_diff(expected.splitlines(), got.splitlines(), lineterm="", n=3)
    )[2:]
    return (*lines[:most], *(["…"] if len(lines) > most else []))
