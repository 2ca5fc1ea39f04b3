"""What a turn cost, as the judge adds it up."""

from types import SimpleNamespace

from garlic.judge.players.exchange import Exchange
from garlic.sandbox import Ahead, SandboxTurn


def sandbox_turn(credit: float) -> SandboxTurn:
    return SandboxTurn(
        reply=b"d3\n",
        wall_seconds=0.3,
        cpu_seconds=0.12,
        delay_seconds=0.15,
        credit_seconds=credit,
        memory_bytes=1 << 20,
    )


def test_an_exchange_adds_up_its_turns_and_has_only_its_own_time_to_spend():
    turns = [sandbox_turn(0.0), sandbox_turn(0.03)]
    limits = []

    def turn(_message, seconds, **_options):
        limits.append(seconds)
        return turns[len(limits) - 1]

    process = SimpleNamespace(turn=turn, confinement=SimpleNamespace(reply_bytes=1000))
    exchange = Exchange(process, 1.0)
    for _ in turns:
        exchange.turn(b"", ahead=Ahead.KEEP)
    assert limits == [1.0, 0.85]  # the time it waited for a processor is not its own
    cost = exchange.cost
    assert (cost.wall_seconds, cost.delay_seconds, cost.credit_seconds) == (0.6, 0.3, 0.03)


def test_own_time_is_wall_time_without_delay_and_credit():
    assert round(sandbox_turn(0.03).own_seconds, 9) == 0.12
    assert sandbox_turn(0.3).own_seconds == 0
