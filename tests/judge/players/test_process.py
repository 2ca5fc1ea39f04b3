"""What a turn cost, as the judge adds it up."""

from types import SimpleNamespace
from typing import Any

from garlic.judge.players.exchange import Exchange
from garlic.sandbox import Ahead, Confinement, SandboxTurn


def sandbox_turn(credit: float) -> SandboxTurn:
    return SandboxTurn(
        reply=b"d3\n",
        wall_seconds=0.3,
        cpu_seconds=0.12,
        delay_seconds=0.15,
        credit_seconds=credit,
        memory_bytes=1 << 20,
    )


def test_the_cost_of_an_answer_names_delay_and_credit_and_only_own_time_is_used_up() -> None:
    turns, limits = [sandbox_turn(0.0), sandbox_turn(0.03)], []

    def turn(message: bytes, wall_seconds: float, cpu_seconds: float, **_: object) -> SandboxTurn:
        assert message == b""
        limits.append((round(wall_seconds, 9), round(cpu_seconds, 9)))
        return turns[len(limits) - 1]

    process: Any = SimpleNamespace(confinement=Confinement(1 << 26), turn=turn)
    exchange = Exchange(process, 1.0)
    exchange.turn(b"", ahead=Ahead.KEEP)
    last = exchange.turn(b"", ahead=Ahead.KEEP)
    cost = exchange.answer(last, "d3").cost
    assert (cost.delay_seconds, cost.credit_seconds) == (0.3, 0.03)
    assert limits == [(1.0, 1.0), (0.85, 0.88)]


def test_own_time_is_wall_time_without_delay_and_credit() -> None:
    assert round(sandbox_turn(0.03).own_seconds, 9) == 0.12
    assert sandbox_turn(0.3).own_seconds == 0
