"""The games, and the texts of all sentences."""

from typing import Annotated, Literal

from fastapi import APIRouter, Header, Response
from pydantic import BaseModel

from garlic.core import Game
from garlic.engines import LEVELS, player_names
from garlic.games import GAMES
from garlic.judge.settings import start_of
from garlic.web.play.games import game_named
from garlic.web.problems import REFUSALS, SentenceModel
from garlic.web.sentences import all_sentences, encode_sentence
from garlic.web.view.boards import BoardFrame, BoardShape, BoardView

router = APIRouter(prefix="/api", tags=["games"])

# A map and a few moves for the preview picture of each game.
_SAMPLES: dict[str, tuple[str | None, str]] = {
    "othello": ("task4-8x8-1", "e6 f6 f5 f4 g3 f3 g5 d6 d3 e3 d2 e2 c4"),
    "gomoku": (None, "h8 i9 h10 h9 j9 i8 i10 g8 j10 k10 i7"),
    "xiangqi": (None, "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 h7i7"),
    "tiaojia": (None, "5 3 5 6 8 6 3 9 6 2 4 7 9 7 4 8 2 5 4 8 1 7 7 3"),
}


class MapModel(BaseModel):
    """A bundled map."""

    name: str
    rows: int
    columns: int
    about: SentenceModel


class GameModel(BaseModel):
    """A game and the choices it offers."""

    name: str
    title: SentenceModel
    seats: list[str]
    rules: list[str]
    maps: list[MapModel]
    simultaneous: bool
    may_resign: bool
    levels: int  # of the engine
    players: list[str]  # built-in ones: "engine", "random", and the baselines
    turn_seconds: float
    game_seconds: float | None


class FirstBoard(BaseModel):
    """A position of a game to show."""

    shape: BoardShape
    frame: BoardFrame


@router.get("/games")
def games() -> list[GameModel]:
    """Every game, with its maps, rule sets and players."""
    return [_game(game) for game in GAMES.values()]


@router.get("/games/{name}/board", responses=REFUSALS)
def first_board(name: str, sample: bool = False) -> FirstBoard:
    """The usual first position of a game, or with *sample* one a few moves later."""
    game = game_named(name)
    map_name, opening = _SAMPLES.get(name, (None, None)) if sample else (None, None)
    position = start_of(game, map_name=map_name, rule=None, opening=opening, seed=0)
    board = BoardView(game, position)
    return FirstBoard(shape=board.shape, frame=board.frame(position))


@router.get("/texts/{language}", response_model=dict[str, str])
def texts(
    language: Literal["en", "zh"], if_none_match: Annotated[str | None, Header()] = None
) -> Response:
    """All sentences by their codes, with placeholders in braces."""
    content, tag = all_sentences(language)
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if if_none_match is not None and tag in if_none_match:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type="application/json", headers=headers)


def _game(game: Game) -> GameModel:
    return GameModel(
        name=game.name,
        title=SentenceModel(**encode_sentence(game.title)),
        seats=list(game.seats),
        rules=list(game.rules),
        maps=[
            MapModel(
                name=bundled.name,
                rows=bundled.rows,
                columns=bundled.columns,
                about=SentenceModel(**encode_sentence(bundled.about)),
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
