"""One's own account: name, password, sessions, access tokens, limits."""

from collections.abc import Callable
from datetime import datetime
from typing import Annotated

from fastapi import Path, Request, Response
from pydantic import BaseModel, Field
from sqlalchemy import Connection

from garlic.people.accounts import LONGEST_NAME, check_password, rename_person, set_password
from garlic.people.audit import AuditEvent, note
from garlic.people.limits import limits_for, usage_of
from garlic.people.persons import Scope
from garlic.people.rules import Action
from garlic.people.sessions import begin_session, revoke, revoke_others, sessions_of
from garlic.people.tokens import LONGEST_DAYS, AccessToken, add_token, remove_token, tokens_of
from garlic.people.tries import begin_try, end_try, forget_wrong
from garlic.web.api.files import TOO_MANY
from garlic.web.api.people.session import Password
from garlic.web.app import Arena, Shared
from garlic.web.identity import address_of, check_encrypted, set_session
from garlic.web.permission import AuditActor, Me, check_accounts, needs
from garlic.web.problems import REFUSALS, ApiRouter, Problem
from garlic.web.sentences import page_sentence
from garlic.web.view.people_models import LimitsModel, limits_model

router = ApiRouter(prefix="/api/account", tags=["account"], responses=REFUSALS)

RowId = Annotated[int, Path(ge=1, le=2**31 - 1)]


class BrowserSession(BaseModel):
    """A browser that is signed in."""

    id: int
    created_at: datetime
    seen_at: datetime
    address: str
    agent: str  # what the browser says it is
    is_this: bool


class TokenModel(BaseModel):
    """An access token, without its secret."""

    id: int
    name: str
    scopes: list[Scope]
    created_at: datetime
    used_at: datetime | None
    ends_at: datetime


class NewTokenModel(TokenModel):
    """A new access token; its secret is shown once."""

    secret: str


class UsageModel(BaseModel):
    """What somebody has used."""

    cpu_minutes: float  # today
    queued_games: int  # that wait or run
    uploads: int  # in the last hour
    disk_megabytes: float


class AccountModel(BaseModel):
    """One's own account."""

    login: str
    name: str
    sessions: list[BrowserSession]  # the last used one first
    tokens: list[TokenModel]  # newest first
    limits: LimitsModel  # where one works now
    usage: UsageModel


class NameRequest(BaseModel):
    """How one wants to be called."""

    name: str = Field(min_length=1, max_length=LONGEST_NAME, examples=["Ada Lovelace"])


class PasswordRequest(BaseModel):
    """The present password and the new one."""

    old: Password
    new: Password


class TokenRequest(BaseModel):
    """A new access token."""

    name: str = Field(min_length=1, max_length=80, examples=["my laptop"])
    scopes: list[Scope] = Field(min_length=1, max_length=len(Scope))
    days: int = Field(90, ge=1, le=LONGEST_DAYS)


@router.get("", dependencies=[needs(Action.ACCOUNT)])
def account(arena: Shared, me: Me) -> AccountModel:
    """One's sessions, tokens and limits."""
    queued = arena.services.workers.queued(me.id)

    def work(connection: Connection) -> AccountModel:
        used = usage_of(connection, me.id)
        limits = limits_for(connection, me)
        return AccountModel(
            login=me.login,
            name=me.name,
            sessions=[
                BrowserSession(
                    id=each.id,
                    created_at=each.created_at,
                    seen_at=each.seen_at,
                    address=each.address,
                    agent=each.agent,
                    is_this=each.id == me.session,
                )
                for each in sessions_of(connection, me.id)
            ],
            tokens=[_token(token) for token in tokens_of(connection, me.id)],
            limits=limits_model(limits),
            usage=UsageModel(
                cpu_minutes=round(used.cpu_seconds / 60, 2),
                queued_games=queued,
                uploads=used.uploads,
                disk_megabytes=round(used.disk_bytes / (1 << 20), 2),
            ),
        )

    return arena.database.read(work)


@router.post("/name", status_code=204, dependencies=[needs(Action.ACCOUNT)])
def change_name(arena: Shared, me: Me, actor: AuditActor, request: NameRequest) -> None:
    """Change the name that others see; the login stays."""

    def work(connection: Connection) -> None:
        rename_person(connection, me.id, request.name)
        note(connection, actor, AuditEvent.RENAMED, about=me.id)

    _write(arena, work)


@router.post("/password", status_code=204, responses=TOO_MANY, dependencies=[needs(Action.ACCOUNT)])
def change_password(
    arena: Shared,
    me: Me,
    actor: AuditActor,
    http: Request,
    response: Response,
    request: PasswordRequest,
) -> None:
    """Change one's password; all other browsers are signed out."""
    check_accounts(arena)
    check_encrypted(http, arena.settings)
    address = address_of(http)
    if arena.database.write(lambda c: begin_try(c, me.login, address)) > 0:
        raise Problem(429, page_sentence("problem.too_many"))
    if arena.database.read(lambda c: check_password(c, me.login, request.old)) is None:
        arena.database.write(lambda c: end_try(c, me.login, address))
        raise Problem(403, page_sentence("problem.wrong_password"))

    def work(connection: Connection) -> str:
        forget_wrong(connection, me.login)
        set_password(connection, me.id, request.new)
        note(connection, actor, AuditEvent.PASSWORD_SET, about=me.id)
        return begin_session(connection, me.id, address, http.headers.get("user-agent", ""))

    set_session(http, response, arena.database.write(work))
    arena.hub.end_streams_of(me.id)


@router.delete("/sessions/{session_id}", status_code=204, dependencies=[needs(Action.ACCOUNT)])
def end_one(arena: Shared, me: Me, actor: AuditActor, session_id: RowId) -> None:
    """Sign another browser out."""

    def work(connection: Connection) -> None:
        revoke(connection, me.id, session_id)
        note(connection, actor, AuditEvent.SESSION_ENDED, about=me.id)

    _write(arena, work)
    arena.hub.end_streams_of(me.id)


@router.delete("/sessions", status_code=204, dependencies=[needs(Action.ACCOUNT)])
def end_others(arena: Shared, me: Me, actor: AuditActor) -> None:
    """Sign all other browsers out."""

    def work(connection: Connection) -> None:
        revoke_others(connection, me.id, me.session)
        note(connection, actor, AuditEvent.SESSION_ENDED, about=me.id)

    _write(arena, work)
    arena.hub.end_streams_of(me.id)


@router.post("/tokens", status_code=201, dependencies=[needs(Action.ACCOUNT)])
def new_token(arena: Shared, me: Me, actor: AuditActor, request: TokenRequest) -> NewTokenModel:
    """Make an access token for a program; its secret is shown only now."""
    check_accounts(arena)

    def work(connection: Connection) -> tuple[AccessToken, str]:
        made = add_token(connection, me.id, request.name, request.scopes, request.days)
        note(connection, actor, AuditEvent.TOKEN_MADE, about=me.id, name=made[0].name)
        return made

    token, secret = arena.database.write(work)
    return NewTokenModel(**dict(_token(token)), secret=secret)


@router.delete("/tokens/{token_id}", status_code=204, dependencies=[needs(Action.ACCOUNT)])
def end_token(arena: Shared, me: Me, actor: AuditActor, token_id: RowId) -> None:
    """Revoke an access token."""

    def work(connection: Connection) -> None:
        remove_token(connection, me.id, token_id)
        note(connection, actor, AuditEvent.TOKEN_REMOVED, about=me.id)

    _write(arena, work)
    arena.hub.end_streams_of(me.id)


def _write(arena: Arena, work: Callable[[Connection], None]) -> None:
    check_accounts(arena)
    arena.database.write(work)


def _token(token: AccessToken) -> TokenModel:
    return TokenModel(
        id=token.id,
        name=token.name,
        scopes=list(token.scopes),
        created_at=token.created_at,
        used_at=token.used_at,
        ends_at=token.ends_at,
    )
