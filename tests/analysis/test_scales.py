"""Chances to win, losses and grades."""

import pytest

from garlic.analysis.scales import (
    LEAST_DROP,
    RANDOM_ACCURACY,
    Grade,
    Loss,
    accuracy,
    chance,
    losses,
)
from garlic.core import Scale
from garlic.engines import Score
from garlic.games import GAMES

SCALE = GAMES["xiangqi"].scale
WIN, LOSS = Score(win_in=5, proven=True), Score(loss_in=4, proven=True)


def test_every_game_has_a_scale_whose_grades_get_worse() -> None:
    for game in GAMES.values():
        bounds = list(losses(game.scale).values())
        assert bounds == sorted(bounds)
        assert game.scale.swing > 0
    assert list(LEAST_DROP) == list(Grade)


@pytest.mark.parametrize(
    ("score", "expected"),
    [
        (Score(0.0), 0.5),
        (Score(1.5), 0.731),
        (Score(-1.5), 0.269),
        (Score(1e308), 1.0),
        (Score(-1e308), 0.0),
        (WIN, 1.0),
        (LOSS, 0.0),
        (Score(0.1, proven=True), 1.0),
        (Score(-0.1, proven=True), 0.0),
        (Score(0.0, proven=True), 0.5),
    ],
    ids=str,
)
def test_chances(score: Score, expected: float) -> None:
    assert chance(score, SCALE) == pytest.approx(expected, abs=1e-3)


@pytest.mark.parametrize(
    ("best", "played", "points", "grade"),
    [
        (Score(0.0), Score(0.0), 0.0, None),
        (Score(0.0), Score(0.4), 0.0, None),
        (Score(0.0), Score(-0.4), 0.4, None),
        (Score(0.0), Score(-0.6), 0.6, Grade.INACCURACY),
        (Score(0.0), Score(-1.2), 1.2, Grade.MISTAKE),
        (Score(0.0), Score(-2.5), 2.5, Grade.BLUNDER),
        (Score(-20.0), Score(-25.0), 5.0, None),  # lost already
        (WIN, Score(0.0), None, Grade.BLUNDER),
        (WIN, Score(20.0), None, None),  # the forced win is gone, but not the game
        (Score(0.0), LOSS, None, Grade.BLUNDER),
        (WIN, LOSS, None, Grade.BLUNDER),
        (WIN, Score(win_in=9, proven=True), 0.0, None),
        (Score(loss_in=20, proven=True), LOSS, 0.0, None),
    ],
    ids=str,
)
def test_loss_and_grade_of_a_move(
    best: Score, played: Score, points: float | None, grade: Grade | None
) -> None:
    loss = Loss.between(best, played, SCALE)
    assert loss.points == (points if points is None else pytest.approx(points))
    assert loss.grade(SCALE) is grade


@pytest.mark.parametrize(("grade", "points"), list(zip(Grade, SCALE.losses, strict=True)))
def test_a_loss_that_just_reaches_both_bounds_has_the_grade(grade: Grade, points: float) -> None:
    drop = LEAST_DROP[grade]
    assert Loss(points, drop).grade(SCALE) is grade
    assert Loss(None, drop).grade(SCALE) is grade
    for less in (Loss(points - 0.01, drop), Loss(points, drop - 0.001)):
        assert less.grade(SCALE) is not grade


def test_accuracy_is_measured_by_random_moves() -> None:
    scale = Scale(random_drop=0.2)
    assert accuracy(0.0, scale) == 100
    assert accuracy(0.2, scale) == pytest.approx(RANDOM_ACCURACY)
    assert accuracy(0.1, scale) == pytest.approx(44.7, abs=0.1)
    assert accuracy(1.0, scale) < 1


def test_a_unit_multiplies_a_scale() -> None:
    scale = Scale("discs", 2.0, (0.5, 1.5, 3.0), 0.1)
    assert scale.in_points(4.0) == Scale("discs", 8.0, (2.0, 6.0, 12.0), 0.1)
