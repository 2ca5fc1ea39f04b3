"""What compilers for Windows take and ours do not: names of headers, functions, formats.

The functions themselves are in the headers of ``course/standins``.
"""

import re
from collections.abc import Container, Iterable
from functools import cache
from importlib.resources import files
from pathlib import PurePosixPath
from posixpath import normpath

VISUAL = "visual.h"  # the stand-in for what Visual C++ and MinGW offer without an include

_VISUAL_NAME = re.compile(
    rb"(?<![\w.>])(?:__int64|(?:[fs]?scanf|[fs]?printf|(?:str|mem)n?(?:cpy|cat|tok)|gets|f(?:re)?open"
    rb"|localtime)_s|gets|_?itoa|_?ltoa|_?str(?:lwr|upr|n?icmp|cmpi)|_?getche?|_?kbhit|max|min)\b"
)
_WIDE_FORMAT = re.compile(rb"(%[-+ #0]{0,5}[0-9*]{0,4}(?:\.[0-9*]{1,4})?)I64([diouxX])")


@cache
def standins() -> dict[str, bytes]:
    """Our headers for what only Windows has, and our `system`, by name."""
    home = files("garlic.judge") / "course" / "standins"
    return {path.name: path.read_bytes() for path in home.iterdir()}


def uses_visual_names(text: bytes) -> bool:
    """Whether a source has names that compilers for Windows know without an include."""
    return _VISUAL_NAME.search(text) is not None


def with_our_formats(text: bytes) -> bytes:
    """*text* with ``%lld`` for ``%I64d``, which means something else here."""
    return _WIDE_FORMAT.sub(rb"\1ll\2", text)


def same_name(one: str, other: str) -> bool:
    """Whether Windows takes two file names, or paths, for the same."""
    return one.replace("\\", "/").lower() == other.lower()


def header_aliases(
    included: Iterable[str], known: Iterable[str], ours: Container[str] = ()
) -> dict[str, bytes]:
    """Headers to add for includes that only Windows can find, each including the real one.

    Those are names from *included* in another case than the file among *known* (paths in the
    folder) or *ours* (names of stand-ins), or with backslashes. A name leads out of the folder of
    the result by its ``..``.
    """
    paths = sorted(known)
    aliases = {}
    for name in sorted(set(included)):
        tail = _tail(name)
        if "\\" not in name and any(_ends_with(path, tail) for path in paths):
            continue
        lower = tail.lower()
        real = next((path for path in paths if _ends_with(path.lower(), lower)), None)
        if real is None and name not in ours and lower in ours:
            real = lower
        if real is not None:
            aliases[normpath(name)] = f'#include "{real}"\n'.encode()
    return aliases


def _tail(name: str) -> str:
    """*name* with slashes, without its leading ``.`` and ``..``."""
    parts = PurePosixPath(name.replace("\\", "/")).parts
    return "/".join(part for part in parts if part not in {".", "..", "/"})


def _ends_with(path: str, tail: str) -> bool:
    return bool(tail) and f"/{path}".endswith(f"/{tail}")
