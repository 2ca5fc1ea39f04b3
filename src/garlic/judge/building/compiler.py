"""Runs a compiler with resource limits and under Landlock.

It reads the system's files, works in one folder, and can open no other file, whatever the source
includes.
"""

import os
import resource
import shutil
import signal
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from garlic.core import GarlicError
from garlic.core.limits import MEGABYTE
from garlic.judge.building.outcome import NotInstalledError
from garlic.sandbox.landlock import Fence

COMPILE_SECONDS = 60
COMPILE_BYTES = 2048 * MEGABYTE  # of memory
LARGEST_FILE = 256 * MEGABYTE
_MOST_READ = 1 << 20  # bytes of compiler output


class CompilerTooLateError(GarlicError):
    """The compiler was stopped at its time limit."""

    def __init__(self) -> None:
        super().__init__("the compiler was not done after {limit} s", limit=COMPILE_SECONDS)


@cache
def find_compiler(name: str) -> tuple[str, str]:
    """Path and version of the compiler; raise `NotInstalledError` if there is none."""
    program = shutil.which(name)
    if program is None:
        raise NotInstalledError("the compiler {name} is not installed", name=name)
    option = "-version" if name == "javac" else "--version"
    run = subprocess.run([program, option], capture_output=True, text=True, check=False)  # noqa: S603
    return program, run.stdout + run.stderr


def run_compiler(command: list[str], folder: Path, seconds: float | None = None) -> str | None:
    """Run *command* in *folder*: None if it succeeds, else what it printed.

    Raises `CompilerTooLateError` if it is not done after *seconds*, by default the time limit.
    """
    fence = Fence(folder, also_readable=("/etc/java-17-openjdk", "/etc/java-21-openjdk", "/proc"))

    limits = {
        resource.RLIMIT_CPU: COMPILE_SECONDS,
        resource.RLIMIT_FSIZE: LARGEST_FILE,
        resource.RLIMIT_CORE: 0,
    }
    if Path(command[0]).name != "javac":  # javac reserves far more than it uses; -Xmx limits it
        limits[resource.RLIMIT_AS] = COMPILE_BYTES

    def confine() -> None:
        fence.enter()
        for kind, limit in limits.items():
            resource.setrlimit(kind, (limit, limit))

    # Its output goes to a file, so that RLIMIT_FSIZE limits it, too.
    with tempfile.TemporaryFile() as output:
        try:
            process = subprocess.Popen(  # noqa: S603 - a compiler, with our own arguments
                command,
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
                preexec_fn=confine,  # noqa: PLW1509 - only system calls
                env={
                    "PATH": os.environ.get("PATH", os.defpath),
                    "LC_ALL": "C.UTF-8",
                    "TMPDIR": str(folder),
                },
            )
        finally:
            fence.close()
        try:
            status = process.wait(COMPILE_SECONDS if seconds is None else max(seconds, 0))
        except subprocess.TimeoutExpired:
            raise CompilerTooLateError from None
        finally:  # after Ctrl-C, too
            if process.returncode is None:
                _end_group(process)
        if status == 0:
            return None
        output.seek(0)
        return output.read(_MOST_READ).decode(errors="replace").replace(f"{folder}/", "")


def _end_group(process: "subprocess.Popen[bytes]") -> None:
    """Kill a running compiler and all processes it has started."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
