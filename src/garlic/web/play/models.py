"""Human games as the API sends them, and their events."""

from datetime import datetime
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field

from garlic.core import Seat
from garlic.store.human_games import Setup
from garlic.web.events import Event
from garlic.web.play.engine import Thoughts
from garlic.web.play.offers import OfferKind
from garlic.web.play.opponents import HUMAN
from garlic.web.play.seats import free_seats
from garlic.web.sentences import SentenceModel
from garlic.web.view.models import (
    BoardFrame,
    BoardShape,
    GameStep,
    LegalMove,
    OutcomeView,
    TurnView,
)
from garlic.web.view.private import strip_step


class SeatView(BaseModel):
    """The player of one side."""

    who: str  # "human", "engine:othello?level=3", "stored:7"
    name: str
    human: bool
    free: bool = False  # nobody has taken the seat yet


class HumanGameStatus(BaseModel):
    """The current state. Commands carry their `ply` and are refused if it is outdated."""

    ply: int
    waiting: list[Seat]  # people whose move is awaited
    thinking: Seat | None = None  # the side of the bot that is thinking
    moves: dict[Seat, list[LegalMove]]  # the legal moves of these people
    outcome: OutcomeView | None = None
    record: str | None = None  # the key of the finished game's record
    trouble: SentenceModel | None = None  # why it cannot continue; `retry` tries again
    paused: bool = False
    used: tuple[float, float]  # seconds on each side's clock, up to the last move
    left: tuple[float, float] | None = None  # seconds left on each clock, then
    elapsed: float  # seconds since then
    can_take_back: bool
    offers: dict[Seat, OfferKind] = {}  # what a side has offered the other
    rematch: str | None = None  # the id of the game that follows


Counts = Literal["yes", "no scale", "opponent", "position", "helped", "fault"]
"""Whether a game counts for a person's strength; if not, why: the game has no measured ladder, the
opponent no rating, it began elsewhere, the person was helped, or the opponent made a fault."""


class HumanGameView(BaseModel):
    """A whole human game."""

    model_config = ConfigDict(json_schema_extra={"example": {"id": "q3Zl9w2m", "game": "othello"}})

    id: str
    game: str
    title: SentenceModel
    map: str | None
    start: str  # the first position, as the game writes it
    position: str  # the current one
    seats: tuple[SeatView, SeatView]
    turn_seconds: float
    clock_seconds: float | None
    increment_seconds: float | None = None  # added to a clock after each move
    ticks: float | None
    shape: BoardShape
    frame: BoardFrame
    turns: list[TurnView]
    status: HumanGameStatus
    counts: Counts
    yours: list[Seat] = []  # the sides whose key came with the request
    between_people: bool = False  # each with a key: no help, and the other has to agree


class NewHumanGame(HumanGameView):
    """A game that was just opened, with the key of its opener; nobody else is shown it."""

    key: str = Field(description="to be sent as the header `Garlic-Seat-Key` of every command")


class Invitation(BaseModel):
    """What lets somebody take the free seat, once."""

    invitation: str


class NewPly(BaseModel):
    """The changes since the previous ply."""

    step: GameStep
    position: str
    status: HumanGameStatus


class HumanGameSummary(BaseModel):
    """A human game in a list."""

    id: str
    game: str
    title: SentenceModel
    seats: tuple[SeatView, SeatView]
    turns: int
    over: bool
    record: str | None
    outcome: OutcomeView | None = None  # of a finished game
    yours: list[Seat] = []  # the sides whose key came with the request
    moved_at: datetime


class PlayMoved(Event):
    """Of `play:ID`: a new position."""

    kind: Literal["moved"]
    data: NewPly

    def without_output(self, hidden: frozenset[Seat]) -> Self:
        """The same without what the bots in the *hidden* seats have printed."""
        step = strip_step(self.data.step, hidden)
        if step is self.data.step:
            return self
        return self.model_copy(update={"data": self.data.model_copy(update={"step": step})})


class PlayStatus(Event):
    """Of `play:ID`: a new status in the same position, or the end of the game."""

    kind: Literal["status", "over"]
    data: HumanGameStatus


class PlayThoughts(Event):
    """Of `play:ID`: the best lines so far of the live analysis."""

    kind: Literal["thoughts"]
    data: Thoughts


class PlayChanged(Event):
    """Of `play:ID`: fetch the game again; or it was removed."""

    kind: Literal["changed", "removed"]


def seat_views(setup: Setup) -> tuple[SeatView, SeatView]:
    """The players of both sides as the API sends them."""
    free = free_seats(setup)
    first, second = (
        SeatView(who=who, name=name, human=who == HUMAN, free=seat in free)
        for seat, who, name in zip(Seat, setup.seats, setup.names, strict=True)
    )
    return first, second
