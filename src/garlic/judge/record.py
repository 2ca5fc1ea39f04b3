"""What is left of a game: one JSON document. `docs/record.md` describes it field by field.

Everything that the same bots, map, seed and limits must reproduce stands outside `cost`; what
differs from run to run (times, memory) stands inside, so two records can be compared.
"""

import json
from dataclasses import asdict, dataclass, field
from typing import Any

from garlic.core import InvalidFileError, Limits, Outcome, Seat, Text, Verdict
from garlic.core.language.text import catalogue
from garlic.core.reading.document import Document, wrong_field
from garlic.judge.adjudication import AS_THE_RULES_SAY, Adjudication

SCHEMA = "garlic-record/1"
NOT_JUDGED = "not judged"  # so begins the reason of a game that nobody could judge fairly
_LARGEST_LIMIT = 1 << 50
# The sentence of an illegal move says why in a second one; more than that nobody wrote.
_DEEPEST_SENTENCE = 4


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
class RecordedBot:
    """Who played: the name it was called by, what kind of bot, and the hash of its content."""

    name: str
    kind: str
    digest: str
    profile: str | None = None  # of the sandbox, where it allows more than to any bot

    def to_json(self) -> dict[str, str]:
        """The facts as plain values; what is None is left out."""
        return {name: value for name, value in asdict(self).items() if value is not None}


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
    choices: tuple[tuple[int, ...], ...]  # random choices a round, where the game has some
    outcome: Outcome
    map: str | None = None  # the name it was asked for by; `start` is what counts
    # The turn at which each earlier run was given up because the machine was too busy.
    overloads: tuple[Turn, ...] = ()
    adjudication: Adjudication = AS_THE_RULES_SAY

    @property
    def is_judged(self) -> bool:
        """Does the outcome count? Not where the machine was too busy, or the judge at fault."""
        reason = self.outcome.reason
        return self.outcome.winner is not None or not (
            reason == Verdict.JUDGE_ERROR.value or reason.startswith(NOT_JUDGED)
        )

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
        if self.adjudication != AS_THE_RULES_SAY:
            document["adjudication"] = adjudication_to_json(self.adjudication)
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


def turn_to_json(turn: Turn) -> dict[str, Any]:
    """*turn* as plain values."""
    document: dict[str, Any] = {
        "number": turn.number,
        "seat": turn.seat,
        "move": turn.move,
        "verdict": turn.verdict.value,
    }
    if turn.detail is not None:
        document["detail"] = _sentence_to_json(turn.detail)
    for name in ("stdout", "stderr"):
        if value := getattr(turn, name):
            document[name] = value
    if turn.restarted:
        document["restarted"] = True
    document["cost"] = asdict(turn.cost)
    return document


def _sentence_to_json(text: Text) -> dict[str, Any]:
    """A sentence as values that JSON has; an inner sentence, too, so that it can be translated."""
    return {
        "text": text.template,
        "values": {name: _value_to_json(value) for name, value in text.values.items()},
    }


def _value_to_json(value: object) -> object:
    if isinstance(value, Text):
        return _sentence_to_json(value)
    return value if isinstance(value, int | float | str | None) else str(value)


def _parse(content: bytes) -> Record:
    top = Document.parse(content, "record")
    if top.take("schema", str) != SCHEMA:
        raise InvalidFileError(
            "expected a record of schema {schema!r}, got {got!r}",
            line=1,
            schema=SCHEMA,
            got=top.take("schema", str),
        )
    outcome, bots = top.inner("outcome"), top.many("bots")
    if len(bots) != 2:
        raise wrong_field("record.bots", "a list of two", [bot.value for bot in bots])
    facts = [
        RecordedBot(
            bot.take("name", str),
            bot.take("kind", str),
            bot.take("digest", str),
            bot.maybe("profile", str),
        )
        for bot in bots
    ]
    scores = outcome.maybe("scores", list)
    winner = outcome.maybe("winner", str)
    if winner not in {None, "a", "b"}:
        raise wrong_field("record.outcome.winner", "'a', 'b' or null", winner)
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
        choices=tuple(_numbers(drawn, "record.choices") for drawn in top.take("choices", list)),
        outcome=Outcome(
            winner=Seat(winner) if winner else None,
            reason=outcome.take("reason", str),
            scores=_pair(scores) if scores is not None else None,
        ),
        overloads=tuple(turn_from_json(turn) for turn in top.many("overloads")),
        adjudication=adjudication_from_json(top),
    )


def limits_to_json(limits: Limits) -> dict[str, Any]:
    """*limits* as plain values, equal for equal limits: 1 s and 1.0 s are both written 1.0."""
    return {
        name: float(value) if name.endswith("_seconds") and value is not None else value
        for name, value in asdict(limits).items()
    }


def limits_from_json(document: Document) -> Limits:
    """The inverse of `limits_to_json`; raise `InvalidFileError` that names the field."""
    limits = Limits(
        init_seconds=document.take("init_seconds", float),
        turn_seconds=document.take("turn_seconds", float),
        memory_bytes=document.take("memory_bytes", int),
        game_seconds=document.maybe("game_seconds", float),
        nodes=document.maybe("nodes", int),
    )
    for name, value in asdict(limits).items():
        # Clocks and processes are set by these numbers: they must be some that can be set.
        if value is not None and not 0 < value <= _LARGEST_LIMIT:
            raise document.wrong(name, "a number above 0 that a limit can be")
    return limits


def adjudication_to_json(wishes: Adjudication) -> dict[str, Any]:
    """*wishes* as plain values, equal for equal wishes."""
    score = wishes.agreed_score
    return {**asdict(wishes), "agreed_score": None if score is None else float(score)}


def adjudication_from_json(top: Document) -> Adjudication:
    """The field `adjudication` of *top*, where it is there; raise `InvalidFileError`."""
    if top.value.get("adjudication") is None:
        return AS_THE_RULES_SAY
    wishes = top.inner("adjudication")
    return Adjudication(
        max_plies=wishes.maybe("max_plies", int),
        agreed_score=wishes.maybe("agreed_score", float),
        agreed_turns=wishes.take("agreed_turns", int),
    )


def turn_from_json(document: Document) -> Turn:
    """The inverse of `turn_to_json`; raise `InvalidFileError` that names the field."""
    verdict = document.take("verdict", str)
    if verdict not in {known.value for known in Verdict}:
        raise document.wrong("verdict", "a verdict")
    detail = None
    if document.value.get("detail") is not None:
        detail = _sentence(document.inner("detail"))
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


def _sentence(document: Document, depth: int = 1) -> Text:
    """What a turn's `detail` says.

    A template that is none of ours is taken as the text that it is, never filled in: it could
    ask for a line as wide as the machine's memory. Sentences inside sentences end somewhere, too.
    """
    if depth > _DEEPEST_SENTENCE:
        raise wrong_field(document.where, "a string", document.value)
    template, given = document.take("text", str), document.inner("values")
    if template not in catalogue("zh"):
        return Text("{text}", text=template)
    values = {
        name: _sentence(given.inner(name), depth + 1) if isinstance(value, dict) else value
        for name, value in document.take("values", dict).items()
    }
    text = Text(template, **values)
    try:
        str(text)
    except (LookupError, ValueError, TypeError, AttributeError) as fault:
        raise document.wrong("values", "the values of the sentence") from fault
    return text


def _numbers(value: Any, where: str) -> tuple[int, ...]:
    if not isinstance(value, list) or not all(type(number) is int for number in value):
        raise wrong_field(where, "a list of whole numbers", value)
    return tuple(value)


def _pair(value: Any) -> tuple[int, int]:
    numbers = _numbers(value, "record.outcome.scores")
    if len(numbers) != 2:
        raise wrong_field("record.outcome.scores", "a list of two", value)
    return numbers[0], numbers[1]
