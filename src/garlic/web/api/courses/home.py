"""The home of a course: assignments, leagues, announcements; what is switched off, the archive."""

from datetime import datetime
from typing import Annotated

from fastapi import Path
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import Connection

from garlic.courses.archived import archived_at, check_not_archived
from garlic.courses.assistance import (
    Assistance,
    course_assistance,
    set_assistance,
    switched_off,
)
from garlic.courses.life import archive, reopen
from garlic.people.accounts import names_of
from garlic.people.audit import AuditEvent, note
from garlic.people.courses import get_course
from garlic.people.persons import Person, Role
from garlic.people.rules import Action, Thing, allowed
from garlic.store.announcements import announce, announcements_of, remove_announcement
from garlic.store.assignments import list_assignments
from garlic.store.course_maps import maps_of
from garlic.store.leagues import all_leagues
from garlic.store.owners import Owner
from garlic.store.schema import LOCAL
from garlic.store.schema import assignments as assignments_table
from garlic.store.schema import leagues as leagues_table
from garlic.web import clock
from garlic.web.api.assignments.common import summary_of
from garlic.web.api.courses.courses import CourseId, check_course
from garlic.web.api.leagues.common import summary_of as league_summary_of
from garlic.web.app import Arena, Shared
from garlic.web.permission import (
    AuditActor,
    Me,
    course_by_id,
    course_seen_by_id,
    needs,
)
from garlic.web.problems import REFUSALS, ApiRouter, not_found
from garlic.web.view.assignment_models import AssignmentSummary
from garlic.web.view.league_models import LeagueSummary

router = ApiRouter(prefix="/api/courses", tags=["courses"], responses=REFUSALS)

_MOST_ANNOUNCEMENTS = 50


class AnnouncementModel(BaseModel):
    """What a course tells its people."""

    id: int
    title: str
    text: str
    author: str | None
    created_at: datetime


class CourseHome(BaseModel):
    """A course as its people see it."""

    id: int
    name: str
    title: str
    role: Role | None
    archived_at: datetime | None
    now: datetime  # on the clock of the server
    assistance_off: list[Assistance]  # for the whole course
    off_now: list[Assistance]  # for its students at this time, also by assignments
    assignments: list[AssignmentSummary]
    leagues: list[LeagueSummary]
    announcements: list[AnnouncementModel]
    maps: int  # how many maps of its own it has
    may: list[Action]


class AnnouncementRequest(BaseModel):
    """A new announcement."""

    model_config = ConfigDict(json_schema_extra={"example": {"title": "Week 2 is open"}})

    title: str = Field(min_length=1, max_length=200)
    text: str = Field("", max_length=20_000)


class AssistanceRequest(BaseModel):
    """The help that is switched off for the whole course; all other help is on."""

    off: list[Assistance] = Field(max_length=len(Assistance))


class ArchiveRequest(BaseModel):
    """Whether a course is archived."""

    archived: bool


@router.get("/{course_id}/home", dependencies=[needs(Action.SEE, course_seen_by_id)])
def home(arena: Shared, me: Me, course_id: CourseId) -> CourseHome:
    """A course with its assignments, leagues and announcements."""
    return _home(arena, me, course_id)


@router.post(
    "/{course_id}/announcements",
    status_code=201,
    dependencies=[needs(Action.TEACH, course_by_id)],
)
def new_announcement(
    arena: Shared, me: Me, actor: AuditActor, course_id: CourseId, request: AnnouncementRequest
) -> CourseHome:
    """Tell everybody in a course something."""

    def work(connection: Connection) -> None:
        check_course(connection, course_id)
        check_not_archived(connection, course_id)
        announce(connection, Owner(me.id, course_id), request.title, request.text, clock.now())
        note(connection, actor, AuditEvent.ANNOUNCED, course=course_id, title=request.title)

    arena.database.write(work)
    return _home(arena, me, course_id)


@router.delete(
    "/{course_id}/announcements/{announcement_id}",
    status_code=204,
    dependencies=[needs(Action.TEACH, course_by_id)],
)
def end_announcement(
    arena: Shared,
    course_id: CourseId,
    announcement_id: Annotated[int, Path(ge=1, le=2**31 - 1)],
) -> None:
    """Delete an announcement."""
    if not arena.database.write(lambda c: remove_announcement(c, course_id, announcement_id)):
        raise not_found("problem.no_announcement")


@router.put("/{course_id}/assistance", dependencies=[needs(Action.SET_COURSE, course_by_id)])
def assistance(
    arena: Shared, me: Me, actor: AuditActor, course_id: CourseId, request: AssistanceRequest
) -> CourseHome:
    """Switch hints, reviews or engines off for the students of a course, and the others on."""

    def work(connection: Connection) -> None:
        check_course(connection, course_id)
        set_assistance(connection, course_id, request.off)
        what = f"off: {', '.join(request.off) or '-'}"
        note(connection, actor, AuditEvent.COURSE_CHANGED, course=course_id, what=what)

    arena.database.write(work)
    return _home(arena, me, course_id)


@router.put("/{course_id}/archive", dependencies=[needs(Action.SET_COURSE, course_by_id)])
def set_archived(
    arena: Shared, me: Me, actor: AuditActor, course_id: CourseId, request: ArchiveRequest
) -> CourseHome:
    """Archive a course, so that it is only looked at, or let it go on."""

    def work(connection: Connection) -> None:
        check_course(connection, course_id)
        if request.archived:
            archive(connection, course_id, now=clock.now())
        else:
            reopen(connection, course_id)
        what = "archived" if request.archived else "reopened"
        note(connection, actor, AuditEvent.COURSE_CHANGED, course=course_id, what=what)

    arena.database.write(work)
    return _home(arena, me, course_id)


def _home(arena: Arena, me: Person, course_id: int) -> CourseHome:
    def work(connection: Connection) -> CourseHome:
        course = get_course(connection, course_id)
        if course is None:
            raise not_found("problem.no_course")
        said = announcements_of(connection, course_id, _MOST_ANNOUNCEMENTS)
        names = {}
        if arena.settings.has_accounts:
            # What came with a course's file, the course says.
            names = names_of(connection, {each.owner_id for each in said} - {LOCAL})
        now = clock.now()
        of_course = assignments_table.c.course_id == course_id
        leagues = all_leagues(connection, leagues_table.c.course_id == course_id)
        return CourseHome(
            id=course.id,
            name=course.name,
            title=course.title,
            role=me.roles.get(course_id),
            archived_at=archived_at(connection, course_id),
            now=now,
            assistance_off=list(course_assistance(connection, course_id)),
            off_now=sorted(switched_off(connection, course_id, now)),
            assignments=[
                summary_of(arena, connection, me, row)
                for row in list_assignments(connection, of_course)
            ],
            leagues=[league_summary_of(connection, row) for row in leagues],
            announcements=[
                AnnouncementModel(
                    id=each.id,
                    title=each.title,
                    text=each.text,
                    author=names.get(each.owner_id),
                    created_at=each.created_at,
                )
                for each in said
            ],
            maps=len(maps_of(connection, course_id)),
            may=allowed(me, Thing(course=course_id, shared=True)),
        )

    return arena.database.read(work)
