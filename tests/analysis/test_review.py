"""Reviews of games: what they find, and that they are repeatable."""

import threading
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from garlic.analysis import Reviewer
from garlic.analysis.documents import review_to_json
from garlic.analysis.evaluation import RoundEvaluator, TurnEvaluator
from garlic.analysis.review import MoveReview
from garlic.analysis.scales import Grade, Loss, accuracy
from garlic.core import Seat, Verdict
from garlic.core.game import TurnPosition, turn_position
from garlic.engines import Limit, Line, Score, SearchResult
from garlic.games import GAMES
from garlic.judge.bots import find_bot
from garlic.judge.game_run import GameRun, play
from garlic.judge.settings import parse_limits
from support.present import present
from support.records import record_of, some_moves

# Black has an open four and plays elsewhere: it still wins. The second time white could stop it.
# White plays at the edges, and so makes mistakes of its own.
GOMOKU = ["h8", "a1", "i8", "a3", "j8", "a5", "k8", "a7", "o1", "l8", "o3", "a9"]
NODES = Limit(nodes=3_000)


def test_a_win_thrown_away_is_blacks_costliest_move() -> None:
    record = record_of("gomoku", GOMOKU, start=str(GAMES["gomoku"].setup(rule="freestyle")))
    review = Reviewer(record, NODES).run()
    assert review.complete
    worst = next(move for move in review.costliest if move.seat is Seat.A)
    assert (worst.number, worst.played) == (11, "o3")
    assert worst.grade is Grade.BLUNDER
    assert worst.best == "g8"
    assert worst.best_evaluation.win_in == 1
    assert worst.loss.points is None
    assert worst.loss.drop > 0.1
    assert review.moves[8].grade is None
    assert present(review.sides[0].accuracy) < 100
    assert len(review.evaluations) == len(GOMOKU) + 1
    assert None not in review.evaluations


@pytest.mark.parametrize("game", ["othello", "xiangqi", "tiaojia"])
def test_the_same_nodes_give_the_same_review(game: str) -> None:
    moves = some_moves(game, 8)
    record = record_of(game, moves)
    found = [review_to_json(Reviewer(record, NODES).run()) for _ in range(2)]
    assert found[0] == found[1]
    assert [move["step"] for move in found[0]["moves"]] == list(range(1, len(moves) + 1))
    assert {move["seat"] for move in found[0]["moves"]} == {"a", "b"}


def test_a_move_without_a_choice_is_marked() -> None:
    position, moves = turn_position(GAMES["othello"].setup(size=(4, 4))), []
    choices = []
    while position.outcome() is None:
        legal = position.legal_moves()
        choices.append(len(legal))
        moves.append(str(legal[0]))
        position = position.play(legal[0])
    record = record_of("othello", moves, start=str(GAMES["othello"].setup(size=(4, 4))))
    review = Reviewer(record, NODES).run()
    assert [move.only_move for move in review.moves] == [count == 1 for count in choices]
    assert 1 in choices
    assert 2 in choices


def test_rounds_are_reviewed_for_both_sides() -> None:
    record = record_of("stars", [("9,1", "8,8"), ("9,1", "8,8"), ("9,1", "8,8")])
    first, again = (review_to_json(Reviewer(record, NODES).run()) for _ in range(2))
    assert first == again
    assert [(move["step"], move["seat"]) for move in first["moves"]] == [
        (step, seat) for step in (1, 2, 3) for seat in "ab"
    ]
    assert all(0 <= chance <= 1 for chance in first["chances"])


def test_a_fault_that_lost_the_game_is_a_blunder() -> None:
    record = record_of("gomoku", ["h8", "h8"], faults={2: Verdict.ILLEGAL_MOVE})
    review = Reviewer(record, NODES).run()
    worst = review.costliest[0]
    assert (worst.seat, worst.verdict, worst.grade) == (
        Seat.B,
        Verdict.ILLEGAL_MOVE,
        Grade.BLUNDER,
    )
    assert worst.evaluation.loss_in is not None
    assert present(review.evaluations[-1]).win_in == 0


def test_a_lost_turn_is_reviewed() -> None:
    record = record_of("othello", ["c4", "x", "d6"], faults={2: Verdict.TOO_LATE})
    review = Reviewer(record, NODES).run()
    assert [move.number for move in review.moves] == [1, 2, 3]
    assert review.moves[1].played is None
    assert review.time_use[1].late == (2,)


def test_a_stopped_review_keeps_what_is_done() -> None:
    record = record_of("othello", some_moves("othello", 6))
    reviewer = Reviewer(record, NODES)
    progress = []

    def stop_after_three(done: int, of: int) -> None:
        progress.append((done, of))
        if done == 3:
            reviewer.stop()

    review = reviewer.run(stop_after_three)
    assert progress == [(1, 7), (2, 7), (3, 7)]
    assert not review.complete
    assert [score is not None for score in review.evaluations] == [False] * 4 + [True] * 3
    assert len(review.moves) == 2


def test_a_long_search_can_be_stopped() -> None:
    reviewer = Reviewer(record_of("xiangqi", ["h2e2"]), Limit(time=60))
    evaluator = reviewer._evaluator
    assert isinstance(evaluator, TurnEvaluator)
    thread = threading.Thread(target=reviewer.run)
    thread.start()
    while evaluator.engine._running is None and thread.is_alive():
        pass
    reviewer.stop()
    thread.join(10)
    assert not thread.is_alive()
    assert not reviewer.review.complete


def test_a_game_without_turns_has_no_moves() -> None:
    record = record_of("xiangqi", [])
    review = Reviewer(record, NODES).run()
    assert review.complete
    assert review.moves == []
    assert review.sides[0].accuracy is None


def fixed_search(reviewer: Reviewer, *scores: float, plies: int = 1) -> None:
    """Let the reviewer find these *scores*, from the last position to the first.

    The best line is always that of the first *plies* legal moves.
    """
    found = iter(scores)

    def search(position: TurnPosition) -> SearchResult[Any]:
        score, moves = Score(next(found)), []
        lines = position
        for _ in range(plies):
            moves.append(lines.legal_moves()[0])
            lines = lines.play(moves[-1])
        best = Line(score, tuple(moves))
        return SearchResult(moves[0], score, 1, 1, 1, 0.0, (best,))

    evaluator = reviewer._evaluator
    assert isinstance(evaluator, TurnEvaluator)
    evaluator.search = search  # type: ignore[method-assign, assignment]


def test_a_move_is_compared_with_the_best_one_as_its_side_sees_both() -> None:
    legal = [str(move) for move in turn_position(GAMES["xiangqi"].setup()).legal_moves()]
    reviewer = Reviewer(record_of("xiangqi", [legal[1]]), NODES)
    # Black is to move in each position that is searched after a move of red.
    fixed_search(reviewer, 2.0, 0.5, -0.75, plies=12)
    review = reviewer.run()
    assert review.evaluations == (Score(0.5), Score(-2.0))
    (move,) = review.moves
    assert (move.evaluation, move.best_evaluation) == (Score(-2.0), Score(0.75))
    assert move.loss.points == 2.75
    assert (move.best, move.line[0], len(move.line)) == (legal[0], legal[0], 8)


@pytest.mark.parametrize("verdict", [Verdict.JUDGE_ERROR, Verdict.DRAW_AGREED])
def test_a_game_that_nobody_has_won_is_not_over_in_its_last_position(verdict: Verdict) -> None:
    reviewer = Reviewer(record_of("xiangqi", ["h2e2", "-"], faults={2: verdict}), NODES)
    fixed_search(reviewer, *[0.5] * 9)
    assert reviewer.run().evaluations[-1] == Score(-0.5)


def test_both_planners_have_a_say_in_the_lead_of_a_round() -> None:
    reviewer = Reviewer(record_of("stars", [("9,1", "8,8")]), NODES)
    evaluator = reviewer._evaluator
    assert isinstance(evaluator, RoundEvaluator)
    for seat, points in ((Seat.A, 5.0), (Seat.B, 1.0)):
        moves = [SimpleNamespace(move=move, points=points, visits=9) for move in ("9,1", "8,8")]
        plans = SimpleNamespace(moves=moves)
        fake: Any = SimpleNamespace(think=lambda *_, plans=plans: plans)
        evaluator.planners[seat] = fake
    start = present(reviewer.run().evaluations[0])
    assert start == Score(2.0)  # 5 ahead by the one, 1 behind by the other


def test_forced_moves_count_neither_for_accuracy_nor_for_the_average() -> None:
    reviewer = Reviewer(record_of("xiangqi", []), NODES)

    def move(loss: Loss, only_move: bool = False) -> MoveReview:
        return MoveReview(
            *(1, 1, Seat.A, "h2e2", Verdict.OK, Score(0.0), "h2e2", Score(0.0), (), loss),
            grade=loss.grade(reviewer.scale),
            only_move=only_move,
        )

    moves = [move(Loss(4.0, 0.9), only_move=True), move(Loss()), move(Loss(3.0, 0.5))]
    side, _ = replace(reviewer.review, moves=moves).sides
    assert (side.moves, side.average_points) == (3, 1.5)
    assert side.accuracy == accuracy(0.25, reviewer.scale)
    assert side.grades[Grade.BLUNDER] == 2


@pytest.mark.parametrize(
    "game",
    [
        "gomoku",
        *(pytest.param(name, marks=pytest.mark.slow) for name in GAMES if name != "gomoku"),
    ],
)
def test_random_moves_are_inaccurate_and_strong_ones_are_not(game: str) -> None:
    facts, accuracies = GAMES[game], []
    start = facts.maps.load("10x10-both-free") if facts.maps and facts.simultaneous else None
    strong = find_bot(f"engine:{game}?level=10&nodes={200 if facts.simultaneous else 5_000}")
    limits = parse_limits("init=60s,turn=60s", facts.limits)
    for seed in (1, 2):
        bots = (find_bot(f"random:{game}?seed={seed}"), strong)
        record = play(GameRun(game, bots, str(start or facts.setup()), limits=limits))
        review = Reviewer(record, Limit(nodes=200 if facts.simultaneous else 5_000)).run()
        accuracies.append([present(side.accuracy) for side in review.sides])
    by_chance, by_engine = (sum(both) / len(both) for both in zip(*accuracies, strict=True))
    assert by_chance < 50
    assert by_engine > 80
