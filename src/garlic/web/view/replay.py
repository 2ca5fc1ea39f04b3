"""Games as the page shows them: the shape of the board once, then the changes of each step.

The same form serves replays of records (`view_of`), live games (`ViewBuilder`) and the single
file. Facts beside the board repeat a lot, so each is sent once, in the order in which they first
appear, and steps refer to them by number.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from garlic.core import Game, GarlicError, Outcome, Penalty, Seat
from garlic.games import GAMES
from garlic.judge.faults import ADVICE, after_verdict, fault_rules
from garlic.judge.notations import write_record, written_forms
from garlic.judge.record import Record, Turn
from garlic.judge.replay import ReplayStep, positions
from garlic.web.problems import SentenceModel
from garlic.web.sentences import encode_sentence
from garlic.web.view.boards import BoardShape, BoardStep, BoardView, Fact, Piece

_SECONDS_PLACES = 6


class ViewModel(BaseModel):
    """A model whose optional fields are left out where they are empty."""

    model_config = ConfigDict(frozen=True)


class ViewFault(ViewModel):
    """A fault in a turn: its name, what happened, and how to avoid it."""

    name: SentenceModel
    detail: SentenceModel | None = None
    advice: SentenceModel
    cost: str = Field(examples=["turn lost"])  # a `Penalty`


class ViewTurn(ViewModel):
    """One side's part of a step."""

    number: int
    side: str = Field(examples=["a"])
    move: str | None = None
    spoken: str | None = None
    path: list[int] = []  # the places of the move
    verdict: str = Field(examples=["ok"])
    fault: ViewFault | None = None
    seconds: float
    cpu_seconds: float
    delay_seconds: float = 0.0
    memory_bytes: int
    stdout: str | None = None
    stderr: str | None = None
    restarted: bool | None = None


class ViewFrame(ViewModel):
    """The pieces on the board, and the numbers of the facts beside it."""

    pieces: list[Piece]
    actors: list[Piece] = []
    last: list[int] = []
    forbidden: list[int] = []
    facts: list[int] = []


class ViewStep(ViewModel):
    """The changes of one step, its turns, and the scores after it."""

    set: list[Piece] = []
    clear: list[int] = []
    actors: list[Piece] = []
    last: list[int] = []
    forbidden: list[int] = []
    facts: list[int] = []
    new_facts: list[Fact] = []  # they get the next numbers
    turns: list[ViewTurn]
    scores: tuple[int, int] | None = None


class ViewStart(ViewModel):
    """The start of a game: the board, and how the bots started."""

    shape: BoardShape
    frame: ViewFrame
    new_facts: list[Fact] = []
    turns: list[ViewTurn]
    scores: tuple[int, int] | None = None


class ViewBot(ViewModel):
    """One of the bots."""

    name: str
    kind: str
    digest: str


class ViewOutcome(ViewModel):
    """How the game ended."""

    winner: str | None = None
    reason: SentenceModel
    scores: tuple[int, int] | None = None


class View(ViewModel):
    """A whole game."""

    game: str = Field(examples=["othello"])
    title: SentenceModel
    simultaneous: bool
    map: str | None = None
    seed: int
    turn_seconds: float
    game_seconds: float | None = None
    bots: tuple[ViewBot, ViewBot]
    start: ViewStart
    steps: list[ViewStep]
    outcome: ViewOutcome
    overloads: int = 0  # restarts of the game because the machine was overloaded
    delayed: bool = False  # a bot waited for a processor
    downloads: list[str] = []  # notations that the game can be written in


class ViewBuilder:
    """Builds the view of one game, position by position."""

    def __init__(self, game: Game, start: Any, timeouts: str = "default") -> None:
        self.game = game
        self.board = BoardView(game, start)
        self.before = start
        self._rules = fault_rules(game, timeouts)
        self._facts: dict[str, int] = {}

    def begin(self, turns: Sequence[Turn]) -> dict[str, Any]:
        """The `ViewStart`; *turns* are those in which the bots started."""
        frame = self.board.frame(self.before).plain()
        frame["facts"], new = self._numbered(frame["facts"])
        return {
            "shape": self.board.shape.plain(),
            "frame": frame,
            "new_facts": new,
            "turns": [self._turn(turn, None) for turn in turns],
            **_scores(self.before),
        }

    def add(self, position: Any, turns: Sequence[Turn]) -> dict[str, Any]:
        """The `ViewStep` that leads to *position*."""
        view_turns = [self._turn(turn, self.before) for turn in turns]
        _, (step,) = self.board.steps((self.before, position), ((), _last(view_turns)))
        self.before = position
        return self._step(step, view_turns, position)

    def add_all(self, steps: Sequence[ReplayStep]) -> list[dict[str, Any]]:
        """The `ViewStep`s of many positions; each diagram is made only once."""
        reached = [self.before, *(step.position for step in steps)]
        view_turns = [
            [self._turn(turn, before) for turn in step.turns]
            for before, step in zip(reached, steps, strict=False)
        ]
        _, changes = self.board.steps(reached, [(), *(_last(turns) for turns in view_turns)])
        self.before = reached[-1]
        return [
            self._step(change, turns, step.position)
            for change, turns, step in zip(changes, view_turns, steps, strict=True)
        ]

    def _step(self, step: BoardStep, turns: list[dict[str, Any]], position: Any) -> dict[str, Any]:
        change = {name: value for name, value in step.plain().items() if value}
        change["facts"], new = self._numbered(change.get("facts", []))
        if new:
            change["new_facts"] = new
        return {**change, "turns": turns, **_scores(position)}

    def _numbered(self, facts: list[dict[str, Any]]) -> tuple[list[int], list[dict[str, Any]]]:
        """The numbers of *facts*, and those of them that are new."""
        numbers, new = [], []
        for fact in facts:
            name = repr(fact)
            if name not in self._facts:
                self._facts[name] = len(self._facts)
                new.append(fact)
            numbers.append(self._facts[name])
        return numbers, new

    def turn(self, turn: Turn) -> dict[str, Any]:
        """The `ViewTurn` of a turn in the last position."""
        return self._turn(turn, self.before)

    def _turn(self, turn: Turn, before: Any | None) -> dict[str, Any]:
        seat = self.game.seat(turn.seat)
        cost = turn.cost
        view: dict[str, Any] = {
            "number": turn.number,
            "side": seat.value,
            "move": turn.move,
            **(self._spoken(turn.move, before, seat) if before is not None else {}),
            "verdict": turn.verdict.value,
            "fault": self._fault(turn),
            "seconds": round(cost.wall_seconds, _SECONDS_PLACES),
            "cpu_seconds": round(cost.cpu_seconds, _SECONDS_PLACES),
            "delay_seconds": round(cost.delay_seconds, _SECONDS_PLACES) or None,
            "memory_bytes": cost.memory_bytes,
            "stdout": turn.stdout,
            "stderr": turn.stderr,
            "restarted": turn.restarted,
        }
        kept = ("seconds", "cpu_seconds", "memory_bytes", "number")
        return {name: value for name, value in view.items() if value or name in kept}

    def _spoken(self, text: str | None, before: Any, seat: Seat) -> dict[str, Any]:
        """The places and the spoken form of a move; empty if *text* is not one."""
        try:
            move = self.game.move.parse(text or "")
            path = self.board.places(before, move)
            if self.game.simultaneous:
                path = [*self.board.places(before, before.stay(seat)), *path]
            spoken = self.game.spoken_move(before, move) if self.game.spoken_move else None
        except (GarlicError, LookupError, ValueError):  # a bot may answer anything
            return {}
        return {"path": path, "spoken": spoken if spoken != text else None}

    def _fault(self, turn: Turn) -> dict[str, Any] | None:
        if not turn.verdict.is_fault:
            return None
        rule = self._rules.get(turn.verdict)
        view: dict[str, Any] = {
            "name": encode_sentence(turn.verdict.value),
            "advice": encode_sentence(ADVICE[turn.verdict]),
            "cost": (rule.penalty if rule else Penalty.GAME_LOST).value,
        }
        if turn.detail is None:
            return view
        return {**view, "detail": encode_sentence(after_verdict(turn.detail))}


def view_of(record: Record, steps: Sequence[ReplayStep] | None = None) -> dict[str, Any]:
    """The `View` of *record* as plain values; *steps* are its positions, if already known.

    Raises `GarlicError` if its game or start is invalid.
    """
    game = GAMES[record.game]
    steps = steps or positions(record)
    builder = ViewBuilder(game, steps[0].position, record.timeouts)
    return {
        "game": game.name,
        "title": encode_sentence(game.title),
        "simultaneous": game.simultaneous,
        "map": record.map,
        "seed": record.seed,
        "turn_seconds": record.limits.turn_seconds,
        "game_seconds": record.limits.game_seconds,
        "bots": [{"name": bot.name, "kind": bot.kind, "digest": bot.digest} for bot in record.bots],
        "start": builder.begin(steps[0].turns),
        "steps": builder.add_all(steps[1:]),
        "outcome": outcome_of(record.outcome),
        "overloads": len(record.overloads),
        "delayed": record.is_delayed,
        "downloads": [] if game.simultaneous else _forms(record),
    }


def _forms(record: Record) -> list[str]:
    """The notations that can express this game."""
    forms = []
    for form in written_forms(GAMES[record.game]):
        with suppress(GarlicError):
            write_record(record, form)
            forms.append(form)
    return forms


def outcome_of(outcome: Outcome) -> dict[str, Any]:
    """The `ViewOutcome` of *outcome* as plain values."""
    return {
        "winner": outcome.winner and outcome.winner.value,
        "reason": encode_sentence(outcome.reason),
        "scores": outcome.scores and list(outcome.scores),
    }


def _last(turns: list[dict[str, Any]]) -> list[int]:
    """The places to mark: those of the legal moves among *turns*."""
    return [place for turn in turns if turn["verdict"] == "ok" for place in turn.get("path", ())]


def _scores(position: Any) -> dict[str, Any]:
    return {"scores": list(position.scores())} if hasattr(position, "scores") else {}
