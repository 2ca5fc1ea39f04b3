"""The moves behind a position, for protocols that can only tell a game from its usual start.

A match may start from an opening, of which a bot is shown the position alone. Short openings
can be played again: only a few orders of moves lead to the very same position.
"""

from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import Any

from garlic.core import Seat, UsageError
from garlic.games.gomoku import Position as GomokuPosition
from garlic.games.gomoku.board import EMPTY, points
from garlic.games.gomoku.position import SEATS
from garlic.games.gomoku.position import Move as Stone
from garlic.games.othello import Position as OthelloPosition
from garlic.games.xiangqi.position import Position as XiangqiPosition

_MOST_PLIES = 16
_MOST_POSITIONS = 5_000  # looked at in one ply; real openings need a few dozen


def othello_moves(target: OthelloPosition) -> list[str]:
    """Moves from the usual start to *target*; raise `UsageError` where none are found.

    Only cells that hold a disc at the end can have been played on.
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
    """The stones of *position*, black's and white's in turn: no order is better than another."""
    stones: dict[Seat, list[Stone]] = {seat: [] for seat in Seat}
    for point, stone in zip(points(position.board.size), position.board.cells, strict=True):
        if stone != EMPTY:
            stones[SEATS[stone]].append(Stone(point))
    for pair in zip_longest(*stones.values()):
        for seat, found in zip(Seat, pair, strict=True):
            if found is not None:
                yield seat, found


def gomoku_moves(target: GomokuPosition) -> list[str]:
    """Moves from the empty board to *target*; raise `UsageError` if they were not in turn."""
    black, white = target.stones(Seat.A), target.stones(Seat.B)
    if black - white != target.mover.index or target.passes:
        raise UsageError(
            "expected black's and white's stones to have been put in turn, got {black} and {white}",
            black=black,
            white=white,
        )
    return [str(stone) for _, stone in stones_in_turn(target)]


def _moves(
    game: str, start: Any, target: Any, plies: int, possible: Callable[[Any, int], bool]
) -> list[str]:
    """Breadth first from *start*: every different position once, none that cannot lead there."""
    wanted = str(target)
    ways: dict[str, tuple[Any, list[str]]] = {str(start): (start, [])}
    for left in range(min(plies, _MOST_PLIES), 0, -1):
        found: dict[str, tuple[Any, list[str]]] = {}
        for position, moves in ways.values():
            for move in position.legal_moves():
                after = position.play(move)
                if possible(after, left - 1):
                    found.setdefault(str(after), (after, [*moves, str(move)]))
        ways = found
        if len(ways) > _MOST_POSITIONS:
            break
    if wanted not in ways:
        raise UsageError(
            "this protocol tells a game of {game} from its usual start only, and no moves were"
            " found that lead from there to {position!r}",
            game=game,
            position=wanted,
        )
    return ways[wanted][1]
