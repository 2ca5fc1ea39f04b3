"""The model behind ratings, and its fit.

Bradley and Terry's model with Davidson's draws. With *z* the difference in strength (natural
logarithm of odds, the seat's advantage included) and ν the draw parameter, a game ends in a

    win : draw : loss   as   exp(z/2) : ν : exp(-z/2)

Why Davidson's and not Rao and Kupper's draws: here a draw counts exactly as half a win and half a
loss (points decide the rating, as they decide the table), while for Rao and Kupper a draw weighs
as much as a win and a loss together; and Davidson's fits the games of programs better (Shawul
and Coulom, "Paired comparisons with ties: modeling game outcomes in chess", 2013). Its log
likelihood is concave in all parameters, so there is one best fit and Newton's method finds it.

The prior is a few virtual games, so that nothing is ever infinite: every bot has played
*prior* games against a bot of average strength, half won and half lost; likewise the first
seat against the second, and, if draws happen at all, equals have had *prior* decided games.
"""

import math
from dataclasses import dataclass

import numpy as np

from garlic.arena.statistics.elo import Floats
from garlic.arena.statistics.results import Ints, Totals

_MOST_STEPS = 200
_CLOSE_ENOUGH = 1e-10  # in units of strength: far below what is ever shown


@dataclass(frozen=True, slots=True)
class Fit:
    """The best fit: strengths around 0, and the inverse of the information there."""

    strengths: Floats  # of each bot, natural logarithm
    advantage: float  # of the first seat; 0 if it was not fitted
    draws: float  # ν; 0 where there was no draw
    covariance: Floats  # of strengths, then advantage, then the logarithm of ν, as far as fitted

    @property
    def draw_rate(self) -> float:
        """The share of games between equals that are drawn."""
        return self.draws / (2 + self.draws)

    @property
    def has_draws(self) -> bool:
        """Whether ν was fitted."""
        return self.draws > 0


def fit(totals: Totals, *, prior: float, advantage: bool, start: Fit | None = None) -> Fit:
    """The strengths that explain *totals* best, given *prior* virtual games per bot.

    *start* is an initial guess, the fit of similar games. Raises `ValueError` unless *prior* is
    positive.
    """
    if not prior > 0:
        raise ValueError(f"expected a positive prior, got {prior}")
    model = _Model(totals, prior, advantage)
    at = model.beginning(start)
    height = model.height(at)
    for _ in range(_MOST_STEPS):
        slope, information = model.slope(at)
        step = np.linalg.solve(information, slope)
        length = 1.0
        # The height is concave: a step that goes down was too long. A descent within the
        # precision of the height is ignored.
        while (above := model.height(at + length * step)) < height - 1e-9 * abs(height) - 1e-12:
            length /= 2
        at, height = at + length * step, above
        if np.abs(length * step).max(initial=0) < _CLOSE_ENOUGH:
            break
    _, information = model.slope(at)
    covariance = np.linalg.inv(information).astype(np.float64, copy=False)
    return model.fit(at, covariance)


class _Model:
    """The logarithm of likelihood and prior, with its first and second derivatives.

    A point is a vector: the strengths, then the advantage and ln ν as far as they are fitted.
    """

    def __init__(self, totals: Totals, prior: float, advantage: bool) -> None:
        self.prior = prior
        self.size = len(totals.names)
        self.first, self.second = totals.first, totals.second
        self.won = totals.wins.astype(np.float64)
        self.drawn = totals.draws.astype(np.float64)
        self.lost = totals.losses.astype(np.float64)
        self.games = self.won + self.drawn + self.lost
        self.advantage_at = self.size if advantage else None
        self.draws_at = self.size + advantage if totals.draws.any() else None
        self.length = self.size + advantage + (self.draws_at is not None)

    def beginning(self, start: Fit | None) -> Floats:
        at = np.zeros(self.length)
        if start is not None:
            at[: self.size] = start.strengths
        if self.advantage_at is not None and start is not None:
            at[self.advantage_at] = start.advantage
        if self.draws_at is not None:
            decided = float(self.games.sum() - self.drawn.sum()) + self.prior
            rough = 2 * float(self.drawn.sum()) / decided
            at[self.draws_at] = math.log(start.draws if start and start.draws else rough)
        return at

    def _chances(self, at: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        """For each row: z, and the logarithms of the chances of win, draw and loss."""
        z = at[self.first] - at[self.second]
        if self.advantage_at is not None:
            z = z + at[self.advantage_at]
        draw = np.full_like(z, -np.inf if self.draws_at is None else at[self.draws_at])
        total = np.logaddexp(np.logaddexp(z / 2, -z / 2), draw)
        return z, z / 2 - total, draw - total, -z / 2 - total

    def height(self, at: Floats) -> float:
        """The logarithm of likelihood times prior, up to a constant."""
        _, win, draw, loss = self._chances(at)
        height = self.won @ win + self.lost @ loss
        if self.draws_at is not None:
            height += self.drawn @ draw
            height -= self.prior * np.logaddexp(math.log(2), at[self.draws_at])
        levelled = at[: self._levelled]
        height -= self.prior * np.logaddexp(levelled / 2, -levelled / 2).sum()
        return float(height)

    @property
    def _levelled(self) -> int:
        """How many parameters the prior pulls to 0: the strengths and the advantage."""
        return self.size + (self.advantage_at is not None)

    def slope(self, at: Floats) -> tuple[Floats, Floats]:
        """The gradient, and the information: the negative matrix of second derivatives."""
        _, win, draw, loss = map(np.exp, self._chances(at))
        lean = (win - loss) / 2  # the expected change of z's weight
        by_z = (self.won - self.lost) / 2 - self.games * lean
        in_z = self.games * ((win + loss) / 4 - lean**2)

        slope = np.zeros(self.length)
        slope[: self.size] = self._spread(by_z)
        information = np.zeros((self.length, self.length))
        strengths = information[: self.size, : self.size]
        strengths -= self._square(in_z) + self._square(in_z).T
        np.fill_diagonal(strengths, -strengths.sum(axis=1))

        if (place := self.advantage_at) is not None:
            slope[place] = by_z.sum()
            information[place, place] = in_z.sum()
            self._enter(information, place, self._spread(in_z))
        if (place := self.draws_at) is not None:
            slope[place] = (self.drawn - self.games * draw).sum()
            information[place, place] = (self.games * draw * (1 - draw)).sum()
            both = -self.games * lean * draw
            self._enter(information, place, self._spread(both))
            if self.advantage_at is not None:
                information[place, self.advantage_at] = both.sum()
                information[self.advantage_at, place] = both.sum()
            rate = 1 / (1 + 2 * math.exp(-at[place]))
            slope[place] -= self.prior * rate
            information[place, place] += self.prior * rate * (1 - rate)

        share = np.tanh(at[: self._levelled] / 2) / 2
        slope[: self._levelled] -= self.prior * share
        levelled = np.arange(self._levelled)
        information[levelled, levelled] += self.prior * (1 / 4 - share**2)
        return slope, information

    def _spread(self, values: Floats) -> Floats:
        """The sum of *values* (one per row) for each bot: plus as first, minus as second."""
        return _added(self.first, values, self.size) - _added(self.second, values, self.size)

    def _square(self, values: Floats) -> Floats:
        """*values* (one per row) as a matrix: first bot by second bot."""
        flat = _added(self.first * self.size + self.second, values, self.size**2)
        return flat.reshape(self.size, self.size)

    def _enter(self, information: Floats, place: int, values: Floats) -> None:
        information[place, : self.size] = values
        information[: self.size, place] = values

    def fit(self, at: Floats, covariance: Floats) -> Fit:
        """The point *at* as a `Fit`."""
        return Fit(
            strengths=at[: self.size],
            advantage=0.0 if self.advantage_at is None else float(at[self.advantage_at]),
            draws=0.0 if self.draws_at is None else math.exp(at[self.draws_at]),
            covariance=covariance,
        )


def _added(places: Ints, values: Floats, size: int) -> Floats:
    """The sum of *values* at each of *size* places."""
    return np.bincount(places, values, size).astype(np.float64, copy=False)
