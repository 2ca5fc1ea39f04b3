"""Reviews a game: an evaluation of every position, and the loss of every move.

::

    reviewer = Reviewer(record, Limit(nodes=100_000))
    reviewer.run()
    print(reviewer.review.sides[0].accuracy)
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from garlic.analysis.clock import TimeUse, time_use
from garlic.analysis.evaluation import (
    RoundEvaluator,
    Stopped,
    TurnEvaluator,
    before_move,
    final_score,
    score_for,
)
from garlic.analysis.scales import Grade, Loss, accuracy, chance
from garlic.core import Move, Outcome, Scale, Seat, Verdict
from garlic.core.game import moves_of, simultaneous_position, turn_position
from garlic.engines import Limit, Score
from garlic.games import GAMES
from garlic.judge.record import Record, Turn
from garlic.judge.replay import positions

COSTLIEST = 5  # moves listed first
_LONGEST_LINE = 8  # plies of the best line

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class MoveReview:
    """The review of one move. Scores are for its side; *step* is the step it led to."""

    step: int
    number: int
    seat: Seat
    played: str | None  # None if there was no move
    verdict: Verdict
    evaluation: Score
    best: str
    best_evaluation: Score
    line: tuple[str, ...]  # the best move and its continuation
    loss: Loss
    grade: Grade | None
    only_move: bool = False


@dataclass(frozen=True, slots=True)
class Side:
    """One side over the whole game; forced moves count in *moves* only."""

    moves: int
    accuracy: float | None  # per cent; None if no move could lose anything
    average_points: float | None  # lost per move, over moves with a loss in points
    grades: dict[Grade, int]


@dataclass(frozen=True, slots=True)
class Review:
    """The review so far. *evaluations* are for the first seat, one per position."""

    record: Record
    limit: Limit
    scale: Scale
    evaluations: Sequence[Score | None]
    moves: Sequence[MoveReview]
    complete: bool
    time_use: tuple[TimeUse, TimeUse]

    @property
    def chances(self) -> list[float | None]:
        """The first seat's chance to win in each position."""
        return [s if s is None else chance(s, self.scale) for s in self.evaluations]

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both sides, as far as their moves are reviewed."""
        first, second = (
            _side([m for m in self.moves if m.seat is seat], self.scale) for seat in Seat
        )
        return first, second

    @property
    def costliest(self) -> list[MoveReview]:
        """The moves with the largest losses, the worst first."""
        bad = [move for move in self.moves if move.loss.drop > 0 or move.loss.points]
        bad.sort(key=lambda move: (-move.loss.drop, -(move.loss.points or 0), move.step))
        return bad[:COSTLIEST]


def average_drop(moves: Sequence[MoveReview], scale: Scale) -> float | None:
    """The mean drop of *moves*, weighted by the chance to win that each could lose.

    Without the weights somebody who is lost after ten moves would be accurate: nothing that they
    play later loses anything. None if no move could lose anything.
    """
    stakes = [chance(move.best_evaluation, scale) for move in moves]
    if not any(stakes):
        return None
    dropped = sum(stake * move.loss.drop for stake, move in zip(stakes, moves, strict=True))
    return dropped / sum(stakes)


def _side(moves: Sequence[MoveReview], scale: Scale) -> Side:
    drop = average_drop([move for move in moves if not move.only_move], scale)
    chosen = [move for move in moves if not move.only_move]
    points = [move.loss.points for move in chosen if move.loss.points is not None]
    return Side(
        moves=len(moves),
        accuracy=None if drop is None else accuracy(drop, scale),
        average_points=sum(points) / len(points) if points else None,
        grades={grade: sum(move.grade is grade for move in moves) for grade in Grade},
    )


@dataclass
class Reviewer:
    """Reviews one record; call `run` in one thread, `stop` and `review` from any.

    Raises `UsageError` if we have no engine for the game.
    """

    record: Record
    limit: Limit
    _moves: list[MoveReview] = field(default_factory=list, init=False)
    _complete: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self.game = GAMES[self.record.game]
        self.steps = positions(self.record)
        self._evaluations: list[Score | None] = [None] * len(self.steps)
        self._evaluator: TurnEvaluator | RoundEvaluator
        if self.game.simultaneous:
            self._evaluator, unit = RoundEvaluator(self.game, self.limit), self.game.scale.unit
        else:
            self._evaluator = TurnEvaluator(self.game, self.limit)
            unit = self._evaluator.unit(self.steps[0].position)
        self.scale = self.game.scale.in_points(unit)
        self._clocks = time_use(self.record)

    @property
    def review(self) -> Review:
        """The review as far as it is done."""
        moves = sorted(self._moves, key=lambda move: (move.step, move.seat.index))
        evaluations = tuple(self._evaluations)
        return Review(
            self.record, self.limit, self.scale, evaluations, moves, self._complete, self._clocks
        )

    def run(self, progress: Progress | None = None) -> Review:
        """Review every turn; after `stop`, or Ctrl-C, `review` holds what was done before."""
        report = progress or (lambda *_: None)
        try:
            if isinstance(self._evaluator, RoundEvaluator):
                self._run_rounds(self._evaluator, report)
            else:
                self._run_turns(self._evaluator, report)
            self._complete = True
        except Stopped:
            pass
        return self.review

    def stop(self) -> None:
        """Make `run` return as soon as possible."""
        self._evaluator.stop()

    def _end(self, place: int) -> Outcome | None:
        """The outcome if the game ended at step *place*, by the rules or by a fault."""
        outcome: Outcome | None = self.steps[place].position.outcome()
        if outcome is None and place == len(self.steps) - 1:
            faults = [turn for turn in self.steps[place].turns if turn.verdict is not Verdict.OK]
            return self.record.outcome if faults and self.record.outcome.winner else None
        return outcome

    def _run_turns(self, evaluator: TurnEvaluator, progress: Progress) -> None:
        """From the last position to the first: later results help to evaluate earlier ones."""
        last = len(self.steps) - 1
        for place in range(last, -1, -1):
            position = turn_position(self.steps[place].position)
            later = self._evaluations[place + 1] if place < last else None
            if (outcome := self._end(place)) is not None:
                self._evaluations[place] = final_score(outcome, position, Seat.A)
            elif later is not None and len(moves := position.legal_moves()) == 1:
                self._evaluations[place] = before_move(later)
                self._review_turn(evaluator, place, later, moves)
            else:
                result = evaluator.search(position)
                if result.score is not None:
                    self._evaluations[place] = score_for(Seat.A, result.score, position.mover)
                if later is not None and result.lines:
                    self._review_turn(evaluator, place, later, result.lines[0].moves)
            progress(last - place + 1, last + 1)

    def _review_turn(
        self, evaluator: TurnEvaluator, place: int, later: Score, line: Sequence[Move]
    ) -> None:
        """Review the turn at *place*; *later* is the next evaluation, *line* the best line."""
        position, (turn,) = turn_position(self.steps[place].position), self.steps[place + 1].turns
        best = played = before_move(score_for(position.mover, later, Seat.A))
        if turn.verdict is not Verdict.OK or turn.move != str(line[0]):
            # Both scores come from a search after the move, so both searches are equally deep.
            best = evaluator.evaluate_move(position, line[0])
        shown = [str(move) for move in line[:_LONGEST_LINE]]
        self._add(place, turn, position.mover, played, shown, best)

    def _run_rounds(self, evaluator: RoundEvaluator, progress: Progress) -> None:
        """From the first position to the last: the planners learn the opponents' habits."""
        last = len(self.steps) - 1
        for place in range(last + 1):
            position = simultaneous_position(self.steps[place].position)
            leads = []
            for seat in Seat:
                planned = evaluator.planned_moves(position, seat)
                if not planned:
                    continue
                best = planned[0]
                leads.append(best.lead if seat is Seat.A else -best.lead)
                turns = self.steps[place + 1].turns if place < last else ()
                name = self.game.seats[seat.index]
                turn = next((turn for turn in turns if turn.seat == name), None)
                if turn is not None:
                    known = {move.move: move.lead for move in planned}
                    stayed = str(position.stay(seat))
                    # A move out of reach is suicide, which counts like the worst planned move.
                    played = turn.move if turn.verdict is Verdict.OK else stayed
                    lead = known.get(played or stayed, min(known.values()))
                    self._add(place, turn, seat, Score(lead), [best.move], Score(best.lead))
            outcome = self._end(place)
            if outcome is not None:
                self._evaluations[place] = final_score(outcome, position, Seat.A)
            elif leads:
                self._evaluations[place] = Score(sum(leads) / len(leads))
            progress(place + 1, last + 1)

    def _add(
        self, place: int, turn: Turn, seat: Seat, played: Score, line: list[str], best: Score
    ) -> None:
        moves = moves_of(self.steps[place].position, seat)
        loss = Loss.between(best, played, self.scale)
        self._moves.append(
            MoveReview(
                step=place + 1,
                number=turn.number,
                seat=seat,
                played=turn.move,
                verdict=turn.verdict,
                evaluation=played,
                best=line[0],
                best_evaluation=max(best, played),
                line=tuple(line),
                loss=loss,
                grade=loss.grade(self.scale),
                only_move=len(moves) == 1,
            )
        )
