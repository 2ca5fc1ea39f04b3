"""Find the moves behind a position, for protocols that describe a game by its moves.

A game may start from an opening of which only the position is known. For short openings the
moves can be searched: only a few move orders lead to exactly that position.
"""

from collections.abc import Callable, Iterator
from itertools import zip_longest

from garlic.core import Seat, UsageError
from garlic.core.type_variables import T
from garlic.games.gomoku import Position as GomokuPosition
from garlic.games.gomoku.board import EMPTY, points
from garlic.games.gomoku.position import SEATS
from garlic.games.gomoku.position import Move as Stone
from garlic.games.othello import Position as OthelloPosition
from garlic.games.xiangqi.position import Position as XiangqiPosition

_MOST_PLIES = 16
_MOST_POSITIONS = 5_000  # per ply; real openings need a few dozen


def othello_moves(target: OthelloPosition) -> list[str]:
    """Moves from the usual start to *target*; raise `UsageError` if none are found.

    Only cells that are occupied in *target* can have been played.
    """
    end = target.red | target.blue

    def possible(position: OthelloPosition, _left: int) -> bool:
        return not (position.red | position.blue) & ~end

    return _moves("othello", OthelloPosition.start(), target, target.ply, possible)


def xiangqi_moves(target: XiangqiPosition) -> list[str]:
    """The same for Xiangqi: each move changes two points."""
    plies = 2 * (target.fullmove - 1) + target.mover.index

    def possible(position: XiangqiPosition, left: int) -> bool:
        pairs = zip(position.board, target.board, strict=True)
        return sum(here != there for here, there in pairs) <= 2 * left

    return _moves("xiangqi", XiangqiPosition.start(), target, plies, possible)


def stones_in_turn(position: GomokuPosition) -> Iterator[tuple[Seat, Stone]]:
    """The stones of *position*, black and white alternating; the order is otherwise arbitrary."""
    stones: dict[Seat, list[Stone]] = {seat: [] for seat in Seat}
    for point, stone in zip(points(position.board.size), position.board.cells, strict=True):
        if stone != EMPTY:
            stones[SEATS[stone]].append(Stone(point))
    for pair in zip_longest(*stones.values()):
        for seat, move in zip(Seat, pair, strict=True):
            if move is not None:
                yield seat, move


def gomoku_moves(target: GomokuPosition) -> list[str]:
    """Moves from the empty board to *target*; raise `UsageError` if colours did not alternate."""
    black, white = target.stones(Seat.A), target.stones(Seat.B)
    if black - white != target.mover.index or target.passes:
        raise UsageError(
            "expected black's and white's stones to have been put in turn, got {black} and {white}",
            black=black,
            white=white,
        )
    return [str(stone) for _, stone in stones_in_turn(target)]


def _moves(
    game: str, start: T, target: T, plies: int, possible: Callable[[T, int], bool]
) -> list[str]:
    """Breadth-first search from *start* to *target*; *possible* prunes positions."""
    target_text = str(target)
    lines: dict[str, tuple[T, list[str]]] = {str(start): (start, [])}
    for left in range(min(plies, _MOST_PLIES), 0, -1):
        reached: dict[str, tuple[T, list[str]]] = {}
        for position, moves in lines.values():
            for move in position.legal_moves():
                after = position.play(move)
                if possible(after, left - 1):
                    reached.setdefault(str(after), (after, [*moves, str(move)]))
        lines = reached
        if len(lines) > _MOST_POSITIONS:
            break
    if target_text not in lines:
        raise UsageError(
            "this protocol tells a game of {game} from its usual start only, and no moves were"
            " found that lead from there to {position!r}",
            game=game,
            position=target_text,
        )
    return lines[target_text][1]
