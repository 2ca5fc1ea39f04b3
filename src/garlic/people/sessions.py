"""Sessions of browsers: random, stored by their hash, ended by time, by people or by staff."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, bindparam, delete, select

from garlic.people.accounts import load_person
from garlic.people.credentials import digest, new_secret
from garlic.people.persons import Person
from garlic.store.schema import sessions

IDLE = timedelta(days=7)
ABSOLUTE = timedelta(days=30)
_SEEN_EVERY = timedelta(minutes=1)  # how exactly it is stored when one was last used
_CLOCK = timedelta(minutes=10)  # by how much a clock may be set back
_MOST = 20  # of one person; the one that was used longest ago ends first
_LONGEST_AGENT, _LONGEST_ADDRESS = 200, 64

_SESSION = select(  # made once, because every request needs it
    *(sessions.c.id, sessions.c.person_id, sessions.c.created_at, sessions.c.seen_at)
).where(sessions.c.hash == bindparam("hash"))


@dataclass(frozen=True, slots=True)
class OpenSession:
    """A browser that is signed in."""

    id: int
    created_at: datetime
    seen_at: datetime
    address: str
    agent: str


def begin_session(connection: Connection, person_id: int, address: str, agent: str) -> str:
    """Sign a browser in; the secret for its cookie."""
    secret, now = new_secret(), datetime.now(UTC)
    connection.execute(
        sessions.insert().values(
            hash=digest(secret),
            person_id=person_id,
            created_at=now,
            seen_at=now,
            address=address[:_LONGEST_ADDRESS],
            agent="".join(sign for sign in agent if sign.isprintable())[:_LONGEST_AGENT],
        )
    )
    s = sessions.c
    newest = select(s.id).where(s.person_id == person_id).order_by(s.seen_at.desc(), s.id.desc())
    kept = list(connection.scalars(newest.limit(_MOST)))
    connection.execute(delete(sessions).where(s.person_id == person_id, s.id.not_in(kept)))
    connection.execute(delete(sessions).where(s.seen_at < now - IDLE))
    return secret


def person_of_session(connection: Connection, secret: str) -> tuple[Person, bool] | None:
    """Whose session it is, and whether `touch` is due; None if it is unknown or over."""
    row = connection.execute(_SESSION, {"hash": digest(secret)}).one_or_none()
    if row is None:
        return None
    now = datetime.now(UTC)
    # From the future: the clock was set back, and nobody knows how old it is.
    is_over = now - row.created_at > ABSOLUTE or now - row.seen_at > IDLE
    if is_over or row.seen_at - now > _CLOCK:
        return None
    person = load_person(connection, row.person_id)
    if person is None:
        return None
    return replace(person, session=row.id), now - row.seen_at > _SEEN_EVERY


def touch(connection: Connection, session_id: int) -> None:
    """Store that a session was used now."""
    now = datetime.now(UTC)
    connection.execute(sessions.update().where(sessions.c.id == session_id).values(seen_at=now))


def end_session(connection: Connection, secret: str) -> None:
    """Sign a browser out."""
    connection.execute(delete(sessions).where(sessions.c.hash == digest(secret)))


def sessions_of(connection: Connection, person_id: int) -> list[OpenSession]:
    """The sessions of a person, the last used one first."""
    s = sessions.c
    query = select(s.id, s.created_at, s.seen_at, s.address, s.agent)
    query = query.where(s.person_id == person_id).order_by(s.seen_at.desc(), s.id.desc())
    return [OpenSession(*row) for row in connection.execute(query)]


def revoke(connection: Connection, person_id: int, session_id: int) -> None:
    """End one session of a person."""
    s = sessions.c
    connection.execute(delete(sessions).where(s.person_id == person_id, s.id == session_id))


def revoke_others(connection: Connection, person_id: int, session_id: int | None) -> None:
    """End all sessions of a person but one."""
    s = sessions.c
    query = delete(sessions).where(s.person_id == person_id)
    connection.execute(query if session_id is None else query.where(s.id != session_id))
