"""Locks on single bytes of a file: one file holds any number of locks, each with a number.

They belong to the open file, not to the process: two threads that open it exclude each other,
too. The kernel releases them when the file is closed, also if the process is killed.
"""

import errno
import fcntl
import os
import struct

_FLOCK = struct.Struct("hhqqi4x")  # of the C library


def lock_byte(descriptor: int, place: int, *, shared: bool = False, wait: bool = False) -> bool:
    """Lock byte *place*; return False if another has it, unless we *wait*. Raises `OSError`."""
    kind = fcntl.F_RDLCK if shared else fcntl.F_WRLCK
    command = fcntl.F_OFD_SETLKW if wait else fcntl.F_OFD_SETLK
    try:
        fcntl.fcntl(descriptor, command, _FLOCK.pack(kind, os.SEEK_SET, place, 1, 0))
    except OSError as fault:
        if fault.errno in {errno.EAGAIN, errno.EACCES}:
            return False
        raise
    return True


def unlock_byte(descriptor: int, place: int) -> None:
    """Release the lock on byte *place*."""
    unlocked = _FLOCK.pack(fcntl.F_UNLCK, os.SEEK_SET, place, 1, 0)
    fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, unlocked)
