"""A player whose program runs at a terminal and expects a person to type."""

from dataclasses import replace

from garlic import sandbox
from garlic.core import Outcome, Position, Text, Verdict
from garlic.core.limits import MEGABYTE
from garlic.judge.players.exchange import Exchange
from garlic.judge.players.process import Launch, ProcessPlayer
from garlic.judge.referee import Answer
from garlic.sandbox import Ahead, Confinement
from garlic.wire.dialogue import Played, ProtocolFault, SeatSetup, TerminalDialogue

_MOST_BYTES = 4 * MEGABYTE  # boards are drawn again and again


def at_terminal(confinement: Confinement) -> Confinement:
    """*confinement* with a terminal instead of pipes."""
    environment = {**confinement.environment, "TERM": "dumb"}
    return replace(confinement, terminal=True, environment=environment)


class TerminalPlayer(ProcessPlayer):
    """Types input and reads the screen, at the other end of a pseudo-terminal."""

    def __init__(self, launch: Launch, setup: SeatSetup, dialogue: TerminalDialogue) -> None:
        super().__init__(replace(launch, confinement=at_terminal(launch.confinement)), setup)
        self.dialogue = dialogue

    def start(self) -> Answer:
        """Answer its questions before the game."""
        self.open()
        typed = self.dialogue.start_input()
        if not self.dialogue.waits_for:
            return Answer(Verdict.OK)  # held by the sandbox until its first turn
        return self._exchange(typed, self.setup.limits.init_seconds, starting=True)

    def ask(self, position: Position, played: Played, seconds: float) -> Answer:
        """Type the opponent's move and wait for an answer on the screen."""
        if self.process is None or not self.process.alive:
            # Its board is lost, and its own moves cannot be typed to a new process.
            return Answer(Verdict.CRASH, detail=Text("the program has ended"))
        return self._exchange(self.dialogue.turn_input(position, played), seconds)

    def end(self, outcome: Outcome, played: Played) -> None:
        """Nothing to do: there is no input for the end."""

    def _exchange(self, typed: bytes, seconds: float, *, starting: bool = False) -> Answer:
        assert self.process is not None  # noqa: S101  (checked by both callers)
        exchange = Exchange(self.process, seconds, most_bytes=_MOST_BYTES)
        while True:
            turn = exchange.turn(typed, reply=sandbox.SOME, ahead=Ahead.KEEP)
            if turn.fault is not None or turn.reply is None:
                detail = self.dialogue.explain(turn.fault.text if turn.fault else None)
                return exchange.answer(turn, None, detail=detail, starting=starting)
            exchange.remark(turn.reply)
            try:
                action = self.dialogue.read_output(turn.reply)
            except ProtocolFault as fault:
                return exchange.answer(turn, None, Verdict.PROTOCOL, fault.text)
            if isinstance(action, str):
                return exchange.answer(turn, None if starting else action)
            typed = action or b""
