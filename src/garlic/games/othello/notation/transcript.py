"""Transcripts: ``f5d6c3...``, the cells of a standard game in the order of play.

One game per line; upper case and spaces are allowed. Passes are not written: a side that cannot
move has passed. So a pass after the last disc is lost, unless it ended the game.
"""

import re

from garlic.core import Notation, Sheet, UsageError
from garlic.core.reading.scan import decode
from garlic.games.othello.notation.reader import Reader
from garlic.games.othello.notation.replay import Replay, check_side
from garlic.games.othello.position import PASS, Move, Position

_CELL = re.compile(r"[a-hA-H][1-8]")
_BLANKS = re.compile(r"[ \t]*")
_LINE_END = re.compile(r"[\r\n]|\Z")


def read(content: bytes) -> list[Sheet[Position, Move]]:
    """The games of a file; raise `InvalidFileError` with line and column."""
    reader = Reader(decode(content))
    sheets = []
    while reader.skip_blanks():
        sheets.append(_game(reader))
    return sheets


def _game(reader: Reader) -> Sheet[Position, Move]:
    replay = Replay(Position.start())
    while not reader.take(_LINE_END):
        line, column = reader.place()
        cell = reader.take(_CELL)
        if cell is None:
            raise reader.fail("a cell like 'd3'")
        replay.pass_if_forced()
        replay.play(Move.parse(cell[0].lower()), line=line, column=column)
        reader.take(_BLANKS)
    return Sheet(replay.start, replay.finish())


def write(sheet: Sheet[Position, Move]) -> bytes:
    """*sheet* as a line; raise `UsageError` if it did not start as standard Othello does."""
    start = sheet.start
    check_side(start, "a transcript")
    if start != Position.start():
        raise UsageError("a transcript starts from the standard position, every cell worth 1")
    return "".join(str(move) for move in sheet.moves if move != PASS).encode() + b"\n"


TRANSCRIPT = Notation(
    "the cells in order, f5d6c3...; standard Othello, one game per line", read, write
)
