"""Players with a sandboxed process: they send the referee's requests to it as sandbox turns and
convert the results to answers.
"""

import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from garlic import sandbox
from garlic.core import Outcome, Position, Seat, Text, Verdict
from garlic.core.course import CourseForm
from garlic.judge.players.exchange import Exchange, answer_from
from garlic.judge.referee import Answer, GameClock
from garlic.sandbox import (
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
    SeatSetup,
)

_END_SECONDS = 0.05  # time for a bot to clean up after `end`
_HEAD = struct.Struct("=4i")
_POINT = struct.Struct("=2i")


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
    """Base class: one process at a time."""

    def __init__(self, launch: Launch, setup: SeatSetup) -> None:
        self.launch = launch
        self.setup = setup
        self.process: Confined | None = None
        self.rings: tuple[str, ...] | None = None  # not started yet

    def open(self, launch: Launch | None = None) -> Confined:
        """Start the process, with *launch* if it differs from the usual one."""
        self.process = (launch or self.launch).start()
        self.rings = tuple(f"ring {number}" for number in self.process.rings.numbers)
        return self.process

    def judged(self, fault: ProtocolFault) -> Verdict:
        """The verdict for an answer without a move."""
        resigned = isinstance(fault, Resignation) and self.setup.game.may_resign
        return Verdict.RESIGNED if resigned else Verdict.PROTOCOL

    def close(self) -> None:
        """End the process, if there is one."""
        if self.process is not None:
            self.process.close()
            self.process = None


class CoursePlayer(ProcessPlayer):
    """A bot in the courses' form, linked into our host; a failed turn is rolled back."""

    def __init__(self, launch: Launch, setup: SeatSetup, form: CourseForm) -> None:
        super().__init__(launch, setup)
        self.form = form

    def start(self) -> Answer:
        """Call `init`."""
        process = self.open()
        turn = process.turn(
            self._message(b"i", self.setup.start),
            self.setup.limits.init_seconds,
            reply=sandbox.Reply.record(_POINT.size),
        )
        return answer_from(turn, None, starting=True)

    def ask(self, position: Position, played: Played, seconds: float) -> Answer:
        """Call `place` or `walk`."""
        del played
        restarted = self.process is None or not self.process.alive
        if restarted:
            # There was no snapshot to roll back to: restart it; the message has the whole position.
            self.close()
            started = self.start()
            if started.verdict is Verdict.OVERLOAD:
                return replace(started, restarted=True)
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
        """Nothing to do: the courses' form has no end."""

    def _message(self, kind: bytes, position: Position) -> bytes:
        view = self.form.view(position, self.setup.seat)
        count = len(view.numbers)
        head = _HEAD.pack(kind[0], len(view.rows), len(view.rows[0]), count)
        return head + struct.pack(f"={count}i", *view.numbers) + "".join(view.rows).encode()


class TalkingPlayer(ProcessPlayer):
    """A bot with a text protocol; restarted after a failed turn.

    The first search of an engine may also use what is left of its init time: many touch their
    tables only then, and their protocols have no better moment for it.
    """

    def __init__(
        self,
        launch: Launch,
        setup: SeatSetup,
        dialogue: Dialogue,
        ahead: Ahead,
        *,
        is_engine: bool = False,
    ) -> None:
        super().__init__(launch, setup)
        self.dialogue = dialogue
        self.ahead = ahead
        self.is_engine = is_engine
        self.init_left = 0.0  # seconds, for the first search
        self.past: list[tuple[Seat, str | None]] = []  # all moves so far
        self.unsent: tuple[str, ...] = ()  # a start message that expects no answer
        self.game_clock = GameClock(setup.limits)

    def start(self) -> Answer:
        """Send the start message and wait until the bot is ready."""
        self.open()
        try:
            message = self.dialogue.start_message(self.past)
        except ProtocolFault as fault:  # the engine lacks an option that was set
            return Answer(Verdict.PROTOCOL, detail=fault.text)
        if not message.wants_answer:
            self.unsent = message.lines  # a sandbox turn needs an answer
            answer = Answer(Verdict.OK)
        else:
            answer = self._exchange(
                message, self.setup.limits.init_seconds, self._parse_start_reply, starting=True
            )
        if self.is_engine:
            self.init_left = self.setup.limits.init_seconds - answer.cost.own_seconds
        return answer

    def ask(self, position: Position, played: Played, seconds: float) -> Answer:
        """Ask it for a move."""
        restarted = self.process is None or not self.process.alive
        self.past += played
        if restarted:
            self.close()
            started = self.start()
            if started.verdict is not Verdict.OK:
                return replace(started, restarted=True)
            played = ()
        try:
            message = self.dialogue.turn_message(position, played, self._clock(seconds))
        except ProtocolFault as fault:  # the protocol cannot express what happened
            return Answer(Verdict.PROTOCOL, detail=fault.text, restarted=restarted)
        if self.unsent:
            message = replace(message, lines=(*self.unsent, *message.lines))
            self.unsent = ()
        init_left, self.init_left = max(self.init_left, 0.0), 0.0
        answer = self._exchange(message, seconds + init_left, self.dialogue.parse_move)
        if init_left and answer.verdict is Verdict.TOO_LATE:
            detail = Text(
                "{fault}, which is {turn} s for its move and what was left of its init time",
                fault=answer.detail,
                turn=f"{seconds:g}",
            )
            answer = replace(answer, detail=detail)
        self.game_clock.charge(answer, seconds)
        return replace(answer, restarted=restarted)

    def end(self, outcome: Outcome, played: Played) -> None:
        """Send the end message and give the bot a moment."""
        if self.process is not None and self.process.alive:
            message = self.dialogue.end_message(outcome, played)
            if message.lines:
                self.process.turn(message.content, _END_SECONDS, ahead=Ahead.DROP)

    def _clock(self, seconds: float) -> Clock:
        left = self.game_clock.left
        return Clock(seconds, None if left is None else max(left, 0.0))

    def _parse_start_reply(self, line: str) -> Message | str | None:
        reply = self.dialogue.parse_start_reply(line)
        if isinstance(reply, Message):
            return reply
        return "" if reply else None

    def _explain(self, turn: SandboxTurn, ending: str, starting: bool) -> Text | None:
        """The fault of an exchange that should have ended with a line that begins with *ending*."""
        fault = turn.fault.text if turn.fault else None
        foreign = self.launch.confinement.profile is Profile.FOREIGN
        if turn.verdict is Verdict.FORBIDDEN and foreign:
            return Text(
                "{fault}; `?files=PATH` behind its name lets an engine read its own files",
                fault=fault,
            )
        waiting = {Verdict.CRASH, Verdict.TOO_LATE} if starting else {Verdict.CRASH}
        if turn.verdict in waiting and ending:
            return Text("{fault}; waited to see {wording!r}", fault=fault, wording=ending)
        return fault

    def _exchange(
        self,
        message: Message,
        seconds: float,
        parse: Callable[[str], Message | str | None],
        *,
        starting: bool = False,
    ) -> Answer:
        """Send *message* and read lines until *parse* finds the answer in one of them."""
        assert self.process is not None  # noqa: S101  (opened by both callers)
        exchange = Exchange(self.process, seconds)
        ahead = self.ahead
        while True:
            turn = exchange.turn(message.content, reply=_reply_to(message), ahead=ahead)
            if turn.fault is not None or turn.reply is None:
                detail = self._explain(turn, message.until, starting)
                return exchange.answer(turn, None, detail=detail, starting=starting)
            # The answer may follow a line that is none, and may have arrived with it.
            message, ahead = replace(message, lines=()), Ahead.KEEP
            for raw in turn.reply.splitlines(keepends=True):
                line = raw.decode(errors="replace").rstrip("\r\n")
                try:
                    parsed = parse(line)
                except ProtocolFault as fault:
                    verdict = self.judged(fault)
                    move = line[:200] if verdict is Verdict.PROTOCOL else None
                    return exchange.answer(turn, move, verdict, fault.text)
                if isinstance(parsed, Message):
                    message = replace(parsed, lines=(*message.lines, *parsed.lines))
                elif parsed is not None:
                    return exchange.answer(turn, None if starting else parsed)
                exchange.remark(raw)


def _reply_to(message: Message) -> Reply:
    if message.until:
        return Reply.until(message.until.encode())
    return Reply.after_remarks(message.remark.encode())
