"""Replays a record: gives every position, and verifies it.

The usual referee judges the game again, with players that repeat the recorded answers. What a
process did (late, crashed) is taken from the record; what the rules decide (legal or not, who
won, random choices) is computed again.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from garlic.core import FaultRule, Outcome, Position, Seat, Text, UsageError, Verdict
from garlic.games import GAMES
from garlic.judge.faults import fault_rules
from garlic.judge.record import Record, Turn
from garlic.judge.referee import Answer, Player, Referee, Refereed, Watcher
from garlic.wire.dialogue import Played

# Verdicts that the rules decide; all others depend on a process.
_DECIDED_BY_RULES = (Verdict.OK, Verdict.ILLEGAL_MOVE, Verdict.PROTOCOL)


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """A position and the turns that led to it; for the first, those of the start."""

    position: Position
    turns: tuple[Turn, ...]


class RecordEnded(Exception):  # noqa: N818  (not an error: the record is short)
    """The game is not over by the rules, but the record has no further turn."""


class RecordedPlayer:
    """Repeats recorded turns; after them it asks *live*, or raises `RecordEnded` without one.

    *live* is made only when it is needed, to continue an unfinished game. It is then sent all
    moves played since the start.
    """

    def __init__(self, turns: Iterable[Turn], live: Callable[[], Player] | None = None) -> None:
        self._turns = iter(turns)
        self._make_live = live
        self._played: list[tuple[Seat, str | None]] = []
        self.live: Player | None = None

    def start(self) -> Answer:
        """The recorded start, or the start of *live*."""
        turn = next(self._turns, None)
        return self._answer(turn) if turn is not None else self._live().start()

    def ask(self, position: Position, played: Played, seconds: float) -> Answer:
        """The recorded answer, or the answer of *live*."""
        turn = next(self._turns, None)
        if turn is not None:
            self._played += played
            return self._answer(turn)
        if self.live is None:
            started = self._live().start()
            if started.verdict is not Verdict.OK:
                return started
            played = [*self._played, *played]
        return self._live().ask(position, played, seconds)

    def end(self, outcome: Outcome, played: Played) -> None:
        """Pass it to *live*, if that was made."""
        if self.live is not None:
            self.live.end(outcome, played)

    def close(self) -> None:
        """Close *live*, if it was made."""
        if self.live is not None:
            self.live.close()

    def _live(self) -> Player:
        if self._make_live is None:
            raise RecordEnded
        if self.live is None:
            self.live = self._make_live()
        return self.live

    @staticmethod
    def _answer(turn: Turn) -> Answer:
        judge_again = turn.verdict in _DECIDED_BY_RULES and turn.move is not None
        return Answer(
            verdict=Verdict.OK if judge_again else turn.verdict,
            move=turn.move,
            detail=None if judge_again else turn.detail,
            cost=turn.cost,
            stdout=turn.stdout,
            stderr=turn.stderr,
            restarted=turn.restarted,
        )


def replayed(record: Record) -> tuple[list[ReplayStep], Refereed | None]:
    """The positions of the game, and the referee's result; None if the record is too short."""
    steps: list[ReplayStep] = []
    try:
        return steps, _refereed(record, {}, lambda *step: steps.append(ReplayStep(*step)))
    except RecordEnded:
        return steps, None


def positions(record: Record) -> list[ReplayStep]:
    """The positions of the game, at least one: the start position if no bot started."""
    steps, _ = replayed(record)
    return steps or [ReplayStep(GAMES[record.game].parse(record.start), record.turns)]


def ask_at_turn(
    record: Record, number: int, seat: Seat, guest: Player
) -> tuple[ReplayStep, ReplayStep]:
    """The position before turn *number*, and the turn that *guest* plays there for *seat*.

    The game is replayed up to that turn; the referee judges the answer with the same limits and
    the time that was left then. Raises `UsageError` if *seat* has no such turn, and `Overloaded`
    if the machine is too busy.
    """
    game = GAMES[record.game]
    name = game.seats[seat.index]
    own = [turn for turn in record.turns if turn.seat == name]
    if number < 1 or all(turn.number != number for turn in own):
        raise UsageError(
            "{seat} has no turn {number} in this game",
            seat=Text(name),
            number=number,
        )
    steps: list[ReplayStep] = []

    def watch(position: Position, turns: tuple[Turn, ...]) -> None:
        steps.append(ReplayStep(position, turns))
        if turns and turns[0].number == number:
            raise RecordEnded

    with suppress(RecordEnded):
        before = [turn for turn in own if turn.number < number]
        _refereed(record, {seat: RecordedPlayer(before, lambda: guest)}, watch)
    # In a false record the turn may not have been this side's.
    if len(steps) < 2 or (number, name) not in {
        (turn.number, turn.seat) for turn in steps[-1].turns
    }:
        raise UsageError("the record cannot be followed up to turn {number}", number=number)
    return steps[-2], steps[-1]


def _refereed(record: Record, guests: Mapping[Seat, Player], watch: Watcher) -> Refereed:
    """Referee the game of *record* again, with *guests* in place of some recorded players.

    Raises `RecordEnded` if a recorded player has no further turn.
    """
    game = GAMES[record.game]
    rules: Mapping[Verdict, FaultRule] = fault_rules(game, record.timeouts)
    recorded = {
        seat: RecordedPlayer([turn for turn in record.turns if turn.seat == name])
        for seat, name in zip(Seat, game.seats, strict=True)
    }
    referee = Referee(
        game,
        {**recorded, **guests},
        record.limits,
        record.seed,
        faults=rules,
        adjudication=record.adjudication,
        watch=watch,
    )
    return referee.run(game.parse(record.start))


def first_difference(record: Record) -> Text | None:
    """The first difference between *record* and the rules; None if the record is right.

    Raises `GarlicError` if its game or start position does not exist.
    """
    _, refereed = replayed(record)
    if refereed is None:
        return Text("the game is not over, but the record ends")
    for recorded, actual in zip(record.turns, refereed.turns, strict=False):
        if (recorded.number, recorded.seat) != (actual.number, actual.seat):
            return Text(
                "turn {number}: expected {seat} to move, got {recorded}",
                number=actual.number,
                seat=actual.seat,
                recorded=recorded.seat,
            )
        if recorded.verdict is not actual.verdict:
            return Text(
                "turn {number}: {move} is recorded as {recorded!r}, but is {actual!r}",
                number=recorded.number,
                move=recorded.move,
                recorded=recorded.verdict.value,
                actual=actual.verdict.value,
            )
    if len(record.turns) != len(refereed.turns):
        return Text(
            "the game is over after turn {number}, but the record goes on",
            number=refereed.turns[-1].number,
        )
    for number, (recorded_choices, actual_choices) in enumerate(
        zip(record.choices, refereed.choices, strict=False), 1
    ):
        if recorded_choices != actual_choices:
            return Text(
                "round {number}: the random choices are not those of the seed", number=number
            )
    if record.choices != refereed.choices:
        return Text("the random choices are not those of the seed")
    if record.outcome != refereed.outcome:
        return Text(
            "the outcome is recorded as {recorded}, but is {actual}",
            recorded=_describe(record.outcome),
            actual=_describe(refereed.outcome),
        )
    return None


def _describe(outcome: Outcome) -> str:
    winner = outcome.winner.value if outcome.winner else "draw"
    scores = f" {outcome.scores[0]}:{outcome.scores[1]}" if outcome.scores else ""
    return f"{winner} ({outcome.reason}){scores}"
