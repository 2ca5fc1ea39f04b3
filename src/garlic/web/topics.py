"""Which topics of the event stream somebody may see, and what of them, where accounts are."""

from collections.abc import Callable, Iterable

from sqlalchemy import Connection

from garlic.core import Seat
from garlic.core.reading.scan import whole_number
from garlic.people import things
from garlic.people.persons import Person
from garlic.people.rules import Action, Thing, may
from garlic.store import Database
from garlic.store.human_games import load_setup
from garlic.web.events import Sight
from garlic.web.hidden import hidden_in_live, hidden_in_play
from garlic.web.view.live import tournament_of

_LISTS = ("series", "tournaments", "leagues")  # of which everybody is sent only what they may see
_LARGEST_ID = 2**31 - 1


def visible_topics(database: Database, person: Person, topics: Iterable[str]) -> list[str]:
    """Those of *topics* that *person* may see; of others no event is sent."""
    return database.read(
        lambda c: [topic for topic in topics if topic in _LISTS or _may_see(c, person, topic)]
    )


def sight_of(database: Database, person: Person, topics: Iterable[str]) -> Sight:
    """What *person* is sent of *topics*: of other people's bots not what they print."""

    def work(connection: Connection) -> dict[str, frozenset[Seat]]:
        return {topic: _hidden(connection, person, topic) for topic in topics}

    return Sight(person, database.read(work))


def _hidden(connection: Connection, person: Person, topic: str) -> frozenset[Seat]:
    kind, _, name = topic.partition(":")
    if kind == "match":
        return hidden_in_live(connection, person, name)
    setup = load_setup(connection, name) if kind == "play" else None
    return frozenset() if setup is None else hidden_in_play(connection, person, setup)


def _may_see(connection: Connection, person: Person, topic: str) -> bool:
    kind, _, name = topic.partition(":")
    if kind == "review":
        found = things.record_things(connection, name)
        return person.is_administrator or things.may_any(person, Action.SEE, found)
    find = _FINDERS.get(kind)
    thing = None if find is None else find(connection, name)
    return thing is not None and may(person, Action.SEE, thing)


def _by_number(find: Callable[[Connection, int], Thing | None]) -> "_Finder":
    def found(connection: Connection, name: str) -> Thing | None:
        number = whole_number(name.partition("-")[0], 1, _LARGEST_ID)
        return None if number is None else find(connection, number)

    return found


def _live_thing(connection: Connection, name: str) -> Thing | None:
    """The match or the tournament of a live game."""
    tournament = tournament_of(name)
    if tournament is not None:
        return things.tournament_thing(connection, tournament)
    return _by_number(things.match_thing)(connection, name)


_Finder = Callable[[Connection, str], Thing | None]
_FINDERS: dict[str, _Finder] = {
    "play": things.play_thing,
    "grade": things.grade_thing,
    "bot": _by_number(things.bot_thing),
    "series": _by_number(things.match_thing),
    "match": _live_thing,
    "tournament": _by_number(things.tournament_thing),
    "league": _by_number(things.league_thing),
    "assignment": _by_number(things.assignment_thing),
}
