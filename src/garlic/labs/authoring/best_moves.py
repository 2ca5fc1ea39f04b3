"""Xiangqi boards with the loss of every move, evaluated by our engine.

``python -m garlic.labs.authoring.best_moves 10 > best-cases.toml``. The boards come from games of
the engine against itself with random openings; on each board the engine evaluates every move.
The loss of a move against the best one is in hundredths of a pawn.
"""

import sys
from collections.abc import Iterator

from garlic.core import Stream
from garlic.engines.engine import Engine
from garlic.engines.result import Limit, Line
from garlic.games.xiangqi import GAME, Position
from garlic.labs.authoring.mates import fen_of, rows_of
from garlic.wire.protocols.ustc import board_text

_OPENING_PLIES = 10  # random ones
_PLIES = range(16, 60, 7)  # at which boards are taken from a game
_GAME_NODES, _EVALUATION_NODES = 20_000, 3_000_000
_DECIDED = 6.0  # pawns; if one side leads by more, the choice of move hardly matters
_LEAST_LOSS = 40  # of the second best move, or the case is too easy
_LARGEST_LOSS = 1000  # a lost game counts as this


def losses_of(engine: Engine, position: Position) -> dict[str, int] | None:
    """The loss of every move against the best; None if the board is no good case."""
    engine.clear()
    result = engine.search(position, Limit(nodes=_EVALUATION_NODES), lines=200)
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


def boards(seed: int) -> Iterator[Position]:
    """An endless stream of positions from games with random openings."""
    engine = Engine(GAME)
    chance = Stream(seed)
    while True:
        position = GAME.setup()
        for ply in range(_PLIES.stop):
            if position.outcome() is not None:
                break
            if ply in _PLIES:
                # The lab's format has red to move; for black the board is rotated.
                yield GAME.parse(_as_red(position))
            if ply < _OPENING_PLIES:
                lines = engine.search(position, Limit(nodes=_GAME_NODES), lines=4).lines
                position = position.play(lines[chance.below(len(lines))].moves[0])
            elif (move := engine.choose(position, Limit(nodes=_GAME_NODES))) is not None:
                position = position.play(move)


def _as_red(position: Position) -> str:
    return fen_of(board_text(position).replace("\n", ""))


def main(arguments: list[str]) -> None:
    """Print the given number of cases."""
    count = int(arguments[0])
    seed = int(arguments[1]) if len(arguments) > 1 else 1
    engine = Engine(GAME)
    print(f"# Made by: python -m garlic.labs.authoring.best_moves {count} {seed}")
    made = 0
    for position in boards(seed):
        losses = losses_of(engine, position)
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
