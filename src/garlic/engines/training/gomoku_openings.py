"""Make Gomoku's balanced openings: random stones around the centre, checked by the engine.

``python -m garlic.engines.training.gomoku_openings --count 50 --seed 1 --nodes 300000 --out
src/garlic/games/gomoku/openings.txt`` writes them. An opening has three to six stones, and a
search of that many nodes gives its mover between -0.25 and +0.25 points. A shorter search leaves
out most of the others.

The file is written after every opening that is found, and the time left is shown. If it is
interrupted, run the same command to continue.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from garlic.core import Stream
from garlic.core.reading.files import write_whole
from garlic.engines.engine import Engine
from garlic.engines.result import Limit
from garlic.engines.training.gomoku import RULES, stone_nearby
from garlic.engines.training.nets import ProgressLines
from garlic.games.gomoku import GAME, Move, Position

MOST_POINTS = 0.25
_FIRST_LOOK = 20  # the shorter search has so many times fewer nodes,
_FIRST_POINTS = 0.8  # and this is how far from even it may be


def candidate(rule: str, chance: Stream) -> tuple[list[Move], Position]:
    """Three to six stones, each close to another, and the position they make."""
    position = Position.start(rule)
    moves = []
    for _ in range(3 + chance.below(4)):
        moves.append(stone_nearby(position, chance))
        position = position.play(moves[-1])
    return moves, position


def is_even(position: Position, nodes: int) -> bool:
    """Is neither side ahead, by a search of *nodes*?"""
    looks = ((max(nodes // _FIRST_LOOK, 1), _FIRST_POINTS), (nodes, MOST_POINTS))
    for limit, most in looks:
        score = Engine(GAME, hash_mb=4).search(position, Limit(nodes=limit)).score
        if score is None or score.points is None or abs(score.points) > most:
            return False
    return True


def balanced(
    rule: str, count: int, seed: int, nodes: int, known: Sequence[str] = ()
) -> Iterator[str]:
    """Lines of *count* different balanced openings.

    *known* are the first of them, if they were found before: the search goes on behind the last.
    """
    chance = Stream(seed)
    seen: set[str] = set()
    found = list(known)
    while len(seen) < count:
        moves, position = candidate(rule, chance)
        line = f"{rule} {' '.join(map(str, moves))}"
        if str(position) in seen or position.outcome() is not None:
            continue
        if found:
            if line != found[0]:
                continue  # refused before
            found.pop(0)
        elif not is_even(position, nodes):
            continue
        seen.add(str(position))
        yield line


def written_before(path: Path, head: str) -> list[str]:
    """The openings in the file at *path*, if an interrupted run with this *head* wrote it."""
    if not path.exists():
        return []
    first, *lines = path.read_text(encoding="utf-8").splitlines()
    return lines if first == head else []


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the openings of all rule sets."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--count", type=int, default=50, help="for each rule set")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=300_000)
    parser.add_argument("--out", type=Path, help="standard output if left out")
    options = parser.parse_args(arguments)
    how = f"--count {options.count} --seed {options.seed} --nodes {options.nodes}"
    head = f"# Written by garlic.engines.training.gomoku_openings ({how})"
    known = [] if options.out is None else written_before(options.out, head)
    lines = [head]
    progress = ProgressLines("openings")
    progress(len(known), options.count * len(RULES))
    for rule in RULES:
        before = [line for line in known if line.split()[0] == rule]
        for line in balanced(rule, options.count, options.seed, options.nodes, before):
            lines.append(line)
            if options.out is not None and len(lines) - 1 > len(known):
                write_whole(options.out, ("\n".join(lines) + "\n").encode())
                progress(len(lines) - 1, options.count * len(RULES))
    if options.out is None:
        print("\n".join(lines))


if __name__ == "__main__":
    main()
