"""The games of leagues, and the ratings over time that follow from them.

A game is scheduled, then it either counts or is dropped, and that never changes again: whoever
finishes it does so in one transaction, and a game that was dropped meanwhile does not count.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, case, func, or_, select

from garlic.core import UsageError
from garlic.store.connect import insert_new
from garlic.store.schema import league_entries, league_games, league_ratings, matches


@dataclass(frozen=True, slots=True)
class LeagueGameRow:
    """A scheduled game of two entries."""

    number: int  # from 1
    season: int
    pair: int
    first: int
    second: int
    opening: int
    seed: int
    tries: int = 0


@dataclass(frozen=True, slots=True)
class CountedGame:
    """A game that counts."""

    counted: int  # its place among the games of the season, from 1
    number: int
    first: int
    second: int
    score: float  # of the first


@dataclass(frozen=True, slots=True)
class ShownGame:
    """A game that counts, with what a list of games shows."""

    number: int
    season: int
    first: int
    second: int
    score: float
    opening: int
    key: str
    played_at: datetime
    reason: str
    scores: tuple[int, int] | None
    turns: int
    faults: tuple[dict[str, int], dict[str, int]]
    delayed: bool


@dataclass(frozen=True, slots=True)
class RatingPointRow:
    """The rank and the rating of an entry at some time."""

    entry_id: int
    counted: int  # after how many games of the season
    rank: int | None  # none while it is being placed
    rating: float
    deviation: float
    at: datetime


def last_numbers(connection: Connection, league_id: int) -> tuple[int, int]:
    """The numbers of the last scheduled game and of the last pair; 0 before the first."""
    g = league_games.c
    query = select(func.max(g.number), func.max(g.pair)).where(g.league_id == league_id)
    number, pair = connection.execute(query).one()
    return number or 0, pair or 0


def add_games(connection: Connection, league_id: int, rows: Sequence[LeagueGameRow]) -> None:
    """Schedule games."""
    insert_new(connection, league_games, [{"league_id": league_id, **asdict(row)} for row in rows])


def waiting_games(connection: Connection, league_id: int, season: int) -> list[LeagueGameRow]:
    """The games of a season that neither count nor are dropped yet, by number."""
    g = league_games.c
    columns = (g.number, g.season, g.pair, g.first, g.second, g.opening, g.seed, g.tries)
    query = select(*columns).where(_waiting(league_id), g.season == season).order_by(g.number)
    return [LeagueGameRow(*row) for row in connection.execute(query)]


def drop_games(
    connection: Connection, league_id: int, why: str, *which: ColumnElement[bool]
) -> None:
    """Drop the waiting games that meet the conditions *which*."""
    query = league_games.update().where(_waiting(league_id), *which)
    connection.execute(query.values(dropped=why))


def drop_games_of(connection: Connection, league_id: int, entry_id: int, why: str) -> None:
    """Drop the waiting games of an entry."""
    drop_games(connection, league_id, why, _of_entry(entry_id))


def drop_game(connection: Connection, league_id: int, number: int, why: str) -> None:
    """Drop a game, unless it counts already."""
    drop_games(connection, league_id, why, league_games.c.number == number)


def note_try(connection: Connection, league_id: int, number: int) -> bool:
    """Store that a game was played without a result that counts; False if it waits no longer."""
    g = league_games.c
    query = league_games.update().where(_waiting(league_id), g.number == number)
    return bool(connection.execute(query.values(tries=g.tries + 1)).rowcount)


def count_game(
    connection: Connection, league_id: int, number: int, counted: int, score: float, key: str
) -> bool:
    """Let a game count as number *counted* of its season; False if it waits no longer."""
    query = league_games.update().where(_waiting(league_id), league_games.c.number == number)
    changed = connection.execute(
        query.values(counted=counted, score=score, match_key=key, played_at=datetime.now(UTC))
    )
    return bool(changed.rowcount)


def counted_games(
    connection: Connection, league_id: int, season: int, after: int = 0
) -> Iterator[CountedGame]:
    """The games of a season that count, in that order, without the first *after* ones."""
    g = league_games.c
    query = (
        select(g.counted, g.number, g.first, g.second, g.score)
        .where(g.league_id == league_id, g.season == season, g.counted > after)
        .order_by(g.counted)
    )
    for row in connection.execute(query):
        yield CountedGame(*row)


def meetings_of(
    connection: Connection,
    league_id: int,
    season: int,
    entry_id: int | None = None,
    among: Sequence[int] | None = None,
) -> dict[tuple[int, int], tuple[int, int, int]]:
    """Games won, drawn and lost by the first of two entries, in this order of seats.

    Of all entries of a season, only of one, or only of those *among* which they were played.
    """
    g = league_games.c

    def count(what: ColumnElement[bool]) -> ColumnElement[int]:
        return func.sum(case((what, 1), else_=0))

    query = select(
        g.first, g.second, count(g.score == 1), count(g.score == 0.5), count(g.score == 0)
    )
    query = query.where(g.league_id == league_id, g.season == season, g.counted > 0)
    if entry_id is not None:
        query = query.where(_of_entry(entry_id))
    if among is not None:
        query = query.where(g.first.in_(among), g.second.in_(among))
    rows = connection.execute(query.group_by(g.first, g.second))
    return {
        (first, second): (int(won), int(drew), int(lost)) for first, second, won, drew, lost in rows
    }


def shown_games(
    connection: Connection,
    league_id: int,
    season: int,
    *,
    entry: int | None = None,
    other: int | None = None,
    limit: int = 50,
    offset: int = 0,
) -> list[ShownGame]:
    """The last games of a season that count, newest first; of one entry, or of two that met.

    At most *limit*, without the newest *offset*.
    """
    g = league_games.c
    query = (
        _shown()
        .where(g.league_id == league_id, g.season == season, g.counted > 0)
        .order_by(g.counted.desc())
        .limit(limit)
        .offset(offset)
    )
    for each in (entry, other):
        if each is not None:
            query = query.where(_of_entry(each))
    return [_shown_game(row) for row in connection.execute(query)]


def costliest_losses(
    connection: Connection, league_id: int, entry: int, *, limit: int = 5
) -> list[ShownGame]:
    """The games that an entry lost to the weakest opponents, which cost it most; newest first."""
    g, e = league_games.c, league_entries.c
    opponent = case((g.first == entry, g.second), else_=g.first)
    lost = or_(and_(g.first == entry, g.score == 0), and_(g.second == entry, g.score == 1))
    query = (
        _shown()
        .join(league_entries, e.id == opponent)
        .where(g.league_id == league_id, g.counted > 0, lost)
        .order_by(e.rating, g.counted.desc())
        .limit(limit)
    )
    return [_shown_game(row) for row in connection.execute(query)]


def key_of_game(connection: Connection, league_id: int, number: int) -> str:
    """The key of a game that counts; raise `UsageError` if there is none with that number."""
    g = league_games.c
    query = select(g.match_key).where(g.league_id == league_id, g.number == number)
    key: str | None = connection.scalar(query)
    if key is None:
        raise UsageError("the league has no game {number} that counts", number=number)
    return key


def _shown() -> Select[Any]:
    g, m = league_games.c, matches.c
    return select(
        *(g.number, g.season, g.first, g.second, g.score, g.opening, g.match_key, g.played_at),
        *(m.reason, m.score_a, m.score_b, m.turns, m.faults_a, m.faults_b, m.delayed),
    ).join(matches, m.key == g.match_key)


def _shown_game(row: Any) -> ShownGame:
    return ShownGame(
        number=row.number,
        season=row.season,
        first=row.first,
        second=row.second,
        score=row.score,
        opening=row.opening,
        key=row.match_key,
        played_at=row.played_at,
        reason=row.reason,
        scores=None if row.score_a is None else (row.score_a, row.score_b),
        turns=row.turns,
        faults=(row.faults_a or {}, row.faults_b or {}),
        delayed=row.delayed,
    )


def _waiting(league_id: int) -> ColumnElement[bool]:
    g = league_games.c
    return and_(g.league_id == league_id, g.counted.is_(None), g.dropped.is_(None))


def _of_entry(entry_id: int) -> ColumnElement[bool]:
    g = league_games.c
    return or_(g.first == entry_id, g.second == entry_id)


# Ratings over time ------------------------------------------------------------------------------


def add_points(connection: Connection, rows: Sequence[RatingPointRow]) -> None:
    """Store ratings; those stored for the same entry after as many games stay."""
    insert_new(connection, league_ratings, [asdict(row) for row in rows])


def points_of(connection: Connection, entries: Sequence[int]) -> list[RatingPointRow]:
    """The stored ratings of entries, oldest first."""
    r = league_ratings.c
    query = _points().where(r.entry_id.in_(entries)).order_by(r.at, r.counted, r.entry_id)
    return [RatingPointRow(*row) for row in connection.execute(query)]


def points_before(
    connection: Connection, entries: Sequence[int], moment: datetime
) -> dict[int, RatingPointRow]:
    """For each entry the last rating that was stored until *moment*, else the first one.

    Only of the time after it was placed: before, a rating says little.
    """
    r = league_ratings.c
    last = func.max(case((r.at <= moment, r.counted)))
    chosen = (
        select(r.entry_id, func.coalesce(last, func.min(r.counted)).label("counted"))
        .where(r.entry_id.in_(entries), r.rank.is_not(None))
        .group_by(r.entry_id)
        .subquery()
    )
    query = _points().join(
        chosen, and_(chosen.c.entry_id == r.entry_id, chosen.c.counted == r.counted)
    )
    return {row.entry_id: RatingPointRow(*row) for row in connection.execute(query)}


def _points() -> Select[Any]:
    r = league_ratings.c
    return select(r.entry_id, r.counted, r.rank, r.rating, r.deviation, r.at)
