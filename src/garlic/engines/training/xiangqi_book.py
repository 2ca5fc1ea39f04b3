"""Write Xiangqi's opening book: good moves by our own analysis, a few plies deep.

``python -m garlic.engines.training.xiangqi_book --positions 60 --out FILE`` searches the start
and then the positions after the moves it keeps, the likeliest first. A move is kept if it is at
most a quarter of a point worse than the best. The same options on the same build give the same
book.
"""

import argparse
import heapq
from collections.abc import Sequence
from pathlib import Path

from garlic.engines.book import Book, form
from garlic.engines.engine import Engine
from garlic.engines.result import Limit
from garlic.games.xiangqi import GAME

_MARGIN = 0.25  # points
_MOVES = 4  # kept in a position at most


def analysed(positions: int, nodes: int) -> Book:
    """A book of *positions* positions, each searched with *nodes* nodes."""
    engine = Engine(GAME)
    book: Book = {}
    # Likeliest first: each of k moves of a position is played once in k games.
    waiting = [(-1.0, 0, GAME.setup())]
    number = 0
    while waiting and len(book) < positions:
        likelihood, _, position = heapq.heappop(waiting)
        if (place := form(GAME, position)[0]) in book:
            continue
        engine.clear()
        lines = engine.search(position, Limit(nodes=nodes), lines=_MOVES).lines
        best = lines[0].score.points
        kept = [
            line.moves[0]
            for line in lines
            if best is not None and line.score.points is not None
            if best - line.score.points <= _MARGIN
        ]
        book[place] = [str(move) for move in kept]
        for move in kept:
            number += 1
            heapq.heappush(waiting, (likelihood / len(kept), number, position.play(move)))
    return {place: moves for place, moves in book.items() if moves}


def main(arguments: Sequence[str] | None = None) -> None:
    """Analyse, and write the book, one position per line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--nodes", type=int, default=200_000, help="searched for each position")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args(arguments)
    how = f"--positions {options.positions} --nodes {options.nodes}"
    lines = [f"# Written by garlic.engines.training.xiangqi_book ({how})."]
    book = analysed(options.positions, options.nodes)
    lines += [f"{place}: {' '.join(moves)}" for place, moves in book.items()]
    options.out.write_text("\n".join([*lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
