"""Leagues, their seasons, the bots in them and the versions that these play with.

Games and ratings over time are in `league_games`.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, Select, bindparam, func, select

from garlic.core import UsageError
from garlic.core.reading.scan import whole_number
from garlic.store.connect import insert_new
from garlic.store.owners import NOBODY, Owner
from garlic.store.schema import (
    bot_versions,
    bots,
    league_bots,
    league_entries,
    league_seasons,
    league_starts,
    leagues,
)
from garlic.store.tournaments import OpeningRow

EntryState = Literal["playing", "paused", "retired"]
"""A retired version was replaced by another one, or its bot has left the league."""


@dataclass(frozen=True, slots=True)
class LeagueRow:
    """A stored league."""

    id: int
    name: str
    game: str
    definition: dict[str, Any]
    season: int
    frozen_at: datetime | None
    changes: int
    created_at: datetime
    runner: dict[str, Any] | None
    beat_at: datetime | None
    stop_wanted: bool
    owner_id: int
    course_id: int

    @property
    def owner(self) -> Owner:
        """Whose it is."""
        return Owner(self.owner_id, self.course_id)


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A season of a league."""

    number: int
    began_at: datetime
    ended_at: datetime | None
    counted: int  # games
    state_at: int  # after how many games all ratings together were stored
    tournament_id: int | None  # the final


@dataclass(frozen=True, slots=True)
class LeagueEntryRow:
    """A version of a bot in a season of a league, and its results there."""

    id: int
    league_bot_id: int
    season: int
    version_id: int
    state: EntryState
    rating: float
    deviation: float
    wins: int
    draws: int
    losses: int
    delayed: int  # of these games
    fault_losses: int
    faults_in_a_row: int
    entered_at: datetime
    nickname: str | None
    is_anonymous: bool
    is_milestone: bool
    bot_id: int
    bot: str
    owner_id: int
    course_id: int
    version: int  # its number, from 1
    kind: str
    called: str

    @property
    def games(self) -> int:
        """How many games it has played in this season."""
        return self.wins + self.draws + self.losses

    @property
    def shown_name(self) -> str | None:
        """What everybody may call it; None if it is anonymous."""
        return None if self.is_anonymous else self.nickname or self.bot


# Leagues ----------------------------------------------------------------------------------------


def create_league(
    connection: Connection,
    name: str,
    game: str,
    definition: dict[str, Any],
    starts: Sequence[OpeningRow],
    owner: Owner = NOBODY,
) -> int:
    """Store a league in its first season; raise `UsageError` if its name is taken."""
    taken = select(leagues.c.id).where(leagues.c.name == name, leagues.c.course_id == owner.course)
    if connection.scalar(taken) is not None:
        raise UsageError("another league is called {name!r}", name=name)
    now = datetime.now(UTC)
    made = connection.execute(
        leagues.insert().values(
            name=name,
            game=game,
            definition=definition,
            season=1,
            created_at=now,
            **owner.columns(),
        )
    )
    assert made.inserted_primary_key is not None  # noqa: S101  (one row was inserted)
    league_id: int = made.inserted_primary_key[0]
    insert_new(
        connection, league_starts, [{"league_id": league_id, **asdict(each)} for each in starts]
    )
    begin_season(connection, league_id, 1)
    return league_id


def find_league(connection: Connection, name: str | None) -> LeagueRow:
    """The newest league with that name, or with that number; the newest of all for None.

    Raises `UsageError` if there is none.
    """
    query = select(leagues).order_by(leagues.c.id.desc()).limit(1)
    if name is None:
        row = connection.execute(query).one_or_none()
    else:
        row = connection.execute(query.where(leagues.c.name == name)).one_or_none()
        if row is None and (number := whole_number(name, 0, (1 << 31) - 1)) is not None:
            row = connection.execute(query.where(leagues.c.id == number)).one_or_none()
    if row is None and name is None:
        raise UsageError("there is no league yet; begin one with `garlic league new`")
    if row is None:
        raise UsageError("no league is called {name!r}; see `garlic league list`", name=name)
    return _league(row)


def get_league(connection: Connection, league_id: int, *, for_update: bool = False) -> LeagueRow:
    """The league with this number, which must exist; *for_update* locks its row."""
    query = select(leagues).where(leagues.c.id == league_id)
    if for_update:
        query = query.with_for_update()
    return _league(connection.execute(query).one())


def all_leagues(connection: Connection, *which: ColumnElement[bool]) -> list[LeagueRow]:
    """The leagues that meet the conditions *which*, by default all; newest first."""
    query = select(leagues).where(*which).order_by(leagues.c.id.desc())
    return [_league(row) for row in connection.execute(query)]


def has_leagues(connection: Connection, *which: ColumnElement[bool]) -> bool:
    """Is there a league that meets the conditions *which*?"""
    return connection.scalar(select(leagues.c.id).where(*which).limit(1)) is not None


def states_of_leagues(connection: Connection) -> dict[int, tuple[int, int, int]]:
    """Of each league how often it was changed, its season, and how many games of it count."""
    g, s = leagues.c, league_seasons.c
    query = select(g.id, g.changes, g.season, s.counted).join(
        league_seasons, (s.league_id == g.id) & (s.number == g.season)
    )
    return {row.id: (row.changes, row.season, row.counted) for row in connection.execute(query)}


def set_league(connection: Connection, league_id: int, **values: Any) -> None:
    """Change columns of a league: who plays it, whether that one should stop."""
    connection.execute(leagues.update().where(leagues.c.id == league_id).values(**values))


def note_change(connection: Connection, league_id: int, **values: Any) -> None:
    """Change columns of a league, and tell whoever plays it that something has changed."""
    set_league(connection, league_id, changes=leagues.c.changes + 1, **values)


def starts_of(connection: Connection, league_id: int) -> list[OpeningRow]:
    """The positions that games start from, by number."""
    s = league_starts.c
    query = select(s.number, s.name, s.map, s.start).where(s.league_id == league_id)
    return [OpeningRow(*row) for row in connection.execute(query.order_by(s.number))]


def _league(row: Any) -> LeagueRow:
    return LeagueRow(**row._mapping)  # noqa: SLF001 (the public name of this attribute)


# Seasons ----------------------------------------------------------------------------------------


def begin_season(connection: Connection, league_id: int, number: int) -> None:
    """Store a new season."""
    now = datetime.now(UTC)
    row = {"league_id": league_id, "number": number, "began_at": now, "counted": 0, "state_at": 0}
    insert_new(connection, league_seasons, [row])


def seasons_of(connection: Connection, league_id: int) -> list[SeasonRow]:
    """All seasons of a league, by number."""
    query = _seasons().where(league_seasons.c.league_id == league_id)
    return [SeasonRow(*row) for row in connection.execute(query.order_by(league_seasons.c.number))]


def season_of(
    connection: Connection, league_id: int, number: int, *, for_update: bool = False
) -> SeasonRow:
    """A season of a league; raise `UsageError` if there is none."""
    s = league_seasons.c
    query = _seasons().where(s.league_id == league_id, s.number == number)
    if for_update:
        query = query.with_for_update()
    row = connection.execute(query).one_or_none()
    if row is None:
        raise UsageError("there is no season {number}", number=number)
    return SeasonRow(*row)


def is_final(connection: Connection, tournament_id: int) -> bool:
    """Is this tournament the final of a season?"""
    s = league_seasons.c
    query = select(s.number).where(s.tournament_id == tournament_id).limit(1)
    return connection.scalar(query) is not None


def season_state(connection: Connection, league_id: int, number: int) -> bytes | None:
    """All ratings of a season together, as they were last stored."""
    s = league_seasons.c
    query = select(s.state).where(s.league_id == league_id, s.number == number)
    return connection.scalar(query)


def set_season(connection: Connection, league_id: int, number: int, **values: Any) -> None:
    """Change columns of a season."""
    s = league_seasons.c
    query = league_seasons.update().where(s.league_id == league_id, s.number == number)
    connection.execute(query.values(**values))


def _seasons() -> Select[Any]:
    s = league_seasons.c
    return select(s.number, s.began_at, s.ended_at, s.counted, s.state_at, s.tournament_id)


# Bots and their versions ------------------------------------------------------------------------


def keep_league_bot(
    connection: Connection, league_id: int, bot_id: int, *, is_milestone: bool = False
) -> int:
    """The number of a bot in a league, into which it may come by this."""
    row = {
        "league_id": league_id,
        "bot_id": bot_id,
        "is_milestone": is_milestone,
        "is_anonymous": False,
        "entered_at": datetime.now(UTC),
    }
    insert_new(connection, league_bots, [row])
    b = league_bots.c
    query = select(b.id).where(b.league_id == league_id, b.bot_id == bot_id)
    number: int = connection.execute(query).scalar_one()
    return number


def set_league_bot(connection: Connection, league_bot_id: int, **values: Any) -> None:
    """Change how a bot is called in a league."""
    query = league_bots.update().where(league_bots.c.id == league_bot_id)
    connection.execute(query.values(**values))


def keep_entry(
    connection: Connection,
    league_bot_id: int,
    season: int,
    version_id: int,
    start: tuple[float, float],
) -> int:
    """The entry of a version in a season; a new one plays from rating and deviation *start* on."""
    e = league_entries.c
    rating, deviation = start
    counts = dict.fromkeys(
        ("wins", "draws", "losses", "delayed", "fault_losses", "faults_in_a_row"), 0
    )
    row = {
        "league_bot_id": league_bot_id,
        "season": season,
        "version_id": version_id,
        "state": "playing",
        "rating": rating,
        "deviation": deviation,
        "entered_at": datetime.now(UTC),
        **counts,
    }
    insert_new(connection, league_entries, [row])
    query = select(e.id).where(
        e.league_bot_id == league_bot_id, e.season == season, e.version_id == version_id
    )
    number: int = connection.execute(query).scalar_one()
    return number


def set_entry(connection: Connection, entry_id: int, **values: Any) -> None:
    """Change columns of an entry: its state, its rating, its counts."""
    query = league_entries.update().where(league_entries.c.id == entry_id)
    connection.execute(query.values(**values))


def set_ratings(connection: Connection, rows: Sequence[LeagueEntryRow]) -> None:
    """Store the ratings of many entries."""
    if not rows:
        return
    query = league_entries.update().where(league_entries.c.id == bindparam("number"))
    values = [
        {"number": row.id, "new_rating": row.rating, "new_deviation": row.deviation} for row in rows
    ]
    connection.execute(
        query.values(rating=bindparam("new_rating"), deviation=bindparam("new_deviation")), values
    )


def entries_of(
    connection: Connection, league_id: int, season: int, *which: ColumnElement[bool]
) -> list[LeagueEntryRow]:
    """The entries of a season, in the order of their ids.

    Only those that meet the conditions *which* on `league_entries` and `league_bots`.
    """
    query = _entries().where(
        league_bots.c.league_id == league_id, league_entries.c.season == season, *which
    )
    rows = connection.execute(query.order_by(league_entries.c.id))
    return [LeagueEntryRow(**row._mapping) for row in rows]  # noqa: SLF001


def current_entries(connection: Connection, league_id: int, season: int) -> list[LeagueEntryRow]:
    """The entries that play or are paused: one for every bot in the league."""
    return entries_of(connection, league_id, season, league_entries.c.state != "retired")


def entries_of_bot(connection: Connection, league_bot_id: int) -> list[LeagueEntryRow]:
    """All entries of a bot in a league, in all seasons, newest first."""
    query = _entries().where(league_bots.c.id == league_bot_id)
    rows = connection.execute(query.order_by(league_entries.c.id.desc()))
    return [LeagueEntryRow(**row._mapping) for row in rows]  # noqa: SLF001


def count_entries(connection: Connection, league_id: int, season: int) -> int:
    """How many bots of people are in a season."""
    query = (
        select(func.count())
        .select_from(league_entries.join(league_bots))
        .where(
            league_bots.c.league_id == league_id,
            league_entries.c.season == season,
            league_entries.c.state != "retired",
            league_bots.c.is_milestone.is_(False),
        )
    )
    return connection.scalar(query) or 0


def seek_entry(connection: Connection, league_id: int, entry_id: int) -> LeagueEntryRow | None:
    """The entry with this number in a league, if there is one."""
    query = _entries().where(league_bots.c.league_id == league_id, league_entries.c.id == entry_id)
    row = connection.execute(query).one_or_none()
    return None if row is None else LeagueEntryRow(**row._mapping)  # noqa: SLF001


@dataclass(frozen=True, slots=True)
class EntryPlace:
    """Where an entry plays, and the own name of its bot."""

    league_id: int
    league: str
    bot: str
    version: int  # its number, from 1


def places_of_entries(
    connection: Connection, entries: Sequence[int | None]
) -> dict[int | None, EntryPlace]:
    """Where each of these entries plays."""
    e, b = league_entries.c, league_bots.c
    query = (
        select(e.id, leagues.c.id, leagues.c.name, bots.c.name, bot_versions.c.number)
        .join(league_bots, b.id == e.league_bot_id)
        .join(leagues, leagues.c.id == b.league_id)
        .join(bots, bots.c.id == b.bot_id)
        .join(bot_versions, bot_versions.c.id == e.version_id)
        .where(e.id.in_([entry for entry in entries if entry is not None]))
    )
    return {row[0]: EntryPlace(*row[1:]) for row in connection.execute(query)}


def _entries() -> Select[Any]:
    e, b, v = league_entries.c, league_bots.c, bot_versions.c
    return (
        select(
            *(e.id, e.league_bot_id, e.season, e.version_id, e.state, e.rating, e.deviation),
            *(e.wins, e.draws, e.losses, e.delayed, e.fault_losses, e.faults_in_a_row),
            *(e.entered_at, b.nickname, b.is_anonymous, b.is_milestone, b.bot_id),
            *(bots.c.name.label("bot"), bots.c.owner_id, bots.c.course_id),
            *(v.number.label("version"), v.kind, v.called),
        )
        .join(league_bots, b.id == e.league_bot_id)
        .join(bots, bots.c.id == b.bot_id)
        .join(bot_versions, v.id == e.version_id)
    )
