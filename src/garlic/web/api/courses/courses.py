"""Courses: those that there are, limits, the audit log. Their people are in `course_people`."""

from typing import Annotated

from fastapi import Path, Query, Response
from pydantic import BaseModel, Field
from sqlalchemy import Connection

from garlic.people.audit import AuditEvent, as_csv, entries, note
from garlic.people.courses import add_course, get_course, list_courses
from garlic.people.limits import (
    ShareLimits,
    course_limits,
    set_course_limits,
)
from garlic.people.persons import Role
from garlic.people.rules import Action
from garlic.web.api.files import csv_file
from garlic.web.app import Shared
from garlic.web.permission import AuditActor, Me, check_accounts, course_by_id, needs
from garlic.web.problems import REFUSALS, ApiRouter, not_found
from garlic.web.view.people_models import (
    AuditModel,
    CourseModel,
    LimitsModel,
    audit_model,
    course_model,
    limits_model,
)

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


@router.get("", dependencies=[needs(Action.LOOK)])
def courses(arena: Shared, me: Me) -> list[CourseSummary]:
    """One's courses; for administrators all of them."""
    return [
        CourseSummary(**dict(course_model(course)), members=members)
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
        return course_model(course)

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


def check_course(connection: Connection, course_id: int) -> None:
    """Raise `Problem` (404) if there is no such course."""
    if get_course(connection, course_id) is None:
        raise not_found("problem.no_course")


def _limits(limits: dict[Role, ShareLimits]) -> RoleLimits:
    return RoleLimits(**{role.value: limits_model(limit) for role, limit in limits.items()})
