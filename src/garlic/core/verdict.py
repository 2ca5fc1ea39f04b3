"""The verdict on a turn, and what a fault costs."""

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
    RESIGNED = "resigned"  # where the game allows it
    OPPONENT_RESIGNED = "opponent resigned"  # a person, while it was this person's turn
    DRAW_AGREED = "draw agreed"  # between two people

    @property
    def is_fault(self) -> bool:
        """Did something go wrong? Resigning loses the game but is no fault, a draw neither."""
        return self not in {Verdict.OK, *GAME_ENDED}


# A player ended the game instead of moving.
GAME_ENDED = frozenset({Verdict.RESIGNED, Verdict.OPPONENT_RESIGNED, Verdict.DRAW_AGREED})

# Not the bot's fault: the game is run again, and nobody loses.
NEVER_A_LOSS = frozenset({Verdict.OVERLOAD, Verdict.JUDGE_ERROR})


class Penalty(Enum):
    """The consequence of a fault."""

    NOTED = "noted"  # recorded, the game continues
    TURN_LOST = "turn lost"  # the turn passes: `Position.skip`, or staying in a simultaneous game
    PLAYED = "played"  # the rules themselves say what such a move does
    GAME_LOST = "game lost"  # the game ends and the other side wins


@dataclass(frozen=True, slots=True)
class FaultRule:
    """What a fault costs: the penalty and, in a game with scores, the score it sets."""

    penalty: Penalty
    score: int | None = None


def every_fault_loses(score: int | None = None) -> dict[Verdict, FaultRule]:
    """The strict table: every fault of a bot loses the game, with *score* if given."""
    rule = FaultRule(Penalty.GAME_LOST, score)
    return {
        verdict: rule for verdict in Verdict if verdict.is_fault and verdict not in NEVER_A_LOSS
    }
