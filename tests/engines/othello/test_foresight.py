"""The measurement behind Othello's pruning by a shallower search."""

from garlic.engines import Engine
from garlic.engines.training.othello_foresight import positions, scores, table
from garlic.games.othello import GAME


def test_shallow_searches_are_compared_with_deeper_ones() -> None:
    engine = Engine(GAME, hash_mb=1)
    found = [scores(engine, position, 4) for position in positions(2, 6, 6)]
    assert len(found) > 2
    measured = table(found, 4)
    assert [(shallow, deep) for shallow, deep, _, _ in measured] == [(1, 3), (2, 4)]
    for shallow, deep, mean, deviation in measured:
        gaps = [row[deep - 1] - row[shallow - 1] for row in found]
        assert min(gaps) <= mean <= max(gaps)
        assert 0 < deviation <= max(gaps) - min(gaps)
