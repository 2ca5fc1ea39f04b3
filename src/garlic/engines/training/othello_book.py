"""Write the opening book of standard Othello by our own searches, with values that agree.

``python -m garlic.engines.training othello-book --folder FOLDER --out FILE`` searches the start and
then, one after another, the position behind the likeliest line that the book does not have yet: a
line costs 1 a ply, and 2 for every disc by which its moves are worse than the best ones. A search
gives values to the best moves of a position. When a position behind one of them is searched, too,
the move is worth what that position's best move is (negamax), so that the values of the book agree
with each other however deep it is.

Every search starts with empty tables and a fixed number of nodes: the same options give the same
book. The searches stay in the folder. If the command is interrupted, run it again to continue; with
more ``--positions`` it adds to them.
"""

import argparse
import heapq
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from garlic.core import UsageError
from garlic.core.reading.files import write_whole
from garlic.engines.book import Book, form
from garlic.engines.engine import Engine
from garlic.engines.result import Limit
from garlic.engines.training.nets import ProgressLines
from garlic.games.othello import GAME, PASS, Move, Position

_MOVES = 4  # of a position that a search gives values to
_LOSS_PLIES = 2.0  # how many plies a loss of a disc costs
_MOST_LOSS = 3.0  # moves that lose more discs are not followed, and not written
_START = form(GAME, GAME.setup())[0]


def position_of(text: str) -> Position:
    """The position that is written as *text* in the book."""
    discs, mover = text.split()
    rows = re.sub("[1-8]", lambda digit: "." * int(digit[0]), discs)
    return Position.parse(f"{'/'.join(['1' * 8] * 8)} {rows} {mover} 0")


@dataclass(slots=True)
class BookTree:
    """The positions that were searched, by their text, with the values of their best moves."""

    searched: dict[str, dict[str, float]] = field(default_factory=dict)
    _after: dict[tuple[str, str], str | None] = field(default_factory=dict)

    def after(self, place: str, move: str) -> str | None:
        """The position behind *move*; None if the game is over there."""
        if (place, move) not in self._after:
            position = position_of(place).play(Move.parse(move))
            over = position.outcome() is not None
            self._after[place, move] = None if over else form(GAME, position)[0]
        return self._after[place, move]

    def values(self) -> dict[str, dict[str, float]]:
        """The searched positions with the backed-up values of their moves, best first."""
        backed_up: dict[str, dict[str, float]] = {}
        # From the fullest board on, so that what is behind a move comes before it; a pass is behind
        # no other pass.
        for place, found in sorted(
            self.searched.items(), key=lambda one: (_empty_cells(one[0]), str(PASS) in one[1])
        ):
            worth = {}
            for move, points in found.items():
                behind = backed_up.get(self.after(place, move) or "")
                worth[move] = -max(behind.values()) if behind else points
            backed_up[place] = dict(sorted(worth.items(), key=lambda one: (-one[1], one[0])))
        return backed_up

    def next(self) -> str | None:
        """The likeliest position that was not searched; None if there is none."""
        values = self.values()
        waiting, seen = [(0.0, _START)], set()
        while waiting:
            cost, place = heapq.heappop(waiting)
            if place in seen:
                continue
            if place not in self.searched:
                return place
            seen.add(place)
            moves = values[place]
            for move, points in moves.items():
                loss = max(moves.values()) - points
                if loss <= _MOST_LOSS and (behind := self.after(place, move)) is not None:
                    heapq.heappush(waiting, (cost + 1 + _LOSS_PLIES * loss, behind))
        return None

    def book(self) -> Book:
        """The lines of the book: positions in the order of their discs."""
        return {
            place: [
                f"{move}={round(points, 1) + 0.0:+.1f}"
                for move, points in moves.items()
                if max(moves.values()) - points <= _MOST_LOSS
            ]
            for place, moves in reversed(self.values().items())
        }


def _empty_cells(place: str) -> int:
    return sum(int(digit) for digit in re.findall("[1-8]", place))


def searched(engine: Engine[Move], place: str, nodes: int) -> dict[str, float]:
    """The values of the best moves there, by a search of *nodes*."""
    engine.clear()
    lines = engine.search(position_of(place), Limit(nodes=nodes), lines=_MOVES).lines
    return {
        str(line.moves[0]): round(line.score.points, 3)
        for line in lines
        if line.score.points is not None
    }


def grown(tree: BookTree, file: Path, positions: int, nodes: int) -> None:
    """Search until *tree* has *positions*, and append each to *file*."""
    engine = Engine(GAME)
    progress = ProgressLines("positions")
    with file.open("a", encoding="utf-8") as searches:
        while len(tree.searched) < positions and (place := tree.next()) is not None:
            tree.searched[place] = searched(engine, place, nodes)
            line = {"position": place, "nodes": nodes, "moves": tree.searched[place]}
            searches.write(json.dumps(line) + "\n")
            searches.flush()
            progress(len(tree.searched), positions)


def kept(file: Path, nodes: int) -> BookTree:
    """The searches in *file*, without a last line that was cut off.

    Raises `UsageError` if they are of another number of nodes.
    """
    tree = BookTree()
    if not file.exists():
        return tree
    text = file.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        write_whole(file, whole.encode())
    for line in whole.splitlines():
        search = json.loads(line)
        if search["nodes"] != nodes:
            raise UsageError("the searches in {path} have other options", path=str(file))
        tree.searched[search["position"]] = search["moves"]
    return tree


def main(arguments: Sequence[str] | None = None) -> None:
    """Search, and write the book, one position per line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--folder", type=Path, required=True, help="where searches are kept")
    parser.add_argument("--positions", type=int, default=1500)
    parser.add_argument("--nodes", type=int, default=12_000_000, help="searched for each position")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    file = options.folder / "searches.jsonl"
    tree = kept(file, options.nodes)
    grown(tree, file, options.positions, options.nodes)
    how = f"--positions {options.positions} --nodes {options.nodes}"
    lines = [f"# Written by garlic.engines.training.othello_book ({how})."]
    lines += [f"{place}: {' '.join(moves)}" for place, moves in tree.book().items()]
    write_whole(options.out, "\n".join([*lines, ""]).encode())


if __name__ == "__main__":
    main()
