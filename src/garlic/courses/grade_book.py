"""The grades of an assignment: what every student has, which attempt counts, and why.

All of it is computed from the stored results whenever somebody looks: how late an attempt is, which
checks a student sees and which attempt counts follow from the assignment as it is now. `labs` has
the rules.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import Connection

from garlic.core import UsageError
from garlic.courses.archived import check_not_archived
from garlic.courses.assignments import CourseAssignment, read_assignment
from garlic.courses.views import view_names
from garlic.labs.intake.roster import Student
from garlic.labs.lab import Lab
from garlic.labs.policy.attempts import attempts_to_grade
from garlic.labs.policy.counting import counting_results
from garlic.labs.report.students import student_result
from garlic.labs.results import Graded
from garlic.labs.stored_results import is_of, result_from_json
from garlic.labs.submissions import Sender
from garlic.people.accounts import CourseMember, get_account, members_of, names_of
from garlic.people.audit import ActingPerson, AuditEvent, note
from garlic.people.persons import Role
from garlic.store.assignments import (
    AssignmentRow,
    GivenGradeRow,
    HandedInRow,
    give_grade,
    given_grades_of,
    list_handed_in,
    take_grade_back,
)
from garlic.store.schema import handed_in

_ENDED = ("finished", "unfinished")
_LONGEST_REASON = 2000


@dataclass(frozen=True, slots=True)
class GradedAttempt:
    """An attempt, and its result if there is one; with its lateness."""

    row: HandedInRow
    graded: Graded | None

    @property
    def is_pending(self) -> bool:
        """Whether its points are not known yet."""
        return self.graded is None or bool(self.graded.not_judged)


@dataclass(frozen=True, slots=True)
class StudentGrade:
    """What a student has in an assignment."""

    student: Student
    person_id: int
    attempts: tuple[GradedAttempt, ...] = ()  # of the student or their group, as they came
    counting: GradedAttempt | None = None
    is_pending: bool = False  # an attempt that may count has no final result yet
    given: GivenGradeRow | None = None

    @property
    def points(self) -> float | None:
        """The points that count: those that were given, else those of the attempt that counts."""
        if self.given is not None:
            return self.given.points
        if self.counting is None or self.counting.graded is None or self.is_pending:
            return None
        return self.counting.graded.points


@dataclass(frozen=True, slots=True)
class GradeBook:
    """An assignment with the grades of everybody in the course who has some."""

    row: AssignmentRow
    assignment: CourseAssignment
    lab: Lab
    grades: tuple[StudentGrade, ...]


def grade_book(
    connection: Connection,
    row: AssignmentRow,
    *,
    person_id: int | None = None,
    seen_at: datetime | None = None,
) -> GradeBook:
    """The grades of all students of the course, and of those who have left it but handed in.

    With *person_id* only theirs. With *seen_at* as students see them at that time: without the
    checks that are hidden from them.
    """
    assignment = read_assignment(row.definition)
    lab = assignment.assigned_lab()
    members = members_of(connection, row.course_id)
    if person_id is not None:
        chosen = [member for member in members if member.account.id == person_id]
        which = [handed_in.c.sender.in_(_senders(person_id, chosen))]
    else:
        chosen = [member for member in members if member.role is Role.STUDENT]
        which = []
    rows = list_handed_in(connection, handed_in.c.assignment_id == row.id, *which)
    found = _attempts(rows, assignment, lab, seen_at)
    people = {member.account.id: _student(member) for member in chosen}
    groups = {member.account.id: member.group for member in chosen}
    by_person = _by_person(people, groups, found, assignment)
    known = {member.account.id for member in members}
    for attempts in found.values():  # of somebody who has left, or of a server without accounts
        owner = attempts[0].row.owner_id
        if owner not in known and person_id in (None, owner) and not _is_group(attempts):
            people[owner] = _stranger(connection, owner)
            by_person[owner] = attempts
    given = given_grades_of(connection, row.id)
    return GradeBook(
        row,
        assignment,
        lab,
        tuple(
            _student_grade(assignment, people[each], each, by_person.get(each, ()), given)
            for each in people
        ),
    )


def affected(book: GradeBook) -> list[str]:
    """The submissions whose result is missing, or would be another one now.

    That is so if the lab, the checks that students see, or the dates have changed.
    """
    return [
        attempt.row.grade_id
        for attempt in _all_attempts(book)
        if attempt.row.state not in ("waiting", "running") and not _is_current(book, attempt.row)
    ]


def _is_current(book: GradeBook, row: HandedInRow) -> bool:
    """Is its result that of the lab, the checks and the dates as they are now?"""
    if row.state not in _ENDED or row.result is None or not is_of(book.lab, row.result):
        return False
    lateness = book.assignment.lateness(row.received_at)
    percent = 0.0 if lateness is None else lateness.percent
    return bool(row.result["views"] == view_names(book.lab) and row.result["percent"] == percent)


def latest(book: GradeBook) -> list[str]:
    """The latest submission of each student or group."""
    return list(
        dict.fromkeys(each.attempts[-1].row.grade_id for each in book.grades if each.attempts)
    )


def change_grade(
    connection: Connection,
    actor: ActingPerson,
    row: AssignmentRow,
    given: GivenGradeRow | None,
    person_id: int,
    reason: str,
) -> None:
    """Give a student points, or with None those that were computed; both need a *reason*.

    What was before, what is now and why is in the audit log. Raises `UsageError`.
    """
    plain = reason.strip()
    if not plain or len(plain) > _LONGEST_REASON:
        raise UsageError("expected a reason of 1 to {limit} characters", limit=_LONGEST_REASON)
    check_not_archived(connection, row.course_id)
    book = grade_book(connection, row, person_id=person_id)
    if not book.grades:
        raise UsageError("this person is not in the course")
    before = book.grades[0].points
    if given is None:
        take_grade_back(connection, row.id, person_id)
    else:
        give_grade(connection, row.id, replace(given, reason=plain))
    now = grade_book(connection, row, person_id=person_id).grades[0].points
    note(
        connection,
        actor,
        AuditEvent.GRADE_CHANGED,
        course=row.course_id,
        about=person_id,
        assignment=row.name,
        before=before,
        now=now,
        reason=plain,
    )


def graded_of(
    row: HandedInRow, lab: Lab, assignment: CourseAssignment, seen_at: datetime | None
) -> Graded | None:
    """The result of a submission with its lateness, as students see it *seen_at*; None if none."""
    if row.result is None or len(row.result["tests"]) != len(lab.tests):
        return None
    graded = replace(result_from_json(row.result), lateness=assignment.lateness(row.received_at))
    return graded if seen_at is None else student_result(lab, graded, seen_at)


def _senders(person_id: int, members: Iterable[CourseMember]) -> list[str]:
    """Whose attempts may be those of a person: their own, and those of their group."""
    return [f"person:{person_id}", *(f"group:{each.group}" for each in members if each.group)]


def _attempts(
    rows: Iterable[HandedInRow],
    assignment: CourseAssignment,
    lab: Lab,
    seen_at: datetime | None,
) -> dict[str, list[GradedAttempt]]:
    """The attempts of every sender, as they came."""
    found: dict[str, list[GradedAttempt]] = {}
    for each in sorted(rows, key=lambda one: one.number):
        graded = graded_of(each, lab, assignment, seen_at)
        found.setdefault(each.sender, []).append(GradedAttempt(each, graded))
    return found


def _by_person(
    people: Iterable[int],
    groups: Mapping[int, str],
    found: Mapping[str, Sequence[GradedAttempt]],
    assignment: CourseAssignment,
) -> dict[int, Sequence[GradedAttempt]]:
    chosen: dict[int, Sequence[GradedAttempt]] = {}
    for person in people:
        own = found.get(f"person:{person}", ())
        group = groups[person]
        of_group = found.get(f"group:{group}", ()) if assignment.groups and group else ()
        chosen[person] = of_group or own
    return chosen


def _student_grade(
    assignment: CourseAssignment,
    student: Student,
    person_id: int,
    attempts: Sequence[GradedAttempt],
    given: Mapping[int, GivenGradeRow],
) -> StudentGrade:
    if not attempts:
        return StudentGrade(student, person_id, given=given.get(person_id))
    named = [
        _named(attempt, student, place, len(attempts)) for place, attempt in enumerate(attempts, 1)
    ]
    can_count = [named[place] for place in attempts_to_grade(assignment.policy, len(named))]
    results = [attempt.graded for attempt in can_count if attempt.graded is not None]
    counting = can_count[-1]
    if results:
        (best,) = counting_results(assignment.policy, results)
        counting = next(
            attempt
            for attempt in can_count
            if attempt.graded is not None and attempt.graded.sender.attempt == best.sender.attempt
        )
        counting = replace(counting, graded=best)
    return StudentGrade(
        student,
        person_id,
        tuple(named),
        counting,
        is_pending=any(attempt.graded is None for attempt in can_count) or counting.is_pending,
        given=given.get(person_id),
    )


def _named(attempt: GradedAttempt, student: Student, number: int, count: int) -> GradedAttempt:
    """The attempt as one of *student*, for reports and exports."""
    if attempt.graded is None:
        return attempt
    sender = Sender(
        students=(student,),
        label=student.title,
        handed_in=attempt.row.received_at.replace(microsecond=0),
        timed=True,
        attempt=number,
        attempts=count,
        is_known=True,
    )
    return replace(attempt, graded=replace(attempt.graded, name=student.title, sender=sender))


def _all_attempts(book: GradeBook) -> list[GradedAttempt]:
    """Every attempt once, also if several students of a group share it."""
    return list(
        {
            attempt.row.grade_id: attempt for each in book.grades for attempt in each.attempts
        }.values()
    )


def _is_group(attempts: Sequence[GradedAttempt]) -> bool:
    return attempts[0].row.sender.startswith("group:")


def _student(member: CourseMember) -> Student:
    account = member.account
    mail = account.login if "@" in account.login else ""
    return Student(account.name, account.number, member.group, mail, account.login)


def _stranger(connection: Connection, person_id: int) -> Student:
    account = get_account(connection, person_id)
    if account is not None:
        return Student(account.name, account.number)
    # Somebody who was removed, under their pseudonym; or the person of a server without accounts.
    return Student(names_of(connection, [person_id]).get(person_id, "local"))
