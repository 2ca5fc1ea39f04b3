"""Records from other machines are checked."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from garlic.arena.task import checked_record, play_one
from garlic.core import InvalidFileError
from garlic.judge.game_run import GameRun
from garlic.judge.record import NOT_JUDGED, Cost, Record
from support.matches import quick_game_run


@pytest.fixture(scope="module")
def played() -> tuple[GameRun, bytes]:
    game_run = quick_game_run(5)
    return game_run, play_one(game_run)


def test_a_true_record_is_accepted(played: tuple[GameRun, bytes]) -> None:
    game_run, content = played
    assert checked_record(game_run, content) == Record.parse(content)


def first_turn(**changes: object) -> Callable[[dict[str, Any]], None]:
    return lambda record: record["turns"][2].update(changes)


def first_cost(**changes: object) -> Callable[[dict[str, Any]], None]:
    return lambda record: record["turns"][2]["cost"].update(changes)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda record: record.update(seed=6), "its seed should be 5, not 6"),
        (lambda record: record.update(game="gomoku"), "its game should be othello, not gomoku"),
        (lambda record: record["limits"].update(turn_seconds=99.0), "its limits should be"),
        (lambda record: record["bots"][1].update(digest="0"), "its bots should be"),
        (lambda record: record.update(timeouts="forfeit"), "its timeouts should be default"),
        (lambda record: record.update(start="nonsense"), "its start should be"),
        (
            lambda record: record.update(adjudication={"max_plies": 1, "agreed_turns": 4}),
            "its adjudication should be",
        ),
        (lambda record: record["outcome"].update(winner=None), "not true: the outcome is recorded"),
        (lambda record: record["turns"].pop(), "not true: the game is not over"),
        (first_turn(move="a1"), "not true: turn 1: a1 is recorded as 'ok', but is 'illegal move'"),
        (first_turn(seat="green"), "not true: "),
        (first_cost(wall_seconds=-1.0), "turn 1: nothing takes so many seconds"),
        (first_cost(cpu_seconds=1e300), "turn 1: nothing takes so many seconds"),
        (first_cost(memory_bytes=1 << 60), "turn 1: nothing takes so many bytes"),
        (
            lambda record: record.update(
                turns=[], outcome={"winner": None, "reason": NOT_JUDGED.reason, "scores": None}
            ),
            "not true: the game is not over",
        ),
        (lambda record: record.pop("outcome"), "record.outcome: expected an object"),
    ],
)
def test_a_changed_record_is_refused(
    played: tuple[GameRun, bytes], change: Callable[[dict[str, Any]], object], sentence: str
) -> None:
    game_run, content = played
    record = json.loads(content)
    change(record)
    with pytest.raises(InvalidFileError) as caught:
        checked_record(game_run, json.dumps(record).encode())
    assert sentence in str(caught.value)


def test_a_game_that_could_not_be_judged_is_accepted(played: tuple[GameRun, bytes]) -> None:
    game_run, content = played
    record = Record.parse(content)
    busy = replace(record, turns=(), outcome=NOT_JUDGED, overloads=(record.turns[2],) * 4)
    assert checked_record(game_run, busy.dumps().encode()).outcome == NOT_JUDGED
    endless = replace(record.turns[2], cost=Cost(wall_seconds=1e9))
    with pytest.raises(InvalidFileError):
        checked_record(game_run, replace(busy, overloads=(endless,) * 4).dumps().encode())


def test_a_record_has_a_size_limit(
    monkeypatch: pytest.MonkeyPatch, played: tuple[GameRun, bytes]
) -> None:
    game_run, content = played
    monkeypatch.setattr("garlic.arena.task._LARGEST_RECORD", 100)
    with pytest.raises(InvalidFileError, match="larger than"):
        checked_record(game_run, content)
