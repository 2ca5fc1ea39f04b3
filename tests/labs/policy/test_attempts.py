"""Which attempt counts: the last, or the best after reductions."""

import pytest

from garlic.labs.policy.attempts import Attempt, CountedAttempt, counting_attempt
from garlic.labs.policy.lateness import Counts, Lateness, LatePolicy

TWO_DAYS = Lateness(2, percent=20)
LAST, BEST = LatePolicy(counts=Counts.LAST), LatePolicy(counts=Counts.BEST)


def test_the_last_counts_however_bad() -> None:
    attempts = [Attempt(90), Attempt(40)]
    assert counting_attempt(attempts, LAST) == CountedAttempt(1, certain=True)
    assert counting_attempt([], LAST) is None


def test_the_best_is_the_one_worth_most_after_its_reduction() -> None:
    attempts = [Attempt(80), Attempt(95, lateness=TWO_DAYS)]  # 95 less 20 % is 76
    assert counting_attempt(attempts, BEST) == CountedAttempt(0, certain=True)


def test_of_equal_attempts_the_earliest_is_the_best() -> None:
    attempts = [Attempt(50), Attempt(80), Attempt(80)]
    assert counting_attempt(attempts, BEST) == CountedAttempt(1, certain=True)


def test_attempts_beyond_the_allowed_number_do_not_count() -> None:
    attempts = [Attempt(10), Attempt(20), Attempt(100)]
    for policy in (LatePolicy(attempts=2), LatePolicy(attempts=2, counts=Counts.BEST)):
        assert counting_attempt(attempts, policy) == CountedAttempt(1, certain=True)


@pytest.mark.parametrize(("open_points", "certain"), [(0, True), (30, True), (31, False)])
def test_the_best_is_uncertain_while_another_can_be_worth_more(
    open_points: float, certain: bool
) -> None:
    attempts = [Attempt(50, open_points), Attempt(80)]
    assert counting_attempt(attempts, BEST) == CountedAttempt(1, certain)
