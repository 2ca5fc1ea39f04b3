"""A player whose program is started for every turn and exits after its answer."""

import tempfile
from dataclasses import replace
from pathlib import Path

from garlic import sandbox
from garlic.core import Outcome, Position, Verdict
from garlic.judge.players.exchange import answer_from, truncated
from garlic.judge.players.process import Launch, ProcessPlayer
from garlic.judge.referee import Answer
from garlic.sandbox import SandboxTurn
from garlic.wire.dialogue import OneShot, Played, ProtocolFault, SeatSetup

INPUT_NAME = "input.txt"


class OneShotPlayer(ProcessPlayer):
    """Sends the state on standard input and, if the protocol says so, also as a file."""

    def __init__(self, launch: Launch, setup: SeatSetup, dialogue: OneShot) -> None:
        super().__init__(launch, setup)
        self.dialogue = dialogue

    def start(self) -> Answer:
        """Nothing runs before the first turn."""
        return Answer(Verdict.OK)

    def ask(self, position: Position, played: Played, seconds: float) -> Answer:
        """Run the program once."""
        text = self.dialogue.request(position, played)
        turn = (
            self._run_with_file(text, seconds)
            if self.dialogue.takes_file
            else self._run(text, seconds)
        )
        if turn.reply is None or turn.fault is not None:
            return answer_from(turn, None)
        output = turn.reply.decode(errors="replace")
        try:
            answer = answer_from(turn, self.dialogue.parse_move(position, output))
        except ProtocolFault as fault:
            answer = answer_from(turn, None, verdict=self.judged(fault), detail=fault.text)
        return replace(answer, stdout=truncated(turn.reply))

    def _run(self, text: str, seconds: float, launch: Launch | None = None) -> SandboxTurn:
        try:
            return self.open(launch).turn(text.encode(), seconds, reply=sandbox.ALL)
        finally:
            self.close()

    def _run_with_file(self, text: str, seconds: float) -> SandboxTurn:
        with tempfile.TemporaryDirectory(prefix="garlic-turn-") as temporary:
            folder = Path(temporary)
            folder.chmod(0o755)  # the program may run as another user
            (folder / INPUT_NAME).write_text(text, encoding="utf-8")
            confinement = self.launch.confinement
            launch = replace(
                self.launch,
                command=(*self.launch.command, INPUT_NAME),
                confinement=replace(
                    confinement, directory=folder, readable=(*confinement.readable, folder)
                ),
            )
            return self._run(text, seconds, launch)

    def end(self, outcome: Outcome, played: Played) -> None:
        """Nothing to do: there is no process between turns."""
