"""Ratings: published fits, invariances, and the coverage of intervals."""

import math
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from garlic.arena.statistics import GameResult, Totals, bootstrap, expected_score, rate, rate_totals
from garlic.arena.statistics.bradley_terry import fit

BARELY = 1e-9  # a negligible prior: published fits have none


def games(table):
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


def test_baseball_as_published():
    totals = Totals.of(BASEBALL)
    found = fit(totals, prior=BARELY, advantage=False)
    above_last = found.strengths - found.strengths[totals.names.index("Baltimore")]
    assert np.round(above_last, 2).tolist() == [1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0]


def test_home_advantage_as_published():
    totals = Totals.of(BASEBALL)
    found = fit(totals, prior=BARELY, advantage=True)
    odds = np.exp(found.strengths)
    assert np.round(odds / odds.sum(), 3).tolist() == [
        *(0.220, 0.190, 0.164, 0.157, 0.137, 0.088, 0.044)
    ]
    assert found.advantage == pytest.approx(0.302, abs=5e-4)
    shown = rate(BASEBALL, prior=BARELY, advantage=True).advantage
    assert shown[0] == pytest.approx(0.302 * 400 / math.log(10), abs=0.1)
    assert shown[1] < shown[0] < shown[2]


def test_draws_as_published():
    found = fit(Totals.of(PUDDING), prior=BARELY, advantage=False)
    odds = np.exp(found.strengths)
    assert (odds / odds.sum()).tolist() == pytest.approx(
        [0.1388, 0.1730, 0.1617, 0.1654, 0.1587, 0.2024], abs=1e-4
    )
    assert found.draws == pytest.approx(0.7468, abs=1e-4)


def test_two_bots_without_draws_have_the_difference_of_their_score():
    ratings = rate(games([("a", "b", 30, 0, 10)]), prior=BARELY)
    assert ratings["a"].elo - ratings["b"].elo == pytest.approx(400 * math.log10(3), abs=1e-3)


def test_near_equality_elo_means_the_same_score_at_any_draw_rate():
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
def test_nothing_is_infinite(table, advantage):
    ratings = rate(games(table), names=["nobody"], advantage=advantage)
    for rating in ratings:
        assert all(map(math.isfinite, (rating.elo, rating.low, rating.high)))
        assert rating.low < rating.elo < rating.high
    assert np.isfinite(ratings.superiorities()).all()


def test_no_games_at_all():
    assert len(rate([])) == 0
    alone = rate([], names=["a", "b"])["a"]
    assert (alone.elo, alone.games, alone.share) == (0, 0, 0.5)


def test_a_rating_counts_its_games():
    rating = rate(games([("a", "b", 3, 2, 1), ("b", "a", 0, 0, 4)]))["a"]
    assert (rating.games, rating.score, rating.draws) == (10, 8.0, 2)
    assert rating.share == 0.8


def test_an_anchor_keeps_its_rating():
    ratings = rate(BASEBALL, anchor=("Boston", 1500))
    boston = ratings["Boston"]
    assert (boston.elo, boston.low, boston.high) == (1500, 1500, 1500)
    with pytest.raises(KeyError):
        rate(BASEBALL, anchor=("Chicago", 1500))


def test_superiority():
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
def test_other_scores_are_refused(score):
    with pytest.raises(ValueError, match="expected a score"):
        rate([GameResult("a", "b", score)])


def test_a_game_of_a_bot_against_itself_is_refused():
    with pytest.raises(ValueError, match="expected two bots"):
        rate([GameResult("a", "a", 1)])


def test_the_prior_must_be_positive():
    with pytest.raises(ValueError, match="expected a positive prior"):
        rate(BASEBALL, prior=0)


_RESULTS = st.lists(
    st.tuples(
        st.permutations("abcd").map(lambda names: names[:2]), st.sampled_from([0, 0.5, 1])
    ).map(lambda drawn: GameResult(*drawn[0], drawn[1])),
    max_size=40,
)


def elos(ratings):
    return {rating.name: rating.elo for rating in ratings}


@settings(deadline=None, max_examples=60)
@given(results=_RESULTS, shift=st.floats(-3000, 3000))
def test_another_average_shifts_all_ratings_equally(results, shift):
    plain, moved = rate(results), rate(results, average=shift)
    for rating in plain:
        other = moved[rating.name]
        assert other.elo == pytest.approx(rating.elo + shift, abs=1e-6)
        assert other.high - other.low == pytest.approx(rating.high - rating.low, abs=1e-6)


@settings(deadline=None, max_examples=60)
@given(results=_RESULTS, seed=st.integers())
def test_the_order_of_games_does_not_matter(results, seed):
    shuffled = random.Random(seed).sample(results, len(results))
    assert elos(rate(shuffled)) == pytest.approx(elos(rate(results)), abs=1e-6)


@settings(deadline=None, max_examples=60)
@given(results=_RESULTS)
def test_inverting_all_results_negates_all_ratings(results):
    inverted = [GameResult(r.first, r.second, 1 - r.score) for r in results]
    for name, elo in elos(rate(results)).items():
        assert rate(inverted)[name].elo == pytest.approx(-elo, abs=1e-6)


@settings(deadline=None, max_examples=60)
@given(results=_RESULTS)
def test_swapping_seats_negates_only_the_advantage(results):
    swapped = [GameResult(r.second, r.first, 1 - r.score) for r in results]
    plain, other = rate(results, advantage=True), rate(swapped, advantage=True)
    assert elos(other) == pytest.approx(elos(plain), abs=1e-6)
    assert other.advantage[0] == pytest.approx(-plain.advantage[0], abs=1e-6)


@settings(deadline=None, max_examples=60)
@given(results=_RESULTS)
def test_another_win_never_lowers_a_rating(results):
    before = rate(results, names="abcd")["a"].elo
    assert rate([*results, GameResult("a", "b", 1)], names="abcd")["a"].elo > before


@settings(deadline=None, max_examples=60)
@given(results=_RESULTS)
def test_totals_rate_like_single_games(results):
    assert elos(rate_totals(Totals.of(results))) == elos(rate(results))


def round_robin(strengths, draws, pairs, chance):
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


@pytest.mark.parametrize("draws", [0.0, 2.0])
def test_intervals_contain_the_truth_in_95_percent(draws):
    # 600 tournaments of five bots: 3000 intervals, of which 95 % should contain the truth.
    strengths = np.array([-1.2, -0.5, 0.0, 0.4, 1.3])
    truth = strengths * 400 / math.log(10) * 2 / (2 + draws)
    truth -= truth.mean()
    chance = np.random.default_rng(11)
    held = 0
    for _ in range(600):
        names, results = round_robin(strengths, draws, 10, chance)
        ratings = rate(results)
        held += sum(
            ratings[name].low <= true <= ratings[name].high
            for name, true in zip(names, truth, strict=True)
        )
    assert 0.935 <= held / 3000 <= 0.97


def test_the_bootstrap_agrees_with_the_fitted_intervals():
    _, results = round_robin(np.array([-0.8, 0.0, 0.1, 0.7]), 0.5, 40, np.random.default_rng(5))
    plain, drawn = rate(results), bootstrap(results, samples=400)
    for rating in plain:
        width = rating.high - rating.low
        assert drawn[rating.name].elo == rating.elo
        assert drawn[rating.name].high - drawn[rating.name].low == pytest.approx(width, rel=0.2)
        assert drawn[rating.name].low == pytest.approx(rating.low, abs=0.15 * width)


def test_the_bootstrap_keeps_pairs_together():
    # Every pair is split: the first seat always wins. Pair by pair nothing is uncertain.
    split = [GameResult("a", "b", 1, pair) for pair in range(30)]
    split += [GameResult("b", "a", 1, pair) for pair in range(30)]
    drawn = bootstrap(split, samples=50)["a"]
    assert drawn.high - drawn.low == pytest.approx(0, abs=1e-6)
    loose = [GameResult(r.first, r.second, r.score, n) for n, r in enumerate(split)]
    drawn = bootstrap(loose, samples=50)["a"]
    assert drawn.high - drawn.low > 50


def test_the_bootstrap_without_games():
    assert len(bootstrap([])) == 0
