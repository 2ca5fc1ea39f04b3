"""Faults of bots: advice for the author, and penalties."""

from collections.abc import Mapping

from garlic.core import FaultRule, Game, Penalty, UsageError, Verdict
from garlic.judge.record import Turn

TIMEOUTS = ("default", "skip", "forfeit")

# What to do about a fault; shown after the description of every fault.
ADVICE = {
    Verdict.COMPILE_ERROR: "fix the first error the compiler reports; it often causes the others",
    Verdict.INIT_TOO_LATE: "do less in init, or spread the work over the first turns",
    Verdict.TOO_LATE: "watch the clock inside your search and answer with the best move so far",
    Verdict.MEMORY: "use less memory: check table sizes, recursion depth and leaks",
    Verdict.OUTPUT: "print less: only answers belong on standard output, and few words elsewhere",
    Verdict.CRASH: "read the last lines it wrote; in C, check indexes, null pointers and recursion",
    Verdict.FORBIDDEN: "a bot may compute and talk to the judge, nothing else: remove that call",
    Verdict.PROTOCOL: "answer with one line that holds just the move, and flush it",
    Verdict.ILLEGAL_MOVE: "generate moves by the rules; `garlic show` marks the legal ones",
    Verdict.CLOSED_OUTPUT: "keep standard output open and the program running until the game ends",
    Verdict.OVERLOAD: "the machine was too busy; the game is run again and nobody loses by it",
    Verdict.RESIGNED: "nothing is wrong: a side that resigns loses the game",
    Verdict.JUDGE_ERROR: (
        "neither bot is at fault and the game does not count; if that is wrong, report the record"
    ),
}


def fault_rules(game: Game, timeouts: str) -> Mapping[Verdict, FaultRule]:
    """The game's penalties, with the one for late answers set by *timeouts*.

    Raises `UsageError` if *timeouts* is unknown, or the game cannot skip a turn.
    """
    if timeouts not in TIMEOUTS:
        raise UsageError(
            "expected one of {known} for timeouts, got {got!r}",
            known=", ".join(TIMEOUTS),
            got=timeouts,
        )
    if timeouts == "default":
        return game.faults
    if timeouts == "forfeit":
        illegal = game.faults.get(Verdict.ILLEGAL_MOVE, FaultRule(Penalty.GAME_LOST))
        rule = FaultRule(Penalty.GAME_LOST, illegal.score)
    else:
        if not (game.simultaneous or hasattr(game.position, "skip")):
            raise UsageError("{game} cannot skip a turn: a late answer loses", game=game.name)
        rule = FaultRule(Penalty.TURN_LOST)
    return {**game.faults, Verdict.TOO_LATE: rule}


def output_excerpt(turn: Turn) -> str:
    """The most useful lines of `stderr`: a compiler's first 12, a program's last 4."""
    lines = turn.stderr.splitlines()
    return "\n".join(lines[:12] if turn.verdict is Verdict.COMPILE_ERROR else lines[-4:])
