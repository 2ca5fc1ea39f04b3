"""Whether two bots answer the same positions alike, far beyond chance.

How likely two independent bots agree on a position is taken from the class itself: an obvious move
is everybody's, a rare one nobody's. Bots that follow the same idea agree more often than that, so
the chance is raised until it explains the bot that agrees most with either of the two; only what
goes far beyond even this is reported. Where three or more bots with different sources answer
alike, that is more often a simple idea than a copy: such sets are listed apart.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from garlic.core import Text
from garlic.judge.record import Record

FEWEST_ANSWERS = 16  # positions that both have answered
FEWEST_OTHERS = 6  # independent bots, to know what is usual
UNLIKELY = 1e-3  # that any pair of the class agrees so often by chance
SAME = 0.95  # of the answers: the same behaviour
_PRIOR = 2.0  # how many answers the rules alone are worth: every legal move equally likely

AnswerRow = tuple[str | None, ...]
"""The move of a bot in each position; None: not judged, or no legal move."""


@dataclass(frozen=True, slots=True)
class Probe:
    """A position that all bots are asked about."""

    record: Record
    number: int  # of the turn
    choices: int  # how many legal moves there are


@dataclass(frozen=True, slots=True)
class AgreeingPair:
    """Two bots that agree beyond chance; the second may be one of ours."""

    first: str
    second: str
    asked: int  # positions that both have answered
    agreed: int
    expected: float  # how many agreements chance explains
    probability: float  # that any pair of the class agrees so often by chance: at most this
    positions: tuple[int, ...]  # where they agree, the rarest answer first


@dataclass(frozen=True, slots=True)
class Behaviour:
    """What asking the bots has shown."""

    probes: tuple[Probe, ...] = ()
    answers: Mapping[str, AnswerRow] = field(default_factory=dict)
    pairs: tuple[AgreeingPair, ...] = ()  # least likely first
    alike: tuple[tuple[str, ...], ...] = ()  # three or more with the same behaviour
    not_judged: Mapping[str, Text] = field(default_factory=dict)  # why, by submission
    why: Text | None = None  # why nothing could be judged at all

    def others(self, pair: AgreeingPair, position: int) -> tuple[int, int]:
        """How many of the other bots gave the answer of *pair* there, of how many."""
        answer = self.answers[pair.first][position]
        given = [
            row[position]
            for name, row in self.answers.items()
            if name not in (pair.first, pair.second) and row[position] is not None
        ]
        return given.count(answer), len(given)


def agreement(
    probes: Sequence[Probe],
    answers: Mapping[str, AnswerRow],
    authors: Mapping[str, int],
    ours: frozenset[str],
    allowed: frozenset[str],
) -> Behaviour:
    """The pairs in *answers* that agree beyond chance.

    Bots with the same number in *authors* have similar sources and count once. Pairs among *ours*
    are not reported, nor those with one that is *allowed*.
    """
    table = _Answers(probes, answers, authors)
    candidates = [
        (first, second)
        for first, second in combinations(answers, 2)
        if not (first in ours and second in ours) and not {first, second} & allowed
    ]
    pairs, same = [], []
    for first, second in candidates:
        asked = table.both(first, second)
        agreed = [at for at in asked if answers[first][at] == answers[second][at]]
        if len(asked) < FEWEST_ANSWERS or 2 * len(agreed) < len(asked):
            continue
        found = table.pair(first, second, asked, agreed, len(candidates))
        if found is not None and found.probability <= UNLIKELY:
            pairs.append(found)
        elif len(agreed) >= SAME * len(asked):
            same.append((first, second))
    ordered = sorted(pairs, key=lambda pair: (pair.probability, pair.first, pair.second))
    short = {
        name: Text("only {count:answer|answers} could be judged", count=table.count(name))
        for name in answers
        if name not in ours and table.count(name) < FEWEST_ANSWERS
    }
    return Behaviour(tuple(probes), dict(answers), tuple(ordered), _sets(same), short)


class _Answers:
    """What is usual in each position."""

    def __init__(
        self,
        probes: Sequence[Probe],
        answers: Mapping[str, AnswerRow],
        authors: Mapping[str, int],
    ) -> None:
        self._probes, self._answers, self._authors = probes, answers, authors
        first_of: dict[int, str] = {}
        for name in answers:
            first_of.setdefault(authors[name], name)
        self._independent = list(first_of.values())

    def count(self, name: str) -> int:
        """How many positions a bot has answered."""
        return sum(answer is not None for answer in self._answers[name])

    def both(self, first: str, second: str) -> list[int]:
        """The positions that both have answered."""
        rows = zip(self._answers[first], self._answers[second], strict=True)
        return [at for at, (a, b) in enumerate(rows) if a is not None and b is not None]

    def pair(
        self, first: str, second: str, asked: Sequence[int], agreed: Sequence[int], pairs: int
    ) -> AgreeingPair | None:
        """How unlikely the agreement of two bots is; None if too few others are known."""
        own = {self._authors[first], self._authors[second]}
        others = [name for name in self._independent if self._authors[name] not in own]
        others = [name for name in others if self.count(name) >= FEWEST_ANSWERS]
        if len(others) < FEWEST_OTHERS:
            return None
        chances = [self._chance(first, second, at, others) for at in asked]
        nearest = max(self._rate(one, other) for one in (first, second) for other in others)
        chances = raised(chances, nearest)
        rarity = dict(zip(asked, chances, strict=True))
        return AgreeingPair(
            first,
            second,
            len(asked),
            len(agreed),
            sum(chances),
            min(1.0, tail(chances, len(agreed)) * pairs),
            tuple(sorted(agreed, key=lambda at: (rarity[at], at))),
        )

    def _chance(self, first: str, second: str, at: int, others: Sequence[str]) -> float:
        """The chance that an independent bot gives the answer of either of the two."""
        given = Counter(self._answers[name][at] for name in others)
        known = given.total() - given[None]
        usual = max(given[self._answers[first][at]], given[self._answers[second][at]])
        return (usual + _PRIOR / max(1, self._probes[at].choices)) / (known + _PRIOR)

    def _rate(self, first: str, second: str) -> float:
        asked = self.both(first, second)
        if len(asked) < FEWEST_ANSWERS:
            return 0.0
        rows = self._answers[first], self._answers[second]
        return sum(rows[0][at] == rows[1][at] for at in asked) / len(asked)


def raised(chances: Sequence[float], mean: float) -> list[float]:
    """*chances* with their odds multiplied by one factor, so that they reach *mean* on average."""
    if sum(chances) >= mean * len(chances):
        return list(chances)
    low, high = 0.0, 40.0
    for _ in range(60):
        middle = (low + high) / 2
        moved = [_shifted(chance, middle) for chance in chances]
        low, high = (low, middle) if sum(moved) >= mean * len(chances) else (middle, high)
    return [_shifted(chance, high) for chance in chances]


def _shifted(chance: float, shift: float) -> float:
    odds = chance / max(1e-12, 1 - chance) * math.exp(shift)
    return odds / (1 + odds)


def tail(chances: Sequence[float], least: int) -> float:
    """The probability of *least* or more successes, each with a chance of its own."""
    exactly = [1.0]
    for chance in chances:
        with_it = [0.0, *(chance * before for before in exactly)]
        without = [*((1 - chance) * before for before in exactly), 0.0]
        exactly = [a + b for a, b in zip(with_it, without, strict=True)]
    return min(1.0, math.fsum(exactly[least:]))


def _sets(same: Sequence[tuple[str, str]]) -> tuple[tuple[str, ...], ...]:
    """The sets of three or more that are connected by pairs."""
    sets: list[set[str]] = []
    for pair in same:
        joined = set(pair)
        apart = []
        for known in sets:
            if known & joined:
                joined |= known
            else:
                apart.append(known)
        sets = [*apart, joined]
    return tuple(sorted((tuple(sorted(names)) for names in sets if len(names) > 2), key=len))
