"""A bot's place on a permanent scale: exact where it can be computed, calibrated in simulations."""

import math
from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

import numpy as np
import pytest

from garlic.arena.rating.ladder import ladder_of
from garlic.arena.statistics.posterior import Posterior, log_chances_on
from garlic.arena.statistics.scale import AnchorGame, RatingScale
from garlic.games import GAMES

LADDER = [0.0, 150.0, 330.0, 520.0, 700.0, 880.0, 1050.0, 1230.0, 1400.0, 1600.0]
PLAIN = RatingScale(middle=800.0)
DRAWISH = RatingScale(draw_rate=0.3, advantage=60.0, middle=800.0)

Choice: TypeAlias = Callable[[Posterior, np.random.Generator], float]  # of an opponent


def posterior(games: Iterable[AnchorGame] = (), scale: RatingScale = PLAIN) -> Posterior:
    return Posterior.before_games(scale).after(games)


def won(opponent: float, games: int, first: bool = True) -> list[AnchorGame]:
    return [AnchorGame(opponent, 1.0, first)] * games


def test_before_its_first_game_a_bot_may_be_anywhere() -> None:
    known = posterior()
    assert known.rating == pytest.approx(800, abs=1)
    low, high = known.interval()
    assert low < 0
    assert high > 1600


def test_many_even_games_give_the_opponents_rating() -> None:
    games = [AnchorGame(700.0, score, True) for score in (1.0, 0.0)] * 500
    known = posterior(games)
    assert known.rating == pytest.approx(700, abs=3)
    # The spread of 1,000 fair coin tosses, in Elo.
    assert known.error == pytest.approx(1.96 * 400 / math.log(10) / math.sqrt(250), rel=0.02)


def test_nothing_but_wins_gives_a_finite_value_and_a_lopsided_interval() -> None:
    known = posterior(won(1600.0, 20))
    low, high = known.interval()
    assert 1800 < known.rating < 2400
    assert 1600 < low < known.rating < high
    assert high - known.rating > 1.3 * (known.rating - low)


def test_the_first_seat_is_worth_its_advantage() -> None:
    scale = RatingScale(advantage=100.0, middle=800.0)
    even = [AnchorGame(700.0, score, True) for score in (1.0, 0.0)] * 200
    assert posterior(even, scale).rating == pytest.approx(600, abs=5)
    swapped = [AnchorGame(game.opponent, game.score, False) for game in even]
    assert posterior(swapped, scale).rating == pytest.approx(800, abs=5)


@pytest.mark.parametrize("scale", [PLAIN, DRAWISH], ids=["no draws expected", "draws expected"])
def test_a_draw_is_half_a_win(scale: RatingScale) -> None:
    drawn = posterior([AnchorGame(700.0, 0.5, True)] * 200, scale)
    split = posterior([AnchorGame(700.0, score, True) for score in (1.0, 0.0)] * 100, scale)
    assert drawn.density == pytest.approx(split.density, abs=1e-9)


def test_games_may_come_one_by_one_and_in_any_order() -> None:
    games = [*won(520.0, 3), AnchorGame(880.0, 0.0, False), AnchorGame(700.0, 0.5, True)]
    at_once = posterior(games, DRAWISH)
    one_by_one = posterior(scale=DRAWISH)
    for game in reversed(games):
        one_by_one = one_by_one.after([game])
    assert one_by_one.density == pytest.approx(at_once.density, abs=1e-12)


def test_the_chance_to_be_stronger() -> None:
    known = posterior(won(700.0, 4) + [AnchorGame(1050.0, 0.0, True)] * 4)
    low, high = known.interval()
    assert known.chance_above(known.quantile(0.5)) == pytest.approx(0.5, abs=1e-6)
    assert known.chance_above(low) == pytest.approx(0.975, abs=1e-6)
    assert known.chance_above(high) == pytest.approx(0.025, abs=1e-6)
    assert (known.chance_above(-9e9), known.chance_above(9e9)) == (1.0, 0.0)


def test_the_most_informative_opponent_is_an_equal() -> None:
    games = [AnchorGame(700.0, score, True) for score in (1.0, 0.0)] * 20
    assert max(LADDER, key=posterior(games).information) == 700.0
    assert posterior(games).information(700.0) < posterior(games[:4]).information(700.0)


@pytest.mark.parametrize("score", [0.25, 2, -1, math.nan])
def test_other_scores_are_refused(score: float) -> None:
    with pytest.raises(ValueError, match="expected a score"):
        posterior([AnchorGame(0.0, score, True)])


def best(known: Posterior, chance: np.random.Generator) -> float:
    del chance
    return max(LADDER, key=known.information)


def any_opponent(known: Posterior, chance: np.random.Generator) -> float:
    del known
    return float(chance.choice(LADDER))


def the_weakest(known: Posterior, chance: np.random.Generator) -> float:
    del known, chance
    return LADDER[0]


def played(
    true: float, opponent: float, pairs: int, scale: RatingScale, chance: np.random.Generator
) -> list[AnchorGame]:
    """*pairs* of games of a bot with the rating *true*."""
    seats = np.tile([scale.advantage, -scale.advantage], pairs)
    win, draw, _ = np.exp(log_chances_on(scale, true - opponent + seats))
    luck = chance.random(2 * pairs)
    scores = np.where(luck < win, 1.0, np.where(luck < win + draw, 0.5, 0.0)).tolist()
    firsts = [True, False] * pairs
    return [AnchorGame(opponent, *game) for game in zip(scores, firsts, strict=True)]


def simulated(
    choose: Choice, pairs: int, bots: int, *, scale: RatingScale = DRAWISH, seed: int = 7
) -> Iterator[tuple[float, Posterior]]:
    """For simulated bots with ratings from the prior: the true rating, and what was found."""
    chance = np.random.default_rng(seed)
    for _ in range(bots):
        true = chance.normal(scale.middle, scale.deviation)
        known = posterior(scale=scale)
        for _ in range(pairs):
            known = known.after(played(true, choose(known, chance), 1, scale, chance))
        yield true, known


def share_within_90(bots: int, ladder: list[float] = LADDER, scale: RatingScale = PLAIN) -> float:
    """How many bots have after 60 games a rating within 90 of the one after 1,000."""
    chance = np.random.default_rng(3)
    near = 0
    for true in chance.uniform(ladder[0], ladder[-1], bots):
        known = posterior(scale=scale)
        for _ in range(30):
            opponent = max(ladder, key=known.information)
            known = known.after(played(true, opponent, 1, scale, chance))
        early = known.rating
        for _ in range(47):
            opponent = max(ladder, key=known.information)
            known = known.after(played(true, opponent, 10, scale, chance))
        near += abs(known.rating - early) <= 90
    return near / bots


def test_after_60_games_a_rating_is_nearly_settled() -> None:
    assert share_within_90(40) >= 0.85


@pytest.mark.slow
def test_after_60_games_95_percent_of_ratings_are_within_90_points() -> None:
    assert 0.93 <= share_within_90(1000) <= 0.97


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_after_60_games_on_a_real_ladder(game: str) -> None:
    ladder = ladder_of(GAMES[game])
    ratings = [anchor.rating for anchor in ladder.anchors]
    assert 0.93 <= share_within_90(1000, ratings, ladder.scale) <= 0.97


@pytest.mark.parametrize(
    ("choose", "pairs"),
    [(any_opponent, 10), (any_opponent, 2), (the_weakest, 6)],
    ids=["at random", "sparse", "badly matched"],
)
@pytest.mark.parametrize("scale", [PLAIN, DRAWISH], ids=["no draws", "draws"])
@pytest.mark.parametrize(
    ("bots", "least"), [(100, 0.9), pytest.param(1000, 0.93, marks=pytest.mark.slow)]
)
def test_intervals_hold_the_truth_in_95_percent(
    choose: Choice, pairs: int, scale: RatingScale, bots: int, least: float
) -> None:
    held = [
        low <= true <= high
        for true, known in simulated(choose, pairs, bots, scale=scale)
        for low, high in [known.interval()]
    ]
    assert least <= sum(held) / len(held) <= 1.9 - least


@pytest.mark.slow
@pytest.mark.parametrize("pairs", [2, 10, 30], ids=["sparse", "usual", "many"])
def test_intervals_hold_the_truth_against_the_best_opponents(pairs: int) -> None:
    """Which opponents are chosen depends on the results; the intervals stay right."""
    held = [
        low <= true <= high
        for true, known in simulated(best, pairs, 1000)
        for low, high in [known.interval()]
    ]
    assert 0.93 <= sum(held) / len(held) <= 0.97


@pytest.mark.slow
def test_choosing_opponents_saves_a_third_of_the_games_of_1000_bots() -> None:
    chosen = [known.error for _, known in simulated(best, 20, 1000)]
    at_random = [known.error for _, known in simulated(any_opponent, 30, 1000)]
    assert np.median(chosen) < np.median(at_random)


def test_choosing_opponents_saves_a_third_of_the_games() -> None:
    chosen = [known.error for _, known in simulated(best, 20, 60)]
    at_random = [known.error for _, known in simulated(any_opponent, 30, 60)]
    assert np.median(chosen) < np.median(at_random)
