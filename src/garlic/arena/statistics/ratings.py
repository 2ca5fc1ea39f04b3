"""Ratings of bots from the games between them, with 95 % intervals."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from garlic.arena.statistics.arrays import Floats
from garlic.arena.statistics.bradley_terry import USUAL_PRIOR, Fit, Model, best_point, draws_of, fit
from garlic.arena.statistics.elo import ELO_PER_LOGIT, Z95, normal_below
from garlic.arena.statistics.marginal import Marginals
from garlic.arena.statistics.results import GameResult, Totals
from garlic.arena.statistics.scale import Anchors, Prior


@dataclass(frozen=True, slots=True)
class Rating:
    """The strength of a bot: its Elo with a 95 % interval, and the games behind it."""

    name: str
    elo: float
    low: float
    high: float
    games: int
    score: float  # points: a win is 1, a draw ½
    draws: int

    @property
    def share(self) -> float:
        """The share of its points that it won; 0.5 if it has not played."""
        return self.score / self.games if self.games else 0.5


@dataclass(frozen=True, slots=True)
class Ratings:
    """The ratings of all bots, best first. Iterate over them, or get one by its name."""

    best_first: tuple[Rating, ...]
    draw_rate: float  # the share of games between equals that are drawn
    # The first seat's advantage in Elo with a 95 % interval, by map; empty if it was not fitted.
    advantages: Mapping[str, tuple[float, float, float]]
    places: Mapping[str, int] = field(repr=False, compare=False)  # of each name in `model`
    model: Fit = field(repr=False, compare=False)

    def __iter__(self) -> Iterator[Rating]:
        return iter(self.best_first)

    def __len__(self) -> int:
        return len(self.best_first)

    def __getitem__(self, name: str) -> Rating:
        """The rating of *name*; raise `KeyError` for an unknown name."""
        return next(rating for rating in self.best_first if rating.name == self._known(name))

    def superiority(self, name: str, other: str) -> float:
        """How likely it is, given these games, that *name* is stronger than *other*.

        Raises `KeyError` for an unknown name.
        """
        places = [self.places[self._known(name)], self.places[self._known(other)]]
        strengths, spread = (
            self.model.strengths[places],
            self.model.covariance[np.ix_(places, places)],
        )
        variance = spread[0, 0] + spread[1, 1] - 2 * spread[0, 1]
        if variance <= 0:  # with itself
            return 0.5
        return normal_below(float(strengths[0] - strengths[1]) / math.sqrt(variance))

    def superiorities(self) -> Floats:
        """`superiority` of all: row by column, in the order of the ratings, 0.5 on the diagonal."""
        places = [self.places[rating.name] for rating in self.best_first]
        strengths = self.model.strengths[places]
        spread = self.model.covariance[np.ix_(places, places)]
        own = np.diag(spread)
        variance = own[:, None] + own[None, :] - 2 * spread
        ahead = strengths[:, None] - strengths[None, :]
        z = np.divide(ahead, np.sqrt(np.maximum(variance, 0)), where=variance > 0, out=0 * ahead)
        chances: Floats = np.vectorize(normal_below, otypes=[np.float64])(z)
        return chances

    def _known(self, name: str) -> str:
        if name not in self.places:
            raise KeyError(name)
        return name


def rate(
    results: Iterable[GameResult],
    *,
    names: Sequence[str] = (),
    advantage: bool = False,
    prior: Prior | None = None,
    origin: str | None = None,
    anchors: Anchors | None = None,
) -> Ratings:
    """The ratings of all bots in *results*, and of *names* that have not played.

    They are relative: their mean is 0, or *origin* is the bot rated 0. With at least one of
    *anchors* they are on the anchors' scale, and the *prior* is that of the scale unless one is
    given. *advantage* also fits the first seat's advantage on every map.
    """
    totals = Totals.of(results, names)
    return rate_totals(totals, advantage=advantage, prior=prior, origin=origin, anchors=anchors)


def rate_totals(
    totals: Totals,
    *,
    advantage: bool = False,
    prior: Prior | None = None,
    origin: str | None = None,
    anchors: Anchors | None = None,
) -> Ratings:
    """`rate` for games that are already added up; raise `KeyError` for an unknown *origin*."""
    places = {name: place for place, name in enumerate(totals.names)}
    draws: float | None = None
    fixed: dict[int, float] = {}
    if anchors:
        draws, prior = draws_of(anchors.scale.draw_rate), prior or anchors.scale.prior
        unit = anchors.scale.elo_per_strength
        fixed = {places[name]: elo / unit for name, elo in anchors.ratings.items()}
    model = Model(totals, prior or USUAL_PRIOR, advantage, fixed, draws)
    best = model.fit(best_point(model))
    zero = _zero(len(places), None if origin is None else places[origin], bool(anchors))
    elo, weights = _on_scale(best, zero)
    marginals = Marginals.of(model, best)
    intervals = [marginals.interval(weights[place], place) for place in range(len(places))]
    won, drawn, lost = totals.of_each()
    ratings = [
        Rating(
            name=name,
            elo=_shown(elo[place]),
            low=_shown(elo[place] + intervals[place][0]),
            high=_shown(elo[place] + intervals[place][1]),
            games=int(won[place] + drawn[place] + lost[place]),
            score=float(won[place] + drawn[place] / 2),
            draws=int(drawn[place]),
        )
        for name, place in places.items()
    ]
    return Ratings(
        best_first=tuple(sorted(ratings, key=lambda rating: (-rating.elo, rating.name))),
        draw_rate=best.draw_rate,
        advantages=_advantages(best, totals.maps) if advantage else {},
        places=places,
        model=best,
    )


def _shown(elo: float) -> float:
    """*elo* without the noise of the last digits, which depends on the order of the games."""
    return round(float(elo), 9) + 0.0  # no minus before 0


def _scale(model: Fit) -> float:
    """Elo per unit of strength.

    Draws flatten the expected score: near equality it rises by 1 / (2 (2 + ν)) per unit of
    strength, against 1/4 without draws. Ratings are scaled down accordingly, so that between near
    equals ten Elo mean the same score in every game, however often it is drawn.
    """
    return ELO_PER_LOGIT * (1 - model.draw_rate)


def _zero(size: int, origin: int | None, absolute: bool) -> Floats:
    """The bots whose weighted mean is rated 0."""
    if absolute:
        return np.zeros(size)
    if origin is None:
        return np.full(size, 1 / max(size, 1))
    zero = np.zeros(size)
    zero[origin] = 1
    return zero


def _on_scale(model: Fit, zero: Floats) -> tuple[Floats, Floats]:
    """Elo above the mean by *zero*, and how it changes with the parameters of *model*."""
    size = len(model.strengths)
    scale = _scale(model)
    ahead = model.strengths - zero @ model.strengths
    weights = np.zeros((size, len(model.covariance)))
    weights[:, :size] = scale * (np.eye(size) - zero)
    weights[:, -1] = -scale * model.draw_rate * ahead  # the scale may be estimated too
    return scale * ahead, weights


def _advantages(model: Fit, maps: Sequence[str]) -> dict[str, tuple[float, float, float]]:
    scale, size = _scale(model), len(model.strengths)
    errors = Z95 * scale * np.sqrt(np.diag(model.covariance)[size:-1])
    elos = scale * model.advantages
    return {
        name: (float(elo), float(elo - error), float(elo + error))
        for name, elo, error in zip(maps, elos, errors, strict=True)
    }


def bootstrap(
    results: Iterable[GameResult],
    *,
    samples: int = 1000,
    seed: int = 0,
    names: Sequence[str] = (),
    advantage: bool = False,
    prior: Prior = USUAL_PRIOR,
) -> Ratings:
    """`rate`, with bootstrap intervals: from resampled games of the same tournament.

    Pairs of games are drawn together, with replacement, because an opening or a map affects both
    games of a pair. Slower than `rate`, with fewer assumptions.
    """
    played = list(results)
    plain = rate(played, names=names, advantage=advantage, prior=prior)
    if not played:
        return plain
    tables = _Resampled(played, tuple(plain.places))
    chance = np.random.default_rng(seed)
    drawn = np.empty((samples, len(plain)))
    mean = _zero(len(plain), None, absolute=False)
    for sample in range(samples):
        model = fit(tables.draw(chance), prior=prior, advantage=advantage, start=plain.model)
        drawn[sample] = _on_scale(model, mean)[0]
    low, high = np.percentile(drawn, [2.5, 97.5], axis=0)
    return replace(
        plain,
        best_first=tuple(
            replace(
                rating,
                low=float(low[plain.places[rating.name]]),
                high=float(high[plain.places[rating.name]]),
            )
            for rating in plain
        ),
    )


class _Resampled:
    """Resampled tables of games, pair by pair."""

    def __init__(self, results: Sequence[GameResult], names: tuple[str, ...]) -> None:
        self.whole = Totals.of(results, names)
        columns = (self.whole.first, self.whole.second, self.whole.map)
        meetings = zip(*(column.tolist() for column in columns), strict=True)
        rows = {meeting: row for row, meeting in enumerate(meetings)}
        places = {name: place for place, name in enumerate(names)}
        maps = {name: place for place, name in enumerate(self.whole.maps)}
        clusters: dict[tuple[frozenset[str], int], int] = {}
        self._cell = np.empty(len(results), dtype=np.int64)  # for each game: row and result
        self._cluster = np.empty(len(results), dtype=np.int64)
        for number, result in enumerate(results):
            row = rows[places[result.first], places[result.second], maps[result.map]]
            self._cell[number] = 3 * row + round(2 * (1 - result.score))
            together = (frozenset((result.first, result.second)), result.pair)
            self._cluster[number] = clusters.setdefault(together, len(clusters))
        self._clusters = len(clusters)

    def draw(self, chance: np.random.Generator) -> Totals:
        """As many pairs as there were, drawn with replacement, added up."""
        times = np.bincount(
            chance.integers(self._clusters, size=self._clusters), minlength=self._clusters
        )
        cells = np.bincount(self._cell, times[self._cluster], 3 * len(self.whole.first)).astype(
            np.int64
        )
        wins, draws, losses = cells.reshape(-1, 3).T
        return replace(self.whole, wins=wins, draws=draws, losses=losses)
