"""Signing in and out, joining a course by an invitation, and setting a password by a link."""

from typing import Annotated, Literal

from fastapi import Request, Response
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import Connection

from garlic.core import UsageError
from garlic.people.accounts import (
    Account,
    add_person,
    check_password,
    get_account,
    has_administrator,
    join,
    load_person,
    renew_hash,
    set_password,
    switch_course,
)
from garlic.people.audit import ActingPerson, AuditEvent, note
from garlic.people.courses import get_course, memberships_of
from garlic.people.credentials import LONGEST_PASSWORD
from garlic.people.links import Link, LinkError, LinkKind, find_link, use_link
from garlic.people.persons import Person, Role
from garlic.people.rules import Action, Thing, allowed
from garlic.people.sessions import begin_session, end_session
from garlic.people.tries import begin_try, end_try, forget_wrong, note_wrong, seconds_to_wait
from garlic.store.leagues import has_leagues
from garlic.store.schema import leagues
from garlic.web.api.files import TOO_MANY
from garlic.web.app import Arena, Shared
from garlic.web.identity import (
    address_of,
    check_encrypted,
    forget_session,
    session_secret,
    set_session,
)
from garlic.web.permission import AuditActor, Me, Viewer, check_accounts, needs, seen_by
from garlic.web.problems import REFUSALS, ApiRouter, Problem
from garlic.web.sentences import page_sentence
from garlic.web.view.people_models import (
    CourseModel,
    MembershipModel,
    course_model,
    membership_model,
)

router = ApiRouter(prefix="/api", tags=["session"], responses=REFUSALS)

Password = Annotated[str, Field(max_length=LONGEST_PASSWORD)]
Secret = Annotated[str, Field(min_length=20, max_length=200, description="what follows the `#`")]


class PersonModel(BaseModel):
    """Whoever is signed in."""

    id: int
    login: str
    name: str
    is_administrator: bool
    role: Role | None  # where they work now; administrators are teachers everywhere


class SessionModel(BaseModel):
    """Who is signed in, and what they may do.

    On a server without accounts, everybody is the same person, who may do everything.
    """

    mode: Literal["local", "token", "class"]
    person: PersonModel | None  # null: nobody is signed in
    course: CourseModel | None  # where they work now
    courses: list[MembershipModel]
    may: list[Action]  # in this course, whatever they own
    has_leagues: bool  # that they may see
    insecure: bool  # passwords travel over plain HTTP: warn everybody
    needs_administrator: bool  # nobody can sign in yet


class SignInRequest(BaseModel):
    """Login and password."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"login": "ada", "password": "a long sentence"}}
    )

    login: str = Field(min_length=1, max_length=200)
    password: Password


class LinkRequest(BaseModel):
    """A link that somebody was given."""

    secret: Secret


class LinkModel(BaseModel):
    """What a link is for."""

    kind: LinkKind
    course: CourseModel | None
    role: Role | None
    login: str | None  # whose password it sets
    name: str | None


class UseLinkRequest(LinkRequest):
    """Use a link: with a password; an invitation also with a login and a name, unless signed in."""

    login: str | None = Field(None, max_length=80)
    name: str | None = Field(None, max_length=120)
    password: Password | None = None


class SwitchRequest(BaseModel):
    """The course to work in."""

    course: int = Field(ge=1, le=2**31 - 1)


@router.get("/session", dependencies=[needs(Action.SIGN_IN)])
def session(arena: Shared, viewer: Viewer) -> SessionModel:
    """Who is signed in, in which course they work, and what they may do there."""
    return _session(arena, viewer)


@router.post("/session", responses=TOO_MANY, dependencies=[needs(Action.SIGN_IN)])
def sign_in(
    arena: Shared, request: Request, response: Response, credentials: SignInRequest
) -> SessionModel:
    """Sign in with a password: a cookie has the new session, and an earlier one ends."""
    check_accounts(arena)
    check_encrypted(request, arena.settings)
    login, address = credentials.login, address_of(request)
    _check_patience(arena.database.write(lambda c: begin_try(c, login, address)))
    account = arena.database.read(lambda c: check_password(c, login, credentials.password))
    if account is None:
        arena.database.write(lambda c: _note_failure(c, login, address))
        raise Problem(401, page_sentence("problem.wrong_password"))

    def work(connection: Connection) -> str:
        forget_wrong(connection, login)
        renew_hash(connection, account.id, credentials.password)
        return _begin(connection, request, account)

    set_session(request, response, arena.database.write(work))
    return _session_of(arena, account.id)


@router.delete("/session", dependencies=[needs(Action.SIGN_IN)])
def sign_out(
    arena: Shared, request: Request, response: Response, actor: AuditActor
) -> SessionModel:
    """Sign out."""
    check_accounts(arena)
    secret = session_secret(request)

    def work(connection: Connection) -> None:
        end_session(connection, secret)
        note(connection, actor, AuditEvent.SIGNED_OUT)

    if secret and actor.person is not None:
        arena.database.write(work)
        arena.hub.end_streams_of(actor.person)
    forget_session(request, response)
    return _session(arena, None)


@router.post("/session/course", dependencies=[needs(Action.SWITCH)])
def switch(arena: Shared, me: Me, request: SwitchRequest) -> SessionModel:
    """Work in another of one's courses."""
    if not arena.settings.has_accounts:
        return _session(arena, me)
    known = arena.database.read(lambda c: get_course(c, request.course))
    if known is None or not (me.is_administrator or request.course in me.roles):
        raise Problem(404, page_sentence("problem.no_course"))
    arena.database.write(lambda c: switch_course(c, me.id, request.course))
    return _session_of(arena, me.id)


@router.post("/links/look", responses=TOO_MANY, dependencies=[needs(Action.SIGN_IN)])
def look_at_link(arena: Shared, request: Request, link: LinkRequest) -> LinkModel:
    """What a link is for; it is not used up."""
    check_accounts(arena)
    found = _guessing(arena, request, link.secret)

    def work(connection: Connection) -> LinkModel:
        course = None if found.course_id is None else get_course(connection, found.course_id)
        account = None if found.person_id is None else get_account(connection, found.person_id)
        return LinkModel(
            kind=found.kind,
            course=None if course is None else course_model(course),
            role=found.role,
            login=None if account is None else account.login,
            name=None if account is None else account.name,
        )

    return arena.database.read(work)


@router.post("/links/use", responses=TOO_MANY, dependencies=[needs(Action.SIGN_IN)])
def use(
    arena: Shared, request: Request, response: Response, viewer: Viewer, link: UseLinkRequest
) -> SessionModel:
    """Use a link and sign in: join a course, set a password, or become the first administrator."""
    check_accounts(arena)
    check_encrypted(request, arena.settings)
    _guessing(arena, request, link.secret)
    if viewer is not None and viewer.scopes is not None:
        raise Problem(403, page_sentence("problem.not_yours"))  # with a token

    def work(connection: Connection) -> tuple[int, str | None]:
        used = use_link(connection, link.secret)
        if used.kind == "invitation" and viewer is not None:
            _join(connection, used, viewer.id, ActingPerson(viewer.id, address_of(request)))
            return viewer.id, None
        account = _account_by(connection, used, link)
        actor = ActingPerson(account.id, address_of(request))
        if used.kind == "invitation":
            note(connection, actor, AuditEvent.ADDED, course=used.course_id, about=account.id)
            _join(connection, used, account.id, actor)
        else:
            note(connection, actor, AuditEvent.PASSWORD_SET, about=account.id)
        return account.id, _begin(connection, request, account)

    person_id, secret = arena.database.write(work)
    arena.hub.end_streams_of(person_id)
    if secret is not None:
        set_session(request, response, secret)
    return _session_of(arena, person_id)


def _account_by(connection: Connection, link: Link, request: UseLinkRequest) -> Account:
    """The account that *link* is for, or that it makes."""
    if request.password is None:
        raise UsageError("choose a password")
    if link.person_id is not None:
        set_password(connection, link.person_id, request.password)
        account = get_account(connection, link.person_id)
        if account is None or account.disabled_at is not None:
            raise LinkError
        return account
    if not request.login:
        raise UsageError("choose a login")
    if link.kind == "administrator" and has_administrator(connection):
        raise LinkError
    return add_person(
        connection,
        request.login,
        request.name or "",
        password=request.password,
        is_administrator=link.kind == "administrator",
    )


def _join(connection: Connection, link: Link, person_id: int, actor: ActingPerson) -> None:
    if link.course_id is None or link.role is None:
        raise LinkError
    join(connection, person_id, link.course_id, link.role)
    note(
        connection, actor, AuditEvent.JOINED, course=link.course_id, about=person_id, role=link.role
    )


def _begin(connection: Connection, request: Request, account: Account) -> str:
    """Begin a session; the one that the browser has had ends, so that nobody can prepare one."""
    if before := session_secret(request):
        end_session(connection, before)
    address = address_of(request)
    agent = request.headers.get("user-agent", "")
    note(connection, ActingPerson(account.id, address), AuditEvent.SIGNED_IN, about=account.id)
    return begin_session(connection, account.id, address, agent)


def _guessing(arena: Arena, request: Request, secret: str) -> Link:
    """The link; whoever shows wrong ones has to wait longer and longer."""
    address = address_of(request)
    _check_patience(arena.database.read(lambda c: seconds_to_wait(c, "", address)))
    try:
        return arena.database.read(lambda c: find_link(c, secret))
    except LinkError:
        arena.database.write(lambda c: note_wrong(c, "", address))
        raise


def _check_patience(wait: float) -> None:
    """Raise `Problem` (429) if somebody has to wait for so many seconds."""
    if wait > 0:
        seconds = round(wait) + 1
        sentence = page_sentence("problem.wait", seconds=seconds)
        raise Problem(429, sentence, {"Retry-After": str(seconds)})


def _note_failure(connection: Connection, login: str, address: str) -> None:
    end_try(connection, login, address)
    actor = ActingPerson(None, address)
    note(connection, actor, AuditEvent.SIGN_IN_FAILED, login=login.strip()[:80])


def _session_of(arena: Arena, person_id: int) -> SessionModel:
    return _session(arena, arena.database.read(lambda c: load_person(c, person_id)))


def _session(arena: Arena, viewer: Person | None) -> SessionModel:
    settings = arena.settings

    def work(connection: Connection) -> SessionModel:
        found = [] if viewer is None else memberships_of(connection, viewer.id)
        course = None if viewer is None else get_course(connection, viewer.course)
        thing = Thing(course=None if viewer is None else viewer.course)
        return SessionModel(
            mode="class" if settings.has_accounts else "token" if settings.token else "local",
            person=None
            if viewer is None
            else PersonModel(
                id=viewer.id,
                login=viewer.login,
                name=viewer.name,
                is_administrator=viewer.is_administrator,
                role=viewer.role,
            ),
            course=None if course is None else course_model(course),
            courses=[membership_model(each) for each in found],
            may=allowed(viewer, thing),
            has_leagues=viewer is not None
            and has_leagues(connection, *seen_by(arena, viewer, leagues, is_shared=True)),
            insecure=settings.has_accounts and settings.insecure_http,
            needs_administrator=settings.has_accounts and not has_administrator(connection),
        )

    return arena.database.read(work)
