"""Chances to win, losses and grades."""

import pytest

from garlic.analysis.scales import LEAST_DROP, SCALES, Grade, Loss, scale_of
from garlic.engines import Score
from garlic.games import GAMES

SCALE = scale_of("xiangqi")
WIN, LOSS = Score(win_in=5, proven=True), Score(loss_in=4, proven=True)


def test_every_game_has_a_scale_whose_grades_get_worse():
    for game in GAMES:
        losses = list(SCALES[game].losses.values())
        assert losses == sorted(losses)
        assert SCALES[game].swing > 0
    assert list(LEAST_DROP) == list(Grade)


@pytest.mark.parametrize(
    ("score", "chance"),
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
def test_chances(score, chance):
    assert SCALE.chance(score) == pytest.approx(chance, abs=1e-3)


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
def test_loss_and_grade_of_a_move(best, played, points, grade):
    loss = Loss.between(best, played, SCALE)
    assert loss.points == (points if points is None else pytest.approx(points))
    assert SCALE.grade(loss) is grade


def test_accuracy_falls_with_the_loss():
    assert Loss().accuracy == 100
    assert Loss(1.0, 0.1).accuracy == pytest.approx(67.03, abs=0.01)
    assert Loss(None, 1.0).accuracy < 2


def test_a_unit_multiplies_a_scale():
    wide = scale_of("othello", 4.0)
    assert wide.swing == 4 * SCALES["othello"].swing
    assert wide.losses[Grade.BLUNDER] == 4 * SCALES["othello"].losses[Grade.BLUNDER]
