"""Human games on the web page: their setup, and every turn so far, so that they can continue."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, delete, func, select, update

from garlic.core import Limits, UsageError
from garlic.core.reading.fields import Fields
from garlic.judge.record import (
    Turn,
    limits_from_json,
    limits_to_json,
    turn_from_json,
    turn_to_json,
)
from garlic.store.connect import insert_new
from garlic.store.owners import NOBODY, Owner
from garlic.store.schema import play_turns, plays


@dataclass(frozen=True, slots=True)
class Setup:
    """The settings of a human game."""

    game: str
    start: str  # the first position
    seats: tuple[str, str]  # "human", a built-in, or "stored:7", a version of a bot
    names: tuple[str, str]  # of the players
    limits: Limits
    timeouts: str = "default"
    seed: int = 0
    map: str | None = None
    ticks: float | None = None  # rounds per second if the game does not wait for people
    own_position: bool = False  # it starts where a person has set it up
    helped: bool = False  # a person was shown a move, took one back, or swapped seats
    keys: tuple[str, str] = ("", "")  # the hash of the key of each person's seat
    invitation: str | None = None  # the hash of the invitation to the free seat
    rematch: str | None = None  # the id of the game that followed


@dataclass(frozen=True, slots=True)
class HumanGameRow:
    """A human game, without its turns."""

    id: str
    setup: Setup
    game_key: str | None  # of its record, once it is over
    turns: int
    moved_at: datetime
    owner_id: int
    course_id: int
    opponent_id: int | None  # whoever took the free seat, where people have accounts


def add_human_game(
    connection: Connection,
    name: str,
    setup: Setup,
    owner: Owner = NOBODY,
    opponent: int | None = None,
) -> None:
    """Store a new human game; its id is *name*."""
    now = datetime.now(UTC)
    row: dict[str, Any] = {"id": name, "game": setup.game, "created_at": now, "moved_at": now}
    row |= {**owner.columns(), "opponent_id": opponent}
    insert_new(connection, plays, [{**row, "setup": _setup_to_json(setup), "match_key": None}])


def change_setup(connection: Connection, name: str, setup: Setup) -> None:
    """Replace the setup, when the players have changed seats or somebody was helped."""
    values = {"setup": _setup_to_json(setup), "moved_at": datetime.now(UTC)}
    connection.execute(update(plays).where(plays.c.id == name).values(values))


def keep_turns(connection: Connection, name: str, first: int, turns: Sequence[Turn]) -> None:
    """Replace the turns from place *first* on by *turns*."""
    of_game = play_turns.c.play_id == name
    connection.execute(delete(play_turns).where(of_game, play_turns.c.place >= first))
    rows = [
        {"play_id": name, "place": place, "data": turn_to_json(turn)}
        for place, turn in enumerate(turns, first)
    ]
    insert_new(connection, play_turns, rows)
    now = {"moved_at": datetime.now(UTC)}
    connection.execute(update(plays).where(plays.c.id == name).values(now))


def set_result(connection: Connection, name: str, game_key: str | None) -> None:
    """Store the key of the record of a game that is over; None reopens the game."""
    values = {"match_key": game_key, "moved_at": datetime.now(UTC)}
    connection.execute(update(plays).where(plays.c.id == name).values(values))


def load_human_game(connection: Connection, name: str) -> tuple[HumanGameRow, list[Turn]]:
    """The game and its turns; raise `UsageError` if there is none."""
    row = connection.execute(select(plays).where(plays.c.id == name)).one_or_none()
    if row is None:
        raise UsageError("there is no game {name!r}", name=name)
    data = connection.scalars(
        select(play_turns.c.data).where(play_turns.c.play_id == name).order_by(play_turns.c.place)
    )
    turns = [turn_from_json(Fields(value, "turn")) for value in data]
    return _row(row, len(turns)), turns


def load_setup(connection: Connection, name: str) -> Setup | None:
    """The setup of a game, if there is one."""
    found = connection.scalar(select(plays.c.setup).where(plays.c.id == name))
    return None if found is None else _setup_from_json(found)


def set_opponent(connection: Connection, name: str, person: int) -> None:
    """Store who took the free seat."""
    connection.execute(update(plays).where(plays.c.id == name).values(opponent_id=person))


def list_human_games(
    connection: Connection, most: int, *which: ColumnElement[bool]
) -> list[HumanGameRow]:
    """At most *most* games, those with the latest moves first.

    Only those that meet the conditions *which* on the table `plays`.
    """
    count = (
        select(func.count())
        .where(play_turns.c.play_id == plays.c.id)
        .correlate(plays)
        .scalar_subquery()
    )
    query = select(plays, count.label("turns")).where(*which)
    query = query.order_by(plays.c.moved_at.desc()).limit(most)
    return [_row(row, row.turns) for row in connection.execute(query)]


def remove_human_game(connection: Connection, name: str) -> None:
    """Delete a game; its record, if it has one, stays."""
    connection.execute(delete(play_turns).where(play_turns.c.play_id == name))
    connection.execute(delete(plays).where(plays.c.id == name))


def _row(row: Row[Any], turns: int) -> HumanGameRow:
    return HumanGameRow(
        row.id,
        _setup_from_json(row.setup),
        row.match_key,
        turns,
        row.moved_at,
        row.owner_id,
        row.course_id,
        row.opponent_id,
    )


def _setup_to_json(setup: Setup) -> dict[str, Any]:
    return {**asdict(setup), "limits": limits_to_json(setup.limits)}


def _setup_from_json(value: Any) -> Setup:
    document = Fields(value, "setup")
    return Setup(
        game=document.take("game", str),
        start=document.take("start", str),
        seats=document.pair("seats"),
        names=document.pair("names"),
        limits=limits_from_json(document.inner("limits")),
        timeouts=document.take("timeouts", str),
        seed=document.take("seed", int),
        map=document.maybe("map", str),
        ticks=document.maybe("ticks", float),
        own_position=document.take("own_position", bool, False),
        helped=document.take("helped", bool, False),
        keys=document.pair("keys") if document.has("keys") else ("", ""),
        invitation=document.maybe("invitation", str),
        rematch=document.maybe("rematch", str),
    )
