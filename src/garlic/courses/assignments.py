"""An assignment, a lab with dates: what its table in a course's file says, and what follows.

`docs/teach/courses.md` describes the keys. The definition is stored as it was written, so that a
course that is exported is the course that was imported.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from functools import lru_cache
from typing import Any

from garlic.core import UsageError
from garlic.core.language.bilingual import Bilingual
from garlic.core.reading.fields import TABLE, Fields
from garlic.labs.lab import Lab
from garlic.labs.library import find_lab, lab_names
from garlic.labs.policy.lateness import (
    Lateness,
    LatePolicy,
    SubmissionTime,
    read_moment,
    read_policy,
)
from garlic.labs.policy.visibility import Visibility

_LONGEST_NAME, _LONGEST_TITLE = 80, 200
_A_NAME = "a name of 1 to 80 printable characters without '/', like 'week-1'"


class Assistance(StrEnum):
    """Help that a course can switch off for its students."""

    HINTS = "hints"  # the engine's move and its evaluation while a game is played
    REVIEWS = "reviews"  # of records, and what a bot would have played
    ENGINES = "engines"  # as opponents, and their thoughts about a position


class AssignmentState(StrEnum):
    """Whether something can be handed in."""

    PLANNED = "planned"  # it opens later
    OPEN = "open"
    LATE = "late"  # it was due, and is not closed yet
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class CourseAssignment:
    """A lab with dates."""

    name: str
    title: Bilingual
    lab: str
    policy: LatePolicy  # due date, grace period, reduction, attempts, which of them counts
    opens: datetime | None = None  # None: at once
    closes: datetime | None = None  # None: never
    hidden: tuple[int, ...] = ()  # numbers of checks, from 1, that students never see
    after_due: tuple[int, ...] = ()  # of those that they see once it was due
    groups: bool = False  # one of a group hands in for all of them
    assistance_off: tuple[Assistance, ...] = ()  # until it is due
    values: Mapping[str, Any] = field(default_factory=dict)  # as they were written

    def state(self, now: datetime) -> AssignmentState:
        """Whether something can be handed in at the time *now*, and whether it is late."""
        moment = whole_second(now)
        if self.opens is not None and moment < self.opens:
            return AssignmentState.PLANNED
        if self.closes is not None and moment > self.closes:
            return AssignmentState.CLOSED
        return AssignmentState.LATE if self.policy.is_over(moment) else AssignmentState.OPEN

    def lateness(self, received: datetime) -> Lateness | None:
        """How late a submission is whose last byte was *received* then; None without a due date.

        Whole seconds decide, as they are shown: what comes in the second of the deadline is on
        time, whoever else hands in during that second.
        """
        if self.policy.due is None:
            return None
        return self.policy.lateness(SubmissionTime(whole_second(received)))

    def keeps_off_assistance(self, now: datetime) -> bool:
        """Is it open and not due yet, so that its switches count?"""
        return self.state(now) is AssignmentState.OPEN

    def assigned_lab(self) -> Lab:
        """The lab with the dates and the hidden checks of the assignment; raise `UsageError`."""
        return _assigned_lab(json.dumps(self.to_json(), sort_keys=True))

    def to_json(self) -> dict[str, Any]:
        """The definition as it was written, the inverse of `read_assignment`."""
        return dict(self.values)


def whole_second(moment: datetime) -> datetime:
    """*moment* without fractions of a second."""
    return moment.replace(microsecond=0)


def read_assignment(values: Mapping[str, Any], where: str = "") -> CourseAssignment:
    """The assignment in *values*; raise `InvalidFileError` or `UsageError` about the first problem.

    *values* come from a file, from the database or from a request. Whether the lab exists and has
    these checks is not looked at: see `check_assignment`.
    """
    fields = Fields(dict(values), where, kind=TABLE)
    name = fields.take("name", str)
    if name != name.strip() or not 0 < len(name) <= _LONGEST_NAME or not name.isprintable():
        raise fields.wrong("name", _A_NAME)
    if "/" in name:  # labs have such names
        raise fields.wrong("name", _A_NAME)
    title = fields.words("title", Bilingual(name, name))
    if max(len(title.en), len(title.zh)) > _LONGEST_TITLE:
        raise fields.fault("title", "expected at most {limit} characters", limit=_LONGEST_TITLE)
    found = CourseAssignment(
        name=name,
        title=title,
        lab=fields.take("lab", str),
        opens=read_moment(fields, "opens"),
        closes=read_moment(fields, "closes"),
        policy=read_policy(fields),
        hidden=_numbers(fields, "hidden"),
        after_due=_numbers(fields, "after_due"),
        groups=fields.take("groups", bool, False),
        assistance_off=read_assistance(fields),
        values={name: _plain(value) for name, value in values.items() if value is not None},
    )
    fields.finish()
    _check_dates(fields, found)
    return found


def read_assistance(fields: Fields) -> tuple[Assistance, ...]:
    """The field ``assistance_off``: the help that is switched off."""
    words = fields.texts("assistance_off", ())
    for word in words:
        if word not in list(Assistance):
            raise fields.fault(
                "assistance_off",
                "expected one of {known}, got {word!r}",
                known=", ".join(Assistance),
                word=word,
            )
    return tuple(Assistance(word) for word in dict.fromkeys(words))


def check_assignment(assignment: CourseAssignment) -> Lab:
    """The lab of an assignment; raise `UsageError` if it does not exist or has not these checks."""
    lab = assignment.assigned_lab()
    lab.verify()
    return lab


def _numbers(fields: Fields, name: str) -> tuple[int, ...]:
    found = fields.take(name, list, [])
    if any(type(each) is not int or not 1 <= each <= 500 for each in found):
        raise fields.wrong(name, "a list of numbers of checks, from 1")
    return tuple(dict.fromkeys(found))


def _plain(value: Any) -> Any:
    """*value* as JSON has it: a date of TOML as text."""
    return value.isoformat(" ") if isinstance(value, datetime) else value


def _check_dates(fields: Fields, found: CourseAssignment) -> None:
    due = found.policy.due
    if found.opens and due and due <= found.opens:
        raise fields.fault("due", "expected a time after 'opens'")
    if found.opens and found.closes and found.closes <= found.opens:
        raise fields.fault("closes", "expected a time after 'opens'")
    if due and found.closes and found.closes < due + max(found.policy.grace, timedelta()):
        raise fields.fault("closes", "expected a time not before 'due' and its grace period")
    if due is None and (found.after_due or found.assistance_off):
        name = "after_due" if found.after_due else "assistance_off"
        raise fields.fault(name, "this needs the field 'due'")


@lru_cache(maxsize=64)
def _assigned_lab(definition: str) -> Lab:
    found = read_assignment(json.loads(definition))
    if found.lab not in lab_names():
        find_lab(found.lab.removesuffix(".toml"))  # raises, with names that are close
    lab = find_lab(found.lab)
    numbers = range(1, len(lab.tests) + 1)
    for name, chosen in (("hidden", found.hidden), ("after_due", found.after_due)):
        for number in chosen:
            if number not in numbers:
                raise UsageError(
                    "{assignment}: {field}: {lab} has the checks 1 to {last}, not {number}",
                    assignment=found.name,
                    field=name,
                    lab=found.lab,
                    last=numbers[-1],
                    number=number,
                )
    visibility = tuple(
        Visibility.HIDDEN
        if number in found.hidden
        else Visibility.AFTER_DUE
        if number in found.after_due
        else kind
        for number, kind in zip(numbers, lab.visibility, strict=True)
    )
    if set(visibility) == {Visibility.HIDDEN}:
        raise UsageError(
            "{assignment}: students would see no check of {lab}",
            assignment=found.name,
            lab=lab.name,
        )
    return replace(lab, policy=found.policy, visibility=visibility)
