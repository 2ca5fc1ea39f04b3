"""Users that exist nowhere else: as root, each compiler and each guarded program gets its own."""

import errno
import os
import random
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from garlic.core.byte_locks import lock_byte

# Neither distributions nor systemd use these numbers, every container maps them, and the keeper
# takes its own from those that follow (cpp/sandbox/confining/users.cpp).
FIRST, COUNT = 60_706, 294
_HOMES = (Path("/run"), Path(tempfile.gettempdir()))
_LOCKS = "garlic-users.lock"
_POLL_SECONDS = 0.05


@contextmanager
def own_user() -> Iterator[int | None]:
    """The number of a user (and group) that nobody else has until the end; None if not root."""
    if os.geteuid() != 0:
        yield None
        return
    descriptor = _open_locks()
    try:
        yield _taken(descriptor)
    finally:
        os.close(descriptor)


def _taken(descriptor: int) -> int:
    """A number that was free; it is taken while *descriptor* is open."""
    while True:
        for place in random.sample(range(COUNT), COUNT):  # with an order each would try the first
            if lock_byte(descriptor, place):
                return FIRST + place
        time.sleep(_POLL_SECONDS)


def _open_locks() -> int:
    """The file whose bytes stand for the users; only root can open it."""
    flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
    fault: OSError | None = None
    for home in _HOMES:
        try:
            descriptor = os.open(home / _LOCKS, flags, 0o600)
        except OSError as refused:  # a container may have no /run that can be written
            fault = refused
            continue
        if os.fstat(descriptor).st_uid == 0:
            return descriptor
        os.close(descriptor)
    raise fault or PermissionError(errno.EPERM, os.strerror(errno.EPERM))
