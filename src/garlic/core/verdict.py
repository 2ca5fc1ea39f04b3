"""What can be said of a turn, and what a fault costs."""

from dataclasses import dataclass
from enum import Enum


class Verdict(Enum):
    """How a bot's turn (or its build, or its start) went."""

    OK = "ok"
    COMPILE_ERROR = "compile error"
    INIT_TOO_LATE = "init too late"
    TOO_LATE = "too late"
    MEMORY = "memory"
    OUTPUT = "output"
    CRASH = "crash"
    FORBIDDEN = "forbidden"
    PROTOCOL = "protocol"
    ILLEGAL_MOVE = "illegal move"
    CLOSED_OUTPUT = "closed output"
    OVERLOAD = "overload"
    JUDGE_ERROR = "judge error"
    RESIGNED = "resigned"  # it gave the game up, as the rules of some games allow

    @property
    def is_fault(self) -> bool:
        """Did something go wrong? Whoever resigns loses, but has done nothing wrong."""
        return self not in {Verdict.OK, Verdict.RESIGNED}


# Not the bot's doing: the match is run again, nobody loses by it.
NEVER_A_LOSS = frozenset({Verdict.OVERLOAD, Verdict.JUDGE_ERROR})


class Penalty(Enum):
    """What follows from a fault."""

    NOTED = "noted"  # written down, the game goes on
    TURN_LOST = "turn lost"  # the turn passes: `Position.skip`, or staying in a simultaneous game
    PLAYED = "played"  # the rules themselves say what such a move does
    GAME_LOST = "game lost"  # the game ends and the other side wins


@dataclass(frozen=True, slots=True)
class FaultRule:
    """A fault's price: the penalty and, where the game has scores, the score it is set to."""

    penalty: Penalty
    score: int | None = None


def every_fault_loses(score: int | None = None) -> dict[Verdict, FaultRule]:
    """The strict table: whatever goes wrong ends the game against the one who did it."""
    rule = FaultRule(Penalty.GAME_LOST, score)
    return {
        verdict: rule for verdict in Verdict if verdict.is_fault and verdict not in NEVER_A_LOSS
    }
