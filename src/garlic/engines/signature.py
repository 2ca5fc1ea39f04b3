"""The engines' signature: how many nodes fixed searches take.

Two builds that search alike have the same; a change of it is a change of play. It is what
a commit that touches the search should state.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from garlic.core.playout import random_game
from garlic.engines.engine import Engine
from garlic.engines.result import Limit
from garlic.games import GAMES

# The engine's game, the depth, and after how many random moves (seeded by their number) the
# positions stand.
_SUITES: dict[str, tuple[int, tuple[int, ...]]] = {
    "othello": (9, (0, 6, 12, 18, 24, 30, 36, 42, 46)),
    "tiaojia": (7, (0, 12, 25, 40, 55, 70, 85, 100, 112)),
    "xiangqi": (8, (0, 10, 25, 40, 60, 80, 100)),
}


@dataclass(frozen=True, slots=True)
class Signature:
    """What the fixed positions of *game* took."""

    game: str
    nodes: int
    time: float


def signatures(games: Sequence[str] | None = None) -> list[Signature]:
    """The signature of every engine, or of those of *games*; none for games without one."""
    for name in games or ():
        GAMES[name]  # raises where there is no such game
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
