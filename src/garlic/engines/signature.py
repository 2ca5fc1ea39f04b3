"""The engines' signature: the node counts of fixed searches.

Two builds that search alike have the same signature; if it changes, play has changed. A commit
that touches the search should state it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from garlic.core.playout import random_game
from garlic.engines.engine import Engine
from garlic.engines.result import Limit
from garlic.games import GAMES

# By game: the depth, and the numbers of random moves that lead to the positions. Each number is
# also the seed of its moves.
_SUITES: dict[str, tuple[int, tuple[int, ...]]] = {
    "gomoku": (6, (0, 4, 8, 12, 20, 30, 45)),
    "othello": (9, (0, 6, 12, 18, 24, 30, 36, 42, 46)),
    "tiaojia": (7, (0, 12, 25, 40, 55, 70, 85, 100, 112)),
    "xiangqi": (8, (0, 10, 25, 40, 60, 80, 100)),
}


@dataclass(frozen=True, slots=True)
class Signature:
    """Nodes and seconds for the fixed positions of *game*."""

    game: str
    nodes: int
    time: float


def signatures(games: Sequence[str] | None = None) -> list[Signature]:
    """The signatures of all engines, or of those of *games*; games without an engine have none."""
    for name in games or ():
        GAMES[name]  # raises if there is no such game
    return [_signature(name) for name in _SUITES if games is None or name in games]


def _signature(name: str) -> Signature:
    depth, places = _SUITES[name]
    engine = Engine(GAMES[name], hash_mb=16)
    nodes, seconds = 0, 0.0
    for place in places:
        positions = [position for _, position in random_game(GAMES[name].setup(), seed=place)]
        engine.clear()
        result = engine.search(positions[min(place, len(positions) - 2)], Limit(depth=depth))
        nodes += result.nodes
        seconds += result.time
    return Signature(name, nodes, seconds)
