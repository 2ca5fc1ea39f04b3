"""Which bots' output somebody may not see, in a record, a game of a match or a human game.

`web.view.private` leaves it out. Bots of ours have no secrets; on a server without accounts nobody
else's are there.
"""

from sqlalchemy import Connection

from garlic.core import Seat
from garlic.judge.record import Record
from garlic.people.persons import Person
from garlic.people.rules import Action
from garlic.people.things import bots_with, may_any
from garlic.store.bots import digest_of
from garlic.store.human_games import Setup
from garlic.store.matches import versions_in_game
from garlic.web.play.opponents import stored_version


def hidden_in_record(connection: Connection, person: Person, record: Record) -> frozenset[Seat]:
    """The seats of bots in *record* whose output *person* may not see."""
    return frozenset(
        seat
        for seat, bot in zip(Seat, record.bots, strict=True)
        if _is_hidden(connection, person, bot.digest)
    )


def hidden_in_match(
    connection: Connection, person: Person, number: int, game: int
) -> frozenset[Seat]:
    """The same in a game of a match."""
    versions = versions_in_game(connection, number, game)
    return frozenset(
        seat
        for seat, version in zip(Seat, versions, strict=False)
        if _is_hidden(connection, person, digest_of(connection, version))
    )


def hidden_in_play(connection: Connection, person: Person, setup: Setup) -> frozenset[Seat]:
    """The same in a human game: both seats, which may be swapped, as people print nothing."""
    versions = [stored_version(seat) for seat in setup.seats]
    is_hidden = any(
        version is not None and _is_hidden(connection, person, digest_of(connection, version))
        for version in versions
    )
    return frozenset(Seat if is_hidden else ())


def _is_hidden(connection: Connection, person: Person, digest: str) -> bool:
    """Do only other people have bots with this content?"""
    if person.is_administrator:
        return False
    owned = bots_with(connection, [digest])
    return bool(owned) and not may_any(person, Action.SEE_PRIVATE, owned)
