"""What a process may use and see: limits, files and environment.

Paths are put together for every start of a program, so they are texts here: `pathlib` takes about
a millisecond for them.
"""

import os
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path

from garlic.core.limits import MEGABYTE
from garlic.sandbox.view import (
    FileView,
    linked_folders,
    own_hooks,
    own_package,
    own_places,
    spellings,
)

# Libraries, and the random devices.
_LIBRARIES = (
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/usr/lib",
    "/usr/lib32",
    "/usr/lib64",
    "/usr/libx32",
    "/usr/local/lib",
    "/etc/ld.so.cache",
    "/nix/store",
    "/dev/urandom",
    "/dev/random",
)

# Runtimes look for these and work without: the answer is "not there", and no fault.
_UNSEEN = (
    "/etc/ld.so.preload",
    "/etc/localtime",
    "/etc/locale.alias",
    "/etc/nsswitch.conf",
    "/etc/ssl",
    "/etc/timezone",
    "/usr/share/locale",
    "/usr/share/locale-langpack",
    "/usr/share/zoneinfo",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/mounts",
    "/proc/self",
    "/proc/stat",
    "/proc/sys",
    "/proc/version",
    "/sys/devices",
    "/sys/fs/cgroup",
    "/sys/kernel/mm",
)

# What sanitizers must know about their own process: the bounds of its stack, and its program with
# the names of functions and lines.
_OWN_PROCESS = ("/proc/self/maps", "/proc/self/exe")

_SYSTEM_PROGRAMS = {Path("/bin"), Path("/usr/bin"), Path("/usr/local/bin")}

_ENVIRONMENT = {
    "HOME": "/nonexistent",
    "LANG": "C.UTF-8",
    "LC_ALL": "C.UTF-8",
    "PATH": "/usr/bin:/bin",
    "TZ": "UTC",
}


@dataclass(frozen=True, slots=True)
class _Runtime:
    """What a kind of runtime needs beyond the minimum."""

    slack: int  # address space for the runtime itself
    threads: int = 1
    files: int = 32
    # Just-in-time compilers reserve far more address space than they use.
    limit_data: bool = False
    huge_stack: bool = True
    environment: Mapping[str, str] = field(default_factory=dict)
    unseen: tuple[str, ...] = ()
    asks_names: bool = False  # it looks up its user at every start
    # After a reply its threads need a moment until they wait for the next message.
    comes_to_rest: bool = False


# A bot may have one thread only, so libraries must not try to start more.
_ONE_THREAD = {
    "MKL_NUM_THREADS": "1",
    "NUMEXPR_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}
_PYTHON = _Runtime(
    slack=192 * MEGABYTE,
    environment=_ONE_THREAD
    | {
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
        "PYTHONNOUSERSITE": "1",
        "PYTHONUNBUFFERED": "1",
        "PYTHONUTF8": "1",
    },
)
_JIT_SLACK = 256 * MEGABYTE


class Profile(Enum):
    """The kind of program: what its runtime needs to start."""

    C = "c"
    PYTHON = "python"
    NODE = "node"
    JAVA = "java"
    ENGINE = "engine"  # ours: may have threads and read the files beside it
    FOREIGN = "foreign"  # a third-party engine: may have threads, and read files that are named
    SANITIZED = "sanitized"  # C with sanitizers: may also read its own map of memory


_ENGINE = _Runtime(
    slack=_JIT_SLACK,
    threads=32,
    files=64,
    huge_stack=False,  # each thread would reserve one
    environment=_PYTHON.environment,
)
_RUNTIMES = {
    Profile.C: _Runtime(slack=16 * MEGABYTE),
    # The tables of a sanitizer are address space, too, so only the data is limited.
    Profile.SANITIZED: _Runtime(slack=64 * MEGABYTE, limit_data=True, unseen=("/proc/curproc",)),
    Profile.PYTHON: _PYTHON,
    Profile.ENGINE: _ENGINE,
    Profile.FOREIGN: replace(_ENGINE, comes_to_rest=True),
    Profile.NODE: _Runtime(
        slack=_JIT_SLACK,
        threads=32,
        files=256,
        limit_data=True,
        huge_stack=False,
        environment={"UV_USE_IO_URING": "0", "NODE_NO_WARNINGS": "1"},
        comes_to_rest=True,
    ),
    Profile.JAVA: _Runtime(
        slack=_JIT_SLACK,
        threads=32,
        files=256,
        limit_data=True,
        huge_stack=False,
        environment={"MALLOC_ARENA_MAX": "2"},
        # The virtual machine's performance counters, its container, its user.
        unseen=("/tmp", "/proc/cgroups", "/etc/passwd"),  # noqa: S108
        asks_names=True,
        comes_to_rest=True,
    ),
}


@dataclass(frozen=True, slots=True)
class Confinement:
    """The limits of one process. The defaults suit a bot; only memory must be given."""

    memory_bytes: int
    profile: Profile = Profile.C
    reserved_bytes: int = 0  # of address space, for tables of its runtime that are hardly used
    # Besides the program and its runtime. Our own package is hidden in all that is readable,
    # except in what is named here.
    readable: tuple[Path, ...] = ()
    listable: tuple[Path, ...] = ()  # folders: it may list the names in them
    readable_at_start: tuple[Path, ...] = ()  # until the first turn has ended
    unseen: tuple[Path, ...] = ()  # answered with "not there", without a fault
    directory: Path | None = None  # where it runs; by default a private, empty one
    environment: Mapping[str, str] = field(default_factory=dict)  # besides the fixed one
    threads: int | None = None  # by default what the profile needs
    stack_bytes: int | None = None  # by default all of the memory
    reply_bytes: int = 64 << 10  # a longer reply is a fault
    captured_bytes: int = 16 << 10  # output kept per turn and stream
    printed_bytes: int | None = 1 << 20  # printing more in one turn is a fault
    cpu_seconds: int = 3600  # in total; a last resort, turns have their own limits
    cpus: frozenset[int] = frozenset()  # the processors it may use; by default all
    # A host program communicates on descriptors 30 and 31; its other output is captured.
    own_channel: bool = False
    terminal: bool = False  # its standard streams, stderr too, are a terminal
    namespaces: bool = True  # ring 2, if the machine supports it
    restricted: bool = True  # ring 1; without it a program can do whatever its user can

    @property
    def runtime(self) -> _Runtime:
        """The needs of the profile's runtime."""
        return _RUNTIMES[self.profile]

    def fixed_environment(self) -> dict[str, str]:
        """The whole environment of the process."""
        return _ENVIRONMENT | dict(self.runtime.environment) | dict(self.environment)

    def view(self, program: Path, also: Iterable[str] = ()) -> FileView:
        """What *program* sees of the file system; it may read *also* as well."""
        folders: list[Path | str] = [*_LIBRARIES, *_prefix(program)]
        if self.profile is Profile.JAVA:
            folders += [*map(str, Path("/etc").glob("java*"))]
        exactly: list[Path | str] = [*self.readable, *also]
        if self.profile is Profile.ENGINE:
            exactly += own_package()
            if program.parent not in _SYSTEM_PROGRAMS:
                exactly.append(program.parent)
        view = FileView.of(folders, exactly, self._hidden, self.listable)
        own = _OWN_PROCESS if self.profile is Profile.SANITIZED else ()
        return replace(view, readable=(*view.readable, *own), granted=(*view.granted, *own))

    @property
    def _hidden(self) -> tuple[str, ...]:
        """Our own package: engines, answers of labs, the judge. Not if it was named as readable."""
        if self.profile is Profile.ENGINE:
            return ()
        if not own_places().isdisjoint(spellings(self.readable)):
            return ()
        return (*own_package(), *own_hooks())

    def unseen_paths(self, program: Path) -> list[str]:
        """Paths that are answered with "not there", without a fault."""
        # Python looks for these beside itself and one level up at its start.
        beside = []
        for spelling in _link_chain(program):
            folder, base = os.path.split(spelling)
            for place in (folder, os.path.dirname(folder)):
                start = place.rstrip("/")
                names = ("pyvenv.cfg", "pybuilddir.txt", f"{base}._pth", "python._pth")
                beside += [f"{start}/{name}" for name in names]
        paths = [*_UNSEEN, *self.runtime.unseen, *map(str, self.unseen), *beside]
        if self._hidden:
            paths += own_hooks()
        if self.profile in {Profile.PYTHON, Profile.ENGINE}:
            granted = spellings(self.listable)
            paths += [folder for folder in linked_folders() if folder not in granted]
        if self.profile in {Profile.FOREIGN, Profile.SANITIZED}:
            # Settings and logs in its home or working directory; a sanitizer looks for libraries.
            paths += spellings([_ENVIRONMENT["HOME"], tempfile.gettempdir()])
        return paths


def _prefix(program: Path) -> list[str]:
    """The folders of an interpreter's runtime: its prefix, and that of its link targets."""
    paths = []
    for spelling in _link_chain(program):
        folder = os.path.dirname(spelling)
        home = os.path.dirname(folder)
        if os.path.basename(folder) != "bin" or home in {"/", "/usr", "/usr/local"}:
            continue  # the system's own, covered by its libraries
        # A compiled bot may be in a folder that happens to be called bin: that is no prefix.
        if os.path.isdir(f"{home}/lib"):
            paths += [f"{home}/lib", f"{home}/lib64", folder, f"{home}/pyvenv.cfg"]
    return paths


def _link_chain(program: Path) -> list[str]:
    """*program*, every link on the way from it, and the file itself."""
    chain = [str(program)]
    while os.path.islink(chain[-1]) and len(chain) < 40:  # the limit of the kernel
        target = os.path.join(os.path.dirname(chain[-1]), os.readlink(chain[-1]))
        chain.append(os.path.normpath(target))
    return list(dict.fromkeys([*chain, os.path.realpath(chain[0])]))
