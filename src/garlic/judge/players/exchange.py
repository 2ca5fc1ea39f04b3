"""One request to a bot: the sandbox turns until its answer, added up and bounded as a whole."""

import time
from dataclasses import replace

from garlic.core import Text, Verdict
from garlic.judge.record import Cost
from garlic.judge.referee import Answer
from garlic.sandbox import LINE, Ahead, Confined, Fault, Reply, SandboxTurn, patience

MOST_OUTPUT = 4000  # characters of output per turn that a record keeps
# Sandbox turns per request, one for each line or piece of output that is not the answer: they
# cost the judge more than the bot.
MOST_TURNS = 1 << 14
# Messages per request. Before each of them a program with threads has a moment off the clock.
MOST_MESSAGES = 100


class Exchange:
    """The sandbox turns of one request to *process*.

    It has *seconds* for all of them, and may write *most_bytes* in all of them.
    """

    def __init__(self, process: Confined, seconds: float, *, most_bytes: int | None = None) -> None:
        self.seconds = seconds
        self.cost = Cost()
        self._process = process
        self._most_bytes = most_bytes or process.confinement.reply_bytes
        # The judge's own time never makes a bot late, only the sandbox's clocks do.
        self._patience = time.monotonic() + patience(seconds)
        self._turns = 0
        self._messages = 0
        self._bytes = 0
        self._stdout = bytearray()
        self._stderr = bytearray()

    def turn(self, message: bytes, *, reply: Reply = LINE, ahead: Ahead) -> SandboxTurn:
        """One more turn, in the time that is left; its fault may be of the exchange as a whole."""
        wall_left = max(self.seconds - self.cost.own_seconds, 0.0)
        cpu_left = max(self.seconds - self.cost.cpu_seconds, 0.0)
        turn = self._process.turn(message, wall_left, cpu_left, reply=reply, ahead=ahead)
        self._messages += bool(message)
        self._add(turn)
        if turn.fault is None:
            fault = self._fault()
            if fault is None:
                return turn
            self._process.close()
            return replace(turn, fault=fault, reply=None, alive=False)
        if turn.verdict is Verdict.TOO_LATE:  # the limit of this turn was only what was left
            text = turn.fault.text
            values = {**text.values, "limit": f"{self.seconds:g}"}
            return replace(turn, fault=replace(turn.fault, text=Text(text.template, **values)))
        return turn

    def _add(self, turn: SandboxTurn) -> None:
        self._turns += 1
        self._bytes += len(turn.reply or b"")
        self.cost = _sum(self.cost, _cost(turn))
        for kept, more in ((self._stdout, turn.stdout), (self._stderr, turn.stderr)):
            if len(kept) <= MOST_OUTPUT:
                kept.extend(more)

    def _fault(self) -> Fault | None:
        """The fault of a bot that has no end, or of a machine that is too busy."""
        if self._bytes > self._most_bytes:
            most = self._most_bytes >> 10
            return Fault(Verdict.OUTPUT, Text("wrote more than {most} KB in one turn", most=most))
        if self._turns > MOST_TURNS:
            text = Text("wrote more than {most} lines or pieces in one turn", most=MOST_TURNS)
            return Fault(Verdict.OUTPUT, text)
        if self._messages > MOST_MESSAGES:
            text = Text("asked for more than {most} messages in one turn", most=MOST_MESSAGES)
            return Fault(Verdict.PROTOCOL, text)
        if time.monotonic() > self._patience:
            text = Text("the machine was too busy to read the output of the bot")
            return Fault(Verdict.OVERLOAD, text)
        return None

    def remark(self, output: bytes) -> None:
        """Keep *output*, which was not the answer, for the record."""
        if len(self._stdout) <= MOST_OUTPUT:
            self._stdout += output

    def answer(
        self,
        turn: SandboxTurn,
        move: str | None,
        verdict: Verdict | None = None,
        detail: Text | None = None,
        *,
        starting: bool = False,
    ) -> Answer:
        """The answer for the referee; *turn* is the last one."""
        answer = answer_from(turn, move, verdict, detail, starting=starting)
        return replace(
            answer,
            cost=self.cost,
            stdout=truncated(bytes(self._stdout)),
            stderr=truncated(bytes(self._stderr)),
        )


def answer_from(
    turn: SandboxTurn,
    move: str | None,
    verdict: Verdict | None = None,
    detail: Text | None = None,
    *,
    starting: bool = False,
) -> Answer:
    """The answer for the referee from a request that took one turn."""
    verdict = verdict or turn.verdict
    if starting and verdict is Verdict.TOO_LATE:
        verdict = Verdict.INIT_TOO_LATE
    return Answer(
        verdict=verdict,
        move=move,
        detail=detail or (turn.fault.text if turn.fault else None),
        cost=_cost(turn),
        stdout=truncated(turn.stdout),
        stderr=truncated(turn.stderr),
    )


def _cost(turn: SandboxTurn) -> Cost:
    return Cost(
        wall_seconds=turn.wall_seconds,
        cpu_seconds=turn.cpu_seconds,
        delay_seconds=turn.delay_seconds,
        credit_seconds=turn.credit_seconds,
        memory_bytes=turn.memory_bytes,
    )


def _sum(first: Cost, second: Cost) -> Cost:
    return Cost(
        wall_seconds=first.wall_seconds + second.wall_seconds,
        cpu_seconds=first.cpu_seconds + second.cpu_seconds,
        delay_seconds=first.delay_seconds + second.delay_seconds,
        credit_seconds=first.credit_seconds + second.credit_seconds,
        memory_bytes=max(first.memory_bytes, second.memory_bytes),
    )


def truncated(output: bytes) -> str:
    """*output* as text, cut to `MOST_OUTPUT` characters."""
    text = output.decode(errors="replace")
    return text if len(text) <= MOST_OUTPUT else f"{text[:MOST_OUTPUT]}…"
