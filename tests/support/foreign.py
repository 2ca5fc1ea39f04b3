"""Debian's game programs as bots of the judge.

Turns are long and programs are set to leave most of them unused (`margin`), so that a busy
machine makes neither side late, and both sides think for a fixed time.
"""

import shutil
from pathlib import Path

import pytest

from support.served import served

TURN_MS = 20_000
LIMITS = f"turn={TURN_MS}ms,init=20s"

# Program: the protocol, and its settings apart from the thinking time.
_PROGRAMS = {
    "fairy-stockfish": ("uci", "Hash=64&Threads=1"),
    "sjaakii": ("uci", "files=/usr/share/games/sjaakii"),
    "hoixiangqi": ("xboard", "files=/usr/share/games/hoichess"),
    "maxqi": ("xboard", "files=/usr/share/games/fairymax"),
}


def installed(name: str) -> str | None:
    """The path of Debian's *name*; None if it is not installed."""
    return shutil.which(name) or shutil.which(f"/usr/games/{name}")


def foreign(name: str, think_ms: int) -> str:
    """Debian's *name* as a bot that thinks *think_ms* per move; skips if it is missing."""
    path = installed(name)
    if path is None:
        pytest.skip(f"Debian's {name} is not installed")
    protocol, settings = _PROGRAMS[name]
    known = [part for part in settings.split("&") if _exists(part)]
    return f"{protocol}:{path}?{'&'.join((f'margin={TURN_MS - think_ms}', *known))}"


def ours(think_ms: int) -> str:
    """Our Xiangqi engine over UCI, with the same thinking time."""
    return served("xiangqi", "uci", margin=TURN_MS - think_ms)


def _exists(setting: str) -> bool:
    key, _, value = setting.partition("=")
    return key != "files" or Path(value).exists()
