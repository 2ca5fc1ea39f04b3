"""A game as the page shows it: the board's shape once, then what each step changed.

One form for all: a record that is replayed (`view_of`), a match that is watched while it is played
(`Viewing`), and the single file. Facts beside the board repeat a lot, so each is told once, in the
order in which they come up, and steps name them by number.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from garlic.core import Game, GarlicError, Outcome, Penalty, Seat
from garlic.games import GAMES
from garlic.judge.faults import ADVICE, fault_rules
from garlic.judge.notations import write_record, written_forms
from garlic.judge.record import Record, Turn
from garlic.judge.replay import ReplayStep, positions
from garlic.web.problems import SentenceCode
from garlic.web.sentences import wording
from garlic.web.view.boards import BoardShape, BoardStep, BoardView, Fact, Piece

_SECONDS_PLACES = 6


class ViewModel(BaseModel):
    """A model whose fields may be left out where they say nothing."""

    model_config = ConfigDict(frozen=True)


class ViewFault(ViewModel):
    """What went wrong in a turn: its name, what happened, and what to do about it."""

    name: SentenceCode
    detail: SentenceCode | None = None
    advice: SentenceCode
    cost: str = Field(examples=["turn lost"])  # as `Penalty` calls it


class ViewTurn(ViewModel):
    """One side's part of a step."""

    number: int
    side: str = Field(examples=["a"])
    move: str | None = None
    spoken: str | None = None
    path: list[int] = []  # the places that the move leads over
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
    """What stands on the board, with the facts beside it by number."""

    pieces: list[Piece]
    actors: list[Piece] = []
    last: list[int] = []
    forbidden: list[int] = []
    facts: list[int] = []


class ViewStep(ViewModel):
    """What one step changed, who did it, and the scores after it."""

    set: list[Piece] = []
    clear: list[int] = []
    actors: list[Piece] = []
    last: list[int] = []
    forbidden: list[int] = []
    facts: list[int] = []
    new_facts: list[Fact] = []  # which take the next numbers
    turns: list[ViewTurn]
    scores: tuple[int, int] | None = None


class ViewStart(ViewModel):
    """How a game begins: the board, and how the bots sat down."""

    shape: BoardShape
    frame: ViewFrame
    new_facts: list[Fact] = []
    turns: list[ViewTurn]
    scores: tuple[int, int] | None = None


class ViewBot(ViewModel):
    """Who plays."""

    name: str
    kind: str
    digest: str


class ViewOutcome(ViewModel):
    """How the game ended."""

    winner: str | None = None
    reason: SentenceCode
    scores: tuple[int, int] | None = None


class View(ViewModel):
    """A whole game to look at."""

    game: str = Field(examples=["othello"])
    title: SentenceCode
    simultaneous: bool
    map: str | None = None
    seed: int
    turn_seconds: float
    game_seconds: float | None = None
    bots: tuple[ViewBot, ViewBot]
    start: ViewStart
    steps: list[ViewStep]
    outcome: ViewOutcome
    overloads: int = 0  # how often the game was begun again because the machine was too busy
    downloads: list[str] = []  # notations that the game can be written in


class Viewing:
    """Makes the view of one game, position by position."""

    def __init__(self, game: Game, start: Any, timeouts: str = "default") -> None:
        self.game = game
        self.board = BoardView(game, start)
        self.before = start
        self._rules = fault_rules(game, timeouts)
        self._facts: dict[str, int] = {}

    def begin(self, turns: Sequence[Turn]) -> dict[str, Any]:
        """The `ViewStart` of a game in which the bots sat down as *turns* tell."""
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
        told = [self._turn(turn, self.before) for turn in turns]
        _, (step,) = self.board.steps((self.before, position), ((), _last(told)))
        self.before = position
        return self._step(step, told, position)

    def add_all(self, steps: Sequence[ReplayStep]) -> list[dict[str, Any]]:
        """The same for many positions, each drawn only once."""
        places = [self.before, *(step.position for step in steps)]
        told = [
            [self._turn(turn, before) for turn in step.turns]
            for before, step in zip(places, steps, strict=False)
        ]
        _, changes = self.board.steps(places, [(), *(_last(turns) for turns in told)])
        self.before = places[-1]
        return [
            self._step(change, turns, step.position)
            for change, turns, step in zip(changes, told, steps, strict=True)
        ]

    def _step(self, step: BoardStep, turns: list[dict[str, Any]], position: Any) -> dict[str, Any]:
        change = {name: value for name, value in step.plain().items() if value}
        change["facts"], new = self._numbered(change.get("facts", []))
        if new:
            change["new_facts"] = new
        return {**change, "turns": turns, **_scores(position)}

    def _numbered(self, facts: list[dict[str, Any]]) -> tuple[list[int], list[dict[str, Any]]]:
        """The numbers of *facts*, and those that were never told before."""
        numbers, new = [], []
        for fact in facts:
            name = repr(fact)
            if name not in self._facts:
                self._facts[name] = len(self._facts)
                new.append(fact)
            numbers.append(self._facts[name])
        return numbers, new

    def turn(self, turn: Turn) -> dict[str, Any]:
        """The `ViewTurn` of what is answered in the position shown last."""
        return self._turn(turn, self.before)

    def _turn(self, turn: Turn, before: Any | None) -> dict[str, Any]:
        seat = self.game.seat(turn.seat)
        cost = turn.cost
        told: dict[str, Any] = {
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
        return {name: value for name, value in told.items() if value or name in kept}

    def _spoken(self, text: str | None, before: Any, seat: Seat) -> dict[str, Any]:
        """The places and the words of a move; neither for what is none."""
        try:
            move = self.game.move.parse(text or "")
            path = self.board.places(before, move)
            if self.game.simultaneous:
                path = [*self.board.places(before, before.stay(seat)), *path]
            words = self.game.spoken_move(before, move) if self.game.spoken_move else None
        except (GarlicError, LookupError, ValueError):  # a bot may answer anything
            return {}
        return {"path": path, "spoken": words if words != text else None}

    def _fault(self, turn: Turn) -> dict[str, Any] | None:
        if not turn.verdict.is_fault:
            return None
        rule = self._rules.get(turn.verdict)
        told: dict[str, Any] = {
            "name": wording(turn.verdict.value),
            "advice": wording(ADVICE[turn.verdict]),
            "cost": (rule.penalty if rule else Penalty.GAME_LOST).value,
        }
        return told if turn.detail is None else {**told, "detail": wording(turn.detail)}


def view_of(record: Record, steps: Sequence[ReplayStep] | None = None) -> dict[str, Any]:
    """The `View` of *record* as plain values; *steps* are its positions, where at hand.

    Raises `GarlicError` where its game or its start does not exist.
    """
    game = GAMES[record.game]
    steps = steps or positions(record)
    viewing = Viewing(game, steps[0].position, record.timeouts)
    return {
        "game": game.name,
        "title": wording(game.title),
        "simultaneous": game.simultaneous,
        "map": record.map,
        "seed": record.seed,
        "turn_seconds": record.limits.turn_seconds,
        "game_seconds": record.limits.game_seconds,
        "bots": [{"name": bot.name, "kind": bot.kind, "digest": bot.digest} for bot in record.bots],
        "start": viewing.begin(steps[0].turns),
        "steps": viewing.add_all(steps[1:]),
        "outcome": outcome_of(record.outcome),
        "overloads": len(record.overloads),
        "downloads": [] if game.simultaneous else _forms(record),
    }


def _forms(record: Record) -> list[str]:
    """The notations that can express this game."""
    found = []
    for form in written_forms(GAMES[record.game]):
        with suppress(GarlicError):
            write_record(record, form)
            found.append(form)
    return found


def outcome_of(outcome: Outcome) -> dict[str, Any]:
    """The `ViewOutcome` of a game."""
    return {
        "winner": outcome.winner and outcome.winner.value,
        "reason": wording(outcome.reason),
        "scores": outcome.scores and list(outcome.scores),
    }


def _last(turns: list[dict[str, Any]]) -> list[int]:
    """The places to mark: those of the moves that were played."""
    return [place for turn in turns if turn["verdict"] == "ok" for place in turn.get("path", ())]


def _scores(position: Any) -> dict[str, Any]:
    return {"scores": list(position.scores())} if hasattr(position, "scores") else {}
