"""Landlock for trusted programs that read what nobody trusts: a compiler, for instance.

Bots are confined by the keeper. A compiler has to start processes of its own and to write
files, so it only gets this one fence: it reads the system's programs and libraries, works in
one folder, and sees no other file, however the source asks for it.
"""

import ctypes
import os
from pathlib import Path

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION_QUESTION = 1
_PATH_BENEATH = 1
_PR_SET_NO_NEW_PRIVS = 38

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1, 2, 4, 8
_READING = _EXECUTE | _READ_FILE | _READ_DIR
_FIRST_VERSION = (1 << 13) - 1  # all rights that the first version knows
_FILE_RIGHTS = _EXECUTE | _WRITE_FILE | _READ_FILE

_SYSTEM = ("/usr", "/lib", "/lib32", "/lib64", "/libx32", "/bin", "/etc/alternatives", "/nix/store")
_SYSTEM_FILES = ("/etc/ld.so.cache", "/dev/null", "/dev/urandom")


class _Ruleset(ctypes.Structure):
    _fields_ = (("handled_access_fs", ctypes.c_uint64),)


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed_access", ctypes.c_uint64), ("parent_fd", ctypes.c_int32))


class Fence:
    """Made before a process is started, entered in it between fork and exec.

    `holds` is False where the kernel has no Landlock; entering then does nothing.
    """

    def __init__(self, room: Path, also_readable: tuple[str, ...] = ()) -> None:
        self._libc = ctypes.CDLL(None, use_errno=True)
        asked = self._libc.syscall(_CREATE_RULESET, None, 0, _VERSION_QUESTION)
        self.holds = asked >= 1
        self._ruleset = -1
        if not self.holds:
            return
        rules = _Ruleset(_FIRST_VERSION)
        self._ruleset = self._libc.syscall(
            _CREATE_RULESET, ctypes.byref(rules), ctypes.sizeof(rules), 0
        )
        for path in (*_SYSTEM, *also_readable):
            self._allow(path, _READING)
        for path in _SYSTEM_FILES:
            self._allow(path, _READ_FILE | _WRITE_FILE)
        self._allow(str(room), _FIRST_VERSION)

    def _allow(self, path: str, rights: int) -> None:
        try:
            place = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except OSError:
            return  # what is not there needs no rule
        try:
            if not os.path.isdir(path):  # noqa: PTH112
                rights &= _FILE_RIGHTS
            rule = _PathBeneath(rights, place)
            self._libc.syscall(_ADD_RULE, self._ruleset, _PATH_BENEATH, ctypes.byref(rule), 0)
        finally:
            os.close(place)

    def enter(self) -> None:
        """Close the calling process in, for good. Only system calls: safe after fork."""
        if self.holds:
            self._libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
            self._libc.syscall(_RESTRICT_SELF, self._ruleset, 0)

    def close(self) -> None:
        """Give the descriptor back."""
        if self._ruleset >= 0:
            os.close(self._ruleset)
            self._ruleset = -1
