"""What positions and moves are worth, asked of our engines."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from garlic.core import Game, Outcome, Seat, UsageError
from garlic.engines import Engine, Limit, Score, SearchResult
from garlic.engines.planners import PLANNERS

# A planner's mean over few lines of play says little: so many more, as good as the best move's,
# are counted with it.
_DOUBT = 10


def seen_by(seat: Seat, score: Score, mover: Seat) -> Score:
    """*score*, which is for *mover*, as *seat* sees it."""
    return score if seat is mover else -score


def ended(outcome: Outcome, position: Any, seat: Seat) -> Score:
    """What the end of a game is worth to *seat*."""
    if outcome.winner is None:
        return Score(0.0, proven=True)
    scores = position.scores() if hasattr(position, "scores") else None
    lead = 0 if scores is None else scores[seat.index] - scores[seat.other.index]
    won = outcome.winner is seat
    if lead and (lead > 0) is won:  # a game of points ends with them, unless a fault decided it
        return Score(float(lead), proven=True)
    return Score(win_in=0, proven=True) if won else Score(loss_in=0, proven=True)


def before_move(score: Score) -> Score:
    """*score* of a position, seen from one ply earlier: its known end is one ply further away."""
    if score.win_in is not None:
        return Score(win_in=score.win_in + 1, proven=score.proven)
    if score.loss_in is not None:
        return Score(loss_in=score.loss_in + 1, proven=score.proven)
    return score


class TurnValuer:
    """Values positions of a turn game, each searched within *limit*.

    The same positions in the same order give the same values where *limit* counts nodes.
    Raises `UsageError` where the game has no engine.
    """

    def __init__(self, game: Game, limit: Limit) -> None:
        self.limit = limit
        self.engine = Engine(game)
        self.stopped = threading.Event()

    def unit(self, position: Any) -> float:
        """How many points a small mistake is."""
        return self.engine.unit(position)

    def search(self, position: Any) -> SearchResult:
        """The best move of *position* and what it is worth; raise `Stopped` after `stop`."""
        if self.stopped.is_set():
            raise Stopped
        result = self.engine.search(position, self.limit)
        if self.stopped.is_set():  # what was found is cut short, and worth less than it says
            raise Stopped
        return result

    def after(self, position: Any, move: Any) -> Score:
        """What *move* is worth to the side that makes it, as seen from behind it."""
        seat, there = position.mover, position.play(move)
        if (outcome := there.outcome()) is not None:
            return before_move(ended(outcome, there, seat))
        found = self.search(there).score
        assert found is not None  # noqa: S101  (a game that goes on has a move)
        return before_move(seen_by(seat, found, there.mover))

    def stop(self) -> None:
        """End the running search, and every later one. From any thread."""
        self.stopped.set()
        self.engine.stop()


class Stopped(Exception):  # noqa: N818  (no error: somebody has seen enough)
    """Whoever asked does not want to wait any longer."""


@dataclass(frozen=True, slots=True)
class Promise:
    """What a planner says of one move: the lead at the end that it promises."""

    move: str
    lead: float


class RoundValuer:
    """Values moves of a game in which both sides move at once, by our planner for each seat."""

    def __init__(self, game: Game, limit: Limit) -> None:
        if game.name not in PLANNERS:
            raise UsageError("{game} has no engine", game=game.name)
        self.limit = limit
        # A winner's planner plays safe: what moves promise in points is what can be compared.
        self.planners = {seat: PLANNERS[game.name](seat, points_only=True) for seat in Seat}
        self.stopped = threading.Event()

    def promises(self, position: Any, seat: Seat) -> Sequence[Promise]:
        """The moves of *seat*, the best first; none where it has none. Raise `Stopped`."""
        if self.stopped.is_set():
            raise Stopped
        planned = self.planners[seat].think(position, self.limit).moves
        if not planned:
            return ()
        scores = position.scores()
        lead = scores[seat.index] - scores[seat.other.index]
        best = planned[0].points
        found = [
            Promise(
                move.move,
                lead + (move.points * move.visits + best * _DOUBT) / (move.visits + _DOUBT),
            )
            for move in planned
        ]
        return sorted(found, key=lambda promise: -promise.lead)

    def stop(self) -> None:
        """Value nothing more. From any thread."""
        self.stopped.set()
