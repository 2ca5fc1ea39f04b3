"""The Xiangqi lab's form: a text board in, one line like ``R (1,8) (4,8)`` out.

The lab's programs always play red, at the bottom, to move. For black the board is rotated and
the colours are swapped, and the answer is rotated back.
"""

from garlic.core import InvalidMoveError, Position, Seat
from garlic.core.game import expect
from garlic.games.xiangqi.board import COLUMNS, ROWS
from garlic.games.xiangqi.notation.lab import from_answer
from garlic.games.xiangqi.position import Move
from garlic.games.xiangqi.position import Position as XiangqiPosition
from garlic.wire.dialogue import Played, ProtocolFault, SeatSetup
from garlic.wire.registry import WireProtocol
from garlic.wire.settings import BotSettings


class UstcOneShot:
    """The lab's form; a program gets the board only, not the moves."""

    takes_file = True

    def request(self, position: Position, played: Played) -> str:
        """The board."""
        del played
        return board_text(expect(XiangqiPosition, position))

    def parse_move(self, position: Position, output: str) -> str:
        """The move in its output, see `parse_answer`."""
        return parse_answer(expect(XiangqiPosition, position), output)


def board_text(position: XiangqiPosition) -> str:
    """The board as the lab's programs read it: ten lines, the side to move as red."""
    board = _as_red(position).board
    rows = (board[start : start + COLUMNS] for start in range(0, len(board), COLUMNS))
    return "".join(f"{row}\n" for row in rows)


def parse_answer(position: XiangqiPosition, output: str) -> str:
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


def _as_red(position: XiangqiPosition) -> XiangqiPosition:
    """The same position with the side to move as red."""
    if position.mover is Seat.A:
        return position
    return XiangqiPosition(
        position.board[::-1].swapcase(), Seat.A, position.quiet, position.fullmove
    )


def _rotated(move: Move) -> Move:
    last = ROWS * COLUMNS - 1
    return Move(last - move.source, last - move.target)


def _one_shot(setup: SeatSetup, settings: BotSettings) -> UstcOneShot:
    del setup
    settings.check()
    return UstcOneShot()


USTC = WireProtocol(
    "ustc",
    "a program in the Xiangqi lab's form: a board in, an answer out",
    _one_shot,
    ("xiangqi",),
    is_engine=False,
)
