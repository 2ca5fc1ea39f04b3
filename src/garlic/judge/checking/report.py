"""What a check comes to: findings, the trials behind them, and one result."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from garlic.core import Limits, Seat, Text
from garlic.judge.record import Turn


class Result(Enum):
    """How a check, or one aspect of it, came out."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_JUDGED = "not judged"  # never tried: neither passed nor failed
    REMARK = "remark"  # of an aspect only: worth knowing, decides nothing


@dataclass(frozen=True, slots=True)
class Finding:
    """One aspect and its result."""

    name: str  # English, its translation is in the catalogue
    result: Result
    # Figures, the first fault, or why it was not tried; None if another fault prevented it.
    detail: Text | None = None
    advice: str | None = None  # English, likewise
    output: str = ""  # an excerpt of the bot's standard error or the compiler's output
    position: str | None = None  # of the first fault

    @property
    def passed(self) -> bool | None:
        """True or False; None if it says neither."""
        return {Result.PASSED: True, Result.FAILED: False}.get(self.result)


@dataclass(frozen=True, slots=True)
class Trial:
    """The first turns of one game: its start, the bot's seat and the bot's turns."""

    start: str
    seat: Seat
    turns: tuple[Turn, ...]
    positions: Mapping[int, str] = field(default_factory=dict)  # before each turn

    @property
    def moves(self) -> list[str | None]:
        """The bot's answers."""
        return [turn.move for turn in self.turns if turn.number > 0]


@dataclass(frozen=True, slots=True)
class CheckReport:
    """All findings, and the trials behind them."""

    findings: tuple[Finding, ...]
    trials: tuple[Trial, ...]  # that could be judged
    limits: Limits
    tried: int  # trials, judged or not

    @property
    def result(self) -> Result:
        """Failed if something failed; not judged if something was never tried; else passed."""
        results = {finding.result for finding in self.findings}
        for worst in (Result.FAILED, Result.NOT_JUDGED):
            if worst in results:
                return worst
        return Result.PASSED

    @property
    def busy(self) -> bool:
        """Whether some trials could not be judged because the machine was too busy."""
        return len(self.trials) < self.tried
