"""Human games as the API returns them."""

from datetime import datetime

from pydantic import BaseModel, ConfigDict

from garlic.core import Game, Outcome, Verdict
from garlic.judge.faults import ADVICE, after_verdict
from garlic.judge.record import Turn
from garlic.web.problems import SentenceModel
from garlic.web.sentences import encode_sentence
from garlic.web.view.boards import BoardFrame, BoardShape, BoardStep, LegalMove


class SeatView(BaseModel):
    """The player of one side."""

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
    verdict: SentenceModel | None = None  # of a fault
    detail: SentenceModel | None = None
    advice: SentenceModel | None = None


class OutcomeView(BaseModel):
    """How a game ended."""

    winner: str | None  # "a", "b"; None for a draw
    reason: SentenceModel
    scores: list[int] | None


class HumanGameStatus(BaseModel):
    """The current state. Commands carry their `ply` and are refused if it is outdated."""

    ply: int
    waiting: list[str]  # people whose move is awaited: "a", "b"
    thinking: str | None  # the side of the bot that is thinking
    moves: dict[str, list[LegalMove]]  # the legal moves of these people
    outcome: OutcomeView | None = None
    record: str | None = None  # the key of the finished game's record
    trouble: SentenceModel | None = None  # why it cannot continue; `retry` tries again
    paused: bool = False
    used: list[float]  # seconds on each side's clock, up to the last move
    elapsed: float = 0.0  # seconds since then
    can_take_back: bool


class HumanGameView(BaseModel):
    """A whole human game."""

    model_config = ConfigDict(json_schema_extra={"example": {"id": "q3Zl9w2m", "game": "othello"}})

    id: str
    game: str
    title: SentenceModel
    map: str | None
    start: str  # the first position, as the game writes it
    position: str  # the current one
    seats: list[SeatView]
    turn_seconds: float
    clock_seconds: float | None
    ticks: float | None
    shape: BoardShape
    frame: BoardFrame
    turns: list[TurnView]
    status: HumanGameStatus


class MovedEvent(BaseModel):
    """The data of the event ``moved``: the changes since the previous ply."""

    step: BoardStep
    turns: list[TurnView]
    position: str
    status: HumanGameStatus


class HumanGameSummary(BaseModel):
    """A human game in a list."""

    id: str
    game: str
    title: SentenceModel
    seats: list[SeatView]
    turns: int
    over: bool
    record: str | None
    moved_at: datetime


def turn_view(game: Game, turn: Turn, spoken: str | None) -> TurnView:
    """*turn* as the API returns it."""
    fault = turn.verdict.is_fault
    advice = ADVICE.get(turn.verdict) if fault else None
    detail = None if turn.detail is None else after_verdict(turn.detail)
    return TurnView(
        number=turn.number,
        seat="ab"[game.seats.index(turn.seat)],
        move="resign" if turn.verdict is Verdict.RESIGNED else turn.move,
        spoken=spoken,
        seconds=round(turn.cost.wall_seconds, 3),
        verdict=SentenceModel(**encode_sentence(turn.verdict.value)) if fault else None,
        detail=SentenceModel(**encode_sentence(detail)) if detail else None,
        advice=SentenceModel(**encode_sentence(advice)) if advice else None,
    )


def outcome_view(outcome: Outcome) -> OutcomeView:
    """*outcome* as the API returns it."""
    return OutcomeView(
        winner=outcome.winner and outcome.winner.value,
        reason=SentenceModel(**encode_sentence(outcome.reason)),
        scores=list(outcome.scores) if outcome.scores else None,
    )


def seat_views(seats: tuple[str, str], names: tuple[str, str]) -> list[SeatView]:
    """The players of both sides as the API returns them."""
    return [
        SeatView(who=who, name=name, human=who == "human")
        for who, name in zip(seats, names, strict=True)
    ]
