"""Where the time of a game went."""

from dataclasses import replace

import pytest

from garlic.analysis.clock import time_use
from garlic.core import Verdict
from garlic.judge.record import Cost, Record
from support.records import record_of, some_moves


def timed(*costs: Cost, faults: dict[int, Verdict] | None = None) -> Record:
    """A game with a limit of a second for a turn, whose turns have these *costs*."""
    record = record_of("othello", some_moves("othello", len(costs)), faults=faults)
    turns = [
        replace(turn, cost=costs[turn.number - 1]) if turn.number else turn for turn in record.turns
    ]
    limits = replace(record.limits, turn_seconds=1.0, game_seconds=10.0)
    return replace(record, limits=limits, turns=tuple(turns))


def test_the_slowest_turns_come_first() -> None:
    first, second = time_use(timed(Cost(0.1), Cost(0.4), Cost(0.3), Cost(0.2), Cost(0.3)))
    assert [(slow.number, slow.share) for slow in first.slowest] == [(3, 0.3), (5, 0.3), (1, 0.1)]
    assert [slow.number for slow in second.slowest] == [2, 4]
    assert (first.turns, first.median_seconds) == (3, 0.3)
    assert first.seconds == pytest.approx(0.7)
    assert first.game_share == pytest.approx(0.07)


def test_waiting_for_a_processor_is_not_counted() -> None:
    first, second = time_use(timed(Cost(0.9, delay_seconds=0.5), Cost(0.2, delay_seconds=0.3)))
    assert first.seconds == pytest.approx(0.4)
    assert second.seconds == 0
    assert first.near == ()


def test_a_turn_is_near_the_limit_or_beyond_it() -> None:
    costs = [Cost(seconds) for seconds in (0.79, 1.2, 0.81, 0.5, 1.1)]
    first, second = time_use(timed(*costs, faults={5: Verdict.TOO_LATE}))
    assert (first.near, first.late) == ((3,), (5,))
    assert (second.near, second.late) == ((2,), ())


def test_a_person_has_a_clock_but_no_limit_for_a_turn() -> None:
    record = record_of("tiaojia", some_moves("tiaojia", 4))
    person = replace(record.bots[0], kind="human")
    slow = replace(record.limits, turn_seconds=0.001, game_seconds=None)
    first, second = time_use(replace(record, bots=(person, record.bots[1]), limits=slow))
    assert (first.near, [turn.share for turn in first.slowest]) == ((), [0.0, 0.0])
    assert second.near == (2, 4)
    clock = replace(slow, game_seconds=0.003)
    first, _ = time_use(replace(record, bots=(person, record.bots[1]), limits=clock))
    assert first.slowest[0].share == pytest.approx(1.0)
