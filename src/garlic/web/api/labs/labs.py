"""Labs: their descriptions, and the grading of submissions."""

import json
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from fastapi import File, Form, Path, Query, UploadFile
from fastapi.responses import Response
from pydantic import BaseModel
from sqlalchemy import select

from garlic.labs.lab import Lab
from garlic.labs.library import find_lab, lab_names
from garlic.people.audit import AuditEvent
from garlic.people.rules import Action
from garlic.store.grades import GradeRow, get_grade, list_grades, report_of
from garlic.store.matches import MatchState
from garlic.store.schema import grades as grades_table
from garlic.store.schema import handed_in
from garlic.web.api.files import TOO_MANY, UPLOADS, read_upload
from garlic.web.app import Arena, Shared
from garlic.web.permission import (
    AuditActor,
    Me,
    grade_by_id,
    here,
    needs,
    owner_names,
    seen_by,
    write_down,
)
from garlic.web.problems import REFUSALS, ApiRouter, not_found
from garlic.web.sentences import SentenceModel
from garlic.web.view.lab_models import (
    LARGEST_SUBMISSION,
    LabDetails,
    LabSummary,
    TestResultModel,
    lab_details,
    lab_summary,
)

router = ApiRouter(prefix="/api", tags=["labs"])

GradeId = Annotated[str, Path(pattern=r"^[0-9a-f]{24}$", examples=["0123456789abcdef01234567"])]
Language = Literal["en", "zh"]
REPORT_KINDS = {"html": "text/html; charset=utf-8", "json": "application/json", "xml": "text/xml"}
# The report is shown in a frame of our page and may not load, run or send anything.
REPORT_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; "
        "sandbox allow-downloads"
    ),
    "X-Frame-Options": "SAMEORIGIN",
}


class GradeSummary(BaseModel):
    """A submission in a list."""

    id: str
    lab: str
    name: str
    state: MatchState
    points: float | None
    max_points: float
    owner: str | None  # who has handed it in; null on a server without accounts
    created_at: datetime
    finished_at: datetime | None


class GradeModel(GradeSummary):
    """A submission and its result."""

    problem: SentenceModel | None  # why it could not be graded
    fault: SentenceModel | None  # why it could not be run at all
    done: int  # steps
    of: int
    delayed: int  # games, by a busy machine; they count provisionally
    tests: list[TestResultModel]


@router.get(
    "/labs",
    dependencies=[needs(Action.LOOK)],
)
def labs() -> list[LabSummary]:
    """All labs that can be graded."""
    return [lab_summary(_bundled(name)) for name in lab_names()]


@router.get(
    "/labs/{name:path}",
    responses=REFUSALS,
    dependencies=[needs(Action.LOOK)],
)
def lab(name: Annotated[str, Path(max_length=80, examples=["othello/task1"])]) -> LabDetails:
    """One lab."""
    return lab_details(_bundled(name))


@router.post(
    "/grades",
    status_code=201,
    responses=UPLOADS,
    operation_id="hand_in_api_grades_post",
    dependencies=[needs(Action.SUBMIT, here)],
)
def submit(
    arena: Shared,
    me: Me,
    actor: AuditActor,
    lab: Annotated[str, Form(max_length=80)],
    file: Annotated[UploadFile, File(description="a source file, or a zip file")],
) -> GradeModel:
    """Grade a submission; events `grade:ID` report the progress."""
    bundled = _bundled(lab)
    content = read_upload(file, LARGEST_SUBMISSION)
    arena.services.quotas.take_upload(me, len(content))
    name = file.filename or "submission"
    grade_id = arena.services.gradings.begin(bundled, name, content, me)
    write_down(arena, actor, AuditEvent.SUBMITTED, me.course, lab=bundled.name, grade=grade_id)
    return _grade(arena, grade_id)


@router.get("/grades", dependencies=[needs(Action.LOOK)])
def own_grades(
    arena: Shared, me: Me, limit: Annotated[int, Query(ge=1, le=200)] = 50
) -> list[GradeSummary]:
    """The newest submissions: one's own, or those of the whole course for staff.

    Those to assignments are not among them: see `/api/assignments`.
    """
    practice = grades_table.c.id.not_in(select(handed_in.c.grade_id))
    rows = arena.database.read(
        lambda c: list_grades(c, practice, *seen_by(arena, me, grades_table), limit=limit)
    )
    owners = owner_names(arena, [row.owner_id for row in rows])
    return [
        GradeSummary(
            id=row.id,
            lab=row.lab,
            name=row.name,
            state=row.state,
            points=row.points,
            max_points=row.max_points,
            owner=owners.get(row.owner_id),
            created_at=row.created_at,
            finished_at=row.finished_at,
        )
        for row in rows
    ]


@router.get(
    "/grades/{grade_id}",
    responses=REFUSALS,
    dependencies=[needs(Action.SEE_PRIVATE, grade_by_id)],
)
def grade(arena: Shared, grade_id: GradeId) -> GradeModel:
    """A submission and its result so far."""
    return _grade(arena, grade_id)


@router.post(
    "/grades/{grade_id}/stop",
    responses=REFUSALS,
    dependencies=[needs(Action.CHANGE, grade_by_id)],
)
def stop(arena: Shared, grade_id: GradeId) -> GradeModel:
    """Stop grading it."""
    _row(arena, grade_id)
    arena.services.gradings.stop(grade_id)
    return _grade(arena, grade_id)


@router.post(
    "/grades/{grade_id}/again",
    responses={**REFUSALS, **TOO_MANY},
    dependencies=[needs(Action.CHANGE, grade_by_id)],
)
def again(arena: Shared, actor: AuditActor, grade_id: GradeId) -> GradeModel:
    """Run again what could not be judged, or was delayed by a busy machine."""
    row = _row(arena, grade_id)
    arena.services.gradings.again(grade_id)
    changed = {"about": row.owner_id, "grade": grade_id}
    write_down(arena, actor, AuditEvent.GRADE_CHANGED, row.course_id, **changed)
    return _grade(arena, grade_id)


@router.get(
    "/grades/{grade_id}/report.{form}",
    responses=REFUSALS,
    response_class=Response,
    dependencies=[needs(Action.SEE_PRIVATE, grade_by_id)],
)
def report(
    arena: Shared,
    grade_id: GradeId,
    form: Annotated[Literal["html", "json", "xml"], Path()],
    language: Language = "en",
    download: bool = False,
) -> Response:
    """The report as an HTML page, JSON or JUnit XML."""
    row = _row(arena, grade_id)
    content = arena.database.read(lambda c: report_of(c, row.id, f"{language}.{form}"))
    if content is None:
        raise not_found("problem.no_report")
    headers = dict(REPORT_HEADERS)
    if download:
        headers["Content-Disposition"] = f'attachment; filename="report-{grade_id[:8]}.{form}"'
    encoded = content.encode(errors="replace")
    return Response(encoded, media_type=REPORT_KINDS[form], headers=headers)


def _bundled(name: str) -> Lab:
    """The bundled lab *name* as students see it; files of this machine are not read."""
    if name not in lab_names():
        raise not_found("problem.no_lab")
    return find_lab(name).for_students(datetime.now(UTC))


def _row(arena: Arena, grade_id: str) -> GradeRow:
    row = arena.database.read(lambda c: get_grade(c, grade_id))
    if row is None:
        raise not_found("problem.no_grade")
    return row


def _grade(arena: Arena, grade_id: str) -> GradeModel:
    row = _row(arena, grade_id)
    page = arena.database.read(lambda c: report_of(c, grade_id, "page"))
    shown: dict[str, Any] = json.loads(page) if page is not None else {"fault": None, "tests": []}
    done, of = arena.services.gradings.progress(grade_id) or (0, 0)
    return GradeModel(
        id=row.id,
        lab=row.lab,
        name=row.name,
        state=row.state,
        points=row.points,
        max_points=row.max_points,
        owner=owner_names(arena, [row.owner_id]).get(row.owner_id),
        problem=row.problem,
        fault=shown["fault"],
        done=done,
        of=of,
        delayed=shown.get("delayed", 0),
        tests=shown["tests"],
        created_at=row.created_at,
        finished_at=row.finished_at,
    )
