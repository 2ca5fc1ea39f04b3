"""Steps: the games and programs that are run for a test, and their outcomes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from garlic.core import Text
from garlic.judge.game_run import GameRun
from garlic.judge.record import NOT_JUDGED, Certainty, Record
from garlic.labs.results import text_from_json, text_to_json

Outcome = dict[str, Any]
"""The outcome of a step, as JSON; ``{"not judged": SENTENCE}`` if it could not be judged.

That of a game in which a turn was delayed has ``"delayed": true``.
"""

Work = Callable[[frozenset[int]], Outcome]
"""Runs a program on the given processors."""

_NOT_JUDGED, _DELAYED = "not judged", "delayed"


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to run: a game, or a program.

    *facts* is a hash of everything that determines the outcome, except the candidate.
    """

    facts: str
    game_run: GameRun | None = None
    work: Work | None = None


def not_judged(why: Text) -> Outcome:
    """The outcome of a step that could not be judged."""
    return {_NOT_JUDGED: text_to_json(why)}


def is_judged(outcome: Outcome) -> bool:
    """Whether *outcome* says something about the program."""
    return _NOT_JUDGED not in outcome


def game_outcome(record: Record) -> Outcome:
    """The outcome of a game."""
    if not record.is_judged:
        busy = record.outcome == NOT_JUDGED
        return not_judged(Text("the machine was too busy") if busy else Text("the sandbox failed"))
    outcome: Outcome = {"record": record.dumps()}
    return outcome | {_DELAYED: True} if record.is_delayed else outcome


def certainty(outcome: Outcome) -> Certainty:
    """How sure *outcome* is."""
    if not is_judged(outcome):
        return Certainty.NOT_JUDGED
    return Certainty.DELAYED if outcome.get(_DELAYED) else Certainty.FINAL


def first_not_judged(outcomes: Sequence[Outcome]) -> Text | None:
    """Why one of the steps was not judged; None if all were."""
    why = next((outcome[_NOT_JUDGED] for outcome in outcomes if not is_judged(outcome)), None)
    return text_from_json(why)
