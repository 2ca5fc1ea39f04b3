"""Which submissions share more of their sources than coincidence explains: pairs, and groups.

The fingerprints of a source are all its runs of `GRAM` tokens. What was handed out (the base) is
taken away. Of the rest, what many solved alike counts little: the weight of a fingerprint falls
with the number of *independent* submissions that have it. Submissions that are nearly equal count
as one there, so that a ring of most of a class does not make its own code look common.

If more than half of a class is one group, what most of its members share was either handed out and
not given as base, or it is a ring; nothing in the sources tells which. It is reported once, for a
person to decide, and the class is compared again without it.

Of a short source the structure proves little: independent people write the same few lines. There
only copies word for word are found, with the names and literals that tokens otherwise leave out.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce

import numpy as np
import numpy.typing as npt

from garlic.core import Text
from garlic.labs.similarity.sources import SubmittedSource

GRAM = 18  # tokens; shorter runs are coincidence
SUSPICIOUS = 0.6  # the weight of what is shared, as a part of the smaller one's
ENOUGH = 250  # fingerprints in common; fewer prove nothing, as short tasks have few solutions
FEWEST_LITERAL = 40  # the same, where names and literals count
_NEARLY_EQUAL = 0.7  # of the smaller one's fingerprints, unweighted
_SMALLEST_CLASS = 8  # in a smaller one nothing can be called common
_MULTIPLIER = 0x9E3779B97F4A7C15
_BLOCK = 1 << 14  # fingerprints at a time

Hashes = npt.NDArray[np.uint64]
Floats = npt.NDArray[np.float32]
Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class SimilarPair:
    """Two submissions that share more than coincidence explains."""

    first: str
    second: str
    share: float  # of the smaller one, weighted by how rare it is
    fingerprints: int  # in common
    is_literal: bool = False  # word for word: one of them is too short to compare its structure

    def in_common(self, language: str) -> str:
        """What the two have in common: ``72 %``, or ``72 % word for word``."""
        share = f"{100 * min(self.share, 1):.0f} %"
        if not self.is_literal:
            return share
        return Text("{share} word for word", share=share).render(language)


@dataclass(frozen=True, slots=True)
class SimilarGroup:
    """Submissions that are connected by similar pairs; at least two."""

    members: tuple[str, ...]
    pairs: tuple[SimilarPair, ...]  # most similar first


@dataclass(frozen=True, slots=True)
class CommonCode:
    """What more than half of a class shares: handed out, or copied."""

    members: tuple[str, ...]
    links: tuple[SimilarPair, ...]  # the most similar pairs that connect all members
    share: float  # of what the members wrote, on average
    example: str  # the member that has most of it
    marks: Hashes = field(compare=False, repr=False)  # the fingerprints, ascending

    def sentence(self, submissions: int) -> Text:
        """How many of the class's *submissions* share how much."""
        return Text(
            "{count} of {all} submissions share the same code: {share} of their own on average.",
            count=len(self.members),
            all=submissions,
            share=f"{100 * self.share:.0f} %",
        )


@dataclass(frozen=True, slots=True)
class Similarity:
    """The result of a comparison; pairs and groups are without the *common* code."""

    pairs: tuple[SimilarPair, ...] = ()  # of two submissions, most similar first
    groups: tuple[SimilarGroup, ...] = ()  # largest first
    known: tuple[SimilarPair, ...] = ()  # of a submission, and a reference as the second
    too_short: tuple[str, ...] = ()  # with too little of their own: only copied words are found
    common: CommonCode | None = None


def grams(source: SubmittedSource) -> Hashes:
    """The hash of the run that begins at each token; a run does not cross files."""
    return _hashed(np.asarray(source.kinds))


def _hashed(kinds: Hashes) -> Hashes:
    count = len(kinds) - GRAM + 1
    if count <= 0:
        return np.empty(0, np.uint64)
    hashes = np.zeros(count, np.uint64)
    for place in range(GRAM):
        hashes = hashes * np.uint64(_MULTIPLIER) + kinds[place : place + count]
        hashes ^= hashes >> np.uint64(29)
    return hashes


def whole_runs(source: SubmittedSource) -> npt.NDArray[np.bool_]:
    """Which of `grams` are within one file."""
    count = max(0, len(source) - GRAM + 1)
    file_of = np.asarray(source.file_of)
    whole: npt.NDArray[np.bool_] = np.equal(file_of[:count], file_of[GRAM - 1 : GRAM - 1 + count])
    return whole


_NOTHING: Hashes = np.empty(0, np.uint64)
Marks = Callable[[SubmittedSource, Hashes], Hashes]
"""The fingerprints of a source at the runs that are not among the given ones."""


def usable_runs(source: SubmittedSource, without: Hashes) -> npt.NDArray[np.bool_]:
    """Which of `grams` are within one file and not among those *without* which to compare."""
    return whole_runs(source) & ~np.isin(grams(source), without)


def fingerprints(source: SubmittedSource, without: Hashes = _NOTHING) -> Hashes:
    """The different runs of a source, ascending."""
    return np.unique(grams(source)[usable_runs(source, without)])


def literal_fingerprints(source: SubmittedSource, without: Hashes = _NOTHING) -> Hashes:
    """The same with names and literals as they are written."""
    return np.unique(_hashed(np.asarray(source.words()))[usable_runs(source, without)])


def union(sources: Sequence[SubmittedSource], marks: Marks = fingerprints) -> Hashes:
    """The fingerprints that any of *sources* has, ascending: the base, for instance."""
    return reduce(np.union1d, (marks(one, _NOTHING) for one in sources), _NOTHING)


def compare(
    submissions: Sequence[SubmittedSource],
    base: Sequence[SubmittedSource] = (),
    known: Sequence[SubmittedSource] = (),
) -> Similarity:
    """Compare all *submissions* with each other, and with the *known* references.

    References are not compared with each other. Names must be unique among all of them.
    """
    found = _compared(submissions, base, known, _NOTHING)
    largest = found.groups[0] if found.groups else None
    if (
        largest is None
        or len(largest.members) < _SMALLEST_CLASS
        or 2 * len(largest.members) <= len(submissions)
    ):
        return found
    common = _common(largest, submissions, base)
    return replace(_compared(submissions, base, known, common.marks), common=common)


def _common(
    group: SimilarGroup, submissions: Sequence[SubmittedSource], base: Sequence[SubmittedSource]
) -> CommonCode:
    """The code that more than half of a group's members have."""
    members = set(group.members)
    inside = [one for one in submissions if one.name in members]
    own = _own(inside, base, fingerprints, _NOTHING)
    every, counts = np.unique(np.concatenate(own), return_counts=True)
    marks = every[2 * counts > len(own)]
    shares = [np.isin(one, marks).mean() if len(one) else 0.0 for one in own]
    example = inside[int(np.argmax([np.isin(marks, one).sum() for one in own]))].name
    links = tuple(strongest_links(group))
    return CommonCode(group.members, links, float(np.mean(shares)), example, marks)


def strongest_links(group: SimilarGroup) -> Iterator[SimilarPair]:
    """The most similar pairs that connect all members: a maximum spanning tree."""
    root = {name: name for name in group.members}

    def top(name: str) -> str:
        while root[name] != name:
            name = root[name]
        return name

    for pair in group.pairs:  # most similar first
        first, second = top(pair.first), top(pair.second)
        if first != second:
            root[first] = second
            yield pair


def _compared(
    submissions: Sequence[SubmittedSource],
    base: Sequence[SubmittedSource],
    known: Sequence[SubmittedSource],
    without: Hashes,
) -> Similarity:
    """The comparison of what is neither in the *base* nor among the runs *without*."""
    every = (*submissions, *known)
    count = len(submissions)
    own = _own(every, base, fingerprints, without)
    is_short = np.array([len(marks) < ENOUGH for marks in own], np.bool_)
    pairs = _pairs(every, count, own, ENOUGH)
    if is_short.any():
        literal = _own(every, base, literal_fingerprints, without)
        either = np.logical_or.outer(is_short, is_short)
        pairs += [
            replace(pair, is_literal=True)
            for pair in _pairs(every, count, literal, FEWEST_LITERAL, either)
        ]
    pairs.sort(key=lambda pair: (-pair.share, -pair.fingerprints, pair.first, pair.second))
    students = {one.name for one in submissions}
    inside = tuple(pair for pair in pairs if pair.second in students)
    outside = tuple(pair for pair in pairs if pair.second not in students)
    too_short = tuple(
        one.name for one, short in zip(submissions, is_short.tolist(), strict=False) if short
    )
    return Similarity(inside, _groups(inside), outside, too_short)


def _own(
    sources: Sequence[SubmittedSource],
    base: Sequence[SubmittedSource],
    marks: Marks,
    without: Hashes,
) -> list[Hashes]:
    """The fingerprints of each source that are neither in the *base* nor among *without*."""
    handed_out = union(base, marks)
    return [np.setdiff1d(marks(one, without), handed_out) for one in sources]


def _pairs(
    sources: Sequence[SubmittedSource],
    count: int,
    own: Sequence[Hashes],
    fewest: int,
    among: npt.NDArray[np.bool_] | None = None,
) -> list[SimilarPair]:
    """The similar pairs of which the first is one of the *count* first *sources*.

    They have at least *fewest* of their *own* fingerprints in common. *among* says which pairs
    are looked at.
    """
    sizes = np.array([len(marks) for marks in own], np.int64)
    if len(own) < 2 or not sizes.any():
        return []
    table = _Table.of(own)
    shared = table.common()
    smaller = np.minimum.outer(sizes, sizes)
    nearly = (shared >= fewest) & (shared >= _NEARLY_EQUAL * smaller)
    authors = _components(nearly)
    # What a ring shares gets its weight back once the ring is known.
    ring = (shared >= fewest) & (table.shares(authors) >= SUSPICIOUS)
    share = table.shares(_components(ring | nearly))
    found = (shared >= fewest) & (share >= SUSPICIOUS)
    if among is not None:
        found &= among
    found[count:, count:] = False
    rows, columns = np.nonzero(np.triu(found, 1))
    return [
        SimilarPair(sources[a].name, sources[b].name, float(share[a, b]), int(shared[a, b]))
        for a, b in zip(rows.tolist(), columns.tolist(), strict=True)
    ]


@dataclass(frozen=True, slots=True)
class _Table:
    """Which source has which fingerprint, for those that at least two have."""

    sources: int
    lonely: Counts  # how many fingerprints each source has alone
    places: tuple[Counts, ...]  # of each source: columns of the fingerprints it shares
    width: int

    @classmethod
    def of(cls, own: Sequence[Hashes]) -> "_Table":
        every, counts = np.unique(np.concatenate(own), return_counts=True)
        several = every[counts > 1]
        places, lonely = [], []
        for marks in own:
            inside = marks[np.isin(marks, several, assume_unique=True)]
            places.append(np.searchsorted(several, inside))
            lonely.append(len(marks) - len(inside))
        return cls(len(own), np.array(lonely, np.int64), tuple(places), len(several))

    def _blocks(self) -> "list[tuple[int, int]]":
        return [(at, min(at + _BLOCK, self.width)) for at in range(0, self.width, _BLOCK)]

    def _block(self, start: int, end: int) -> Floats:
        block = np.zeros((self.sources, end - start), np.float32)
        for row, places in enumerate(self.places):
            low, high = np.searchsorted(places, (start, end))
            block[row, places[low:high] - start] = 1
        return block

    def common(self) -> Counts:
        """How many fingerprints each two sources have in common."""
        total = np.zeros((self.sources, self.sources), np.float64)
        for start, end in self._blocks():
            block = self._block(start, end)
            total += block @ block.T
        return total.astype(np.int64)

    def shares(self, authors: Sequence[int]) -> npt.NDArray[np.float64]:
        """The weight that each two sources share, as a part of the smaller one's weight.

        *authors* says which sources count as one: those with equal numbers.
        """
        independent = len(set(authors))
        kinds = np.array(authors)
        order = np.argsort(kinds, kind="stable")
        firsts = np.flatnonzero(np.diff(kinds[order], prepend=-1))
        total = np.zeros((self.sources, self.sources), np.float64)
        for start, end in self._blocks():
            block = self._block(start, end)
            holders = np.maximum.reduceat(block[order], firsts, axis=0).sum(axis=0)
            total += (block * _weights(holders, independent)) @ block.T
        weights = np.diag(total) + self.lonely
        smaller = np.minimum.outer(weights, weights)
        return np.divide(total, smaller, out=np.zeros_like(total), where=smaller > 0)


def _weights(holders: Floats, independent: int) -> Floats:
    """The weight of fingerprints that so many of the independent submissions have."""
    if independent < _SMALLEST_CLASS:
        return np.ones_like(holders)
    rarity = 1 - np.log(np.maximum(holders, 2) / 2) / np.log(independent / 2)
    weights: Floats = np.clip(rarity, 0, 1).astype(np.float32)
    return weights


def _components(linked: npt.NDArray[np.bool_]) -> list[int]:
    """The number of the component that each source is in."""
    count = len(linked)
    component = [-1] * count
    for start in range(count):
        if component[start] >= 0:
            continue
        component[start] = start
        front = [start]
        while front:
            for other in np.flatnonzero(linked[front.pop()]).tolist():
                if component[other] < 0:
                    component[other] = start
                    front.append(other)
    return component


def _groups(pairs: Sequence[SimilarPair]) -> tuple[SimilarGroup, ...]:
    names = sorted({name for pair in pairs for name in (pair.first, pair.second)})
    numbers = {name: number for number, name in enumerate(names)}
    linked = np.zeros((len(names), len(names)), np.bool_)
    for pair in pairs:
        a, b = numbers[pair.first], numbers[pair.second]
        linked[a, b] = linked[b, a] = True
    component = _components(linked)
    groups = []
    for start in sorted(set(component)):
        members = tuple(name for name in names if component[numbers[name]] == start)
        own = tuple(pair for pair in pairs if component[numbers[pair.first]] == start)
        groups.append(SimilarGroup(members, own))
    return tuple(sorted(groups, key=lambda group: (-len(group.members), group.members)))
