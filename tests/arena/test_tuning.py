"""Tuning by SPSA: it moves towards what wins, and continues after an interruption."""

import json
from typing import Any

import pytest

from garlic.arena.starts import starts
from garlic.arena.tuning import (
    Gains,
    Tuned,
    TuningGames,
    TuningState,
    bot_with,
    run_tuning,
)
from garlic.core import InvalidFileError, Seat
from garlic.games import GAMES
from garlic.judge.bots import find_bot
from garlic.judge.game_run import GameRun
from garlic.judge.record import NOT_JUDGED, Record
from garlic.wire.settings import parse_settings
from support.stub_games import StubExecutor, record_of

TUNED = (Tuned("reduction_slope", 20, 0, 200, 8), Tuned("futility_swing", 100, 1, 1000, 30))
BEST = {"reduction_slope": 90, "futility_swing": 40}


def begun(iterations: int = 300, pairs: int = 2, **changed: Any) -> TuningState:
    options = {"iterations": iterations, "pairs": pairs, "seed": 1, "terms": {"game": "tiaojia"}}
    return TuningState.begin(TUNED, **{**options, **changed})


def games() -> TuningGames:
    return TuningGames("tiaojia", "engine:tiaojia", find_bot, starts(GAMES["tiaojia"]))


def distance(name: str) -> float:
    """How far the settings in a bot's name are from the best ones, in steps."""
    settings = parse_settings(name, name.partition("?")[2])
    return sum(abs(int(settings[one.name]) - BEST[one.name]) / one.step for one in TUNED)


def nearest_wins(_: int, game_run: GameRun) -> Record:
    first, second = (distance(bot.name) for bot in game_run.bots)
    return record_of(game_run, None if first == second else Seat.A if first < second else Seat.B)


def test_it_moves_towards_what_wins() -> None:
    executor = StubExecutor(nearest_wins)
    *_, last = run_tuning(begun(), games(), executor)
    assert last.is_finished
    assert len(executor.game_runs) == 300 * 4 == last.wins + last.draws + last.losses
    for one in TUNED:
        assert abs(last.rounded[one.name] - BEST[one.name]) < 2 * one.step
    # Each pair is one opening with seats swapped; the two sides have opposite steps.
    first, second, third = executor.game_runs[:3]
    assert first.bots == second.bots[::-1]
    assert first.start == second.start != third.start


def test_a_stored_state_continues_as_if_nothing_had_happened() -> None:
    whole = list(run_tuning(begun(20), games(), StubExecutor(nearest_wins)))
    stored = json.loads(json.dumps(whole[7].to_json()))
    continued = begun(20).restored(stored)
    assert continued == whole[7]
    *_, last = run_tuning(continued, games(), StubExecutor(nearest_wins))
    assert last == whole[-1]


def test_a_finished_tuning_can_be_given_more_iterations_but_not_fewer() -> None:
    *_, last = run_tuning(begun(20), games(), StubExecutor(nearest_wins))
    stored = json.loads(json.dumps(last.to_json()))
    longer = begun(30).restored(stored)
    assert not longer.is_finished
    assert longer.history == last.history
    *_, end = run_tuning(longer, games(), StubExecutor(nearest_wins))
    assert (end.done, end.iterations, len(end.history)) == (30, 30, 30)
    with pytest.raises(InvalidFileError, match="has 20 iterations: continue it with as many"):
        begun(19).restored(stored)


def test_another_or_damaged_state_is_refused() -> None:
    stored = begun(20).to_json()
    with pytest.raises(InvalidFileError, match="another tuning: seed is 1, not 2"):
        begun(20, seed=2).restored(stored)
    with pytest.raises(InvalidFileError, match="another tuning: terms"):
        begun(20, terms={"game": "othello"}).restored(stored)
    for damage in ({"done": 3}, {"values": [1]}, {"values": "x"}, {"history": None}, {"wins": -1}):
        with pytest.raises(InvalidFileError):
            begun(20).restored({**stored, **damage})


def test_pairs_that_are_not_judged_do_not_count() -> None:
    def unjudged(_: int, game_run: GameRun) -> Record:
        return record_of(game_run, NOT_JUDGED.winner, NOT_JUDGED.reason)

    *_, last = run_tuning(begun(3, 1), games(), StubExecutor(unjudged))
    assert (last.unjudged, last.wins, last.values) == (3, 0, (20, 100))


def test_values_stay_within_their_bounds() -> None:
    edge = TuningState.begin([Tuned("x", 10, 0, 10, 5)], iterations=50, pairs=1, seed=0, terms={})
    for _ in range(50):
        iteration = edge.next_iteration()
        assert all(0 <= value <= 10 for value in (*iteration.plus, *iteration.minus))
        up = iteration.directions[0] > 0
        edge = edge.after(iteration, [1.0, 1.0] if up else [0.0, 0.0])
    assert edge.rounded == {"x": 10}


def test_steps_become_smaller() -> None:
    steps = [Gains.of(number, 100) for number in (1, 50, 100)]
    assert steps[0].step > steps[1].step > steps[2].step == 1
    assert steps[0].gain > steps[1].gain > steps[2].gain


def test_settings_are_added_to_a_name() -> None:
    assert bot_with("uci:./engine", {"Skill Level": 5}) == "uci:./engine?Skill%20Level=5"
    assert bot_with("engine:xiangqi?nodes=9", {"a": 1, "b": 2}) == "engine:xiangqi?nodes=9&a=1&b=2"
    assert bot_with("engine:xiangqi", {}) == "engine:xiangqi"
