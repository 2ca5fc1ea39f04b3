"""Runs compilers on sources that nobody trusts.

A compiler works in a folder made for one build, as a user without privileges, with limits on
time, memory and files. It reads that folder and the system's own headers, libraries and programs;
it can open no other file, whatever the source includes, and makes no system call that compilers do
not need. See `garlic.sandbox.restrictions`.
"""

import contextlib
import math
import os
import re
import resource
import select
import shutil
import signal
import stat
import subprocess
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from garlic.core import GarlicError
from garlic.core.limits import MEGABYTE
from garlic.core.reading.files import why
from garlic.judge.building.outcome import CannotBuildError, NotInstalledError
from garlic.judge.building.trust import is_public
from garlic.sandbox.folders import is_larger
from garlic.sandbox.restrictions import Restrictions
from garlic.sandbox.users import own_user

COMPILE_SECONDS = 60  # of processor time, for all that one build starts
PATIENCE = 10  # times as long may pass in all: a busy machine is not the author's fault
COMPILE_BYTES = 2048 * MEGABYTE  # of memory, for one process
JAVA_BYTES = 512 * MEGABYTE  # of memory, for the objects of javac
LARGEST_FILE = 64 * MEGABYTE  # the program, or a file on the way to it
LARGEST_FOLDER = 256 * MEGABYTE  # all files of a build
_MOST_ENTRIES = 20_000
_MOST_PROCESSES = 512  # threads of javac included
_MOST_OPEN_FILES = 512
_LOOK_MILLISECONDS = 100  # how often limits that the kernel does not keep are looked at
_PIECE_BYTES, _PIPE_PIECES = 1 << 16, 16
_SPARE_BYTES = 16 * MEGABYTE  # a disk with less than this is full

_SYSTEM = (
    "/bin",
    *(f"/{name}" for name in ("lib", "lib32", "lib64", "libx32")),
    *(f"/usr/{name}" for name in ("bin", "include", "lib", "lib32", "lib64", "libx32", "libexec")),
    *(f"/usr/local/{name}" for name in ("bin", "include", "lib", "lib64", "libexec")),
    "/etc/alternatives",
    "/nix/store",
)
# Of a compiler that is installed elsewhere, in its own folder.
_PREFIX = ("bin", "conf", "include", "jmods", "lib", "lib64", "libexec")

_TOO_LATE = re.compile(r"CPU time limit exceeded")
_TOO_LARGE = re.compile(r"File size limit exceeded|File too large")
_NO_MEMORY = re.compile(
    r"out of memory allocating|virtual memory exhausted|memory exhausted|[Cc]annot allocate memory"
    r"|std::bad_alloc|java\.lang\.OutOfMemoryError|The system is out of resources"
)
_DISK_FULL = re.compile(r"No space left on device|Disk quota exceeded")


class CompilerLimitError(GarlicError):
    """The compiler was stopped at one of its limits; the sentence says which."""


@cache
def find_compiler(name: str) -> tuple[str, str]:
    """Path and version of the compiler; raise `NotInstalledError` if there is none."""
    program = shutil.which(name)
    if program is None:
        raise NotInstalledError("the compiler {name} is not installed", name=name)
    option = "-version" if name == "javac" else "--version"
    run = subprocess.run([program, option], capture_output=True, text=True, check=False)  # noqa: S603
    return program, run.stdout + run.stderr


@contextmanager
def workshop(
    folder: Path,
    parts: Mapping[str, bytes],
    folders: Iterable[str],
    tools: Sequence[str],
    largest_file: int | None = None,
) -> Iterator["Workshop"]:
    """The new *folder* with the files *parts* and some empty *folders*, ready for *tools*.

    When it has been used, nothing may be written there by us: it belongs to another user.
    Raises `OSError` if it cannot be made, `NotInstalledError` if a tool is missing.
    """
    programs = [Path(find_compiler(name)[0]) for name in tools]
    with own_user() as unused:
        user = unused if all(map(is_public, (folder.parent, *programs))) else None
        folder.mkdir()
        for part, content in parts.items():
            (folder / part).parent.mkdir(parents=True, exist_ok=True)
            (folder / part).write_bytes(content)
        for name in folders:
            (folder / name).mkdir(parents=True, exist_ok=True)
        if user is not None:
            for path in (folder, *folder.rglob("*")):
                os.chown(path, user, user, follow_symlinks=False)
        yield Workshop(folder, user, tuple(_readable(programs)), largest_file or LARGEST_FILE)


def has_own_user(place: Path) -> bool:
    """Whether compilers run as users of their own in *place*: we are root, and they are reached."""
    names = ("gcc", "g++", "javac")
    programs = [Path(path) for name in names if (path := shutil.which(name)) is not None]
    return os.geteuid() == 0 and all(map(is_public, (place, *programs)))


def _readable(programs: Iterable[Path]) -> Iterator[str]:
    yield from _SYSTEM
    yield from map(str, Path("/etc").glob("java*"))
    for program in programs:
        prefix = program.resolve().parent.parent
        if not prefix.is_relative_to("/usr"):
            yield from (str(prefix / name) for name in _PREFIX)


@dataclass(slots=True)
class Workshop:
    """A folder to build in, and what is left of the time for it."""

    folder: Path
    _user: int | None
    _readable: tuple[str, ...]
    _largest_file: int
    _cpu_seconds: float = field(default_factory=lambda: COMPILE_SECONDS)
    _until: float = field(default_factory=lambda: time.monotonic() + PATIENCE * COMPILE_SECONDS)

    def run(self, name: str, arguments: Sequence[str], readable: Sequence[str] = ()) -> str | None:
        """Run the tool *name* in the folder: None if it succeeds, else what it printed.

        It can also read what is below *readable*. Raises `CompilerLimitError` if it was stopped at
        a limit, and `CannotBuildError` if this machine was too busy or has no room.
        """
        program, _ = find_compiler(name)
        self._check_time()
        output = _Output()
        status, seconds = self._run([program, *arguments], output, readable)
        self._cpu_seconds -= seconds
        if status == 0:
            return None
        log = output.text().replace(f"{self.folder}/", "")
        if _TOO_LATE.search(log) or status == -signal.SIGXCPU:
            self._cpu_seconds = 0
        self._check_time()
        if _TOO_LARGE.search(log) or status == -signal.SIGXFSZ:
            raise CompilerLimitError(
                "the program, or a file that the compiler makes for it, is larger than {limit} MB",
                limit=self._largest_file // MEGABYTE,
            )
        if _NO_MEMORY.search(log):
            most = JAVA_BYTES if name == "javac" else COMPILE_BYTES
            raise CompilerLimitError(
                "the compiler needed more than {limit} MB of memory", limit=most // MEGABYTE
            )
        if _DISK_FULL.search(log) and shutil.disk_usage(self.folder).free < _SPARE_BYTES:
            raise CannotBuildError("the disk is full: nothing can be built here")
        return log

    def _check_time(self) -> None:
        if self._cpu_seconds <= 0:
            raise CompilerLimitError(
                "the compiler took more than {limit} s of processor time", limit=COMPILE_SECONDS
            )

    def _limits(self, program: str) -> dict[int, int]:
        limits = {
            resource.RLIMIT_CPU: max(1, math.ceil(self._cpu_seconds)),
            resource.RLIMIT_FSIZE: self._largest_file,
            resource.RLIMIT_NOFILE: _MOST_OPEN_FILES,
            resource.RLIMIT_CORE: 0,
        }
        if Path(program).name != "javac":  # it reserves far more than it uses; -Xmx limits it
            limits[resource.RLIMIT_AS] = COMPILE_BYTES
        if self._user is not None:  # else all processes of our own user would count
            limits[resource.RLIMIT_NPROC] = _MOST_PROCESSES
        return limits

    def _run(
        self, command: list[str], output: "_Output", readable: Sequence[str]
    ) -> tuple[int, float]:
        """The exit status of *command*, negative for a signal, and its processor time."""
        restrictions = Restrictions(
            self.folder, (*self._readable, *readable), self._user, self._limits(command[0])
        )
        try:
            process = subprocess.Popen(  # noqa: S603 - a compiler, with our own arguments
                command,
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=output.writing,
                stderr=output.writing,
                start_new_session=True,
                preexec_fn=restrictions.enter,  # noqa: PLW1509 - only system calls
                env={
                    "PATH": os.environ.get("PATH", os.defpath),
                    "LC_ALL": "C.UTF-8",
                    "TMPDIR": str(self.folder),
                    "HOME": str(self.folder),
                    "CCACHE_DISABLE": "1",  # where g++ is ccache: its cache is out of reach
                },
            )
        except (OSError, subprocess.SubprocessError) as fault:
            output.close()
            raise CannotBuildError(
                "the compiler {name} cannot be started: {why}",
                name=Path(command[0]).name,
                why=why(fault) if isinstance(fault, OSError) else str(fault),
            ) from fault
        finally:
            restrictions.close()
        try:
            self._wait(process.pid, output)
        finally:  # after Ctrl-C, too; what it has started must not outlive it
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            output.close()
        return process.returncode, usage.ru_utime + usage.ru_stime

    def _wait(self, pid: int, output: "_Output") -> None:
        """Wait until the process *pid* has ended; read its *output* meanwhile."""
        descriptor = os.pidfd_open(pid)
        try:
            events = select.poll()
            events.register(descriptor, select.POLLIN)
            events.register(output.reading, select.POLLIN)
            output.start()
            look = time.monotonic()
            while True:
                ready = {number for number, _ in events.poll(_LOOK_MILLISECONDS)}
                if output.reading in ready and not output.read():
                    events.unregister(output.reading)
                if descriptor in ready:
                    output.drain()
                    return
                if (now := time.monotonic()) < look:
                    continue
                look = now + _LOOK_MILLISECONDS / 1000
                if now > self._until:
                    raise CannotBuildError(
                        "the machine was too busy: the compiler was not done after {limit} s",
                        limit=PATIENCE * COMPILE_SECONDS,
                    )
                if is_larger(self.folder, LARGEST_FOLDER, _MOST_ENTRIES):
                    raise CompilerLimitError(
                        "the compiler wrote more than {limit} MB",
                        limit=LARGEST_FOLDER // MEGABYTE,
                    )
        finally:
            os.close(descriptor)


class _Output:
    """What a compiler prints: the start and the end are kept, however much it is."""

    _START, _END = MEGABYTE, 64 << 10

    def __init__(self) -> None:
        self.reading, self.writing = os.pipe2(os.O_CLOEXEC)
        os.set_blocking(self.reading, False)
        self._start, self._end = b"", b""

    def start(self) -> None:
        """Leave writing to the compiler."""
        os.close(self.writing)
        self.writing = -1

    def read(self) -> bool:
        """Take what is there; return False if nothing can follow."""
        try:
            piece = os.read(self.reading, _PIECE_BYTES)
        except BlockingIOError:
            return True
        if len(self._start) < self._START:
            self._start += piece
        else:
            self._end = (self._end + piece)[-self._END :]
        return bool(piece)

    def drain(self) -> None:
        """Take what is left of a compiler that has ended: at most what a pipe holds."""
        for _ in range(_PIPE_PIECES):
            if not select.select([self.reading], [], [], 0)[0] or not self.read():
                return

    def text(self) -> str:
        """All that was kept."""
        return (self._start + self._end).decode(errors="replace")

    def close(self) -> None:
        """Close what is open."""
        for descriptor in (self.reading, self.writing):
            if descriptor >= 0:
                os.close(descriptor)
        self.reading = self.writing = -1


def take_file(path: Path, to: Path) -> None:
    """Copy a program that was built in a workshop, or a folder of classes, to the new path *to*.

    The copy is ours. Only plain files are taken: a link could lead anywhere. Raises `OSError`.
    """
    if stat.S_ISDIR(path.lstat().st_mode):
        to.mkdir()
        for inside in sorted(path.iterdir()):
            if not inside.is_symlink():
                take_file(inside, to / inside.name)
        to.chmod(0o755)
        return
    reading = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(reading, "rb") as source, to.open("xb") as target:
        if not stat.S_ISREG(os.fstat(reading).st_mode):
            raise OSError(f"{path.name} is not a file")
        shutil.copyfileobj(source, target)
    to.chmod(0o755)
