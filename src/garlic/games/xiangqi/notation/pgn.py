"""Chinese chess PGN: tags in brackets, then the moves, in ICCS, WXF or Chinese notation.

The notation of each move is recognised from the move itself. Comments (``{...}``, ``; ...``) and
variations in parentheses are skipped. We write ICCS.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from garlic.core import InvalidFileError, InvalidMoveError, Notation, Sheet
from garlic.core.reading.scan import TextToken
from garlic.games.xiangqi.notation.chinese import from_chinese
from garlic.games.xiangqi.notation.fen import START
from garlic.games.xiangqi.notation.files import (
    LONGEST_GAME,
    RESULTS,
    Placed,
    before_move,
    decode_chinese,
    numbered,
    parse_start,
    placed,
    played,
    too_long,
)
from garlic.games.xiangqi.notation.iccs import from_iccs, to_iccs
from garlic.games.xiangqi.notation.wxf import from_wxf
from garlic.games.xiangqi.position import Move, Position

_PART = re.compile(
    r"\s+"
    r'|\[[ \t]*(?P<tag>\w{1,40})[ \t]+"(?P<value>(?:[^"\\\n]|\\.)*)"[ \t]*\]'
    r"|(?P<comment>\{[^{}]*\}|;[^\n]*|\$[0-9]{1,3}(?!\S))"
    r"|(?P<fence>[()])"
    r"|(?P<word>[^\s{}();]+|[{}])"
)

# Tags with another name in `Sheet.tags`.
_SHARED = {"Red": "first", "Black": "second"}


@dataclass
class _Entry:
    """A game of the file, its moves not yet parsed."""

    tags: dict[str, str] = field(default_factory=dict)
    start: Position | None = None
    moves: list[TextToken] = field(default_factory=list)

    def has_content(self) -> bool:
        return bool(self.tags or self.start or self.moves)


def _entries(text: str) -> Iterator[_Entry]:
    """The games of the file: a tag after moves, or anything after a result, starts the next.

    A result alone is no game.
    """
    entry = _Entry()
    for found, line, column in _mainline(text):
        if name := found["tag"]:
            if entry.moves:
                yield entry
                entry = _Entry()
            inside = found.start("value") - found.start()
            _add_tag(entry, name, _unescaped(found["value"]), line, column + inside)
        elif found["word"] in RESULTS:
            if entry.has_content():
                yield entry
            entry = _Entry()
        else:
            word = found["word"].rstrip("!?")  # an annotation may follow: h2e2!?
            skip = before_move(word)
            if skip < len(word):
                entry.moves.append(TextToken(word[skip:], line, column + skip))
    if entry.has_content():
        yield entry


def _mainline(text: str) -> Iterator[Placed]:
    """The tags and words of *text* without its comments and variations."""
    depth = line = passed = 0
    for found, line, column in placed(_PART, text):
        passed = 0 if found["tag"] else passed + 1
        if passed > LONGEST_GAME:
            raise too_long(line)
        if found["fence"]:
            depth += 1 if found["fence"] == "(" else -1
            if depth < 0:
                raise InvalidFileError("expected '(' before ')'", line=line, column=column)
        elif not (found["comment"] or depth):
            yield found, line, column
    if depth:
        raise InvalidFileError("expected ')', got the end of the text", line=line)


def _add_tag(entry: _Entry, name: str, value: str, line: int, column: int) -> None:
    if name == "FEN":
        entry.start = parse_start(value, line, column)
    elif name not in ("Game", "Format") and value.strip("?."):
        entry.tags[_SHARED.get(name, name.lower())] = value


def read_move(position: Position, text: str) -> Move:
    """The move that *text* means in any of the three notations; raise `InvalidMoveError`."""
    if not text.isascii():
        return from_chinese(position, text)
    try:
        return from_iccs(position, text)
    except InvalidMoveError:
        pass
    try:
        return from_wxf(position, text)
    except InvalidMoveError:
        raise InvalidMoveError(
            "expected a move in ICCS, WXF or Chinese notation like 'H2-E2', got {text!r}", text=text
        ) from None


def read_pgn(content: bytes) -> list[Sheet[Position, Move]]:
    """The games of a PGN file; raise `InvalidFileError` with the place of the fault."""
    sheets = []
    for entry in _entries(decode_chinese(content)):
        start = entry.start or Position.start()
        moves = tuple(played(start, iter(entry.moves), read_move))
        sheets.append(Sheet(start, moves, entry.tags))
    return sheets


def write_pgn(sheet: Sheet[Position, Move]) -> bytes:
    """The game with its tags, moves in ICCS."""
    names = {shared: name for name, shared in _SHARED.items()}
    tags = {"Game": "Chinese Chess", "Event": "?", "Date": "????.??.??", "Red": "?", "Black": "?"}
    tags |= {names.get(name, name.title()): value for name, value in sheet.tags.items()}
    result = tags.pop("Result", None) or _result(sheet)
    tags |= {"Result": result, "Format": "ICCS"}
    if str(sheet.start) != START:
        tags["FEN"] = str(sheet.start)
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in tags.items()]
    return "\n".join([*lines, "", *numbered(sheet, to_iccs), result, "", ""]).encode()


def _result(sheet: Sheet[Position, Move]) -> str:
    outcome = sheet.end().outcome()
    if outcome is None:
        return "*"
    return "1/2-1/2" if outcome.winner is None else RESULTS[outcome.winner.index]


def _unescaped(value: str) -> str:
    return value.replace('\\"', '"').replace("\\\\", "\\")


def _escaped(value: str) -> str:
    plain = " ".join(value.split())
    return plain.replace("\\", "\\\\").replace('"', '\\"')


PGN = Notation("Chinese chess PGN: tags, then moves in ICCS, WXF or Chinese", read_pgn, write_pgn)
