"""Runs a course program in a private copy of its folder, with the case where it looks for it.

Such a program writes files, which the sandbox of bots does not allow: it runs under
`garlic.sandbox.guard`.
"""

import contextlib
import math
import os
import re
import shutil
import signal
import stat
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from garlic.core import Limits, Text, Verdict
from garlic.core.limits import MEGABYTE
from garlic.judge.build_tree import TreeProgram
from garlic.labs.forms import MOST_PARENTS, FileForm
from garlic.labs.steps import Outcome, not_judged, program_outcome
from garlic.sandbox.guard import LARGEST_FILE, RunReport, RunRequest, guarded, python_for_others

_OUT_OF_MEMORY = re.compile(r"std::bad_alloc|MemoryError|[Cc]annot allocate memory")


@dataclass(frozen=True, slots=True)
class CaseInput:
    """The input of a case, and another one for files that do not count."""

    file_name: str
    content: bytes
    filler: bytes


def run_in_copy(
    source: Path,
    program: TreeProgram,
    forms: Sequence[FileForm],
    arguments: Sequence[str],
    case: CaseInput,
    limits: Limits,
    cpus: frozenset[int],
) -> Outcome:
    """The outcome of running *program* in a copy of the submission's folder *source*.

    The output is the answer file of the first form that has one, else standard output.
    """
    with tempfile.TemporaryDirectory(prefix="garlic-lab-", ignore_cleanup_errors=True) as made:
        workspace = Path(made).resolve()
        workspace.chmod(0o755)
        folder = _copy(source, workspace / "here", program)
        _place(folder, forms, case)
        (workspace / "input").write_bytes(case.content)
        report = guarded(
            RunRequest(
                command=[*_command(program, workspace), *arguments],
                workspace=str(workspace),
                here=str(workspace / "here"),
                folder=str(folder),
                stdin=str(workspace / "input"),
                seconds=2 * limits.turn_seconds + 1,
                cpu_seconds=math.ceil(limits.turn_seconds),
                memory_bytes=limits.memory_bytes,
                readable=[],
                cpus=sorted(cpus),
                shown_bytes=LARGEST_FILE,
            )
        )
        if report is None:
            return not_judged(Text("the guard failed"))
        if not (report.fenced and report.apart):
            return not_judged(
                Text("this machine cannot confine programs that write files well enough")
            )
        if report.overloaded:
            return not_judged(Text("the machine was too busy"))
        return _outcome(report, folder, forms, limits)


def _copy(source: Path, here: Path, program: TreeProgram) -> Path:
    """Copy the submission deep enough below *here*; return the folder in which it runs."""
    root = here.joinpath(*["course"] * MOST_PARENTS)
    shutil.copytree(source, root, copy_function=shutil.copyfile)
    folder = root / program.folder
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _place(folder: Path, forms: Sequence[FileForm], case: CaseInput) -> None:
    """Put the case where the forms say, and remove the answers that came with the submission."""
    for form in forms:
        for name in form.output_files():
            path = _below(folder, name)
            _make_folder(path.parent)
            _remove(path)
    contents = {name: case.filler for form in forms for name in form.filler_files()}
    contents |= {name: case.content for form in forms for name in form.case_files()}
    contents[case.file_name] = case.content
    for name, content in contents.items():
        path = _below(folder, name)
        _make_folder(path.parent)
        _remove(path)
        path.write_bytes(content)


def _below(folder: Path, name: str) -> Path:
    return Path(os.path.normpath(folder / name))


def _make_folder(folder: Path) -> None:
    """Make *folder*; a file of the submission that has its name gives way."""
    for path in (*reversed(folder.parents), folder):
        if path.is_file():
            path.unlink()
    folder.mkdir(parents=True, exist_ok=True)


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _command(program: TreeProgram, workspace: Path) -> list[str]:
    """The command of a copy that its user can access but not change."""
    target = workspace / "program" / program.program.name
    target.parent.mkdir()
    shutil.copyfile(program.program, target)
    target.chmod(0o755)
    if target.suffix.lower() == ".py":
        return [python_for_others(), str(target)]
    return [str(target)]


def _outcome(report: RunReport, folder: Path, forms: Sequence[FileForm], limits: Limits) -> Outcome:
    answer, went_on = _answer(folder, forms)
    output = report.stdout if answer is None else answer
    verdict, detail = _fault(report, limits, len(output.encode()))
    if verdict is Verdict.TOO_LATE and went_on:
        verdict, detail = Verdict.OK, None  # only inputs that do not count were left
    missing = answer is None and (any(form.output for form in forms) or not output.strip())
    if verdict is Verdict.OK and report.status and missing:
        verdict, detail = Verdict.CRASH, Text("ended with exit code {code}", code=report.status)
    stderr = report.stderr.replace(str(folder), ".")
    outcome = program_outcome(report, verdict, detail, output=output, stderr=stderr, rings=(0, 1))
    return outcome | {"file": answer is not None}


def _fault(report: RunReport, limits: Limits, output_bytes: int) -> tuple[Verdict, Text | None]:
    """The verdict on a run, and what went wrong."""
    if report.filled:
        return Verdict.OUTPUT, Text("wrote more files, or larger ones, than it may")
    if report.late or report.signal == signal.SIGXCPU:
        limit = f"{limits.turn_seconds:g}"
        return Verdict.TOO_LATE, Text("did not end within {limit} s", limit=limit)
    if report.signal == signal.SIGXFSZ or output_bytes >= LARGEST_FILE:
        most = LARGEST_FILE // MEGABYTE
        return Verdict.OUTPUT, Text("printed or wrote more than {limit} MB", limit=most)
    if report.left:
        return Verdict.FORBIDDEN, Text("processes were left running when it had ended")
    if (report.signal or report.status) and _OUT_OF_MEMORY.search(report.stderr):
        most = limits.memory_bytes // MEGABYTE
        return Verdict.MEMORY, Text("needs more than {limit} MB of memory", limit=most)
    if report.signal is not None:
        return Verdict.CRASH, Text("crashed: {signal}", signal=signal.Signals(report.signal).name)
    return Verdict.OK, None


def _answer(folder: Path, forms: Sequence[FileForm]) -> tuple[str | None, bool]:
    """The answer in a file, if there is one, and whether the program went on to another input."""
    for form in forms:
        names = form.output_files()
        if not names:
            continue
        answer = _written(_below(folder, names[0]))
        if answer is not None and answer.strip():
            went_on = any(_below(folder, name).exists() for name in names[1:])
            return answer, went_on
    return None, False


def _written(path: Path) -> str | None:
    """The text of a regular file that the program wrote; None for anything else.

    The program may have left a link or a pipe there.
    """
    with contextlib.suppress(OSError):
        if path.resolve() != path:
            return None
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(descriptor, "rb") as file:
            if stat.S_ISREG(os.fstat(descriptor).st_mode):
                return file.read(LARGEST_FILE).decode(errors="replace")
    return None
