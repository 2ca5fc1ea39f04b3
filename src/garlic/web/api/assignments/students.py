"""Assignments as students see them: handing in, the queue, checks, reports, what has changed.

What only the staff does is in `assignment_staff`.
"""

from typing import Annotated, Literal

from fastapi import File, Path, Query, Response, UploadFile
from sqlalchemy import Connection

from garlic.core import UsageError
from garlic.courses.submitted_files import changes, submitted_files
from garlic.courses.views import view_name
from garlic.people.audit import AuditEvent
from garlic.people.rules import Action
from garlic.store.assignments import file_of, get_handed_in, list_assignments
from garlic.store.grades import report_of
from garlic.store.schema import assignments as assignments_table
from garlic.web.api.assignments.common import (
    AssignmentId,
    assignment_details,
    assignment_row,
    sight_of,
    submission_details,
    summary_of,
)
from garlic.web.api.files import UPLOADS, read_upload
from garlic.web.api.labs.labs import (
    REPORT_HEADERS,
    REPORT_KINDS,
    GradeId,
    Language,
)
from garlic.web.app import Arena, Shared
from garlic.web.clock import ReceivedAt
from garlic.web.permission import (
    AuditActor,
    Me,
    assignment_by_id,
    handed_in_by_id,
    needs,
    seen_by,
    write_down,
)
from garlic.web.problems import REFUSALS, ApiRouter, not_found
from garlic.web.view.assignment_models import (
    AssignmentDetails,
    AssignmentSummary,
    ChangedFileModel,
    SubmissionDetails,
    SubmittedFileModel,
)
from garlic.web.view.lab_models import LARGEST_SUBMISSION

router = ApiRouter(prefix="/api/assignments", tags=["assignments"], responses=REFUSALS)


@router.get("", dependencies=[needs(Action.LOOK)])
def all_visible(
    arena: Shared,
    me: Me,
    course: Annotated[int | None, Query(ge=1, le=2**31 - 1, description="only of this course")] = (
        None
    ),
) -> list[AssignmentSummary]:
    """The assignments of one's courses, in the order in which they were made."""
    seen = seen_by(arena, me, assignments_table, is_shared=True)
    if course is not None:
        seen.append(assignments_table.c.course_id == course)
    return arena.database.read(
        lambda c: [summary_of(arena, c, me, row) for row in list_assignments(c, *seen)]
    )


@router.get("/{assignment_id}", dependencies=[needs(Action.SEE, assignment_by_id)])
def details(arena: Shared, me: Me, assignment_id: AssignmentId) -> AssignmentDetails:
    """An assignment with one's own submissions; events `assignment:ID` report changes."""
    return assignment_details(arena, me, assignment_id)


@router.post(
    "/{assignment_id}/submissions",
    status_code=201,
    responses=UPLOADS,
    dependencies=[needs(Action.SUBMIT, assignment_by_id)],
)
def submit(
    arena: Shared,
    me: Me,
    actor: AuditActor,
    received: ReceivedAt,
    assignment_id: AssignmentId,
    file: Annotated[UploadFile, File(description="a source file, or a zip file")],
) -> SubmissionDetails:
    """Hand in. What counts is when the last byte came, on the clock of the server.

    Events `grade:ID` report the progress.
    """
    content = read_upload(file, LARGEST_SUBMISSION)
    row = arena.database.read(lambda c: assignment_row(c, assignment_id))
    arena.services.quotas.take_upload(me, len(content))
    name = file.filename or "submission"
    grade_id = arena.services.gradings.hand_in(row, name, content, me, received)
    noted = {"assignment": row.name, "grade": grade_id, "received_at": received.isoformat()}
    write_down(arena, actor, AuditEvent.SUBMITTED, row.course_id, **noted)
    return submission_details(arena, me, assignment_id, grade_id)


@router.get(
    "/{assignment_id}/submissions/{grade_id}",
    dependencies=[needs(Action.SEE_PRIVATE, handed_in_by_id)],
)
def submission(
    arena: Shared, me: Me, assignment_id: AssignmentId, grade_id: GradeId
) -> SubmissionDetails:
    """A submission with its result so far."""
    return submission_details(arena, me, assignment_id, grade_id)


@router.get(
    "/{assignment_id}/submissions/{grade_id}/report.{form}",
    response_class=Response,
    dependencies=[needs(Action.SEE_PRIVATE, handed_in_by_id)],
)
def report(
    arena: Shared,
    me: Me,
    assignment_id: AssignmentId,
    grade_id: GradeId,
    form: Annotated[Literal["html", "json", "xml"], Path()],
    language: Language = "en",
) -> Response:
    """The report of the checks that one may see now, as an HTML page, JSON or JUnit XML."""

    def work(connection: Connection) -> str | None:
        row = assignment_row(connection, assignment_id)
        sight = sight_of(arena, connection, me, row)
        view = view_name(sight.lab, sight.seen_at)
        return report_of(connection, grade_id, f"{language}.{form}", view)

    content = arena.database.read(work)
    if content is None:
        raise not_found("problem.no_report")
    encoded = content.encode(errors="replace")
    return Response(encoded, media_type=REPORT_KINDS[form], headers=REPORT_HEADERS)


@router.get(
    "/{assignment_id}/submissions/{grade_id}/files",
    dependencies=[needs(Action.SEE_PRIVATE, handed_in_by_id)],
)
def files(
    arena: Shared, assignment_id: AssignmentId, grade_id: GradeId
) -> list[SubmittedFileModel]:
    """The files of a submission as text."""
    del assignment_id  # the rule has looked at it
    found = files_of(arena, grade_id)
    return [SubmittedFileModel(name=name, text=text) for name, text in found.items()]


@router.get(
    "/{assignment_id}/submissions/{grade_id}/changes/{other_id}",
    dependencies=[needs(Action.SEE_PRIVATE, handed_in_by_id)],
)
def what_changed(
    arena: Shared,
    assignment_id: AssignmentId,
    grade_id: GradeId,
    other_id: GradeId,
) -> list[ChangedFileModel]:
    """What changed from another submission of the same sender to this one."""

    def work(connection: Connection) -> bool:
        rows = [get_handed_in(connection, each) for each in (grade_id, other_id)]
        senders = {(row.assignment_id, row.sender) for row in rows if row is not None}
        return None not in rows and len(senders) == 1

    if not arena.database.read(work):
        raise not_found("problem.no_grade")
    del assignment_id  # the rule has looked at it
    found = changes(files_of(arena, other_id), files_of(arena, grade_id))
    return [ChangedFileModel(name=name, lines=list(lines)) for name, lines in found.items()]


def files_of(arena: Arena, grade_id: str) -> dict[str, str | None]:
    """The files of a submission by name; raise `UsageError` if they cannot be read."""
    found = arena.database.read(lambda c: file_of(c, grade_id))
    if found is None:
        raise UsageError("the submission is no longer here: hand it in again")
    return submitted_files(*found)
