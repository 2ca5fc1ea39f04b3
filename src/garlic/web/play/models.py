"""A play as the page sees it."""

from datetime import datetime

from pydantic import BaseModel, ConfigDict

from garlic.core import Game, Outcome, Verdict
from garlic.judge.faults import ADVICE
from garlic.judge.record import Turn
from garlic.web.problems import SentenceCode
from garlic.web.sentences import wording
from garlic.web.view.boards import BoardFrame, BoardShape, BoardStep, LegalMove


class SeatView(BaseModel):
    """Who sits on one side."""

    who: str  # "human", "engine:othello?level=3", "stored:7"
    name: str
    human: bool


class TurnView(BaseModel):
    """One turn, for the list of moves."""

    number: int
    seat: str  # "a", "b"
    move: str | None
    spoken: str | None = None
    seconds: float
    verdict: SentenceCode | None = None  # of a fault
    detail: SentenceCode | None = None
    advice: SentenceCode | None = None


class OutcomeView(BaseModel):
    """How a game ended."""

    winner: str | None  # "a", "b"; None for a draw
    reason: SentenceCode
    scores: list[int] | None


class HumanGameStatus(BaseModel):
    """What may be done now. Commands name `ply`: one that is no longer true is refused."""

    ply: int
    waiting: list[str]  # people whose move is awaited: "a", "b"
    thinking: str | None  # the bot that is asked now
    moves: dict[str, list[LegalMove]]  # legal moves of those who are awaited
    outcome: OutcomeView | None = None
    record: str | None = None  # the key of the finished game's record
    trouble: SentenceCode | None = None  # why it does not go on; `retry` tries again
    paused: bool = False
    used: list[float]  # seconds on each side's clock, up to the last move
    elapsed: float = 0.0  # seconds since then
    can_take_back: bool


class HumanGameView(BaseModel):
    """A whole play."""

    model_config = ConfigDict(json_schema_extra={"example": {"id": "q3Zl9w2m", "game": "othello"}})

    id: str
    game: str
    title: SentenceCode
    map: str | None
    start: str  # the first position, as the game writes it
    position: str  # and the one on the board
    seats: list[SeatView]
    turn_seconds: float
    clock_seconds: float | None
    ticks: float | None
    shape: BoardShape
    frame: BoardFrame
    turns: list[TurnView]
    status: HumanGameStatus


class Moved(BaseModel):
    """The event ``moved``: what has changed since the ply before."""

    step: BoardStep
    turns: list[TurnView]
    position: str
    status: HumanGameStatus


class HumanGameSummary(BaseModel):
    """A play in a list."""

    id: str
    game: str
    title: SentenceCode
    seats: list[SeatView]
    turns: int
    over: bool
    record: str | None
    moved_at: datetime


def turn_view(game: Game, turn: Turn, spoken: str | None) -> TurnView:
    """*turn* for the page."""
    fault = turn.verdict.is_fault
    advice = ADVICE.get(turn.verdict) if fault else None
    return TurnView(
        number=turn.number,
        seat="ab"[game.seats.index(turn.seat)],
        move="resign" if turn.verdict is Verdict.RESIGNED else turn.move,
        spoken=spoken,
        seconds=round(turn.cost.wall_seconds, 3),
        verdict=SentenceCode(**wording(turn.verdict.value)) if fault else None,
        detail=SentenceCode(**wording(turn.detail)) if turn.detail is not None else None,
        advice=SentenceCode(**wording(advice)) if advice else None,
    )


def outcome_view(outcome: Outcome) -> OutcomeView:
    """*outcome* for the page."""
    return OutcomeView(
        winner=outcome.winner and outcome.winner.value,
        reason=SentenceCode(**wording(outcome.reason)),
        scores=list(outcome.scores) if outcome.scores else None,
    )


def seat_views(seats: tuple[str, str], names: tuple[str, str]) -> list[SeatView]:
    """Who sits where."""
    return [
        SeatView(who=who, name=name, human=who == "human")
        for who, name in zip(seats, names, strict=True)
    ]
