"""What holds a program that has to start processes and write files: a compiler, a Makefile.

It has no privileges and cannot gain any (as root: a user of its own, no capabilities), sees only
some files (Landlock), makes only some system calls (seccomp), and has resource limits.
"""

import ctypes
import errno
import os
import platform
import resource
import signal
from collections.abc import Iterable, Mapping
from pathlib import Path

from garlic.core import Text
from garlic.sandbox.keeper import filter_program
from garlic.sandbox.landlock import Fence, landlock_version

_PR_SET_PDEATHSIG, _PR_CAPBSET_DROP, _PR_SET_NO_NEW_PRIVS = 1, 24, 38
_SECCOMP = {"x86_64": 317, "aarch64": 277}
_CAPSET = {"x86_64": 126, "aarch64": 91}
_SET_FILTER, _ACTION_AVAILABLE = 1, 2
_RETURN_ERROR = 0x00050000
_CAPABILITY_VERSION = 0x20080522
_MOST_CAPABILITIES = 64
_INSTRUCTION_BYTES = 8

_libc = ctypes.CDLL(None, use_errno=True)


class _Filter(ctypes.Structure):
    _fields_ = (("count", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def missing_restriction() -> Text | None:
    """What this machine lacks to restrict compilers and guarded programs; None if nothing."""
    if landlock_version() < 1:
        return no_landlock(errno.ENOSYS)
    if not filter_program("-tools"):
        return no_filter()
    return no_seccomp(fault) if (fault := _filter_fault()) else None


def no_landlock(number: int) -> Text:
    """The sentence for a kernel that refuses Landlock with the error *number*."""
    return Text(
        "Landlock is missing ({why}): it needs Linux 5.13 with landlock among its security modules",
        why=Text(os.strerror(number)),
    )


def no_filter() -> Text:
    """The sentence for a machine whose system calls we have no filter for."""
    return Text("there is no filter for {machine} machines", machine=platform.machine())


def no_seccomp(number: int) -> Text:
    """The sentence for a kernel that refuses seccomp with the error *number*."""
    return Text(
        "seccomp filters are refused ({why}): a container may forbid them",
        why=Text(os.strerror(number)),
    )


def _filter_fault() -> int:
    """0 if the kernel takes filters, else an errno."""
    action = ctypes.c_uint32(_RETURN_ERROR)
    number = _SECCOMP.get(platform.machine())
    if number is None:
        return errno.ENOSYS
    found = _libc.syscall(number, _ACTION_AVAILABLE, 0, ctypes.byref(action))
    return ctypes.get_errno() if found != 0 else 0


class Restrictions:
    """Made before a program is started, entered between fork and exec.

    It reads what is below *readable*, and works in *folder*. *user* is from `own_user`; with
    None it stays who it is, without capabilities. `holds` tells whether Landlock and seccomp do:
    where the machine has only one of them, that one is used.
    """

    def __init__(
        self,
        folder: Path,
        readable: Iterable[str],
        user: int | None,
        limits: Mapping[int, int],
    ) -> None:
        self.holds = missing_restriction() is None
        self._fence = Fence(folder, readable)
        program = filter_program("-tools")
        self._seccomp = _SECCOMP[platform.machine()] if program and not _filter_fault() else None
        self._filter = _Filter(len(program) // _INSTRUCTION_BYTES, program)
        self._user = user
        self._limits = dict(limits)
        # All objects are made here: after fork only system calls.
        self._capset = _CAPSET.get(platform.machine())
        self._version = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
        self._none = (ctypes.c_uint32 * 6)()

    def enter(self) -> None:
        """Restrict the calling process for good. Raises `OSError` if that is refused."""
        if os.getpriority(os.PRIO_PROCESS, 0) < 0:  # that of a server
            os.setpriority(os.PRIO_PROCESS, 0, 0)
        for kind, limit in self._limits.items():
            # The first limit on processor time sends a signal that tells why, the second ends it.
            resource.setrlimit(kind, (limit, limit + (kind == resource.RLIMIT_CPU)))
        for capability in range(_MOST_CAPABILITIES):
            _libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)
        if self._user is not None:
            os.setgroups([])
            os.setresgid(self._user, self._user, self._user)
            os.setresuid(self._user, self._user, self._user)
        if self._capset is not None:
            _libc.syscall(self._capset, self._version, self._none)
        # After the change of user, which clears it.
        _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        _check(_libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        self._fence.enter()
        if self._seccomp is not None:
            _check(_libc.syscall(self._seccomp, _SET_FILTER, 0, ctypes.byref(self._filter)))

    def close(self) -> None:
        """Close what was opened."""
        self._fence.close()


def _check(status: int) -> None:
    if status != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
