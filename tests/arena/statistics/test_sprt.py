"""The sequential test and the comparison of two bots: published numbers, error rates."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from garlic.arena.statistics.duel import compare
from garlic.arena.statistics.elo import elo_of_score, expected_score
from garlic.arena.statistics.results import GameResult, PairCounts
from garlic.arena.statistics.sprt import Decision, Sprt
from support.present import present
from support.simulated_pairs import pair_chances, run_tests

# From fastchess's own tests (app/tests/sprt_test.cpp of github.com/Disservin/fastchess),
# "logistic pentanomial"; the last from a page of a test server that runs Stockfish's framework
# (montytest.muzhen.org, test 69d3c8dc7c5b3724e29d2712, "Logistic (exact)").
PUBLISHED_RATIOS = [
    ((223, 9863, 21279, 10037, 246), 0.5, 2.5, -3.07, 0.005),
    ((871, 26175, 55983, 26678, 821), 0, 2, -4.98, 0.005),
    ((13, 37, 50, 25, 3), 0, 2.716, -0.53772, 1e-4),
]


@pytest.mark.parametrize(("counts", "elo0", "elo1", "ratio", "near"), PUBLISHED_RATIOS)
def test_ratios_as_published(
    counts: tuple[int, int, int, int, int], elo0: float, elo1: float, ratio: float, near: float
) -> None:
    assert Sprt(elo0, elo1).llr(PairCounts(counts)) == pytest.approx(ratio, abs=near)


def test_the_usual_bounds() -> None:
    assert Sprt().bounds == pytest.approx((-2.944, 2.944), abs=5e-4)
    assert Sprt(alpha=0.01, beta=0.01).bounds == pytest.approx((-4.595, 4.595), abs=5e-4)
    assert Sprt(alpha=0.05, beta=0.1).bounds == pytest.approx((-2.2513, 2.8904), abs=5e-5)


# The first three from app/tests/elo_test.cpp of github.com/Disservin/fastchess, the others from
# results that authors pasted: "Elo: 72.85 +/- 22.33, nElo: 132.30 +/- 39.32" and so on.
PUBLISHED_DIFFERENCES = [
    ((34, 54, 63, 64, 75), 55.58, 27.65, 57.94, 28.28),
    ((332, 433, 498, 333, 334), -8.64, 10.33, -9.17, 10.96),
    ((7895, 8757, 5685, 568, 9999), -21.04, 2.95, -19.01, 2.65),
    ((1, 10, 78, 48, 13), 72.85, 22.33, 132.30, 39.32),
    ((0, 0, 1, 8, 1), 190.85, 65.54, 549.34, 152.27),
    ((352, 579, 1264, 743, 464), 19.83, 6.77, 24.25, 8.26),
]


@pytest.mark.parametrize(("counts", "elo", "error", "normalized", "spread"), PUBLISHED_DIFFERENCES)
def test_differences_as_published(
    counts: tuple[int, int, int, int, int],
    elo: float,
    error: float,
    normalized: float,
    spread: float,
) -> None:
    found = compare(PairCounts(counts))
    assert found.elo == pytest.approx(elo, abs=0.006)
    assert found.error == pytest.approx(error, abs=0.006)
    assert found.normalized == pytest.approx(normalized, abs=0.006)
    assert found.normalized_error == pytest.approx(spread, abs=0.006)


def test_superiority_as_published() -> None:
    assert compare(PairCounts((332, 433, 498, 333, 334))).superiority == pytest.approx(
        0.0505, abs=5e-5
    )


def test_elo_and_score() -> None:
    assert expected_score(0) == 0.5
    assert expected_score(400) == pytest.approx(10 / 11)
    assert expected_score(1e6) == 1
    assert expected_score(-1e6) == 0
    assert elo_of_score(0.75) == pytest.approx(190.85, abs=0.005)
    for score in (0, 1, -1, math.nan):
        with pytest.raises(ValueError, match="expected a score"):
            elo_of_score(score)


def test_twenty_to_nothing_is_enough() -> None:
    won = PairCounts((0, 0, 0, 0, 10))
    assert Sprt(0, 10).decide(won) is Decision.H1
    assert Sprt(0, 10).decide(won.mirrored) is Decision.H0
    assert Sprt(0, 10).decide(PairCounts((0, 0, 0, 0, 5))) is Decision.CONTINUE
    # The ratio between 0 and 10 Elo alone would need two hundred games.
    assert Sprt(0, 10).llr(won) < 0.3


def test_the_comparison_after_twenty_to_nothing() -> None:
    found = compare(PairCounts((0, 0, 0, 0, 10)))
    assert found.elo is found.high is found.error is found.normalized is None
    # The score s at which ten pairs of ten are as unlikely as 5 %: s^10 = exp(-1.92).
    assert found.low == pytest.approx(elo_of_score(math.exp(-1.9207 / 10)), abs=2)
    assert found.superiority == pytest.approx(1 - 0.5**11)
    lost = compare(PairCounts((10, 0, 0, 0, 0)))
    assert lost.elo is lost.low is None
    assert lost.high == pytest.approx(-present(found.low))
    assert lost.superiority == pytest.approx(0.5**11)


def test_an_interval_beyond_the_scale_is_replaced_by_a_finite_one() -> None:
    # A well-known program prints "Elo: 631.91 +/- nan" for these.
    found = compare(PairCounts((0, 0, 2, 0, 37)))
    assert found.elo == pytest.approx(631.91, abs=0.005)
    assert 400 < present(found.low) < 631 < present(found.high) < 1000


def test_no_games() -> None:
    assert compare(PairCounts()).superiority == 0.5
    assert compare(PairCounts()).elo is None
    assert Sprt().decide(PairCounts()) is Decision.CONTINUE
    assert Sprt().llr(PairCounts()) == pytest.approx(0, abs=1e-4)


def test_only_split_pairs_mean_equality() -> None:
    found = compare(PairCounts((0, 0, 50, 0, 0)))
    assert (found.elo, found.superiority) == (0, 0.5)
    assert found.low == pytest.approx(-present(found.high))
    assert Sprt(0, 10).decide(PairCounts((0, 0, 5000, 0, 0))) is Decision.H0


@pytest.mark.parametrize(
    ("counts", "match"), [((1, 2, 3), "five counts"), ((0, 0, -1, 0, 0), "none negative")]
)
def test_other_than_five_counts_are_refused(counts: tuple[int, ...], match: str) -> None:
    with pytest.raises(ValueError, match=match):
        PairCounts(counts)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "wrong",
    [
        {"elo0": 5, "elo1": 5},
        {"elo0": 10, "elo1": 0},
        {"elo1": math.inf},
        {"elo0": math.nan},
        {"alpha": 0},
        {"beta": 0.5},
    ],
    ids=str,
)
def test_impossible_tests_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="expected"):
        Sprt(**wrong)


def test_pairs_are_found_among_games() -> None:
    results = [
        GameResult("new", "old", 1, 1),
        GameResult("old", "new", 0.5, 1),
        GameResult("old", "new", 0, 2),
        GameResult("new", "old", 1, 2),
        GameResult("new", "old", 0, 3),  # its other half is missing
        GameResult("new", "third", 0, 4),
        GameResult("third", "new", 0, 4),
    ]
    assert PairCounts.of(results, "new", "old") == PairCounts((0, 0, 0, 1, 1))
    assert PairCounts.of(results, "old", "new") == PairCounts((1, 1, 0, 0, 0))
    assert PairCounts((0, 0, 0, 0, 1)).plus(1.5) == PairCounts.of(results, "new", "old")


_COUNTS = st.tuples(*[st.integers(0, 500)] * 5).map(PairCounts)


@settings(deadline=None, max_examples=60)
@given(pairs=_COUNTS, elo0=st.floats(-100, 100), width=st.floats(1, 100))
def test_the_other_side_sees_the_mirror_image(pairs: PairCounts, elo0: float, width: float) -> None:
    test, mirror = Sprt(elo0, elo0 + width), Sprt(-elo0 - width, -elo0)
    assert mirror.llr(pairs.mirrored) == pytest.approx(-test.llr(pairs), abs=1e-6)
    ours, theirs = compare(pairs), compare(pairs.mirrored)
    assert theirs.superiority == pytest.approx(1 - ours.superiority)
    if ours.elo is not None:
        assert theirs.elo == pytest.approx(-ours.elo, abs=1e-6)
    if ours.low is not None:
        assert theirs.high == pytest.approx(-ours.low, abs=1e-6)


@settings(deadline=None, max_examples=60)
@given(pairs=_COUNTS)
def test_many_matches_at_once_give_the_same_ratios(pairs: PairCounts) -> None:
    test = Sprt(0, 30)
    both = np.array([pairs.counts, pairs.mirrored.counts], dtype=np.float64)
    assert test.llrs(both).tolist() == pytest.approx(
        [test.llr(pairs), test.llr(pairs.mirrored)], abs=1e-9
    )


@settings(deadline=None, max_examples=60)
@given(pairs=_COUNTS)
def test_no_number_is_infinite(pairs: PairCounts) -> None:
    found = compare(pairs)
    numbers = (found.elo, found.low, found.high, found.normalized, found.superiority)
    assert all(math.isfinite(number) for number in numbers if number is not None)
    assert math.isfinite(Sprt().llr(pairs))


# Openings that favour one seat (bias) make pairs split; draws make them even.
WORLDS = [(0.0, 0.0), (2.0, 0.0), (0.0, 3.0), (8.0, 1.0)]


# The rate itself is uncertain by 0.03 after 200 tests, by 0.008 after 3000.
@pytest.mark.parametrize(("draws", "bias"), WORLDS)
@pytest.mark.parametrize(
    ("tests", "most"), [(200, 0.08), pytest.param(3000, 0.06, marks=pytest.mark.slow)]
)
def test_error_rates_are_kept(draws: float, bias: float, tests: int, most: float) -> None:
    test = Sprt(0, 70, alpha=0.05, beta=0.05)
    wrong, right, _ = run_tests(test, pair_chances(0, draws, bias), tests, 2000, seed=1)
    assert wrong <= most
    assert wrong + right == 1
    right, wrong, _ = run_tests(test, pair_chances(70, draws, bias), tests, 2000, seed=2)
    assert wrong <= most
    assert wrong + right == 1


@pytest.mark.slow
def test_error_rates_are_not_far_below_the_limit() -> None:
    # Far rarer errors than allowed would mean more games than needed.
    wrong, _, _ = run_tests(Sprt(0, 70), pair_chances(0), 3000, 2000, seed=3)
    assert wrong >= 0.03


@pytest.mark.parametrize(
    ("tests", "alpha", "beta"),
    [(300, 0.02, (0.1, 0.25)), pytest.param(3000, 0.015, (0.14, 0.22), marks=pytest.mark.slow)],
)
def test_alpha_and_beta_are_separate(tests: int, alpha: float, beta: tuple[float, float]) -> None:
    test = Sprt(0, 80, alpha=0.01, beta=0.2)
    wrong, _, _ = run_tests(test, pair_chances(0), tests, 2000, seed=4)
    assert wrong <= alpha
    _, wrong, _ = run_tests(test, pair_chances(80), tests, 2000, seed=5)
    assert beta[0] <= wrong <= beta[1]


def test_a_larger_difference_ends_sooner() -> None:
    lengths = [
        run_tests(Sprt(0, 10), pair_chances(elo), 100, 5000, seed=6)[2] for elo in (150, 300, 800)
    ]
    assert lengths[0] > lengths[1] > lengths[2]
    assert lengths[2] < 12


@pytest.mark.slow
@pytest.mark.parametrize(("draws", "bias"), WORLDS)
@pytest.mark.parametrize("elos", [(0, 10), (-5, 5)], ids=str)
def test_error_rates_of_tests_with_narrow_bounds(
    draws: float, bias: float, elos: tuple[int, int]
) -> None:
    test = Sprt(*elos)
    wrong, _, _ = run_tests(test, pair_chances(elos[0], draws, bias), 3000, 20_000, seed=7)
    assert wrong <= 0.062
    _, wrong, _ = run_tests(test, pair_chances(elos[1], draws, bias), 3000, 20_000, seed=8)
    assert wrong <= 0.062
