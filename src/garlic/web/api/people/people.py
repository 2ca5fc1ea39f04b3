"""All people of a server, for administrators: disable, remove, and the whole audit log."""

from datetime import datetime
from typing import Annotated

from fastapi import Path, Query, Response
from pydantic import BaseModel
from sqlalchemy import Connection

from garlic.people.accounts import (
    Account,
    disable,
    get_account,
    list_accounts,
    remove_person,
    set_administrator,
)
from garlic.people.audit import AuditEvent, as_csv, entries, note
from garlic.people.courses import memberships_of
from garlic.people.links import password_link
from garlic.people.rules import Action
from garlic.web.api.files import csv_file
from garlic.web.app import Shared
from garlic.web.permission import AuditActor, Me, check_accounts, needs
from garlic.web.problems import REFUSALS, ApiRouter, Problem, not_found
from garlic.web.sentences import page_sentence
from garlic.web.view.people_models import (
    AuditModel,
    MembershipModel,
    SecretLink,
    audit_model,
    membership_model,
    secret_link,
)

router = ApiRouter(
    prefix="/api", tags=["people"], responses=REFUSALS, dependencies=[needs(Action.ADMINISTER)]
)

PersonId = Annotated[int, Path(ge=1, le=2**31 - 1)]
_MOST_ENTRIES = 200


class AccountSummary(BaseModel):
    """An account, for administrators."""

    id: int
    login: str
    name: str
    number: str
    is_administrator: bool
    has_password: bool
    is_disabled: bool
    created_at: datetime
    courses: list[MembershipModel]


class AccountChange(BaseModel):
    """What to change; what is not given stays."""

    is_administrator: bool | None = None
    is_disabled: bool | None = None


class Pseudonym(BaseModel):
    """The name under which the results of a removed person are kept."""

    pseudonym: str


@router.get("/people")
def people(arena: Shared) -> list[AccountSummary]:
    """All accounts, by login."""
    return arena.database.read(lambda c: [_account(c, account) for account in list_accounts(c)])


@router.patch("/people/{person_id}")
def change(
    arena: Shared, me: Me, actor: AuditActor, person_id: PersonId, request: AccountChange
) -> AccountSummary:
    """Make somebody an administrator, or no longer; disable or enable them."""
    check_accounts(arena)

    def work(connection: Connection) -> AccountSummary:
        _other(connection, me.id, person_id)
        if request.is_administrator is not None:
            set_administrator(connection, person_id, request.is_administrator)
            role = "administrator" if request.is_administrator else "none"
            note(connection, actor, AuditEvent.ROLE_CHANGED, about=person_id, role=role)
        if request.is_disabled is not None:
            disable(connection, person_id, request.is_disabled)
            event = AuditEvent.DISABLED if request.is_disabled else AuditEvent.ENABLED
            note(connection, actor, event, about=person_id)
        return _account(connection, _other(connection, me.id, person_id))

    changed = arena.database.write(work)
    arena.hub.end_streams_of(person_id)
    return changed


@router.delete("/people/{person_id}")
def remove(arena: Shared, me: Me, actor: AuditActor, person_id: PersonId) -> Pseudonym:
    """Delete what is known about somebody; their results stay, under a pseudonym."""
    check_accounts(arena)

    def work(connection: Connection) -> Pseudonym:
        _other(connection, me.id, person_id)
        pseudonym = remove_person(connection, person_id)
        note(connection, actor, AuditEvent.REMOVED, about=person_id)
        return Pseudonym(pseudonym=pseudonym)

    removed = arena.database.write(work)
    arena.hub.end_streams_of(person_id)
    return removed


@router.post("/people/{person_id}/reset")
def reset(arena: Shared, me: Me, actor: AuditActor, person_id: PersonId) -> SecretLink:
    """A one-time link with which somebody sets a new password; earlier ones end."""
    check_accounts(arena)

    def work(connection: Connection) -> SecretLink:
        _other(connection, me.id, person_id)
        note(connection, actor, AuditEvent.LINK_MADE, about=person_id)
        return secret_link(password_link(connection, person_id, me.id))

    return arena.database.write(work)


@router.get("/audit")
def audit(
    arena: Shared,
    before: Annotated[int | None, Query(ge=1, le=2**31 - 1)] = None,
    limit: Annotated[int, Query(ge=1, le=_MOST_ENTRIES)] = 50,
) -> list[AuditModel]:
    """What was done on the whole server, newest first; *before* is the id of an entry."""
    found = arena.database.read(lambda c: entries(c, before=before, limit=limit))
    return [audit_model(entry) for entry in found]


@router.get("/audit.csv", response_class=Response)
def audit_file(arena: Shared, actor: AuditActor) -> Response:
    """The whole audit log as CSV."""
    check_accounts(arena)

    def work(connection: Connection) -> str:
        note(connection, actor, AuditEvent.EXPORTED, what="audit log")
        return as_csv(connection)

    return csv_file(arena.database.write(work), "audit.csv")


def _other(connection: Connection, own_id: int, person_id: int) -> Account:
    """The account; raise `Problem` if there is none, or if it is one's own."""
    account = get_account(connection, person_id)
    if account is None:
        raise not_found("problem.no_person")
    if person_id == own_id:
        raise Problem(403, page_sentence("problem.yourself"))
    return account


def _account(connection: Connection, account: Account) -> AccountSummary:
    return AccountSummary(
        id=account.id,
        login=account.login,
        name=account.name,
        number=account.number,
        is_administrator=account.is_administrator,
        has_password=account.has_password,
        is_disabled=account.disabled_at is not None,
        created_at=account.created_at,
        courses=[membership_model(each) for each in memberships_of(connection, account.id)],
    )
