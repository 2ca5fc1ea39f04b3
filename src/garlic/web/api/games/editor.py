"""The position editor: available pieces, and validation of edited positions."""

from typing import Annotated

from fastapi import Path
from pydantic import BaseModel, Field

from garlic.core import Game, InputError, Position, Seat
from garlic.core.game import takes_turns
from garlic.courses.assistance import Assistance
from garlic.judge.settings import start_of
from garlic.people.rules import Action
from garlic.web.app import Shared
from garlic.web.bounds import check_map
from garlic.web.permission import Me, check_help, here, needs
from garlic.web.play.engine import Thoughts
from garlic.web.play.games import game_named
from garlic.web.problems import REFUSALS, ApiRouter, Problem
from garlic.web.sentences import SentenceModel, encode_sentence, page_sentence
from garlic.web.view.boards import BoardView
from garlic.web.view.models import BoardFrame, BoardShape, OutcomeView

router = ApiRouter(prefix="/api/editor", tags=["editor"], responses=REFUSALS)

GameName = Annotated[str, Path(max_length=60, examples=["xiangqi"])]
_MOST_PLACES = 3_600  # the largest maze


class Brush(BaseModel):
    """A piece that can be put on the board."""

    sign: str
    glyph: str
    side: Seat | None
    name: SentenceModel
    is_single: bool


class BasisRequest(BaseModel):
    """The position to start editing from."""

    map: str | None = Field(None, max_length=60)
    rule: str | None = Field(None, max_length=60)
    position: str | None = Field(None, max_length=200_000, description="instead of a map")


class ArrangementRequest(BaseModel):
    """An edited board."""

    position: str = Field(max_length=200_000, description="the edited one: rules, weights, ...")
    signs: list[Annotated[str, Field(max_length=2)]] = Field(max_length=_MOST_PLACES)
    mover: Seat = Seat.A


class EditorPosition(BaseModel):
    """A position as data and as text, with the available pieces."""

    position: str
    shape: BoardShape
    frame: BoardFrame
    palette: list[Brush]
    mover: Seat | None  # None if both sides move simultaneously
    legal_moves: int
    outcome: OutcomeView | None


class AnalysisRequest(BaseModel):
    """A position to analyse."""

    position: str = Field(max_length=200_000)
    seat: Seat = Seat.A
    seconds: float = Field(1.0, ge=0.05, le=10)
    lines: int = Field(3, ge=1, le=5)


@router.post(
    "/{name}/basis",
    dependencies=[needs(Action.LOOK)],
)
def basis(name: GameName, request: BasisRequest) -> EditorPosition:
    """The position to start from: the given one, that of a map, or the game's usual one."""
    game = _editable(name)
    if request.position is not None:
        return _edited(game, game.parse(request.position))
    check_map(game, request.map)
    return _edited(
        game, start_of(game, map_name=request.map, rule=request.rule, opening=None, seed=0)
    )


@router.post(
    "/{name}/arrangement",
    dependencies=[needs(Action.LOOK)],
)
def arrangement(name: GameName, request: ArrangementRequest) -> EditorPosition:
    """The position with these pieces; refused with the reason if it is invalid."""
    game = _editable(name)
    assert game.arrange is not None  # noqa: S101  (_editable checked it)
    before = game.parse(request.position)
    width = len(game.diagram(before).column_labels)
    if len(request.signs) != width * len(game.diagram(before).row_labels):
        raise Problem(400, page_sentence("editor.size"))
    known = {kind.sign for kind in game.palette} | {""}
    if not known.issuperset(request.signs):
        raise Problem(400, page_sentence("editor.sign", sign=min(set(request.signs) - known)))
    rows = [request.signs[first : first + width] for first in range(0, len(request.signs), width)]
    try:
        return _edited(game, game.parse(game.arrange(before, rows, request.mover)))
    except InputError as fault:  # without its column, which refers to a generated text
        raise Problem(400, encode_sentence(fault.text)) from fault


@router.post(
    "/{name}/thoughts",
    dependencies=[needs(Action.PLAY, here)],
)
def thoughts(arena: Shared, me: Me, name: GameName, request: AnalysisRequest) -> Thoughts:
    """The engine's best lines in a position."""
    check_help(arena, me, Assistance.ENGINES)
    game = _editable(name)
    position = game.parse(request.position)
    if position.outcome() is not None:
        raise Problem(400, page_sentence("play.over_already"))
    return arena.human_games.engine.think(
        game, position, request.seat, request.seconds, request.lines, me.id
    )


def _editable(name: str) -> Game:
    game = game_named(name)
    if game.arrange is None:
        raise Problem(404, page_sentence("editor.none"))
    return game


def _edited(game: Game, position: Position) -> EditorPosition:
    board = BoardView(game, position)
    mover = position.mover if takes_turns(position) else None  # None: both move at once
    seats = list(Seat) if mover is None else [mover]
    outcome = position.outcome()
    return EditorPosition(
        position=str(position),
        shape=board.shape,
        frame=board.frame(position),
        palette=[
            Brush(
                sign=kind.sign,
                glyph=kind.glyph,
                side=kind.seat,
                name=encode_sentence(game.pieces[kind.sign]),
                is_single=kind.is_single,
            )
            for kind in game.palette
        ],
        mover=mover,
        legal_moves=sum(len(board.legal_moves(position, seat)) for seat in seats),
        outcome=OutcomeView.of(outcome) if outcome else None,
    )
