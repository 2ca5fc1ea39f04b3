"""Locks on single bytes of a file: one file holds any number of locks, each with a number.

They belong to the open file, not to the process: two threads that open it exclude each other,
too. The kernel releases them when the file is closed, also if the process is killed. Some file
systems have no locks, and some systems none of this kind: `NoLocksError`.
"""

import errno
import fcntl
import os
import struct

_FLOCK = struct.Struct("hhqqi4x")  # of the C library
_SET, _SET_AND_WAIT = (getattr(fcntl, f"F_OFD_{name}", None) for name in ("SETLK", "SETLKW"))
_TAKEN = {errno.EAGAIN, errno.EACCES}
_NOT_HERE = {errno.ENOLCK, errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP}


class NoLocksError(OSError):
    """There are no such locks on this file."""


def lock_byte(descriptor: int, place: int, *, shared: bool = False, wait: bool = False) -> bool:
    """Lock byte *place*; return False if another has it, unless we *wait*.

    Raises `NoLocksError`, or another `OSError`.
    """
    kind = fcntl.F_RDLCK if shared else fcntl.F_WRLCK
    return _set(descriptor, _SET_AND_WAIT if wait else _SET, kind, place)


def unlock_byte(descriptor: int, place: int) -> None:
    """Release the lock on byte *place*. Raises like `lock_byte`."""
    _set(descriptor, _SET, fcntl.F_UNLCK, place)


def _set(descriptor: int, command: int | None, kind: int, place: int) -> bool:
    if command is None:
        raise NoLocksError(errno.ENOLCK, os.strerror(errno.ENOLCK))
    try:
        fcntl.fcntl(descriptor, command, _FLOCK.pack(kind, os.SEEK_SET, place, 1, 0))
    except OSError as fault:
        if fault.errno in _TAKEN:
            return False
        if fault.errno in _NOT_HERE:
            raise NoLocksError(fault.errno, fault.strerror) from fault
        raise
    return True
