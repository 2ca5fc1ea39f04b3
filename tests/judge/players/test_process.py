from garlic.judge.players.process import answer_from
from garlic.sandbox import SandboxTurn


def sandbox_turn(credit: float) -> SandboxTurn:
    return SandboxTurn(
        reply=b"d3\n",
        fault=None,
        wall_seconds=0.3,
        cpu_seconds=0.12,
        delay_seconds=0.15,
        credit_seconds=credit,
        memory_bytes=1 << 20,
        stdout=b"",
        stderr=b"",
        stdout_total=0,
        stderr_total=0,
        alive=True,
        rolled_back=False,
        copied_bytes=0,
        rest_cpu_seconds=0.0,
    )


def test_the_cost_of_an_answer_names_delay_and_credit():
    turns = [sandbox_turn(0.0), sandbox_turn(0.03)]
    cost = answer_from(turns[-1], "d3", turns).cost
    assert (cost.delay_seconds, cost.credit_seconds) == (0.3, 0.03)


def test_own_time_is_wall_time_without_delay_and_credit():
    assert round(sandbox_turn(0.03).own_seconds, 9) == 0.12
    assert sandbox_turn(0.3).own_seconds == 0
