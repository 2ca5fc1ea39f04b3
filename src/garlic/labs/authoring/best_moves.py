"""Xiangqi boards on which moves differ in what they give away, weighed by our engine.

``python -m garlic.labs.authoring.best_moves 10 > best-cases.toml``. The boards come from games of
the engine against itself, with chance in the openings; on each one the engine looks at every
move, and what a move loses against the best one is written down, in hundredths of a pawn.
"""

import sys
from collections.abc import Iterator
from typing import Any

from garlic.core import Stream
from garlic.engines.engine import Engine
from garlic.engines.result import Limit, Line
from garlic.games import GAMES
from garlic.labs.authoring.mates import fen_of, rows_of
from garlic.wire.protocols.ustc import board_text

_OPENING_PLIES = 10  # played by chance
_PLIES = range(16, 60, 7)  # after so many plies a board is looked at
_GAME_NODES, _WEIGHING_NODES = 20_000, 3_000_000
_DECIDED = 6.0  # pawns; where one side leads by more, all moves are alike
_LEAST_LOSS = 40  # of the second best, or there is nothing to find
_LARGEST_LOSS = 1000  # a lost game counts as this


def weighed(engine: Engine, position: Any) -> dict[str, int] | None:
    """What every move loses against the best; None where the board is no good question."""
    engine.clear()
    result = engine.search(position, Limit(nodes=_WEIGHING_NODES), lines=200)
    best = result.lines[0].score
    if best.points is None or abs(best.points) > _DECIDED:
        return None
    losses = {str(line.moves[0]): _loss(best.points, line) for line in result.lines}
    if len(losses) != len(position.legal_moves()) or sorted(losses.values())[1] < _LEAST_LOSS:
        return None
    return losses


def _loss(best: float, line: Line) -> int:
    if line.score.points is None:
        return _LARGEST_LOSS
    return max(0, min(_LARGEST_LOSS, round(100 * (best - line.score.points))))


def boards(seed: int) -> Iterator[Any]:
    """Positions of games with chance in the opening, without end."""
    game = GAMES["xiangqi"]
    engine = Engine(game)
    chance = Stream(seed)
    while True:
        position = game.setup()
        for ply in range(_PLIES.stop):
            if position.outcome() is not None:
                break
            if ply in _PLIES:
                # The lab's form has red to move; for black the board is turned round.
                yield game.parse(_as_red(position))
            if ply < _OPENING_PLIES:
                found = engine.search(position, Limit(nodes=_GAME_NODES), lines=4).lines
                move = found[chance.below(len(found))].moves[0]
            else:
                move = engine.choose(position, Limit(nodes=_GAME_NODES))
            position = position.play(move)


def _as_red(position: Any) -> str:
    return fen_of(board_text(position).replace("\n", ""))


def main(arguments: list[str]) -> None:
    """Print so many cases."""
    count = int(arguments[0])
    seed = int(arguments[1]) if len(arguments) > 1 else 1
    engine = Engine(GAMES["xiangqi"])
    print(f"# Made by: python -m garlic.labs.authoring.best_moves {count} {seed}")
    made = 0
    for position in boards(seed):
        losses = weighed(engine, position)
        if losses is None:
            continue
        board = "/".join(rows_of(position.board))
        table = ", ".join(f"{move} = {loss}" for move, loss in losses.items())
        print(f'\n[[cases]]\nboard = "{board}"\nlosses = {{ {table} }}', flush=True)
        made += 1
        if made == count:
            return


if __name__ == "__main__":
    main(sys.argv[1:])
