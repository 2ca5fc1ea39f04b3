"""How well a shallow search of Othello predicts a deeper one.

::

    python -m garlic.engines.training.othello_foresight --games 40 --size 8x8

plays quick games against itself, half of them on maps of ones, searches some of their positions
exactly to every depth up to the deepest, and prints by how much the scores differ, in mean cell
weights: the numbers behind `foresight_error` in ``cpp/games/othello/player.h``.
"""

import argparse
import statistics
from collections.abc import Iterator

from garlic.core import Stream
from garlic.core.maps import board_size
from garlic.engines.engine import Engine
from garlic.engines.result import Limit
from garlic.games.othello import GAME, Position
from garlic.games.othello.generator import make

_OPENING_PLIES = 6
_EVERY = 7  # plies between two positions of a game
_LEAST_EMPTIES = 10  # with fewer, the endgame solver takes over


def positions(games: int, rows: int, columns: int) -> Iterator[Position]:
    """Positions of quick games with occasional random moves."""
    quick = Engine(GAME, hash_mb=1)
    for seed in range(games):
        chance = Stream(seed)
        kind = "ones" if seed % 2 else "any"
        position = make(rows, columns, seed, kind=kind)
        while position.outcome() is None and position.empty().bit_count() >= _LEAST_EMPTIES:
            moves = position.legal_moves()
            random_move = position.ply < _OPENING_PLIES or chance.below(12) == 0
            move = None if random_move else quick.choose(position, Limit(depth=3))
            position = position.play(move or moves[chance.below(len(moves))])
            if position.ply % _EVERY == 0 and position.outcome() is None:
                yield position


def scores(engine: Engine, position: Position, deepest: int) -> list[float]:
    """The exact scores of depths 1 to *deepest*, in mean cell weights."""
    board = position.board
    mean = max(board.worth(board.cells) / board.cells.bit_count(), 0.01)
    found = []
    for depth in range(1, deepest + 1):
        engine.clear()
        score = engine.search(position, Limit(depth=depth), exact=True).score
        found.append((score.points or 0.0) / mean if score else 0.0)
    return found


def table(rows: list[list[float]], deepest: int) -> list[tuple[int, int, float, float]]:
    """For each pair of depths of one parity: shallow, deep, mean difference, deviation."""
    return [
        (shallow, deep, statistics.mean(gaps), statistics.pstdev(gaps))
        for deep in range(3, deepest + 1)
        for shallow in range(2 - deep % 2, deep, 2)
        for gaps in [[row[deep - 1] - row[shallow - 1] for row in rows]]
    ]


def main() -> None:
    """Read the options, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--depth", type=int, default=7)
    parser.add_argument("--size", default="8x8")
    options = parser.parse_args()
    height, width = board_size(options.size) or parser.error("expected a size like 8x8")
    engine = Engine(GAME, hash_mb=32)
    found = [
        scores(engine, position, options.depth)
        for position in positions(options.games, height, width)
    ]
    print(f"{len(found)} positions")
    for shallow, deep, mean, deviation in table(found, options.depth):
        print(f"{shallow} predicts {deep}: {mean:+.2f} on average, deviation {deviation:.2f}")


if __name__ == "__main__":
    main()
