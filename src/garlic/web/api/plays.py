"""Playing: begin a game, move, take back, ask for a hint."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, ConfigDict, Field

from garlic.core import Seat
from garlic.games import GAMES
from garlic.web.app import Shared
from garlic.web.play.engine import Thoughts
from garlic.web.play.game import HumanGame
from garlic.web.play.games import game_called
from garlic.web.play.models import HumanGameSummary, HumanGameView, seat_views
from garlic.web.problems import REFUSALS, Problem, ProblemAnswer, SentenceCode
from garlic.web.sentences import coded, wording

_REFUSALS: dict[int | str, dict[str, Any]] = {
    **REFUSALS,
    403: {"model": ProblemAnswer, "description": "Other machines may not name files of this one."},
    409: {"model": ProblemAnswer, "description": "It is not so any more; look again."},
    429: {"model": ProblemAnswer, "description": "Too much at once."},
}
router = APIRouter(prefix="/api/plays", tags=["plays"], responses=_REFUSALS)

Name = Annotated[str, Path(description="as `POST /api/plays` gave it", max_length=60)]
SeatName = Literal["a", "b"]


class NewHumanGame(BaseModel):
    """Who plays what, and how fast."""

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
    """A command, and the ply at which it was meant."""

    ply: int = Field(ge=0, le=1_000_000)


class MoveRequest(AtPly):
    """A move of one side."""

    model_config = ConfigDict(json_schema_extra={"example": {"seat": "a", "move": "d3", "ply": 0}})

    seat: SeatName
    move: str = Field(max_length=60)


class SeatRequest(AtPly):
    """A command of one side."""

    seat: SeatName


class Steer(BaseModel):
    """Which way to go from now on."""

    seat: SeatName
    direction: Literal["up", "down", "left", "right", "stay"]


class Pause(BaseModel):
    """Stand still, or go on."""

    paused: bool


class Again(BaseModel):
    """Another game with the same players."""

    swapped: bool = False


class Watching(BaseModel):
    """Whether the engine looks on, and how many lines it shows."""

    on: bool
    lines: int = Field(3, ge=1, le=5)


class Done(BaseModel):
    """The command was taken; events tell what comes of it."""

    done: bool = True


@router.post("", status_code=201)
def begin(arena: Shared, wish: NewHumanGame) -> HumanGameView:
    """Begin a game."""
    play = arena.plays.new(
        game_called(wish.game),
        wish.seats,
        map_name=wish.map,
        rule=wish.rule,
        position=wish.position,
        turn_seconds=wish.turn_seconds,
        clock_seconds=wish.clock_seconds,
        ticks=wish.ticks,
    )
    return play.view()


@router.get("")
def recent(arena: Shared, most: Annotated[int, Query(ge=1, le=100)] = 12) -> list[HumanGameSummary]:
    """The games that were played last."""
    return [
        HumanGameSummary(
            id=facts.id,
            game=facts.setup.game,
            title=SentenceCode(**wording(GAMES[facts.setup.game].title)),
            seats=seat_views(facts.setup.seats, facts.setup.names),
            turns=facts.turns,
            over=facts.game_key is not None,
            record=facts.game_key,
            moved_at=facts.moved_at,
        )
        for facts in arena.plays.latest(most)
    ]


@router.get("/{name}")
def look(arena: Shared, name: Name) -> HumanGameView:
    """The whole game as it stands."""
    return arena.plays.get(name).view()


@router.delete("/{name}")
def remove(arena: Shared, name: Name) -> Done:
    """End a game and forget it; the record of a finished one stays."""
    arena.plays.remove(name)
    return Done()


@router.post("/{name}/moves")
def move(arena: Shared, name: Name, wish: MoveRequest) -> Done:
    """Play a move. What follows is told by the event `moved`."""
    play = arena.plays.get(name)
    arena.plays.thinker.stop(play.topic)
    play.move(Seat(wish.seat), wish.move, wish.ply)
    return Done()


@router.post("/{name}/steer")
def steer(arena: Shared, name: Name, wish: Steer) -> Done:
    """Steer in a game in real time."""
    arena.plays.get(name).steer(Seat(wish.seat), wish.direction)
    return Done()


@router.post("/{name}/pause")
def pause(arena: Shared, name: Name, wish: Pause) -> Done:
    """Let a game in real time stand still, or go on."""
    arena.plays.get(name).pause(wish.paused)
    return Done()


@router.post("/{name}/take_back")
def take_back(arena: Shared, name: Name, wish: AtPly) -> HumanGameView:
    """Go back to before your last move."""
    return _changed(arena, name, lambda play: play.take_back(wish.ply))


@router.post("/{name}/resign")
def resign(arena: Shared, name: Name, wish: SeatRequest) -> Done:
    """Give up."""
    arena.plays.get(name).resign(Seat(wish.seat), wish.ply)
    return Done()


@router.post("/{name}/swap")
def swap(arena: Shared, name: Name, wish: AtPly) -> HumanGameView:
    """Change seats with your opponent."""
    return _changed(arena, name, lambda play: play.swap(wish.ply))


@router.post("/{name}/retry")
def retry(arena: Shared, name: Name) -> HumanGameView:
    """Go on after trouble."""
    return _changed(arena, name, HumanGame.retry)


@router.post("/{name}/again", status_code=201)
def again(arena: Shared, name: Name, wish: Again) -> HumanGameView:
    """A new game with the same players."""
    return arena.plays.again(name, swapped=wish.swapped).view()


@router.post("/{name}/hint")
def hint(arena: Shared, name: Name, wish: SeatRequest) -> Thoughts:
    """What our engine would play for a side, and what it expects of it."""
    play = arena.plays.get(name)
    position, seat = play.at(wish.ply), Seat(wish.seat)
    if seat not in play.awaited():
        raise Problem(409, coded("play.not_your_turn"))
    thoughts = arena.plays.thinker.think(play.game, position, seat, 0.7, 1)
    thoughts.ply = wish.ply
    return thoughts


@router.post("/{name}/analysis")
def analysis(arena: Shared, name: Name, wish: Watching) -> Done:
    """Let the engine look on: its thoughts come as events `thoughts`."""
    play = arena.plays.get(name)
    if not wish.on:
        arena.plays.thinker.stop(play.topic)
        return Done()
    ply, position = play.now()
    if position.outcome() is not None:
        return Done()
    seat = next(iter(play.awaited()), Seat.A)

    def tell(thoughts: Thoughts) -> None:
        thoughts.ply = ply
        arena.hub.publish(play.topic, "thoughts", thoughts.model_dump(mode="json"))

    arena.plays.thinker.watch(
        play.topic, play.game, position, seat, tell, seconds=20.0, lines=wish.lines
    )
    return Done()


def _changed(arena: Shared, name: str, change: Any) -> HumanGameView:
    play = arena.plays.get(name)
    arena.plays.thinker.stop(play.topic)
    change(play)
    return play.view()
