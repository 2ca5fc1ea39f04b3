"""Stars: rounds per second of the native rules with random moves."""

import time

from garlic import _core
from garlic.core.playout import random_game
from garlic.games import GAMES

Row = tuple[str, str, str]


def rounds_per_second(name: str = "10x10-both-free", at_least: float = 0.5) -> float:
    """How many rounds per second the native half plays on the bundled map *name*."""
    maps = GAMES["stars"].maps
    assert maps is not None
    position = _core.Stars.parse(str(maps.load(name)))
    position.random_rounds(0, 10_000)  # precomputes the paths through the maze
    rounds, passed = 100_000, 0.0
    while passed < at_least:
        rounds *= 2
        began = time.perf_counter()
        position.random_rounds(1, rounds)
        passed = time.perf_counter() - began
    return rounds / passed


def rows() -> list[Row]:
    targets = {"10x10-both-free": ">= 1 M/s"}
    table: list[Row] = [
        (
            f"native rounds, {name}",
            f"{rounds_per_second(name) / 1e6:.1f} M/s",
            targets.get(name, ""),
        )
        for name in ("10x10-both-free", "10x10-walled-in", "13x15-both-free", "60x60-both-free")
    ]
    began = time.perf_counter()
    for seed in range(20):
        list(random_game(GAMES["stars"].setup(), seed))
    each = (time.perf_counter() - began) / 20
    table.append(("a random 10x10 game in Python", f"{each * 1e3:.1f} ms", "< 100 ms"))
    return table
