"""A record refereed again: every position of it, and whether it is true.

The same referee that judged the game judges it once more; only the players are replaced by
what they answered then. What a process did (late, crashed) is taken from the record, what the
rules say (legal or not, who won, which random choices) is computed anew.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from garlic.core import FaultRule, Outcome, Seat, Text, UsageError, Verdict
from garlic.games import GAMES
from garlic.judge.faults import fault_rules
from garlic.judge.record import Record, Turn
from garlic.judge.referee import Answer, Player, Referee, Refereed, Watcher
from garlic.wire.dialogue import Played

# What the rules decide about a move; everything else happened to a process.
_DECIDED_BY_RULES = (Verdict.OK, Verdict.ILLEGAL_MOVE, Verdict.PROTOCOL)


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """A position and the turns that led to it; those of the start for the first."""

    position: Any
    turns: tuple[Turn, ...]


class RecordEnded(Exception):  # noqa: N818  (no error of ours: the record is short)
    """The rules say that the game goes on, but the record has no further turn."""


class RecordedPlayer:
    """Answers as somebody did before; after that as *live* does, or raises `RecordEnded`.

    *live* is only made when it is needed, so that a game can go on where it was left. It has
    just sat down then: it hears all that was played since the start.
    """

    def __init__(self, turns: Iterable[Turn], live: Callable[[], Player] | None = None) -> None:
        self._turns = iter(turns)
        self._make = live
        self._heard: list[tuple[Seat, str | None]] = []
        self.live: Player | None = None

    def start(self) -> Answer:
        """How its start went."""
        turn = next(self._turns, None)
        return self._again(turn) if turn is not None else self._live().start()

    def ask(self, position: Any, played: Played, seconds: float) -> Answer:
        """What it answered."""
        turn = next(self._turns, None)
        if turn is not None:
            self._heard += played
            return self._again(turn)
        if self.live is None:
            started = self._live().start()
            if started.verdict is not Verdict.OK:
                return started
            played = [*self._heard, *played]
        return self._live().ask(position, played, seconds)

    def end(self, outcome: Outcome, played: Played) -> None:
        """Tell whoever sits here now."""
        if self.live is not None:
            self.live.end(outcome, played)

    def close(self) -> None:
        """Leave nothing behind."""
        if self.live is not None:
            self.live.close()

    def _live(self) -> Player:
        if self._make is None:
            raise RecordEnded
        if self.live is None:
            self.live = self._make()
        return self.live

    @staticmethod
    def _again(turn: Turn) -> Answer:
        again = turn.verdict in _DECIDED_BY_RULES and turn.move is not None
        return Answer(
            verdict=Verdict.OK if again else turn.verdict,
            move=turn.move,
            detail=None if again else turn.detail,
            cost=turn.cost,
            stdout=turn.stdout,
            stderr=turn.stderr,
            restarted=turn.restarted,
        )


def replayed(record: Record) -> tuple[list[ReplayStep], Refereed | None]:
    """The positions of the game, and the referee's result; None if the record ends too early."""
    steps: list[ReplayStep] = []
    try:
        return steps, _refereed(record, {}, lambda *step: steps.append(ReplayStep(*step)))
    except RecordEnded:
        return steps, None


def positions(record: Record) -> list[ReplayStep]:
    """The positions of the game, never none: where no bot started, the one to start from."""
    steps, _ = replayed(record)
    return steps or [ReplayStep(GAMES[record.game].parse(record.start), record.turns)]


def asked_again(
    record: Record, number: int, seat: Seat, guest: Player
) -> tuple[ReplayStep, ReplayStep]:
    """The position before turn *number*, and the turn that *guest* makes of it for *seat*.

    All up to there is as in the record; the referee judges the answer as if it were played
    then, under the same limits and with the time left that the bot then had. Raises
    `UsageError` where *seat* has no such turn, and `Overloaded` where the machine is too busy.
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

    def watch(position: Any, turns: tuple[Turn, ...]) -> None:
        steps.append(ReplayStep(position, turns))
        if turns and turns[0].number == number:
            raise RecordEnded

    with suppress(RecordEnded):
        before = [turn for turn in own if turn.number < number]
        _refereed(record, {seat: RecordedPlayer(before, lambda: guest)}, watch)
    # A record that is not true may tell of a turn that was never this side's.
    if len(steps) < 2 or (number, name) not in {
        (turn.number, turn.seat) for turn in steps[-1].turns
    }:
        raise UsageError("the record cannot be followed up to turn {number}", number=number)
    return steps[-2], steps[-1]


def _refereed(record: Record, guests: Mapping[Seat, Player], watch: Watcher) -> Refereed:
    """The game of *record* once more, with *guests* in place of some who played it.

    Raises `RecordEnded` where somebody has nothing more to say.
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
    """What in *record* is not as the rules have it; None if all is true.

    Raises `GarlicError` if its game or start position does not exist.
    """
    _, refereed = replayed(record)
    if refereed is None:
        return Text("the game is not over, but the record ends")
    for told, true in zip(record.turns, refereed.turns, strict=False):
        if (told.number, told.seat) != (true.number, true.seat):
            return Text(
                "turn {number}: expected {seat} to move, got {told}",
                number=true.number,
                seat=true.seat,
                told=told.seat,
            )
        if told.verdict is not true.verdict:
            return Text(
                "turn {number}: {move} is told as {told!r}, but is {true!r}",
                number=told.number,
                move=told.move,
                told=told.verdict.value,
                true=true.verdict.value,
            )
    if len(record.turns) != len(refereed.turns):
        return Text(
            "the game is over after turn {number}, but the record goes on",
            number=refereed.turns[-1].number,
        )
    for number, (told_choices, true_choices) in enumerate(
        zip(record.choices, refereed.choices, strict=False), 1
    ):
        if told_choices != true_choices:
            return Text(
                "round {number}: the random choices are not those of the seed", number=number
            )
    if record.choices != refereed.choices:
        return Text("the random choices are not those of the seed")
    if record.outcome != refereed.outcome:
        return Text(
            "the outcome is told as {told}, but is {true}",
            told=_told(record.outcome),
            true=_told(refereed.outcome),
        )
    return None


def _told(outcome: Outcome) -> str:
    winner = outcome.winner.value if outcome.winner else "draw"
    scores = f" {outcome.scores[0]}:{outcome.scores[1]}" if outcome.scores else ""
    return f"{winner} ({outcome.reason}){scores}"
