"""Human games: start one, move, take back, ask for a hint."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, ConfigDict, Field

from garlic.core import Seat
from garlic.games import GAMES
from garlic.web.app import Shared
from garlic.web.play.engine import Thoughts
from garlic.web.play.game import HumanGame
from garlic.web.play.games import game_named
from garlic.web.play.models import HumanGameSummary, HumanGameView, PlayThoughts, seat_views
from garlic.web.problems import REFUSALS, Problem, ProblemResponse
from garlic.web.sentences import encode_sentence, page_sentence

_REFUSALS: dict[int | str, dict[str, Any]] = {
    **REFUSALS,
    403: {"model": ProblemResponse, "description": "Files can be named only from this machine."},
    409: {
        "model": ProblemResponse,
        "description": "The ply is outdated or the command not possible.",
    },
    429: {"model": ProblemResponse, "description": "Too many games or searches."},
}
router = APIRouter(prefix="/api/plays", tags=["plays"], responses=_REFUSALS)

Name = Annotated[str, Path(description="the `id` from `POST /api/plays`", max_length=60)]


class HumanGameRequest(BaseModel):
    """The settings of a new game."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {"game": "othello", "seats": ["human", "engine:othello?level=3"]}
        }
    )

    game: str = Field(max_length=60)
    seats: tuple[
        Annotated[str, Field(max_length=1000)], Annotated[str, Field(max_length=1000)]
    ]  # "human", "engine:othello?level=3", "stored:7", or a bot of this machine
    map: str | None = Field(None, max_length=60, description="a bundled map, 10x10, random-10x10")
    rule: str | None = Field(None, max_length=60)
    position: str | None = Field(None, max_length=200_000, description="instead of a map")
    turn_seconds: float | None = Field(None, ge=0.05, le=60, description="for a bot's move")
    clock_seconds: float | None = Field(
        None, ge=1, le=36_000, description="for all moves of a side"
    )
    ticks: float | None = Field(None, ge=0.5, le=15, description="rounds a second, in real time")


class AtPly(BaseModel):
    """A command, with the ply it refers to."""

    ply: int = Field(ge=0, le=1_000_000)


class MoveRequest(AtPly):
    """A move of one side."""

    model_config = ConfigDict(json_schema_extra={"example": {"seat": "a", "move": "d3", "ply": 0}})

    seat: Seat
    move: str = Field(max_length=60)


class SeatRequest(AtPly):
    """A command of one side."""

    seat: Seat


class SteerRequest(BaseModel):
    """The direction from now on."""

    seat: Seat
    direction: Literal["up", "down", "left", "right", "stay"]


class PauseRequest(BaseModel):
    """Pause or resume."""

    paused: bool


class RematchRequest(BaseModel):
    """A new game with the same players."""

    swapped: bool = False


class LiveAnalysisRequest(BaseModel):
    """Whether the engine analyses the game, and how many lines it shows."""

    on: bool
    lines: int = Field(3, ge=1, le=5)


class Done(BaseModel):
    """The command was accepted; events report its effect."""

    done: bool = True


@router.post("", status_code=201)
def begin(arena: Shared, request: HumanGameRequest) -> HumanGameView:
    """Start a game."""
    human_game = arena.human_games.new(
        game_named(request.game),
        request.seats,
        map_name=request.map,
        rule=request.rule,
        position=request.position,
        turn_seconds=request.turn_seconds,
        clock_seconds=request.clock_seconds,
        ticks=request.ticks,
    )
    return human_game.view()


@router.get("")
def recent(arena: Shared, most: Annotated[int, Query(ge=1, le=100)] = 12) -> list[HumanGameSummary]:
    """The games with the latest moves."""
    return [
        HumanGameSummary(
            id=row.id,
            game=row.setup.game,
            title=encode_sentence(GAMES[row.setup.game].title),
            seats=seat_views(row.setup.seats, row.setup.names),
            turns=row.turns,
            over=row.game_key is not None,
            record=row.game_key,
            moved_at=row.moved_at,
        )
        for row in arena.human_games.latest(most)
    ]


@router.get("/{name}", operation_id="look_api_plays__name__get")
def details(arena: Shared, name: Name) -> HumanGameView:
    """The whole game."""
    return arena.human_games.get(name).view()


@router.delete("/{name}")
def remove(arena: Shared, name: Name) -> Done:
    """End and delete a game; the record of a finished one is kept."""
    arena.human_games.remove(name)
    return Done()


@router.post("/{name}/moves")
def move(arena: Shared, name: Name, request: MoveRequest) -> Done:
    """Play a move. The event `moved` reports the new position."""
    human_game = arena.human_games.get(name)
    arena.human_games.engine.stop(human_game.topic)
    human_game.move(request.seat, request.move, request.ply)
    return Done()


@router.post("/{name}/steer")
def steer(arena: Shared, name: Name, request: SteerRequest) -> Done:
    """Change the direction in a real-time game."""
    arena.human_games.get(name).steer(request.seat, request.direction)
    return Done()


@router.post("/{name}/pause")
def pause(arena: Shared, name: Name, request: PauseRequest) -> Done:
    """Pause or resume a real-time game."""
    arena.human_games.get(name).pause(request.paused)
    return Done()


@router.post("/{name}/take_back")
def take_back(arena: Shared, name: Name, request: AtPly) -> HumanGameView:
    """Go back to before your last move."""
    return _changed(arena, name, lambda human_game: human_game.take_back(request.ply))


@router.post("/{name}/resign")
def resign(arena: Shared, name: Name, request: SeatRequest) -> Done:
    """Resign."""
    arena.human_games.get(name).resign(request.seat, request.ply)
    return Done()


@router.post("/{name}/swap")
def swap(arena: Shared, name: Name, request: AtPly) -> HumanGameView:
    """Swap seats with your opponent."""
    return _changed(arena, name, lambda human_game: human_game.swap(request.ply))


@router.post("/{name}/retry")
def retry(arena: Shared, name: Name) -> HumanGameView:
    """Continue after a failure."""
    return _changed(arena, name, HumanGame.retry)


@router.post("/{name}/again", status_code=201)
def again(arena: Shared, name: Name, request: RematchRequest) -> HumanGameView:
    """A new game with the same players."""
    return arena.human_games.again(name, swapped=request.swapped).view()


@router.post("/{name}/hint")
def hint(arena: Shared, name: Name, request: SeatRequest) -> Thoughts:
    """The engine's move for a side, with its evaluation."""
    human_game = arena.human_games.get(name)
    position, seat = human_game.at(request.ply), request.seat
    if seat not in human_game.awaited():
        raise Problem(409, page_sentence("play.not_your_turn"))
    human_game.help()
    thoughts = arena.human_games.engine.think(human_game.game, position, seat, 0.7, 1)
    thoughts.ply = request.ply
    return thoughts


@router.post("/{name}/analysis")
def analysis(arena: Shared, name: Name, request: LiveAnalysisRequest) -> Done:
    """Start or stop the live analysis; its results are events `thoughts`."""
    human_game = arena.human_games.get(name)
    topic = human_game.topic
    if not request.on:
        arena.human_games.engine.stop(topic)
        return Done()
    ply, position = human_game.now()
    if position.outcome() is not None:
        return Done()
    seat = next(iter(human_game.awaited()), Seat.A)
    human_game.help()

    def publish(thoughts: Thoughts) -> None:
        thoughts.ply = ply
        arena.hub.publish(PlayThoughts(topic=topic, kind="thoughts", data=thoughts))

    arena.human_games.engine.watch(
        topic, human_game.game, position, seat, publish, seconds=20.0, lines=request.lines
    )
    return Done()


def _changed(arena: Shared, name: str, change: Any) -> HumanGameView:
    human_game = arena.human_games.get(name)
    arena.human_games.engine.stop(human_game.topic)
    change(human_game)
    return human_game.view()
