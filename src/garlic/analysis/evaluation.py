"""Evaluates positions and moves with our engines."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass

from garlic.core import Game, Outcome, Position, Seat
from garlic.core.game import TurnPosition, scores_of
from garlic.core.type_variables import M
from garlic.engines import Engine, Limit, Score, SearchResult
from garlic.engines.planners import planner

# A planner's mean over few rollouts is unreliable, so this many rollouts with the value of the
# best move are added to it.
_PRIOR_ROLLOUTS = 10


def score_for(seat: Seat, score: Score, mover: Seat) -> Score:
    """*score*, which is for *mover*, from the point of view of *seat*."""
    return score if seat is mover else -score


def final_score(outcome: Outcome, position: Position, seat: Seat) -> Score:
    """The score of a finished game for *seat*."""
    if outcome.winner is None:
        return Score(0.0, proven=True)
    scores = scores_of(position)
    lead = 0 if scores is None else scores[seat.index] - scores[seat.other.index]
    won = outcome.winner is seat
    if lead and (lead > 0) is won:  # the points decide, unless the game was lost by a fault
        return Score(float(lead), proven=True)
    return Score(win_in=0, proven=True) if won else Score(loss_in=0, proven=True)


def before_move(score: Score) -> Score:
    """*score* as of one ply earlier: a forced win or loss is one ply further away."""
    if score.win_in is not None:
        return Score(win_in=score.win_in + 1, proven=score.proven)
    if score.loss_in is not None:
        return Score(loss_in=score.loss_in + 1, proven=score.proven)
    return score


class TurnEvaluator:
    """Evaluates positions of a game with alternating turns, each searched within *limit*.

    If *limit* is in nodes, the same positions in the same order give the same scores.
    Raises `UsageError` if the game has no engine.
    """

    def __init__(self, game: Game, limit: Limit) -> None:
        self.limit = limit
        self.engine = Engine(game)
        self.stopped = threading.Event()

    def unit(self, position: Position) -> float:
        """How many points count as a small mistake (see `Engine.unit`)."""
        return self.engine.unit(position)

    def search(self, position: Position) -> SearchResult:
        """Search *position*; raise `Stopped` after `stop`."""
        if self.stopped.is_set():
            raise Stopped
        result = self.engine.search(position, self.limit)
        if self.stopped.is_set():  # the search was cut short: its result is unreliable
            raise Stopped
        return result

    def evaluate_move(self, position: TurnPosition[M], move: M) -> Score:
        """The score of *move* for the side that plays it, by a search of the position after it."""
        seat, after = position.mover, position.play(move)
        if (outcome := after.outcome()) is not None:
            return before_move(final_score(outcome, after, seat))
        score = self.search(after).score
        assert score is not None  # noqa: S101  (an unfinished game has a legal move)
        return before_move(score_for(seat, score, after.mover))

    def stop(self) -> None:
        """Stop the running search and every later one. Safe from any thread."""
        self.stopped.set()
        self.engine.stop()


class Stopped(Exception):  # noqa: N818  (not an error: the user stopped the review)
    """The review was stopped by its caller."""


@dataclass(frozen=True, slots=True)
class PlannedMove:
    """A move and the final *lead* in points that the planner expects from it."""

    move: str
    lead: float


class RoundEvaluator:
    """Evaluates moves of a game with simultaneous moves, with one of our planners per seat."""

    def __init__(self, game: Game, limit: Limit) -> None:
        self.limit = limit
        # A planner that is winning plays safe, so moves are compared by expected points only.
        self.planners = {seat: planner(game, seat, points_only=True) for seat in Seat}
        self.stopped = threading.Event()

    def planned_moves(self, position: Position, seat: Seat) -> Sequence[PlannedMove]:
        """The moves of *seat*, best first, empty if it has none; raise `Stopped` after `stop`."""
        if self.stopped.is_set():
            raise Stopped
        planned = self.planners[seat].think(position, self.limit).moves
        if not planned:
            return ()
        scores = scores_of(position) or (0, 0)
        lead = scores[seat.index] - scores[seat.other.index]
        best = planned[0].points
        moves = [
            PlannedMove(
                move.move,
                lead
                + (move.points * move.visits + best * _PRIOR_ROLLOUTS)
                / (move.visits + _PRIOR_ROLLOUTS),
            )
            for move in planned
        ]
        return sorted(moves, key=lambda move: -move.lead)

    def stop(self) -> None:
        """Stop before the next evaluation. Safe from any thread."""
        self.stopped.set()
