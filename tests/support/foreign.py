"""Programs that Debian packages, as bots of the judge.

Turns are long and programs are told to keep most of them back (`margin`): so a busy machine
makes nobody late, and both sides think as long as they are told.
"""

import shutil
from pathlib import Path

import pytest

from support.served import served

TURN_MS = 20_000
LIMITS = f"turn={TURN_MS}ms,init=20s"

# Program: the protocol, and what it is told besides how long to think.
_PROGRAMS = {
    "fairy-stockfish": ("uci", "Hash=64&Threads=1"),
    "sjaakii": ("uci", "files=/usr/share/games/sjaakii"),
    "hoixiangqi": ("xboard", "files=/usr/share/games/hoichess"),
    "maxqi": ("xboard", "files=/usr/share/games/fairymax"),
}


def installed(name: str) -> str | None:
    """Where Debian's *name* is; None if it is not installed."""
    return shutil.which(name) or shutil.which(f"/usr/games/{name}")


def foreign(name: str, think_ms: int) -> str:
    """The bot that is Debian's *name*, thinking so long a move; skips where it is missing."""
    path = installed(name)
    if path is None:
        pytest.skip(f"Debian's {name} is not installed")
    protocol, settings = _PROGRAMS[name]
    known = [part for part in settings.split("&") if _exists(part)]
    return f"{protocol}:{path}?{'&'.join((f'margin={TURN_MS - think_ms}', *known))}"


def ours(think_ms: int) -> str:
    """Our engine of Xiangqi over UCI, told the time in the same way."""
    return served("xiangqi", "uci", margin=TURN_MS - think_ms)


def _exists(setting: str) -> bool:
    key, _, value = setting.partition("=")
    return key != "files" or Path(value).exists()
