"""Who may play which side of a human game.

A person shows the key of a seat, a random text that their browser keeps for this game; the game
stores only its hash. An open seat is taken with an invitation. It follows from the key of whoever
opened the game, so that they can be shown it again, and works once: whoever takes the seat has a
key of their own.
"""

import hashlib
import hmac
import secrets
from dataclasses import replace

from garlic.core import Seat
from garlic.store.human_games import Setup
from garlic.web.play.opponents import HUMAN
from garlic.web.problems import Problem
from garlic.web.sentences import page_sentence


def new_key() -> str:
    """A key that nobody can guess."""
    return secrets.token_urlsafe(24)


def hash_of(secret: str) -> str:
    """What is stored of a key or an invitation; both are too random to be found from it."""
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


def invitation_by(key: str) -> str:
    """The invitation of the person with *key*."""
    return hmac.digest(key.encode(), b"garlic invitation", "sha256").hex()[:48]


def seats_of(setup: Setup, key: str | None) -> list[Seat]:
    """The seats whose key is *key*."""
    given = hash_of(key or "")
    return [seat for seat in Seat if hmac.compare_digest(setup.keys[seat.index], given)]


def free_seats(setup: Setup) -> list[Seat]:
    """The seats of people that nobody has taken yet.

    In a game from before there were keys, all of them; in others, the one for an invited person.
    """
    return [
        seat for seat in Seat if setup.seats[seat.index] == HUMAN and not setup.keys[seat.index]
    ]


def is_between_people(setup: Setup) -> bool:
    """Do two people play who each have a key of their own?"""
    first, second = setup.keys
    return bool(first and second) and first != second


def check_alone(setup: Setup, code: str) -> None:
    """Raise `Problem` (409) with the sentence *code* if two people play, each with a key."""
    if is_between_people(setup):
        raise Problem(409, page_sentence(code))


def check_begun(setup: Setup) -> None:
    """Raise `Problem` (409) if an invited person has not come yet."""
    if setup.invitation is not None:
        raise Problem(409, page_sentence("play.nobody_there"))


def swapped_setup(setup: Setup) -> Setup:
    """*setup* with the players on each other's side."""
    return replace(setup, seats=setup.seats[::-1], names=setup.names[::-1], keys=setup.keys[::-1])


def take_seats(setup: Setup, key: str, invitation: str | None) -> Setup:
    """*setup* with *key* at the free seats; the same if it has a seat already.

    Raises `Problem` (403) if *invitation* is wrong, and (409) if no seat is free.
    """
    if seats_of(setup, key):
        return setup
    free = free_seats(setup)
    if not free:
        raise Problem(409, page_sentence("play.seat_taken"))
    given = hash_of(invitation or "")
    if setup.invitation is not None and not hmac.compare_digest(setup.invitation, given):
        raise Problem(403, page_sentence("play.wrong_invitation"))
    first, second = (hash_of(key) if seat in free else setup.keys[seat.index] for seat in Seat)
    return replace(setup, keys=(first, second), invitation=None)
