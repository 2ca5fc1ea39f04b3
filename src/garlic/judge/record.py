"""What is left of a game: one JSON document. `docs/record.md` describes it field by field.

Everything that the same bots, map, seed and limits must reproduce stands outside `cost`; what
differs from run to run (times, memory) stands inside, so two records can be compared.
"""

import json
from dataclasses import asdict, dataclass, field
from typing import Any, TypeVar

from garlic.core import InvalidFileError, Limits, Outcome, Seat, Text, Verdict
from garlic.core.scan import decode
from garlic.judge.adjudication import AS_THE_RULES_SAY, Adjudication

T = TypeVar("T")

SCHEMA = "garlic-record/1"
NOT_JUDGED = "not judged: the machine was too busy"


@dataclass(frozen=True, slots=True)
class Cost:
    """What a turn took. `delay_seconds`: ready to run, but no processor was free."""

    wall_seconds: float = 0.0
    cpu_seconds: float = 0.0
    delay_seconds: float = 0.0
    memory_bytes: int = 0


@dataclass(frozen=True, slots=True)
class Turn:
    """One bot's answer: in which ply or round, what, how it was judged, and what it cost."""

    number: int  # the ply, or the round; 0 is the start of the bot
    seat: str
    move: str | None  # as the bot gave it; None if it gave none
    verdict: Verdict
    detail: Text | None = None  # a sentence for the author where something went wrong
    cost: Cost = field(default_factory=Cost)
    stdout: str = ""  # what the bot printed besides its answers, cut to a bound
    stderr: str = ""
    restarted: bool = False  # the bot was started anew for this turn: its memory was lost


@dataclass(frozen=True, slots=True)
class BotFacts:
    """Who played: the name it was called by, what kind of bot, and the hash of its content."""

    name: str
    kind: str
    digest: str


@dataclass(frozen=True, slots=True)
class Record:
    """A whole game."""

    game: str
    start: str
    seed: int
    limits: Limits
    timeouts: str
    bots: tuple[BotFacts, BotFacts]
    isolation: tuple[str, ...]  # the rings that held
    turns: tuple[Turn, ...]
    choices: tuple[tuple[int, ...], ...]  # random choices a round, where the game has some
    outcome: Outcome
    map: str | None = None  # the name it was asked for by; `start` is what counts
    # The turn at which each earlier run was given up because the machine was too busy.
    overloads: tuple[Turn, ...] = ()
    adjudication: Adjudication = AS_THE_RULES_SAY

    @property
    def judged(self) -> bool:
        """Whether the game came to an end; if not, it is nobody's draw and does not count."""
        return self.outcome.reason != NOT_JUDGED

    def to_json(self) -> dict[str, Any]:
        """The document as plain JSON values."""
        outcome = self.outcome
        document = {
            "schema": SCHEMA,
            "game": self.game,
            "map": self.map,
            "start": self.start,
            "seed": self.seed,
            "limits": {
                name: float(value) if name.endswith("_seconds") and value is not None else value
                for name, value in asdict(self.limits).items()
            },
            "timeouts": self.timeouts,
            "bots": [asdict(bot) for bot in self.bots],
            "isolation": list(self.isolation),
            "turns": [_turn_to_json(turn) for turn in self.turns],
            "choices": [list(drawn) for drawn in self.choices],
            "outcome": {
                "winner": outcome.winner and outcome.winner.value,
                "reason": outcome.reason,
                "scores": outcome.scores and list(outcome.scores),
            },
            "overloads": [_turn_to_json(turn) for turn in self.overloads],
        }
        if self.adjudication != AS_THE_RULES_SAY:
            document["adjudication"] = asdict(self.adjudication)
        return document

    def dumps(self) -> str:
        """The document as text: one turn a line, so that people and diffs can read it."""
        document = self.to_json()
        turns = document.pop("turns")
        head = json.dumps(document, ensure_ascii=False, indent=1)
        lines = ",\n".join("  " + json.dumps(turn, ensure_ascii=False) for turn in turns)
        return f'{head[:-2]},\n "turns": [\n{lines}\n ]\n}}\n'

    @classmethod
    def parse(cls, content: bytes) -> "Record":
        """Read a record; raise `InvalidFileError` that names the field which is not right."""
        return _parse(content)


def _turn_to_json(turn: Turn) -> dict[str, Any]:
    document: dict[str, Any] = {
        "number": turn.number,
        "seat": turn.seat,
        "move": turn.move,
        "verdict": turn.verdict.value,
    }
    if turn.detail is not None:
        document["detail"] = {"text": turn.detail.template, "values": _plain(turn.detail.values)}
    for name in ("stdout", "stderr"):
        if value := getattr(turn, name):
            document[name] = value
    if turn.restarted:
        document["restarted"] = True
    document["cost"] = asdict(turn.cost)
    return document


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    """Values that JSON has; an inner sentence becomes its English form."""
    return {
        name: value if isinstance(value, int | float | str | None) else str(value)
        for name, value in values.items()
    }


class _Document:
    """A JSON object whose fields are taken with their type checked."""

    def __init__(self, value: Any, where: str) -> None:
        if not isinstance(value, dict):
            raise _fault(where, "an object", value)
        self.value, self.where = value, where

    def take(self, name: str, kind: type[T]) -> T:
        """The field *name*, which must be a *kind*."""
        found = self.value.get(name)
        if kind is float and type(found) is int:
            found = float(found)
        if not isinstance(found, kind) or (isinstance(found, bool) and kind is int):
            raise _fault(f"{self.where}.{name}", _KINDS[kind], found)
        return found

    def maybe(self, name: str, kind: type[T]) -> T | None:
        """The same for a field that may be missing or null."""
        return None if self.value.get(name) is None else self.take(name, kind)

    def inner(self, name: str) -> "_Document":
        return _Document(self.value.get(name), f"{self.where}.{name}")

    def many(self, name: str) -> "list[_Document]":
        items = self.take(name, list)
        return [_Document(item, f"{self.where}.{name}[{n}]") for n, item in enumerate(items)]


_KINDS = {
    int: "a whole number",
    float: "a number",
    str: "text",
    list: "a list",
    dict: "an object",
    bool: "true or false",
}


def _fault(where: str, expected: str, got: Any) -> InvalidFileError:
    shown = json.dumps(got, ensure_ascii=False)
    return InvalidFileError(
        "expected {what} at {where}, got {got}", line=1, what=Text(expected), where=where, got=shown
    )


def _parse(content: bytes) -> Record:
    text = decode(content)
    try:
        value = json.loads(text)
    except json.JSONDecodeError as fault:
        raise InvalidFileError(
            "expected a record in JSON, got something else: {why}",
            line=fault.lineno,
            column=fault.colno,
            why=fault.msg,
        ) from fault
    except RecursionError as fault:
        raise InvalidFileError("expected a record in JSON, nested less deeply", line=1) from fault
    top = _Document(value, "record")
    if top.take("schema", str) != SCHEMA:
        raise InvalidFileError(
            "expected a record of schema {schema!r}, got {got!r}",
            line=1,
            schema=SCHEMA,
            got=top.take("schema", str),
        )
    limits, outcome, bots = top.inner("limits"), top.inner("outcome"), top.many("bots")
    if len(bots) != 2:
        raise _fault("record.bots", "a list of two", [bot.value for bot in bots])
    facts = [
        BotFacts(*(bot.take(name, str) for name in ("name", "kind", "digest"))) for bot in bots
    ]
    scores = outcome.maybe("scores", list)
    winner = outcome.maybe("winner", str)
    if winner not in {None, "a", "b"}:
        raise _fault("record.outcome.winner", "'a', 'b' or null", winner)
    return Record(
        game=top.take("game", str),
        map=top.maybe("map", str),
        start=top.take("start", str),
        seed=top.take("seed", int),
        limits=Limits(
            init_seconds=limits.take("init_seconds", float),
            turn_seconds=limits.take("turn_seconds", float),
            memory_bytes=limits.take("memory_bytes", int),
            game_seconds=limits.maybe("game_seconds", float),
            nodes=limits.maybe("nodes", int),
        ),
        timeouts=top.take("timeouts", str),
        bots=(facts[0], facts[1]),
        isolation=tuple(map(str, top.take("isolation", list))),
        turns=tuple(_turn(turn) for turn in top.many("turns")),
        choices=tuple(_numbers(drawn, "record.choices") for drawn in top.take("choices", list)),
        outcome=Outcome(
            winner=Seat(winner) if winner else None,
            reason=outcome.take("reason", str),
            scores=_pair(scores) if scores is not None else None,
        ),
        overloads=tuple(_turn(turn) for turn in top.many("overloads")),
        adjudication=_adjudication(top),
    )


def _adjudication(top: _Document) -> Adjudication:
    if top.value.get("adjudication") is None:
        return AS_THE_RULES_SAY
    wishes = top.inner("adjudication")
    return Adjudication(
        max_plies=wishes.maybe("max_plies", int),
        agreed_score=wishes.maybe("agreed_score", float),
        agreed_turns=wishes.take("agreed_turns", int),
    )


def _turn(document: _Document) -> Turn:
    verdict = document.take("verdict", str)
    if verdict not in {known.value for known in Verdict}:
        raise _fault(f"{document.where}.verdict", "a verdict", verdict)
    detail = None
    if document.value.get("detail") is not None:
        inner = document.inner("detail")
        detail = Text(inner.take("text", str), **inner.take("values", dict))
    cost = document.inner("cost")
    return Turn(
        number=document.take("number", int),
        seat=document.take("seat", str),
        move=document.maybe("move", str),
        verdict=Verdict(verdict),
        detail=detail,
        cost=Cost(
            wall_seconds=cost.take("wall_seconds", float),
            cpu_seconds=cost.take("cpu_seconds", float),
            delay_seconds=cost.take("delay_seconds", float),
            memory_bytes=cost.take("memory_bytes", int),
        ),
        stdout=document.maybe("stdout", str) or "",
        stderr=document.maybe("stderr", str) or "",
        restarted=document.maybe("restarted", bool) or False,
    )


def _numbers(value: Any, where: str) -> tuple[int, ...]:
    if not isinstance(value, list) or not all(type(number) is int for number in value):
        raise _fault(where, "a list of whole numbers", value)
    return tuple(value)


def _pair(value: Any) -> tuple[int, int]:
    numbers = _numbers(value, "record.outcome.scores")
    if len(numbers) != 2:
        raise _fault("record.outcome.scores", "a list of two", value)
    return numbers[0], numbers[1]
