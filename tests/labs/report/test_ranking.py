"""Places in a class: points, then thinking time where the lab says so, then the name."""

from dataclasses import replace

import pytest

from garlic.core import Text
from garlic.core.language.bilingual import Bilingual
from garlic.labs import results
from garlic.labs.lab import Lab
from garlic.labs.library import find_lab
from garlic.labs.policy.lateness import Lateness
from garlic.labs.report.ranking import ranked
from garlic.labs.results import Graded


@pytest.fixture(scope="module")
def timed_lab() -> Lab:
    lab = find_lab("gomoku/match")
    assert lab.breaks_ties
    return lab


def graded(name: str, points: float | None, seconds: float | None = None) -> Graded:
    title = Bilingual("t", "t")
    test = results.TestResult(title, 50, points, Text("-"), Text("-"), seconds_a_move=seconds)
    return Graded(name, name, "bot.py", (test,))


def places(lab: Lab, *submissions: Graded) -> list[tuple[int | None, str]]:
    return [(row.place, row.graded.name) for row in ranked(lab, submissions).ranked]


def test_only_all_points_are_full() -> None:
    full = [graded("a", points).tests[0].full for points in (None, 0, 49.5, 50)]
    assert full == [False, False, False, True]


def test_whoever_thinks_less_is_before_an_equal_only_where_the_lab_says_so(
    timed_lab: Lab, doubling: Lab
) -> None:
    submissions = (
        graded("slow", 40, 0.3),
        graded("quick", 40, 0.1),
        graded("as quick", 40, 0.1004),
        graded("best", 50, 0.9),
    )
    assert places(timed_lab, *submissions) == [
        (1, "best"),
        (2, "as quick"),
        (2, "quick"),
        (4, "slow"),
    ]
    assert places(doubling, *submissions) == [
        (1, "best"),
        (2, "as quick"),
        (2, "quick"),
        (2, "slow"),
    ]


def test_what_is_unfinished_has_no_place_and_takes_none(doubling: Lab) -> None:
    submissions = (graded("open", None), graded("low", 10), graded("high", 20))
    assert places(doubling, *submissions) == [(1, "high"), (2, "low"), (None, "open")]


def test_a_late_submission_is_placed_by_what_counts_and_is_not_full(doubling: Lab) -> None:
    late = replace(graded("late", 50), lateness=Lateness(1, percent=10))
    assert places(doubling, late, graded("on time", 46)) == [(1, "on time"), (2, "late")]
    assert graded("on time", 50).full
    assert not late.full
