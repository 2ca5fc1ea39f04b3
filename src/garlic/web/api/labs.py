"""Labs: what there is to do, and grading what somebody did."""

import json
from datetime import datetime
from typing import Annotated, Any, Literal

from fastapi import APIRouter, File, Form, Path, UploadFile
from fastapi.responses import Response
from pydantic import BaseModel

from garlic.core.language.bilingual import Bilingual
from garlic.core.limits import MEGABYTE
from garlic.labs.lab import Lab
from garlic.labs.library import find_lab, lab_names
from garlic.store.grades import GradeRow, get_grade, report_of
from garlic.store.matches import MatchState
from garlic.web.api.files import UPLOADS, received
from garlic.web.app import Arena, Shared
from garlic.web.problems import REFUSALS, SentenceCode, missing
from garlic.web.sentences import wording

router = APIRouter(prefix="/api", tags=["labs"])

_LARGEST_SUBMISSION = 8 * MEGABYTE
GradeId = Annotated[str, Path(pattern=r"^[0-9a-f]{24}$", examples=["0123456789abcdef01234567"])]
Language = Literal["en", "zh"]
_KINDS = {"html": "text/html; charset=utf-8", "json": "application/json", "xml": "text/xml"}
# The report stands in a frame of ours, and may neither load nor run nor send anything.
_REPORT_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; "
        "sandbox allow-downloads"
    ),
    "X-Frame-Options": "SAMEORIGIN",
}


class BilingualText(BaseModel):
    """What a lab says, in its own words."""

    en: str
    zh: str


class LabFacts(BaseModel):
    """A line of the list."""

    name: str
    title: BilingualText
    game: str | None
    tests: int
    max_points: float


class LabTest(BaseModel):
    """One test of a lab."""

    title: BilingualText
    points: float
    about: list[SentenceCode]


class LabLimits(BaseModel):
    """What a submission may use."""

    turn_seconds: float
    init_seconds: float
    game_seconds: float | None
    memory_bytes: int


class LabDetails(LabFacts):
    """A lab: the task, the points, the limits, and how to hand in."""

    about: BilingualText
    how: BilingualText
    kind: str  # "bot" or "program"
    protocol: str
    files: list[str]
    limits: LabLimits
    test_list: list[LabTest]


class TestFacts(BaseModel):
    """What came of one test."""

    title: BilingualText
    points: float | None  # null: not judged, and nobody's loss
    max_points: float
    summary: SentenceCode


class GradeFacts(BaseModel):
    """A submission, and what came of it."""

    id: str
    lab: str
    name: str
    state: MatchState
    points: float | None
    max_points: float
    problem: SentenceCode | None  # why it could not be graded
    fault: SentenceCode | None  # why nothing of it could be run
    done: int  # steps
    of: int
    tests: list[TestFacts]
    created_at: datetime
    finished_at: datetime | None


@router.get("/labs")
def labs() -> list[LabFacts]:
    """All labs that can be graded."""
    return [LabFacts(**_facts(find_lab(name))) for name in lab_names()]


@router.get("/labs/{name:path}", responses=REFUSALS)
def lab(name: Annotated[str, Path(max_length=80, examples=["othello/task1"])]) -> LabDetails:
    """One lab."""
    return _details(_bundled(name))


@router.post("/grades", status_code=201, responses=UPLOADS)
def hand_in(
    arena: Shared,
    lab: Annotated[str, Form(max_length=80)],
    file: Annotated[UploadFile, File(description="a source file, or a zip file")],
) -> GradeFacts:
    """Grade a submission; `grade:ID` tells how it gets on."""
    found = _bundled(lab)
    content = received(file, _LARGEST_SUBMISSION)
    arena.services.quota.take(len(content))
    return _grade(
        arena, arena.services.gradings.begin(found, file.filename or "submission", content)
    )


@router.get("/grades/{grade_id}", responses=REFUSALS)
def grade(arena: Shared, grade_id: GradeId) -> GradeFacts:
    """How a submission stands."""
    return _grade(arena, grade_id)


@router.post("/grades/{grade_id}/stop", responses=REFUSALS)
def stop(arena: Shared, grade_id: GradeId) -> GradeFacts:
    """Grade it no further."""
    _row(arena, grade_id)
    arena.services.gradings.stop(grade_id)
    return _grade(arena, grade_id)


@router.get("/grades/{grade_id}/report.{form}", responses=REFUSALS, response_class=Response)
def report(
    arena: Shared,
    grade_id: GradeId,
    form: Annotated[Literal["html", "json", "xml"], Path()],
    language: Language = "en",
    download: bool = False,
) -> Response:
    """The report: a page of its own, JSON, or JUnit XML."""
    row = _row(arena, grade_id)
    content = arena.database.read(lambda c: report_of(c, row.id, f"{language}.{form}"))
    if content is None:
        raise missing("problem.no_report")
    headers = dict(_REPORT_HEADERS)
    if download:
        headers["Content-Disposition"] = f'attachment; filename="report-{grade_id[:8]}.{form}"'
    encoded = content.encode(errors="replace")
    return Response(encoded, media_type=_KINDS[form], headers=headers)


def _bundled(name: str) -> Lab:
    """The lab that comes with us: files of this machine are not read."""
    if name not in lab_names():
        raise missing("problem.no_lab")
    return find_lab(name)


def _two(words: Bilingual) -> BilingualText:
    return BilingualText(en=words.en, zh=words.zh)


def _facts(lab: Lab) -> dict[str, Any]:
    return {
        "name": lab.name,
        "title": _two(lab.title),
        "game": lab.accepted.game and lab.accepted.game.name,
        "tests": len(lab.tests),
        "max_points": lab.max_points,
    }


def _details(lab: Lab) -> LabDetails:
    limits = lab.setting.limits
    return LabDetails(
        **_facts(lab),
        about=_two(lab.about),
        how=_two(lab.how),
        kind=lab.accepted.kind,
        protocol=lab.accepted.protocol,
        files=list(lab.accepted.files),
        limits=LabLimits(
            turn_seconds=limits.turn_seconds,
            init_seconds=limits.init_seconds,
            game_seconds=limits.game_seconds,
            memory_bytes=limits.memory_bytes,
        ),
        test_list=[
            LabTest(
                title=_two(test.title),
                points=test.max_points,
                about=[SentenceCode(**wording(text)) for text in test.describe(lab.setting)],
            )
            for test in lab.tests
        ],
    )


def _row(arena: Arena, grade_id: str) -> GradeRow:
    row = arena.database.read(lambda c: get_grade(c, grade_id))
    if row is None:
        raise missing("problem.no_grade")
    return row


def _grade(arena: Arena, grade_id: str) -> GradeFacts:
    row = _row(arena, grade_id)
    page = arena.database.read(lambda c: report_of(c, grade_id, "page"))
    shown: dict[str, Any] = json.loads(page) if page is not None else {"fault": None, "tests": []}
    done, of = arena.services.gradings.progress(grade_id) or (0, 0)
    return GradeFacts(
        id=row.id,
        lab=row.lab,
        name=row.name,
        state=row.state,
        points=row.points,
        max_points=row.max_points,
        problem=row.problem,
        fault=shown["fault"],
        done=done,
        of=of,
        tests=shown["tests"],
        created_at=row.created_at,
        finished_at=row.finished_at,
    )
