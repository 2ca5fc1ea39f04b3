"""Personal access tokens: what scripts and `garlic login` show. Stored by their hash."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, delete, func, select

from garlic.core import UsageError
from garlic.people.accounts import load_person
from garlic.people.credentials import digest, new_secret
from garlic.people.persons import Person, Scope
from garlic.store.schema import access_tokens

PREFIX = "garlic_"  # so that people and scanners recognise one
LONGEST_DAYS = 366
_MOST = 50
_USED_EVERY = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class AccessToken:
    """A token without its secret."""

    id: int
    name: str
    scopes: tuple[Scope, ...]
    created_at: datetime
    used_at: datetime | None
    ends_at: datetime


def add_token(
    connection: Connection, person_id: int, name: str, scopes: Iterable[Scope], days: int
) -> tuple[AccessToken, str]:
    """A new token, and its secret, which is shown once; raise `UsageError` if there are many."""
    t = access_tokens.c
    count = connection.scalar(select(func.count()).where(t.person_id == person_id)) or 0
    if count >= _MOST:
        raise UsageError("at most {most} tokens: delete one that you do not need", most=_MOST)
    secret, now = new_secret(PREFIX), datetime.now(UTC)
    shown = "".join(sign for sign in name if sign.isprintable()).strip()[:80] or "token"
    connection.execute(
        access_tokens.insert().values(
            hash=digest(secret),
            person_id=person_id,
            name=shown,
            scopes=sorted(set(scopes)),
            created_at=now,
            ends_at=now + timedelta(days=days),
        )
    )
    return next(token for token in tokens_of(connection, person_id)), secret


def tokens_of(connection: Connection, person_id: int) -> list[AccessToken]:
    """The tokens of a person, newest first."""
    t = access_tokens.c
    query = select(t.id, t.name, t.scopes, t.created_at, t.used_at, t.ends_at)
    query = query.where(t.person_id == person_id).order_by(t.id.desc())
    return [
        AccessToken(
            row.id,
            row.name,
            tuple(Scope(scope) for scope in row.scopes),
            row.created_at,
            row.used_at,
            row.ends_at,
        )
        for row in connection.execute(query)
    ]


def remove_token(connection: Connection, person_id: int, token_id: int) -> None:
    """Revoke a token."""
    t = access_tokens.c
    connection.execute(delete(access_tokens).where(t.person_id == person_id, t.id == token_id))


def person_of_token(connection: Connection, secret: str) -> tuple[Person, int | None] | None:
    """Whose token it is, and its id if `note_use` is due; None if it is unknown or over."""
    t = access_tokens.c
    query = select(t.id, t.person_id, t.scopes, t.used_at, t.ends_at)
    row = connection.execute(query.where(t.hash == digest(secret))).one_or_none()
    now = datetime.now(UTC)
    if row is None or row.ends_at < now:
        return None
    person = load_person(connection, row.person_id)
    if person is None:
        return None
    is_due = row.used_at is None or abs(now - row.used_at) > _USED_EVERY
    scopes = frozenset(Scope(scope) for scope in row.scopes)
    return replace(person, scopes=scopes), row.id if is_due else None


def note_use(connection: Connection, token_id: int) -> None:
    """Store that a token was used now."""
    now = datetime.now(UTC)
    query = access_tokens.update().where(access_tokens.c.id == token_id)
    connection.execute(query.values(used_at=now))
