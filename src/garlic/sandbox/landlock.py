"""Landlock for trusted programs with untrusted input, such as compilers.

Bots are confined by the keeper. A compiler has to start processes and write files, so it is only
confined by Landlock: it can read the system's programs and libraries, works in one folder, and
cannot open any other file, whatever the source contains.
"""

import ctypes
import os
from pathlib import Path

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_QUERY_VERSION = 1
_PATH_BENEATH = 1
_PR_SET_NO_NEW_PRIVS = 38

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1, 2, 4, 8
_READING = _EXECUTE | _READ_FILE | _READ_DIR
_ALL_RIGHTS = (1 << 13) - 1  # of the first version
_FILE_RIGHTS = _EXECUTE | _WRITE_FILE | _READ_FILE

_SYSTEM = ("/usr", "/lib", "/lib32", "/lib64", "/libx32", "/bin", "/etc/alternatives", "/nix/store")
_SYSTEM_FILES = ("/etc/ld.so.cache", "/dev/null", "/dev/urandom")


class _Ruleset(ctypes.Structure):
    _fields_ = (("handled_access_fs", ctypes.c_uint64),)


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed_access", ctypes.c_uint64), ("parent_fd", ctypes.c_int32))


class Fence:
    """A Landlock ruleset: made before a process is started, entered between fork and exec.

    `holds` is False if the kernel has no Landlock; entering then does nothing.
    """

    def __init__(self, folder: Path, also_readable: tuple[str, ...] = ()) -> None:
        self._libc = ctypes.CDLL(None, use_errno=True)
        version = self._libc.syscall(_CREATE_RULESET, None, 0, _QUERY_VERSION)
        self.holds = version >= 1
        self._ruleset = -1
        if not self.holds:
            return
        rules = _Ruleset(_ALL_RIGHTS)
        self._ruleset = self._libc.syscall(
            _CREATE_RULESET, ctypes.byref(rules), ctypes.sizeof(rules), 0
        )
        for path in (*_SYSTEM, *also_readable):
            self._allow(path, _READING)
        for path in _SYSTEM_FILES:
            self._allow(path, _READ_FILE | _WRITE_FILE)
        self._allow(str(folder), _ALL_RIGHTS)

    def _allow(self, path: str, rights: int) -> None:
        try:
            descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except OSError:
            return  # a missing path needs no rule
        try:
            if not os.path.isdir(path):  # noqa: PTH112
                rights &= _FILE_RIGHTS
            rule = _PathBeneath(rights, descriptor)
            self._libc.syscall(_ADD_RULE, self._ruleset, _PATH_BENEATH, ctypes.byref(rule), 0)
        finally:
            os.close(descriptor)

    def enter(self) -> None:
        """Confine the calling process for good. Only system calls: safe after fork."""
        if self.holds:
            self._libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
            self._libc.syscall(_RESTRICT_SELF, self._ruleset, 0)

    def close(self) -> None:
        """Close the ruleset."""
        if self._ruleset >= 0:
            os.close(self._ruleset)
            self._ruleset = -1
