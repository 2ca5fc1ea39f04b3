"""Players behind which a confined process sits: each turns the referee's questions into turns
of the sandbox, and what comes back into answers.
"""

import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from garlic import sandbox
from garlic.core import Outcome, Seat, Text, Verdict
from garlic.core.course import CourseForm
from garlic.judge.record import Cost
from garlic.judge.referee import Answer
from garlic.sandbox import (
    LINE,
    Ahead,
    Confined,
    Confinement,
    Profile,
    Reply,
    SandboxTurn,
    Snapshots,
)
from garlic.wire.dialogue import (
    Clock,
    Dialogue,
    Message,
    Played,
    ProtocolFault,
    Resignation,
    Sitting,
)

_FAREWELL_SECONDS = 0.05  # a bot may tidy up this long after `end`
_HEAD = struct.Struct("=4i")
_POINT = struct.Struct("=2i")
SHOWN = 4000  # characters of a bot's output that the record keeps of a turn


@dataclass(frozen=True, slots=True)
class Launch:
    """How to start a bot's process."""

    command: Sequence[str | Path]
    confinement: Confinement
    snapshots: Snapshots | None = None

    def start(self) -> Confined:
        """The process, held before it runs."""
        return sandbox.start(self.command, self.confinement, snapshots=self.snapshots)


class ProcessPlayer:
    """What both kinds share: one process at a time, closed whatever happens."""

    def __init__(self, launch: Launch, sitting: Sitting) -> None:
        self.launch = launch
        self.sitting = sitting
        self.process: Confined | None = None
        self.rings: tuple[str, ...] = ()

    def open(self, launch: Launch | None = None) -> Confined:
        """Start the process, as *launch* says where that is not the usual way."""
        self.process = (launch or self.launch).start()
        self.rings = tuple(f"ring {number}" for number in self.process.rings.numbers)
        return self.process

    def judged(self, fault: ProtocolFault) -> Verdict:
        """What it means that its answer was none."""
        gave_up = isinstance(fault, Resignation) and self.sitting.game.may_resign
        return Verdict.RESIGNED if gave_up else Verdict.PROTOCOL

    def close(self) -> None:
        """End the process, if there is one."""
        if self.process is not None:
            self.process.close()
            self.process = None


class CoursePlayer(ProcessPlayer):
    """A bot in the courses' form, linked into our host; a failed turn is rolled back."""

    def __init__(self, launch: Launch, sitting: Sitting, form: CourseForm) -> None:
        super().__init__(launch, sitting)
        self.form = form

    def start(self) -> Answer:
        """Call `init`."""
        process = self.open()
        turn = process.turn(
            self._message(b"i", self.sitting.start),
            self.sitting.limits.init_seconds,
            reply=sandbox.Reply.record(_POINT.size),
        )
        return answer_from(turn, None, starting=True)

    def ask(self, position: Any, played: Played, seconds: float) -> Answer:
        """Call `place` or `walk`."""
        del played
        restarted = self.process is None or not self.process.alive
        if restarted:
            # Nothing to roll back to: it starts again, and is told the position.
            self.close()
            self.start()
        if self.process is None or not self.process.alive:
            return Answer(Verdict.CRASH, detail=Text("the bot could not be started again"))
        turn = self.process.turn(
            self._message(b"t", position),
            max(seconds, 0.0),
            reply=sandbox.Reply.record(_POINT.size),
        )
        move = None
        if turn.reply is not None and turn.fault is None:
            move = self.form.move(*_POINT.unpack(turn.reply))
        return replace(answer_from(turn, move), restarted=restarted)

    def end(self, outcome: Outcome, played: Played) -> None:
        """The courses' bots are not told."""

    def _message(self, kind: bytes, position: Any) -> bytes:
        view = self.form.view(position, self.sitting.seat)
        count = len(view.numbers)
        head = _HEAD.pack(kind[0], len(view.rows), len(view.rows[0]), count)
        return head + struct.pack(f"={count}i", *view.numbers) + "".join(view.rows).encode()


class TalkingPlayer(ProcessPlayer):
    """A bot that speaks lines, in whatever protocol; a failed one is started again."""

    def __init__(self, launch: Launch, sitting: Sitting, dialogue: Dialogue, ahead: Ahead) -> None:
        super().__init__(launch, sitting)
        self.dialogue = dialogue
        self.ahead = ahead
        self.past: list[tuple[Seat, str | None]] = []  # all that it was told
        self.unsent: tuple[str, ...] = ()  # a greeting that wants no answer
        self.used = 0.0

    def start(self) -> Answer:
        """Greet it and wait until it is ready."""
        self.open()
        try:
            greeting = self.dialogue.greet(self.past)
        except ProtocolFault as fault:  # the protocol has no words for what is wished
            return Answer(Verdict.PROTOCOL, detail=fault.text)
        if not greeting.wants_answer:
            self.unsent = greeting.lines  # no turn can end without an answer
            return Answer(Verdict.OK)
        return self._exchange(
            greeting, self.sitting.limits.init_seconds, self._hear_greeting, starting=True
        )

    def ask(self, position: Any, played: Played, seconds: float) -> Answer:
        """Ask it for a move."""
        restarted = self.process is None or not self.process.alive
        self.past += played
        if restarted:
            self.close()
            again = self.start()
            if again.verdict is not Verdict.OK:
                return replace(again, restarted=True)
            played = ()
        try:
            message = self.dialogue.ask(position, played, self._clock(seconds))
        except ProtocolFault as fault:  # the protocol has no words for what happened
            return Answer(Verdict.PROTOCOL, detail=fault.text, restarted=restarted)
        if self.unsent:
            message = replace(message, lines=(*self.unsent, *message.lines))
            self.unsent = ()
        answer = self._exchange(message, seconds, self.dialogue.hear_move)
        self.used += answer.cost.wall_seconds
        return replace(answer, restarted=restarted)

    def end(self, outcome: Outcome, played: Played) -> None:
        """Tell it, and give it a moment."""
        if self.process is not None and self.process.alive:
            message = self.dialogue.part(outcome, played)
            if message.lines:
                self.process.turn(message.content, _FAREWELL_SECONDS, ahead=Ahead.DROP)

    def _clock(self, seconds: float) -> Clock:
        game = self.sitting.limits.game_seconds
        return Clock(seconds, None if game is None else max(game - self.used, 0.0))

    def _hear_greeting(self, line: str) -> Message | str | None:
        heard = self.dialogue.hear_greeting(line)
        if isinstance(heard, Message):
            return heard
        return "" if heard else None

    def _explained(
        self, turn: SandboxTurn, seconds: float, ending: str, starting: bool
    ) -> Text | None:
        """A fault in the words of the whole exchange, which was to end with a line *ending*."""
        fault = fault_of_all(turn, seconds)
        foreign = self.launch.confinement.profile is Profile.FOREIGN
        if turn.verdict is Verdict.FORBIDDEN and foreign:
            return Text(
                "{fault}; `?files=PATH` behind its name lets an engine read its own files",
                fault=fault,
            )
        telling = {Verdict.CRASH, Verdict.TOO_LATE} if starting else {Verdict.CRASH}
        if turn.verdict in telling and ending:
            return Text("{fault}; waited to see {wording!r}", fault=fault, wording=ending)
        return fault

    def _exchange(
        self,
        message: Message,
        seconds: float,
        hear: Callable[[str], Message | str | None],
        *,
        starting: bool = False,
    ) -> Answer:
        """Send *message* and read lines until *hear* finds the answer in one of them."""
        assert self.process is not None  # noqa: S101  (both callers opened it)
        spent: list[SandboxTurn] = []
        remarks = b""
        ahead = self.ahead
        while True:
            left = max(seconds - sum(turn.wall_seconds for turn in spent), 0.0)
            reply = Reply.until(message.until.encode()) if message.until else LINE
            turn = self.process.turn(message.content, left, reply=reply, ahead=ahead)
            spent.append(turn)
            if turn.fault is not None or turn.reply is None:
                detail = self._explained(turn, seconds, message.until, starting)
                return answer_from(
                    turn, None, spent, detail=detail, starting=starting, remarks=remarks
                )
            # What is no answer may be followed by one, which may have arrived with it.
            message, ahead = Message((), until=message.until), Ahead.KEEP
            for raw in turn.reply.splitlines(keepends=True):
                line = raw.decode(errors="replace").rstrip("\r\n")
                try:
                    heard = hear(line)
                except ProtocolFault as fault:
                    verdict = self.judged(fault)
                    said = line[:200] if verdict is Verdict.PROTOCOL else None
                    return answer_from(turn, said, spent, verdict, fault.text, remarks=remarks)
                if isinstance(heard, Message):
                    message = Message((*message.lines, *heard.lines), until=heard.until)
                elif heard is not None:
                    return answer_from(turn, None if starting else heard, spent, remarks=remarks)
                if len(remarks) <= SHOWN:
                    remarks += raw


def fault_of_all(turn: SandboxTurn, seconds: float) -> Text | None:
    """What went wrong in *turn*, the last step of an exchange that had *seconds* in all."""
    if turn.fault is None:
        return None
    text = turn.fault.text
    if turn.verdict is Verdict.TOO_LATE:  # the step itself had only what was left of them
        return Text(text.template, **{**text.values, "limit": f"{seconds:g}"})
    return text


def answer_from(
    turn: SandboxTurn,
    move: str | None,
    spent: Sequence[SandboxTurn] = (),
    verdict: Verdict | None = None,
    detail: Text | None = None,
    *,
    starting: bool = False,
    remarks: bytes = b"",
) -> Answer:
    """What *turn*, the last of those *spent* on one question, means to the referee.

    *remarks* are lines that came before the answer and are none.
    """
    turns = spent or (turn,)
    found = verdict or turn.verdict
    if starting and found is Verdict.TOO_LATE:
        found = Verdict.INIT_TOO_LATE
    return Answer(
        verdict=found,
        move=move,
        detail=detail or (turn.fault.text if turn.fault else None),
        cost=Cost(
            wall_seconds=sum(part.wall_seconds for part in turns),
            cpu_seconds=sum(part.cpu_seconds for part in turns),
            delay_seconds=sum(part.delay_seconds for part in turns),
            memory_bytes=max(part.memory_bytes for part in turns),
        ),
        stdout=shown(remarks + b"".join(part.stdout for part in turns)),
        stderr=shown(b"".join(part.stderr for part in turns)),
    )


def shown(output: bytes) -> str:
    """What a bot printed, cut to what a record keeps."""
    text = output.decode(errors="replace")
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
