"""Who sends a request, on a server with accounts: by the cookie of a session or by a token.

Over TLS the cookie has the prefix ``__Host-``: browsers then send it back over TLS only, and no
other host can set it. Only the proxies that the settings name are believed about TLS and addresses.
"""

from starlette.requests import Request
from starlette.responses import Response

from garlic.people.audit import ActingPerson
from garlic.people.persons import LOCAL_PERSON, Person
from garlic.people.sessions import ABSOLUTE, person_of_session, touch
from garlic.people.tokens import note_use, person_of_token
from garlic.store import Database
from garlic.web.connections import is_this_machine
from garlic.web.problems import Problem
from garlic.web.sentences import page_sentence
from garlic.web.settings import ServerSettings

_PLAIN_COOKIE = "garlic_person"
_HOST_COOKIE = f"__Host-{_PLAIN_COOKIE}"
# What a proxy says that the settings do not name: then the request may come from anywhere.
_FORWARDED = (
    *("x-forwarded-for", "x-forwarded-proto", "x-forwarded-host"),
    *("forwarded", "via", "x-real-ip"),
)


def identify(request: Request, settings: ServerSettings, database: Database) -> Person | None:
    """Who sends *request*; None if nobody is signed in."""
    if not settings.has_accounts:
        return LOCAL_PERSON
    kind, _, bearer = request.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return _by_token(database, bearer.strip())
    secret = session_secret(request)
    return _by_session(database, secret) if secret else None


def _by_token(database: Database, secret: str) -> Person | None:
    found = database.read(lambda c: person_of_token(c, secret))
    if found is None:
        return None
    person, used = found
    if used is not None:
        database.write(lambda c: note_use(c, used))
    return person


def _by_session(database: Database, secret: str) -> Person | None:
    found = database.read(lambda c: person_of_session(c, secret))
    if found is None:
        return None
    person, is_due = found
    session = person.session
    if is_due and session is not None:
        database.write(lambda c: touch(c, session))
    return person


def session_secret(request: Request) -> str:
    """The session that a browser sends, or nothing."""
    name = _HOST_COOKIE if is_encrypted(request) else _PLAIN_COOKIE
    return request.cookies.get(name, "")


def set_session(request: Request, response: Response, secret: str) -> None:
    """Let a browser keep its session."""
    secure = is_encrypted(request)
    response.set_cookie(
        _HOST_COOKIE if secure else _PLAIN_COOKIE,
        secret,
        max_age=int(ABSOLUTE.total_seconds()),
        httponly=True,
        samesite="lax",  # not strict: a link to the page in a mail would ask for the password
        secure=secure,
    )


def forget_session(request: Request, response: Response) -> None:
    """Let a browser delete its session."""
    secure = is_encrypted(request)
    name = _HOST_COOKIE if secure else _PLAIN_COOKIE
    response.delete_cookie(name, httponly=True, samesite="lax", secure=secure)


def is_encrypted(request: Request) -> bool:
    """Does the request come over TLS, as far as we or a trusted proxy can tell?"""
    return request.url.scheme == "https"


def check_encrypted(request: Request, settings: ServerSettings) -> None:
    """Raise `Problem` (403) if a password could be read on its way."""
    if is_encrypted(request) or settings.insecure_http:
        return
    forwarded = any(name in request.headers for name in _FORWARDED)
    if forwarded or not is_this_machine(address_of(request)):
        raise Problem(403, page_sentence("problem.insecure"))


def address_of(request: Request) -> str:
    """The address that a request comes from."""
    return request.client.host if request.client else ""


def actor_of(request: Request, person: Person | None) -> ActingPerson:
    """*person* for the audit log."""
    return ActingPerson(None if person is None else person.id, address_of(request))
