"""The due date of a lab, and how many points a late submission loses."""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import TypeVar
from zoneinfo import ZoneInfo

from garlic.core import Text, UsageError
from garlic.core.reading.fields import Fields

T = TypeVar("T")

MOST_ATTEMPTS = 1000
_PERCENT = r"(?P<percent>\d{1,3}(?:\.\d{1,2})?)\s*[%％]"
_PENALTY = re.compile(rf"{_PERCENT}\s*/\s*(?P<unit>day|hour)", re.ASCII)
_SHARE = re.compile(_PERCENT, re.ASCII)
_DURATION = re.compile(r"(\d{1,5}(?:\.\d{1,2})?)\s*(min|minutes?|h|hours?|d|days?)", re.ASCII)
_ZONE = re.compile(r"(?P<local>.*\d)\s+(?P<zone>[A-Za-z]+(?:[/_+-]\w+)*|[+-]\d\d:?\d\d)", re.ASCII)
_SECONDS = {"m": 60, "h": 3600, "d": 86400}  # by the first letter of a unit
_A_DUE_DATE = (
    "a date with a time zone like '2026-11-20 23:59 +08:00' or '2026-11-20 23:59 Asia/Shanghai'"
)
_A_PENALTY = "a reduction like '10 %/day' or '2 %/hour'"
_A_SHARE = "a percentage like '50 %'"
_AN_ATTEMPT = "'last' or 'best'"
_A_DURATION = "a duration like '15 min', '2 hours' or '1 day'"


class Unit(StrEnum):
    """The unit of time in which lateness is counted; one that has begun counts as a whole."""

    DAY = "day"
    HOUR = "hour"

    @property
    def length(self) -> timedelta:
        """How long it is."""
        return timedelta(days=1) if self is Unit.DAY else timedelta(hours=1)


class Counts(StrEnum):
    """Which of a student's attempts counts."""

    LAST = "last"
    BEST = "best"


@dataclass(frozen=True, slots=True)
class LatePenalty:
    """The reduction for each unit of time that has begun: ``10 %/day``."""

    percent: float
    unit: Unit

    def __str__(self) -> str:
        return f"{self.percent:g} %/{self.unit}"


@dataclass(frozen=True, slots=True)
class SubmissionTime:
    """When a submission was handed in, as far as that is known."""

    at: datetime | None = None  # with a time zone
    marked_late: bool = False  # by the platform, which does not always say by how much


@dataclass(frozen=True, slots=True)
class Lateness:
    """How late a submission is, and the percentage of its points that it loses."""

    units: int = 0  # begun after the due date; 0: on time
    unit: Unit = Unit.DAY
    percent: float = 0.0
    known: bool = True  # False: the time is unknown, so nothing is taken off
    marked_late: bool = False  # the platform says so

    @property
    def is_late(self) -> bool:
        """Whether it came after the due date and the grace period."""
        return self.units > 0 or self.marked_late

    def sentence(self) -> Text | None:
        """How late it is: ``2 days late``; None if it is on time."""
        if not self.known:
            if self.marked_late:
                return Text("late, but the time is unknown: nothing is deducted")
            return Text("the time of submission is unknown")
        if not self.units:
            return None
        if self.unit is Unit.DAY:
            return Text("{count:day|days} late", count=self.units)
        return Text("{count:hour|hours} late", count=self.units)

    def reduction(self) -> Text | None:
        """The reduction and why: ``10 % off: 1 day late``; None if the submission is on time."""
        late = self.sentence()
        if late is None or not self.percent:
            return late
        return Text("{percent} % off: {late}", percent=f"{self.percent:g}", late=late)

    def explanation(self, earned: str) -> Text | None:
        """The same with the *earned* points: ``82 points, 10 % off: 1 day late``."""
        reduction = self.reduction()
        if reduction is None or not self.percent:
            return reduction
        return Text("{points:point|points}, {reduction}", points=earned, reduction=reduction)


@dataclass(frozen=True, slots=True)
class LatePolicy:
    """The due date of a lab, what late submissions lose, and which attempt counts."""

    due: datetime | None = None  # with a time zone
    penalty: LatePenalty | None = None  # None: a late submission loses nothing
    grace: timedelta = timedelta()
    most_percent: float = 100.0  # no submission loses more
    attempts: int | None = None  # later ones do not count; None: any number
    counts: Counts = Counts.LAST

    def lateness(self, time: SubmissionTime) -> Lateness:
        """How late a submission of that *time* is; within the grace period it is on time."""
        if self.due is None:
            return Lateness()
        unit = self.penalty.unit if self.penalty else Unit.DAY
        if time.at is None:
            return Lateness(unit=unit, known=False, marked_late=time.marked_late)
        late_by = time.at - self.due
        if late_by <= max(self.grace, timedelta()):
            return Lateness(unit=unit)
        units = math.ceil(late_by / unit.length)
        percent = self.penalty.percent * units if self.penalty else 0.0
        return Lateness(units, unit, min(percent, self.most_percent))

    def is_over(self, now: datetime) -> bool:
        """Whether the due date and the grace period have passed; never without a due date."""
        return self.due is not None and now > self.due + self.grace


@dataclass(frozen=True, slots=True)
class PolicyOptions:
    """Parts of a policy as a user writes them; None: as the lab says."""

    due: str | None = None
    late: str | None = None
    grace: str | None = None
    late_most: str | None = None
    attempts: int | None = None
    counts: str | None = None

    def applied(self, policy: LatePolicy) -> LatePolicy:
        """*policy* with these parts instead; raise `UsageError` that names the option."""

        def read(option: str, text: str | None, parse: Callable[[str], T], usual: T) -> T:
            if text is None:
                return usual
            try:
                return parse(text)
            except UsageError as refused:
                raise UsageError("{option}: {fault}", option=option, fault=refused) from refused

        changed = replace(
            policy,
            due=read("--due", self.due, parse_due, policy.due),
            penalty=read("--late", self.late, parse_penalty, policy.penalty),
            grace=read("--grace", self.grace, parse_duration, policy.grace),
            most_percent=read("--late-most", self.late_most, parse_share, policy.most_percent),
            attempts=policy.attempts if self.attempts is None else self.attempts,
            counts=read("--counts", self.counts, parse_counts, policy.counts),
        )
        if changed.due is None and (self.late or self.grace or self.late_most):
            raise UsageError("a late policy needs a due date: add --due, or `due` in the lab")
        return changed


def reduced(points: float, lateness: Lateness | None) -> float:
    """*points* after the reduction for lateness, to two decimals."""
    return points if lateness is None else round(points * (100 - lateness.percent) / 100, 2)


def read_policy(fields: Fields) -> LatePolicy:
    """The fields ``due``, ``late``, ``grace``, ``late_most``, ``attempts`` and ``counts``.

    Raises `InvalidFileError` that names the wrong one.
    """
    policy = LatePolicy(
        due=read_moment(fields, "due"),
        penalty=_read(fields, "late", parse_penalty, None),
        grace=_read(fields, "grace", parse_duration, timedelta()),
        most_percent=_read(fields, "late_most", parse_share, 100.0),
        attempts=fields.whole("attempts", 1, MOST_ATTEMPTS) if fields.has("attempts") else None,
        counts=Counts(fields.one_of("counts", list(Counts), Counts.LAST)),
    )
    if policy.due is None:
        for name in ("late", "grace", "late_most"):
            if fields.has(name):
                raise fields.fault(name, "a late policy needs the field 'due'")
    return policy


def read_moment(fields: Fields, name: str) -> datetime | None:
    """A date and time of TOML, or text; one without a time zone is refused."""
    found = fields.maybe(name, object)
    if isinstance(found, datetime) and found.tzinfo is not None:
        return found
    if found is None or isinstance(found, str):
        return _read(fields, name, parse_due, None)
    raise fields.wrong(name, _A_DUE_DATE)


def _read(fields: Fields, name: str, parse: Callable[[str], T], usual: T) -> T:
    text = fields.maybe(name, str)
    try:
        return usual if text is None else parse(text)
    except UsageError as refused:
        raise fields.fault(name, "{fault}", fault=refused) from refused


def parse_due(text: str) -> datetime:
    """A date and time with a zone; raise `UsageError`."""
    moment = text.strip()
    try:
        if (found := _ZONE.fullmatch(moment)) is None:
            due = datetime.fromisoformat(moment)
        elif found["zone"][0] in "+-":
            due = datetime.fromisoformat(found["local"] + found["zone"])
        else:
            due = datetime.fromisoformat(found["local"])
            if due.tzinfo is not None:
                raise _wrong(_A_DUE_DATE, text)
            due = due.replace(tzinfo=ZoneInfo(found["zone"]))
    except (ValueError, KeyError, OSError) as fault:  # no date; no such zone
        raise _wrong(_A_DUE_DATE, text) from fault
    if due.tzinfo is None:
        raise _wrong(_A_DUE_DATE, text)
    return due


def parse_time(text: str, option: str) -> datetime:
    """The date and time that a user gave with *option*; raise `UsageError` that names it."""
    try:
        return parse_due(text)
    except UsageError as refused:
        raise UsageError("{option}: {fault}", option=option, fault=refused) from refused


def parse_penalty(text: str) -> LatePenalty:
    """A reduction like ``10 %/day``; raise `UsageError`."""
    found = _PENALTY.fullmatch(text.strip())
    if found is None or float(found["percent"]) > 100:
        raise _wrong(_A_PENALTY, text)
    return LatePenalty(float(found["percent"]), Unit(found["unit"]))


def parse_share(text: str) -> float:
    """A percentage like ``50 %``; raise `UsageError`."""
    found = _SHARE.fullmatch(text.strip())
    if found is None or float(found["percent"]) > 100:
        raise _wrong(_A_SHARE, text)
    return float(found["percent"])


def parse_counts(text: str) -> Counts:
    """``last`` or ``best``; raise `UsageError`."""
    try:
        return Counts(text)
    except ValueError as refused:
        raise _wrong(_AN_ATTEMPT, text) from refused


def parse_duration(text: str) -> timedelta:
    """A duration like ``15 min``; raise `UsageError`."""
    found = _DURATION.fullmatch(text.strip())
    if found is None:
        raise _wrong(_A_DURATION, text)
    return timedelta(seconds=float(found[1]) * _SECONDS[found[2][0]])


def _wrong(expected: str, text: str) -> UsageError:
    return UsageError("expected {what}, got {got!r}", what=Text(expected), got=text)
