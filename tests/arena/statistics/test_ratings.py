"""Ratings: published fits, invariances, and the coverage of intervals."""

import math
import random
from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from garlic.arena.statistics.bradley_terry import fit
from garlic.arena.statistics.elo import expected_score
from garlic.arena.statistics.posterior import Posterior
from garlic.arena.statistics.ratings import Rating, bootstrap, rate, rate_totals
from garlic.arena.statistics.results import GameResult, Totals
from garlic.arena.statistics.scale import AnchorGame, Anchors, Prior, RatingScale

BARELY = Prior(deviation=1e5)  # a negligible prior: published fits have none


def games(table: Iterable[tuple[str, str, int, int, int]]) -> list[GameResult]:
    """``(first, second, wins, draws, losses)`` as single games."""
    return [
        GameResult(first, second, score)
        for first, second, *counts in table
        for score, count in zip((1, 0.5, 0), counts, strict=True)
        for _ in range(count)
    ]


# The American League's eastern division of 1987, home team first: wins and losses at home.
# Agresti, Categorical Data Analysis (2nd edition), section 10.6; the fitted numbers are also in
# tests/testthat/test-baseball.R of the R package BradleyTerry2.
_TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
_AT_HOME = """
--- 4-3 4-2 4-3 6-1 4-2 6-0
3-3 --- 4-2 4-3 6-0 6-1 4-3
2-5 4-3 --- 2-4 4-3 4-2 6-0
3-3 5-1 2-5 --- 4-3 4-2 6-1
5-1 2-5 3-3 4-2 --- 5-2 6-0
2-5 3-3 3-4 4-3 4-2 --- 2-4
2-5 1-5 1-6 2-4 1-6 3-4 ---
"""
BASEBALL = games(
    (home, away, int(cell[0]), 0, int(cell[2]))
    for home, row in zip(_TEAMS, _AT_HOME.split("\n")[1:-1], strict=True)
    for away, cell in zip(_TEAMS, row.split(), strict=True)
    if home != away
)

# Davidson, "On extending the Bradley-Terry model to accommodate ties", JASA 65 (1970): six
# brands of pudding. The fit is in the vignette of the R package PlackettLuce.
PUDDING = games(
    [
        ("1", "2", 19, 16, 22),
        ("1", "3", 16, 12, 19),
        ("2", "3", 19, 10, 19),
        ("1", "4", 18, 13, 23),
        ("2", "4", 23, 9, 19),
        ("3", "4", 19, 15, 20),
        ("1", "5", 13, 18, 19),
        ("2", "5", 16, 12, 20),
        ("3", "5", 16, 17, 15),
        ("4", "5", 17, 16, 14),
        ("1", "6", 18, 12, 21),
        ("2", "6", 22, 12, 20),
        ("3", "6", 13, 10, 18),
        ("4", "6", 14, 18, 19),
        ("5", "6", 11, 12, 21),
    ]
)


def test_baseball_as_published() -> None:
    totals = Totals.of(BASEBALL)
    found = fit(totals, prior=BARELY, advantage=False)
    above_last = found.strengths - found.strengths[totals.names.index("Baltimore")]
    assert np.round(above_last, 2).tolist() == [1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0]


def test_home_advantage_as_published() -> None:
    totals = Totals.of(BASEBALL)
    found = fit(totals, prior=BARELY, advantage=True)
    odds = np.exp(found.strengths)
    assert np.round(odds / odds.sum(), 3).tolist() == [
        *(0.220, 0.190, 0.164, 0.157, 0.137, 0.088, 0.044)
    ]
    assert found.advantages.tolist() == pytest.approx([0.302], abs=5e-4)
    shown = rate(BASEBALL, prior=BARELY, advantage=True).advantages[""]
    assert shown[0] == pytest.approx(0.302 * 400 / math.log(10), abs=0.1)
    assert shown[1] < shown[0] < shown[2]


def test_draws_as_published() -> None:
    found = fit(Totals.of(PUDDING), prior=BARELY, advantage=False)
    odds = np.exp(found.strengths)
    assert (odds / odds.sum()).tolist() == pytest.approx(
        [0.1388, 0.1730, 0.1617, 0.1654, 0.1587, 0.2024], abs=1e-4
    )
    assert found.draws == pytest.approx(0.7468, abs=1e-4)


def test_two_bots_without_draws_have_the_difference_of_their_score() -> None:
    ratings = rate(games([("a", "b", 30, 0, 10)]), prior=BARELY)
    assert ratings["a"].elo - ratings["b"].elo == pytest.approx(400 * math.log10(3), abs=1e-3)


def test_near_equality_elo_means_the_same_score_at_any_draw_rate() -> None:
    ratings = rate(games([("a", "b", 1020, 8000, 980)]), prior=BARELY)
    ahead = ratings["a"].elo - ratings["b"].elo
    assert expected_score(ahead) == pytest.approx(0.502, abs=1e-4)
    assert ratings.draw_rate == pytest.approx(0.8, abs=1e-3)


@pytest.mark.parametrize(
    "table",
    [
        [("a", "b", 20, 0, 0)],
        [("a", "b", 0, 20, 0)],
        [("a", "b", 1, 0, 0)],
        [("a", "b", 100_000, 0, 0)],
        [("a", "b", 5, 0, 0), ("c", "d", 5, 0, 0)],  # two groups that never met
        [("a", "b", 9, 0, 0), ("b", "c", 9, 0, 0), ("c", "a", 9, 0, 0)],
    ],
    ids=["20-0", "only draws", "one game", "100000-0", "two groups", "a circle"],
)
@pytest.mark.parametrize("advantage", [False, True])
def test_nothing_is_infinite(table: list[tuple[str, str, int, int, int]], advantage: bool) -> None:
    ratings = rate(games(table), names=["nobody"], advantage=advantage)
    for rating in ratings:
        assert all(map(math.isfinite, (rating.elo, rating.low, rating.high)))
        assert rating.low < rating.elo < rating.high
    assert np.isfinite(ratings.superiorities()).all()


def test_no_games_at_all() -> None:
    assert len(rate([])) == 0
    alone = rate([], names=["a", "b"])["a"]
    assert (alone.elo, alone.games, alone.share) == (0, 0, 0.5)


def test_a_rating_counts_its_games() -> None:
    rating = rate(games([("a", "b", 3, 2, 1), ("b", "a", 0, 0, 4)]))["a"]
    assert (rating.games, rating.score, rating.draws) == (10, 8.0, 2)
    assert rating.share == 0.8


def test_one_bot_may_be_rated_0() -> None:
    ratings, around_mean = rate(BASEBALL, origin="Boston"), rate(BASEBALL)
    boston = ratings["Boston"]
    assert (boston.elo, boston.low, boston.high) == (0, 0, 0)
    for rating in around_mean:
        ahead = rating.elo - around_mean["Boston"].elo
        assert ratings[rating.name].elo == pytest.approx(ahead, abs=1e-6)
    with pytest.raises(KeyError):
        rate(BASEBALL, origin="Chicago")


SCALE = RatingScale(draw_rate=0.2, advantage=30.0, middle=800.0)


def test_anchors_keep_their_ratings_and_the_others_are_measured_against_them() -> None:
    table = [("a", "low", 14, 2, 4), ("high", "a", 11, 6, 3), ("b", "a", 5, 1, 5)]
    anchors = Anchors({"low": 600.0, "high": 1000.0}, SCALE)
    ratings = rate(games(table), anchors=anchors)
    for name, elo in anchors.ratings.items():
        assert (ratings[name].elo, ratings[name].low, ratings[name].high) == (elo, elo, elo)
    assert 600 < ratings["a"].low < ratings["a"].elo < ratings["a"].high < 1000
    # b has met nobody but a: its interval is the wider one.
    width = {name: ratings[name].high - ratings[name].low for name in "ab"}
    assert width["b"] > 1.2 * width["a"]


@pytest.mark.parametrize("won", [0, 3, 10, 20], ids=lambda won: f"{won} of 20 won")
def test_against_anchors_a_fit_is_the_exact_posterior(won: int) -> None:
    scores = [1.0] * won + [0.0] * (20 - won)
    fitted = rate(
        [GameResult("bot", "anchor", score) for score in scores],
        anchors=Anchors({"anchor": 700.0}, SCALE),
    )["bot"]
    known = Posterior.before_games(SCALE).after(AnchorGame(700.0, score, True) for score in scores)
    assert fitted.elo == pytest.approx(known.rating, abs=1)
    assert (fitted.low, fitted.high) == pytest.approx(known.interval(), abs=5)


def test_the_first_seat_has_its_advantage_on_every_map() -> None:
    easy = [GameResult("a", "b", 1, map="narrow"), GameResult("b", "a", 1, map="narrow")]
    even = [GameResult("a", "b", 1, map="wide"), GameResult("b", "a", 0, map="wide")]
    even += [GameResult("a", "b", 0, map="wide"), GameResult("b", "a", 1, map="wide")]
    advantages = rate(20 * easy + 10 * even, advantage=True).advantages
    assert advantages["narrow"][1] > 200
    assert advantages["wide"][1] < 0 < advantages["wide"][2]


def test_superiority() -> None:
    ratings = rate(BASEBALL)
    names = [rating.name for rating in ratings]
    table = ratings.superiorities()
    for row, name in enumerate(names):
        for column, other in enumerate(names):
            assert table[row, column] == pytest.approx(ratings.superiority(name, other))
            assert table[row, column] + table[column, row] == pytest.approx(1)
    assert ratings.superiority("Milwaukee", "Baltimore") > 0.999
    assert 0.5 < ratings.superiority("Milwaukee", "Detroit") < 0.8
    with pytest.raises(KeyError):
        ratings.superiority("Milwaukee", "Chicago")


@pytest.mark.parametrize("score", [0.25, 2, -1, math.nan])
def test_other_scores_are_refused(score: float) -> None:
    with pytest.raises(ValueError, match="expected a score"):
        rate([GameResult("a", "b", score)])


def test_a_game_of_a_bot_against_itself_is_refused() -> None:
    with pytest.raises(ValueError, match="expected two bots"):
        rate([GameResult("a", "a", 1)])


def test_the_prior_must_be_positive() -> None:
    with pytest.raises(ValueError, match="expected a positive deviation"):
        Prior(deviation=0)


_RESULTS = st.lists(
    st.tuples(
        st.permutations("abcd").map(lambda names: names[:2]), st.sampled_from([0, 0.5, 1])
    ).map(lambda drawn: GameResult(drawn[0][0], drawn[0][1], drawn[1])),
    max_size=40,
)


def elos(ratings: Iterable[Rating]) -> dict[str, float]:
    return {rating.name: rating.elo for rating in ratings}


@settings(deadline=None, max_examples=60)
@given(results=_RESULTS, seed=st.integers())
def test_the_order_of_games_does_not_matter(results: list[GameResult], seed: int) -> None:
    shuffled = random.Random(seed).sample(results, len(results))
    assert elos(rate(shuffled)) == pytest.approx(elos(rate(results)), abs=1e-6)


@settings(deadline=None, max_examples=60)
@given(results=_RESULTS)
def test_inverting_all_results_negates_all_ratings(results: list[GameResult]) -> None:
    inverted = [GameResult(r.first, r.second, 1 - r.score) for r in results]
    for name, elo in elos(rate(results)).items():
        assert rate(inverted)[name].elo == pytest.approx(-elo, abs=1e-6)


@settings(deadline=None, max_examples=60)
@given(results=_RESULTS)
def test_swapping_seats_negates_only_the_advantage(results: list[GameResult]) -> None:
    swapped = [GameResult(r.second, r.first, 1 - r.score) for r in results]
    plain, other = rate(results, advantage=True), rate(swapped, advantage=True)
    assert elos(other) == pytest.approx(elos(plain), abs=1e-6)
    for name, (elo, _, _) in plain.advantages.items():
        assert other.advantages[name][0] == pytest.approx(-elo, abs=1e-6)


@settings(deadline=None, max_examples=60)
@given(results=_RESULTS)
def test_another_win_never_lowers_a_rating(results: list[GameResult]) -> None:
    before = rate(results, names="abcd")["a"].elo
    assert rate([*results, GameResult("a", "b", 1)], names="abcd")["a"].elo > before


@settings(deadline=None, max_examples=60)
@given(results=_RESULTS)
def test_totals_rate_like_single_games(results: list[GameResult]) -> None:
    assert elos(rate_totals(Totals.of(results))) == elos(rate(results))


def round_robin(
    strengths: NDArray[np.float64], draws: float, pairs: int, chance: np.random.Generator
) -> tuple[list[str], list[GameResult]]:
    """A double round robin between bots of known strength."""
    names = [f"bot{place}" for place in range(len(strengths))]
    results = []
    for first, name in enumerate(names):
        for second, opponent in enumerate(names):
            if first == second:
                continue
            ahead = strengths[first] - strengths[second]
            weights = np.array([np.exp(ahead / 2), draws, np.exp(-ahead / 2)])
            drawn = chance.choice([1, 0.5, 0], size=pairs, p=weights / weights.sum())
            results += [GameResult(name, opponent, score, pair) for pair, score in enumerate(drawn)]
    return names, results


def share_of_intervals_with_the_truth(draws: float, tournaments: int) -> float:
    """How many intervals of simulated *tournaments* of five bots contain the true rating."""
    strengths = np.array([-1.2, -0.5, 0.0, 0.4, 1.3])
    truth = strengths * 400 / math.log(10) * 2 / (2 + draws)
    truth -= truth.mean()
    chance = np.random.default_rng(11)
    held = 0
    for _ in range(tournaments):
        names, results = round_robin(strengths, draws, 10, chance)
        ratings = rate(results)
        held += sum(
            ratings[name].low <= true <= ratings[name].high
            for name, true in zip(names, truth, strict=True)
        )
    return held / (5 * tournaments)


@pytest.mark.parametrize("draws", [0.0, 2.0])
def test_intervals_contain_the_truth(draws: float) -> None:
    assert 0.92 <= share_of_intervals_with_the_truth(draws, 60) <= 0.985


@pytest.mark.slow
@pytest.mark.parametrize("draws", [0.0, 2.0])
def test_intervals_contain_the_truth_in_95_percent(draws: float) -> None:
    assert 0.935 <= share_of_intervals_with_the_truth(draws, 600) <= 0.97


def test_the_bootstrap_agrees_with_the_fitted_intervals() -> None:
    _, results = round_robin(np.array([-0.8, 0.0, 0.1, 0.7]), 0.5, 40, np.random.default_rng(5))
    plain, drawn = rate(results), bootstrap(results, samples=400)
    for rating in plain:
        width = rating.high - rating.low
        assert drawn[rating.name].elo == rating.elo
        assert drawn[rating.name].high - drawn[rating.name].low == pytest.approx(width, rel=0.2)
        assert drawn[rating.name].low == pytest.approx(rating.low, abs=0.15 * width)


def test_the_bootstrap_keeps_pairs_together() -> None:
    # Every pair is split: the first seat always wins. Pair by pair nothing is uncertain.
    split = [GameResult("a", "b", 1, pair) for pair in range(30)]
    split += [GameResult("b", "a", 1, pair) for pair in range(30)]
    drawn = bootstrap(split, samples=50)["a"]
    assert drawn.high - drawn.low == pytest.approx(0, abs=1e-6)
    loose = [GameResult(r.first, r.second, r.score, n) for n, r in enumerate(split)]
    drawn = bootstrap(loose, samples=50)["a"]
    assert drawn.high - drawn.low > 50


def test_the_bootstrap_without_games() -> None:
    assert len(bootstrap([])) == 0
