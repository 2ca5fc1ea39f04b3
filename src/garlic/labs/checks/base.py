"""The protocol of checks, and what they share."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from garlic.core import Game, Limits, Text, UsageError, Verdict
from garlic.core.language.bilingual import Bilingual
from garlic.core.reading.fields import Fields
from garlic.judge.build import BuildFault
from garlic.judge.faults import NO_ANSWER, advice
from garlic.judge.settings import parse_limits
from garlic.labs.candidates import Candidate
from garlic.labs.results import Remark, TestResult
from garlic.labs.steps import Outcome, Step


@dataclass(frozen=True, slots=True)
class Setting:
    """The settings of a lab that hold for all its tests."""

    game: Game | None
    limits: Limits
    home: Path  # the folder of the lab's file
    seed: int
    opponent: str | None = None  # another one for all matches, from the command line


def read_limits(fields: Fields, usual: Limits) -> Limits:
    """The field ``limits``; *usual* where it is missing. Raises `InvalidFileError`."""
    try:
        return parse_limits(fields.take("limits", str, ""), usual)
    except UsageError as refused:
        raise fields.fault("limits", "{fault}", fault=refused) from refused


class Check(Protocol):
    """One test of a lab."""

    @property
    def title(self) -> Bilingual:
        """Its name."""

    @property
    def max_points(self) -> float:
        """The most points it can give."""

    def describe(self, setting: Setting) -> list[Text]:
        """What is run, then what earns points; one sentence each."""

    def verify(self, setting: Setting) -> None:
        """Raise `GarlicError` if the lab refers to something that does not exist."""

    def steps(self, setting: Setting, candidate: Candidate) -> list[Step]:
        """The steps to run for a candidate that is built."""

    def judge(
        self, setting: Setting, candidate: Candidate, outcomes: Sequence[Outcome]
    ) -> TestResult:
        """The result, from the outcomes of the steps."""


def unjudged_result(check: Check, setting: Setting, why: Text) -> TestResult:
    """The result of a test that could not be judged: it costs no points."""
    return TestResult(
        title=check.title,
        max_points=check.max_points,
        points=None,
        summary=Text("not judged: {why}", why=why),
        ran=check.describe(setting)[0],
    )


def broken_result(
    check: Check, setting: Setting, candidate: Candidate, fault: BuildFault
) -> TestResult:
    """The result of a test for a submission that cannot be built."""
    why = Text("not run: it cannot be built")
    return TestResult(
        title=check.title,
        max_points=check.max_points,
        points=0.0,
        summary=why if candidate.entry else Text("not run: there is nothing to grade"),
        ran=check.describe(setting)[0],
        verdicts=(fault.verdict.value,),
    )


# A bot searches for moves and talks to the judge; other programs just run.
_PROGRAM_ADVICE = {
    advice(Verdict.TOO_LATE, None): "look for a loop that never ends, or for a faster algorithm",
    advice(Verdict.CRASH, NO_ANSWER): "print the answer before the program ends",
    advice(Verdict.FORBIDDEN, None): (
        "a program may only read its input and print its answer: remove that call"
    ),
}


def fault_remark(
    what: Text, verdict: Verdict, output: str = "", detail: Text | None = None
) -> Remark:
    """What happened to a program that is no bot, with the advice for it."""
    told = advice(verdict, detail)
    return Remark(what, Text(_PROGRAM_ADVICE.get(told, told)), output)


def bot_remark(what: Text, verdict: Verdict, output: str, detail: Text | None) -> Remark:
    """What happened to a bot, with the advice for the verdict, or for its *detail*."""
    return Remark(what, Text(advice(verdict, detail)), output)
