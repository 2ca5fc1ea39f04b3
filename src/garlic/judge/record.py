"""The record of a game: one JSON document, described field by field in `docs/bots/record.md`.

Everything that the same bots, map, seed and limits must reproduce is outside `cost`; what
differs from run to run (times, memory) is inside, so that two records can be compared.
"""

import json
from dataclasses import asdict, dataclass, field
from enum import IntEnum
from typing import Any

from garlic.core import InvalidFileError, Limits, Outcome, Seat, Text, Verdict
from garlic.core.language.stored import text_from_json, text_to_json
from garlic.core.reading.fields import Fields, read_json, wrong_value
from garlic.judge.adjudication import NO_ADJUDICATION, Adjudication

SCHEMA = "garlic-record/1"
# A bot that plans by the wall clock thinks less in a delayed turn: above this share of a limit,
# the game is delayed.
DELAY_SHARE = 0.2
# Neither side loses; the game has to be played again.
NOT_JUDGED = Outcome(None, "not judged: the machine was too busy")
_LARGEST_LIMIT = 1 << 50


@dataclass(frozen=True, slots=True)
class Cost:
    """Time and memory of a turn."""

    wall_seconds: float = 0.0
    cpu_seconds: float = 0.0
    delay_seconds: float = 0.0  # ready to run, but no processor was free
    credit_seconds: float = 0.0  # forgiven: pages were copied because of the bot's snapshot
    memory_bytes: int = 0

    @property
    def own_seconds(self) -> float:
        """The wall time without delay and credit: what counts against a limit."""
        return max(self.wall_seconds - self.delay_seconds - self.credit_seconds, 0.0)

    @property
    def limited_seconds(self) -> float:
        """What is compared with the limit of a turn: its own time, or its CPU time if longer."""
        return max(self.own_seconds, self.cpu_seconds)


_COSTS = tuple(Cost.__dataclass_fields__)
_VERDICTS = {verdict.value: verdict for verdict in Verdict}


@dataclass(frozen=True, slots=True)
class Turn:
    """One bot's answer in a ply or round: its move, verdict and cost."""

    number: int  # of the ply or round; 0 is the start of the bot
    seat: str
    move: str | None  # as the bot gave it; None if it gave none
    verdict: Verdict
    detail: Text | None = None  # a sentence about the fault for the author
    cost: Cost = field(default_factory=Cost)
    stdout: str = ""  # what the bot printed besides its answers, truncated
    stderr: str = ""
    restarted: bool = False  # the bot was restarted for this turn and lost its memory

    def is_delayed(self, limits: Limits) -> bool:
        """Whether the bot waited for a processor for more than `DELAY_SHARE` of its limit.

        Its start is no turn: a bot thinks no less because it was started slowly.
        """
        return self.number > 0 and self.cost.delay_seconds > DELAY_SHARE * limits.turn_seconds


@dataclass(frozen=True, slots=True)
class RecordedBot:
    """A bot in a record: its name, its kind, and the hash of its content."""

    name: str
    kind: str
    digest: str
    profile: str | None = None  # of the sandbox, if it allows more than usual

    def to_json(self) -> dict[str, str]:
        """The fields as plain values, without those that are None."""
        return {name: value for name, value in asdict(self).items() if value is not None}


class Certainty(IntEnum):
    """How sure a result is; one that is surer replaces one that is less so."""

    NOT_JUDGED = 0
    DELAYED = 1  # it counts, but is run again when the machine is quieter
    FINAL = 2


@dataclass(frozen=True, slots=True)
class Record:
    """A whole game."""

    game: str
    start: str
    seed: int
    limits: Limits
    timeouts: str
    bots: tuple[RecordedBot, RecordedBot]
    isolation: tuple[str, ...]  # the rings that held
    turns: tuple[Turn, ...]
    choices: tuple[tuple[int, ...], ...]  # random choices per round, in games that have some
    outcome: Outcome
    map: str | None = None  # its name, for information; `start` decides
    # The turn at which each earlier attempt was aborted because the machine was too busy.
    overloads: tuple[Turn, ...] = ()
    adjudication: Adjudication = NO_ADJUDICATION

    @property
    def is_judged(self) -> bool:
        """Whether the outcome counts: not if the machine was too busy or the judge failed."""
        return self.outcome.winner is not None or self.outcome.reason not in (
            Verdict.JUDGE_ERROR.value,
            NOT_JUDGED.reason,
        )

    @property
    def is_delayed(self) -> bool:
        """Whether a turn was delayed.

        Such a game counts provisionally and is played again when the machine is quieter.
        """
        return any(turn.is_delayed(self.limits) for turn in self.turns)

    @property
    def certainty(self) -> "Certainty":
        """How sure the result is."""
        if not self.is_judged:
            return Certainty.NOT_JUDGED
        return Certainty.DELAYED if self.is_delayed else Certainty.FINAL

    def to_json(self) -> dict[str, Any]:
        """The document as plain JSON values."""
        outcome = self.outcome
        document = {
            "schema": SCHEMA,
            "game": self.game,
            "map": self.map,
            "start": self.start,
            "seed": self.seed,
            "limits": limits_to_json(self.limits),
            "timeouts": self.timeouts,
            "bots": [bot.to_json() for bot in self.bots],
            "isolation": list(self.isolation),
            "turns": [turn_to_json(turn) for turn in self.turns],
            "choices": [list(drawn) for drawn in self.choices],
            "outcome": {
                "winner": outcome.winner and outcome.winner.value,
                "reason": outcome.reason,
                "scores": outcome.scores and list(outcome.scores),
            },
            "overloads": [turn_to_json(turn) for turn in self.overloads],
        }
        if self.adjudication != NO_ADJUDICATION:
            document["adjudication"] = adjudication_to_json(self.adjudication)
        return document

    def dumps(self) -> str:
        """The document as text: one turn per line, for readers and diffs."""
        document = self.to_json()
        turns = document.pop("turns")
        head = json.dumps(document, ensure_ascii=False, indent=1)
        lines = ",\n".join("  " + json.dumps(turn, ensure_ascii=False) for turn in turns)
        return f'{head[:-2]},\n "turns": [\n{lines}\n ]\n}}\n'

    @classmethod
    def parse(cls, content: bytes) -> "Record":
        """Read a record; raise `InvalidFileError` that names the wrong field."""
        return _parse(content)


def turn_to_json(turn: Turn) -> dict[str, Any]:
    """*turn* as plain values."""
    document: dict[str, Any] = {
        "number": turn.number,
        "seat": turn.seat,
        "move": turn.move,
        "verdict": turn.verdict.value,
    }
    if turn.detail is not None:
        document["detail"] = text_to_json(turn.detail)
    for name in ("stdout", "stderr"):
        if value := getattr(turn, name):
            document[name] = value
    if turn.restarted:
        document["restarted"] = True
    document["cost"] = _cost_to_json(turn.cost)
    return document


def _cost_to_json(cost: Cost) -> dict[str, float]:
    """*cost* as plain values: field by field, for every turn of every game has one."""
    document = {name: getattr(cost, name) for name in _COSTS}
    if not cost.credit_seconds:
        del document["credit_seconds"]
    return document


def _parse(content: bytes) -> Record:
    top = read_json(content, "record")
    if top.take("schema", str) != SCHEMA:
        raise InvalidFileError(
            "expected a record of schema {schema!r}, got {got!r}",
            line=1,
            schema=SCHEMA,
            got=top.take("schema", str),
        )
    outcome, bots = top.inner("outcome"), top.many("bots")
    if len(bots) != 2:
        raise top.wrong("bots", "a list of two")
    facts = [
        RecordedBot(
            bot.take("name", str),
            bot.take("kind", str),
            bot.take("digest", str),
            bot.maybe("profile", str),
        )
        for bot in bots
    ]
    winner = outcome.maybe("winner", str)
    if winner not in {None, "a", "b"}:
        raise outcome.wrong("winner", "'a', 'b' or null")
    return Record(
        game=top.take("game", str),
        map=top.maybe("map", str),
        start=top.take("start", str),
        seed=top.take("seed", int),
        limits=limits_from_json(top.inner("limits")),
        timeouts=top.take("timeouts", str),
        bots=(facts[0], facts[1]),
        isolation=tuple(map(str, top.take("isolation", list))),
        turns=tuple(turn_from_json(turn) for turn in top.many("turns")),
        choices=tuple(
            _numbers(drawn, f"record.choices[{number}]")
            for number, drawn in enumerate(top.take("choices", list), 1)
        ),
        outcome=Outcome(
            winner=Seat(winner) if winner else None,
            reason=outcome.take("reason", str),
            scores=_scores(outcome) if outcome.has("scores") else None,
        ),
        overloads=tuple(turn_from_json(turn) for turn in top.many("overloads")),
        adjudication=adjudication_from_json(top),
    )


def limits_to_json(limits: Limits) -> dict[str, Any]:
    """*limits* as plain values, equal for equal limits: 1 s and 1.0 s are both written 1.0.

    An increment is written only where there is one, so that the keys of older games stay the same.
    """
    return {
        name: float(value) if name.endswith("_seconds") and value is not None else value
        for name, value in asdict(limits).items()
        if value is not None or name != "increment_seconds"
    }


def limits_from_json(document: Fields) -> Limits:
    """The inverse of `limits_to_json`; raise `InvalidFileError` that names the field."""
    limits = Limits(
        init_seconds=document.take("init_seconds", float),
        turn_seconds=document.take("turn_seconds", float),
        memory_bytes=document.take("memory_bytes", int),
        game_seconds=document.maybe("game_seconds", float),
        nodes=document.maybe("nodes", int),
        increment_seconds=document.maybe("increment_seconds", float),
    )
    for name, value in asdict(limits).items():
        # These numbers are passed to clocks and the kernel: they must be in range.
        if value is not None and not 0 < value <= _LARGEST_LIMIT:
            raise document.wrong(name, "a number above 0 that a limit can be")
    return limits


def adjudication_to_json(adjudication: Adjudication) -> dict[str, Any]:
    """*adjudication* as plain values, equal for equal options."""
    score = adjudication.agreed_score
    return {**asdict(adjudication), "agreed_score": None if score is None else float(score)}


def adjudication_from_json(top: Fields) -> Adjudication:
    """The field `adjudication` of *top*, if present; raise `InvalidFileError`."""
    if not top.has("adjudication"):
        return NO_ADJUDICATION
    options = top.inner("adjudication")
    return Adjudication(
        max_plies=options.maybe("max_plies", int),
        agreed_score=options.maybe("agreed_score", float),
        agreed_turns=options.take("agreed_turns", int),
    )


def turn_from_json(document: Fields) -> Turn:
    """The inverse of `turn_to_json`; raise `InvalidFileError` that names the field."""
    verdict = _VERDICTS.get(document.take("verdict", str))
    if verdict is None:
        raise document.wrong("verdict", "a verdict")
    detail = None
    if document.has("detail"):
        detail = text_from_json(document.take("detail", dict), document.place("detail"))
    cost = document.inner("cost")
    return Turn(
        number=document.take("number", int),
        seat=document.take("seat", str),
        move=document.maybe("move", str),
        verdict=verdict,
        detail=detail,
        cost=Cost(
            wall_seconds=cost.take("wall_seconds", float),
            cpu_seconds=cost.take("cpu_seconds", float),
            delay_seconds=cost.take("delay_seconds", float),
            credit_seconds=cost.take("credit_seconds", float, 0.0),
            memory_bytes=cost.take("memory_bytes", int),
        ),
        stdout=document.take("stdout", str, ""),
        stderr=document.take("stderr", str, ""),
        restarted=document.take("restarted", bool, False),
    )


def _numbers(value: Any, where: str) -> tuple[int, ...]:
    if not isinstance(value, list) or not all(type(number) is int for number in value):
        raise wrong_value(where, "a list of whole numbers", value)
    return tuple(value)


def _scores(outcome: Fields) -> tuple[int, int]:
    first, second = _numbers(list(outcome.pair("scores")), outcome.place("scores"))
    return first, second
