"""What the page is sent of assignments, submissions to them and the grades of a class.

`AssignmentSight` decides which checks somebody sees: students never those that are hidden from
them, the staff all.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pydantic import BaseModel

from garlic.courses.assignments import (
    AssignmentState,
    Assistance,
    CourseAssignment,
    read_assignment,
    whole_second,
)
from garlic.courses.grade_book import GradedAttempt, StudentGrade, graded_of
from garlic.labs.lab import Lab
from garlic.labs.policy.lateness import Counts, Lateness
from garlic.people.rules import Action
from garlic.store.assignments import AssignmentRow, CommentRow, GivenGradeRow, HandedInRow
from garlic.store.matches import MatchState
from garlic.web.sentences import SentenceModel, encode_sentence
from garlic.web.view.lab_models import (
    BilingualText,
    LabDetails,
    TestResultModel,
    bilingual,
    lab_details,
)


class LatenessModel(BaseModel):
    """How late a submission is, and what it loses."""

    is_late: bool
    percent: float
    sentence: SentenceModel | None


class GivenGradeModel(BaseModel):
    """Points that the staff has given instead of those that were computed, and why."""

    points: float
    reason: str
    by: str | None
    at: datetime


class OwnGrade(BaseModel):
    """What somebody has in an assignment, as far as they may see it."""

    attempts: int
    points: float | None  # null: nothing handed in, or not graded yet
    max_points: float
    is_pending: bool
    given: GivenGradeModel | None


class AssignmentSummary(BaseModel):
    """An assignment in the list."""

    id: int
    course: int
    name: str
    title: BilingualText
    lab: str
    state: AssignmentState
    opens: datetime | None
    due: datetime | None
    closes: datetime | None
    grace_seconds: float
    late: str | None  # the reduction: "10 %/day"
    attempts: int | None
    counts: Counts
    groups: bool
    assistance_off: list[Assistance]  # until it is due
    mine: OwnGrade | None  # of a student
    handed_in: int | None  # by how many students or groups; for the staff


class SubmissionSummary(BaseModel):
    """A submission to an assignment."""

    id: str
    number: int  # of the attempts, from 1
    file: str
    received_at: datetime  # when its last byte came, on the clock of the server
    state: MatchState
    ahead: int | None  # how many gradings come first, while it waits
    points: float | None
    earned: float | None  # before a reduction
    max_points: float
    lateness: LatenessModel | None
    counts: bool  # it is the one that counts, as far as is known
    by: str | None  # who handed it in; null on a server without accounts
    comments: int


class CommentModel(BaseModel):
    """What the staff says about a line; line 0 is the whole file."""

    id: int
    file: str
    line: int
    text: str
    author: str
    created_at: datetime


class SubmissionDetails(SubmissionSummary):
    """A submission with its result so far."""

    assignment: int
    problem: SentenceModel | None  # why it could not be graded
    fault: SentenceModel | None  # why it could not be run at all
    done: int  # steps
    of: int
    tests: list[TestResultModel]
    has_report: bool
    comment_list: list[CommentModel]
    others: list[SubmissionSummary]  # of the same student or group, newest first


class AssignmentDetails(AssignmentSummary):
    """An assignment with one's own submissions, newest first."""

    course_title: str
    now: datetime  # on the clock of the server
    is_archived: bool
    lab_details: LabDetails | None  # null before it opens
    definition: dict[str, Any] | None  # for the staff
    submissions: list[SubmissionSummary]
    may: list[Action]


class ClassLine(BaseModel):
    """A student in the table of the class."""

    person: int
    name: str
    number: str
    group: str
    attempts: int
    points: float | None
    is_pending: bool
    given: GivenGradeModel | None
    latest: SubmissionSummary | None
    counting: str | None  # the id of the submission that counts


class ClassTable(BaseModel):
    """The grades of a class; events `assignment:ID` report changes."""

    assignment: AssignmentSummary
    max_points: float
    lines: list[ClassLine]
    affected: int  # submissions whose result is missing or would be another one now
    waiting: int  # submissions that wait or run


class SubmittedFileModel(BaseModel):
    """A file of a submission; without its text if it is too large or none."""

    name: str
    text: str | None


class ChangedFileModel(BaseModel):
    """What changed in a file: lines of a diff."""

    name: str
    lines: list[str]


@dataclass(frozen=True, slots=True)
class AssignmentSight:
    """What somebody sees of an assignment at some time: the staff everything."""

    row: AssignmentRow
    assignment: CourseAssignment
    lab: Lab
    is_staff: bool
    now: datetime
    names: Mapping[int, str]

    @classmethod
    def of(
        cls, row: AssignmentRow, *, is_staff: bool, now: datetime, names: Mapping[int, str]
    ) -> "AssignmentSight":
        """The sight of one who looks at an assignment."""
        assignment = read_assignment(row.definition)
        return cls(row, assignment, assignment.assigned_lab(), is_staff, now, names)

    @property
    def seen_at(self) -> datetime | None:
        """The time at which a student looks; None: the staff sees all checks."""
        return None if self.is_staff else self.now

    @property
    def shown_lab(self) -> Lab:
        """The lab with the checks that are seen."""
        return self.lab if self.is_staff else self.lab.for_students(self.now)

    def summary(self, mine: StudentGrade | None, handed_in: int | None) -> dict[str, Any]:
        """The fields of `AssignmentSummary`."""
        found, policy = self.assignment, self.assignment.policy
        return {
            "id": self.row.id,
            "course": self.row.course_id,
            "name": self.row.name,
            "title": bilingual(found.title),
            "lab": found.lab,
            "state": found.state(self.now),
            "opens": found.opens,
            "due": policy.due,
            "closes": found.closes,
            "grace_seconds": policy.grace.total_seconds(),
            "late": None if policy.penalty is None else str(policy.penalty),
            "attempts": policy.attempts,
            "counts": policy.counts,
            "groups": found.groups,
            "assistance_off": list(found.assistance_off),
            "mine": None if mine is None else self._own(mine),
            "handed_in": handed_in,
        }

    def details_of_lab(self) -> LabDetails | None:
        """The task; students do not see it before it opens."""
        if not self.is_staff and self.assignment.state(self.now) is AssignmentState.PLANNED:
            return None
        return lab_details(self.shown_lab)

    def _own(self, mine: StudentGrade) -> OwnGrade:
        return OwnGrade(
            attempts=len(mine.attempts),
            points=mine.points,
            max_points=self.shown_lab.max_points,
            is_pending=mine.is_pending,
            given=self.given(mine.given),
        )

    def given(self, row: GivenGradeRow | None) -> GivenGradeModel | None:
        """Points that were given."""
        if row is None:
            return None
        return GivenGradeModel(
            points=row.points, reason=row.reason, by=self.names.get(row.given_by), at=row.given_at
        )

    def submission(
        self,
        row: HandedInRow,
        *,
        ahead: int | None,
        counting: str | None,
        comments: int = 0,
    ) -> dict[str, Any]:
        """The fields of `SubmissionSummary`."""
        graded = graded_of(row, self.lab, self.assignment, self.seen_at)
        is_known = graded is not None and row.state in ("finished", "unfinished")
        return {
            "id": row.grade_id,
            "number": row.number,
            "file": row.file,
            "received_at": whole_second(row.received_at),
            "state": row.state,
            "ahead": ahead,
            "points": graded.points if graded is not None and is_known else None,
            "earned": graded.earned if graded is not None and is_known else None,
            "max_points": self.shown_lab.max_points,
            "lateness": _lateness(self.assignment.lateness(row.received_at)),
            "counts": row.grade_id == counting,
            "by": self.names.get(row.owner_id),
            "comments": comments,
        }

    def result(self, row: HandedInRow) -> dict[str, Any]:
        """The fields of `SubmissionDetails` that are about its checks."""
        graded = graded_of(row, self.lab, self.assignment, self.seen_at)
        if graded is None:
            return {"fault": None, "tests": []}
        return {
            "fault": None if graded.fault is None else encode_sentence(graded.fault),
            "tests": [
                TestResultModel(
                    title=bilingual(test.title),
                    points=test.points,
                    max_points=test.max_points,
                    summary=encode_sentence(test.summary),
                )
                for test in graded.tests
            ],
        }


def counting_id(attempt: GradedAttempt | None) -> str | None:
    """The id of the submission that counts."""
    return None if attempt is None else attempt.row.grade_id


def comment_model(row: CommentRow) -> CommentModel:
    """A comment."""
    return CommentModel(
        id=row.id,
        file=row.file,
        line=row.line,
        text=row.text,
        author=row.author,
        created_at=row.created_at,
    )


def _lateness(lateness: Lateness | None) -> LatenessModel | None:
    if lateness is None:
        return None
    sentence = lateness.reduction()
    return LatenessModel(
        is_late=lateness.is_late,
        percent=lateness.percent,
        sentence=None if sentence is None else encode_sentence(sentence),
    )
