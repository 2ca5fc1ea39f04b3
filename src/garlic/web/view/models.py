"""Games as the API sends them: one family of models for boards, turns and outcomes.

Games in play, watched games, replays and the single file all consist of these. Neither they nor
the page know any rules. Places are numbered row by row from the top left. Fields that have their
default are left out where many are sent (`CompactModel`).
"""

from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field

from garlic.core import Outcome, Penalty, Seat, Verdict
from garlic.core.diagram import Geometry
from garlic.web.sentences import SentenceModel, encode_sentence


class CompactModel(BaseModel):
    """A model whose JSON leaves out fields that have their default: there are many of them."""

    model_config = ConfigDict(frozen=True)

    def compact(self) -> dict[str, Any]:
        """As JSON values."""
        return self.model_dump(mode="json", exclude_defaults=True)

    def compact_json(self) -> str:
        """As JSON."""
        return self.model_dump_json(exclude_defaults=True)


class Banner(CompactModel):
    """Text between two rows: the river of Xiangqi."""

    after_row: int
    text: str


class PieceLook(CompactModel):
    """What a piece looks like."""

    glyph: str
    side: Seat | None = None


class EdgeNames(CompactModel):
    """The names of columns and rows in one notation."""

    top: list[str]
    bottom: list[str]
    rows: list[str] = []  # none if the notation counts steps


class BoardShape(CompactModel):
    """The parts of a board that never change during a game."""

    geometry: Geometry
    columns: list[str]  # labels, from the left
    rows: list[str]  # labels, from the top
    names: list[str]  # of all places, as in moves: "d3"
    seats: tuple[str, str]  # the names of the sides, which are also their colours: "red"
    pieces: dict[str, SentenceModel]  # the name of each piece, by its sign
    worths: list[int] | None = None  # the weight of each place
    walls: list[int]
    dots: list[int]
    banners: list[Banner]
    lines: list[tuple[int, int]]  # in addition to the grid, from place to place
    styles: list[str] = []  # the notations of moves, the usual one first
    edges: dict[str, EdgeNames] = {}  # for notations in which columns and rows have other names
    looks: dict[str, PieceLook] = {}  # of the pieces that moves can put on the board, by their sign


class Piece(CompactModel):
    """A piece on a place."""

    at: int
    sign: str  # the game's letter for it
    glyph: str  # the character to draw
    side: Seat | None = None
    key: str | None = None  # of an actor: identifies it across frames
    count: int | None = None  # of an actor: its number


class Fact(CompactModel):
    """A line of text beside the board."""

    key: SentenceModel
    value: SentenceModel


class BoardFrame(CompactModel):
    """The pieces on a board at one moment."""

    pieces: list[Piece]
    actors: list[Piece]
    last: list[int]  # the places of the last move
    turned: list[int] = []  # places whose piece changed sides or kind by it
    check: list[int] = []  # kings that are attacked
    winning: list[int] = []  # the pieces that decided the game
    forbidden: list[int]
    facts: list[Fact]


class BoardStep(CompactModel):
    """The changes from one frame to the next, and what the next one has besides its pieces."""

    set: list[Piece] = []
    clear: list[int] = []
    actors: list[Piece] = []
    last: list[int] = []
    turned: list[int] = []
    check: list[int] = []
    winning: list[int] = []
    forbidden: list[int] = []
    facts: list[Fact] = []


class LegalMove(CompactModel):
    """A legal move, and the places to click for it."""

    move: str
    path: list[int]  # from first to last; empty for a pass, which needs a button
    written: dict[str, str] = {}  # in the notations of people, by their names
    # What it changes on the board, to show it before the server answers: the sign of each place
    # that changes, "" if it becomes empty, and where the mover's actors go. None if not known.
    change: list[tuple[int, str]] | None = None
    actors: list[Piece] = []


class FaultView(CompactModel):
    """A fault in a turn: its name, what happened, and how to avoid it."""

    name: SentenceModel
    detail: SentenceModel | None = None
    advice: SentenceModel
    cost: Penalty


class TurnView(CompactModel):
    """One side's part of a step."""

    number: int  # of the ply or round; 0 is the start of the bot
    seat: Seat
    move: str | None = None
    written: dict[str, str] = {}
    path: list[int] = []  # the places of the move
    verdict: Verdict
    fault: FaultView | None = None
    seconds: float
    cpu_seconds: float
    delay_seconds: float = 0.0
    memory_bytes: int
    stdout: str = ""
    stderr: str = ""
    restarted: bool = False


class GameStep(BoardStep):
    """The changes of one step, its turns, and the scores after it."""

    turns: list[TurnView]
    scores: tuple[int, int] | None = None


class GameStart(CompactModel):
    """The start of a game: the board, and how the bots started."""

    shape: BoardShape
    frame: BoardFrame
    turns: list[TurnView]
    scores: tuple[int, int] | None = None


class OutcomeView(CompactModel):
    """How a game ended."""

    winner: Seat | None  # None for a draw
    reason: SentenceModel
    scores: tuple[int, int] | None

    @classmethod
    def of(cls, outcome: Outcome) -> Self:
        """*outcome* as the API sends it."""
        return cls(
            winner=outcome.winner, reason=encode_sentence(outcome.reason), scores=outcome.scores
        )


class BotView(CompactModel):
    """One of the bots of a recorded game."""

    name: str
    kind: str
    digest: str


class GameView(CompactModel):
    """A whole recorded game."""

    game: str = Field(examples=["othello"])
    title: SentenceModel
    simultaneous: bool
    map: str | None = None
    seed: int
    turn_seconds: float
    game_seconds: float | None = None
    bots: tuple[BotView, BotView]
    start: GameStart
    steps: list[GameStep]
    outcome: OutcomeView
    overloads: int = 0  # restarts of the game because the machine was overloaded
    delayed: bool = False  # a bot waited for a processor
    downloads: list[str] = []  # notations that the game can be written in
