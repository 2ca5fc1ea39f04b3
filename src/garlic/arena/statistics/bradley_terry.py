"""The model behind ratings, and its fit.

Bradley and Terry's model with Davidson's draws. With *z* the difference in strength (natural
logarithm of odds, the seat's advantage included) and ν the draw parameter, a game ends in a

    win : draw : loss   as   exp(z/2) : ν : exp(-z/2)

Why Davidson's and not Rao and Kupper's draws: here a draw counts exactly as half a win and half a
loss (points decide the rating, as they decide the table), while for Rao and Kupper a draw weighs
as much as a win and a loss together; and Davidson's fits the games of programs better (Shawul
and Coulom, "Paired comparisons with ties: modeling game outcomes in chess", 2013). Its log
likelihood is concave in all parameters, so there is one best fit and Newton's method finds it.

Every parameter has a normal prior, so that nothing is ever infinite; `Prior` has the numbers.
Strengths may be fixed: then the others are measured against them.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from garlic.arena.statistics.arrays import Floats, Ints
from garlic.arena.statistics.results import Totals
from garlic.arena.statistics.scale import Prior

_MOST_STEPS = 200
_CLOSE_ENOUGH = 1e-10  # in units of strength: far below what is ever shown


USUAL_PRIOR = Prior()


@dataclass(frozen=True, slots=True)
class Fit:
    """The best fit, and the inverse of the information there."""

    strengths: Floats  # of each bot, natural logarithm
    advantages: Floats  # of the first seat on each map; zeros if they were not fitted
    draws: float  # ν; 0 where there was no draw
    covariance: Floats  # of strengths, advantages and ln ν; zeros for what was not fitted

    @property
    def draw_rate(self) -> float:
        """The share of games between equals that are drawn."""
        return draw_rate_of(self.draws)


def draw_rate_of(draws: float) -> float:
    """The share of games between equals that are drawn at ν = *draws*."""
    return draws / (2 + draws)


def draws_of(draw_rate: float) -> float:
    """ν at which equals draw that share of their games: the inverse of `draw_rate_of`."""
    return 2 * draw_rate / (1 - draw_rate)


def log_chances(z: Floats, draws: float | Floats) -> Floats:
    """The logarithms of the chances of win, draw and loss at differences *z* and ν = *draws*."""
    with np.errstate(divide="ignore"):  # without draws it is minus infinity
        draw = np.broadcast_to(np.log(draws), z.shape)
    total = np.logaddexp(np.logaddexp(z / 2, -z / 2), draw)
    return np.stack([z / 2 - total, draw - total, -z / 2 - total])


def information(z: Floats, draws: float) -> Floats:
    """What a game between players *z* apart tells about their difference, at ν = *draws*."""
    win, _, loss = np.exp(log_chances(z, draws))
    return _in_z(win, loss)


def _in_z(win: Floats, loss: Floats) -> Floats:
    """The negative second derivative of a game's logarithm of likelihood by z."""
    found: Floats = (win + loss) / 4 - ((win - loss) / 2) ** 2
    return found


def fit(
    totals: Totals,
    *,
    prior: Prior = USUAL_PRIOR,
    advantage: bool = False,
    fixed: Mapping[int, float] | None = None,
    draws: float | None = None,
    start: Fit | None = None,
) -> Fit:
    """The parameters that explain *totals* best.

    *fixed* are known strengths by place, *draws* a known ν; with *advantage* the first seat's is
    fitted, for every map. *start* is an initial guess, the fit of similar games.
    """
    model = Model(totals, prior, advantage, fixed or {}, draws)
    return model.fit(best_point(model, start))


def best_point(model: "Model", start: Fit | None = None) -> Floats:
    """The point at which *model* is highest."""
    at = model.beginning(start)
    height = model.height(at)
    for _ in range(_MOST_STEPS):
        slope, information = model.slope(at)
        step = model.widened(np.linalg.solve(information, slope).astype(np.float64, copy=False))
        length = 1.0
        # The height is concave: a step that goes down was too long. A descent within the
        # precision of the height is ignored.
        while (above := model.height(at + length * step)) < height - 1e-9 * abs(height) - 1e-12:
            length /= 2
        at, height = at + length * step, above
        if np.abs(length * step).max(initial=0) < _CLOSE_ENOUGH:
            break
    return at


@dataclass(frozen=True, slots=True)
class Curves:
    """For each row of games: first derivatives by z and ln ν, and negative second ones."""

    by_z: Floats
    by_draws: Floats
    in_z: Floats
    in_both: Floats
    in_draws: Floats


class Model:
    """The logarithm of likelihood and prior, with its first and second derivatives.

    A point is a vector: the strengths, the advantages by map, ln ν. Only those that are `free` are
    fitted.
    """

    def __init__(
        self,
        totals: Totals,
        prior: Prior,
        advantage: bool,
        fixed: Mapping[int, float],
        draws: float | None,
    ) -> None:
        self.size, self.maps = len(totals.names), len(totals.maps)
        self.first, self.second, self.map = totals.first, totals.second, totals.map
        self.won = totals.wins.astype(np.float64)
        self.drawn = totals.draws.astype(np.float64)
        self.lost = totals.losses.astype(np.float64)
        self.games = self.won + self.drawn + self.lost
        self.length = self.size + self.maps + 1
        self.fixed = fixed
        self.draws = draws if draws is not None else None if totals.draws.any() else 0.0
        free = np.ones(self.length, dtype=bool)
        free[list(fixed)] = False
        free[self.size : -1] = advantage
        free[-1] = self.draws is None
        self.free = np.flatnonzero(free)
        self.mean = np.zeros(self.length)
        self.mean[: self.size] = prior.strength
        self.mean[self.size : -1] = prior.advantage
        self.mean[-1] = prior.draws
        deviation = np.full(self.length, prior.deviation)
        deviation[self.size : -1] = prior.advantage_deviation
        deviation[-1] = prior.draws_deviation
        self.precision = deviation**-2
        self.precision[~free] = 0

    def beginning(self, start: Fit | None) -> Floats:
        """Where the fit begins: at *start*, else at the prior's means."""
        at = self.mean.copy()
        if start is not None:
            at[: self.size] = start.strengths
            at[self.size : -1] = start.advantages
            at[-1] = math.log(start.draws) if start.draws else self.mean[-1]
        at[list(self.fixed)] = list(self.fixed.values())
        return at

    def widened(self, values: Floats) -> Floats:
        """A vector with *values* at the free places and zeros elsewhere."""
        whole = np.zeros(self.length)
        whole[self.free] = values
        return whole

    def ahead(self, at: Floats) -> Floats:
        """For each row the difference z."""
        z: Floats = at[self.first] - at[self.second] + at[self.size : -1][self.map]
        return z

    def draws_at(self, at: Floats) -> float:
        """ν at the point *at*."""
        return math.exp(at[-1]) if self.draws is None else self.draws

    def height(self, at: Floats) -> float:
        """The logarithm of likelihood times prior, up to a constant."""
        win, draw, loss = log_chances(self.ahead(at), self.draws_at(at))
        height = self.won @ win + self.lost @ loss
        if self.draws_at(at) > 0:
            height += self.drawn @ draw
        return float(height - self.precision @ (at - self.mean) ** 2 / 2)

    def curves(self, at: Floats) -> "Curves":
        """The derivatives of each row's logarithm of likelihood at *at*."""
        win, draw, loss = np.exp(log_chances(self.ahead(at), self.draws_at(at)))
        lean = (win - loss) / 2  # the expected change of z's weight
        return Curves(
            by_z=(self.won - self.lost) / 2 - self.games * lean,
            by_draws=self.drawn - self.games * draw,
            in_z=self.games * _in_z(win, loss),
            in_both=-self.games * lean * draw,
            in_draws=self.games * draw * (1 - draw),
        )

    def slope(self, at: Floats) -> tuple[Floats, Floats]:
        """The gradient, and the information: the negative matrix of second derivatives."""
        curves = self.curves(at)
        slope = self._gathered(curves.by_z)
        slope[-1] = curves.by_draws.sum()
        information = np.zeros((self.length, self.length))
        strengths = information[: self.size, : self.size]
        strengths -= self._square(curves.in_z) + self._square(curves.in_z).T
        np.fill_diagonal(strengths, -strengths.sum(axis=1))
        for place in range(self.maps):
            on_map = np.where(self.map == place, curves.in_z, 0.0)
            information[self.size + place, :] = self._gathered(on_map)
        information[: self.size, self.size : -1] = information[self.size : -1, : self.size].T
        information[-1, :] = information[:, -1] = self._gathered(curves.in_both)
        information[-1, -1] = curves.in_draws.sum()
        slope -= self.precision * (at - self.mean)
        information[np.diag_indices(self.length)] += self.precision
        return slope[self.free], information[np.ix_(self.free, self.free)]

    def _gathered(self, values: Floats) -> Floats:
        """The sums of *values* (one per row) by parameter of z: bots, then maps, then 0."""
        by_bot = _added(self.first, values, self.size) - _added(self.second, values, self.size)
        return np.concatenate([by_bot, _added(self.map, values, self.maps), [0.0]])

    def _square(self, values: Floats) -> Floats:
        """*values* (one per row) as a matrix: first bot by second bot."""
        flat = _added(self.first * self.size + self.second, values, self.size**2)
        return flat.reshape(self.size, self.size)

    def fit(self, at: Floats) -> Fit:
        """The point *at* as a `Fit`."""
        _, information = self.slope(at)
        covariance = np.zeros((self.length, self.length))
        covariance[np.ix_(self.free, self.free)] = np.linalg.inv(information)
        return Fit(
            strengths=at[: self.size],
            advantages=at[self.size : -1],
            draws=self.draws_at(at),
            covariance=covariance,
        )


def _added(places: Ints, values: Floats, size: int) -> Floats:
    """The sum of *values* at each of *size* places."""
    return np.bincount(places, values, size).astype(np.float64, copy=False)
