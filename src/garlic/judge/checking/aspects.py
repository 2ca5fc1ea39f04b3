"""Sums trials up in findings, one for each aspect of a bot."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from garlic.core import Seat, Text, Verdict
from garlic.core.duration import duration_text
from garlic.core.limits import MEGABYTE
from garlic.judge.checking.report import Finding, Result, Trial
from garlic.judge.checking.trials import Trials
from garlic.judge.faults import advice, after_verdict, output_excerpt, without_position
from garlic.judge.record import Cost, Turn

BUSY = Text("not tried: the machine was too busy")

_TIGHT = 0.8  # of a limit: passed, but with a remark
_ANSWERED = frozenset({Verdict.OK, Verdict.ILLEGAL_MOVE, Verdict.RESIGNED})


@dataclass(frozen=True, slots=True)
class _Aspect:
    """The verdicts that fail an aspect, and those of turns by which it was tried."""

    name: str
    faults: frozenset[Verdict]
    tried_by: frozenset[Verdict] = _ANSWERED | {Verdict.PROTOCOL}


_BUILDS, _STARTS = "builds", "starts on either side"
_RULES, _IN_TIME, _MEMORY = "moves by the rules", "answers in time", "keeps within its memory"
_SAME = "plays the same game twice"
# Of the turns; building and starting come before them.
_ASPECTS = (
    _Aspect(
        "keeps to the protocol",
        frozenset({Verdict.PROTOCOL, Verdict.CLOSED_OUTPUT, Verdict.OUTPUT}),
        _ANSWERED,
    ),
    _Aspect(_RULES, frozenset({Verdict.ILLEGAL_MOVE}), frozenset({Verdict.OK})),
    _Aspect("does not crash", frozenset({Verdict.CRASH})),
    _Aspect("does nothing forbidden", frozenset({Verdict.FORBIDDEN})),
    _Aspect(_IN_TIME, frozenset({Verdict.TOO_LATE})),
    _Aspect(_MEMORY, frozenset({Verdict.MEMORY})),
)
# Faults before the first turn that say more than "it does not start".
_BEFORE_THE_START = frozenset({Verdict.COMPILE_ERROR, Verdict.FORBIDDEN})


def findings_of(trials: Trials) -> list[Finding]:
    """The findings of all *trials*; what the bot's other faults prevented is not judged."""
    findings = [_builds(trials), _starts(trials), *(_turns(trials, each) for each in _ASPECTS)]
    if any(finding.result is Result.FAILED for finding in findings) or not trials.given_up:
        return findings
    return [_because_busy(finding, trials.given_up[-1]) for finding in findings]


def not_built(why: Text) -> Finding:
    """The only finding if this machine lacks what builds or runs the bot."""
    return Finding(_BUILDS, Result.NOT_JUDGED, why)


def same_moves(trials: Trials) -> Finding:
    """Whether the first game is the same if played again; for information only."""
    first = trials.judged[0]
    again = trials.play_again(first)
    if again is None:
        return Finding(_SAME, Result.REMARK, BUSY)
    if again.moves == first.moves:
        return Finding(_SAME, Result.PASSED)
    return Finding(
        _SAME,
        Result.REMARK,
        Text("it chose differently: by chance, or by the clock"),
        "seed your random numbers with a constant while you look for a fault",
    )


def busy_remark(trials: Trials) -> Finding | None:
    """How often the machine was too busy, if it was."""
    if not trials.given_up and not trials.repeated:
        return None
    return Finding(
        "the machine was too busy at times",
        Result.REMARK,
        Text(
            "games played again: {repeated}, games given up: {given_up}",
            repeated=trials.repeated,
            given_up=len(trials.given_up),
        ),
    )


def _because_busy(finding: Finding, turn: Turn) -> Finding:
    if finding.result is not Result.NOT_JUDGED:
        return finding
    if turn.verdict is Verdict.JUDGE_ERROR:
        why = Text("not tried: {why}", why=turn.detail or Text(turn.verdict.value))
        return Finding(finding.name, Result.NOT_JUDGED, why, advice(turn.verdict, turn.detail))
    return Finding(finding.name, Result.NOT_JUDGED, BUSY)


def _builds(trials: Trials) -> Finding:
    unbuilt = [(trial, turn) for trial in trials.judged for turn in trial.turns if _unbuilt(turn)]
    if not unbuilt:
        return Finding(_BUILDS, Result.PASSED)
    if unbuilt[0][1].verdict is Verdict.FORBIDDEN:
        return Finding(_BUILDS, Result.NOT_JUDGED)
    return _failed(_BUILDS, unbuilt)


def _unbuilt(turn: Turn) -> bool:
    """Whether the source was not accepted, so that no process was ever started."""
    return turn.number == 0 and turn.verdict in _BEFORE_THE_START and turn.cost == Cost()


def _starts(trials: Trials) -> Finding:
    starts = [(trial, turn) for trial in trials.judged for turn in trial.turns if turn.number == 0]
    faults = [
        (trial, turn)
        for trial, turn in starts
        if turn.verdict not in {Verdict.OK, *_BEFORE_THE_START}
    ]
    if faults:
        return _failed(_STARTS, faults)
    if {trial.seat for trial, turn in starts if turn.verdict is Verdict.OK} != set(Seat):
        return Finding(_STARTS, Result.NOT_JUDGED)
    worst = max(turn.cost.limited_seconds for _, turn in starts)
    figures = _of_limit(worst, trials.limits.init_seconds, "slowest {used} of {limit} allowed")
    return Finding(_STARTS, Result.PASSED, figures)


def _turns(trials: Trials, aspect: _Aspect) -> Finding:
    faults = [
        (trial, turn)
        for trial in trials.judged
        for turn in trial.turns
        if turn.verdict in aspect.faults and _counts(trials, turn)
    ]
    if faults:
        return _failed(aspect.name, faults)
    moves = [t for t in trials.turns if t.number > 0 and t.verdict in aspect.tried_by]
    if not moves:
        return Finding(aspect.name, Result.NOT_JUDGED)
    return Finding(aspect.name, Result.PASSED, _figures(aspect.name, trials, moves))


def _counts(trials: Trials, turn: Turn) -> bool:
    """Whether a fault counts for the aspects of the turns, and not just for its start."""
    if turn.number == 0:
        return turn.verdict in _BEFORE_THE_START
    return not trials.broken  # else it is the same fault once more


def _failed(name: str, faults: Sequence[tuple[Trial, Turn]]) -> Finding:
    trial, first = faults[0]
    detail = without_position(first.detail or Text(first.verdict.value))
    if first.verdict in {Verdict.CRASH, Verdict.COMPILE_ERROR}:  # which the name says already
        detail = after_verdict(detail)
    output = output_excerpt(first)
    if _unbuilt(first):  # the same on every seat and in every game
        # The advice for a compile error is about the compiler's output.
        unread = first.verdict is Verdict.COMPILE_ERROR and not output
        return Finding(
            name,
            Result.FAILED,
            detail,
            None if unread else advice(first.verdict, first.detail),
            output,
        )
    when = "{count} x, first as {seat} in turn {number}: {detail}"
    if first.number == 0:
        when = "{count} x, first as {seat} before the first turn: {detail}"
    return Finding(
        name,
        Result.FAILED,
        Text(
            when,
            count=len(faults),
            seat=Text(first.seat),
            number=first.number,
            detail=detail,
        ),
        advice(first.verdict, first.detail),
        output,
        trial.positions.get(first.number),
    )


def _figures(name: str, trials: Trials, moves: Sequence[Turn]) -> Text | None:
    """The figures of an aspect that passed; *moves* are the turns by which it was tried."""
    if name == _RULES:
        games = sum(
            any(t.number > 0 and t.verdict is Verdict.OK for t in trial.turns)
            for trial in trials.judged
        )
        return Text("{moves:move|moves} in {games:game|games}", moves=len(moves), games=games)
    if name == _IN_TIME:
        times = [turn.cost.limited_seconds for turn in moves]
        return _of_limit(
            max(times),
            trials.limits.turn_seconds,
            "median {median}, slowest {used} of {limit} allowed",
            median=duration_text(median(times)),
        )
    if name == _MEMORY:
        return Text(
            "at most {used:.1f} MB of {limit} MB allowed",
            used=max(turn.cost.memory_bytes for turn in trials.turns) / MEGABYTE,
            limit=trials.limits.memory_bytes // MEGABYTE,
        )
    return None


def _of_limit(used: float, limit: float, sentence: str, **values: Any) -> Text:
    figures = Text(sentence, used=duration_text(used), limit=duration_text(limit), **values)
    return figures if used <= _TIGHT * limit else Text("{figures}: that is tight", figures=figures)
