"""Passwords and random secrets: what is stored of them."""

import hashlib
import secrets
from functools import cache
from threading import BoundedSemaphore

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from garlic.core import UsageError

SHORTEST_PASSWORD, LONGEST_PASSWORD = 10, 200
_SECRET_BYTES = 32
# Each takes 64 MB and a processor for some 50 ms, and anybody may ask for one. New passwords need a
# link or a session, and are hashed in a transaction, which nothing may delay.
_AT_ONCE = BoundedSemaphore(4)


def new_secret(prefix: str = "") -> str:
    """A text that nobody can guess: a session, a link, a token."""
    return prefix + secrets.token_urlsafe(_SECRET_BYTES)


def digest(secret: str) -> str:
    """What is stored of a random secret, which is too random to be found from it."""
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


def check_new_password(password: str, login: str) -> None:
    """Raise `UsageError` if *password* is too easy to guess, or too long."""
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise UsageError(
            "expected a password of {least} to {most} characters, got {count}",
            least=SHORTEST_PASSWORD,
            most=LONGEST_PASSWORD,
            count=len(password),
        )
    if login.casefold() in password.casefold() or len(set(password)) < 4:
        raise UsageError("this password is too easy to guess: choose another")


def hash_password(password: str) -> str:
    """What is stored of a password."""
    return _hasher().hash(password)


def is_password(hashed: str | None, given: str) -> bool:
    """Is *given* the password? As slow for an account without one, so that nobody learns of it."""
    if len(given) > LONGEST_PASSWORD:
        given = ""
    known = hashed or _nobodys()
    try:
        with _AT_ONCE:
            _hasher().verify(known, given)
    except (VerificationError, InvalidHashError):
        return False
    return hashed is not None


def is_outdated(hashed: str) -> bool:
    """Was the password hashed with older parameters than today's?"""
    return _hasher().check_needs_rehash(hashed)


@cache
def _hasher() -> PasswordHasher:
    return PasswordHasher()


@cache
def _nobodys() -> str:
    """The hash of a password that nobody has."""
    return _hasher().hash(new_secret())
