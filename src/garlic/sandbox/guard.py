"""Runs one program that has to start processes or write files: a shell, a Makefile, a lab's own.

Bots may do neither, so the sandbox cannot run these. Here a program is confined by `restrictions`
(one folder, no privileges, few system calls, limits), and by namespaces if the machine allows them:
it has no network, and sees no process but its own. Everything that it starts is killed with it, and
counted; a program that fills the disk is stopped.

``python -m garlic.sandbox.guard`` reads one JSON request on standard input and writes one JSON
report; call it through `guarded`.
"""

import ctypes
import errno
import json
import os
import platform
import resource
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from enum import Enum, auto
from pathlib import Path
from typing import Any

from garlic.core.limits import MEGABYTE
from garlic.sandbox.folders import is_larger
from garlic.sandbox.landlock import SYSTEM
from garlic.sandbox.own_time import OwnTime
from garlic.sandbox.process import patience
from garlic.sandbox.restrictions import Restrictions
from garlic.sandbox.users import own_user

_CLONE_NEWNS = 0x00020000
_CLONE_NEWIPC, _CLONE_NEWUSER, _CLONE_NEWPID, _CLONE_NEWNET = (
    0x08000000,
    0x10000000,
    0x20000000,
    0x40000000,
)
_MS_BIND, _MS_REC, _MS_PRIVATE = 0x1000, 0x4000, 0x40000
_MS_NOSUID, _MS_NODEV, _MS_NOEXEC = 2, 4, 8
_MOUNT_SETATTR, _AT_FDCWD, _AT_RECURSIVE, _READ_ONLY = 442, -100, 0x8000, 1
_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_MOST_PROCESSES = 64
_PROCESSES_COUNTED = (5, 14)  # the first Linux that counts them for each user namespace
LARGEST_FILE = 4 * MEGABYTE
_MOST_OPEN_FILES = 64
LARGEST_FOLDER = 128 * MEGABYTE  # what it was given included
_MOST_ENTRIES = 5_000
_LOOK_SECONDS = 0.1  # how often its folder and its own time are measured
_GRACE_SECONDS = 0.3  # for background processes to end by themselves
_SHOWN = 256 << 10
_DEFAULT_CPU_SECONDS = 30

_libc = ctypes.CDLL(None, use_errno=True)


class _MountAttributes(ctypes.Structure):
    _fields_ = tuple((name, ctypes.c_uint64) for name in ("set", "clear", "propagation", "users"))


@dataclass(frozen=True, slots=True)
class RunRequest:
    """What to run: *command*, which may write only below *here*, whose parent is *workspace*."""

    command: list[str]
    workspace: str
    here: str
    seconds: float  # by its own time; the wall clock has the patience for a turn of that length
    memory_bytes: int | None  # None: no limit on the address space
    readable: list[str]
    cpus: list[int]
    folder: str | None = None  # where it runs; None: in *here*
    stdin: str | None = None  # a file; None: nothing
    cpu_seconds: int = _DEFAULT_CPU_SECONDS
    shown_bytes: int = _SHOWN  # of its output
    file_bytes: int = LARGEST_FILE  # of each file it writes
    # Run it only if it has no network, cannot reach other processes, and can change no file
    # outside *workspace*, not even its permissions.
    strict: bool = False


@dataclass(frozen=True, slots=True)
class RunReport:
    """The result of a run."""

    status: int | None  # None: a signal ended it, or it was late
    signal: int | None
    late: bool
    overloaded: bool  # it was stopped within its time: others had the processors for too long
    left: int  # processes that were still running after it
    stdout: str
    stderr: str
    fenced: bool  # Landlock and seccomp hold
    apart: bool  # it cannot reach processes that are not its own
    filled: bool = False  # it was stopped because its folder grew too large
    wall_seconds: float = 0.0
    cpu_seconds: float = 0.0
    memory_bytes: int = 0


def guarded(request: RunRequest) -> RunReport | None:
    """Run *request* in a guard process; None if the guard itself failed."""
    done = subprocess.run(
        [sys.executable, "-m", "garlic.sandbox.guard"],
        input=json.dumps(asdict(request)).encode(),
        capture_output=True,
        check=False,
    )
    try:
        return RunReport(**json.loads(done.stdout))
    except (ValueError, TypeError):
        return None


def main() -> None:
    """Read the request, run it, print the report."""
    request = RunRequest(**json.load(sys.stdin))
    if request.cpus:
        os.sched_setaffinity(0, request.cpus)
    with own_user() as user:  # before all files are read-only
        apart = _enter_namespaces()
        if request.strict and not (apart and _make_files_read_only(request.workspace)):
            return
        sys.stdout.buffer.write(_report(request, user, apart))


def _report(request: RunRequest, user: int | None, apart: bool) -> bytes:
    """The report on a run, as JSON; empty if it failed."""
    reading, writing = os.pipe()
    init = os.fork()
    if init == 0:  # the first process of the new namespace: when it ends, all in it end
        os.close(reading)
        status = 1
        try:
            report = _run(request, user, apart)
            os.write(writing, json.dumps(asdict(report)).encode())
            status = 0
        finally:
            os._exit(status)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        report_json = pipe.read()
    os.waitpid(init, 0)
    return report_json


def _enter_namespaces() -> bool:
    """Enter new namespaces, also for mounts; return whether that was possible."""
    spaces = _CLONE_NEWPID | _CLONE_NEWNET | _CLONE_NEWIPC | _CLONE_NEWNS
    user, group = os.getuid(), os.getgid()
    if user == 0:
        return _libc.unshare(spaces) == 0 and _keep_mounts()
    if _libc.unshare(spaces | _CLONE_NEWUSER) != 0:
        return False
    Path("/proc/self/setgroups").write_text("deny", encoding="ascii")
    Path("/proc/self/uid_map").write_text(f"{user} {user} 1", encoding="ascii")
    Path("/proc/self/gid_map").write_text(f"{group} {group} 1", encoding="ascii")
    return _keep_mounts()


def _keep_mounts() -> bool:
    """Keep all that is mounted from now on to this namespace; return whether that was possible."""
    return bool(_libc.mount(None, b"/", None, _MS_REC | _MS_PRIVATE, None) == 0)


def _hide_processes() -> None:
    """Show in /proc only the processes of our namespace, if the machine allows it."""
    _libc.mount(b"proc", b"/proc", b"proc", _MS_NOSUID | _MS_NODEV | _MS_NOEXEC, None)


def _make_files_read_only(workspace: str) -> bool:
    """Make all files but those in *workspace* read-only; return whether that was possible."""
    place = workspace.encode()
    return (
        _libc.mount(place, place, None, _MS_BIND, None) == 0
        and _set_mount(b"/", _AT_RECURSIVE, _MountAttributes(set=_READ_ONLY)) == 0
        and _set_mount(place, 0, _MountAttributes(clear=_READ_ONLY)) == 0
    )


def _set_mount(place: bytes, flags: int, attributes: _MountAttributes) -> int:
    size = ctypes.sizeof(attributes)
    status: int = _libc.syscall(
        _MOUNT_SETATTR, _AT_FDCWD, place, flags, ctypes.byref(attributes), size
    )
    return status


def _run(request: RunRequest, user: int | None, apart: bool) -> RunReport:
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    _libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    if apart:
        _hide_processes()
    here, workspace = Path(request.here), Path(request.workspace)
    if user is not None:
        for path in (here, *here.rglob("*")):
            os.chown(path, user, user, follow_symlinks=False)
    readable = (*SYSTEM, str(workspace), *request.readable)
    restrictions = Restrictions(here, readable, user, _limits(request, user, apart))
    if request.strict and not restrictions.holds:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    started = time.monotonic()
    with (
        Path(request.stdin or os.devnull).open("rb") as standard_input,
        (workspace / "stdout").open("wb") as out,
        (workspace / "stderr").open("wb") as errors,
    ):
        process = subprocess.Popen(  # noqa: S603 - what this module is for
            request.command,
            cwd=request.folder or here,
            stdin=standard_input,
            stdout=out,
            stderr=errors,
            env={
                "PATH": "/usr/bin:/bin",
                "HOME": str(here),
                "TMPDIR": str(here),
                "LC_ALL": "C.UTF-8",
                "LANG": "C.UTF-8",
                "TZ": "UTC",
            },
            start_new_session=True,
            preexec_fn=restrictions.enter,  # noqa: PLW1509
        )
        ended, why = _wait(process.pid, request.seconds, here)
    wall_seconds = time.monotonic() - started
    left = _end_the_rest(process.pid, user)
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return RunReport(
        status=None if ended is None or os.WIFSIGNALED(ended) else os.WEXITSTATUS(ended),
        signal=os.WTERMSIG(ended) if ended is not None and os.WIFSIGNALED(ended) else None,
        late=why is _EndedEarly.LATE,
        overloaded=why is _EndedEarly.OVERLOADED,
        left=left if ended is not None else 0,
        stdout=_read_start(workspace / "stdout", request.shown_bytes),
        stderr=_read_start(workspace / "stderr", request.shown_bytes),
        fenced=restrictions.holds,
        apart=apart or user is not None,
        filled=why is _EndedEarly.FILLED,
        wall_seconds=round(wall_seconds, 4),
        cpu_seconds=round(usage.ru_utime + usage.ru_stime, 4),
        memory_bytes=usage.ru_maxrss * 1024,
    )


def _limits(request: RunRequest, user: int | None, apart: bool) -> dict[int, int]:
    """The resource limits, by kind."""
    limits = {
        resource.RLIMIT_FSIZE: request.file_bytes,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_NOFILE: _MOST_OPEN_FILES,
        resource.RLIMIT_CPU: request.cpu_seconds,
    }
    if request.memory_bytes is not None:
        limits[resource.RLIMIT_AS] = request.memory_bytes
    # Processes are counted by user: the limit makes sense for one that nobody else has.
    release = tuple(int(part) for part in platform.release().split("-")[0].split(".")[:2])
    if user is not None or (apart and release >= _PROCESSES_COUNTED):
        limits[resource.RLIMIT_NPROC] = _MOST_PROCESSES
    return limits


class _EndedEarly(Enum):
    """Why a program was stopped."""

    LATE = auto()
    OVERLOADED = auto()
    FILLED = auto()


def _wait(pid: int, seconds: float, here: Path) -> tuple[int | None, _EndedEarly | None]:
    """The wait status of *pid*, or why it is stopped before its end.

    Other children are reaped, too.
    """
    own_time = OwnTime(pid)
    until = time.monotonic() + patience(seconds)
    look = time.monotonic() + min(seconds, _LOOK_SECONDS)
    while True:
        try:
            child, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return None, _EndedEarly.LATE
        if child == pid:
            return status, None
        if time.monotonic() >= look:
            if is_larger(here, LARGEST_FOLDER, _MOST_ENTRIES):
                return None, _EndedEarly.FILLED
            if own_time.look() >= seconds:
                return None, _EndedEarly.LATE
            if time.monotonic() >= until:
                return None, _EndedEarly.OVERLOADED
            look = time.monotonic() + _LOOK_SECONDS
        if child == 0:
            time.sleep(0.002)


def _end_the_rest(pid: int, user: int | None) -> int:
    """Wait a moment for remaining processes, then kill them; return how many were killed."""
    until = time.monotonic() + _GRACE_SECONDS
    while time.monotonic() < until:
        try:
            child, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return 0
        if child == 0:
            time.sleep(0.005)
    ended = 0
    for _ in range(100):  # a fork bomb starts more while it is being killed
        _kill_all(pid, user)
        deadline = time.monotonic() + 0.05
        while time.monotonic() < deadline:
            try:
                child, _ = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return ended
            ended += child > 0
            if child == 0:
                time.sleep(0.001)
    return ended


def _kill_all(pid: int, user: int | None) -> None:
    """Kill all processes of the program."""
    if os.getpid() == 1:  # in our own namespace: all other processes are the program's
        _quietly(lambda: os.kill(-1, signal.SIGKILL))
        return
    if user is not None:
        killer = os.fork()
        if killer == 0:
            os.setgid(user)
            os.setuid(user)
            _quietly(lambda: os.kill(-1, signal.SIGKILL))
            os._exit(0)
        _quietly(lambda: os.waitpid(killer, 0))
        return
    _quietly(lambda: os.killpg(pid, signal.SIGKILL))


def _quietly(action: Any) -> None:
    try:
        action()
    except (ProcessLookupError, PermissionError, ChildProcessError):
        return


def _read_start(path: Path, most: int) -> str:
    with path.open("rb") as file:
        return file.read(most).decode(errors="replace")


def python_for_others() -> str:
    """A Python that any user of this machine can start."""
    return shutil.which("python3", path="/usr/bin:/bin") or sys.executable


if __name__ == "__main__":
    main()
