"""Steps: the games and programs that are run for a test, and their outcomes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from garlic.core import Text, Verdict
from garlic.core.language.stored import text_from_json, text_to_json
from garlic.judge.game_run import GameRun
from garlic.judge.record import NOT_JUDGED, Certainty, Record

Outcome = dict[str, Any]
"""The outcome of a step, as JSON; ``{"not judged": SENTENCE}`` if it could not be judged.

That of a game in which a turn was delayed has ``"delayed": true``.
"""

Work = Callable[[frozenset[int]], Outcome]
"""Runs a program on the given processors."""

_SHOWN = 2000  # characters of standard error
_REASON, _DELAYED = "not judged", "delayed"  # fields of an outcome


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
    return {_REASON: text_to_json(why)}


def is_judged(outcome: Outcome) -> bool:
    """Whether *outcome* says something about the program."""
    return _REASON not in outcome


def why_not_judged(record: Record) -> Text | None:
    """Why the judge could not decide a game; None if it could."""
    if record.outcome == NOT_JUDGED:
        return Text("the machine was too busy")
    return None if record.is_judged else Text("the sandbox failed")


def game_outcome(record: Record) -> Outcome:
    """The outcome of a game."""
    if (why := why_not_judged(record)) is not None:
        return not_judged(why)
    outcome: Outcome = {"record": record.dumps()}
    return outcome | {_DELAYED: True} if record.is_delayed else outcome


class Measured(Protocol):
    """The run of a program: what it took."""

    @property
    def wall_seconds(self) -> float:
        """Its time."""

    @property
    def cpu_seconds(self) -> float:
        """Its processor time."""

    @property
    def memory_bytes(self) -> int:
        """Its memory at most."""


def program_outcome(
    run: Measured,
    verdict: Verdict,
    detail: Text | None,
    *,
    output: str,
    stderr: str,
    rings: Sequence[int],
) -> Outcome:
    """The outcome of *run*; *detail* is what went wrong, if anything did."""
    outcome: Outcome = {
        "verdict": verdict.value,
        "output": output,
        "stderr": stderr[:_SHOWN],
        "rings": list(rings),
        "cost": {
            "wall_seconds": run.wall_seconds,
            "cpu_seconds": run.cpu_seconds,
            "memory_bytes": run.memory_bytes,
        },
    }
    if detail is not None:
        outcome["detail"] = text_to_json(detail)
    return outcome


def certainty(outcome: Outcome) -> Certainty:
    """How sure *outcome* is."""
    if not is_judged(outcome):
        return Certainty.NOT_JUDGED
    return Certainty.DELAYED if outcome.get(_DELAYED) else Certainty.FINAL


def first_not_judged(outcomes: Sequence[Outcome]) -> Text | None:
    """Why one of the steps was not judged; None if all were."""
    why = (_sentence(outcome, _REASON) for outcome in outcomes if not is_judged(outcome))
    return next(why, None)


def fault_detail(outcome: Mapping[str, Any]) -> Text | None:
    """What went wrong in the run of a program; None if nothing did."""
    return _sentence(outcome, "detail")


def _sentence(outcome: Mapping[str, Any], name: str) -> Text | None:
    value = outcome.get(name)
    return None if value is None else text_from_json(value, f"outcome.{name}")
