"""Sources that look alike: for a person to look at, never a verdict.

A source becomes a row of tokens without comments, names and numbers, so that renaming and
reformatting change nothing; its fingerprints are hashes of short rows of tokens, thinned by
winnowing (of every few neighbours the smallest), as Schleimer, Wilkerson and Aiken do.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

GRAM = 10  # tokens a hash is made of: shorter likeness is chance
WINDOW = 6
SUSPICIOUS = 0.6  # the shared part of the smaller one's fingerprints
FEWEST = 15  # fingerprints in common; less is too little to say
_LARGEST = 1 << 20
_COMMON = 0.5  # in more than this part of a class it is the hand-out's, or the task's
_CLASS = 8  # smaller classes have no common ground that could be told from copying

_SOURCES = {".h", ".hpp", ".hh", ".c", ".cc", ".cpp", ".cxx", ".py", ".java", ".js", ".txt"}
_TOKEN = re.compile(
    r"""(?P<skip>/\*.*?\*/|//[^\n]*|\#(?!\s*(?:include|define|if|endif|else|pragma))[^\n]*|\s+)
    |(?P<text>'''.*?'''|\"\"\".*?\"\"\"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
    |(?P<number>\d[\w.]*)
    |(?P<name>[^\W\d]\w*)
    |(?P<sign>\S)""",
    re.DOTALL | re.VERBOSE,
)
_KEYWORDS = frozenset(
    re.findall(
        r"\w+",
        """and as assert auto bool break case char class const continue def del do double elif else
    enum except float for from global if import in int is lambda long new not or pass private
    public raise return short signed sizeof static struct switch template this throw try typedef
    unsigned using var void while with yield function let""",
    )
)


def tokens(text: str) -> list[str]:
    """The tokens of a source; names, numbers and texts are all alike."""
    found = []
    for match in _TOKEN.finditer(text[:_LARGEST]):
        if match["name"]:
            found.append(match["name"] if match["name"] in _KEYWORDS else "n")
        elif match["number"]:
            found.append("0")
        elif match["text"]:
            found.append('"')
        elif match["sign"]:
            found.append(match["sign"])
    return found


def fingerprints(paths: Iterable[Path]) -> frozenset[int]:
    """The fingerprints of all sources among *paths* together."""
    found: set[int] = set()
    for path in paths:
        if path.suffix.lower() in _SOURCES:
            found |= winnowed(tokens(path.read_bytes().decode(errors="replace")))
    return frozenset(found)


def winnowed(row: Sequence[str]) -> set[int]:
    """The fingerprints of a row of tokens."""
    hashes = [
        int.from_bytes(
            hashlib.blake2b(" ".join(row[at : at + GRAM]).encode(), digest_size=6).digest(), "big"
        )
        for at in range(len(row) - GRAM + 1)
    ]
    if not hashes:
        return set()
    return {min(hashes[at : at + WINDOW]) for at in range(max(1, len(hashes) - WINDOW + 1))}


@dataclass(frozen=True, slots=True)
class Alike:
    """Two submissions that share more than chance explains."""

    one: str
    other: str
    share: float  # of the smaller one's fingerprints


def alike(sources: Sequence[tuple[str, frozenset[int]]]) -> list[Alike]:
    """The pairs that a person should look at, most alike first.

    What more than half of a class has in common is left out: it is the hand-out's.
    """
    known = Counter(mark for _, marks in sources for mark in marks)
    most = _COMMON * len(sources) if len(sources) >= _CLASS else len(sources)
    own = [(name, {mark for mark in marks if known[mark] <= most}) for name, marks in sources]
    found = []
    for (one, marks), (other, others) in combinations(own, 2):
        shared = len(marks & others)
        smaller = min(len(marks), len(others))
        if shared >= FEWEST and shared >= SUSPICIOUS * smaller:
            found.append(Alike(one, other, shared / smaller))
    return sorted(found, key=lambda pair: (-pair.share, pair.one, pair.other))
