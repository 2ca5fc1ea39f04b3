"""Matches requested on the page: their options, their games and the results.

A match is a row of the table `series`, its games are rows of `series_games`. A game is played as
soon as the table `matches` (game runs) has its key.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, Select, func, or_, select

from garlic.store.connect import insert_new
from garlic.store.owners import NOBODY, Owner
from garlic.store.schema import bot_versions, bots, matches, series, series_games

# "unfinished": something could not be judged.
MatchState = Literal["waiting", "running", "finished", "unfinished", "stopped", "failed"]


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match: two bots, its options, and its state."""

    id: int
    game: str
    first: int  # versions of bots
    second: int
    first_name: str
    second_name: str
    options: dict[str, Any]
    state: MatchState
    problem: Any
    created_at: datetime
    finished_at: datetime | None
    owner_id: int
    course_id: int

    @property
    def owner(self) -> Owner:
        """Whose it is."""
        return Owner(self.owner_id, self.course_id)


@dataclass(frozen=True, slots=True)
class MatchGameRow:
    """One game of a match: its start, and whether the seats are swapped."""

    number: int  # from 1
    swapped: bool  # the second bot has the first seat
    start: str
    seed: int
    game_key: str
    trouble: str | None = None  # why it could not be judged


@dataclass(frozen=True, slots=True)
class MatchTally:
    """The counts of a match so far, as its first bot sees them."""

    games: int
    played: int
    won: int
    drawn: int
    lost: int
    delayed: int  # of the played games


def add_match(
    connection: Connection,
    game: str,
    versions: tuple[int, int],
    options: dict[str, Any],
    games: Sequence[MatchGameRow],
    owner: Owner = NOBODY,
) -> int:
    """Store a new match in state "waiting"; return its number."""
    made = connection.execute(
        series.insert().values(
            game=game,
            first=versions[0],
            second=versions[1],
            wishes=options,
            state="waiting",
            created_at=datetime.now(UTC),
            **owner.columns(),
        )
    )
    assert made.inserted_primary_key is not None  # noqa: S101  (one row was inserted)
    number: int = made.inserted_primary_key[0]
    rows = [
        {
            "series_id": number,
            "number": row.number,
            "swapped": row.swapped,
            "start": row.start,
            "seed": row.seed,
            "match_key": row.game_key,
            "trouble": row.trouble,
        }
        for row in games
    ]
    insert_new(connection, series_games, rows)
    return number


def set_match(connection: Connection, number: int, **values: Any) -> None:
    """Change columns of a match: its state, when it was finished, why it failed."""
    connection.execute(series.update().where(series.c.id == number).values(**values))


def set_game_trouble(connection: Connection, number: int, game: int, why: str | None) -> None:
    """Store why a game of a match could not be judged."""
    g = series_games.c
    query = series_games.update().where(g.series_id == number, g.number == game)
    connection.execute(query.values(trouble=why))


def stop_unfinished(connection: Connection) -> None:
    """Mark as stopped what an earlier server left unfinished."""
    query = series.update().where(series.c.state.in_(("waiting", "running")))
    connection.execute(query.values(state="stopped"))


def unfinished_matches(connection: Connection) -> list[int]:
    """The numbers of matches with games that could not be judged."""
    return list(connection.scalars(select(series.c.id).where(series.c.state == "unfinished")))


def get_match(connection: Connection, number: int) -> MatchRow | None:
    """The match with this number, if there is one."""
    row = connection.execute(_matches().where(series.c.id == number)).one_or_none()
    return None if row is None else MatchRow(*row)


def list_matches(
    connection: Connection,
    *which: ColumnElement[bool],
    game: str | None = None,
    state: str | None = None,
    bot: str | None = None,
    offset: int = 0,
    limit: int = 50,
) -> tuple[list[tuple[MatchRow, MatchTally]], int]:
    """One page of the selected matches, newest first, each with its tally; and their number.

    Only those that meet the conditions *which* on the table `series`.
    """
    query = _matches().where(*which)
    if game is not None:
        query = query.where(series.c.game == game)
    if state is not None:
        query = query.where(series.c.state == state)
    if bot is not None:
        versions = select(bot_versions.c.id).join(bots).where(bots.c.name == bot)
        query = query.where(or_(series.c.first.in_(versions), series.c.second.in_(versions)))
    total = connection.scalar(select(func.count()).select_from(query.subquery())) or 0
    page = query.order_by(series.c.id.desc()).offset(offset).limit(limit)
    rows = [MatchRow(*row) for row in connection.execute(page)]
    tallies = tallies_of(connection, [row.id for row in rows])
    return [(row, tallies[row.id]) for row in rows], total


def tallies_of(connection: Connection, numbers: Sequence[int]) -> dict[int, MatchTally]:
    """The tallies of the matches with these *numbers*."""
    g, m = series_games.c, matches.c
    query = (
        select(g.series_id, g.swapped, m.key, m.winner, m.delayed)
        .outerjoin(matches, m.key == g.match_key)
        .where(g.series_id.in_(numbers))
    )
    counts = {number: [0, 0, 0, 0, 0, 0] for number in numbers}
    for number, swapped, key, winner, delayed in connection.execute(query):
        count = counts[number]
        count[0] += 1
        if key is None:
            continue
        count[1] += 1
        count[5] += delayed
        if winner is None:
            count[3] += 1
        else:
            count[2 if (winner == "a") != swapped else 4] += 1
    return {number: MatchTally(*count) for number, count in counts.items()}


def games_of_match(connection: Connection, number: int) -> list[MatchGameRow]:
    """The games of a match, by number."""
    g = series_games.c
    query = select(g.number, g.swapped, g.start, g.seed, g.match_key, g.trouble)
    query = query.where(g.series_id == number).order_by(g.number)
    return [MatchGameRow(*row) for row in connection.execute(query)]


def versions_in_game(connection: Connection, number: int, game: int) -> tuple[int, ...]:
    """The versions of the bots in a game of a match, first seat first; none if there is none."""
    s, g = series.c, series_games.c
    query = select(s.first, s.second, g.swapped)
    query = query.join(series_games, g.series_id == s.id).where(s.id == number, g.number == game)
    row = connection.execute(query).one_or_none()
    if row is None:
        return ()
    first, second, swapped = row
    return (second, first) if swapped else (first, second)


def results_of_match(connection: Connection, number: int) -> dict[int, Any]:
    """The results of the games that were played, by their number: rows of the table `matches`."""
    query = (
        select(series_games.c.number, matches)
        .join(matches, matches.c.key == series_games.c.match_key)
        .where(series_games.c.series_id == number)
    )
    return {row.number: row for row in connection.execute(query)}


@cache  # a statement that is made anew takes longer than to run it
def _matches() -> Select[Any]:
    s = series.c
    first_version, second_version = bot_versions.alias(), bot_versions.alias()
    first, second = bots.alias(), bots.alias()
    return (
        select(
            *(s.id, s.game, s.first, s.second, first.c.name, second.c.name),
            *(s.wishes, s.state, s.problem, s.created_at, s.finished_at),
            *(s.owner_id, s.course_id),
        )
        .join(first_version, first_version.c.id == s.first)
        .join(second_version, second_version.c.id == s.second)
        .join(first, first.c.id == first_version.c.bot_id)
        .join(second, second.c.id == second_version.c.bot_id)
    )
