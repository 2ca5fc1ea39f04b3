"""Steps: the things that are run for a test, and what came of each."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from garlic.core import Text
from garlic.judge.game_run import GameRun
from garlic.labs.results import text_from_json, text_to_json

Outcome = dict[str, Any]
"""What came of a step, as JSON. ``{"not judged": SENTENCE}`` where nobody is to blame."""

Work = Callable[[frozenset[int]], Outcome]
"""Runs a program on the given processors."""

NOT_JUDGED = "not judged"


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to run by itself: a match, or some other work.

    *facts* is a hash of all that decides what comes of it, the candidate aside.
    """

    facts: str
    match: GameRun | None = None
    work: Work | None = None


def not_judged(why: Text) -> Outcome:
    """What comes of a step that nobody could run."""
    return {NOT_JUDGED: text_to_json(why)}


def first_not_judged(outcomes: Sequence[Outcome]) -> Text | None:
    """Why one of the steps was not judged; None if all were."""
    found = next((outcome[NOT_JUDGED] for outcome in outcomes if NOT_JUDGED in outcome), None)
    return text_from_json(found)
