"""Tournaments: entrants, openings, fixtures, results, ratings, and the process that runs one."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Row,
    and_,
    case,
    cast,
    func,
    or_,
    select,
)

from garlic.core import UsageError
from garlic.core.reading.scan import whole_number
from garlic.store.connect import insert_new
from garlic.store.owners import NOBODY, Owner
from garlic.store.schema import (
    LOCAL,
    bot_versions,
    entrants,
    fixtures,
    matches,
    openings,
    ratings,
    tournaments,
)

_ROWS_AT_ONCE = 2000


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """A stored tournament."""

    id: int
    name: str
    game: str
    definition: dict[str, Any]
    state: str
    created_at: datetime
    finished_at: datetime | None
    runner: dict[str, Any] | None
    beat_at: datetime | None
    stop_wanted: bool
    owner_id: int = LOCAL
    course_id: int = LOCAL
    shared: bool = False  # everybody in the course sees its games


@dataclass(frozen=True, slots=True)
class EntrantRow:
    """A bot in its place, from 0."""

    place: int
    name: str
    version_id: int
    version: int
    called: str
    kind: str
    digest: str


@dataclass(frozen=True, slots=True)
class OpeningRow:
    """A position that games start from; numbers from 0."""

    number: int
    name: str
    map: str | None
    start: str


@dataclass(frozen=True, slots=True)
class FixtureRow:
    """A scheduled game, played or not."""

    number: int  # from 1
    round: int
    pair: int
    first: int  # places of entrants
    second: int
    opening: int
    seed: int
    game_key: str
    trouble: str | None = None  # why it could not be judged


def create_tournament(
    connection: Connection,
    name: str,
    game: str,
    definition: dict[str, Any],
    taking_part: Sequence[tuple[str, int]],
    starts: Sequence[OpeningRow],
    owner: Owner = NOBODY,
    *,
    shared: bool = False,
) -> int:
    """Store a tournament with its entrants (names and versions) and openings; return its id."""
    made = connection.execute(
        tournaments.insert().values(
            name=name,
            game=game,
            definition=definition,
            state="waiting",
            created_at=datetime.now(UTC),
            stop_wanted=False,
            shared=shared,
            **owner.columns(),
        )
    )
    assert made.inserted_primary_key is not None  # noqa: S101  (one row was inserted)
    tournament_id: int = made.inserted_primary_key[0]
    insert_new(
        connection,
        entrants,
        [
            {"tournament_id": tournament_id, "place": place, "name": called, "version_id": version}
            for place, (called, version) in enumerate(taking_part)
        ],
    )
    rows = [{"tournament_id": tournament_id, **asdict(start)} for start in starts]
    insert_new(connection, openings, rows)
    return tournament_id


def find_tournament(connection: Connection, name: str | None) -> TournamentRow:
    """The newest tournament with that name, or with that number; the newest of all for None.

    Raises `UsageError` if there is none.
    """
    query = select(tournaments).order_by(tournaments.c.id.desc()).limit(1)
    if name is None:
        row = connection.execute(query).one_or_none()
    else:
        row = connection.execute(query.where(tournaments.c.name == name)).one_or_none()
        if row is None and (number := whole_number(name, 0, (1 << 31) - 1)) is not None:
            row = connection.execute(query.where(tournaments.c.id == number)).one_or_none()
    if row is None and name is None:
        raise UsageError("there is no tournament yet; begin one with `garlic tournament run`")
    if row is None:
        raise UsageError(
            "no tournament is called {name!r}; see `garlic tournament list`", name=name
        )
    return _tournament(row)


def seek_tournament(connection: Connection, tournament_id: int) -> TournamentRow | None:
    """The tournament with this number, if there is one."""
    query = select(tournaments).where(tournaments.c.id == tournament_id)
    row = connection.execute(query).one_or_none()
    return None if row is None else _tournament(row)


def get_tournament(
    connection: Connection, tournament_id: int, *, for_update: bool = False
) -> TournamentRow:
    """The tournament with this number, which must exist; *for_update* locks its row."""
    query = select(tournaments).where(tournaments.c.id == tournament_id)
    if for_update:
        query = query.with_for_update()
    return _tournament(connection.execute(query).one())


def all_tournaments(
    connection: Connection, *which: ColumnElement[bool]
) -> list[tuple[TournamentRow, int, int]]:
    """All tournaments, newest first, with the numbers of games scheduled and played.

    Of these, only those that meet the conditions *which* on the table `tournaments`.
    """
    return _counted(connection, *which)


def running_tournaments(connection: Connection) -> list[tuple[TournamentRow, int, int]]:
    """Like `all_tournaments` for state "running"; the process that runs one may have died."""
    return _counted(connection, tournaments.c.state == "running")


def states_of_tournaments(connection: Connection) -> dict[int, str]:
    """The stored state of every tournament."""
    query = select(tournaments.c.id, tournaments.c.state)
    return {row.id: row.state for row in connection.execute(query)}


def _counted(
    connection: Connection, *which: ColumnElement[bool]
) -> list[tuple[TournamentRow, int, int]]:
    chosen = select(tournaments.c.id).where(*which)
    counts = (
        select(
            fixtures.c.tournament_id,
            func.count().label("scheduled"),
            func.count(matches.c.key).label("played"),
        )
        .outerjoin(matches, matches.c.key == fixtures.c.match_key)
        .where(fixtures.c.tournament_id.in_(chosen))
        .group_by(fixtures.c.tournament_id)
        .subquery()
    )
    query = (
        select(tournaments, counts.c.scheduled, counts.c.played)
        .outerjoin(counts, counts.c.tournament_id == tournaments.c.id)
        .where(*which)
        .order_by(tournaments.c.id.desc())
    )
    return [
        (_tournament(row[:-2]), row.scheduled or 0, row.played or 0)
        for row in connection.execute(query)
    ]


def _tournament(row: Row[Any] | tuple[Any, ...]) -> TournamentRow:
    return TournamentRow(*row)


def set_state(connection: Connection, tournament_id: int, **values: Any) -> None:
    """Change columns of a tournament: its state, its runner, whether it should stop."""
    query = tournaments.update().where(tournaments.c.id == tournament_id)
    connection.execute(query.values(**values))


def entrants_of(connection: Connection, tournament_id: int) -> list[EntrantRow]:
    """The entrants, by place."""
    e, v = entrants.c, bot_versions.c
    query = (
        select(e.place, e.name, e.version_id, v.number, v.called, v.kind, v.digest)
        .join(bot_versions, v.id == e.version_id)
        .where(e.tournament_id == tournament_id)
        .order_by(e.place)
    )
    return [EntrantRow(*row) for row in connection.execute(query)]


def openings_of(connection: Connection, tournament_id: int) -> list[OpeningRow]:
    """The positions that games start from, by number."""
    o = openings.c
    query = select(o.number, o.name, o.map, o.start).where(o.tournament_id == tournament_id)
    return [OpeningRow(*row) for row in connection.execute(query.order_by(o.number))]


def add_fixtures(connection: Connection, tournament_id: int, rows: Sequence[FixtureRow]) -> None:
    """Schedule games; existing ones with the same number stay as they are."""
    for place in range(0, len(rows), _ROWS_AT_ONCE):
        some = rows[place : place + _ROWS_AT_ONCE]
        values = [
            {
                "tournament_id": tournament_id,
                "number": row.number,
                "round": row.round,
                "pair": row.pair,
                "first": row.first,
                "second": row.second,
                "opening": row.opening,
                "seed": row.seed,
                "match_key": row.game_key,
                "trouble": row.trouble,
            }
            for row in some
        ]
        insert_new(connection, fixtures, values)


def fixtures_of(connection: Connection, tournament_id: int) -> list[FixtureRow]:
    """All games scheduled so far, by number."""
    f = fixtures.c
    columns = (f.number, f.round, f.pair, f.first, f.second, f.opening, f.seed, f.match_key)
    query = select(*columns, f.trouble).where(f.tournament_id == tournament_id)
    return [FixtureRow(*row) for row in connection.execute(query.order_by(f.number))]


def set_trouble(connection: Connection, tournament_id: int, number: int, why: str | None) -> None:
    """Store why a game could not be judged."""
    f = fixtures.c
    query = fixtures.update().where(f.tournament_id == tournament_id, f.number == number)
    connection.execute(query.values(trouble=why))


def count_not_judged(connection: Connection, tournament_id: int) -> int:
    """How many games were tried and have no result."""
    f = fixtures.c
    query = (
        select(func.count())
        .select_from(fixtures.outerjoin(matches, matches.c.key == f.match_key))
        .where(f.tournament_id == tournament_id, f.trouble.is_not(None), matches.c.key.is_(None))
    )
    return connection.scalar(query) or 0


def results_of(connection: Connection, tournament_id: int) -> Iterator[Row[Any]]:
    """Number, round, pair, places and opening of every played game, and its row of `matches`.

    By number.
    """
    f = fixtures.c
    columns = (f.number, f.round, f.pair, f.first, f.second, f.opening)
    query = (
        select(*columns, matches)
        .join(matches, matches.c.key == f.match_key)
        .where(f.tournament_id == tournament_id)
        .order_by(f.number)
    )
    yield from connection.execute(query)


def seats_of(connection: Connection, tournament_id: int) -> Iterator[Any]:
    """Number, first and second seat of every scheduled game, by number."""
    f = fixtures.c
    query = select(f.number, f.first, f.second).where(f.tournament_id == tournament_id)
    yield from connection.execute(query.order_by(f.number))


_OPENING_OF_FIXTURE = and_(
    openings.c.tournament_id == fixtures.c.tournament_id, openings.c.number == fixtures.c.opening
)


def totals_of(
    connection: Connection, tournament_id: int
) -> Iterator[tuple[int, int, str | None, int, tuple[int, ...]]]:
    """For two bots in the same seats on a map: places, map, games scheduled, sums of the played.

    The sums are, of the first and then of the second bot: won, drawn, lost, scored, conceded,
    moves, nanoseconds, delayed.
    """
    f, m = fixtures.c, matches.c

    def total(value: ColumnElement[Any]) -> ColumnElement[int]:
        # PostgreSQL's sum of big integers is a decimal.
        return cast(func.coalesce(func.sum(value), 0), BigInteger)

    def count(what: ColumnElement[bool]) -> ColumnElement[int]:
        return total(case((what, 1), else_=0))

    won, lost = count(m.winner == "a"), count(m.winner == "b")
    drawn = count(and_(m.key.is_not(None), m.winner.is_(None)))
    delayed = count(m.delayed)
    scores = (total(m.score_a), total(m.score_b))
    spent = [
        (total(moves), total(cast(func.round(seconds * 1e9), BigInteger)))
        for moves, seconds in ((m.moves_a, m.seconds_a), (m.moves_b, m.seconds_b))
    ]
    query = (
        select(
            *(f.first, f.second, openings.c.map, func.count()),
            *(won, drawn, lost, *scores, *spent[0], delayed),
            *(lost, drawn, won, *scores[::-1], *spent[1], delayed),
        )
        .join_from(fixtures, openings, _OPENING_OF_FIXTURE)
        .outerjoin(matches, m.key == f.match_key)
        .where(f.tournament_id == tournament_id)
        .group_by(f.first, f.second, openings.c.map)
    )
    for row in connection.execute(query):
        first, second, map_name, scheduled, *sums = row
        yield first, second, map_name, scheduled, tuple(sums)


def faults_of(connection: Connection, tournament_id: int) -> Iterator[Any]:
    """First and second seat and the faults of both, for games with faults."""
    f, m = fixtures.c, matches.c
    query = (
        select(f.first, f.second, m.faults_a, m.faults_b)
        .join(matches, m.key == f.match_key)
        .where(f.tournament_id == tournament_id)
        .where(or_(m.faults_a.is_not(None), m.faults_b.is_not(None)))
    )
    yield from connection.execute(query)


def played_of(connection: Connection, tournament_id: int, last: int | None = None) -> Iterator[Any]:
    """The columns that a table needs of every played game, by number, up to number *last*."""
    f, m = fixtures.c, matches.c
    query = (
        select(
            *(f.number, f.round, f.first, f.second),
            *(m.winner, m.reason, m.score_a, m.score_b),
            *(m.moves_a, m.seconds_a, m.faults_a, m.moves_b, m.seconds_b, m.faults_b),
            *(m.delayed, openings.c.map),
        )
        .join_from(fixtures, openings, _OPENING_OF_FIXTURE)
        .join(matches, m.key == f.match_key)
        .where(f.tournament_id == tournament_id)
        .order_by(f.number)
    )
    if last is not None:
        query = query.where(f.number <= last)
    yield from connection.execute(query)


def add_ratings(connection: Connection, tournament_id: int, rows: Sequence[dict[str, Any]]) -> None:
    """Store ratings after some number of games, in place of those stored for that number."""
    r = ratings.c
    for games in {row["games"] for row in rows}:
        connection.execute(
            ratings.delete().where(r.tournament_id == tournament_id, r.games == games)
        )
    insert_new(connection, ratings, [{"tournament_id": tournament_id, **row} for row in rows])


def ratings_of(connection: Connection, tournament_id: int) -> list[Any]:
    """Games played, place, Elo and interval, by games and place."""
    r = ratings.c
    query = select(r.games, r.place, r.elo, r.low, r.high)
    query = query.where(r.tournament_id == tournament_id)
    return list(connection.execute(query.order_by(r.games, r.place)))


def games_page(
    connection: Connection,
    tournament_id: int,
    *,
    place: int | None = None,
    with_faults: bool = False,
    offset: int = 0,
    limit: int = 50,
) -> tuple[list[Any], int]:
    """One page of the games, played or not judged, newest first; and the number of all.

    Optionally only those of the entrant at *place*, or only those with a fault.
    """
    f, m = fixtures.c, matches.c
    query = (
        select(f.number, f.round, f.first, f.second, f.opening, f.trouble, matches)
        .outerjoin(matches, m.key == f.match_key)
        .where(f.tournament_id == tournament_id)
        .where(or_(m.key.is_not(None), f.trouble.is_not(None)))
    )
    if place is not None:
        query = query.where(or_(f.first == place, f.second == place))
    if with_faults:
        query = query.where(or_(m.faults_a.is_not(None), m.faults_b.is_not(None)))
    total = connection.scalar(select(func.count()).select_from(query.subquery())) or 0
    page = query.order_by(m.played_at.desc(), f.number.desc()).offset(offset).limit(limit)
    return list(connection.execute(page)), total
