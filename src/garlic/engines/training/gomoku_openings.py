"""Make Gomoku's balanced openings: random stones around the centre, checked by the engine.

``python -m garlic.engines.training.gomoku_openings --count 50 --seed 1 --nodes 20000 --out
src/garlic/games/gomoku/openings.txt`` writes them. An opening has three to six stones, and a
search of that many nodes gives its mover between -0.4 and +0.4 points.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from garlic.core import Stream
from garlic.engines.engine import Engine
from garlic.engines.result import Limit
from garlic.engines.training.gomoku import RULES, stone_nearby
from garlic.games.gomoku import GAME, Move, Position

MOST_POINTS = 0.4


def candidate(rule: str, chance: Stream) -> tuple[list[Move], Position]:
    """Three to six stones, each close to another, and the position they make."""
    position = Position.start(rule)
    moves = []
    for _ in range(3 + chance.below(4)):
        moves.append(stone_nearby(position, chance))
        position = position.play(moves[-1])
    return moves, position


def balanced(rule: str, count: int, seed: int, nodes: int) -> Iterator[str]:
    """Lines of *count* different balanced openings."""
    chance = Stream(seed)
    seen: set[str] = set()
    while len(seen) < count:
        moves, position = candidate(rule, chance)
        if str(position) in seen or position.outcome() is not None:
            continue
        score = Engine(GAME, hash_mb=4).search(position, Limit(nodes=nodes)).score
        if score is None or score.points is None or abs(score.points) > MOST_POINTS:
            continue
        seen.add(str(position))
        yield f"{rule} {' '.join(map(str, moves))}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the openings of all rule sets."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--count", type=int, default=50, help="for each rule set")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--out", type=Path, help="standard output if left out")
    options = parser.parse_args(arguments)
    how = f"--count {options.count} --seed {options.seed} --nodes {options.nodes}"
    lines = [f"# Written by garlic.engines.training.gomoku_openings ({how})"]
    for rule in RULES:
        lines += balanced(rule, options.count, options.seed, options.nodes)
    text = "\n".join(lines) + "\n"
    if options.out is None:
        print(text, end="")
    else:
        options.out.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
