"""Human games: start one, invite somebody, move, take back, ask for a hint.

Everybody may watch. Each command needs the key of a seat, in the header `Garlic-Seat-Key`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from fastapi import Depends, Header, Path, Query
from pydantic import BaseModel, ConfigDict, Field

from garlic.core import Outcome, Seat
from garlic.courses.assistance import Assistance
from garlic.games import GAMES
from garlic.people.persons import Person
from garlic.people.rules import Action
from garlic.store.human_games import HumanGameRow
from garlic.store.schema import plays as plays_table
from garlic.web.app import Shared
from garlic.web.hidden import hidden_in_play
from garlic.web.permission import Me, check_help, here, needs, play_by_name, seen_by
from garlic.web.play.engine import Thoughts
from garlic.web.play.game import HumanGame
from garlic.web.play.games import game_named, possible_names
from garlic.web.play.models import (
    HumanGameSummary,
    HumanGameView,
    Invitation,
    NewHumanGame,
    PlayThoughts,
    seat_views,
)
from garlic.web.play.offers import OfferKind
from garlic.web.play.seats import check_alone, check_begun, invitation_by, seats_of
from garlic.web.problems import REFUSALS, ApiRouter, Problem, ProblemResponse
from garlic.web.sentences import encode_sentence, page_sentence
from garlic.web.view.models import BoardFrame, OutcomeView

_REFUSALS: dict[int | str, dict[str, Any]] = {
    **REFUSALS,
    403: {"model": ProblemResponse, "description": "The key of the seat is missing or wrong."},
    409: {
        "model": ProblemResponse,
        "description": "The ply is outdated or the command not possible.",
    },
    429: {"model": ProblemResponse, "description": "Too many games or searches."},
}
_HINT_SECONDS, _ANALYSIS_SECONDS = 0.7, 20.0
router = ApiRouter(prefix="/api/plays", tags=["plays"], responses=_REFUSALS)

Name = Annotated[str, Path(description="the `id` from `POST /api/plays`", max_length=60)]
Key = Annotated[
    str | None,
    Header(
        alias="Garlic-Seat-Key",
        max_length=100,
        description="the `key` from `POST /api/plays`, or the one you joined with",
    ),
]


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """Whoever has shown the key of a seat, and the game."""

    human_game: HumanGame
    key: str
    person: Person

    def check(self, seat: Seat) -> None:
        """Raise `Problem` (403) unless it is the key of *seat*."""
        if seat not in seats_of(self.human_game.setup, self.key):
            raise Problem(403, page_sentence("play.not_your_seat"))


def _seated(arena: Shared, me: Me, name: Name, key: Key = None) -> SeatedPlayer:
    """The player with *key* in the game *name*; raise `Problem` (403) if it is of no seat."""
    human_game = arena.human_games.get(name)
    if key is None or not seats_of(human_game.setup, key):
        raise Problem(403, page_sentence("play.watching"))
    return SeatedPlayer(human_game, key, me)


Seated = Annotated[SeatedPlayer, Depends(_seated)]


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
    ]  # "human", "friend" (invited), "engine:othello?level=3", "stored:7", or a bot of this machine
    map: str | None = Field(None, max_length=60, description="a bundled map, 10x10, random-10x10")
    rule: str | None = Field(None, max_length=60)
    position: str | None = Field(None, max_length=200_000, description="instead of a map")
    turn_seconds: float | None = Field(None, ge=0.05, le=60, description="for a bot's move")
    clock_seconds: float | None = Field(
        None, ge=1, le=36_000, description="for all moves of a side"
    )
    increment_seconds: float | None = Field(
        None, ge=0, le=600, description="added to a side's clock after each of its moves"
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


class JoinRequest(BaseModel):
    """Whoever takes a free seat, and the key they will play with."""

    key: str = Field(
        min_length=22, max_length=100, description="a random text of your own; keep it secret"
    )
    invitation: str | None = Field(
        None, max_length=100, description="none in a game from before there were keys"
    )


class OfferRequest(SeatRequest):
    """What one side offers the other, or agrees to."""

    kind: OfferKind


class OwnGamesRequest(BaseModel):
    """The keys of your seats, by the ids of the games."""

    keys: dict[Annotated[str, Field(max_length=60)], Annotated[str, Field(max_length=100)]] = Field(
        max_length=200
    )
    most: int = Field(12, ge=1, le=100)


class DeclineRequest(BaseModel):
    """Whoever declines what the other side has offered."""

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


@router.post(
    "",
    status_code=201,
    dependencies=[needs(Action.PLAY, here)],
)
def begin(arena: Shared, me: Me, request: HumanGameRequest) -> NewHumanGame:
    """Start a game. The seats of people are yours, but for that of a `"friend"`."""
    human_game, key = arena.human_games.new(
        game_named(request.game),
        request.seats,
        map_name=request.map,
        rule=request.rule,
        position=request.position,
        turn_seconds=request.turn_seconds,
        clock_seconds=request.clock_seconds,
        increment_seconds=request.increment_seconds,
        ticks=request.ticks,
        person=me,
    )
    return NewHumanGame(**dict(_view(arena, me, human_game, key)), key=key)


@router.get(
    "",
    dependencies=[needs(Action.LOOK)],
)
def recent(
    arena: Shared, me: Me, most: Annotated[int, Query(ge=1, le=100)] = 12
) -> list[HumanGameSummary]:
    """The games with the latest moves."""
    return _summaries(*arena.human_games.latest(most, *seen_by(arena, me, plays_table)))


@router.post("/yours", dependencies=[needs(Action.LOOK)])
def yours(arena: Shared, me: Me, request: OwnGamesRequest) -> list[HumanGameSummary]:
    """Your games with the latest moves: those whose seats your keys are of."""
    which = (plays_table.c.id.in_(possible_names(request.keys)), *seen_by(arena, me, plays_table))
    rows, outcomes = arena.human_games.latest(request.most, *which)
    return [
        summary
        for summary in _summaries(rows, outcomes, request.keys)
        if summary.yours  # or the key is not of that game
    ]


@router.get(
    "/{name}",
    operation_id="look_api_plays__name__get",
    dependencies=[needs(Action.SEE, play_by_name)],
)
def details(arena: Shared, me: Me, name: Name, key: Key = None) -> HumanGameView:
    """The whole game."""
    return _view(arena, me, arena.human_games.get(name), key)


@router.get("/{name}/boards/{ply}", dependencies=[needs(Action.SEE, play_by_name)])
def board(arena: Shared, name: Name, ply: Annotated[int, Path(ge=0, le=1_000_000)]) -> BoardFrame:
    """The board after an earlier ply, to look back during the game."""
    return arena.human_games.get(name).board_at(ply)


@router.delete(
    "/{name}",
    dependencies=[needs(Action.PLAY, play_by_name)],
)
def remove(arena: Shared, player: Seated) -> Done:
    """End and delete a game; the record of a finished one is kept."""
    arena.human_games.remove(player.human_game.name)
    return Done()


@router.get(
    "/{name}/invitation",
    dependencies=[needs(Action.PLAY, play_by_name)],
)
def invitation(player: Seated) -> Invitation:
    """The invitation to the free seat of a game you have opened."""
    if player.human_game.setup.invitation is None:
        raise Problem(409, page_sentence("play.seat_taken"))
    return Invitation(invitation=invitation_by(player.key))


@router.post(
    "/{name}/join",
    dependencies=[needs(Action.PLAY, play_by_name)],
)
def join(arena: Shared, me: Me, name: Name, request: JoinRequest) -> HumanGameView:
    """Take the free seat; from now on your key is that of the seat."""
    human_game = arena.human_games.get(name)
    human_game.take_seat(request.key, request.invitation)
    arena.human_games.note_opponent(name, me)
    return _view(arena, me, human_game, request.key)


@router.post(
    "/{name}/moves",
    dependencies=[needs(Action.PLAY, play_by_name)],
)
def move(arena: Shared, player: Seated, request: MoveRequest) -> Done:
    """Play a move; one that was sent before is not played again.

    The event `moved` reports the new position.
    """
    player.check(request.seat)
    arena.human_games.engine.stop(player.human_game.topic)
    player.human_game.move(request.seat, request.move, request.ply)
    return Done()


@router.post(
    "/{name}/steer",
    dependencies=[needs(Action.PLAY, play_by_name)],
)
def steer(player: Seated, request: SteerRequest) -> Done:
    """Change the direction in a real-time game."""
    player.check(request.seat)
    player.human_game.steer(request.seat, request.direction)
    return Done()


@router.post(
    "/{name}/pause",
    dependencies=[needs(Action.PLAY, play_by_name)],
)
def pause(player: Seated, request: PauseRequest) -> Done:
    """Pause or resume a real-time game."""
    player.human_game.pause(request.paused)
    return Done()


@router.post(
    "/{name}/take_back",
    dependencies=[needs(Action.PLAY, play_by_name)],
)
def take_back(arena: Shared, player: Seated, request: AtPly) -> HumanGameView:
    """Go back to before your last move; another person has to be asked, with an offer."""
    return _changed(arena, player, lambda human_game: human_game.take_back(request.ply))


@router.post(
    "/{name}/resign",
    dependencies=[needs(Action.PLAY, play_by_name)],
)
def resign(player: Seated, request: SeatRequest) -> Done:
    """Resign."""
    player.check(request.seat)
    player.human_game.resign(request.seat, request.ply)
    return Done()


@router.post(
    "/{name}/offers",
    dependencies=[needs(Action.PLAY, play_by_name)],
)
def offer(arena: Shared, player: Seated, request: OfferRequest) -> Done:
    """Offer the other person a draw, to take back a move, or a rematch; or agree to their offer.

    A move withdraws all offers.
    """
    player.check(request.seat)
    arena.human_games.offer(player.human_game, request.seat, request.kind, request.ply)
    return Done()


@router.post(
    "/{name}/decline",
    dependencies=[needs(Action.PLAY, play_by_name)],
)
def decline(player: Seated, request: DeclineRequest) -> Done:
    """Decline what the other person has offered."""
    player.check(request.seat)
    player.human_game.decline(request.seat)
    return Done()


@router.post(
    "/{name}/swap",
    dependencies=[needs(Action.PLAY, play_by_name)],
)
def swap(arena: Shared, player: Seated, request: AtPly) -> HumanGameView:
    """Swap seats with your opponent, a bot."""
    return _changed(arena, player, lambda human_game: human_game.swap(request.ply))


@router.post(
    "/{name}/retry",
    dependencies=[needs(Action.PLAY, play_by_name)],
)
def retry(arena: Shared, player: Seated) -> HumanGameView:
    """Continue after a failure."""
    return _changed(arena, player, HumanGame.retry)


@router.post(
    "/{name}/again",
    status_code=201,
    dependencies=[needs(Action.PLAY, play_by_name)],
)
def again(arena: Shared, player: Seated, request: RematchRequest) -> HumanGameView:
    """A new game with the same players and keys; another person has to be asked, with an offer."""
    check_begun(player.human_game.setup)
    check_alone(player.human_game.setup, "play.ask_first")
    new = arena.human_games.again(player.human_game, swapped=request.swapped)
    return _view(arena, player.person, new, player.key)


@router.post(
    "/{name}/hint",
    dependencies=[needs(Action.PLAY, play_by_name)],
)
def hint(arena: Shared, player: Seated, request: SeatRequest) -> Thoughts:
    """The engine's move for a side, with its evaluation."""
    player.check(request.seat)
    check_help(arena, player.person, Assistance.HINTS)
    human_game = player.human_game
    position, seat = human_game.at(request.ply), request.seat
    if seat not in human_game.awaited():
        raise Problem(409, page_sentence("play.not_your_turn"))
    human_game.help()
    engine, me = arena.human_games.engine, player.person.id
    thoughts = engine.think(human_game.game, position, seat, _HINT_SECONDS, 1, me)
    thoughts.ply = request.ply
    return thoughts


@router.post(
    "/{name}/analysis",
    dependencies=[needs(Action.PLAY, play_by_name)],
)
def analysis(arena: Shared, player: Seated, request: LiveAnalysisRequest) -> Done:
    """Start or stop the live analysis; its results are events `thoughts`."""
    human_game = player.human_game
    topic = human_game.topic
    if not request.on:
        arena.human_games.engine.stop(topic)
        return Done()
    check_help(arena, player.person, Assistance.HINTS)
    ply, position = human_game.now()
    if position.outcome() is not None:
        return Done()
    seat = next(iter(human_game.awaited()), Seat.A)
    human_game.help()

    def publish(thoughts: Thoughts) -> None:
        thoughts.ply = ply
        arena.hub.publish(PlayThoughts(topic=topic, kind="thoughts", data=thoughts))

    arena.human_games.engine.watch(
        topic,
        human_game.game,
        position,
        seat,
        publish,
        seconds=_ANALYSIS_SECONDS,
        lines=request.lines,
        person=player.person.id,
    )
    return Done()


def _summaries(
    rows: Sequence[HumanGameRow],
    outcomes: Mapping[str, Outcome],
    keys: Mapping[str, str] | None = None,
) -> list[HumanGameSummary]:
    return [
        HumanGameSummary(
            id=row.id,
            game=row.setup.game,
            title=encode_sentence(GAMES[row.setup.game].title),
            seats=seat_views(row.setup),
            turns=row.turns,
            over=row.game_key is not None,
            record=row.game_key,
            outcome=OutcomeView.of(outcomes[row.game_key])
            if row.game_key is not None and row.game_key in outcomes
            else None,
            yours=seats_of(row.setup, keys[row.id]) if keys is not None else [],
            moved_at=row.moved_at,
        )
        for row in rows
    ]


def _changed(
    arena: Shared, player: SeatedPlayer, change: Callable[[HumanGame], None]
) -> HumanGameView:
    human_game = player.human_game
    arena.human_games.engine.stop(human_game.topic)
    change(human_game)
    return _view(arena, player.person, human_game, player.key)


def _view(arena: Shared, me: Person, human_game: HumanGame, key: str | None) -> HumanGameView:
    """The game as *me* may see it."""
    hidden = arena.database.read(lambda c: hidden_in_play(c, me, human_game.setup))
    return human_game.view(key, hidden)
