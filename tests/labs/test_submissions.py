"""Sample submissions, good and bad, get the expected points in every family of labs.

Points that depend on the speed of the machine have a range. The quick ones always run; the others
are marked slow.
"""

from pathlib import Path

import pytest

from garlic.labs.library import find_lab
from labs.samples import Grade

HOME = Path(__file__).parent.parent / "submissions"
KINDS = ("good", "middling", "wrong", "crashing", "cheating", "broken")

# By lab and submission: the lowest and highest points, and a fault that must be reported.
QUICK = {
    ("shell", "good"): (100, 100, None),
    ("shell", "middling"): (68, 83, None),
    ("shell", "cheating"): (5, 5, None),
    ("shell", "broken"): (0, 0, "compile error"),
    ("trek", "cheating"): (10, 10, "forbidden"),
    ("stars/task1", "middling"): (20, 80, None),
    ("stars/task1", "wrong"): (0, 0, "illegal move"),
    ("stars/task1", "broken"): (0, 0, "compile error"),
}
SLOW = {
    ("shell", "wrong"): (5, 5, None),
    ("shell", "crashing"): (5, 5, "crash"),
    ("trek", "wrong"): (10, 10, None),
    ("trek", "crashing"): (10, 10, "crash"),
    ("trek", "broken"): (0, 0, "compile error"),
    ("trek", "good"): (100, 100, None),
    ("trek", "middling"): (20, 70, None),
    ("highway", "good"): (85, 85, None),  # Python: without the course's functions
    ("highway", "middling"): (40, 65, None),
    ("highway", "wrong"): (10, 10, None),
    ("highway", "crashing"): (10, 10, "crash"),
    ("highway", "cheating"): (10, 10, "forbidden"),
    ("highway", "broken"): (0, 0, "compile error"),
    ("gomoku/rules", "good"): (100, 100, None),
    ("gomoku/rules", "middling"): (60, 90, None),
    ("gomoku/rules", "wrong"): (20, 40, None),
    ("gomoku/rules", "crashing"): (10, 10, "crash"),
    ("gomoku/rules", "cheating"): (10, 10, "forbidden"),
    ("gomoku/rules", "broken"): (0, 0, "compile error"),
    ("xiangqi/mate", "good"): (55, 100, None),
    ("xiangqi/mate", "middling"): (10, 50, None),
    ("xiangqi/mate", "wrong"): (5, 15, None),
    ("xiangqi/mate", "crashing"): (5, 5, "crash"),
    ("xiangqi/mate", "cheating"): (5, 5, "crash"),
    ("xiangqi/mate", "broken"): (0, 0, "compile error"),
    ("xiangqi/match", "good"): (30, 100, None),
    ("xiangqi/match", "middling"): (10, 70, None),
    ("xiangqi/match", "wrong"): (10, 10, "protocol"),
    ("xiangqi/match", "crashing"): (10, 10, "crash"),
    ("xiangqi/match", "cheating"): (10, 10, "forbidden"),
    ("xiangqi/match", "broken"): (0, 0, "compile error"),
    ("gomoku/match", "good"): (45, 100, None),
    ("gomoku/match", "middling"): (20, 40, None),
    ("gomoku/match", "wrong"): (10, 10, "illegal move"),
    ("gomoku/match", "crashing"): (10, 10, "crash"),
    ("gomoku/match", "cheating"): (10, 10, "forbidden"),
    ("gomoku/match", "broken"): (0, 0, "compile error"),
    ("tiaojia/match", "good"): (46, 100, None),
    ("tiaojia/match", "middling"): (10, 64, None),
    ("tiaojia/match", "wrong"): (10, 10, "illegal move"),
    ("tiaojia/match", "crashing"): (10, 10, "crash"),
    ("tiaojia/match", "cheating"): (10, 10, "forbidden"),
    ("tiaojia/match", "broken"): (0, 0, "compile error"),
    ("othello/task1", "good"): (100, 100, None),
    ("othello/task1", "middling"): (70, 100, None),
    ("othello/task1", "wrong"): (10, 10, "illegal move"),
    ("othello/task1", "crashing"): (10, 10, "crash"),
    ("othello/task1", "cheating"): (10, 10, "forbidden"),
    ("othello/task1", "broken"): (0, 0, "compile error"),
    ("othello/task2", "good"): (100, 100, None),
    ("othello/task2", "middling"): (50, 100, None),
    ("othello/task3", "good"): (100, 100, None),
    ("othello/task3", "middling"): (25, 75, None),
    ("othello/task4", "good"): (75, 100, None),
    ("othello/task4", "middling"): (0, 50, None),
    ("stars/task1", "good"): (80, 100, None),
    ("stars/task1", "crashing"): (0, 40, "crash"),
    ("stars/task1", "cheating"): (0, 40, "forbidden"),
    ("stars/task2", "good"): (70, 100, None),
    ("stars/task2", "middling"): (40, 80, None),
    ("stars/task3", "good"): (60, 100, None),
    ("stars/task3", "middling"): (0, 40, None),
    ("stars/task4", "good"): (30, 100, None),
    ("stars/pvp", "good"): (35, 100, None),
    ("stars/pvp", "middling"): (0, 20, None),
}


def submission(lab: str, kind: str) -> Path:
    name = {
        "gomoku/rules": "gomoku-rules",
        "gomoku/match": "gomoku-match",
        "xiangqi/mate": "xiangqi-mate",
        "xiangqi/match": "xiangqi-match",
    }.get(lab, lab.partition("/")[0])
    (found,) = (path for path in (HOME / name).iterdir() if path.stem == kind)
    return found


@pytest.mark.parametrize("family", sorted(path.name for path in HOME.iterdir() if path.is_dir()))
def test_every_family_has_all_kinds(family: str) -> None:
    assert sorted(path.stem for path in (HOME / family).iterdir()) == sorted(KINDS)


@pytest.mark.parametrize(("lab", "kind"), sorted(QUICK))
def test_a_submission_gets_the_expected_points(lab: str, kind: str, graded: Grade) -> None:
    assert_points(lab, kind, QUICK[lab, kind], graded)


@pytest.mark.slow
@pytest.mark.parametrize(("lab", "kind"), sorted(SLOW))
def test_every_submission_gets_the_expected_points(lab: str, kind: str, graded: Grade) -> None:
    assert_points(lab, kind, SLOW[lab, kind], graded)


def assert_points(
    lab: str, kind: str, expected: tuple[float, float, str | None], graded: Grade
) -> None:
    low, high, fault = expected
    (result,) = graded(find_lab(lab), [submission(lab, kind)]).values()
    details = [(str(test.summary), test.points) for test in result.tests]
    assert not result.not_judged, details
    assert low <= result.points <= high, details
    assert (result.compiles is False) == (kind == "broken")
    if fault is not None:
        assert fault in {verdict for test in result.tests for verdict in test.verdicts}, details


def test_a_good_gomoku_bot_beats_the_random_player(graded: Grade) -> None:
    (result,) = graded(
        find_lab("gomoku/match"), [submission("gomoku/match", "good")], opponent="random:gomoku"
    ).values()
    assert result.points == 100
    assert result.seconds_a_move is not None  # it breaks ties
