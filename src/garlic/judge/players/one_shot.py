"""Players whose program is started anew for every turn and ends with its answer."""

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

from garlic import sandbox
from garlic.core import Outcome, Verdict
from garlic.judge.players.process import Launch, ProcessPlayer, answer_from, shown
from garlic.judge.referee import Answer
from garlic.sandbox import SandboxTurn
from garlic.wire.dialogue import OneShot, Played, ProtocolFault, Sitting

INPUT_NAME = "input.txt"


class OneShotPlayer(ProcessPlayer):
    """Gives the state on standard input, and as a file where that is usual."""

    def __init__(self, launch: Launch, sitting: Sitting, talk: OneShot) -> None:
        super().__init__(launch, sitting)
        self.talk = talk

    def start(self) -> Answer:
        """Nothing runs before the first turn."""
        return Answer(Verdict.OK)

    def ask(self, position: Any, played: Played, seconds: float) -> Answer:
        """Run the program once."""
        text = self.talk.tell(position, played)
        turn = (
            self._run_with_file(text, seconds) if self.talk.takes_file else self._run(text, seconds)
        )
        if turn.reply is None or turn.fault is not None:
            return answer_from(turn, None)
        output = turn.reply.decode(errors="replace")
        try:
            answer = answer_from(turn, self.talk.hear(position, output))
        except ProtocolFault as fault:
            answer = answer_from(turn, None, verdict=self.judged(fault), detail=fault.text)
        return replace(answer, stdout=shown(turn.reply))

    def _run(self, text: str, seconds: float, launch: Launch | None = None) -> SandboxTurn:
        try:
            return self.open(launch).turn(text.encode(), seconds, reply=sandbox.ALL)
        finally:
            self.close()

    def _run_with_file(self, text: str, seconds: float) -> SandboxTurn:
        with tempfile.TemporaryDirectory(prefix="garlic-turn-") as folder:
            room = Path(folder)
            room.chmod(0o755)  # the program runs as somebody else, where that is possible
            (room / INPUT_NAME).write_text(text, encoding="utf-8")
            confinement = self.launch.confinement
            launch = replace(
                self.launch,
                command=(*self.launch.command, INPUT_NAME),
                confinement=replace(
                    confinement, directory=room, readable=(*confinement.readable, room)
                ),
            )
            return self._run(text, seconds, launch)

    def end(self, outcome: Outcome, played: Played) -> None:
        """Nobody is there to hear it."""
