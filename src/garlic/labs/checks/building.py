"""The check that a submission can be built."""

from collections.abc import Sequence
from dataclasses import dataclass

from garlic.core import Text
from garlic.core.language.bilingual import Bilingual
from garlic.core.reading.fields import Fields
from garlic.labs.candidates import Candidate
from garlic.labs.checks.base import Setting, fault_remark
from garlic.labs.results import Remark, TestResult
from garlic.labs.steps import Outcome, Step


@dataclass(frozen=True, slots=True)
class BuildCheck:
    """Points for a program that compiles, or that its interpreter can parse."""

    title: Bilingual
    max_points: float

    @classmethod
    def parse(cls, fields: Fields, setting: Setting) -> "BuildCheck":
        """Read ``points``."""
        del setting
        title = fields.words("title", Bilingual("compiles", "能够编译"))
        return cls(title, fields.number("points", 0, 10_000))

    def describe(self, setting: Setting) -> list[Text]:
        """What is run."""
        del setting
        return [Text("the submission is compiled")]

    def verify(self, setting: Setting) -> None:
        """Nothing can be missing."""

    def steps(self, setting: Setting, candidate: Candidate) -> list[Step]:
        """None: it was built already."""
        del setting, candidate
        return []

    def judge(
        self, setting: Setting, candidate: Candidate, outcomes: Sequence[Outcome]
    ) -> TestResult:
        """All points, or none and the compiler's output."""
        del outcomes
        fault, ran = candidate.fault, self.describe(setting)[0]
        if fault is None:
            return TestResult(
                self.title, self.max_points, self.max_points, Text("it compiles"), ran
            )
        summary = Text("{verdict}", verdict=Text(fault.verdict.value))
        remark = fault_remark(fault.text, fault.verdict, fault.log)
        if candidate.entry is None:  # it was not compiled: there is no compiler output
            summary = Text("nothing to grade")
            remark = Remark(fault.text, Text("hand in what `garlic lab show` asks for"))
        return TestResult(
            title=self.title,
            max_points=self.max_points,
            points=0.0,
            summary=summary,
            ran=ran,
            remarks=(remark,),
            verdicts=(fault.verdict.value,),
        )
