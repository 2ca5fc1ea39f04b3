"""Every hostile program of `attacks/` gets its verdict, in every configuration possible here."""

import pytest

from garlic.core import Verdict
from sandbox.harness import CONFIGURATIONS, Attack, attacks, run_attack, unreachable


@pytest.fixture(scope="module", params=CONFIGURATIONS, ids=str)
def run(request, arsenal):
    if why := unreachable(request.param):
        pytest.skip(why)
    with request.param.runner(arsenal) as runner:
        yield runner


@pytest.mark.parametrize("attack", attacks(), ids=str)
def test_attack(run, attack: Attack):
    result = run(run_attack, attack)
    assert result.verdict == attack.verdict, result
    if attack.verdict is Verdict.OK:
        assert result.reply == attack.reply
    if attack.calls:
        assert result.call in attack.calls
    if attack.path:
        assert result.path == attack.path
    if attack.signal:
        assert result.signal == attack.signal
    if attack.status is not None:
        assert result.status == attack.status
