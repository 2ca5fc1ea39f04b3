"""Players whose program sits at a terminal and believes that a person types."""

from dataclasses import replace
from typing import Any

from garlic import sandbox
from garlic.core import Outcome, Text, Verdict
from garlic.judge.players.process import SHOWN, Launch, ProcessPlayer, answer_from, fault_of_all
from garlic.judge.referee import Answer
from garlic.sandbox import Ahead, SandboxTurn
from garlic.wire.dialogue import Played, ProtocolFault, Seated, Sitting


class ConsolePlayer(ProcessPlayer):
    """Types, and reads the screen. The judge holds the other end of the terminal."""

    def __init__(self, launch: Launch, sitting: Sitting, talk: Seated) -> None:
        confinement = launch.confinement
        environment = {**confinement.environment, "TERM": "dumb"}
        seated = replace(confinement, terminal=True, environment=environment)
        super().__init__(replace(launch, confinement=seated), sitting)
        self.talk = talk

    def start(self) -> Answer:
        """Answer what it asks before the game."""
        self.open()
        typed = self.talk.greet()
        if not self.talk.waits_for:
            return Answer(Verdict.OK)  # it is held, and begins with its first turn
        return self._exchange(typed, self.sitting.limits.init_seconds, starting=True)

    def ask(self, position: Any, played: Played, seconds: float) -> Answer:
        """Type the other side's move and wait for an answer on the screen."""
        if self.process is None or not self.process.alive:
            # What it had on its board is gone, and nobody can type its own moves to it.
            return Answer(Verdict.CRASH, detail=Text("the program has ended"))
        return self._exchange(self.talk.ask(position, played), seconds)

    def end(self, outcome: Outcome, played: Played) -> None:
        """It sees the end itself, or not at all."""

    def _exchange(self, typed: bytes, seconds: float, *, starting: bool = False) -> Answer:
        assert self.process is not None  # noqa: S101  (both callers looked)
        spent: list[SandboxTurn] = []
        shown = b""
        while True:
            left = max(seconds - sum(turn.wall_seconds for turn in spent), 0.0)
            turn = self.process.turn(typed, left, reply=sandbox.SOME, ahead=Ahead.KEEP)
            spent.append(turn)
            if turn.fault is not None or turn.reply is None:
                detail = Text(
                    "{fault}; waited to see {wording!r}",
                    fault=fault_of_all(turn, seconds),
                    wording=self.talk.waits_for,
                )
                return answer_from(
                    turn, None, spent, detail=detail, starting=starting, remarks=shown
                )
            if len(shown) <= SHOWN:
                shown += turn.reply
            try:
                seen = self.talk.see(turn.reply)
            except ProtocolFault as fault:
                return answer_from(turn, None, spent, Verdict.PROTOCOL, fault.text, remarks=shown)
            if isinstance(seen, str):
                return answer_from(turn, None if starting else seen, spent, remarks=shown)
            typed = seen or b""
