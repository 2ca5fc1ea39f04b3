"""What the routes about assignments share."""

from collections import Counter
from typing import Annotated

from fastapi import Path
from sqlalchemy import Connection, func, select

from garlic.courses.grade_book import StudentGrade, grade_book
from garlic.courses.life import archived_at
from garlic.courses.views import view_name
from garlic.people.courses import get_course
from garlic.people.persons import Person, Role
from garlic.people.rules import Thing, allowed
from garlic.store.assignments import (
    AssignmentRow,
    HandedInRow,
    comments_on,
    get_assignment,
    get_handed_in,
)
from garlic.store.grades import report_of
from garlic.store.schema import handed_in, people
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
    names = {}
    if arena.settings.has_accounts:
        names = {
            each.id: each.name for each in connection.execute(select(people.c.id, people.c.name))
        }
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
    if not sight.is_staff:
        return None
    h = handed_in.c
    query = select(func.count(h.sender.distinct())).where(h.assignment_id == sight.row.id)
    return connection.scalar(query)


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
        comments = comments_on(connection, [grade_id])
        done, of = arena.services.gradings.progress(grade_id) or (0, 0)
        ahead = arena.services.gradings.ahead(grade_id)
        view = view_name(sight.lab, sight.seen_at)
        return SubmissionDetails(
            **sight.submission(row, ahead=ahead, counting=counting, comments=len(comments)),
            **sight.result(row),
            assignment=assignment_id,
            problem=row.problem,
            done=done,
            of=of,
            has_report=report_of(connection, grade_id, "page", view) is not None,
            comment_list=[comment_model(each) for each in comments],
        )

    return arena.database.read(work)
