"""Steps: the games and programs that are run for a test, and their outcomes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from garlic.core import Text
from garlic.judge.game_run import GameRun
from garlic.labs.results import text_from_json, text_to_json

Outcome = dict[str, Any]
"""The outcome of a step, as JSON; ``{"not judged": SENTENCE}`` if it could not be judged."""

Work = Callable[[frozenset[int]], Outcome]
"""Runs a program on the given processors."""

NOT_JUDGED = "not judged"


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
    return {NOT_JUDGED: text_to_json(why)}


def first_not_judged(outcomes: Sequence[Outcome]) -> Text | None:
    """Why one of the steps was not judged; None if all were."""
    why = next((outcome[NOT_JUDGED] for outcome in outcomes if NOT_JUDGED in outcome), None)
    return text_from_json(why)
