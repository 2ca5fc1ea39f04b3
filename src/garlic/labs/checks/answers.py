"""The check of answers: runs a program once per case and has a checker judge its output."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from garlic.core import GarlicError, Limits, Text, UsageError, Verdict
from garlic.core.language.bilingual import Bilingual
from garlic.core.limits import MEGABYTE
from garlic.core.reading.fields import Fields, read_toml
from garlic.judge.faults import fault_name, fault_text
from garlic.labs.candidates import Candidate
from garlic.labs.checkers import CHECKERS, Case, Judged
from garlic.labs.checks.base import Setting, fault_remark, read_limits
from garlic.labs.forms import FileForm
from garlic.labs.programs import nothing_printed, shown
from garlic.labs.results import FailingCase, Remark, TestResult
from garlic.labs.steps import Outcome, Step, fault_detail
from garlic.labs.ways import ProgramRuns

_MOST_REMARKS = 6


@dataclass(frozen=True, slots=True)
class AnswersCheck:
    """Cases of one kind; all have the same share of the points."""

    title: Bilingual
    max_points: float
    about: Text
    cases: tuple[Case, ...]
    limits: Limits
    all_or_nothing: bool

    @classmethod
    def parse(cls, fields: Fields, setting: Setting) -> "AnswersCheck":
        """Read the fields that `docs/teach/lab-format.md` lists; raise `InvalidFileError`."""
        limits = read_limits(fields, setting.limits)
        checker = CHECKERS[fields.one_of("checker", CHECKERS)]()
        rows = fields.many("cases", [])
        if fields.has("cases_file"):
            content = read_toml(fields.file("cases_file").read_bytes(), fields.home)
            rows += content.many("cases", [])
            content.finish()
        if not rows:
            raise fields.fault("cases", "expected at least one case")
        cases = []
        for row in rows:
            cases.append(checker.case(row))
            row.finish()
        return cls(
            title=fields.words("title"),
            max_points=fields.number("points", 0, 10_000),
            about=checker.about,
            cases=tuple(cases),
            limits=limits,
            all_or_nothing=fields.take("all_or_nothing", bool, False),
        )

    def describe(self, setting: Setting) -> list[Text]:
        """The cases, their limits, and what earns points."""
        del setting
        ran = Text(
            "{count:case|cases}; limits per case: {seconds} s, {memory} MB",
            count=len(self.cases),
            seconds=f"{self.limits.turn_seconds:g}",
            memory=self.limits.memory_bytes // MEGABYTE,
        )
        price = (
            "all cases right: {points:point|points}"
            if self.all_or_nothing
            else "{points:point|points}, shared evenly by the cases; partly correct cases count"
        )
        return [ran, self.about, Text(price, points=f"{self.max_points:g}")]

    def verify(self, setting: Setting) -> None:
        """Make every case and judge its own answer; raise `UsageError` if that is wrong."""
        del setting
        for number, case in enumerate(self.cases, 1):
            judged = case.judge(case.expected())
            if not case.content or judged.share < 1:
                raise UsageError(
                    "{title}, case {number}: its own answer is not right: {why}",
                    title=self.title,
                    number=number,
                    why=judged.text,
                )

    def steps(self, setting: Setting, candidate: Candidate) -> list[Step]:
        """One run per case."""
        del setting
        runs = ProgramRuns(candidate, self.cases, self.limits, _share)
        return [
            Step(_facts(case.content, self.limits), work=partial(runs.run, case))
            for case in self.cases
        ]

    def judge(
        self, setting: Setting, candidate: Candidate, outcomes: Sequence[Outcome]
    ) -> TestResult:
        """The points for all answers together."""
        judged = [
            _judged(case, outcome, candidate.forms)
            for case, outcome in zip(self.cases, outcomes, strict=True)
        ]
        right = sum(answer.share >= 1 for answer in judged)
        share = sum(answer.share for answer in judged) / len(judged)
        if self.all_or_nothing:
            share = float(right == len(judged))
        wrong = sorted(
            (place for place, answer in enumerate(judged) if answer.share < 1),
            key=lambda place: (self.cases[place].size, place),
        )
        result = TestResult(
            title=self.title,
            max_points=self.max_points,
            points=round(share * self.max_points, 2),
            summary=Text("{right} of {count:case|cases} right", right=right, count=len(judged)),
            ran=self.describe(setting)[0],
            verdicts=tuple(
                dict.fromkeys(
                    fault_name(Verdict(outcome["verdict"]), fault_detail(outcome)).template
                    for outcome in outcomes
                    if outcome["verdict"] != Verdict.OK.value
                )
            ),
        )
        if not wrong:
            return result
        smallest = wrong[0]
        return replace(
            result,
            remarks=tuple(
                _remark(self.cases[place], outcomes[place], judged[place])
                for place in wrong[:_MOST_REMARKS]
            ),
            case=_shown(self.cases[smallest], outcomes[smallest]),
        )


@lru_cache(maxsize=256)  # the same for every submission, and some inputs are large
def _facts(content: bytes, limits: Limits) -> str:
    return hashlib.sha256(content + repr(limits).encode()).hexdigest()


def _share(case: Case, outcome: Outcome) -> float:
    return _judged(case, outcome).share


def _judged(case: Case, outcome: Outcome, forms: Sequence[FileForm] = ()) -> Judged:
    if (detail := fault_detail(outcome)) is not None:
        return Judged(0.0, fault_text(Verdict(outcome["verdict"]), detail))
    if nothing_printed(outcome):
        return _no_answer(forms)
    try:
        return case.judge(outcome["output"])
    except GarlicError as refused:
        return Judged(0.0, Text("{fault}", fault=refused))


def _no_answer(forms: Sequence[FileForm]) -> Judged:
    """The judgement of a program that prints nothing, with the places that were looked at."""
    if not forms:
        return Judged(0.0, Text("printed nothing"))
    outputs = ", ".join(dict.fromkeys(form.output_files()[0] for form in forms if form.output))
    what = Text("printed nothing")
    if outputs:
        what = Text("printed nothing and did not write {names}", names=outputs)
    inputs = ", ".join(dict.fromkeys(form.case_files()[0] for form in forms))
    return Judged(
        0.0,
        what,
        Text(
            "the input is in {names}, seen from the folder where it runs, in the file named by its"
            " argument, and on standard input",
            names=inputs,
        ),
    )


def _remark(case: Case, outcome: Outcome, judged: Judged) -> Remark:
    what = Text("{case}: {told}", case=case.name, told=judged.text)
    if outcome["verdict"] != Verdict.OK.value:
        verdict = Verdict(outcome["verdict"])
        return fault_remark(what, verdict, outcome["stderr"], fault_detail(outcome))
    return Remark(what, judged.hint, outcome["stderr"])


def _shown(case: Case, outcome: Outcome) -> FailingCase:
    return FailingCase(
        name=case.name,
        file_name=case.file_name,
        content=case.content,
        expected=shown(case.expected()),
        got=shown(outcome["output"]),
    )
