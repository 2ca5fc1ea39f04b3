"""The check of functions: compiles the lab's own driver with a student's files and runs it.

The driver has the main program and calls the student's functions; each named test is one run, so
that a crash costs only that test. `data/drivers` has what all drivers share.
"""

import hashlib
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cache, partial
from importlib.resources import files as package_files
from pathlib import Path
from typing import Any

from garlic.core import Limits, Text, UsageError, Verdict
from garlic.core.language.bilingual import Bilingual
from garlic.core.language.stored import text_from_json, text_to_json
from garlic.core.reading.fields import Fields
from garlic.judge.bots import Bot, BotKind
from garlic.judge.build import BuildFault, Built, build_parts
from garlic.judge.building.sources import SOURCE_ENDINGS
from garlic.judge.faults import fault_text
from garlic.labs.candidates import Candidate
from garlic.labs.checkers import CHECKERS, Case
from garlic.labs.checks.base import Setting, fault_remark
from garlic.labs.programs import ready_program, run_once
from garlic.labs.results import Remark, TestResult
from garlic.labs.steps import Outcome, Step, fault_detail, is_judged

_HEADER_ENDINGS = {".h", ".hpp", ".hh", ".hxx"}
_DRIVER_FOLDER = "garlic-driver"  # of our files, in the folder that is compiled
_SUPPORT = ("garlic_driver.h", "garlic_driver.c")
_LANGUAGES = ("c", "c++")
# Old course code is not always strict: it is compiled as forgivingly as the courses do.
_COMMON = (
    "-O1",
    "-g",
    "-w",
    "-pthread",
    "-fno-strict-aliasing",
    "-fno-aggressive-loop-optimizations",
)
_COMPILERS = {
    "c": ("gcc", (*_COMMON, "-std=gnu17", "-fcommon")),
    "c++": ("g++", (*_COMMON, "-std=gnu++14", "-fpermissive")),
}
_LIBRARY = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+.-]{0,39}")
_NAME = re.compile(r"[A-Za-z0-9_-]{1,60}")
_NO_INPUT = "input"

_MISUSES = {
    "leak": "{bytes:byte of memory is|bytes of memory are} never freed",
    "double-free": "a block of {bytes:byte|bytes} is freed twice",
    "used-after-free": "a block of {bytes:byte|bytes} is used after it was freed",
    "not-allocated": "free is called for an address that malloc did not return",
    "overrun": "it writes behind the end of a block of {bytes:byte|bytes}",
}
_MISUSE_ADVICE = {
    "leak": "free what you allocate: every malloc needs one free",
    "double-free": "free every block once; read what you still need from it before",
    "used-after-free": "free every block once; read what you still need from it before",
    "not-allocated": "free only what malloc, calloc, realloc or strdup returned",
    "overrun": "allocate enough: a string of n characters needs n + 1 bytes",
}


@dataclass(frozen=True, slots=True)
class FunctionTest:
    """A test inside the driver; with a case, its answers are compared with that case's."""

    name: str
    title: Bilingual
    max_points: float
    case: Case | None

    def answers(self) -> list[str]:
        """The numbers that the driver has to report: the first word of each line."""
        if self.case is None:
            return []
        return [line.split()[0] for line in self.case.expected().splitlines()]


@dataclass(frozen=True, slots=True)
class FunctionsCheck:
    """Functions of a student, called by the lab's driver."""

    title: Bilingual
    driver: Path
    helpers: tuple[Path, ...]  # ours, for submissions that bring none
    patterns: tuple[str, ...]  # of the student's files that take part
    language: str  # tried first
    libraries: tuple[str, ...]  # for the student's own helpers
    tests: tuple[FunctionTest, ...]
    limits: Limits

    @property
    def max_points(self) -> float:
        """The points of all its tests."""
        return sum(test.max_points for test in self.tests)

    @classmethod
    def parse(cls, fields: Fields, setting: Setting) -> "FunctionsCheck":
        """Read the fields that `docs/teach/lab-format.md` lists; raise `InvalidFileError`."""
        patterns = fields.texts("files", ())
        if not patterns:
            raise fields.fault("files", "expected at least one name like 'log.c' or '*.h'")
        libraries = fields.texts("libraries", ())
        for library in libraries:
            if not _LIBRARY.fullmatch(library):
                raise fields.fault(
                    "libraries", "expected a library like 'm' or 'png', got {got!r}", got=library
                )
        checker = None
        if fields.has("checker"):
            checker = CHECKERS[fields.one_of("checker", CHECKERS)]()
        tests = []
        for row in fields.many("tests", []):
            name = row.take("name", str)
            if not _NAME.fullmatch(name):
                raise row.fault("name", "expected one word, got {got!r}", got=name)
            title = row.words("title", Bilingual(name, name))
            points = row.number("points", 0, 10_000)
            tests.append(FunctionTest(name, title, points, checker.case(row) if checker else None))
            row.finish()
        if not tests:
            raise fields.fault("tests", "expected at least one test")
        return cls(
            title=fields.words("title"),
            driver=fields.file("driver"),
            helpers=fields.files("helpers"),
            patterns=patterns,
            language=fields.one_of("language", _LANGUAGES, "c"),
            libraries=libraries,
            tests=tuple(tests),
            limits=setting.limits,
        )

    def describe(self, setting: Setting) -> list[Text]:
        """What is compiled and called, and what earns points."""
        del setting
        ran = Text(
            "the lab's driver is compiled with {files} and calls the functions in"
            " {count:test|tests}",
            files=", ".join(self.patterns),
            count=len(self.tests),
        )
        price = Text(
            "{points:point|points}; a submission without these files loses only them",
            points=f"{self.max_points:g}",
        )
        return [ran, price]

    def verify(self, setting: Setting) -> None:
        """Make the input of every test; raise `UsageError` if one is empty or has no answer."""
        del setting
        for test in self.tests:
            if test.case is not None and not (test.case.content and test.answers()):
                raise UsageError("{title}: it has no answer", title=test.title)

    def steps(self, setting: Setting, candidate: Candidate) -> list[Step]:
        """One: the driver is compiled, then run once per test."""
        del setting
        inputs = [(test.name, test.case.content if test.case else b"") for test in self.tests]
        ours = [(path.name, path.read_bytes()) for path in (self.driver, *self.helpers)]
        facts = (
            inputs,
            ours,
            _support(),
            self.patterns,
            self.language,
            self.libraries,
            self.limits,
        )
        key = hashlib.sha256(repr(facts).encode()).hexdigest()
        return [Step(key, work=partial(self._run, candidate))]

    def _run(self, candidate: Candidate, cpus: frozenset[int]) -> Outcome:
        built = self._build(candidate)
        if isinstance(built, BuildFault):
            fault = {"text": text_to_json(built.text), "log": built.log}
            return {"verdict": built.verdict.value, "fault": fault}
        bot = Bot(self.driver.name, BotKind.PROGRAM, "once", path=built.program)
        runs = []
        for test in self.tests:
            run = _run_test(bot, self.limits, test, cpus)
            if not is_judged(run):
                return run
            runs.append(run)
        return {"verdict": Verdict.OK.value, "runs": runs}

    def _build(self, candidate: Candidate) -> Built | BuildFault:
        """The driver with the student's files: as they are meant, else in any way that works."""
        folder = candidate.submission.folder
        tree = {
            str(path.relative_to(folder)): path
            for path in candidate.submission.files
            if path.suffix.lower() in SOURCE_ENDINGS | _HEADER_ENDINGS
        }
        chosen = _matching(tree, self.patterns)
        if not chosen:
            missing = Text("expected {files}, got none of them", files=", ".join(self.patterns))
            return BuildFault(Verdict.OK, missing)  # it is no error not to have them
        fault: BuildFault | None = None
        languages = sorted(_LANGUAGES, key=lambda language: language != self.language)
        for everything in (False, True):
            for language in languages:
                for own in self._helper_choices(tree):
                    built = self._compiled(tree, chosen, language, own=own, everything=everything)
                    if isinstance(built, Built) or built.stopped:
                        return built
                    if not everything and language == self.language:
                        fault = built  # the last one: about the student's files, not our helpers
        assert fault is not None  # noqa: S101  (there is at least one attempt)
        return fault

    def _helper_choices(self, tree: Mapping[str, Path]) -> tuple[bool, ...]:
        """Whether to use the student's own helpers: first those, then ours."""
        names = {helper.name for helper in self.helpers}
        return (True, False) if any(Path(name).name in names for name in tree) else (False,)

    def _compiled(
        self,
        tree: Mapping[str, Path],
        chosen: Sequence[str],
        language: str,
        *,
        own: bool,  # with the student's own helpers
        everything: bool,  # with all sources of the student, not only those that match
    ) -> Built | BuildFault:
        parts: dict[str, bytes | Path] = dict(tree)
        sources = _sources(tree if everything else chosen)
        for helper in self.helpers:
            theirs = _matching(tree, (helper.name,))
            place = theirs[0] if theirs else f"{_DRIVER_FOLDER}/{helper.name}"
            if not (own and theirs):
                parts[place] = helper.read_bytes()
            if helper.suffix in SOURCE_ENDINGS and place not in sources:
                sources.append(place)
        driver = f"{_DRIVER_FOLDER}/{self.driver.name}"
        parts[driver] = self.driver.read_bytes()
        parts |= {f"{_DRIVER_FOLDER}/{name}": content for name, content in _support().items()}
        folders = dict.fromkeys(str(Path(name).parent) for name in parts)
        compiler, usual = _COMPILERS[language]
        # A student's main, if it takes part, is not the program's.
        flags = (*usual, "-Dmain=main_of_the_student", *(f"-I{place}" for place in folders))
        last = ("-x", "c", f"./{_DRIVER_FOLDER}/{_SUPPORT[1]}", "-x", "none", "-lm")
        libraries = tuple(f"-l{library}" for library in self.libraries) if own else ()
        names = tuple(f"./{name}" for name in (driver, *sources))
        return build_parts(compiler, flags, (*names, *last, *libraries), parts)

    def judge(
        self, setting: Setting, candidate: Candidate, outcomes: Sequence[Outcome]
    ) -> TestResult:
        """The points of all tests, and what went wrong in the others."""
        del candidate
        outcome, ran = outcomes[0], self.describe(setting)[0]
        if "runs" not in outcome:
            fault, verdict = outcome["fault"], Verdict(outcome["verdict"])
            text = text_from_json(fault["text"], "outcome.fault.text")
            return TestResult(
                title=self.title,
                max_points=self.max_points,
                points=0.0,
                summary=text,
                ran=ran,
                remarks=(fault_remark(text, verdict, fault["log"]),) if fault["log"] else (),
                verdicts=() if verdict is Verdict.OK else (verdict.value,),
            )
        judged = [_judged(test, run) for test, run in zip(self.tests, outcome["runs"], strict=True)]
        passed = sum(share >= 1 for share, _ in judged)
        points = sum(
            share * test.max_points for test, (share, _) in zip(self.tests, judged, strict=True)
        )
        verdicts = dict.fromkeys(run["verdict"] for run in outcome["runs"])
        return TestResult(
            title=self.title,
            max_points=self.max_points,
            points=round(points, 2),
            summary=Text("{passed} of {count:test|tests} passed", passed=passed, count=len(judged)),
            ran=ran,
            remarks=tuple(remark for _, remark in judged if remark is not None),
            verdicts=tuple(verdict for verdict in verdicts if verdict != Verdict.OK.value),
        )


@cache
def _support() -> dict[str, bytes]:
    """The files that every driver is compiled with."""
    home = package_files("garlic.labs") / "data" / "drivers"
    return {name: (home / name).read_bytes() for name in _SUPPORT}


def _matching(names: Mapping[str, Path], patterns: Sequence[str]) -> list[str]:
    """The names that fit a pattern; of files with the same name the one nearest to the top."""
    nearest: dict[str, str] = {}
    for name in sorted(names, key=lambda name: (len(Path(name).parts), name)):
        base = Path(name).name.lower()
        if any(fnmatch(base, pattern.lower()) for pattern in patterns):
            nearest.setdefault(base, name)
    return list(nearest.values())


def _sources(names: Mapping[str, Path] | Sequence[str]) -> list[str]:
    return [name for name in names if Path(name).suffix.lower() in SOURCE_ENDINGS]


def _run_test(bot: Bot, limits: Limits, test: FunctionTest, cpus: frozenset[int]) -> Outcome:
    """Run one test of the driver; keep only its own reports of what is printed."""
    word = secrets.token_hex(16)
    name, content = (test.case.file_name, test.case.content) if test.case else (_NO_INPUT, b"\n")
    ready = ready_program(bot, limits)
    outcome = run_once(ready, limits, name, content, cpus, stdin=f"{word} {test.name}\n".encode())
    if not is_judged(outcome):
        return outcome
    outcome["reports"] = list(_reports(outcome.pop("output"), f"{word} "))
    return outcome


def _reports(output: str, start: str) -> Iterator[list[str]]:
    """The kind and the text of every report of the driver."""
    for line in output.splitlines():
        if line.startswith(start):
            head, _, text = line.removeprefix(start).partition(":")
            yield [head.split()[0], text.strip()]


def _judged(test: FunctionTest, run: Mapping[str, Any]) -> tuple[float, Remark | None]:
    """The share of the points, and what to tell the student."""
    reports: list[list[str]] = run["reports"]
    for kind, text in reports:
        if kind == "memory":
            what, _, size = text.partition(" ")
            told = Text(_MISUSES[what], bytes=size)
            return 0.0, _remark(test, told, Text(_MISUSE_ADVICE[what]), run["stderr"])
        if kind == "failed":
            return 0.0, _remark(test, _failure(text), None, run["stderr"])
    if (detail := fault_detail(run)) is not None:
        verdict = Verdict(run["verdict"])
        told = fault_text(verdict, detail)
        remark = fault_remark(Text("{case}: {told}", case=test.title, told=told), verdict)
        return 0.0, Remark(remark.what, remark.advice, run["stderr"])
    if not any(kind == "ok" for kind, _ in reports):
        told = Text("the program ended before the test did")
        return 0.0, _remark(test, told, Text("a function must return, not call exit"), "")
    return _compared(test, [text for kind, text in reports if kind == "answer"])


def _failure(text: str) -> Text:
    call, *values = text.split("\t")
    if len(values) != 2:
        return Text("{fault}", fault=text)
    return Text("{call}: expected {right}, got {got}", call=call, right=values[0], got=values[1])


def _compared(test: FunctionTest, got: Sequence[str]) -> tuple[float, Remark | None]:
    """The share of right answers; the first wrong one is told."""
    expected = test.answers()
    if not expected:
        return 1.0, None
    right = [answer == wanted for answer, wanted in zip(got, expected, strict=False)]
    if all(right) and len(got) == len(expected):
        return 1.0, None
    wrong = right.index(False) if False in right else len(right)
    told = Text(
        "answer {number}: expected {right}, got {got}",
        number=wrong + 1,
        right=expected[wrong] if wrong < len(expected) else Text("nothing"),
        got=got[wrong] if wrong < len(got) else Text("nothing"),
    )
    return sum(right) / max(len(got), len(expected)), _remark(test, told, None, "")


def _remark(test: FunctionTest, told: Text, advice: Text | None, output: str) -> Remark:
    return Remark(Text("{case}: {told}", case=test.title, told=told), advice, output)
