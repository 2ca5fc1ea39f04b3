"""The check of a shell: runs a script in a prepared folder and compares its output exactly."""

import hashlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from itertools import zip_longest
from pathlib import Path

from garlic.core import Limits, Text, UsageError, Verdict
from garlic.core.language.bilingual import Bilingual
from garlic.core.limits import MEGABYTE
from garlic.core.reading.fields import Fields
from garlic.judge.bots import Bot, BotKind
from garlic.labs.candidates import Candidate
from garlic.labs.checks.base import Setting, fault_remark
from garlic.labs.results import FailingCase, Remark, TestResult, lines_between
from garlic.labs.steps import Outcome, Step, is_judged, not_judged
from garlic.sandbox.guard import LARGEST_FILE, RunReport, RunRequest, guarded, python_for_others

_SCRIPT = ".script"  # hidden, so that a listing does not show it
_HERE = "HERE"
_LOST = re.compile(r"(?:definitely|indirectly) lost: ([\d,]{1,18}) bytes")
_VALGRIND = ("--leak-check=full", "--child-silent-after-fork=yes", "--vgdb=no")
_REFERENCE_SECONDS = 60
_LONGEST_SHOWN = 100  # characters of a line in a sentence
_RAN = "HEAP SUMMARY"  # printed by valgrind at the end of every program
_SECOND_SHELL = (
    "a child whose exec fails must end at once with _exit, or it goes on as a second shell; wait"
    " for every child"
)
_PLAIN_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*(?:/[A-Za-z0-9_][A-Za-z0-9_.-]*)*")


@dataclass(frozen=True, slots=True)
class ScriptsCheck:
    """One script: its output must be right, and no process may be left running."""

    title: Bilingual
    max_points: float
    script: str
    files: tuple[tuple[str, str], ...]
    expect: str | None
    leaks: bool
    limits: Limits

    @classmethod
    def parse(cls, fields: Fields, setting: Setting) -> "ScriptsCheck":
        """Read ``script``, ``files``, ``expect``, ``leaks`` and ``points``."""
        files = fields.inner("files", {})
        for name in files.values:
            if not _PLAIN_NAME.fullmatch(name):
                raise fields.fault("files", "expected a plain file name, got {got!r}", got=name)
        contents = tuple((name, files.take(name, str)) for name in files.values)
        return cls(
            title=fields.words("title"),
            max_points=fields.number("points", 0, 10_000),
            script=fields.take("script", str),
            files=contents,
            expect=fields.maybe("expect", str),
            leaks=fields.take("leaks", bool, False),
            limits=setting.limits,
        )

    def describe(self, setting: Setting) -> list[Text]:
        """What is run and compared."""
        del setting
        if self.leaks:
            ran = Text("a script is run under valgrind, which must find no memory lost")
        else:
            ran = Text(
                "a script of {count:line|lines} is run; its output is compared exactly, and no"
                " process may be left behind",
                count=len(self.script.splitlines()),
            )
        return [ran, Text("right: {points:point|points}", points=f"{self.max_points:g}")]

    def verify(self, setting: Setting) -> None:
        """Raise `UsageError` if our own shell does not print the given output."""
        del setting
        if self.expect is None or self.leaks:
            return
        if (ours := _reference(self.script, self.files)) != self.expect:
            raise UsageError(
                "{title}: our shell prints {ours!r}, not what is expected",
                title=self.title,
                ours=ours,
            )

    def expected(self) -> str:
        """What a right shell prints."""
        return _reference(self.script, self.files) if self.expect is None else self.expect

    def steps(self, setting: Setting, candidate: Candidate) -> list[Step]:
        """One run."""
        del setting
        assert candidate.bot is not None  # noqa: S101  (it is built)
        facts = repr((self.script, self.files, self.leaks, self.limits))
        run = partial(_run_script, candidate.bot, self)
        return [Step(hashlib.sha256(facts.encode()).hexdigest(), work=run)]

    def judge(
        self, setting: Setting, candidate: Candidate, outcomes: Sequence[Outcome]
    ) -> TestResult:
        """All points or none, and the difference in output."""
        outcome = outcomes[0]
        interpreted = candidate.bot is not None and candidate.bot.kind is not BotKind.PROGRAM
        if self.leaks:
            remark = _fault(outcome, self.expected()) or _leak(outcome, interpreted)
            good = Text("nothing is lost: {why}", why=Text("its language looks after memory"))
            summary = good if interpreted else Text("no memory is lost")
        else:
            remark = _fault(outcome, self.expected())
            summary = Text("right, and nothing is left behind")
        right = remark is None
        return TestResult(
            title=self.title,
            max_points=self.max_points,
            points=self.max_points if right else 0.0,
            summary=summary if remark is None else remark.what,
            ran=self.describe(setting)[0],
            remarks=() if remark is None else (remark,),
            case=None if right else self._case(outcome),
            verdicts=() if outcome["verdict"] == "ok" else (outcome["verdict"],),
        )

    def _case(self, outcome: Outcome) -> FailingCase | None:
        expected, got = self.expected(), outcome["output"]
        if expected == got:
            return None
        return FailingCase(
            name=Text("the script"),
            file_name="script",
            content=self.script.encode(),
            expected=expected,
            got=got,
            differs=lines_between(expected, got),
        )


def _fault(outcome: Outcome, expected: str) -> Remark | None:
    """What is wrong with a run; None if nothing is."""
    verdict = Verdict(outcome["verdict"])
    if verdict is Verdict.TOO_LATE:
        what = Text("did not end within {limit} s", limit=outcome["limit"])
        return fault_remark(what, verdict, outcome["stderr"])
    if verdict is Verdict.OUTPUT:
        most = LARGEST_FILE // MEGABYTE
        what = Text("printed or wrote more than {limit} MB", limit=most)
        return fault_remark(what, verdict, outcome["stderr"])
    if verdict is Verdict.CRASH:
        what = Text("crashed: {signal}", signal=outcome["signal"])
        return fault_remark(what, verdict, outcome["stderr"])
    got = outcome["output"]
    if outcome["left"]:
        return Remark(
            Text("processes were left running when it had ended"),
            Text(_SECOND_SHELL),
            outcome["stderr"],
        )
    if got == expected:
        return None
    advice = None
    if got.count(_HERE) > expected.count(_HERE):
        advice = Text(_SECOND_SHELL)
    elif sorted(got.split()) == sorted(expected.split()) and got.split() != expected.split():
        advice = Text("flush standard output before you start a child: fflush(stdout)")
    return Remark(_difference(expected, got), advice, outcome["stderr"])


def _difference(expected: str, got: str) -> Text:
    """Where the output *got* first differs from what is *expected*."""
    if not got.strip():
        return Text("it printed nothing")
    pairs = zip_longest(expected.splitlines(), got.splitlines())
    unequal = ((number, pair) for number, pair in enumerate(pairs, 1) if pair[0] != pair[1])
    number, (wanted, found) = next(unequal, (0, (None, None)))
    if wanted is None and found is None:
        return Text("the ends of its lines are not the expected ones")
    if found is None:
        return Text("its output ends before line {number}, {line!r}", number=number, line=wanted)
    if wanted is None:
        return Text("its output goes on after the end, with {line!r}", line=found[:_LONGEST_SHOWN])
    return Text(
        "line {number} of its output: expected {expected!r}, got {got!r}",
        number=number,
        expected=wanted,
        got=found[:_LONGEST_SHOWN],
    )


def _leak(outcome: Outcome, interpreted: bool) -> Remark | None:
    if interpreted:
        return None
    lost = sum(int(count.replace(",", "")) for count in _LOST.findall(outcome["stderr"]))
    if lost == 0:
        return None
    return Remark(
        Text("{count:byte of memory is|bytes of memory are} lost", count=lost),
        Text("free what you allocate before you exit; run it under valgrind --leak-check=full"),
        outcome["stderr"][-1500:],
    )


@contextmanager
def _workspace(files: Sequence[tuple[str, str]], script: str) -> Iterator[Path]:
    """A temporary folder with a prepared folder ``here`` in it."""
    with tempfile.TemporaryDirectory(prefix="garlic-lab-", ignore_cleanup_errors=True) as made:
        workspace = Path(made).resolve()
        workspace.chmod(0o755)
        here = workspace / "here"
        here.mkdir()
        for name, content in files:
            path = here / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
            path.chmod(0o755 if content.startswith("#!") else 0o644)
        (here / _SCRIPT).write_text(script, encoding="utf-8")
        yield workspace


@cache
def _reference(script: str, files: tuple[tuple[str, str], ...]) -> str:
    """The output of our own shell for *script*, with the folder's path as ``HERE``."""
    with _workspace(files, script) as workspace:
        here = workspace / "here"
        done = subprocess.run(  # noqa: S603 - our own shell
            [sys.executable, "-m", "garlic", "shell", _SCRIPT],
            cwd=here,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=_REFERENCE_SECONDS,
            env={
                "PATH": "/usr/bin:/bin",
                "HOME": str(here),
                "LC_ALL": "C.UTF-8",
                "GARLIC_LANG": "en",
                "PWD": str(here),
                "TZ": "UTC",
            },
        )
        return done.stdout.decode(errors="replace").replace(str(here), _HERE)


def _run_script(bot: Bot, check: ScriptsCheck, cpus: frozenset[int]) -> Outcome:
    """Run the script with the candidate's shell under the guard.

    The script is the file named by its argument; a shell that gets that wrong may read standard
    input instead.
    """
    named = _run_form(bot, check, cpus, named=True)
    if not is_judged(named) or not _differs(named, check):
        return named
    read = _run_form(bot, check, cpus, named=False)
    return named if not is_judged(read) or _differs(read, check) else read


def _differs(outcome: Outcome, check: ScriptsCheck) -> bool:
    return _fault(outcome, check.expected()) is not None


def _run_form(bot: Bot, check: ScriptsCheck, cpus: frozenset[int], *, named: bool) -> Outcome:
    wrapped: tuple[str, ...] = ()
    if check.leaks and bot.kind is BotKind.PROGRAM:
        valgrind = shutil.which("valgrind")
        if valgrind is None:
            return not_judged(Text("valgrind is not installed"))
        wrapped = (valgrind, *_VALGRIND)
    with _workspace(check.files, check.script) as workspace:
        request = RunRequest(
            command=[*wrapped, *_command(bot, workspace), *([_SCRIPT] if named else [])],
            stdin=None if named else str(workspace / "here" / _SCRIPT),
            workspace=str(workspace),
            here=str(workspace / "here"),
            seconds=check.limits.turn_seconds * (4 if wrapped else 1),
            memory_bytes=None if wrapped else check.limits.memory_bytes,
            readable=["/etc/passwd", "/etc/nsswitch.conf", "/proc"],
            cpus=sorted(cpus),
        )
        report = guarded(request)
        if report is None:
            return not_judged(Text("the guard failed"))
        if not (report.fenced and report.apart):
            return not_judged(Text("this machine cannot confine a shell well enough"))
        if report.overloaded:
            return not_judged(Text("the machine was too busy"))
        if wrapped and not report.late and _RAN not in report.stderr:
            return not_judged(Text("valgrind did not start"))
        return _outcome(report, workspace / "here", check.limits.turn_seconds)


def _command(bot: Bot, workspace: Path) -> list[str]:
    """The command of the shell: a copy in *workspace*, which its user can access."""
    assert bot.path is not None  # noqa: S101  (a candidate is a file)
    target = workspace / "program" / bot.path.name
    target.parent.mkdir()
    shutil.copyfile(bot.path, target)
    target.chmod(0o755)
    if bot.kind is BotKind.PYTHON:
        return [python_for_others(), str(target)]
    return [*bot.command, str(target)]


def _outcome(report: RunReport, here: Path, limit: float) -> Outcome:
    verdict = Verdict.OK
    if report.late:
        verdict = Verdict.TOO_LATE
    elif report.signal == signal.SIGXFSZ or report.filled:
        verdict = Verdict.OUTPUT
    elif report.signal is not None:
        verdict = Verdict.CRASH
    return {
        "verdict": verdict.value,
        "output": report.stdout.replace(str(here), _HERE),
        "stderr": report.stderr.replace(str(here), _HERE).replace(str(here.parent), ""),
        "left": report.left,
        "limit": f"{limit:g}",
        "signal": signal.Signals(report.signal).name if report.signal else "",
        "rings": [0, 1],
    }
