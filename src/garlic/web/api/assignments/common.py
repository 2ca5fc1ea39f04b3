"""What the routes about assignments share."""

from collections import Counter
from typing import Annotated, Any

from fastapi import Path
from sqlalchemy import Connection

from garlic.courses.archived import archived_at
from garlic.courses.grade_book import StudentGrade, grade_book
from garlic.courses.views import view_name
from garlic.people.courses import get_course
from garlic.people.persons import Person, Role
from garlic.people.rules import Thing, allowed
from garlic.store.assignments import (
    AssignmentRow,
    HandedInRow,
    comments_on,
    count_senders,
    get_assignment,
    get_handed_in,
    names_in_assignment,
)
from garlic.store.grades import report_of
from garlic.web import clock
from garlic.web.app import Arena
from garlic.web.problems import not_found
from garlic.web.view.assignment_models import (
    AssignmentDetails,
    AssignmentSight,
    AssignmentSummary,
    SubmissionDetails,
    SubmissionSummary,
    comment_model,
    counting_id,
)

AssignmentId = Annotated[int, Path(ge=1, le=2**31 - 1)]


def assignment_row(connection: Connection, assignment_id: int) -> AssignmentRow:
    """The assignment with this number; raise `Problem` (404)."""
    row = get_assignment(connection, assignment_id)
    if row is None:
        raise not_found("problem.no_assignment")
    return row


def handed_in_row(connection: Connection, grade_id: str) -> HandedInRow:
    """The submission with this id; raise `Problem` (404)."""
    row = get_handed_in(connection, grade_id)
    if row is None:
        raise not_found("problem.no_grade")
    return row


def sight_of(
    arena: Arena, connection: Connection, me: Person, row: AssignmentRow
) -> AssignmentSight:
    """What *me* may see of an assignment now."""
    names = names_in_assignment(connection, row.id) if arena.settings.has_accounts else {}
    is_staff = me.is_staff_of(row.course_id)
    return AssignmentSight.of(row, is_staff=is_staff, now=clock.now(), names=names)


def own_grade(connection: Connection, sight: AssignmentSight, me: Person) -> StudentGrade | None:
    """What *me* has, as they may see it; None if they have nothing to do with it."""
    book = grade_book(connection, sight.row, person_id=me.id, seen_at=sight.seen_at)
    return book.grades[0] if book.grades else None


def summary_of(
    arena: Arena, connection: Connection, me: Person, row: AssignmentRow
) -> AssignmentSummary:
    """An assignment in the list."""
    sight = sight_of(arena, connection, me, row)
    is_student = me.roles.get(row.course_id) is Role.STUDENT
    mine = own_grade(connection, sight, me) if is_student else None
    return AssignmentSummary(**sight.summary(mine, handed_in_count(connection, sight)))


def handed_in_count(connection: Connection, sight: AssignmentSight) -> int | None:
    """How many students or groups have handed in; only for the staff."""
    return count_senders(connection, sight.row.id) if sight.is_staff else None


def assignment_details(arena: Arena, me: Person, assignment_id: int) -> AssignmentDetails:
    """An assignment with the submissions of *me*."""

    def work(connection: Connection) -> AssignmentDetails:
        row = assignment_row(connection, assignment_id)
        sight = sight_of(arena, connection, me, row)
        mine = own_grade(connection, sight, me)
        attempts = () if mine is None else mine.attempts
        counting = None if mine is None else counting_id(mine.counting)
        said = Counter(
            comment.grade_id
            for comment in comments_on(connection, [each.row.grade_id for each in attempts])
        )
        course = get_course(connection, row.course_id)
        return AssignmentDetails(
            **sight.summary(mine, handed_in_count(connection, sight)),
            course_title="" if course is None else course.title,
            now=sight.now,
            is_archived=archived_at(connection, row.course_id) is not None,
            lab_details=sight.details_of_lab(),
            definition=row.definition if sight.is_staff else None,
            submissions=[
                SubmissionSummary(
                    **sight.submission(
                        each.row,
                        ahead=arena.services.gradings.ahead(each.row.grade_id),
                        counting=counting,
                        comments=said[each.row.grade_id],
                    )
                )
                for each in reversed(attempts)
            ],
            may=allowed(me, Thing(row.owner_id, row.course_id, shared=True)),
        )

    return arena.database.read(work)


def submission_details(
    arena: Arena, me: Person, assignment_id: int, grade_id: str
) -> SubmissionDetails:
    """A submission with its result so far, as *me* may see it."""

    def work(connection: Connection) -> SubmissionDetails:
        assignment = assignment_row(connection, assignment_id)
        row = handed_in_row(connection, grade_id)
        sight = sight_of(arena, connection, me, assignment)
        book = grade_book(
            connection, assignment, person_id=row.owner_id, seen_at=sight.seen_at
        ).grades
        counting = counting_id(book[0].counting) if book else None
        attempts = [each.row for each in book[0].attempts] if book else []
        said = Counter(
            each.grade_id for each in comments_on(connection, [each.grade_id for each in attempts])
        )
        comments = comments_on(connection, [grade_id])
        done, of = arena.services.gradings.progress(grade_id) or (0, 0)
        view = view_name(sight.lab, sight.seen_at)

        def summary(each: HandedInRow) -> dict[str, Any]:
            ahead = arena.services.gradings.ahead(each.grade_id)
            return sight.submission(
                each, ahead=ahead, counting=counting, comments=said[each.grade_id]
            )

        return SubmissionDetails(
            **summary(row),
            **sight.result(row),
            assignment=assignment_id,
            problem=row.problem,
            done=done,
            of=of,
            has_report=report_of(connection, grade_id, "page", view) is not None,
            comment_list=[comment_model(each) for each in comments],
            others=[
                SubmissionSummary(**summary(each))
                for each in reversed(attempts)
                if each.grade_id != grade_id and each.sender == row.sender
            ],
        )

    return arena.database.read(work)
