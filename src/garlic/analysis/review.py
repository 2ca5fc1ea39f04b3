"""A game reviewed: how it stood after every turn, and what each move gave away.

::

    reviewer = Reviewer(record, Limit(nodes=100_000))
    reviewer.run()
    print(reviewer.review.sides[0].accuracy)
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from garlic.analysis.clock import TimeUse, time_use
from garlic.analysis.evaluation import (
    RoundValuer,
    Stopped,
    TurnValuer,
    before_move,
    ended,
    seen_by,
)
from garlic.analysis.scales import Grade, Loss, Scale, scale_of
from garlic.core import Outcome, Seat, Verdict
from garlic.engines import Limit, Score
from garlic.games import GAMES
from garlic.judge.record import Record, Turn
from garlic.judge.replay import positions

COSTLIEST = 5  # so many moves are worth a look first
_LONGEST_LINE = 8  # plies of what should have followed

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class MoveReview:
    """What a move was worth. Scores are for the side that moved; *step* is what it led to."""

    step: int
    number: int
    seat: Seat
    played: str | None  # None where nothing came
    verdict: Verdict
    worth: Score
    best: str
    best_worth: Score
    line: tuple[str, ...]  # the best move and what should follow
    loss: Loss
    grade: Grade | None
    only_move: bool = False


@dataclass(frozen=True, slots=True)
class Side:
    """One side over the whole game; moves without a choice say nothing about anybody."""

    moves: int
    accuracy: float | None  # per cent; None where there was no choice to make
    average_points: float | None  # given away a move, where no end was known
    grades: dict[Grade, int]


@dataclass(frozen=True, slots=True)
class Review:
    """All that is known so far. *evaluations* are for the first seat, one a position."""

    record: Record
    limit: Limit
    scale: Scale
    evaluations: Sequence[Score | None]
    moves: Sequence[MoveReview]
    complete: bool
    time_use: tuple[TimeUse, TimeUse]

    @property
    def chances(self) -> list[float | None]:
        """The first seat's chance to win, one a position."""
        return [s if s is None else self.scale.chance(s) for s in self.evaluations]

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both sides, as far as their moves are reviewed."""
        first, second = (_side([m for m in self.moves if m.seat is seat]) for seat in Seat)
        return first, second

    @property
    def costliest(self) -> list[MoveReview]:
        """The moves that gave away most, the worst first."""
        bad = [move for move in self.moves if move.loss.drop > 0 or move.loss.points]
        bad.sort(key=lambda move: (-move.loss.drop, -(move.loss.points or 0), move.step))
        return bad[:COSTLIEST]


def _side(moves: Sequence[MoveReview]) -> Side:
    chosen = [move for move in moves if not move.only_move]
    points = [move.loss.points for move in chosen if move.loss.points is not None]
    return Side(
        moves=len(moves),
        accuracy=sum(m.loss.accuracy for m in chosen) / len(chosen) if chosen else None,
        average_points=sum(points) / len(points) if points else None,
        grades={grade: sum(move.grade is grade for move in moves) for grade in Grade},
    )


@dataclass
class Reviewer:
    """Reviews one record; `run` in one thread, `stop` and `review` from any.

    Raises `UsageError` where nobody of ours can value the game.
    """

    record: Record
    limit: Limit
    _moves: list[MoveReview] = field(default_factory=list, init=False)
    _complete: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self.game = GAMES[self.record.game]
        self.steps = positions(self.record)
        self._evaluations: list[Score | None] = [None] * len(self.steps)
        self._valuer: TurnValuer | RoundValuer
        if self.game.simultaneous:
            self._valuer, unit = RoundValuer(self.game, self.limit), 1.0
        else:
            self._valuer = TurnValuer(self.game, self.limit)
            unit = self._valuer.unit(self.steps[0].position)
        self.scale = scale_of(self.game.name, unit)
        self._clocks = time_use(self.record)

    @property
    def review(self) -> Review:
        """What is known by now."""
        moves = sorted(self._moves, key=lambda move: (move.step, move.seat.index))
        evaluations = tuple(self._evaluations)
        return Review(
            self.record, self.limit, self.scale, evaluations, moves, self._complete, self._clocks
        )

    def run(self, progress: Progress | None = None) -> Review:
        """Review every turn; after `stop`, or Ctrl-C, `review` holds what was done before."""
        tell = progress or (lambda *_: None)
        try:
            if isinstance(self._valuer, RoundValuer):
                self._run_rounds(self._valuer, tell)
            else:
                self._run_turns(self._valuer, tell)
            self._complete = True
        except Stopped:
            pass
        return self.review

    def stop(self) -> None:
        """Let `run` come to its end at once."""
        self._valuer.stop()

    def _end(self, place: int) -> Outcome | None:
        """How the game ended, if it did at this place: by the rules or by a fault."""
        outcome: Outcome | None = self.steps[place].position.outcome()
        if outcome is None and place == len(self.steps) - 1:
            faults = [turn for turn in self.steps[place].turns if turn.verdict is not Verdict.OK]
            return self.record.outcome if faults and self.record.outcome.winner else None
        return outcome

    def _run_turns(self, valuer: TurnValuer, progress: Progress) -> None:
        """From the end to the start: what is known of later positions helps with earlier ones."""
        last = len(self.steps) - 1
        for place in range(last, -1, -1):
            position = self.steps[place].position
            later = self._evaluations[place + 1] if place < last else None
            if (outcome := self._end(place)) is not None:
                self._evaluations[place] = ended(outcome, position, Seat.A)
            elif later is not None and len(moves := position.legal_moves()) == 1:
                self._evaluations[place] = before_move(later)
                self._review_turn(valuer, place, later, moves)
            else:
                result = valuer.search(position)
                if result.score is not None:
                    self._evaluations[place] = seen_by(Seat.A, result.score, position.mover)
                if later is not None and result.lines:
                    self._review_turn(valuer, place, later, result.lines[0].moves)
            progress(last - place + 1, last + 1)

    def _review_turn(
        self, valuer: TurnValuer, place: int, later: Score, line: Sequence[Any]
    ) -> None:
        """Review what was played here; *later* is what came of it, *line* begins with the best."""
        position, (turn,) = self.steps[place].position, self.steps[place + 1].turns
        best_worth = worth = before_move(seen_by(position.mover, later, Seat.A))
        if turn.verdict is not Verdict.OK or turn.move != str(line[0]):
            # Both moves are valued from behind, so that neither is seen further than the other.
            best_worth = valuer.after(position, line[0])
        shown = [str(move) for move in line[:_LONGEST_LINE]]
        self._add(place, turn, position.mover, worth, shown, best_worth)

    def _run_rounds(self, valuer: RoundValuer, progress: Progress) -> None:
        """From the start to the end: the planners learn each other's habits on the way."""
        last = len(self.steps) - 1
        for place in range(last + 1):
            position = self.steps[place].position
            leads = []
            for seat in Seat:
                promises = valuer.promises(position, seat)
                if not promises:
                    continue
                leads.append(promises[0].lead if seat is Seat.A else -promises[0].lead)
                turns = self.steps[place + 1].turns if place < last else ()
                name = self.game.seats[seat.index]
                turn = next((turn for turn in turns if turn.seat == name), None)
                if turn is not None:
                    known = {promise.move: promise.lead for promise in promises}
                    stayed = str(position.stay(seat))
                    # A cell out of reach is suicide: about the worst that can be played.
                    played = turn.move if turn.verdict is Verdict.OK else stayed
                    lead = known.get(played or stayed, min(known.values()))
                    best = promises[0]
                    self._add(place, turn, seat, Score(lead), [best.move], Score(best.lead))
            outcome = self._end(place)
            if outcome is not None:
                self._evaluations[place] = ended(outcome, position, Seat.A)
            elif leads:
                self._evaluations[place] = Score(sum(leads) / len(leads))
            progress(place + 1, last + 1)

    def _add(
        self, place: int, turn: Turn, seat: Seat, worth: Score, line: list[str], best: Score
    ) -> None:
        position: Any = self.steps[place].position
        moves = position.moves_for(seat) if self.game.simultaneous else position.legal_moves()
        loss = Loss.between(best, worth, self.scale)
        self._moves.append(
            MoveReview(
                step=place + 1,
                number=turn.number,
                seat=seat,
                played=turn.move,
                verdict=turn.verdict,
                worth=worth,
                best=line[0],
                best_worth=max(best, worth),
                line=tuple(line),
                loss=loss,
                grade=self.scale.grade(loss),
                only_move=len(moves) == 1,
            )
        )
