"""Numbers of a search that are set by name, and limits in a bot's name."""

import pytest

from garlic.core import UsageError
from garlic.engines import Engine, Limit
from garlic.engines.built_in import built_in_limit, built_in_player, check_built_in
from garlic.engines.parameters import engine_parameters
from garlic.games import GAMES

TIAOJIA = GAMES["tiaojia"]


def nodes_to_depth(**parameters: int) -> int:
    engine = Engine(TIAOJIA, hash_mb=1, parameters=parameters)
    return engine.search(TIAOJIA.setup(), Limit(depth=6)).nodes


def test_a_parameter_changes_the_search() -> None:
    usual = nodes_to_depth()
    slope = engine_parameters("tiaojia")["reduction_slope"]
    assert nodes_to_depth(reduction_slope=slope.value) == usual
    assert nodes_to_depth(reduction_slope=0, reduction_base=0) > usual
    assert nodes_to_depth(null_depth=0) != usual


@pytest.mark.parametrize("game", ["gomoku", "othello", "tiaojia", "xiangqi"])
def test_every_parameter_can_be_set_to_its_bounds(game: str) -> None:
    for name, parameter in engine_parameters(game).items():
        assert parameter.least <= parameter.value <= parameter.most
        for value in (parameter.least, parameter.most):
            engine = Engine(GAMES[game], hash_mb=1, parameters={name: value})
            assert engine.search(GAMES[game].setup(), Limit(nodes=300)).best is not None


def test_unknown_parameters_and_values_out_of_bounds_are_refused() -> None:
    with pytest.raises(UsageError, match="has no option 'nothing'"):
        Engine(TIAOJIA, parameters={"nothing": 1})
    with pytest.raises(UsageError, match="expected aspiration from 1 to 1000, got 0"):
        Engine(TIAOJIA, parameters={"aspiration": 0})
    with pytest.raises(UsageError, match="has no option 'reduction_slop'"):
        check_built_in(TIAOJIA, "engine:tiaojia?reduction_slop=1")
    assert not engine_parameters("stars")


def test_a_name_sets_parameters_and_limits() -> None:
    name = "engine:tiaojia?level=3&reduction_slope=40&time=250&nodes=9"
    check_built_in(TIAOJIA, name)
    assert built_in_limit(name) == Limit(nodes=9, time=0.25)
    assert built_in_limit("engine:tiaojia") == Limit()
    assert built_in_player(TIAOJIA, name).choose(TIAOJIA.setup(), Limit(nodes=50)) is not None
