"""Ladders: the rated players of each game, the bots among them, and a person's strength."""

from typing import Annotated, Literal

from fastapi import Path
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import ColumnElement, Connection

from garlic.arena.rating.ladder import ladder_of
from garlic.arena.statistics.scale import AnchorGame
from garlic.people.rules import Action
from garlic.store.ratings import bot_ratings_of
from garlic.store.roster import list_bots
from garlic.store.schema import bots
from garlic.web.app import Shared
from garlic.web.permission import Me, needs, seen_by
from garlic.web.play.games import game_named
from garlic.web.problems import REFUSALS, ApiRouter
from garlic.web.view.rating_models import (
    ComparisonModel,
    RungModel,
    comparison_model,
    rung_models,
    rung_of,
)

router = ApiRouter(prefix="/api/ladders", tags=["ladders"], responses=REFUSALS)

MOST_RESULTS = 500
_SCORES = {"won": 1.0, "drawn": 0.5, "lost": 0.0}
GameName = Annotated[str, Path(max_length=60, examples=["othello"])]


class RatedBot(BaseModel):
    """An uploaded bot with a rating: its newest version that has one."""

    id: int
    name: str
    version: int
    rating: float
    low: float
    high: float
    games: int


class LadderModel(BaseModel):
    """The rated players of a game."""

    game: str
    measured: str | None  # the date; null if there was no measurement: random moves are rated 0
    version: str | None  # of garlic, when it was measured
    draw_rate: float  # of games between equals
    advantage: float  # of the first seat, in Elo
    rungs: list[RungModel]  # weakest first
    bots: list[RatedBot]  # weakest first


class PersonResult(BaseModel):
    """A finished game of a person."""

    opponent: str = Field(max_length=200)  # "engine:othello?level=3"
    result: Literal["won", "drawn", "lost"]
    first: bool  # whether the person had the first seat


class StrengthRequest(BaseModel):
    """A person's finished games."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "results": [
                    {"opponent": "engine:othello?level=2", "result": "won", "first": True},
                    {"opponent": "engine:othello?level=3", "result": "lost", "first": False},
                ]
            }
        }
    )

    results: list[PersonResult] = Field(max_length=MOST_RESULTS)


class StrengthModel(BaseModel):
    """A person's rating with its 95 % interval; null without a counted game or a ladder."""

    measured: str | None  # when the ladder was measured; null: the game has no scale
    games: int  # that count
    skipped: int  # against players without a rating
    rating: float | None
    low: float | None
    high: float | None
    stronger_than: ComparisonModel | None
    weaker_than: ComparisonModel | None


@router.get(
    "/{name}",
    dependencies=[needs(Action.LOOK)],
)
def ladder(arena: Shared, me: Me, name: GameName) -> LadderModel:
    """The rated players of a game, and the rated bots among them."""
    found = ladder_of(game_named(name))
    return LadderModel(
        game=found.game,
        measured=found.measured,
        version=found.version,
        draw_rate=found.scale.draw_rate,
        advantage=found.scale.advantage,
        rungs=rung_models(found),
        bots=arena.database.read(lambda c: _rated_bots(c, found.game, seen_by(arena, me, bots))),
    )


@router.post(
    "/{name}/strength",
    dependencies=[needs(Action.LOOK)],
)
def strength(name: GameName, request: StrengthRequest) -> StrengthModel:
    """How strong a person is, from finished games against rated players. Nothing is stored."""
    found = ladder_of(game_named(name))
    rated = [(rung_of(found, result.opponent), result) for result in request.results]
    games = [
        AnchorGame(rung.rating, _SCORES[result.result], result.first)
        for rung, result in rated
        if rung is not None and found.measured is not None
    ]
    # Here, because it brings numpy: a server starts, and shows ladders, without it.
    from garlic.arena.statistics.posterior import Posterior  # noqa: PLC0415

    posterior = Posterior.before_games(found.scale).after(games)
    low, high = posterior.interval()
    return StrengthModel(
        measured=found.measured,
        games=len(games),
        skipped=len(request.results) - len(games),
        rating=posterior.rating if games else None,
        low=low if games else None,
        high=high if games else None,
        stronger_than=comparison_model(found.surely_weaker(posterior)) if games else None,
        weaker_than=comparison_model(found.surely_stronger(posterior)) if games else None,
    )


def _rated_bots(
    connection: Connection, game: str, which: list[ColumnElement[bool]]
) -> list[RatedBot]:
    rows = list_bots(connection, None, *which)
    versions = {version.id: (row, version) for row in rows for version in row.versions}
    newest: dict[int, RatedBot] = {}
    for rating in bot_ratings_of(connection, list(versions)):
        row, version = versions[rating.version_id]
        value, low, high = rating.result.rating, rating.result.low, rating.result.high
        if rating.game != game or value is None or low is None or high is None:
            continue
        if row.id not in newest or newest[row.id].version < version.number:
            newest[row.id] = RatedBot(
                id=row.id,
                name=row.name,
                version=version.number,
                rating=value,
                low=low,
                high=high,
                games=rating.result.games,
            )
    return sorted(newest.values(), key=lambda bot: bot.rating)
