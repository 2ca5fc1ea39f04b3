"""What came of a test and of a submission: plain values that every report is made from."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from garlic.core import Game, Seat, Text
from garlic.core.language.bilingual import Bilingual
from garlic.judge.record import Record


@dataclass(frozen=True, slots=True)
class Remark:
    """Something a student should know: what happened, what to do about it, what was printed."""

    what: Text
    advice: Text | None = None
    output: str = ""


@dataclass(frozen=True, slots=True)
class GradedGame:
    """One game of a test, as the student's side saw it."""

    game: Game
    record: Record
    seat: Seat  # the student's
    opponent: str
    lost: bool


@dataclass(frozen=True, slots=True)
class FailingCase:
    """An input that was answered wrongly, with what was expected and what came."""

    name: Text
    file_name: str
    content: bytes  # the input itself
    expected: str
    got: str
    differs: tuple[str, ...] = ()  # lines of a diff, where that says more


@dataclass(frozen=True, slots=True)
class TestResult:
    """A graded test. *points* is None where it was not judged, and *summary* says why."""

    title: Bilingual
    max_points: float
    points: float | None
    summary: Text
    ran: Text  # what was run
    remarks: tuple[Remark, ...] = ()
    games: tuple[GradedGame, ...] = ()
    case: FailingCase | None = None
    seconds_a_move: float | None = None  # breaks ties, where the lab says so
    verdicts: tuple[str, ...] = ()  # the kinds of fault that occurred

    @property
    def judged(self) -> bool:
        """Whether there is a judgement."""
        return self.points is not None

    @property
    def full(self) -> bool:
        """Whether there is nothing left to gain."""
        return self.points is not None and self.points >= self.max_points


@dataclass(frozen=True, slots=True)
class Graded:
    """A submission with all its tests."""

    name: str
    digest: str
    entry: str  # the file that was graded; "" where there was none
    tests: tuple[TestResult, ...]
    fault: Text | None = None  # why nothing of it could be run
    compiles: bool | None = True  # None: not known, because nothing could compile it here
    tokens: frozenset[int] = field(default_factory=frozenset)  # see `similar`

    @property
    def points(self) -> float:
        """What it got."""
        return total(test.points or 0 for test in self.tests)

    @property
    def max_points(self) -> float:
        """What there was to get."""
        return total(test.max_points for test in self.tests)

    @property
    def not_judged(self) -> tuple[TestResult, ...]:
        """The tests without a judgement: nobody's loss."""
        return tuple(test for test in self.tests if not test.judged)

    @property
    def full(self) -> bool:
        """Whether all points are reached."""
        return all(test.full for test in self.tests)

    @property
    def seconds_a_move(self) -> float | None:
        """The average of what was measured to break ties; None where nothing was."""
        times = [test.seconds_a_move for test in self.tests if test.seconds_a_move is not None]
        return sum(times) / len(times) if times else None


def total(points: Any) -> float:
    """A sum of points without the dust of binary fractions."""
    return round(float(sum(points)), 2)


def shown_points(points: float | None) -> str:
    """Points as people write them: ``30``, ``12.5``; ``-`` for none."""
    return "-" if points is None else f"{points:.2f}".rstrip("0").rstrip(".")


def text_to_json(text: Text | None) -> dict[str, Any] | None:
    """A sentence as JSON, inner sentences too; the inverse of `text_from_json`."""
    if text is None:
        return None
    values: dict[str, Any] = {}
    for name, value in text.values.items():
        if isinstance(value, Text):
            values[name] = text_to_json(value)
        else:
            plain = isinstance(value, int | float | str | None)
            values[name] = value if plain else str(value)
    return {"text": text.template, "values": values}


def text_from_json(document: dict[str, Any] | None) -> Text | None:
    """The sentence that *document* describes."""
    if document is None:
        return None
    values = {
        name: text_from_json(value) if isinstance(value, dict) else value
        for name, value in document["values"].items()
    }
    return Text(document["text"], **values)


def lines_between(expected: str, got: str, most: int = 60) -> tuple[str, ...]:
    """The difference as lines that start with a blank, ``-`` or ``+``; at most *most* of them."""
    from difflib import unified_diff  # noqa: PLC0415  (only where something is wrong)

    lines: Sequence[str] = list(
        unified_diff(expected.splitlines(), got.splitlines(), lineterm="", n=3)
    )[2:]
    return (*lines[:most], *(["…"] if len(lines) > most else []))
