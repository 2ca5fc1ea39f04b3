"""Reviews as the API sends them: those of `garlic review --json`, with the places of moves."""

from typing import Literal

from pydantic import BaseModel

from garlic.analysis.scales import Grade
from garlic.core import Seat, Verdict
from garlic.web.events import Event
from garlic.web.sentences import SentenceModel


class ScoreModel(BaseModel):
    """An evaluation for one side, in points or in plies until the end."""

    points: float | None
    win_in: int | None
    loss_in: int | None
    proven: bool


class LossModel(BaseModel):
    """What a move lost: points, and chances to win."""

    points: float | None
    drop: float


class MoveReviewModel(BaseModel):
    """A move, and what would have been better."""

    step: int
    number: int
    seat: Seat
    played: str | None
    verdict: Verdict
    worth: ScoreModel
    best: str
    best_written: dict[str, str] = {}
    best_path: list[int]
    best_worth: ScoreModel
    line: list[str]
    line_written: dict[str, list[str]] = {}
    loss: LossModel
    accuracy: float
    grade: Grade | None
    only_move: bool


class SideReviewModel(BaseModel):
    """The moves of one side together."""

    moves: int
    accuracy: float | None
    average_points: float | None
    grades: dict[Grade, int]


class SlowTurnModel(BaseModel):
    """A turn, its time, and that time as a share of the limit."""

    number: int
    seconds: float
    share: float


class TimeUseModel(BaseModel):
    """One side's time; `near` and `late` are the turns close to the limit and beyond it."""

    turns: int
    seconds: float
    median_seconds: float
    slowest: list[SlowTurnModel]
    near: list[int]
    late: list[int]
    game_share: float | None


class ReviewLimit(BaseModel):
    """How long the engine thought about a move."""

    seconds: float | None
    nodes: int | None


class ReviewModel(BaseModel):
    """A whole review."""

    game: str
    limit: ReviewLimit
    complete: bool
    counted: str  # the name of the points
    losses: dict[Grade, float]
    evaluations: list[ScoreModel | None]
    chances: list[float | None]
    moves: list[MoveReviewModel]
    costliest: list[MoveReviewModel]
    sides: tuple[SideReviewModel, SideReviewModel]
    clocks: tuple[TimeUseModel, TimeUseModel]


ReviewStage = Literal["none", "waiting", "running", "done", "stopped", "failed"]


class ReviewProgress(BaseModel):
    """How many positions of how many are evaluated."""

    state: ReviewStage
    done: int = 0
    of: int = 0


class ReviewState(ReviewProgress):
    """The progress of a review and, at its end, the result; events `review:KEY` report changes."""

    seconds: float | None = None
    review: ReviewModel | None = None
    problem: SentenceModel | None = None


class ReviewEvent(Event):
    """Of `review:KEY`: the progress of a review, or its end."""

    kind: Literal["progress", "done"]
    data: ReviewProgress
