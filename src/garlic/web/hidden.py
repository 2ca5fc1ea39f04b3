"""Which bots' output somebody may not see, in a record, a game of a match or a human game.

`web.view.private` leaves it out. Bots of ours have no secrets; on a server without accounts nobody
else's are there.
"""

from sqlalchemy import Connection

from garlic.core import Seat
from garlic.core.reading.scan import whole_number
from garlic.judge.record import Record
from garlic.people.persons import Person
from garlic.people.rules import Action, may
from garlic.people.things import bots_with, may_any, tournament_thing
from garlic.store.bots import digest_of
from garlic.store.human_games import Setup
from garlic.store.matches import versions_in_game
from garlic.web.play.opponents import stored_version
from garlic.web.view.live import tournament_of

_LARGEST_ID = 2**31 - 1


def hidden_in_record(connection: Connection, person: Person, record: Record) -> frozenset[Seat]:
    """The seats of bots in *record* whose output *person* may not see."""
    return frozenset(
        seat
        for seat, bot in zip(Seat, record.bots, strict=True)
        if _is_hidden(connection, person, bot.digest)
    )


def _hidden_in_match(
    connection: Connection, person: Person, number: int, game: int
) -> frozenset[Seat]:
    """The same in a game of a match."""
    versions = versions_in_game(connection, number, game)
    return frozenset(
        seat
        for seat, version in zip(Seat, versions, strict=False)
        if _is_hidden(connection, person, digest_of(connection, version))
    )


def hidden_in_live(connection: Connection, person: Person, live_id: str) -> frozenset[Seat]:
    """The same in a live game, of a match or a tournament."""
    number = tournament_of(live_id)
    if number is not None:
        thing = tournament_thing(connection, number)
        is_seen = thing is not None and may(person, Action.SEE_PRIVATE, thing)
        return frozenset(() if is_seen else Seat)
    match, _, game = live_id.partition("-")
    found = (whole_number(part, 1, _LARGEST_ID) or 0 for part in (match, game))
    return _hidden_in_match(connection, person, *found)


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
