"""Ratings that are updated game by game: as good as a fit of all games, and as honest."""

import numpy as np
import pytest

from garlic.arena.statistics.arrays import Floats
from garlic.arena.statistics.joint import JointRatings, KnownRating, unknown_rating
from garlic.arena.statistics.posterior import log_chances_on
from garlic.arena.statistics.ratings import rate
from garlic.arena.statistics.results import GameResult
from garlic.arena.statistics.scale import Anchors, RatingScale

SCALE = RatingScale(0.1, 0.0, 700.0)
ANCHORS = {100 + place: 200.0 * place for place in range(8)}


def anchored(scale: RatingScale = SCALE) -> JointRatings:
    ratings = JointRatings.of_nobody(scale)
    for anchor, rating in ANCHORS.items():
        ratings = ratings.with_bot(anchor, KnownRating(rating, 0.0))
    return ratings


class Luck:
    """Results of games between bots of given strengths."""

    def __init__(self, seed: int, scale: RatingScale = SCALE) -> None:
        self.chance, self.scale = np.random.default_rng(seed), scale

    def score(self, ahead: float) -> float:
        chances: Floats = np.exp(log_chances_on(self.scale, np.array([ahead])))[:, 0]
        return float((1.0, 0.5, 0.0)[self.chance.choice(3, p=chances / chances.sum())])


def test_they_agree_with_a_fit_of_all_games() -> None:
    truth = {bot: float(rating) for bot, rating in enumerate(range(200, 1300, 100))}
    luck, ratings, results = Luck(3), anchored(), []
    for bot in truth:
        ratings = ratings.with_bot(bot, unknown_rating(SCALE))
    everybody = {**truth, **ANCHORS}
    bots = list(everybody)
    for _ in range(1500):
        first, second = luck.chance.choice(bots, 2, replace=False).tolist()
        score = luck.score(everybody[first] - everybody[second])
        ratings = ratings.after(first, second, score)
        results.append(GameResult(str(first), str(second), score))
    anchors = Anchors({str(bot): rating for bot, rating in ANCHORS.items()}, SCALE)
    fitted = rate(results, names=[str(bot) for bot in bots], anchors=anchors)
    for bot, true in truth.items():
        known, fit = ratings[bot], fitted[str(bot)]
        assert known.rating == pytest.approx(fit.elo, abs=0.5 * known.deviation)
        low, high = known.interval
        assert high - low == pytest.approx(fit.high - fit.low, rel=0.15)
        assert abs(known.rating - true) < 4 * known.deviation
    for bot, rating in ANCHORS.items():
        assert ratings[bot].rating == pytest.approx(rating)
        assert ratings[bot].deviation == 0


@pytest.mark.parametrize("true", [0.0, 700.0, 1400.0])
def test_a_new_bot_is_placed_within_a_few_dozen_games(true: float) -> None:
    inside = []
    for seed in range(20):
        luck, ratings = Luck(seed), anchored().with_bot(1, unknown_rating(SCALE))
        for game in range(30):
            nearest = min(ANCHORS, key=lambda bot: abs(ANCHORS[bot] - ratings[1].rating))
            score = luck.score(true - ANCHORS[nearest])
            first = (1, nearest, score) if game % 2 else (nearest, 1, 1 - score)
            ratings = ratings.after(*first)
        low, high = ratings[1].interval
        inside.append(low < true < high)
        assert ratings[1].deviation < 100
    assert sum(inside) >= 16  # of 20 intervals of 95 %


def test_the_first_seat_is_worth_what_the_scale_says() -> None:
    scale = RatingScale(0.0, 100.0, 0.0)
    ratings = JointRatings.of_nobody(scale).with_bot(1, KnownRating(0.0, 0.0))
    ratings = ratings.with_bot(2, KnownRating(0.0, 100.0))
    as_first, as_second = ratings.after(2, 1, 1.0), ratings.after(1, 2, 0.0)
    assert 0 < as_first[2].rating < as_second[2].rating


def test_whoever_played_the_two_moves_along() -> None:
    ratings = JointRatings.of_nobody(SCALE)
    for bot in (1, 2, 3):
        ratings = ratings.with_bot(bot, KnownRating(700.0, 300.0))
    ratings = ratings.after(1, 2, 0.5)
    assert ratings[3].rating == pytest.approx(700.0)
    later = ratings.after(2, 3, 1.0)
    assert later[1].rating > 710  # it drew with one that has won
    left = later.without(2)
    assert 2 not in left
    assert left[1] == later[1]


def test_they_are_stored_as_they_are() -> None:
    ratings = anchored().with_bot(1, unknown_rating(SCALE)).after(1, 103, 1.0)
    again = JointRatings.loads(SCALE, ratings.dumps())
    assert again.places == ratings.places
    assert again.after(1, 104, 0.5)[1] == ratings.after(1, 104, 0.5)[1]


def test_what_cannot_be_is_refused() -> None:
    ratings = anchored()
    with pytest.raises(ValueError, match="a new bot"):
        ratings.with_bot(100, KnownRating(0.0, 0.0))
    with pytest.raises(ValueError, match=r"1, 0\.5 or 0"):
        ratings.after(100, 101, 0.7)
    with pytest.raises(KeyError):
        ratings.after(100, 1, 1.0)
    assert ratings.after(100, 101, 1.0) is ratings  # two anchors: nothing to learn
