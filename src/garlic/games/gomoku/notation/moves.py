"""Position strings: the moves of a game in one word, ``h8i9g7``, one game per line.

Crossings may be in either case, with or without spaces between them. The rule set may come
first, followed by the size: ``freestyle 19 k10k11``. Without a rule set it is the first of
renju, freestyle and standard under which the game is legal; without a size it is 15.
"""

import re

from garlic.core import Notation, Sheet
from garlic.core.reading.scan import decode, whole_number
from garlic.games.gomoku.board import LARGEST, SMALLEST, USUAL, Board
from garlic.games.gomoku.notation.source import (
    Source,
    empty_start,
    possible_starts,
)
from garlic.games.gomoku.position import RENJU, RULES, Move, Position

_HEAD = re.compile(rf"({'|'.join(RULES)})(?:[ \t]+([0-9]+)(?!\w))?(?!\w)", re.IGNORECASE | re.ASCII)
_WORD = re.compile(r"[ \t]*+(pass|[a-z]\d{1,2}|\S+)", re.IGNORECASE | re.ASCII)


def _read(content: bytes) -> list[Sheet[Position, Move]]:
    source = Source(decode(content))
    sheets = [_read_line(source, offset, offset + len(line)) for line, offset in source.lines()]
    if not sheets:
        raise source.fail("expected moves like 'h8 i9', got nothing", at=0)
    return sheets


def _read_line(source: Source, start: int, end: int) -> Sheet[Position, Move]:
    head = _HEAD.match(source.text, start, end)
    rule = head[1].lower() if head else None
    size = USUAL if head is None or head[2] is None else whole_number(head[2], SMALLEST, LARGEST)
    starts = possible_starts(rule, Board.empty(size)) if size is not None else []
    if not starts:
        raise source.fail(
            "expected a size that {rule} is played on, got {got!r}",
            at=start,
            rule=rule,
            got=head and head[2],
        )
    moves = source.moves(_WORD, head.end() if head else start, end)
    return source.sheet(starts, moves, {})


def _write(sheet: Sheet[Position, Move]) -> bytes:
    start = empty_start(sheet)
    size = "" if start.board.size == USUAL else f" {start.board.size}"
    moves = "".join(str(move) for move in sheet.moves)
    # A game that is legal under renju and names no rule set is read as renju.
    bare = start.rule == RENJU and moves
    return f"{moves if bare else f'{start.rule}{size} {moves}'.rstrip()}\n".encode()


NOTATION = Notation("the moves in one word, h8i9g7; one game per line", _read, _write)
