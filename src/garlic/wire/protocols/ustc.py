"""The Xiangqi lab's form: a text board in, one line like ``R (1,8) (4,8)`` out.

The lab's programs always play red, at the bottom, to move. For black the board is rotated and
the colours are swapped, and the answer is rotated back.
"""

from garlic.core import InvalidMoveError, Seat
from garlic.games.xiangqi.board import COLUMNS, ROWS
from garlic.games.xiangqi.notation.lab import from_answer
from garlic.games.xiangqi.position import Move, Position
from garlic.wire.dialogue import Played, ProtocolFault


class UstcOneShot:
    """The lab's form; a program gets the board only, not the moves."""

    takes_file = True

    def request(self, position: Position, played: Played) -> str:
        """The board."""
        del played
        return board_text(position)

    def parse_move(self, position: Position, output: str) -> str:
        """The move in its output, see `parse_answer`."""
        return parse_answer(position, output)


def board_text(position: Position) -> str:
    """The board as the lab's programs read it: ten lines, the side to move as red."""
    board = _as_red(position).board
    rows = (board[start : start + COLUMNS] for start in range(0, len(board), COLUMNS))
    return "".join(f"{row}\n" for row in rows)


def parse_answer(position: Position, output: str) -> str:
    """The move in a program's *output*, in the game's notation.

    The last line that is an answer counts: programs may print remarks before it. Raises
    `ProtocolFault` if there is none.
    """
    as_red = _as_red(position)
    lines = [line for line in output.splitlines() if line.strip()]
    first_fault: InvalidMoveError | None = None
    for line in reversed(lines):
        try:
            move = from_answer(as_red, line)
        except InvalidMoveError as fault:
            first_fault = first_fault or fault
            continue
        return str(_rotated(move) if position.mover is Seat.B else move)
    if first_fault is None:
        raise ProtocolFault("expected an answer like 'R (1,8) (4,8)', got no line at all")
    raise ProtocolFault(first_fault.text)


def _as_red(position: Position) -> Position:
    """The same position with the side to move as red."""
    if position.mover is Seat.A:
        return position
    return Position(position.board[::-1].swapcase(), Seat.A, position.quiet, position.fullmove)


def _rotated(move: Move) -> Move:
    last = ROWS * COLUMNS - 1
    return Move(last - move.source, last - move.target)
