"""Candidates: submissions that are built and ready to run, or the reason why they are not."""

import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path

from garlic.core import Game, GarlicError, InputError, Limits, Text, UsageError, Verdict
from garlic.core.limits import MEGABYTE
from garlic.judge.bots import Bot, BotKind, find_bot
from garlic.judge.build import BuildFault, CannotBuildError
from garlic.judge.build_tree import TreeBuild, TreeProgram, build_programs, meant_programs
from garlic.judge.building.compiler import PATIENCE
from garlic.judge.building.headers import PreparedHeaders
from garlic.judge.building.sources import HEADER_ENDINGS, SOURCE_ENDINGS
from garlic.judge.game_run import launch
from garlic.labs.forms import FileForm, program_names
from garlic.labs.interactive import is_interactive
from garlic.labs.submissions import Submission, find_entry

_PYTHON_SECONDS = 20
_PYTHON_BYTES = 1024 * MEGABYTE  # of memory
_COMPILERS = {
    BotKind.COURSE: "g++",
    BotKind.COMPILED: "g++",
    BotKind.FOLDER: "gcc",
    BotKind.JAVA: "javac",
}


@dataclass(frozen=True, slots=True)
class SubmissionFormat:
    """What a lab accepts as a submission: ``hand_in`` in its file."""

    kind: str  # "bot" or "program"
    files: tuple[str, ...]  # patterns of file names; the first that fits is used
    protocol: str = "line"  # of a bot
    game: Game | None = None
    forms: tuple[FileForm, ...] = ()  # of a program: files that it reads and writes
    interactive: bool = False  # whether a program for a person at a terminal is accepted, too


@dataclass(frozen=True, slots=True)
class Candidate:
    """A submission and the bot that runs it; else the fault, of the student or of this machine."""

    submission: Submission
    entry: Path | None = None  # the file to grade
    bot: Bot | None = None
    programs: tuple[TreeProgram, ...] = ()  # compiled from its sources; the bot is the first
    forms: tuple[FileForm, ...] = ()  # that the lab accepts
    fault: BuildFault | None = None  # the student's: it cannot be built, or no file fits
    missing: Text | None = None  # this machine's: it cannot be judged here
    build_seconds: float = 0.0  # how long it took; next to nothing if it was built before

    @property
    def name(self) -> str:
        """The name of the submission."""
        return self.submission.name


def prepare(
    submission: Submission,
    accepted: SubmissionFormat,
    limits: Limits,
    headers: PreparedHeaders | None = None,
) -> Candidate:
    """Find the file to grade and build it; errors become the candidate's fault.

    A program is built with what *headers* has prepared.
    """
    began = time.monotonic()
    candidate = _prepared(submission, accepted, limits, headers)
    return replace(candidate, build_seconds=time.monotonic() - began)


def _prepared(
    submission: Submission,
    accepted: SubmissionFormat,
    limits: Limits,
    headers: PreparedHeaders | None,
) -> Candidate:
    if submission.fault is not None:
        return Candidate(submission, fault=BuildFault(Verdict.COMPILE_ERROR, submission.fault))
    program = accepted.kind == "program"
    try:
        entry = find_entry(submission, accepted.files, several=program or accepted.interactive)
    except InputError as refused:
        return Candidate(submission, fault=BuildFault(Verdict.COMPILE_ERROR, refused.text))
    candidate = Candidate(submission, entry, forms=accepted.forms)
    is_source = entry.suffix.lower() in SOURCE_ENDINGS
    # C and C++ that may be interactive: all files of the folder are one program.
    in_folder = accepted.interactive and _is_c_program(entry, submission)
    try:
        bot = find_bot(f"console:{submission.folder}" if in_folder else str(entry))
    except UsageError as refused:  # its language is not installed, or unknown
        return replace(candidate, missing=refused.text)
    compiler = _COMPILERS.get(bot.kind)
    if compiler is not None and shutil.which(compiler) is None:
        why = Text("the compiler {name} is not installed", name=compiler)
        return replace(candidate, missing=why)
    try:
        if program and is_source:
            return _built(candidate, build_programs(submission.folder, headers=headers))
        if not in_folder:
            bot = _with_protocol(bot, "once" if program else accepted.protocol)
        return _launched(replace(candidate, bot=replace(bot, name=entry.name)), accepted, limits)
    except CannotBuildError as lacking:
        return replace(candidate, missing=lacking.text)
    except GarlicError as refused:
        fault = BuildFault(Verdict.COMPILE_ERROR, refused.text)
        return replace(candidate, bot=replace(bot, name=entry.name), fault=fault)


def _is_c_program(entry: Path, submission: Submission) -> bool:
    """Whether *entry*, a source or a header, is part of a program in C or C++."""
    endings = {path.suffix.lower() for path in submission.files}
    return entry.suffix.lower() in SOURCE_ENDINGS | HEADER_ENDINGS and bool(
        endings & SOURCE_ENDINGS
    )


def _launched(candidate: Candidate, accepted: SubmissionFormat, limits: Limits) -> Candidate:
    """*candidate* with the fault of its bot, or the protocol that it turns out to speak."""
    bot, entry = candidate.bot, candidate.entry
    assert bot is not None  # noqa: S101  (the caller found both)
    assert entry is not None  # noqa: S101
    fault = _python_fault(entry) if bot.kind is BotKind.PYTHON else None
    ready = fault or launch(bot, limits.memory_bytes, accepted.game)
    if isinstance(ready, BuildFault):
        return replace(candidate, fault=ready)
    if bot.kind is BotKind.FOLDER and accepted.game is not None:
        interactive = is_interactive(ready, accepted.game, limits)
        if isinstance(interactive, Text):
            return replace(candidate, missing=interactive)
        if not interactive:
            return replace(candidate, bot=replace(bot, protocol=accepted.protocol))
    return candidate


def _built(candidate: Candidate, built: TreeBuild | BuildFault) -> Candidate:
    if isinstance(built, BuildFault):
        return replace(candidate, fault=built)
    programs = meant_programs(built, program_names(candidate.forms))
    if isinstance(programs, BuildFault):
        return replace(candidate, fault=programs)
    assert candidate.entry is not None  # noqa: S101  (the caller found it)
    bot = Bot(candidate.entry.name, BotKind.PROGRAM, "once", path=programs[0].program)
    return replace(candidate, bot=bot, programs=programs)


def _with_protocol(bot: Bot, protocol: str) -> Bot:
    """*bot* with the lab's protocol; course bots and the line protocol need no change."""
    return (
        bot if protocol == "line" or bot.kind is BotKind.COURSE else replace(bot, protocol=protocol)
    )


# Python does not run a file with even a comment in another encoding than it says: that is looked at
# first, as `ast` does not mind.
_PARSE = f"""
import ast, io, resource, sys, tokenize
resource.setrlimit(resource.RLIMIT_AS, ({_PYTHON_BYTES},) * 2)
resource.setrlimit(resource.RLIMIT_CPU, ({_PYTHON_SECONDS}, {_PYTHON_SECONDS + 1}))
source = open(sys.argv[1], "rb").read()
try:
    source.decode(tokenize.detect_encoding(io.BytesIO(source).readline)[0])
except (SyntaxError, UnicodeDecodeError) as fault:
    sys.exit(f"SyntaxError: {{fault}}; save {{sys.argv[2]}} as UTF-8")
if b"\\0" in source:
    sys.exit(f"SyntaxError: {{sys.argv[2]}} is not text in UTF-8: it has bytes of value 0")
ast.parse(source, sys.argv[2])
"""


def _python_fault(path: Path) -> BuildFault | None:
    """The syntax error in *path*, if any; parsed in a process of its own, as it is not trusted."""
    try:
        done = subprocess.run(  # noqa: S603 - our own interpreter, reading only
            [sys.executable, "-I", "-S", "-c", _PARSE, path, path.name],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PATIENCE * _PYTHON_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as fault:
        raise CannotBuildError(
            "the machine was too busy: the compiler was not done after {limit} s",
            limit=PATIENCE * _PYTHON_SECONDS,
        ) from fault
    if done.returncode == 0:
        return None
    if done.returncode == -signal.SIGXCPU:
        return BuildFault(
            Verdict.COMPILE_ERROR,
            Text("the compiler took more than {limit} s of processor time", limit=_PYTHON_SECONDS),
        )
    lines = done.stderr.decode(errors="replace").splitlines()
    # The last lines are about the student's file; those before about our script.
    start = next((n for n, line in enumerate(lines) if f'"{path.name}"' in line), 0)
    log = "\n".join(lines[start:])
    last = lines[-1] if lines else "-"
    return BuildFault(Verdict.COMPILE_ERROR, Text("does not compile: {first}", first=last), log)
