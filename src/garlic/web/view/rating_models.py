"""Ratings and ladders as the API sends them."""

from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, Field

from garlic.arena.rating.ladder import Comparable, Ladder, Rung
from garlic.engines import LEVELS
from garlic.engines.built_in import BUILT_IN
from garlic.games import GAMES
from garlic.store.matches import MatchState
from garlic.store.ratings import BotRatingRow
from garlic.web.sentences import SentenceModel, encode_sentence


class RungModel(BaseModel):
    """A rated player of a game: its rating with the 95 % interval of the measurement."""

    bot: str  # as in a match: "baseline:othello/lab?depth=2"
    about: SentenceModel | None
    anchor: bool  # it never changes; otherwise an engine level, measured against the anchors
    rating: float
    low: float
    high: float
    games: int


class ComparisonModel(BaseModel):
    """A player of the ladder, and how sure it is that a bot is stronger, or weaker, than it."""

    bot: str
    chance: Annotated[float, Field(ge=0, le=1)]


class BotRatingModel(BaseModel):
    """The rating of a version at a game, as far as its games are played."""

    game: str
    state: MatchState
    problem: SentenceModel | None  # why it failed
    wanted_games: int  # at the latest
    until: float | None  # as soon as the 95 % interval is at most ± this
    rating: float | None  # null until a game has counted
    low: float | None  # of the 95 % interval
    high: float | None
    games: int  # that count
    wins: int
    draws: int
    losses: int
    unjudged: int  # games that could not be judged
    delayed: int  # of the games, by a busy machine
    faults: dict[str, int]
    stronger_than: ComparisonModel | None
    weaker_than: ComparisonModel | None
    measured: str | None  # when its ladder was measured; null: relative to random moves, rated 0
    outdated: bool  # the ladder was measured again since
    rated_at: datetime


def rung_models(ladder: Ladder) -> list[RungModel]:
    """The rated players of a ladder, weakest first."""
    anchors = {rung.bot for rung in ladder.anchors}
    return [
        RungModel(
            bot=rung.bot,
            about=_about(rung.bot),
            anchor=rung.bot in anchors,
            rating=rung.rating,
            low=rung.low,
            high=rung.high,
            games=rung.games,
        )
        for rung in ladder.rungs
    ]


def rung_of(ladder: Ladder, bot: str) -> Rung | None:
    """The rated player called *bot*; of an engine the one of its level, however it was limited."""
    rungs = {rung.bot: rung for rung in ladder.rungs}
    if bot.startswith("engine:") and bot not in rungs:
        level = bot if "?" in bot else f"{bot}?level={LEVELS[-1].number}"
        return next((rung for name, rung in rungs.items() if name.startswith(f"{level}&")), None)
    return rungs.get(bot)


def rungs_of_built_in(rungs: list[RungModel], bot: str) -> list[RungModel]:
    """Those of *rungs* that are the built-in player *bot*: all levels of an engine."""
    if bot.startswith("engine:"):
        return [rung for rung in rungs if rung.bot.startswith(f"{bot}?")]
    return [rung for rung in rungs if rung.bot == bot]


def comparison_model(found: Comparable | None) -> ComparisonModel | None:
    """A comparison with a player of the ladder."""
    return None if found is None else _comparison(found.rung.bot, found.chance)


def bot_rating_model(row: BotRatingRow, measured: str | None) -> BotRatingModel:
    """The stored rating, beside a ladder that was *measured* on that day."""
    result, details = row.result, row.result.details
    return BotRatingModel(
        game=row.game,
        state=row.state,
        problem=row.problem,
        wanted_games=row.options.games,
        until=row.options.until,
        rating=result.rating,
        low=result.low,
        high=result.high,
        games=result.games,
        wins=details.wins,
        draws=details.draws,
        losses=details.losses,
        unjudged=details.unjudged,
        delayed=details.delayed,
        faults=dict(details.faults),
        stronger_than=_stored_comparison(details.stronger_than),
        weaker_than=_stored_comparison(details.weaker_than),
        measured=details.measured,
        outdated=result.rating is not None and details.measured != measured,
        rated_at=row.rated_at,
    )


def _stored_comparison(stored: tuple[str, float] | None) -> ComparisonModel | None:
    return None if stored is None else _comparison(*stored)


def _comparison(bot: str, chance: float) -> ComparisonModel:
    # Sums over a grid may be off by a rounding error.
    return ComparisonModel(bot=bot, chance=min(1.0, max(0.0, chance)))


def _about(bot: str) -> SentenceModel | None:
    """The description of a player without options; with options it would not be true."""
    for kind in BUILT_IN:
        for game in GAMES.values():
            if kind.word != "engine" and bot in kind.names(game):
                return encode_sentence(kind.description(bot))
    return None
