"""What the page is sent of people, their courses and limits, and of the audit log."""

from datetime import datetime
from typing import Any

from pydantic import BaseModel, Field

from garlic.people.audit import AuditEntry
from garlic.people.courses import Course, Membership
from garlic.people.limits import ShareLimits
from garlic.people.persons import Role


class CourseModel(BaseModel):
    """A course."""

    id: int
    name: str
    title: str


class MembershipModel(CourseModel):
    """A course, and one's role in it."""

    role: Role
    group: str


class LimitsModel(BaseModel):
    """How much somebody may use; null: as much as there is."""

    cpu_minutes: int | None = Field(None, ge=0, le=10**9)  # a day
    queued_games: int | None = Field(None, ge=0, le=10**9)  # that wait or run
    uploads: int | None = Field(None, ge=0, le=10**9)  # an hour
    disk_megabytes: int | None = Field(None, ge=0, le=10**9)


class AuditModel(BaseModel):
    """An entry of the audit log."""

    id: int
    at: datetime
    action: str
    person: str | None  # who did it; null: nobody was signed in
    about: str | None  # to whom
    details: dict[str, Any]
    address: str


class SecretLink(BaseModel):
    """A link to hand over: its path with the secret, which is shown once."""

    path: str


def course_model(course: Course) -> CourseModel:
    """A course as the API sends it."""
    return CourseModel(id=course.id, name=course.name, title=course.title)


def membership_model(membership: Membership) -> MembershipModel:
    """A course and somebody's role in it, as the API sends them."""
    course, role, group = membership.course, membership.role, membership.group
    return MembershipModel(**dict(course_model(course)), role=role, group=group)


def limits_model(limits: ShareLimits) -> LimitsModel:
    """Limits as the API sends them."""
    return LimitsModel(
        cpu_minutes=limits.cpu_minutes,
        queued_games=limits.queued_games,
        uploads=limits.uploads,
        disk_megabytes=limits.disk_megabytes,
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


def secret_link(secret: str) -> SecretLink:
    """The link with *secret*, which the page for joining takes."""
    return SecretLink(path=f"/join#{secret}")
