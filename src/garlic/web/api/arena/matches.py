"""Matches: one or more games between two bots, shown live and stored."""

from datetime import datetime
from typing import Annotated, Any, Literal

from fastapi import Path, Query, Response
from pydantic import BaseModel, ConfigDict, Field

from garlic.core import Seat
from garlic.games import GAMES
from garlic.people.rules import Action
from garlic.store.matches import (
    MatchGameRow,
    MatchRow,
    MatchState,
    MatchTally,
    games_of_match,
    get_match,
    list_matches,
    results_of_match,
    tallies_of,
)
from garlic.store.schema import series
from garlic.web.api.files import TOO_MANY
from garlic.web.app import Arena, Shared
from garlic.web.hidden import hidden_in_live
from garlic.web.jobs.matches import MOST_GAMES, MatchRequest
from garlic.web.permission import Me, here, live_by_id, match_by_number, needs, owner_names, seen_by
from garlic.web.problems import REFUSALS, ApiRouter, not_found
from garlic.web.sentences import SentenceModel, encode_sentence
from garlic.web.view.live import LIVE_ID, LiveGame, LiveStart, Stage, tournament_of
from garlic.web.view.models import CompactModel, GameStep, OutcomeView
from garlic.web.view.private import strip_step

router = ApiRouter(prefix="/api", tags=["matches"])

_MOST_LISTED = 100
_LARGEST_SEED = 2**62
MatchId = Annotated[int, Path(ge=1, le=2**31 - 1)]
LiveId = Annotated[str, Path(pattern=LIVE_ID, examples=["12-1"])]
BotName = Annotated[str, Field(min_length=1, max_length=4096)]


class MatchRequestModel(BaseModel):
    """The bots and settings of a match."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "game": "tiaojia",
                "bots": ["engine:tiaojia?level=2", "random:tiaojia"],
                "games": 2,
            }
        }
    )

    game: str = Field(max_length=40)
    bots: tuple[BotName, BotName]
    games: int = Field(1, ge=1, le=MOST_GAMES)
    swap: bool = True  # seats, after every game
    map: str | None = Field(None, max_length=80)  # a bundled name, a size, or random-10x10
    rule: str | None = Field(None, max_length=40)
    opening: str | None = Field(None, max_length=2000)  # moves to play first
    limits: str = Field("", max_length=200)  # "turn=100ms,memory=256MB"
    timeouts: Literal["default", "skip", "forfeit"] = "default"
    seed: int = Field(0, ge=0, le=_LARGEST_SEED)


class TallyModel(BaseModel):
    """The results so far, from the first bot's point of view."""

    games: int
    played: int
    won: int
    drawn: int
    lost: int
    delayed: int  # of the played games, by a busy machine


class MatchSummary(BaseModel):
    """A match and its results so far."""

    id: int
    game: str
    names: tuple[str, str]
    bots: tuple[str, str]  # the versions: "stored:7"
    state: MatchState
    problem: SentenceModel | None
    options: dict[str, Any] = Field(serialization_alias="wishes")  # the name in the API of 0.1
    tally: TallyModel
    owner: str | None  # who has begun it; null on a server without accounts
    created_at: datetime
    finished_at: datetime | None


class MatchPage(BaseModel):
    """A page of matches, newest first, and the number of all."""

    total: int
    matches: list[MatchSummary]


class GameResultModel(OutcomeView):
    """The result of a game."""

    key: str  # of the record
    turns: int
    faults: tuple[dict[str, int], dict[str, int]]
    delayed: bool  # by a busy machine; it counts, and is played again when that is quiet


class MatchGame(BaseModel):
    """One game of a match."""

    number: int
    live: str  # the id to watch it by: `GET /api/live/ID`, events `match:ID`
    names: tuple[str, str]  # of the bots, first seat first
    seed: int
    state: Stage
    result: GameResultModel | None
    trouble: SentenceModel | None  # why it could not be judged


class MatchDetails(MatchSummary):
    """A match with its games."""

    seats: tuple[str, str]  # the names of the sides
    all_games: list[MatchGame]


class LiveGameModel(CompactModel):
    """A game in progress; events `match:ID` report what follows."""

    id: str
    game: str
    title: SentenceModel
    simultaneous: bool
    seats: tuple[str, str]
    names: tuple[str, str]
    state: Stage
    start: LiveStart | None
    steps: list[GameStep]
    key: str | None  # of the record, once it is over


@router.get(
    "/matches",
    responses=REFUSALS,
    dependencies=[needs(Action.LOOK)],
)
def matches(
    arena: Shared,
    me: Me,
    game: Annotated[str | None, Query(max_length=40)] = None,
    state: Annotated[MatchState | None, Query()] = None,
    bot: Annotated[str | None, Query(max_length=200, description="a bot's name")] = None,
    offset: Annotated[int, Query(ge=0, le=10**9)] = 0,
    limit: Annotated[int, Query(ge=1, le=_MOST_LISTED)] = 25,
) -> MatchPage:
    """The matches, newest first."""
    rows, total = arena.database.read(
        lambda c: list_matches(
            c,
            *seen_by(arena, me, series),
            game=game,
            state=state,
            bot=bot,
            offset=offset,
            limit=limit,
        )
    )
    owners = owner_names(arena, [row.owner_id for row, _ in rows])
    return MatchPage(total=total, matches=[_summary(row, tally, owners) for row, tally in rows])


@router.post(
    "/matches",
    status_code=201,
    responses={**REFUSALS, **TOO_MANY},
    dependencies=[needs(Action.BEGIN, here)],
)
def begin(arena: Shared, me: Me, request: MatchRequestModel) -> MatchDetails:
    """Start a match; the event `series:ID` reports every game that ends."""
    with arena.services.quotas.begin_work(me, request.games):
        number = arena.services.matches.begin(MatchRequest(**dict(request)), me)
    return _details(arena, number)


@router.get(
    "/matches/{number}",
    responses=REFUSALS,
    dependencies=[needs(Action.SEE, match_by_number)],
)
def details(arena: Shared, number: MatchId) -> MatchDetails:
    """A match with all its games."""
    return _details(arena, number)


@router.post(
    "/matches/{number}/stop",
    responses=REFUSALS,
    dependencies=[needs(Action.CHANGE, match_by_number)],
)
def stop(arena: Shared, number: MatchId) -> MatchDetails:
    """Stop a match."""
    _row(arena, number)
    arena.services.matches.stop(number)
    return _details(arena, number)


@router.post(
    "/matches/{number}/again",
    responses={**REFUSALS, **TOO_MANY},
    dependencies=[needs(Action.CHANGE, match_by_number)],
)
def again(arena: Shared, me: Me, number: MatchId) -> MatchDetails:
    """Play the rest of a match, and games once more that a busy machine has delayed."""
    row = _row(arena, number)
    with arena.services.quotas.begin_work(me, row.options["games"]):
        arena.services.matches.again(number)
    return _details(arena, number)


@router.get(
    "/live/{live_id}",
    responses=REFUSALS,
    response_model=LiveGameModel,
    dependencies=[needs(Action.SEE, live_by_id)],
)
def live(arena: Shared, me: Me, live_id: LiveId) -> Response:
    """A game in progress with its steps so far; of a finished one only the key of its record."""
    live_game = arena.services.live.get(live_id) or _ended_game(arena, live_id)
    if live_game is None:
        raise not_found("problem.not_live")
    game = GAMES[live_game.game]
    hidden = arena.database.read(lambda c: hidden_in_live(c, me, live_id))
    model = LiveGameModel(
        id=live_game.id,
        game=live_game.game,
        title=encode_sentence(game.title),
        simultaneous=game.simultaneous,
        seats=game.seats,
        names=live_game.names,
        state=live_game.state,
        start=live_game.start and strip_step(live_game.start, hidden),
        steps=[strip_step(step, hidden) for step in live_game.steps],
        key=live_game.key,
    )
    # As it is: FastAPI would validate it again, which is slow for a long game.
    return Response(model.compact_json(), media_type="application/json")


def _ended_game(arena: Arena, live_id: str) -> LiveGame | None:
    """A game that ended some time ago, or was not played because its record existed."""
    if tournament_of(live_id) is not None:
        return None
    number, game_number = map(int, live_id.split("-"))
    row, games, results = arena.database.read(
        lambda c: (get_match(c, number), games_of_match(c, number), results_of_match(c, number))
    )
    for game in games:
        if row is not None and game.number == game_number and game_number in results:
            names = _game(arena, row, game, results[game_number]).names
            return LiveGame(live_id, row.game, names, "finished", key=game.game_key)
    return None


def _row(arena: Arena, number: int) -> MatchRow:
    row = arena.database.read(lambda c: get_match(c, number))
    if row is None:
        raise not_found("problem.no_match")
    return row


def _summary(row: MatchRow, tally: MatchTally, owners: dict[int, str]) -> MatchSummary:
    return MatchSummary(
        id=row.id,
        game=row.game,
        names=(row.first_name, row.second_name),
        bots=(f"stored:{row.first}", f"stored:{row.second}"),
        state=row.state,
        problem=row.problem,
        options=row.options,
        tally=TallyModel(
            games=tally.games,
            played=tally.played,
            won=tally.won,
            drawn=tally.drawn,
            lost=tally.lost,
            delayed=tally.delayed,
        ),
        owner=owners.get(row.owner_id),
        created_at=row.created_at,
        finished_at=row.finished_at,
    )


def _details(arena: Arena, number: int) -> MatchDetails:
    row = _row(arena, number)
    tally, games, results = arena.database.read(
        lambda c: (
            tallies_of(c, [number])[number],
            games_of_match(c, number),
            results_of_match(c, number),
        )
    )
    return MatchDetails(
        **dict(_summary(row, tally, owner_names(arena, [row.owner_id]))),
        seats=GAMES[row.game].seats,
        all_games=[_game(arena, row, game, results.get(game.number)) for game in games],
    )


def _game(arena: Arena, row: MatchRow, game: MatchGameRow, result: Any) -> MatchGame:
    live_id = f"{row.id}-{game.number}"
    names = (row.first_name, row.second_name)
    live_state = arena.services.live.state(live_id)
    return MatchGame(
        number=game.number,
        live=live_id,
        names=(names[1], names[0]) if game.swapped else names,
        seed=game.seed,
        state="finished" if result is not None else live_state or "stopped",
        result=None
        if result is None
        else GameResultModel(
            key=result.key,
            winner=result.winner and Seat(result.winner),
            reason=encode_sentence(result.reason),
            scores=None if result.score_a is None else (result.score_a, result.score_b),
            turns=result.turns,
            faults=(result.faults_a or {}, result.faults_b or {}),
            delayed=result.delayed,
        ),
        trouble=None if game.trouble is None else encode_sentence(game.trouble),
    )
