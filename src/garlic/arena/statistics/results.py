"""Counted results: single games, totals per two bots, and pairs of games with seats swapped."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from garlic.arena.statistics.arrays import Ints

PAIR_SCORES = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
"""The possible results of a pair of games, as a share of its two points."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """A game: first bot, second bot, and the score of the first.

    The two games of a *pair* share an opening, with seats swapped: they are not independent, so
    resampling must keep them together.
    """

    first: str
    second: str
    score: float  # for `first`: 1, 0.5 or 0
    pair: int = 0
    map: str = ""  # on which map, if there are several: the first seat's advantage depends on it


@dataclass(frozen=True, slots=True)
class Totals:
    """Games added up: one row for every two bots that met in this order of seats on a map.

    Compact, for speed: 100 000 games between 200 bots are 40 000 rows.
    """

    names: tuple[str, ...]
    first: Ints  # for each row the place in `names`
    second: Ints
    wins: Ints  # of the first
    draws: Ints
    losses: Ints
    map: Ints  # for each row the place in `maps`
    maps: tuple[str, ...] = ("",)

    @classmethod
    def of(cls, results: Iterable[GameResult], names: Sequence[str] = ()) -> Self:
        """Add up *results*; *names* come first, and may hold bots that have not played yet."""
        places = {name: place for place, name in enumerate(names)}
        maps: dict[str, int] = {}
        rows: dict[tuple[int, int, int], list[int]] = {}
        for result in results:
            if result.first == result.second:
                raise ValueError(f"expected two bots, got {result.first!r} twice")
            row = (
                places.setdefault(result.first, len(places)),
                places.setdefault(result.second, len(places)),
                maps.setdefault(result.map, len(maps)),
            )
            rows.setdefault(row, [0, 0, 0])[_column(result.score)] += 1
        first, second, map_ = np.array(list(rows), dtype=np.int64).reshape(-1, 3).T
        wins, draws, losses = np.array(list(rows.values()), dtype=np.int64).reshape(-1, 3).T
        return cls(
            tuple(places), first, second, wins, draws, losses, map_, maps=tuple(maps) or ("",)
        )

    @classmethod
    def of_rows(
        cls, names: tuple[str, ...], rows: Sequence[Sequence[int]], maps: tuple[str, ...] = ("",)
    ) -> Self:
        """Totals from *rows*.

        A row has the places of first, second and map, and wins, draws and losses of the first.
        """
        first, second, map_, wins, draws, losses = np.array(rows, dtype=np.int64).reshape(-1, 6).T
        return cls(names, first, second, wins, draws, losses, map_, maps)

    @property
    def games(self) -> int:
        """The number of games."""
        return int(self.wins.sum() + self.draws.sum() + self.losses.sum())

    def of_each(self) -> tuple[Ints, Ints, Ints]:
        """Games won, drawn and lost by each bot, in the order of `names`."""
        size = len(self.names)

        def added(as_first: Ints, as_second: Ints) -> Ints:
            sums = np.bincount(self.first, as_first, size) + np.bincount(
                self.second, as_second, size
            )
            return sums.astype(np.int64)

        return (
            added(self.wins, self.losses),
            added(self.draws, self.draws),
            added(self.losses, self.wins),
        )


def _column(score: float) -> int:
    if score == 1:
        return 0
    if score == 0.5:
        return 1
    if score == 0:
        return 2
    raise ValueError(f"expected a score of 1, 0.5 or 0, got {score}")


@dataclass(frozen=True, slots=True)
class PairCounts:
    """How many pairs of games ended with 0, ½, 1, 1½ and 2 points: the pentanomial count.

    A pair cancels the advantage that an opening gives to one seat; its five results say more
    about two bots than the three of a game.
    """

    counts: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    def __post_init__(self) -> None:
        counts = list(self.counts)
        if len(counts) != 5 or min(counts) < 0:
            raise ValueError(f"expected five counts, none negative, got {self.counts}")

    @classmethod
    def of(cls, results: Iterable[GameResult], name: str, other: str) -> Self:
        """The whole pairs that *name* and *other* played, as *name* sees them.

        A pair is a game in each seat under one number; single games are left out.
        """
        seen: dict[int, dict[bool, float]] = {}
        for result in results:
            if (result.first, result.second) == (name, other):
                seen.setdefault(result.pair, {})[True] = result.score
            elif (result.first, result.second) == (other, name):
                seen.setdefault(result.pair, {})[False] = 1 - result.score
        counts = [0] * 5
        for games in seen.values():
            if len(games) == 2:
                counts[round(2 * sum(games.values()))] += 1
        return cls((counts[0], counts[1], counts[2], counts[3], counts[4]))

    def plus(self, points: float) -> Self:
        """These counts and one more pair with *points*, from 0 to 2 in halves."""
        counts = list(self.counts)
        counts[round(2 * points)] += 1
        return type(self)((counts[0], counts[1], counts[2], counts[3], counts[4]))

    @property
    def mirrored(self) -> Self:
        """The same pairs as the opponent sees them."""
        zero, half, one, more, two = self.counts
        return type(self)((two, more, one, half, zero))

    @property
    def pairs(self) -> int:
        """The number of pairs."""
        return sum(self.counts)

    @property
    def score(self) -> float:
        """The share of all points won; 0.5 while there are none."""
        points = sum(place * count for place, count in enumerate(self.counts))
        return points / (4 * self.pairs) if self.pairs else 0.5

    @property
    def variance(self) -> float:
        """The variance of a pair's share of points."""
        mean = self.score
        squares = sum(count * (place / 4 - mean) ** 2 for place, count in enumerate(self.counts))
        return squares / self.pairs if self.pairs else 0.0

    def __iter__(self) -> Iterator[int]:
        return iter(self.counts)
