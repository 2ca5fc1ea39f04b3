"""The speed of statistics: ratings of a large tournament, and a sequential test."""

import time

import numpy as np

from garlic.arena.statistics.posterior import Posterior
from garlic.arena.statistics.ratings import bootstrap, rate
from garlic.arena.statistics.results import GameResult, PairCounts, Totals
from garlic.arena.statistics.scale import AnchorGame, RatingScale
from garlic.arena.statistics.sprt import Sprt


def _tournament(bots: int, games: int) -> list[GameResult]:
    """Games between bots of different strength, a tenth of them drawn."""
    chance = np.random.default_rng(1)
    strengths = chance.normal(0, 1.5, bots)
    first = chance.integers(bots, size=games)
    second = (first + chance.integers(1, bots, size=games)) % bots
    wins = 1 / (1 + np.exp(strengths[second] - strengths[first]))
    luck = chance.random(games)
    scores = np.where(luck < 0.9 * wins, 1.0, np.where(luck < 0.9 * wins + 0.1, 0.5, 0.0))
    return [
        GameResult(f"bot{one}", f"bot{other}", score, pair)
        for pair, (one, other, score) in enumerate(
            zip(first.tolist(), second.tolist(), scores.tolist(), strict=True)
        )
    ]


def _seconds(work: object) -> str:
    assert callable(work)
    began = time.perf_counter()
    work()
    return f"{time.perf_counter() - began:.2f} s"


def _update_seconds(games: int = 200) -> float:
    """How long one more game of a rating takes: the update, its interval, the next opponent."""
    known = Posterior.before_games(RatingScale(0.1, 30.0, 1000.0))
    anchors = [100.0 * place for place in range(21)]
    began = time.perf_counter()
    for number in range(games):
        opponent = max(anchors, key=known.information)
        known = known.after([AnchorGame(opponent, float(number % 2), number % 4 < 2)])
        known.interval()
    return (time.perf_counter() - began) / games


def rows() -> list[tuple[str, str, str]]:
    large, small = _tournament(200, 100_000), _tournament(8, 2_000)
    test, pairs = Sprt(0, 10), PairCounts((120, 300, 800, 320, 130))
    began = time.perf_counter()
    for _ in range(200):
        test.decide(pairs)
    decision = (time.perf_counter() - began) / 200
    return [
        (
            "200 bots, 100,000 games: ratings, intervals, superiority",
            _seconds(lambda: rate(large, advantage=True).superiorities()),
            "under 2 s",
        ),
        ("the same, only the totals", _seconds(lambda: Totals.of(large)), ""),
        (
            "a game more on the permanent scale: rating, interval, next of 21 opponents",
            f"{1e3 * _update_seconds():.2f} ms",
            "under 10 ms",
        ),
        ("8 bots, 2,000 games: 1,000 bootstrap samples", _seconds(lambda: bootstrap(small)), ""),
        ("a decision of the sequential test", f"{1e3 * decision:.2f} ms", "under 5 ms"),
    ]
