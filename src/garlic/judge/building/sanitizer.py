"""How a bot is built with sanitizers, which find out where it misuses memory.

The compiler's AddressSanitizer and UndefinedBehaviorSanitizer check every access at run time. A
program built like that is several times as slow and reserves terabytes of address space, so it is
only used by `garlic check`.
"""

from dataclasses import dataclass
from importlib.resources import files

FLAGS = (
    # Functions stay functions, so that reports name them.
    *("-O1", "-g", "-fno-omit-frame-pointer", "-fno-inline-functions-called-once"),
    *("-fsanitize=address,undefined", "-fno-sanitize=object-size,vptr"),
    # The C++ library then checks indexes of vectors and strings, too.
    "-D_GLIBCXX_ASSERTIONS",
    # Position-independent programs may be loaded where the sanitizer needs the addresses.
    "-no-pie",
)
UNIT = "sanitized.c"


@dataclass(frozen=True, slots=True)
class Sanitizer:
    """The sanitizers of this machine."""

    reserved_bytes: int  # of address space, for their own tables


def sanitizer_unit() -> bytes:
    """The source of `UNIT`, which is linked with the bot: the options of the sanitizers."""
    return (files("garlic.judge") / "course" / UNIT).read_bytes()
