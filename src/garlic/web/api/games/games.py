"""The games, and the texts of all sentences."""

from typing import Annotated, Literal

from fastapi import Header, Query, Response
from pydantic import BaseModel

from garlic.core import Game, Sample
from garlic.engines import LEVELS, player_names
from garlic.games import GAMES
from garlic.judge.settings import start_of
from garlic.people.rules import Action
from garlic.web.app import Shared
from garlic.web.permission import Me, may_see_record, needs
from garlic.web.play.games import game_named
from garlic.web.problems import REFUSALS, ApiRouter
from garlic.web.sentences import SentenceModel, all_sentences, encode_sentence
from garlic.web.view.boards import BoardView
from garlic.web.view.guide import LessonView, lessons_of
from garlic.web.view.models import BoardFrame, BoardShape
from garlic.web.view.showcase import Showcase

router = ApiRouter(prefix="/api", tags=["games"])


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
    about: SentenceModel | None  # the rules in a sentence
    lessons: int  # of the guide to its rules, `GET /api/games/NAME/guide`
    seats: tuple[str, str]
    rules: list[str]
    rule_titles: dict[str, SentenceModel]  # of all rule sets
    sizes: dict[str, list[str]]  # to offer by rule set, the usual one first
    maps: list[MapModel]
    suggested_map: str | None  # the one to offer people first
    simultaneous: bool
    steered: bool  # every move is a step up, down, left or right, or to stay
    oriented: bool  # each side looks at the board from its own end
    may_resign: bool
    styles: list[str]  # the notations of moves, the usual one first
    levels: int  # of the engine
    players: list[str]  # built-in ones: "engine", "random", and the baselines
    turn_seconds: float
    game_seconds: float | None


class FirstBoard(BaseModel):
    """A position of a game to show."""

    shape: BoardShape
    frame: BoardFrame


@router.get(
    "/games",
    dependencies=[needs(Action.LOOK)],
)
def games() -> list[GameModel]:
    """Every game, with its maps, rule sets and players."""
    return [_game(game) for game in GAMES.values()]


@router.get(
    "/games/{name}/board",
    responses=REFUSALS,
    dependencies=[needs(Action.LOOK)],
)
def first_board(name: str, sample: bool = False) -> FirstBoard:
    """The usual first position of a game, or with *sample* one a few moves later."""
    game = game_named(name)
    shown = game.sample if sample else Sample()
    position = start_of(game, map_name=shown.map, rule=None, opening=shown.moves or None, seed=0)
    board = BoardView(game, position)
    return FirstBoard(shape=board.shape, frame=board.frame(position))


@router.get("/games/{name}/guide", responses=REFUSALS, dependencies=[needs(Action.LOOK)])
def guide(name: str) -> list[LessonView]:
    """The rules of a game in half a minute: sentences, and boards to draw."""
    return lessons_of(game_named(name).name)


@router.get("/showcase", dependencies=[needs(Action.LOOK)])
def showcase(
    arena: Shared,
    me: Me,
    own: Annotated[
        str | None, Query(pattern="^[0-9a-f]{64}$", description="the key of a record of yours")
    ] = None,
) -> Showcase:
    """A game for the first page: one in progress, else the last one, else an example."""
    if not arena.settings.has_accounts:
        return arena.showcases.choose(own)
    # In a class other people's games are theirs.
    if own is not None and may_see_record(arena, me, own):
        return arena.showcases.finished(own)
    return arena.showcases.example()


@router.get(
    "/texts/{language}",
    response_model=dict[str, str],
    dependencies=[needs(Action.SIGN_IN)],
)
def texts(
    language: Literal["en", "zh"], if_none_match: Annotated[str | None, Header()] = None
) -> Response:
    """All sentences by their codes.

    Values have their places in braces, as in Python: ``{name}``, ``{name!r}``, ``{name:.2f}``. A
    number with its noun is written ``{count:game|games}``: "1 game", "2 games".
    """
    content, tag = all_sentences(language)
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if if_none_match is not None and tag in if_none_match:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type="application/json", headers=headers)


def _game(game: Game) -> GameModel:
    return GameModel(
        name=game.name,
        title=encode_sentence(game.title),
        about=encode_sentence(game.about) if game.about else None,
        lessons=len(game.guide),
        seats=game.seats,
        rules=list(game.rules),
        rule_titles={
            rule: encode_sentence(game.rule_titles.get(rule, rule)) for rule in game.rules
        },
        sizes={rule: list(sizes) for rule, sizes in game.sizes.items()},
        maps=[
            MapModel(
                name=bundled.name,
                rows=bundled.rows,
                columns=bundled.columns,
                about=encode_sentence(bundled.about),
            )
            for bundled in (game.maps.bundled if game.maps else ())
        ],
        suggested_map=game.sample.map if game.maps else None,
        simultaneous=game.simultaneous,
        steered=game.steered,
        oriented=game.oriented,
        may_resign=game.may_resign,
        styles=list(game.move_styles),
        levels=len(LEVELS),
        players=list(player_names(game)),
        turn_seconds=game.limits.turn_seconds,
        game_seconds=game.limits.game_seconds,
    )
