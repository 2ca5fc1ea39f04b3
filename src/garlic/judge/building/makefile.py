"""Runs a student's Makefile, which may do anything, and collects the programs it makes.

It runs in a guard: no network, no other process, limits as for a compiler, and nothing can be
changed but a private copy of the folder. Where the machine cannot enforce that, it is not run.
"""

import shutil
import signal
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from garlic.core import Text
from garlic.core.limits import MEGABYTE
from garlic.judge.building import compiler
from garlic.judge.building.explain import refused_path
from garlic.sandbox.guard import LARGEST_FOLDER, RunReport, RunRequest, guarded

_NAMES = ("GNUmakefile", "makefile", "Makefile")
_PLACES = (".", "src")
_MOST_PROGRAMS = 20
_OWN_SECONDS = 2 * compiler.COMPILE_SECONDS  # for several files, and what it runs
_STALE_ENDINGS = {".o", ".obj", ".exe"}
_ELF = b"\x7fELF"
# The first bytes of programs for Linux, macOS and Windows.
_PROGRAMS = (_ELF, b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe", b"MZ")
_EXECUTABLE_TYPES = (2, 3)  # of ELF files: fixed or free position


@dataclass(frozen=True, slots=True)
class Made:
    """What a Makefile made: name, folder and file of each program; and what it could not do."""

    programs: list[tuple[str, PurePosixPath, Path]]
    stopped: Text | None = None


def find_makefile(paths: Iterable[PurePosixPath]) -> PurePosixPath | None:
    """The Makefile among *paths*: in the root, else in src/."""
    known = set(paths)
    wanted = (PurePosixPath(place, name) for place in _PLACES for name in _NAMES)
    return next((path for path in wanted if path in known), None)


def run_makefile(
    makefile: PurePosixPath,
    tree: Mapping[PurePosixPath, Path],
    texts: Mapping[str, bytes],
    to: Path,
) -> Made:
    """Run *makefile* in a copy of *tree*; the programs that it makes are copied below *to*.

    *texts* replace files of the tree; programs and object files in it are left out, they may
    come from another machine. There are none if the Makefile makes none or cannot be run here.
    """
    make = shutil.which("make", path="/usr/bin:/bin")
    if make is None:
        return Made([], Text("the program {name} is not installed", name="make"))
    with tempfile.TemporaryDirectory(
        prefix="garlic-make-", ignore_cleanup_errors=True
    ) as temporary:
        workspace = Path(temporary)
        workspace.chmod(0o755)  # it runs as another user, if that is possible
        here = workspace / "tree"
        here.mkdir()
        for inside, path in tree.items():
            if not _is_stale(path):
                (here / inside).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, here / inside)
        for part, text in texts.items():
            (here / part).write_bytes(text)
        report = guarded(
            RunRequest(
                command=[make, "--no-print-directory", "-C", str(makefile.parent)],
                workspace=str(workspace),
                here=str(here),
                seconds=_OWN_SECONDS,
                memory_bytes=compiler.COMPILE_BYTES,
                readable=[],
                cpus=[],
                file_bytes=compiler.LARGEST_FILE,
                cpu_seconds=compiler.COMPILE_SECONDS,
                strict=True,
            )
        )
        # Its status does not matter: many Makefiles run at the end what they have made.
        return Made(_collect(here, to), _stopped(report, here))


def _stopped(report: RunReport | None, here: Path) -> Text | None:
    """What the judge did not let a Makefile do."""
    if report is None:
        return Text("this machine cannot confine programs that write files well enough")
    log = (report.stderr + report.stdout).replace(f"{here}/", "")
    if report.filled:
        most = LARGEST_FOLDER // MEGABYTE
        return Text("it wrote more than {limit} MB, or too many files", limit=most)
    if report.late or report.overloaded:
        return Text("it was not done after {limit} s", limit=_OWN_SECONDS)
    if report.signal == signal.SIGXCPU or "CPU time limit exceeded" in log:
        return Text("it took more than {limit} s of processor time", limit=compiler.COMPILE_SECONDS)
    if path := refused_path(log):
        return Text("it reads {path}, which is not part of it", path=path)
    return None


def _is_stale(path: Path) -> bool:
    with path.open("rb") as file:
        return path.suffix.lower() in _STALE_ENDINGS or file.read(4).startswith(_PROGRAMS)


def _collect(here: Path, to: Path) -> list[tuple[str, PurePosixPath, Path]]:
    to.mkdir(parents=True)
    found: list[tuple[str, PurePosixPath, Path]] = []
    for path in sorted(here.rglob("*")):
        if path.is_symlink() or not path.is_file() or not _is_program(path):
            continue
        kept = to / str(len(found))
        shutil.copyfile(path, kept, follow_symlinks=False)
        kept.chmod(0o755)
        found.append((path.name, PurePosixPath(path.parent.relative_to(here)), kept))
        if len(found) == _MOST_PROGRAMS:
            break
    return found


def _is_program(path: Path) -> bool:
    if not path.stat().st_mode & 0o100 or ".so" in path.suffixes:
        return False
    with path.open("rb") as file:
        head = file.read(18)
    return head.startswith(_ELF) and int.from_bytes(head[16:18], "little") in _EXECUTABLE_TYPES
