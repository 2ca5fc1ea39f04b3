"""A submission made ready to run: built, or the reason why it cannot be."""

import shutil
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path

from garlic.core import Game, GarlicError, InputError, Limits, Text, UsageError, Verdict
from garlic.core.limits import MEGABYTE
from garlic.judge.bots import Bot, BotKind, find_bot
from garlic.judge.build import BuildFault, build_folder
from garlic.judge.game_run import launch
from garlic.labs.submissions import SOURCE_ENDINGS, Submission, find_entry

_PYTHON_SECONDS = 20
_PYTHON_BYTES = 1024 * MEGABYTE  # of memory
_COMPILERS = {BotKind.COURSE: "g++", BotKind.COMPILED: "g++", BotKind.JAVA: "javac"}


@dataclass(frozen=True, slots=True)
class HandIn:
    """What a lab wants handed in, and how it is spoken to."""

    kind: str  # "bot" or "program"
    files: tuple[str, ...]  # what is looked for in a folder, the first that fits
    protocol: str = "line"  # of a bot
    game: Game | None = None


@dataclass(frozen=True, slots=True)
class Candidate:
    """A submission and what runs it; else what is wrong with it, or with this machine."""

    submission: Submission
    entry: Path | None = None
    bot: Bot | None = None
    fault: BuildFault | None = None  # the student's: it cannot be built, or nothing fits
    missing: Text | None = None  # ours: it cannot be judged here

    @property
    def name(self) -> str:
        """The student's name for it."""
        return self.submission.name


def make_ready(submission: Submission, hand_in: HandIn, limits: Limits) -> Candidate:
    """Find the file to grade, and build it; what goes wrong stands in the candidate."""
    if submission.fault is not None:
        return Candidate(submission, fault=BuildFault(Verdict.COMPILE_ERROR, submission.fault))
    program = hand_in.kind == "program"
    try:
        entry = find_entry(submission, hand_in.files, several=program)
    except InputError as refused:
        return Candidate(submission, fault=BuildFault(Verdict.COMPILE_ERROR, refused.text))
    found = Candidate(submission, entry)
    try:
        bot = find_bot(str(entry))
    except UsageError as refused:  # its language is not installed, or it has none
        return replace(found, missing=refused.text)
    compiler = _COMPILERS.get(bot.kind)
    if compiler is not None and shutil.which(compiler) is None:
        return replace(found, missing=Text("the compiler {name} is not installed", name=compiler))
    try:
        if program and entry.suffix.lower() in SOURCE_ENDINGS:
            return _built(found, build_folder(submission.folder))
        bot = _spoken_to(bot, "once" if program else hand_in.protocol)
        fault = _python_fault(entry) if bot.kind is BotKind.PYTHON else None
        if fault is None:
            ready = launch(bot, limits.memory_bytes, hand_in.game)
            fault = ready if isinstance(ready, BuildFault) else None
    except GarlicError as refused:
        fault = BuildFault(Verdict.COMPILE_ERROR, refused.text)
    return replace(found, bot=replace(bot, name=entry.name), fault=fault)


def _built(candidate: Candidate, built: object) -> Candidate:
    if isinstance(built, BuildFault):
        return replace(candidate, fault=built)
    program: Path = built.program  # type: ignore[attr-defined]
    assert candidate.entry is not None  # noqa: S101  (the caller found it)
    bot = Bot(candidate.entry.name, BotKind.PROGRAM, "once", path=program)
    return replace(candidate, bot=bot)


def _spoken_to(bot: Bot, protocol: str) -> Bot:
    """*bot* in the lab's protocol; the courses' form and our line protocol tell themselves."""
    return (
        bot if protocol == "line" or bot.kind is BotKind.COURSE else replace(bot, protocol=protocol)
    )


def _python_fault(path: Path) -> BuildFault | None:
    """What Python cannot read in *path*; in a process of its own, for it may be anything."""
    question = (
        "import ast, resource, sys;"
        f" resource.setrlimit(resource.RLIMIT_AS, ({_PYTHON_BYTES},) * 2);"
        " ast.parse(open(sys.argv[1], 'rb').read(), sys.argv[2])"
    )
    try:
        done = subprocess.run(  # noqa: S603 - our own interpreter, reading only
            [sys.executable, "-I", "-S", "-c", question, path, path.name],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PYTHON_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return BuildFault(
            Verdict.COMPILE_ERROR,
            Text("the compiler was not done after {limit} s", limit=_PYTHON_SECONDS),
        )
    if done.returncode == 0:
        return None
    told = done.stderr.decode(errors="replace").splitlines()
    # The last lines are about the student's file; those before about ours.
    start = next((n for n, line in enumerate(told) if f'"{path.name}"' in line), 0)
    log = "\n".join(told[start:])
    last = told[-1] if told else "-"
    return BuildFault(Verdict.COMPILE_ERROR, Text("does not compile: {first}", first=last), log)
