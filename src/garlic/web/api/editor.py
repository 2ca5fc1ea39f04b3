"""Setting up positions by hand: what can be put where, and whether it makes sense."""

from typing import Annotated, Any

from fastapi import APIRouter, Path
from pydantic import BaseModel, Field

from garlic.core import Game, InputError, Seat
from garlic.judge.settings import start_of
from garlic.web.api.plays import SeatName
from garlic.web.app import Shared
from garlic.web.bounds import check_map
from garlic.web.play.engine import Thoughts
from garlic.web.play.games import game_called
from garlic.web.play.models import OutcomeView, outcome_view
from garlic.web.problems import REFUSALS, Problem, SentenceCode
from garlic.web.sentences import coded, wording
from garlic.web.view.boards import BoardFrame, BoardShape, BoardView

router = APIRouter(prefix="/api/editor", tags=["editor"], responses=REFUSALS)

GameName = Annotated[str, Path(max_length=60, examples=["xiangqi"])]
_LARGEST = 3_600  # places: the largest maze


class Brush(BaseModel):
    """Something to put on the board."""

    sign: str
    glyph: str
    side: str | None
    name: SentenceCode
    is_single: bool


class Basis(BaseModel):
    """What to start editing from."""

    map: str | None = Field(None, max_length=60)
    rule: str | None = Field(None, max_length=60)
    position: str | None = Field(None, max_length=200_000, description="instead of a map")


class Arrangement(BaseModel):
    """A board as it was put together."""

    position: str = Field(max_length=200_000, description="what it was before: rules, worths, ...")
    signs: list[Annotated[str, Field(max_length=2)]] = Field(max_length=_LARGEST)
    mover: SeatName = "a"


class Edited(BaseModel):
    """A position, as data and as text."""

    position: str
    shape: BoardShape
    frame: BoardFrame
    palette: list[Brush]
    mover: str | None  # None where both sides move at once
    legal_moves: int
    outcome: OutcomeView | None


class AnalysisRequest(BaseModel):
    """A position to think about."""

    position: str = Field(max_length=200_000)
    seat: SeatName = "a"
    seconds: float = Field(1.0, ge=0.05, le=10)
    lines: int = Field(3, ge=1, le=5)


@router.post("/{name}/basis")
def basis(name: GameName, wish: Basis) -> Edited:
    """A position to begin with: a given one, one of a map, or the usual first one."""
    game = _editable(name)
    if wish.position is not None:
        return _edited(game, game.parse(wish.position))
    check_map(game, wish.map)
    return _edited(game, start_of(game, map_name=wish.map, rule=wish.rule, opening=None, seed=0))


@router.post("/{name}/arrangement")
def arrangement(name: GameName, wish: Arrangement) -> Edited:
    """The position with these pieces; refused with the reason where it cannot be."""
    game = _editable(name)
    assert game.arrange is not None  # noqa: S101  (_editable saw to it)
    before = game.parse(wish.position)
    width = len(game.diagram(before).column_labels)
    if len(wish.signs) != width * len(game.diagram(before).row_labels):
        raise Problem(400, coded("editor.size"))
    known = {kind.sign for kind in game.palette} | {""}
    if not known.issuperset(wish.signs):
        raise Problem(400, coded("editor.sign", sign=min(set(wish.signs) - known)))
    rows = [wish.signs[first : first + width] for first in range(0, len(wish.signs), width)]
    try:
        return _edited(game, game.parse(game.arrange(before, rows, Seat(wish.mover))))
    except InputError as fault:  # its column is one of a text that nobody has written
        raise Problem(400, wording(fault.text)) from fault


@router.post("/{name}/thoughts")
def thoughts(arena: Shared, name: GameName, wish: AnalysisRequest) -> Thoughts:
    """What our engine thinks of a position."""
    game = _editable(name)
    position: Any = game.parse(wish.position)
    if position.outcome() is not None:
        raise Problem(400, coded("play.over_already"))
    return arena.plays.thinker.think(game, position, Seat(wish.seat), wish.seconds, wish.lines)


def _editable(name: str) -> Game:
    game = game_called(name)
    if game.arrange is None:
        raise Problem(404, coded("editor.none"))
    return game


def _edited(game: Game, position: Any) -> Edited:
    board = BoardView(game, position)
    seats = list(Seat) if game.simultaneous else [position.mover]
    outcome = position.outcome()
    return Edited(
        position=str(position),
        shape=board.shape,
        frame=board.frame(position),
        palette=[
            Brush(
                sign=kind.sign,
                glyph=kind.glyph,
                side=kind.seat and kind.seat.value,
                name=SentenceCode(**wording(game.pieces[kind.sign])),
                is_single=kind.is_single,
            )
            for kind in game.palette
        ],
        mover=None if game.simultaneous else position.mover.value,
        legal_moves=sum(len(board.legal_moves(position, seat)) for seat in seats),
        outcome=outcome_view(outcome) if outcome else None,
    )
