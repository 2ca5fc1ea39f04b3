"""Ratings of bots' versions on the permanent scale of a game, finished or not."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, select

from garlic.store.matches import MatchState
from garlic.store.roster import bot_of_version
from garlic.store.schema import bot_ratings


@dataclass(frozen=True, slots=True)
class RatingOptions:
    """When a rating is finished."""

    games: int  # at the latest
    until: float | None = None  # as soon as the 95 % interval is at most ± this


@dataclass(frozen=True, slots=True)
class RatingDetails:
    """What a rating comes from."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    unjudged: int = 0  # games that could not be judged; they do not count
    delayed: int = 0  # of the games, by a busy machine
    faults: Mapping[str, int] = field(default_factory=dict)  # of the bot, by verdict
    stronger_than: tuple[str, float] | None = None  # a player of the ladder, and how sure it is
    weaker_than: tuple[str, float] | None = None
    measured: str | None = None  # when the ladder was measured; None: relative to random moves


@dataclass(frozen=True, slots=True)
class RatingResult:
    """A rating with its 95 % interval; None before a game has counted."""

    rating: float | None
    low: float | None
    high: float | None
    games: int
    details: RatingDetails


@dataclass(frozen=True, slots=True)
class BotRatingRow:
    """The rating of a version at a game, as far as its games are played."""

    version_id: int
    game: str
    options: RatingOptions
    state: MatchState
    problem: Any
    result: RatingResult
    rated_at: datetime


def begin_rating(
    connection: Connection, version_id: int, game: str, options: RatingOptions
) -> None:
    """Store that a version waits to be rated; an earlier result stays until there is a new one."""
    values = {"options": asdict(options), "state": "waiting", "problem": None}
    changed = connection.execute(_of(version_id, game).values(values))
    if changed.rowcount or bot_of_version(connection, version_id) is None:
        return
    connection.execute(
        bot_ratings.insert().values(
            version_id=version_id,
            game=game,
            details=asdict(RatingDetails()),
            rated_at=datetime.now(UTC),
            **values,
        )
    )


def set_rating_state(
    connection: Connection, version_id: int, game: str, state: MatchState, problem: Any = None
) -> None:
    """Change the state of a rating; *problem* says why it failed."""
    connection.execute(_of(version_id, game).values(state=state, problem=problem))


def keep_rating(
    connection: Connection, version_id: int, game: str, state: MatchState, result: RatingResult
) -> None:
    """Store the result so far, unless the version was removed meanwhile."""
    values = {
        "state": state,
        "rating": result.rating,
        "low": result.low,
        "high": result.high,
        "games": result.games,
        "details": asdict(result.details),
        "rated_at": datetime.now(UTC),
    }
    connection.execute(_of(version_id, game).values(values))


def bot_ratings_of(connection: Connection, versions: Sequence[int]) -> list[BotRatingRow]:
    """The ratings of these versions, by version and game."""
    c = bot_ratings.c
    query = select(bot_ratings).where(c.version_id.in_(versions)).order_by(c.version_id, c.game)
    return [_row(row) for row in connection.execute(query)]


def unfinished_ratings(connection: Connection) -> list[BotRatingRow]:
    """The ratings that an earlier server was playing or could not finish."""
    states = ("waiting", "running", "unfinished")
    query = select(bot_ratings).where(bot_ratings.c.state.in_(states))
    return [_row(row) for row in connection.execute(query.order_by(bot_ratings.c.rated_at))]


def _of(version_id: int, game: str) -> Any:
    c = bot_ratings.c
    return bot_ratings.update().where(c.version_id == version_id, c.game == game)


def _row(row: Any) -> BotRatingRow:
    details = dict(row.details)
    for name in ("stronger_than", "weaker_than"):
        details[name] = details[name] and tuple(details[name])
    result = RatingResult(row.rating, row.low, row.high, row.games, RatingDetails(**details))
    return BotRatingRow(
        version_id=row.version_id,
        game=row.game,
        options=RatingOptions(**row.options),
        state=row.state,
        problem=row.problem,
        result=result,
        rated_at=row.rated_at,
    )
