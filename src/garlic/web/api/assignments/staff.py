"""Assignments as the staff sees them: setting them, the class, grades, comments, exports."""

from typing import Annotated, Any, Literal

from fastapi import Path, Response
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import Connection

from garlic.core import UsageError
from garlic.courses.archived import check_not_archived
from garlic.courses.assignments import CourseAssignment, check_assignment, read_assignment
from garlic.courses.grade_book import affected, change_grade, grade_book, latest
from garlic.courses.grade_exports import ExportForm, export
from garlic.people.audit import ActingPerson, AuditEvent, note
from garlic.people.rules import Action
from garlic.store.assignments import (
    GivenGradeRow,
    add_assignment,
    add_comment,
    change_assignment,
    remove_assignment,
    remove_comment,
)
from garlic.store.owners import Owner
from garlic.web import clock
from garlic.web.api.assignments.common import (
    AssignmentId,
    assignment_details,
    assignment_row,
    handed_in_count,
    handed_in_row,
    sight_of,
    submission_details,
)
from garlic.web.api.assignments.students import files_of
from garlic.web.api.courses.courses import CourseId, PersonId
from garlic.web.api.files import TOO_MANY
from garlic.web.api.labs.labs import GradeId, Language
from garlic.web.app import Arena, Shared
from garlic.web.permission import (
    AuditActor,
    Me,
    assignment_by_id,
    course_by_id,
    handed_in_by_id,
    needs,
    write_down,
)
from garlic.web.problems import REFUSALS, ApiRouter, not_found
from garlic.web.view.assignment_models import (
    AssignmentDetails,
    AssignmentSight,
    AssignmentSummary,
    ClassLine,
    ClassTable,
    SubmissionDetails,
    SubmissionSummary,
    counting_id,
)

router = ApiRouter(prefix="/api", tags=["assignments"], responses=REFUSALS)

_MOST_POINTS = 1_000_000
_NUMBERS = Annotated[list[Annotated[int, Field(ge=1, le=500)]], Field(max_length=500)]


class AssignmentRequest(BaseModel):
    """An assignment; the fields are those of `docs/teach/courses.md`."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "example": {
                "name": "week-1",
                "lab": "othello/task1",
                "due": "2026-11-20 23:59 +08:00",
                "late": "10 %/day",
            }
        },
    )

    name: str = Field(min_length=1, max_length=80)
    title: str | dict[str, str] | None = None
    lab: str = Field(max_length=80)
    opens: str | None = Field(None, max_length=60)
    due: str | None = Field(None, max_length=60)
    closes: str | None = Field(None, max_length=60)
    late: str | None = Field(None, max_length=40)
    late_most: str | None = Field(None, max_length=40)
    grace: str | None = Field(None, max_length=40)
    attempts: int | None = None
    counts: str | None = Field(None, max_length=10)
    hidden: _NUMBERS | None = None
    after_due: _NUMBERS | None = None
    groups: bool | None = None
    assistance_off: list[Annotated[str, Field(max_length=20)]] | None = Field(None, max_length=3)


class RegradeRequest(BaseModel):
    """What to grade again."""

    model_config = ConfigDict(json_schema_extra={"example": {"which": "affected"}})

    which: Literal["one", "latest", "affected"]
    submission: str | None = Field(None, pattern=r"^[0-9a-f]{24}$")  # for "one"


class RegradeAnswer(BaseModel):
    """How many submissions are graded again."""

    regraded: int


class GradeChange(BaseModel):
    """Other points for a student, or null for those that were computed; and why."""

    model_config = ConfigDict(json_schema_extra={"example": {"points": 12.5, "reason": "..."}})

    points: float | None = Field(ge=0, le=_MOST_POINTS, allow_inf_nan=False)
    reason: str = Field(min_length=1, max_length=2000)


class CommentRequest(BaseModel):
    """A comment on a line of a submission; line 0 is the whole file."""

    file: str = Field(max_length=400)
    line: int = Field(ge=0, le=1_000_000)
    text: str = Field(min_length=1, max_length=4000)


# Setting them -----------------------------------------------------------------------------------


@router.post(
    "/courses/{course_id}/assignments",
    status_code=201,
    dependencies=[needs(Action.TEACH, course_by_id)],
)
def create(
    arena: Shared, me: Me, actor: AuditActor, course_id: CourseId, request: AssignmentRequest
) -> AssignmentDetails:
    """Set an assignment."""
    assignment = _read(request)

    def work(connection: Connection) -> int:
        check_not_archived(connection, course_id)
        owner = Owner(me.id, course_id)
        number = add_assignment(connection, assignment.name, assignment.to_json(), owner)
        _note(arena, connection, actor, AuditEvent.ASSIGNMENT_MADE, course_id, assignment.name)
        return number

    return assignment_details(arena, me, arena.database.write(work))


@router.put("/assignments/{assignment_id}", dependencies=[needs(Action.TEACH, assignment_by_id)])
def change(
    arena: Shared,
    me: Me,
    actor: AuditActor,
    assignment_id: AssignmentId,
    request: AssignmentRequest,
) -> AssignmentDetails:
    """Change an assignment. What was graded keeps its checks: regrade what is affected."""
    assignment = _read(request)

    def work(connection: Connection) -> None:
        row = assignment_row(connection, assignment_id)
        check_not_archived(connection, row.course_id)
        change_assignment(connection, row, assignment.name, assignment.to_json())
        event = AuditEvent.ASSIGNMENT_CHANGED
        _note(arena, connection, actor, event, row.course_id, assignment.name)

    arena.database.write(work)
    arena.services.gradings.changed(assignment_id)
    return assignment_details(arena, me, assignment_id)


@router.delete(
    "/assignments/{assignment_id}",
    status_code=204,
    dependencies=[needs(Action.TEACH, assignment_by_id)],
)
def remove(arena: Shared, actor: AuditActor, assignment_id: AssignmentId) -> None:
    """Delete an assignment to which nothing was handed in."""

    def work(connection: Connection) -> None:
        row = assignment_row(connection, assignment_id)
        remove_assignment(connection, row)
        event = AuditEvent.ASSIGNMENT_CHANGED
        _note(arena, connection, actor, event, row.course_id, row.name, what="deleted")

    arena.database.write(work)


# The class --------------------------------------------------------------------------------------


@router.get(
    "/assignments/{assignment_id}/class", dependencies=[needs(Action.TEACH, assignment_by_id)]
)
def class_table(arena: Shared, me: Me, assignment_id: AssignmentId) -> ClassTable:
    """The grades of the class; events `assignment:ID` report changes."""

    def work(connection: Connection) -> ClassTable:
        row = assignment_row(connection, assignment_id)
        sight = sight_of(arena, connection, me, row)
        book = grade_book(connection, row)
        states = {
            each.row.grade_id: each.row.state for grade in book.grades for each in grade.attempts
        }
        return ClassTable(
            assignment=AssignmentSummary(**sight.summary(None, handed_in_count(connection, sight))),
            max_points=book.lab.max_points,
            lines=[
                ClassLine(
                    person=grade.person_id,
                    name=grade.student.name,
                    number=grade.student.number,
                    group=grade.student.group,
                    attempts=len(grade.attempts),
                    points=grade.points,
                    is_pending=grade.is_pending,
                    given=sight.given(grade.given),
                    latest=_latest(arena, sight, grade),
                    counting=counting_id(grade.counting),
                )
                for grade in book.grades
            ],
            affected=len(affected(book)),
            waiting=sum(state in ("waiting", "running") for state in states.values()),
        )

    return arena.database.read(work)


@router.get(
    "/assignments/{assignment_id}/class/{person_id}",
    dependencies=[needs(Action.TEACH, assignment_by_id)],
)
def of_student(
    arena: Shared, me: Me, assignment_id: AssignmentId, person_id: PersonId
) -> list[SubmissionSummary]:
    """The submissions of a student, newest first."""

    def work(connection: Connection) -> list[SubmissionSummary]:
        row = assignment_row(connection, assignment_id)
        sight = sight_of(arena, connection, me, row)
        found = grade_book(connection, row, person_id=person_id).grades
        if not found:
            return []
        counting = counting_id(found[0].counting)
        return [
            SubmissionSummary(
                **sight.submission(
                    each.row,
                    ahead=arena.services.gradings.ahead(each.row.grade_id),
                    counting=counting,
                )
            )
            for each in reversed(found[0].attempts)
        ]

    return arena.database.read(work)


@router.post(
    "/assignments/{assignment_id}/regrade",
    responses=TOO_MANY,
    dependencies=[needs(Action.TEACH, assignment_by_id)],
)
def regrade(
    arena: Shared, actor: AuditActor, assignment_id: AssignmentId, request: RegradeRequest
) -> RegradeAnswer:
    """Grade again: one submission, the latest of each student, or those affected by a change."""

    def work(connection: Connection) -> tuple[int, list[str]]:
        row = assignment_row(connection, assignment_id)
        check_not_archived(connection, row.course_id)
        if request.which == "one":
            found = handed_in_row(connection, request.submission or "")
            if found.assignment_id != assignment_id:
                raise not_found("problem.no_grade")
            return row.course_id, [found.grade_id]
        book = grade_book(connection, row)
        return row.course_id, latest(book) if request.which == "latest" else affected(book)

    course, chosen = arena.database.read(work)
    count = sum(arena.services.gradings.regrade(grade_id) for grade_id in chosen)
    noted = {"assignment": assignment_id, "which": request.which, "count": count}
    write_down(arena, actor, AuditEvent.REGRADED, course, **noted)
    arena.services.gradings.changed(assignment_id)
    return RegradeAnswer(regraded=count)


@router.put(
    "/assignments/{assignment_id}/grades/{person_id}",
    dependencies=[needs(Action.TEACH, assignment_by_id)],
)
def give(
    arena: Shared,
    me: Me,
    actor: AuditActor,
    assignment_id: AssignmentId,
    person_id: PersonId,
    request: GradeChange,
) -> ClassTable:
    """Change a grade, with a reason that the student sees and the audit log keeps."""
    given = None
    if request.points is not None:
        given = GivenGradeRow(person_id, request.points, request.reason, me.id, clock.now())

    def work(connection: Connection) -> None:
        row = assignment_row(connection, assignment_id)
        change_grade(connection, actor, row, given, person_id, request.reason)

    arena.database.write(work)
    arena.services.gradings.changed(assignment_id)
    return class_table(arena, me, assignment_id)


@router.get(
    "/assignments/{assignment_id}/export/{form}",
    response_class=Response,
    dependencies=[needs(Action.TEACH, assignment_by_id)],
)
def exported(
    arena: Shared,
    actor: AuditActor,
    assignment_id: AssignmentId,
    form: Annotated[ExportForm, Path()],
    language: Language = "en",
) -> Response:
    """The grades for Moodle, Canvas, Gradescope, or as CSV."""
    row = arena.database.read(lambda c: assignment_row(c, assignment_id))
    book = arena.database.read(lambda c: grade_book(c, row))
    content = export(book, form, language, clock.now())
    noted = {"what": f"grades for {form.value}", "assignment": row.name}
    write_down(arena, actor, AuditEvent.EXPORTED, row.course_id, **noted)
    name = f"grades-{assignment_id}-{form.value}.{form.ending}"
    kind = "application/zip" if form.ending == "zip" else "text/csv; charset=utf-8"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=kind, headers=headers)


# Comments ---------------------------------------------------------------------------------------


@router.post(
    "/assignments/{assignment_id}/submissions/{grade_id}/comments",
    status_code=201,
    dependencies=[needs(Action.TEACH, handed_in_by_id)],
)
def comment(
    arena: Shared,
    me: Me,
    actor: AuditActor,
    assignment_id: AssignmentId,
    grade_id: GradeId,
    request: CommentRequest,
) -> SubmissionDetails:
    """Comment on a line of a submission."""
    row = arena.database.read(lambda c: assignment_row(c, assignment_id))
    arena.database.read(lambda c: check_not_archived(c, row.course_id))
    found = files_of(arena, grade_id)
    if request.file not in found:
        raise UsageError("the submission has no file {name!r}", name=request.file)
    last = len((found[request.file] or "").splitlines())
    if request.line > last:
        raise UsageError(
            "{name} has the lines 1 to {last}, not {line}",
            name=request.file,
            last=last,
            line=request.line,
        )
    arena.database.write(
        lambda c: add_comment(c, grade_id, request.file, request.line, request.text, me.id)
    )
    _told(arena, actor, assignment_id, grade_id)
    return submission_details(arena, me, assignment_id, grade_id)


@router.delete(
    "/assignments/{assignment_id}/submissions/{grade_id}/comments/{comment_id}",
    status_code=204,
    dependencies=[needs(Action.TEACH, handed_in_by_id)],
)
def remove_one(
    arena: Shared,
    actor: AuditActor,
    assignment_id: AssignmentId,
    grade_id: GradeId,
    comment_id: Annotated[int, Path(ge=1, le=2**31 - 1)],
) -> None:
    """Delete a comment."""
    if not arena.database.write(lambda c: remove_comment(c, grade_id, comment_id)):
        raise not_found("problem.no_comment")
    _told(arena, actor, assignment_id, grade_id, what="deleted")


def _read(request: AssignmentRequest) -> CourseAssignment:
    """The assignment of a request; raise `GarlicError` if it is not right."""
    assignment = read_assignment(request.model_dump(exclude_none=True))
    check_assignment(assignment)
    return assignment


def _latest(arena: Arena, sight: AssignmentSight, grade: Any) -> SubmissionSummary | None:
    if not grade.attempts:
        return None
    row = grade.attempts[-1].row
    ahead = arena.services.gradings.ahead(row.grade_id)
    return SubmissionSummary(
        **sight.submission(row, ahead=ahead, counting=counting_id(grade.counting))
    )


def _told(
    arena: Arena, actor: ActingPerson, assignment_id: int, grade_id: str, **details: str
) -> None:
    """Note that there is something else to read about a submission, and tell who looks at it."""
    row = arena.database.read(lambda c: handed_in_row(c, grade_id))
    noted = {"about": row.owner_id, "assignment": assignment_id, "grade": grade_id, **details}
    write_down(arena, actor, AuditEvent.COMMENTED, row.course_id, **noted)
    arena.services.gradings.changed(assignment_id)


def _note(
    arena: Arena,
    connection: Connection,
    actor: ActingPerson,
    event: AuditEvent,
    course_id: int,
    name: str,
    **details: Any,
) -> None:
    if arena.settings.has_accounts:
        note(connection, actor, event, course=course_id, assignment=name, **details)
