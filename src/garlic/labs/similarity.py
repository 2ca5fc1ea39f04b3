"""Finds similar sources: a hint for a person to look at both, never a verdict.

A source becomes a list of tokens without comments, names and numbers, so that renaming and
reformatting change nothing; its fingerprints are hashes of k-grams of tokens, selected by
winnowing (the smallest of each window), after Schleimer, Wilkerson and Aiken.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

GRAM = 10  # tokens per hash; shorter matches are coincidence
WINDOW = 6
SUSPICIOUS = 0.6  # the shared part of the smaller one's fingerprints
FEWEST = 15  # fingerprints in common; fewer prove nothing
_LARGEST = 1 << 20
_COMMON = 0.5  # what more than this part of a class shares comes from the task or a template
_CLASS = 8  # in smaller classes a template cannot be distinguished from copying

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
    """The tokens of a source; all names are equal, and all numbers, and all strings."""
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
    marks: set[int] = set()
    for path in paths:
        if path.suffix.lower() in _SOURCES:
            marks |= winnowed(tokens(path.read_bytes().decode(errors="replace")))
    return frozenset(marks)


def winnowed(row: Sequence[str]) -> set[int]:
    """The fingerprints of a list of tokens."""
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
class SimilarPair:
    """Two submissions that share more than coincidence explains."""

    first: str
    second: str
    share: float  # of the smaller one's fingerprints


def similar_pairs(sources: Sequence[tuple[str, frozenset[int]]]) -> list[SimilarPair]:
    """The pairs that a person should look at, most similar first.

    What more than half of a class has in common is left out: it comes from the task.
    """
    known = Counter(mark for _, marks in sources for mark in marks)
    most = _COMMON * len(sources) if len(sources) >= _CLASS else len(sources)
    own = [(name, {mark for mark in marks if known[mark] <= most}) for name, marks in sources]
    pairs = []
    for (first, marks), (second, others) in combinations(own, 2):
        shared = len(marks & others)
        smaller = min(len(marks), len(others))
        if shared >= FEWEST and shared >= SUSPICIOUS * smaller:
            pairs.append(SimilarPair(first, second, shared / smaller))
    return sorted(pairs, key=lambda pair: (-pair.share, pair.first, pair.second))
