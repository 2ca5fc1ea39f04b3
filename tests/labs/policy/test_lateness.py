"""Due dates, reductions, and what is refused."""

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from garlic.core import InvalidFileError, UsageError
from garlic.labs.lab import Lab, read_lab
from garlic.labs.policy.lateness import (
    LatePenalty,
    LatePolicy,
    PolicyOptions,
    SubmissionTime,
    Unit,
    parse_due,
    parse_duration,
    parse_penalty,
    reduced,
)
from labs.samples import DOUBLING

DUE = datetime(2026, 11, 20, 15, 59, tzinfo=UTC)
DAILY = LatePolicy(DUE, LatePenalty(10, Unit.DAY), timedelta(minutes=15), most_percent=50)


def lab_with(head: str) -> Lab:
    return read_lab(f"{head}\n{DOUBLING}".encode(), "doubling", Path())


@pytest.mark.parametrize(
    ("late_by", "units", "percent"),
    [
        (timedelta(days=-3), 0, 0),
        (timedelta(0), 0, 0),
        (timedelta(minutes=15), 0, 0),  # the end of the grace period is still on time
        (timedelta(minutes=15, seconds=1), 1, 10),
        (timedelta(days=1), 1, 10),
        (timedelta(days=1, seconds=1), 2, 20),
        (timedelta(days=30), 30, 50),
    ],
)
def test_a_started_day_counts_and_the_maximum_holds(
    late_by: timedelta, units: int, percent: float
) -> None:
    lateness = DAILY.lateness(SubmissionTime(DUE + late_by))
    assert (lateness.units, lateness.percent) == (units, percent)


def test_time_zones_are_compared_not_clocks() -> None:
    shanghai = timezone(timedelta(hours=8))
    assert not DAILY.lateness(SubmissionTime(datetime(2026, 11, 20, 23, 59, tzinfo=shanghai))).units
    assert DAILY.lateness(SubmissionTime(datetime(2026, 11, 20, 23, 59, tzinfo=UTC))).units == 1


def test_hours_are_counted_where_the_policy_says_so() -> None:
    hourly = LatePolicy(DUE, LatePenalty(2.5, Unit.HOUR))
    lateness = hourly.lateness(SubmissionTime(DUE + timedelta(hours=2, minutes=1)))
    assert lateness.percent == 7.5
    assert str(lateness.reduction()) == "7.5 % off: 3 hours late"


def test_the_reduction_is_explained() -> None:
    lateness = DAILY.lateness(SubmissionTime(DUE + timedelta(hours=5)))
    assert reduced(82, lateness) == 73.8
    text = lateness.explanation("82")
    assert text is not None
    assert str(text) == "82 points, 10 % off: 1 day late"
    assert text.render("zh") == "原得 82 分，迟交 1 天，扣 10 %"
    assert DAILY.lateness(SubmissionTime(DUE)).explanation("82") is None


def test_without_a_penalty_lateness_is_only_told() -> None:
    lateness = LatePolicy(DUE).lateness(SubmissionTime(DUE + timedelta(days=2)))
    assert (lateness.percent, str(lateness.explanation("82"))) == (0, "2 days late")


@pytest.mark.parametrize("marked", [False, True])
def test_an_unknown_time_costs_nothing_and_is_told(marked: bool) -> None:
    lateness = DAILY.lateness(SubmissionTime(marked_late=marked))
    assert (lateness.percent, lateness.known, lateness.is_late) == (0, False, marked)
    assert "unknown" in str(lateness.sentence())


def test_without_a_due_date_nothing_is_late() -> None:
    assert not LatePolicy().lateness(SubmissionTime(DUE)).is_late
    assert not LatePolicy().is_over(DUE + timedelta(days=999))


@pytest.mark.parametrize(
    "text",
    [
        "2026-11-20T23:59:00+08:00",
        "2026-11-20 23:59 +08:00",
        "2026-11-20 23:59 +0800",
        "2026-11-20 23:59 Asia/Shanghai",
        "2026-11-20T15:59Z",
        "2026-11-20 15:59 UTC",
    ],
)
def test_due_dates_in_the_forms_that_people_write(text: str) -> None:
    assert parse_due(text) == DUE


@pytest.mark.parametrize(
    "text",
    [
        "",
        "tomorrow",
        "2026-11-20",
        "2026-11-20 23:59",
        "2026-13-01T00:00Z",
        "2026-11-20 23:59 Nowhere/City",
        "2026-11-20 23:59 ../../etc/passwd",
        "2026-11-20 23:59+08:00 UTC",
    ],
)
def test_a_due_date_needs_a_date_and_a_zone(text: str) -> None:
    with pytest.raises(UsageError, match="expected a date with a time zone like"):
        parse_due(text)


@pytest.mark.parametrize(
    "text", ["banana", "-10 %/day", "10 %", "101 %/day", "10 %/week", "10/day"]
)
def test_a_penalty_that_means_nothing_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="expected a reduction like '10 %/day'"):
        parse_penalty(text)


@pytest.mark.parametrize(
    ("text", "minutes"), [("15 min", 15), ("2 hours", 120), ("1 day", 1440), ("1.5h", 90)]
)
def test_durations(text: str, minutes: float) -> None:
    assert parse_duration(text) == timedelta(minutes=minutes)


def test_a_lab_has_a_policy() -> None:
    policy = lab_with(
        "due = 2026-11-20T23:59:00+08:00\nlate = '10%/day'\ngrace = '15 min'\n"
        "late_most = '50 %'\nattempts = 3\ncounts = 'best'"
    ).policy
    assert policy == LatePolicy(
        DUE, LatePenalty(10, Unit.DAY), timedelta(minutes=15), 50, 3, policy.counts
    )
    assert policy.counts == "best"
    assert lab_with("due = '2026-11-20 23:59 +08:00'").policy.due == DUE


@pytest.mark.parametrize(
    ("head", "message"),
    [
        ("due = 2026-11-20T23:59:00", "due: expected a date with a time zone like"),
        ("due = 2026-11-20", "due: expected a date with a time zone like"),
        ("due = 'soon'", "due: expected a date with a time zone like .*, got 'soon'"),
        ("due = 5", "due: expected a date with a time zone like"),
        ("due = 2026-11-20T23:59:00Z\nlate = 'banana'", "late: expected a reduction like .*banana"),
        ("due = 2026-11-20T23:59:00Z\nlate = -10", "late: expected text, got -10"),
        ("due = 2026-11-20T23:59:00Z\ngrace = '-5 min'", "grace: expected a duration like"),
        ("due = 2026-11-20T23:59:00Z\nlate_most = '-5 %'", "late_most: expected a percentage like"),
        ("late = '10 %/day'", "late: a late policy needs the field 'due'"),
        ("attempts = 0", "attempts: expected a whole number from 1"),
        ("attempts = -1", "attempts: expected a whole number from 1"),
        ("counts = 'first'", "counts: expected one of last, best"),
    ],
)
def test_a_wrong_policy_is_refused_with_its_field(head: str, message: str) -> None:
    with pytest.raises(InvalidFileError, match=message):
        lab_with(head)


def test_options_replace_parts_of_a_policy() -> None:
    changed = PolicyOptions(late="1 %/hour", counts="best").applied(DAILY)
    assert (changed.due, changed.penalty) == (DUE, LatePenalty(1, Unit.HOUR))
    assert changed.counts == "best"
    assert PolicyOptions().applied(DAILY) == DAILY
    with pytest.raises(UsageError, match="--late: expected a reduction like '10 %/day'"):
        PolicyOptions(late="banana").applied(DAILY)
    with pytest.raises(UsageError, match="needs a due date"):
        PolicyOptions(late="10 %/day").applied(LatePolicy())
