"""The games, and the words of all sentences."""

from typing import Annotated, Literal

from fastapi import APIRouter, Header, Response
from pydantic import BaseModel

from garlic.core import Game
from garlic.engines import LEVELS, player_names
from garlic.games import GAMES
from garlic.judge.settings import start_of
from garlic.web.play.games import game_called
from garlic.web.problems import REFUSALS, SentenceCode
from garlic.web.sentences import wording, words
from garlic.web.view.boards import BoardFrame, BoardShape, BoardView

router = APIRouter(prefix="/api", tags=["games"])

# A few moves of each game, so that its picture tells what it is about.
_SAMPLES: dict[str, tuple[str | None, str]] = {
    "othello": ("task4-8x8-1", "e6 f6 f5 f4 g3 f3 g5 d6 d3 e3 d2 e2 c4"),
    "gomoku": (None, "h8 i9 h10 h9 j9 i8 i10 g8 j10 k10 i7"),
    "xiangqi": (None, "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 h7i7"),
    "tiaojia": (None, "5 3 5 6 8 6 3 9 6 2 4 7 9 7 4 8 2 5 4 8 1 7 7 3"),
}


class MapFacts(BaseModel):
    """A board that comes with the package."""

    name: str
    rows: int
    columns: int
    about: SentenceCode


class GameFacts(BaseModel):
    """What to know of a game before playing it."""

    name: str
    title: SentenceCode
    seats: list[str]
    rules: list[str]
    maps: list[MapFacts]
    simultaneous: bool
    may_resign: bool
    levels: int  # how many strengths our engine has
    players: list[str]  # ours: "engine", "random", and the labs' baselines
    turn_seconds: float
    game_seconds: float | None


class FirstBoard(BaseModel):
    """A game's usual first position."""

    shape: BoardShape
    frame: BoardFrame


@router.get("/games")
def games() -> list[GameFacts]:
    """Every game, with its maps, rule sets and players."""
    return [_facts(game) for game in GAMES.values()]


@router.get("/games/{name}/board", responses=REFUSALS)
def first_board(name: str, sample: bool = False) -> FirstBoard:
    """The usual first position of a game, to look at; as a *sample* one a few moves later."""
    game = game_called(name)
    map_name, opening = _SAMPLES.get(name, (None, None)) if sample else (None, None)
    position = start_of(game, map_name=map_name, rule=None, opening=opening, seed=0)
    board = BoardView(game, position)
    return FirstBoard(shape=board.shape, frame=board.frame(position))


@router.get("/texts/{language}", response_model=dict[str, str])
def texts(
    language: Literal["en", "zh"], if_none_match: Annotated[str | None, Header()] = None
) -> Response:
    """All sentences by their codes, with the places of their values in braces."""
    content, tag = words(language)
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if if_none_match is not None and tag in if_none_match:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type="application/json", headers=headers)


def _facts(game: Game) -> GameFacts:
    return GameFacts(
        name=game.name,
        title=SentenceCode(**wording(game.title)),
        seats=list(game.seats),
        rules=list(game.rules),
        maps=[
            MapFacts(
                name=bundled.name,
                rows=bundled.rows,
                columns=bundled.columns,
                about=SentenceCode(**wording(bundled.about)),
            )
            for bundled in (game.maps.bundled if game.maps else ())
        ],
        simultaneous=game.simultaneous,
        may_resign=game.may_resign,
        levels=len(LEVELS),
        players=list(player_names(game)),
        turn_seconds=game.limits.turn_seconds,
        game_seconds=game.limits.game_seconds,
    )
