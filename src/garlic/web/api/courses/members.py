"""The people of a course: who is in it and in which role, rosters, invitations."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Annotated, TypeVar

from fastapi import Depends, File, Form, Path, UploadFile
from pydantic import BaseModel, Field
from sqlalchemy import Connection

from garlic.core.limits import MEGABYTE
from garlic.labs.intake.roster import Student, parse_roster
from garlic.people.accounts import (
    Account,
    CourseMember,
    disable,
    is_in_charge,
    members_of,
    new_login,
)
from garlic.people.audit import AuditEvent, note
from garlic.people.courses import leave_course, set_role
from garlic.people.enrolment import enrol
from garlic.people.limits import (
    ShareLimits,
    own_limits,
    set_own_limits,
)
from garlic.people.links import (
    LONGEST_DAYS,
    MOST_USES,
    Link,
    invitations_to,
    invite,
    password_link,
    withdraw,
)
from garlic.people.persons import Person, Role
from garlic.people.rules import Action
from garlic.web.api.courses.courses import CourseId, PersonId, check_course
from garlic.web.api.files import UPLOADS, read_upload
from garlic.web.app import Shared
from garlic.web.permission import AuditActor, Me, check_accounts, course_by_id, needs
from garlic.web.problems import REFUSALS, ApiRouter, Problem, not_found
from garlic.web.sentences import SentenceModel, encode_sentence, page_sentence
from garlic.web.view.people_models import LimitsModel, SecretLink, limits_model, secret_link

router = ApiRouter(prefix="/api/courses", tags=["courses"], responses=REFUSALS)

Result = TypeVar("Result")

_LARGEST_ROSTER = 1 * MEGABYTE


class MemberModel(BaseModel):
    """Somebody in a course."""

    id: int
    login: str
    name: str
    number: str  # of a student
    role: Role
    group: str
    is_administrator: bool
    has_password: bool  # false until they have used their one-time link
    is_disabled: bool
    limits: LimitsModel | None  # their own, instead of those of the role


class MemberRequest(BaseModel):
    """Somebody to add: a new account, or one that exists."""

    login: str = Field(min_length=1, max_length=80)
    name: str = Field("", max_length=120)
    number: str = Field("", max_length=80)
    group: str = Field("", max_length=80)
    role: Role = Role.STUDENT


class NewMember(BaseModel):
    """Somebody who was added; with a one-time link, if they have no password yet."""

    person: MemberModel
    link: SecretLink | None


class ImportReport(BaseModel):
    """The people of a roster; those who were in the course already have no new link."""

    added: list[NewMember]
    known: int
    remarks: list[SentenceModel]


class MemberChange(BaseModel):
    """What to change; what is not given stays."""

    role: Role | None = None
    group: str | None = Field(None, max_length=80)
    is_disabled: bool | None = None
    limits: LimitsModel | None = None
    usual_limits: bool = False  # those of the role again


class InvitationRequest(BaseModel):
    """A new invitation."""

    role: Role = Role.STUDENT
    uses: int = Field(1, ge=1, le=MOST_USES)
    days: int = Field(14, ge=1, le=LONGEST_DAYS)


class InvitationModel(BaseModel):
    """An invitation that still works, without its secret."""

    id: int
    role: Role
    uses_left: int
    created_at: datetime
    ends_at: datetime


class NewInvitation(InvitationModel):
    """A new invitation with its link, which is shown once."""

    link: SecretLink


@dataclass(frozen=True, slots=True)
class MemberAtHand:
    """The member that a request is about, and who asks."""

    arena: Shared
    me: Me
    actor: AuditActor
    course_id: CourseId
    person_id: PersonId

    def write(self, work: Callable[[Connection, CourseMember], Result]) -> Result:
        """Do *work* if *me* may change this member; raise `Problem` (403, 404) if not."""
        check_accounts(self.arena)
        return self.arena.database.write(
            lambda connection: work(
                connection, _changeable(connection, self.me, self.course_id, self.person_id)
            )
        )

    def note(self, connection: Connection, event: AuditEvent, **values: str) -> None:
        """An entry in the audit log about this member."""
        note(connection, self.actor, event, course=self.course_id, about=self.person_id, **values)


Here = Annotated[MemberAtHand, Depends()]


@router.get("/{course_id}/people", dependencies=[needs(Action.SEE_PEOPLE, course_by_id)])
def members(arena: Shared, course_id: CourseId) -> list[MemberModel]:
    """Everybody in a course, by login."""

    def work(connection: Connection) -> list[MemberModel]:
        check_course(connection, course_id)
        found = members_of(connection, course_id)
        return [_member(connection, course_id, member) for member in found]

    return arena.database.read(work)


@router.post(
    "/{course_id}/people",
    status_code=201,
    dependencies=[needs(Action.CHANGE_PEOPLE, course_by_id)],
)
def add(
    arena: Shared, me: Me, actor: AuditActor, course_id: CourseId, request: MemberRequest
) -> NewMember:
    """Add somebody; whoever has no account gets one, and a one-time link for a password."""
    check_accounts(arena)
    login = new_login(request.login)
    name = request.name or login
    student = Student(name, number=request.number, group=request.group, login=login)

    def work(connection: Connection) -> NewMember:
        check_course(connection, course_id)
        (added,) = enrol(connection, me, actor, course_id, [student], request.role)
        link = None if added.secret is None else secret_link(added.secret)
        return NewMember(person=_named(connection, course_id, added.account.id), link=link)

    return arena.database.write(work)


@router.post(
    "/{course_id}/people/import",
    status_code=201,
    responses=UPLOADS,
    dependencies=[needs(Action.CHANGE_PEOPLE, course_by_id)],
)
def import_roster(
    arena: Shared,
    me: Me,
    actor: AuditActor,
    course_id: CourseId,
    file: Annotated[UploadFile, File(description="a CSV file with headings")],
    role: Annotated[Role, Form()] = Role.STUDENT,
    preview: Annotated[bool, Form(description="add nobody, only say who would be")] = False,
) -> ImportReport:
    """Add everybody of a roster, each with a one-time link for a password."""
    check_accounts(arena)
    roster = parse_roster(read_upload(file, _LARGEST_ROSTER), file.filename or "roster")

    def work(connection: Connection) -> ImportReport:
        check_course(connection, course_id)
        # Doing it and taking it back is the exact preview, with the errors it would have.
        trial = connection.begin_nested()
        enrolled = enrol(connection, me, actor, course_id, roster.students, role)
        members = {each.account.id: each for each in members_of(connection, course_id)}
        doubts = [each.doubt for each in enrolled if each.doubt is not None]
        report = ImportReport(
            added=[
                NewMember(
                    person=_member(connection, course_id, members[each.account.id]),
                    link=None if each.secret is None or preview else secret_link(each.secret),
                )
                for each in enrolled
                if each.is_new
            ],
            known=sum(not each.is_new for each in enrolled),
            remarks=[encode_sentence(remark) for remark in (*roster.remarks, *doubts)],
        )
        if preview:
            trial.rollback()
        else:
            trial.commit()
        return report

    return arena.database.write(work)


@router.patch(
    "/{course_id}/people/{person_id}", dependencies=[needs(Action.CHANGE_PEOPLE, course_by_id)]
)
def change(here: Here, request: MemberChange) -> MemberModel:
    """Change somebody's role, group or limits; disable or enable them."""

    def work(connection: Connection, member: CourseMember) -> MemberModel:
        if request.role is not None or request.group is not None:
            role = request.role or member.role
            set_role(connection, here.course_id, here.person_id, role, request.group)
            if role is not member.role:
                changed = {"before": member.role.value, "role": role.value}
                here.note(connection, AuditEvent.ROLE_CHANGED, **changed)
        if request.is_disabled is not None:
            _check_charge(connection, here.me, member.account)
            disable(connection, here.person_id, request.is_disabled)
            event = AuditEvent.DISABLED if request.is_disabled else AuditEvent.ENABLED
            here.note(connection, event)
        if request.limits is not None or request.usual_limits:
            limits = None
            if request.limits is not None:
                limits = ShareLimits(**request.limits.model_dump())
            set_own_limits(connection, here.course_id, here.person_id, limits)
            here.note(connection, AuditEvent.LIMITS_SET)
        return _named(connection, here.course_id, here.person_id)

    changed = here.write(work)
    here.arena.hub.end_streams_of(here.person_id)
    return changed


@router.delete(
    "/{course_id}/people/{person_id}",
    status_code=204,
    dependencies=[needs(Action.CHANGE_PEOPLE, course_by_id)],
)
def remove(here: Here) -> None:
    """Remove somebody from a course; what they made there stays."""

    def work(connection: Connection, _: CourseMember) -> None:
        leave_course(connection, here.course_id, here.person_id)
        here.note(connection, AuditEvent.LEFT)

    here.write(work)
    here.arena.hub.end_streams_of(here.person_id)


@router.post(
    "/{course_id}/people/{person_id}/reset",
    dependencies=[needs(Action.CHANGE_PEOPLE, course_by_id)],
)
def reset(here: Here) -> SecretLink:
    """A one-time link with which somebody sets a new password; earlier ones end."""

    def work(connection: Connection, member: CourseMember) -> SecretLink:
        _check_charge(connection, here.me, member.account)
        here.note(connection, AuditEvent.LINK_MADE)
        return secret_link(password_link(connection, here.person_id, here.me.id))

    return here.write(work)


@router.get("/{course_id}/invitations", dependencies=[needs(Action.CHANGE_PEOPLE, course_by_id)])
def invitations(arena: Shared, course_id: CourseId) -> list[InvitationModel]:
    """The invitations that still work, newest first."""
    return [
        _invitation(link) for link in arena.database.read(lambda c: invitations_to(c, course_id))
    ]


@router.post(
    "/{course_id}/invitations",
    status_code=201,
    dependencies=[needs(Action.CHANGE_PEOPLE, course_by_id)],
)
def new_invitation(
    arena: Shared, me: Me, actor: AuditActor, course_id: CourseId, request: InvitationRequest
) -> NewInvitation:
    """Invite people by a link; it is shown only now."""
    check_accounts(arena)

    def work(connection: Connection) -> NewInvitation:
        check_course(connection, course_id)
        ends = datetime.now(UTC) + timedelta(days=request.days)
        link, secret = invite(connection, course_id, request.role, request.uses, ends, me.id)
        role, uses = request.role.value, request.uses
        note(connection, actor, AuditEvent.INVITED, course=course_id, role=role, uses=uses)
        return NewInvitation(**dict(_invitation(link)), link=secret_link(secret))

    return arena.database.write(work)


@router.delete(
    "/{course_id}/invitations/{invitation_id}",
    status_code=204,
    dependencies=[needs(Action.CHANGE_PEOPLE, course_by_id)],
)
def end_invitation(
    arena: Shared,
    actor: AuditActor,
    course_id: CourseId,
    invitation_id: Annotated[int, Path(ge=1, le=2**31 - 1)],
) -> None:
    """End an invitation."""
    check_accounts(arena)

    def work(connection: Connection) -> None:
        withdraw(connection, course_id, invitation_id)
        note(connection, actor, AuditEvent.INVITATION_ENDED, course=course_id)

    arena.database.write(work)


def _changeable(connection: Connection, me: Person, course_id: int, person_id: int) -> CourseMember:
    """A member; raise `Problem` (403) if a teacher wants to change an administrator, or oneself."""
    member = _member_of(connection, course_id, person_id)
    account = member.account
    if account.id == me.id or (account.is_administrator and not me.is_administrator):
        raise Problem(403, page_sentence("problem.not_yours"))
    return member


def _check_charge(connection: Connection, me: Person, account: Account) -> None:
    """Raise `Problem` (403) if somebody else is in charge of *account*, too."""
    if not is_in_charge(connection, me, account):
        raise Problem(403, page_sentence("problem.other_course"))


def _member_of(connection: Connection, course_id: int, person_id: int) -> CourseMember:
    for member in members_of(connection, course_id):
        if member.account.id == person_id:
            return member
    raise not_found("problem.no_person")


def _named(connection: Connection, course_id: int, person_id: int) -> MemberModel:
    return _member(connection, course_id, _member_of(connection, course_id, person_id))


def _member(connection: Connection, course_id: int, member: CourseMember) -> MemberModel:
    account = member.account
    own = own_limits(connection, course_id, account.id)
    return MemberModel(
        id=account.id,
        login=account.login,
        name=account.name,
        number=account.number,
        role=member.role,
        group=member.group,
        is_administrator=account.is_administrator,
        has_password=account.has_password,
        is_disabled=account.disabled_at is not None,
        limits=None if own is None else limits_model(own),
    )


def _invitation(link: Link) -> InvitationModel:
    return InvitationModel(
        id=link.id,
        role=link.role or Role.GUEST,
        uses_left=link.uses_left,
        created_at=link.created_at,
        ends_at=link.ends_at,
    )
