"""Landlock: which files a program can reach, whatever its input says.

Bots are confined by the keeper. This is for programs that have to start processes and write files:
compilers, and what `guard` runs. They read the system's programs and libraries and work in one
folder; every other file is out of reach.
"""

import ctypes
import os
from collections.abc import Iterable
from pathlib import Path

from garlic.sandbox.view import FileView, own_package

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_QUERY_VERSION = 1
_PATH_BENEATH = 1

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR, _TRUNCATE = 1, 2, 4, 8, 1 << 14
_READING = _EXECUTE | _READ_FILE | _READ_DIR
# By version: the number of rights to files, and the size of the ruleset that the kernel knows.
_FILE_RIGHTS = (0, 13, 14, 15, 15, 16)
_PLAIN_FILE = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE  # those that a single file can have
_NO_TCP, _NO_OTHERS = 3, 3  # bind and connect; signals and abstract sockets of other processes

# What every program needs, and any may see.
SYSTEM = ("/usr", "/lib", "/lib32", "/lib64", "/libx32", "/bin", "/etc/alternatives", "/nix/store")
_DEVICES = ("/dev/null", "/dev/urandom")
_LOADER = "/etc/ld.so.cache"


class _Ruleset(ctypes.Structure):
    _fields_ = tuple((name, ctypes.c_uint64) for name in ("files", "network", "scope"))


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed_access", ctypes.c_uint64), ("parent_fd", ctypes.c_int32))


def landlock_version() -> int:
    """The version of Landlock in this kernel; 0 if it has none."""
    libc = ctypes.CDLL(None, use_errno=True)
    return max(0, int(libc.syscall(_CREATE_RULESET, None, 0, _QUERY_VERSION)))


class Fence:
    """A Landlock ruleset: made before a process is started, entered between fork and exec.

    The process can read what is below *readable*, except our own package with its engines and the
    answers of labs, and do anything below *folder*. `holds` is False if the kernel has no
    Landlock; entering then does nothing.
    """

    def __init__(self, folder: Path, readable: Iterable[str]) -> None:
        self._libc = ctypes.CDLL(None, use_errno=True)
        version = landlock_version()
        self.holds = version >= 1
        self._ruleset = -1
        if not self.holds:
            return
        self._rights = (1 << _FILE_RIGHTS[min(version, 5)]) - 1
        rules = _Ruleset(self._rights, _NO_TCP, _NO_OTHERS)
        size = 24 if version >= 6 else 16 if version >= 4 else 8
        self._ruleset = self._libc.syscall(_CREATE_RULESET, ctypes.byref(rules), size, 0)
        if self._ruleset < 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
        view = FileView.of((*readable, _LOADER), (), own_package())
        for path in view.granted:
            self._allow(path, _READING)
        for path in view.listable:
            self._allow(path, _READ_DIR)
        for path in _DEVICES:
            self._allow(path, _READ_FILE | _WRITE_FILE)
        self._allow(str(folder), self._rights)

    def _allow(self, path: str, rights: int) -> None:
        try:
            descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except OSError:
            return  # a missing path needs no rule
        try:
            if not os.path.isdir(path):  # noqa: PTH112
                rights &= _PLAIN_FILE & self._rights
            rule = _PathBeneath(rights, descriptor)
            self._libc.syscall(_ADD_RULE, self._ruleset, _PATH_BENEATH, ctypes.byref(rule), 0)
        finally:
            os.close(descriptor)

    def enter(self) -> None:
        """Confine the calling process for good, which can gain no privileges any more.

        Only system calls: safe after fork. Raises `OSError`.
        """
        if self.holds and self._libc.syscall(_RESTRICT_SELF, self._ruleset, 0) != 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))

    def close(self) -> None:
        """Close the ruleset."""
        if self._ruleset >= 0:
            os.close(self._ruleset)
            self._ruleset = -1
