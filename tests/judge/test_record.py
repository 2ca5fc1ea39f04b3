"""What a record says about the machine it was played on."""

import json
from dataclasses import replace

import pytest

from garlic.core import InvalidFileError, Limits, Outcome, Verdict
from garlic.judge.record import Cost, Record, RecordedBot, Turn

BOT = RecordedBot("random:othello", "built-in", "0")
RECORD = Record(
    game="othello",
    start="8 8 r",
    seed=0,
    limits=Limits(init_seconds=1.0, turn_seconds=0.1, memory_bytes=1 << 28),
    timeouts="default",
    bots=(BOT, BOT),
    isolation=(),
    turns=(),
    choices=(),
    outcome=Outcome(None, "draw"),
)


def with_delay(number: int, seconds: float) -> Record:
    turn = Turn(number, "red", "d3", Verdict.OK, cost=Cost(0.5, 0.05, seconds, 0.01))
    return replace(RECORD, turns=(turn,))


@pytest.mark.parametrize(
    ("number", "seconds", "delayed"),
    [(1, 0.02, False), (1, 0.021, True), (0, 0.9, False)],
)
def test_a_fifth_of_the_limit_delays_a_game(number: int, seconds: float, delayed: bool) -> None:
    assert with_delay(number, seconds).is_delayed is delayed


def test_neither_delay_nor_credit_counts_against_a_limit() -> None:
    assert Cost(wall_seconds=1.0, delay_seconds=0.25, credit_seconds=0.5).own_seconds == 0.25
    assert Cost(wall_seconds=0.5, delay_seconds=0.25, credit_seconds=0.5).own_seconds == 0


def test_costs_are_kept() -> None:
    record = with_delay(1, 0.3)
    assert Record.parse(record.dumps().encode()) == record


def test_a_record_without_credit_does_not_mention_it() -> None:
    record = replace(RECORD, turns=(Turn(1, "red", "d3", Verdict.OK),))
    assert "credit" not in record.dumps()
    assert Record.parse(record.dumps().encode()) == record


@pytest.mark.parametrize(
    "name", ["init_seconds", "turn_seconds", "memory_bytes", "game_seconds", "nodes"]
)
def test_a_record_has_limits_that_a_bot_can_play_with(name: str) -> None:
    document = RECORD.to_json()
    for value in (1, 1 << 50):
        document["limits"][name] = value
        assert getattr(Record.parse(json.dumps(document).encode()).limits, name) == value
    for value in (0, -1, (1 << 50) + 1):
        document["limits"][name] = value
        with pytest.raises(InvalidFileError, match=f"record.limits.{name}: .* above 0 .* got"):
            Record.parse(json.dumps(document).encode())
