"""The evidence for one pair: the runs that both sources have, and what became of the names.

Runs are found from common fingerprints and extended as far as the tokens agree. Only the first few
places of a fingerprint are tried, so that sources of millions of equal tokens cost no more.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from garlic.labs.similarity.comparison import (
    GRAM,
    Hashes,
    grams,
    usable_runs,
    whole_runs,
)
from garlic.labs.similarity.sources import SubmittedSource

_MOST_PLACES = 4  # of one fingerprint that are tried
_MOST_MATCHES = 200
_MOST_CANDIDATES = 20_000


@dataclass(frozen=True, slots=True)
class Passage:
    """Lines of a file, from 1, and the characters of its text that match."""

    file: str
    first_line: int
    last_line: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Match:
    """A run of equal tokens in both sources."""

    tokens: int
    first: Passage
    second: Passage


@dataclass(frozen=True, slots=True)
class Renaming:
    """A name in the first source that is always another, or the same, in the second."""

    first: str
    second: str
    times: int


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that two sources have in common."""

    matches: tuple[Match, ...]  # longest first
    renamings: tuple[Renaming, ...]  # most frequent first
    names: int  # how many names are in the matches
    consistent: int  # how many of them follow the renamings

    @property
    def lines(self) -> int:
        """How many lines of the first source are in a match."""
        return len(
            {
                (match.first.file, line)
                for match in self.matches
                for line in range(match.first.first_line, match.first.last_line + 1)
            }
        )


@dataclass(frozen=True, slots=True)
class _CommonRun:
    first: int  # the first token in each source
    second: int
    length: int


def evidence(first: SubmittedSource, second: SubmittedSource, base: Hashes) -> Evidence:
    """What *first* and *second* share, without what is in the *base*."""
    runs = _runs(first, second, base)
    pairs: Counter[tuple[str, str]] = Counter()
    for run in runs:
        for step in range(run.length):
            a, b = run.first + step, run.second + step
            if first.names[a] and second.names[b]:
                pairs[first.word(a), second.word(b)] += 1
    renamings = _one_to_one(pairs)
    matches = [
        Match(
            run.length,
            _passage(first, run.first, run.length),
            _passage(second, run.second, run.length),
        )
        for run in runs
    ]
    return Evidence(
        tuple(matches),
        tuple(renamings),
        pairs.total(),
        sum(renaming.times for renaming in renamings),
    )


def _runs(first: SubmittedSource, second: SubmittedSource, base: Hashes) -> list[_CommonRun]:
    """The longest common runs that do not overlap, longest first."""
    here, there = _places(first, base), _places(second, base)
    seeds = sorted((a, b) for mark in here.keys() & there for a in here[mark] for b in there[mark])
    limits = _Limits(first, second)
    candidates: list[_CommonRun] = []
    reached: dict[int, int] = {}  # by diagonal: the end of the run that was found there
    for a, b in seeds:
        if reached.get(a - b, -1) <= a and len(candidates) < _MOST_CANDIDATES:
            run = limits.extended(a, b)
            reached[a - b] = run.first + run.length
            candidates.append(run)
    candidates.sort(key=lambda run: (-run.length, run.first, run.second))
    return _apart(candidates, len(first), len(second))


def _apart(candidates: list[_CommonRun], first: int, second: int) -> list[_CommonRun]:
    """Those of *candidates* that are, for the most part, not yet covered by longer ones."""
    taken_first, taken_second = np.zeros(first, np.bool_), np.zeros(second, np.bool_)
    kept = []
    for run in candidates:
        here = slice(run.first, run.first + run.length)
        there = slice(run.second, run.second + run.length)
        covered = max(taken_first[here].sum(), taken_second[there].sum())
        if 2 * covered < run.length:
            taken_first[here] = taken_second[there] = True
            kept.append(run)
            if len(kept) == _MOST_MATCHES:
                break
    return kept


def _places(source: SubmittedSource, base: Hashes) -> dict[int, list[int]]:
    places: dict[int, list[int]] = defaultdict(list)
    marks = grams(source).tolist()
    for at in np.flatnonzero(usable_runs(source, base)).tolist():
        known = places[marks[at]]
        if len(known) < _MOST_PLACES:
            known.append(at)
    return places


class _Limits:
    """Extends a common run within the files of two sources."""

    def __init__(self, first: SubmittedSource, second: SubmittedSource) -> None:
        self._first, self._second = np.asarray(first.kinds), np.asarray(second.kinds)
        self._ends_first, self._ends_second = _file_ends(first), _file_ends(second)

    def extended(self, a: int, b: int) -> _CommonRun:
        """The run from tokens *a* and *b* on."""
        most = min(self._ends_first[a] - a, self._ends_second[b] - b)
        length = GRAM
        step = 4 * GRAM
        while length < most:
            end = min(length + step, most)
            here, there = self._first[a + length : a + end], self._second[b + length : b + end]
            differs = np.flatnonzero(here != there)
            if len(differs):
                return _CommonRun(a, b, length + int(differs[0]))
            length, step = end, 2 * step
        return _CommonRun(a, b, int(length))


def passages_with(source: SubmittedSource, marks: Hashes) -> list[Passage]:
    """The parts of *source* that consist of runs among *marks*, in order."""
    found = np.flatnonzero(whole_runs(source) & np.isin(grams(source), marks))
    if not len(found):
        return []
    breaks = np.flatnonzero(np.diff(found) > GRAM) + 1  # runs that overlap or touch are one part
    files = np.flatnonzero(np.diff(np.asarray(source.file_of)[found])) + 1
    parts = np.split(found, np.union1d(breaks, files))
    return [_passage(source, int(part[0]), int(part[-1] - part[0]) + GRAM) for part in parts]


def _file_ends(source: SubmittedSource) -> npt.NDArray[np.int64]:
    """For each token, the number of the first token behind its file."""
    file_of = np.asarray(source.file_of)
    return np.searchsorted(file_of, file_of, side="right").astype(np.int64)


def _passage(source: SubmittedSource, at: int, length: int) -> Passage:
    file = source.files[source.file_of[at]]
    start, end = source.starts[at], source.ends[at + length - 1]
    line = file.text.count("\n", 0, start) + 1
    return Passage(file.name, line, line + file.text.count("\n", start, end), start, end)


def _one_to_one(pairs: Counter[tuple[str, str]]) -> list[Renaming]:
    """Each name of either source at most once, the most frequent pairs first."""
    used_first: set[str] = set()
    used_second: set[str] = set()
    renamings = []
    for (one, other), times in sorted(pairs.items(), key=lambda item: (-item[1], item[0])):
        if one not in used_first and other not in used_second:
            used_first.add(one)
            used_second.add(other)
            renamings.append(Renaming(one, other, times))
    return renamings
