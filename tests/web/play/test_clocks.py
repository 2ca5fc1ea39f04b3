"""What the clocks of a human game show, from its turns."""

from dataclasses import replace

from garlic.core import Verdict
from garlic.games import GAMES
from garlic.judge.record import Cost, Turn
from garlic.web.play.clocks import left_seconds, used_seconds

GAME = GAMES["othello"]
LIMITS = replace(GAME.limits, game_seconds=60.0, increment_seconds=3.0)
TURNS = [
    Turn(0, "red", None, Verdict.OK, cost=Cost(wall_seconds=9.0)),  # its start costs no time
    Turn(1, "red", "d3", Verdict.OK, cost=Cost(wall_seconds=5.0)),
    Turn(2, "blue", None, Verdict.TOO_LATE, cost=Cost(wall_seconds=20.0)),
    Turn(3, "red", "c4", Verdict.OK, cost=Cost(wall_seconds=4.5, delay_seconds=0.5)),
]


def test_each_side_has_used_the_time_of_its_own_turns() -> None:
    assert used_seconds(GAME, TURNS) == (9.0, 20.0)


def test_only_a_move_that_was_played_earns_the_increment() -> None:
    assert left_seconds(GAME, LIMITS, TURNS) == (57.0, 40.0)


def test_no_clock_shows_less_than_nothing() -> None:
    short = replace(LIMITS, game_seconds=15.0)
    assert left_seconds(GAME, short, TURNS) == (12.0, 0.0)
    assert left_seconds(GAME, replace(LIMITS, game_seconds=None), TURNS) is None
