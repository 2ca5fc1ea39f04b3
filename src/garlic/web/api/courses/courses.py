"""Courses: those that there are, limits, the audit log. Their people are in `course_people`."""

from datetime import datetime
from typing import Annotated, Any

from fastapi import Path, Query, Response
from pydantic import BaseModel, Field
from sqlalchemy import Connection

from garlic.people.audit import AuditEntry, AuditEvent, as_csv, entries, note
from garlic.people.courses import add_course, get_course, list_courses
from garlic.people.limits import (
    ShareLimits,
    course_limits,
    set_course_limits,
)
from garlic.people.persons import Role
from garlic.people.rules import Action
from garlic.web.api.people.account import LimitsModel
from garlic.web.api.people.session import CourseModel
from garlic.web.app import Shared
from garlic.web.permission import AuditActor, Me, check_accounts, course_by_id, needs
from garlic.web.problems import REFUSALS, ApiRouter, not_found

router = ApiRouter(prefix="/api/courses", tags=["courses"], responses=REFUSALS)

CourseId = Annotated[int, Path(ge=1, le=2**31 - 1)]
PersonId = Annotated[int, Path(ge=1, le=2**31 - 1)]
_MOST_ENTRIES = 200


class CourseSummary(CourseModel):
    """A course in the list."""

    members: int


class CourseRequest(BaseModel):
    """A new course."""

    name: str = Field(min_length=1, max_length=80, examples=["algorithms-2026"])
    title: str = Field("", max_length=200)


class RoleLimits(BaseModel):
    """The limits of every role in a course."""

    teacher: LimitsModel
    assistant: LimitsModel
    student: LimitsModel
    guest: LimitsModel


class AuditModel(BaseModel):
    """An entry of the audit log."""

    id: int
    at: datetime
    action: str
    person: str | None  # who did it; null: nobody was signed in
    about: str | None  # to whom
    details: dict[str, Any]
    address: str


@router.get("", dependencies=[needs(Action.LOOK)])
def courses(arena: Shared, me: Me) -> list[CourseSummary]:
    """One's courses; for administrators all of them."""
    return [
        CourseSummary(id=course.id, name=course.name, title=course.title, members=members)
        for course, members in arena.database.read(list_courses)
        if me.is_administrator or course.id in me.roles
    ]


@router.post("", status_code=201, dependencies=[needs(Action.ADMINISTER)])
def new_course(arena: Shared, actor: AuditActor, request: CourseRequest) -> CourseModel:
    """Make a course."""
    check_accounts(arena)

    def work(connection: Connection) -> CourseModel:
        course = add_course(connection, request.name, request.title)
        note(connection, actor, AuditEvent.COURSE_ADDED, course=course.id, name=course.name)
        return CourseModel(id=course.id, name=course.name, title=course.title)

    return arena.database.write(work)


@router.get("/{course_id}/limits", dependencies=[needs(Action.SEE_PEOPLE, course_by_id)])
def limits(arena: Shared, course_id: CourseId) -> RoleLimits:
    """The limits of every role."""
    return _limits(arena.database.read(lambda c: course_limits(c, course_id)))


@router.put("/{course_id}/limits", dependencies=[needs(Action.SET_LIMITS, course_by_id)])
def set_limits(
    arena: Shared, actor: AuditActor, course_id: CourseId, request: RoleLimits
) -> RoleLimits:
    """Set the limits of every role."""
    check_accounts(arena)
    wanted = {Role(name): ShareLimits(**limits) for name, limits in request.model_dump().items()}

    def work(connection: Connection) -> RoleLimits:
        check_course(connection, course_id)
        set_course_limits(connection, course_id, wanted)
        note(connection, actor, AuditEvent.LIMITS_SET, course=course_id)
        return _limits(course_limits(connection, course_id))

    return arena.database.write(work)


@router.get("/{course_id}/audit", dependencies=[needs(Action.SEE_AUDIT, course_by_id)])
def audit(
    arena: Shared,
    course_id: CourseId,
    before: Annotated[int | None, Query(ge=1, le=2**31 - 1)] = None,
    limit: Annotated[int, Query(ge=1, le=_MOST_ENTRIES)] = 50,
) -> list[AuditModel]:
    """What was done in a course, newest first; *before* is the id of an entry."""
    found = arena.database.read(lambda c: entries(c, course_id, before=before, limit=limit))
    return [audit_model(entry) for entry in found]


@router.get(
    "/{course_id}/audit.csv",
    response_class=Response,
    dependencies=[needs(Action.SEE_AUDIT, course_by_id)],
)
def audit_file(arena: Shared, actor: AuditActor, course_id: CourseId) -> Response:
    """The whole audit log of a course as CSV."""
    check_accounts(arena)

    def work(connection: Connection) -> str:
        note(connection, actor, AuditEvent.EXPORTED, course=course_id, what="audit log")
        return as_csv(connection, course_id)

    return csv_file(arena.database.write(work), f"audit-{course_id}.csv")


def csv_file(content: str, name: str) -> Response:
    """A CSV file to download; spreadsheets know its encoding by the mark."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(
        content.encode("utf-8-sig"), media_type="text/csv; charset=utf-8", headers=headers
    )


def audit_model(entry: AuditEntry) -> AuditModel:
    """An entry as the API sends it."""
    return AuditModel(
        id=entry.id,
        at=entry.at,
        action=entry.action,
        person=entry.person,
        about=entry.about,
        details=entry.details,
        address=entry.address,
    )


def check_course(connection: Connection, course_id: int) -> None:
    """Raise `Problem` (404) if there is no such course."""
    if get_course(connection, course_id) is None:
        raise not_found("problem.no_course")


def limits_model(limits: ShareLimits) -> LimitsModel:
    """Limits as the API sends them."""
    return LimitsModel(
        cpu_minutes=limits.cpu_minutes,
        queued_games=limits.queued_games,
        uploads=limits.uploads,
        disk_megabytes=limits.disk_megabytes,
    )


def _limits(limits: dict[Role, ShareLimits]) -> RoleLimits:
    return RoleLimits(**{role.value: limits_model(limit) for role, limit in limits.items()})
