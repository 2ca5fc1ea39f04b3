"""Faults of bots: advice for the author, and penalties."""

from collections.abc import Mapping

from garlic.core import FaultRule, Game, IllegalMoveError, Penalty, Text, UsageError, Verdict
from garlic.judge.record import Turn

TIMEOUTS = ("default", "skip", "forfeit")

# What to do about a fault; shown after the description of every fault.
ADVICE = {
    Verdict.COMPILE_ERROR: "fix the first error the compiler reports; it often causes the others",
    Verdict.INIT_TOO_LATE: "do less before the first turn, and flush what your bot prints",
    Verdict.TOO_LATE: "watch the clock inside your search and answer with the best move so far",
    Verdict.MEMORY: "use less memory: check table sizes, recursion depth and leaks",
    Verdict.OUTPUT: "print less: standard output is for answers, standard error for a few words",
    Verdict.CRASH: "read the last lines it wrote; in C, check indexes, null pointers and recursion",
    Verdict.FORBIDDEN: "a bot may only compute and talk to the judge: remove that call",
    Verdict.PROTOCOL: "answer with one line that holds just the move, and flush it",
    Verdict.ILLEGAL_MOVE: "generate moves by the rules; `garlic show` marks the legal ones",
    Verdict.CLOSED_OUTPUT: "keep standard output open and the program running until the game ends",
    Verdict.OVERLOAD: "the game is played again; nobody loses points for it",
    Verdict.RESIGNED: "nothing is wrong: a side that resigns loses the game",
    Verdict.OPPONENT_RESIGNED: "nothing is wrong: the other side gave up the game",
    Verdict.DRAW_AGREED: "nothing is wrong: both sides agreed on a draw",
    Verdict.JUDGE_ERROR: (
        "neither bot is at fault and the game does not count; if that is wrong, report the record"
    ),
}

NO_ANSWER = Text("ended normally, but without an answer")

# Faults that need other advice than their verdict, and are no case of what its name says.
_ADVICE_FOR = {
    NO_ANSWER.template: (
        "print an answer before `main` returns or `exit` is called; a bot keeps running until the"
        " game ends"
    ),
}

# Faults of programs by others that need other advice than their verdict: their author is not here.
_ADVICE_BESIDES = {
    "the engine has no option {key!r}; there are: {known}": (
        "correct the settings behind `?` in the bot's name"
    ),
    "expected 'OK' after 'START {size}', got {line!r}": (
        "name the files that it needs behind its name: `?files=PATH`"
    ),
}

# Details that begin with the name of their verdict, and how they read after it.
_AFTER_VERDICT = {
    "crashed: {signal}": "{signal}",
    "does not compile: {first}": "{first}",
    "does not compile: it has no function {name}": "it has no function {name}",
    IllegalMoveError.TEMPLATE: "{move} in {position!r}: {because}",
    "illegal move {move}: {because}": "{move}: {because}",
    "tried something forbidden: {call}": "{call}",
    "tried something forbidden: {call} on {path}": "{call} on {path}",
    "the machine was too busy: {delay} s were spent waiting for a processor": (
        "{delay} s were spent waiting for a processor"
    ),
}


def advice(verdict: Verdict, detail: Text | None) -> str:
    """What to do about a fault with that *detail*."""
    fault = _innermost(detail)
    return _ADVICE_FOR.get(fault) or _ADVICE_BESIDES.get(fault) or ADVICE[verdict]


def fault_name(verdict: Verdict, detail: Text | None) -> Text:
    """What a fault with that *detail* is called: its verdict, unless that would mislead."""
    return Text("no answer") if _innermost(detail) in _ADVICE_FOR else Text(verdict.value)


def _innermost(detail: Text | None) -> str:
    """The template of the fault that *detail* is about; some add what was waited for."""
    inner = detail.values.get("fault") if detail is not None else None
    if isinstance(inner, Text):
        return _innermost(inner)
    return "" if detail is None else detail.template


def fault_text(verdict: Verdict, detail: Text | None) -> Text:
    """The sentence about a fault: its verdict, and *detail* without saying that again."""
    if detail is None:
        return Text(verdict.value)
    if _innermost(detail) in _ADVICE_FOR:
        return detail
    return Text("{verdict}: {detail}", verdict=Text(verdict.value), detail=after_verdict(detail))


def after_verdict(detail: Text) -> Text:
    """*detail* as it reads after the name of its verdict."""
    values = dict(detail.values)
    if isinstance(values.get("fault"), Text) and detail.template.startswith("{fault}"):
        values["fault"] = after_verdict(values["fault"])
    return Text(_AFTER_VERDICT.get(detail.template, detail.template), **values)


def without_position(detail: Text) -> Text:
    """*detail* without the position of an illegal move, where that is shown beside it."""
    if detail.template != IllegalMoveError.TEMPLATE:
        return detail
    values = {name: detail.values[name] for name in ("move", "because")}
    return Text("illegal move {move}: {because}", **values)


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
        if not game.can_skip:
            raise UsageError("{game} cannot skip a turn: a late answer loses", game=game.name)
        rule = FaultRule(Penalty.TURN_LOST)
    return {**game.faults, Verdict.TOO_LATE: rule}


def output_excerpt(turn: Turn) -> str:
    """The most useful lines of `stderr`: a compiler's first 12, a program's last 4."""
    lines = turn.stderr.splitlines()
    return "\n".join(lines[:12] if turn.verdict is Verdict.COMPILE_ERROR else lines[-4:])
