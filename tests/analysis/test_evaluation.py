"""Scores of positions and moves: for whom they are, and what they are made of."""

from types import SimpleNamespace
from typing import Any

import pytest

from garlic.analysis.evaluation import RoundEvaluator, before_move, final_score, score_for
from garlic.core import Outcome, Seat
from garlic.core.game import scores_of
from garlic.engines import Limit, Score
from garlic.games import GAMES

WON, LOST = Score(win_in=0, proven=True), Score(loss_in=0, proven=True)
# Three discs to one: red is two ahead. In the maze red has 18 points, blue has 8.
BOARD = GAMES["othello"].parse("1111/1111/1111/1111 ..../.OO./.oO./.... r 0")
MAZE = GAMES["stars"].parse(
    "oooo##oooo/o##oooo##o/O#oo##oo#O/ooo#..#ooo/o#o#oo#o#o/o#oooooo#o/ooo#oo#ooo/#.#oooo#o#"
    "/o.oooooo.o/o.oo##oo.o d0=5,4@3,4 d1=5,5@3,5 red=7,1:18:0 blue=8,8:8:0 round=2"
)


@pytest.mark.parametrize(
    ("winner", "seat", "score"),
    [
        (Seat.A, Seat.A, Score(2.0, proven=True)),
        (Seat.A, Seat.B, Score(-2.0, proven=True)),
        (Seat.B, Seat.A, LOST),  # by a fault, although it was ahead
        (Seat.B, Seat.B, WON),
        (None, Seat.A, Score(0.0, proven=True)),
    ],
)
def test_points_decide_a_game_unless_a_fault_did(
    winner: Seat | None, seat: Seat, score: Score
) -> None:
    assert final_score(Outcome(winner, "over"), BOARD, seat) == score


def test_a_game_without_points_is_won_or_lost() -> None:
    start = GAMES["xiangqi"].setup()
    assert final_score(Outcome(Seat.B, "checkmate"), start, Seat.B) == WON
    assert final_score(Outcome(Seat.B, "checkmate"), start, Seat.A) == LOST


def test_a_forced_result_is_one_ply_further_away_before_the_move() -> None:
    assert before_move(Score(win_in=4, proven=True)) == Score(win_in=5, proven=True)
    assert before_move(Score(loss_in=3, proven=True)) == Score(loss_in=4, proven=True)
    assert before_move(Score(1.5)) == Score(1.5)


def test_a_score_is_for_the_mover_and_its_negative_for_the_other() -> None:
    assert score_for(Seat.A, Score(1.5), Seat.A) == Score(1.5)
    assert score_for(Seat.B, Score(1.5), Seat.A) == Score(-1.5)


def test_a_planned_move_is_worth_the_lead_so_far_and_the_points_to_come() -> None:
    """A mean over few rollouts is drawn towards the best one: its move may be as good."""
    planned = [(10.0, 10, "7,2"), (9.5, 990, "6,1"), (9.2, 10, "7,1")]
    moves = [SimpleNamespace(points=p, visits=v, move=m) for p, v, m in planned]
    fake: Any = SimpleNamespace(think=lambda *_: SimpleNamespace(moves=moves))
    evaluator = RoundEvaluator(GAMES["stars"], Limit(nodes=1))
    evaluator.planners = dict.fromkeys(Seat, fake)
    assert scores_of(MAZE) == (18, 8)
    assert [(move.move, move.lead) for move in evaluator.planned_moves(MAZE, Seat.A)] == [
        ("7,2", 20.0),
        ("7,1", pytest.approx(19.6)),
        ("6,1", pytest.approx(19.505)),
    ]
    assert evaluator.planned_moves(MAZE, Seat.B)[0].lead == 0.0
