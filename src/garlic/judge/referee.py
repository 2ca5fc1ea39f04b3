"""The rules of judging: whose turn it is, what an answer means, what a fault costs.

Nothing here knows a particular game or a process: moves come from a `Player`, rules from a
`Game`. The result is a `Refereed` game with all its turns.
"""

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from garlic.core import (
    FaultRule,
    Game,
    IllegalMoveError,
    InvalidMoveError,
    Limits,
    Move,
    Outcome,
    Penalty,
    Position,
    Recording,
    Seat,
    Stream,
    Text,
    Verdict,
)
from garlic.core.game import (
    SimultaneousPosition,
    TurnPosition,
    scores_of,
    simultaneous_position,
    skipped,
    takes_turns,
)
from garlic.core.verdict import NEVER_A_LOSS
from garlic.judge.adjudication import NO_ADJUDICATION, Adjudication, Claims
from garlic.judge.record import Cost, Turn
from garlic.wire.dialogue import Played, UnsupportedEvent

# After this many lost turns in a row a game is ended; it might never end otherwise.
_LOST_TURNS_IN_A_ROW = 40


@dataclass(frozen=True, slots=True)
class Answer:
    """A player's answer: a move, or a fault with a sentence about it."""

    verdict: Verdict
    move: str | None = None
    detail: Text | None = None
    cost: Cost = field(default_factory=Cost)
    stdout: str = ""
    stderr: str = ""
    restarted: bool = False  # the bot had to be restarted for this turn

    @property
    def remarks(self) -> str:
        """All other output, on both streams: a Python bot's `print` goes to standard error."""
        return f"{self.stdout}\n{self.stderr}"


class GameClock:
    """One side's clock for the whole game."""

    def __init__(self, limits: Limits) -> None:
        self.left = limits.game_seconds  # None: there is no clock
        self._increment = limits.increment_seconds or 0.0

    def charge(self, answer: Answer, seconds: float) -> None:
        """Take what *answer*, for which there were *seconds*, has used; add the increment."""
        if self.left is None:
            return
        # A first search may take longer, at the expense of `init`.
        self.left -= min(answer.cost.own_seconds, max(seconds, 0.0))
        if answer.verdict is Verdict.OK:
            self.left += self._increment


class Player(Protocol):
    """One side of a game: a process, a person or a recording."""

    def start(self) -> Answer:
        """Get ready to play."""

    def ask(self, position: Position, played: Played, seconds: float) -> Answer:
        """A move in *position* within *seconds*; *played* is the moves since the last call."""

    def end(self, outcome: Outcome, played: Played) -> None:
        """The game is over."""

    def close(self) -> None:
        """Release all resources. May be called again."""


class Overloaded(Exception):  # noqa: N818  (not an error: the game is run again)
    """The machine was too busy for a fair judgement of *turn*."""

    def __init__(self, turn: Turn) -> None:
        super().__init__(turn)
        self.turn = turn


@dataclass(frozen=True, slots=True)
class Refereed:
    """A finished game: its turns, random choices and outcome."""

    turns: tuple[Turn, ...]
    choices: tuple[tuple[int, ...], ...]
    outcome: Outcome


Watcher = Callable[
    [Position, tuple[Turn, ...]], None
]  # the new position, and the turns that led to it


def is_start(turns: tuple[Turn, ...]) -> bool:
    """Whether a watcher's *turns* are those of the start.

    It sees the start again when a game is run again because the machine was too busy.
    """
    return all(turn.number == 0 for turn in turns)


class Referee:
    """Referees one game. Create, then `run` once."""

    def __init__(
        self,
        game: Game,
        players: Mapping[Seat, Player],
        limits: Limits,
        seed: int,
        *,
        faults: Mapping[Verdict, FaultRule] | None = None,
        adjudication: Adjudication = NO_ADJUDICATION,
        people: Collection[Seat] = (),
        watch: Watcher | None = None,
    ) -> None:
        """The limit of a turn does not hold for *people*, only their clock for the whole game."""
        self.game = game
        self.players = players
        self.limits = limits
        self.faults = faults or game.faults
        self.adjudication = adjudication
        self.claims = Claims(self.adjudication)
        self.people = people
        self.watch = watch or (lambda *_: None)
        self.stream = Stream(seed)
        self.turns: list[Turn] = []
        self.choices: list[tuple[int, ...]] = []
        self.clocks = {seat: GameClock(limits) for seat in Seat}
        # Moves that a player has not been sent yet.
        self.unseen: dict[Seat, list[tuple[Seat, str | None]]] = {seat: [] for seat in Seat}
        self.lost_in_a_row = 0
        self.agreed: Seat | None = None  # the winner on which both bots agree

    def run(self, start: Position) -> Refereed:
        """Run the whole game from *start*; raise `Overloaded` if the machine is too busy."""
        outcome = self._start_players(start)
        position = start
        number = 0
        while outcome is None:
            number += 1
            if takes_turns(position):
                position, outcome = self._turn(position, number)
            else:
                position, outcome = self._round(simultaneous_position(position), number)
            outcome = outcome or position.outcome() or self._adjudicated(position, number)
        for seat in Seat:
            self.players[seat].end(outcome, self._unseen_by(seat))
        return Refereed(tuple(self.turns), tuple(self.choices), outcome)

    def _start_players(self, position: Position) -> Outcome | None:
        for seat in Seat:
            answer = self.players[seat].start()
            self._write(seat, 0, answer)
            if answer.verdict is not Verdict.OK:
                # All faults in `init` cost the same; a bot that does not compile cannot play.
                built = answer.verdict is not Verdict.COMPILE_ERROR
                rule = self._rule(Verdict.INIT_TOO_LATE if built else answer.verdict)
                if rule.penalty is Penalty.GAME_LOST:
                    return self._lost(position, seat, answer.verdict, rule)
        self.watch(position, tuple(self.turns))
        return position.outcome()

    def _turn(self, position: TurnPosition, number: int) -> tuple[Position, Outcome | None]:
        seat = position.mover
        answer = self._ask(seat, position, number)
        after: Position = position
        if answer.verdict is Verdict.OK:
            answer, after = self._played(position, answer)
        turn = self._write(seat, number, answer)
        outcome = None
        if answer.verdict is Verdict.OK:
            self._announce(seat, answer.move)
            self.lost_in_a_row = 0
            self.agreed = self.claims.add(seat, answer.remarks)
        else:
            rule = self._rule(answer.verdict)
            if rule.penalty is Penalty.GAME_LOST:
                outcome = self._lost(position, seat, answer.verdict, rule)
            else:
                after = skipped(position)
                self._announce(seat, None)
                self.lost_in_a_row += 1
        self.watch(after, (turn,))
        return after, outcome

    def _round(
        self, position: SimultaneousPosition, number: int
    ) -> tuple[Position, Outcome | None]:
        moves: dict[Seat, Move] = {}
        turns: list[Turn] = []
        played: list[tuple[Seat, str | None]] = []
        for seat in Seat:
            if not position.moves_for(seat):
                continue
            answer = self._ask(seat, position, number)
            moves[seat] = position.stay(seat)
            if answer.verdict is Verdict.OK:
                answer, moves[seat] = self._chosen(position, seat, answer, moves[seat])
            turns.append(self._write(seat, number, answer))
            played.append((seat, str(moves[seat])))
            self.agreed = self.claims.add(seat, answer.remarks)
            if answer.verdict is not Verdict.OK:
                rule = self._rule(answer.verdict)
                if rule.penalty is Penalty.GAME_LOST:
                    return position, self._lost(position, seat, answer.verdict, rule)
        recording = Recording(self.stream)
        after = position.play(moves, recording)
        self.choices.append(tuple(number for number, _ in recording.choices))
        for seat in Seat:
            self.unseen[seat].extend(played)
        self.watch(after, tuple(turns))
        return after, None

    def _ask(self, seat: Seat, position: Position, number: int) -> Answer:
        seconds = math.inf if seat in self.people else self.limits.turn_seconds
        clock = self.clocks[seat]
        if clock.left is not None:
            seconds = min(seconds, clock.left)
        try:
            answer = self.players[seat].ask(position, self._unseen_by(seat), seconds)
        except UnsupportedEvent as event:  # neither side is at fault: see `_lost`
            answer = Answer(Verdict.JUDGE_ERROR, detail=event.text)
        if answer.verdict is Verdict.OVERLOAD:
            self._write(seat, number, answer)
        clock.charge(answer, seconds)
        return answer

    def _played(self, position: TurnPosition, answer: Answer) -> tuple[Answer, Position]:
        """The answer as the rules judge it, and the position after it."""
        try:
            return answer, position.play(self.game.move.parse(answer.move or ""))
        except InvalidMoveError as fault:
            return replace(answer, verdict=Verdict.PROTOCOL, detail=fault.text), position
        except IllegalMoveError as fault:
            return replace(answer, verdict=Verdict.ILLEGAL_MOVE, detail=fault.text), position

    def _chosen(
        self, position: SimultaneousPosition, seat: Seat, answer: Answer, stay: Move
    ) -> tuple[Answer, Move]:
        """Like `_played` for one side of a round, in which an illegal move may still be played."""
        try:
            move = self.game.move.parse(answer.move or "")
        except InvalidMoveError as fault:
            return replace(answer, verdict=Verdict.PROTOCOL, detail=fault.text), stay
        legal = position.moves_for(seat)
        if move in legal:
            return answer, move
        detail = Text(
            "{move} is not a legal move here; legal: {legal}",
            move=str(move),
            legal="  ".join(map(str, legal)),
        )
        illegal = replace(answer, verdict=Verdict.ILLEGAL_MOVE, detail=detail)
        played = self._rule(Verdict.ILLEGAL_MOVE).penalty is Penalty.PLAYED
        return illegal, move if played else stay

    def _lost(self, position: Position, seat: Seat, verdict: Verdict, rule: FaultRule) -> Outcome:
        """The outcome after a fault of *seat*, or after a player has ended the game.

        It is a draw if the fault is ours, or by agreement.
        """
        scores = scores_of(position)
        if verdict is Verdict.OPPONENT_RESIGNED:
            return Outcome(seat, Verdict.RESIGNED.value, scores)
        if verdict in NEVER_A_LOSS or verdict is Verdict.DRAW_AGREED:
            return Outcome(None, verdict.value, scores)
        if scores is not None and rule.score is not None:
            pair = list(scores)
            pair[seat.index] = rule.score
            scores = (pair[0], pair[1])
        return Outcome(seat.other, verdict.value, scores)

    def _adjudicated(self, position: Position, number: int) -> Outcome | None:
        """The outcome if the judge ends the game now, else None."""
        if self.agreed is not None:
            return Outcome(self.agreed, "both bots agreed who wins", scores_of(position))
        if self.lost_in_a_row >= _LOST_TURNS_IN_A_ROW:
            return _by_points(position, "nobody moved any more")
        if self.adjudication.max_plies is not None and number >= self.adjudication.max_plies:
            return _by_points(position, "stopped after the most plies allowed")
        return None

    def _rule(self, verdict: Verdict) -> FaultRule:
        return self.faults.get(verdict, FaultRule(Penalty.GAME_LOST))

    def _write(self, seat: Seat, number: int, answer: Answer) -> Turn:
        turn = Turn(
            number=number,
            seat=self.game.seats[seat.index],
            move=answer.move,
            verdict=answer.verdict,
            detail=answer.detail,
            cost=answer.cost,
            stdout=answer.stdout,
            stderr=answer.stderr,
            restarted=answer.restarted,
        )
        if answer.verdict is Verdict.OVERLOAD:
            raise Overloaded(turn)
        self.turns.append(turn)
        return turn

    def _announce(self, seat: Seat, move: str | None) -> None:
        for moves in self.unseen.values():
            moves.append((seat, move))

    def _unseen_by(self, seat: Seat) -> Played:
        moves, self.unseen[seat] = self.unseen[seat], []
        return moves


def _by_points(position: Position, reason: str) -> Outcome:
    """The side with more points wins; a draw if the game has no points."""
    scores = scores_of(position)
    winner = None
    if scores is not None and scores[0] != scores[1]:
        winner = Seat.A if scores[0] > scores[1] else Seat.B
    return Outcome(winner, reason, scores)
