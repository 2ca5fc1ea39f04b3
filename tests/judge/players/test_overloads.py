"""A machine that is too busy for `init`: the game is tried again, and then not judged."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from garlic.core import Seat, Text, Verdict
from garlic.games import GAMES
from garlic.judge.bots import find_bot
from garlic.judge.game_run import MOST_OVERLOADS, GameRun, play
from garlic.judge.players.process import CoursePlayer, TalkingPlayer
from garlic.judge.referee import Player
from garlic.sandbox import Ahead, Confined, Confinement, Fault, SandboxTurn
from garlic.wire import SeatSetup
from garlic.wire.protocols.line import LineDialogue
from support.present import present

BUSY = SandboxTurn(fault=Fault(Verdict.OVERLOAD, Text("too busy")), alive=False)
CONFINEMENT = Confinement(64 << 20)
OTHELLO = GAMES["othello"]
SETUP = SeatSetup(OTHELLO, Seat.A, OTHELLO.limits, OTHELLO.setup())


def test_a_start_that_is_never_judged_ends_as_not_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Confined, "turn", lambda *_, **__: BUSY)
    bots = (find_bot("random:othello"), find_bot("random:othello"))
    record = play(GameRun("othello", bots, str(SETUP.start)))
    assert not record.is_judged
    assert record.outcome.winner is None
    assert [turn.number for turn in record.overloads] == [0] * (MOST_OVERLOADS + 1)


@pytest.mark.parametrize(
    "make",
    [
        lambda launch: CoursePlayer(launch, SETUP, present(OTHELLO.course)),
        lambda launch: TalkingPlayer(launch, SETUP, LineDialogue(SETUP), Ahead.FAULT),
    ],
    ids=["course", "line"],
)
def test_a_restart_on_a_busy_machine_is_no_fault_of_the_bot(
    make: Callable[[Any], Player],
) -> None:
    process = SimpleNamespace(
        alive=False,
        rings=SimpleNamespace(numbers=()),
        confinement=CONFINEMENT,
        turn=lambda *_, **__: BUSY,
        close=lambda: None,
    )
    answer = make(SimpleNamespace(start=lambda: process, confinement=CONFINEMENT)).ask(
        SETUP.start, (), 1
    )
    assert answer.verdict is Verdict.OVERLOAD
    assert answer.restarted
