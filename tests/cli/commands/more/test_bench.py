import json

from cli.results import Garlic
from garlic.engines.signature import _SUITES
from garlic.games import GAMES

# The nodes that the fixed searches of all engines visit. It changes exactly when a search or an
# evaluation does: state the new number in the commit that changes it.
SIGNATURE = 401300


def test_bench_prints_the_signature(garlic: Garlic) -> None:
    code, out, _ = garlic("bench")
    assert code == 0
    assert int(out.splitlines()[-1]) == SIGNATURE


def test_bench_as_json(garlic: Garlic) -> None:
    report = json.loads(garlic("bench", "tiaojia", "--json")[1])
    assert report["signature"] == report["engines"]["tiaojia"]["nodes"]


def test_signature_suites_are_for_known_games() -> None:
    assert set(_SUITES) <= set(GAMES)
