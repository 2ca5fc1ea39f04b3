"""Every hostile program of `attacks/` gets its verdict, in every configuration possible here."""

from collections.abc import Callable, Iterator

import pytest

from garlic.core import Verdict
from sandbox.harness import CONFIGURATIONS, Arsenal, Attack, Result, attacks, unreachable

# Of keepers that are copies only the usual ones here, the others in the slow tests.
USUAL = [each for each in CONFIGURATIONS if not each.one_source or (each.root and each.namespaces)]
OTHERS = [
    pytest.param(each, marks=pytest.mark.slow) for each in CONFIGURATIONS if each not in USUAL
]


@pytest.fixture(scope="module", params=[*USUAL, *OTHERS], ids=str)
def run(request: pytest.FixtureRequest, arsenal: Arsenal) -> Iterator[Callable[[Attack], Result]]:
    if why := unreachable(request.param):
        pytest.skip(why)
    with request.param.runner(arsenal) as runner:
        yield runner


@pytest.mark.parametrize("attack", attacks(), ids=str)
def test_attack(run: Callable[[Attack], Result], attack: Attack) -> None:
    result = run(attack)
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
