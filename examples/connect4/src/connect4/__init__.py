"""Connect Four: drop a disc into a column; four in a line win."""

from connect4.diagram import diagram, path
from connect4.evaluation import evaluate
from connect4.position import Move, Position
from garlic.core import Game, Limits, UsageError
from garlic.core.limits import MEGABYTE
from garlic.core.verdict import every_fault_loses

__all__ = ["GAME", "Move", "Position"]


def _start(rule: str | None = None, size: tuple[int, int] | None = None) -> Position:
    del rule
    if size not in (None, (6, 7)):
        raise UsageError("connect4 is played on a board of 6x7 only")
    return Position.start()


GAME = Game(
    name="connect4",
    title="Connect Four",
    position=Position,
    move=Move,
    seats=("red", "blue"),
    limits=Limits(init_seconds=5, turn_seconds=1, memory_bytes=256 * MEGABYTE),
    faults=every_fault_loses(),
    diagram=diagram,
    start=_start,
    path=path,
    pieces={"r": "disc", "b": "disc"},
    evaluate=evaluate,
    chinese={
        "Connect Four": "四子棋",
        "four in a row": "四子连线",
        "the board is full": "棋盘已满",
        "the column is full": "这一列已满",
        "expected a column from a to g, got {text!r}": "应为 a 到 g 的一列，实际是 {text!r}",
    },
)
