"""Describes the fault of a process as a verdict and a sentence."""

import signal

from garlic.core import Text, Verdict
from garlic.core.limits import MEGABYTE
from garlic.sandbox.calls import call_name
from garlic.sandbox.confinement import Confinement
from garlic.sandbox.keeper import CPU_CLOCK, KeeperResult, reason
from garlic.sandbox.outcome import Fault

# In the order of `Fault` in `wire.h`.
_VERDICTS = (
    Verdict.OK,
    Verdict.TOO_LATE,
    Verdict.MEMORY,
    Verdict.OUTPUT,
    Verdict.CRASH,
    Verdict.FORBIDDEN,
    Verdict.PROTOCOL,
    Verdict.CLOSED_OUTPUT,
    Verdict.OVERLOAD,
    Verdict.JUDGE_ERROR,
)

_SIGNALS = {
    signal.SIGSEGV: "SIGSEGV (segmentation fault), it accessed memory that is not its own",
    signal.SIGABRT: "SIGABRT, it ended itself (abort, a failed assertion, an uncaught exception)",
    signal.SIGFPE: "SIGFPE, it divided by zero",
    signal.SIGILL: "SIGILL, it ran an instruction that does not exist",
    signal.SIGBUS: "SIGBUS (bus error), it accessed memory that does not exist",
    signal.SIGKILL: "SIGKILL, it was killed",
}


# What a process was to be made for: the keeper tells by the flags of a clone.
_PURPOSES = {"fork": "process", "vfork": "program"}


def explain(
    result: KeeperResult, confinement: Confinement, *, wall_seconds: float, cpu_seconds: float
) -> Fault:
    """The fault in *result* of a process in *confinement*; its sentence names the limits."""
    kind = _VERDICTS[result.fault]
    if kind is Verdict.FORBIDDEN:
        return _forbidden(result, confinement.threads or confinement.runtime.threads)
    if kind is Verdict.CRASH:
        return _crash(result)
    if kind is Verdict.OVERLOAD and result.signal:
        return _killed_from_outside(result)
    if kind is Verdict.TOO_LATE and _worked_too_long(result, wall_seconds):
        limit = _seconds(cpu_seconds)
        return Fault(kind, Text("took more than {limit} s of processor time", limit=limit))
    sentences = {
        Verdict.TOO_LATE: Text("did not answer within {limit} s", limit=_seconds(wall_seconds)),
        Verdict.MEMORY: Text(
            "needed more than {limit} MB of memory", limit=confinement.memory_bytes // MEGABYTE
        ),
        Verdict.OUTPUT: _too_much(result, confinement),
        Verdict.PROTOCOL: Text("wrote {line!r} before it was asked", line=result.detail),
        Verdict.CLOSED_OUTPUT: Text("closed its output without an answer"),
        Verdict.OVERLOAD: Text(
            "the machine was too busy: {delay} s were spent waiting for a processor",
            delay=_seconds(result.delay / 1e9),
        ),
        Verdict.JUDGE_ERROR: Text("the sandbox failed: {why}", why=reason(result.detail)),
    }
    return Fault(
        kind,
        sentences[kind],
        signal=result.signal or None,
        status=result.status if result.status >= 0 else None,
    )


def _worked_too_long(result: KeeperResult, wall_seconds: float) -> bool:
    """Whether processor time is the reason, and not just the first of two clocks to ring.

    A bot that computes without an end reaches equal limits at the same moment: chance would say
    which one is named.
    """
    own_seconds = (result.wall - result.delay) / 1e9
    return bool(result.flags & CPU_CLOCK) and own_seconds < 0.9 * wall_seconds


def _too_much(result: KeeperResult, confinement: Confinement) -> Text:
    printed = confinement.printed_bytes
    if printed and max(result.stdout_total, result.stderr_total) > printed:
        return Text("printed more than {most} KB in one turn", most=printed >> 10)
    return Text("wrote more than {most} KB in one turn", most=confinement.reply_bytes >> 10)


def _forbidden(result: KeeperResult, threads: int) -> Fault:
    call, path = call_name(result.call, result.architecture), result.detail or None
    if call in {"clone", *_PURPOSES}:
        purpose = path or _PURPOSES.get(call)
        return Fault(Verdict.FORBIDDEN, _new_process(purpose, threads), call=call)
    if call in {"execve", "execveat"} and path:
        text = Text("tried to run another program: {path}", path=path)
    elif path:
        text = Text("tried something forbidden: {call} on {path}", call=call, path=path)
    else:
        text = Text("tried something forbidden: {call}", call=call)
    return Fault(Verdict.FORBIDDEN, text, call=call, path=path)


def _new_process(purpose: str | None, threads: int) -> Text:
    """What an author wrote to make a thread or process, as far as the call shows it."""
    if purpose == "thread" and threads > 1:
        return Text("tried to start more than {limit} threads", limit=threads)
    if purpose == "thread":
        return Text("tried to start a thread, as std::thread and pthread_create do")
    if purpose == "program":
        return Text('tried to start another program, as system("pause") and popen do')
    return Text("tried to start another process, as fork does")


def _crash(result: KeeperResult) -> Fault:
    if result.detail:
        text = Text("could not be started: {why}", why=reason(result.detail))
        return Fault(Verdict.CRASH, text, status=result.status)
    if not result.signal:
        text = Text("ended with status {status} instead of an answer", status=result.status)
        if result.status == 0:
            text = Text("ended normally, but without an answer")
        return Fault(Verdict.CRASH, text, status=result.status)
    return Fault(
        Verdict.CRASH,
        Text("crashed: {signal}", signal=_signal_name(result.signal)),
        signal=result.signal,
    )


def _killed_from_outside(result: KeeperResult) -> Fault:
    """Somebody else ended it, or a machine that had run out of memory."""
    text = Text(
        "was killed from outside by {signal}, perhaps because the machine ran out of memory (the"
        " bot used {used} MB)",
        signal=signal.Signals(result.signal).name,
        used=result.memory // MEGABYTE,
    )
    return Fault(Verdict.OVERLOAD, text, signal=result.signal)


def _signal_name(number: int) -> Text:
    try:
        known = signal.Signals(number)
    except ValueError:
        return Text("signal {number}", number=number)
    return Text(_SIGNALS.get(known, known.name))


def _seconds(seconds: float) -> str:
    return f"{seconds:.3f}".rstrip("0").rstrip(".")
