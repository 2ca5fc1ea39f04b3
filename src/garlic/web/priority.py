"""Which threads come first when all processors are busy.

Bots run before other programs, where the system allows it (`cpp/sandbox`). A server that did not
would answer nobody for seconds while its workers play, so it has the same priority as they.
What takes long in it, such as a search, has the usual one, and so have its workers.
"""

import os
import threading
from contextlib import suppress
from pathlib import Path

_AS_BOTS = -5  # kBotNice in cpp/sandbox/confining/confine.cpp
_USUAL = 0
_SESSION = Path("/proc/self/autogroup")  # where each session gets an equal share


def raise_priority() -> None:
    """Let this thread, and those that it starts, run as early as bots; only root may."""
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _AS_BOTS)
        _SESSION.write_text(str(_AS_BOTS), encoding="ascii")


def lower_priority() -> None:
    """Let this thread, and the processes that it starts, come after requests and bots."""
    with suppress(OSError):
        thread = threading.get_native_id()
        if os.getpriority(os.PRIO_PROCESS, thread) < _USUAL:
            os.setpriority(os.PRIO_PROCESS, thread, _USUAL)
