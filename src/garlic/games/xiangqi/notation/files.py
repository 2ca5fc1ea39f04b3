"""Files of games: a FEN line and numbered moves, in ICCS, WXF or Chinese notation.

::

    rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1
    1. 炮二平五 马8进7
    2. 马二进三 *

A FEN line starts a game; a file without one holds one game from the usual start. Move numbers,
results and comments in braces are skipped.
"""

import re
from collections.abc import Callable, Iterator

from garlic.core import InputError, InvalidFileError, Notation, Seat, Sheet
from garlic.core.reading.scan import TextToken, decode
from garlic.games.xiangqi.position import Move, Position

FromText = Callable[[Position, str], Move]
ToText = Callable[[Position, Move], str]
Placed = tuple[re.Match[str], int, int]  # a match, its line and its column

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
_FEN_LINE = re.compile(r"^[ \t]*([^\s/]{1,20}/\S+ [wbr](?: .*)?)$", re.MULTILINE)
_FILLED_LINE = re.compile(r"\S.*")
_WORD = re.compile(r"\s+|\{[^{}]*\}|[^\s{}]+|[{}]")
_NUMBER = re.compile(r"[0-9]{1,5}\.(?:\.\.)?")
LONGEST_GAME = 20_000  # words, comments among them; the rules end any game far earlier


def decode_chinese(content: bytes) -> str:
    """*content* as UTF-8 or, as older programs write, GB 18030; raise `InvalidFileError`.

    All line ends become LF.
    """
    try:
        text = decode(content)
    except InvalidFileError:
        try:
            text = content.decode("gb18030")
        except UnicodeDecodeError:
            text = ""
        if not text:
            raise
    return text.replace("\r\n", "\n").replace("\r", "\n")


def too_long(line: int) -> InvalidFileError:
    """The error to raise for a game with more moves than any game can have."""
    return InvalidFileError(
        "expected at most {limit} moves in a game", line=line, limit=LONGEST_GAME
    )


def before_move(word: str) -> int:
    """How many characters of *word* come before the move: all, if it is a number or a result."""
    if word in RESULTS:
        return len(word)
    number = _NUMBER.match(word)
    return number.end() if number else 0


def placed(pattern: re.Pattern[str], text: str, line: int = 1) -> Iterator[Placed]:
    """Every match of *pattern* that is not blank, with its line and column.

    *text* begins with line *line*. A pattern may match blanks to skip them quickly.
    """
    done = line_start = 0
    for found in pattern.finditer(text):
        start = found.start()
        if found[0].isspace():
            continue
        if breaks := text.count("\n", done, start):
            line += breaks
            line_start = text.rfind("\n", done, start) + 1
        done = start
        yield found, line, start - line_start + 1


def words(text: str, line: int = 1) -> Iterator[TextToken]:
    """The moves of *text*, whose first line is *line*; numbers, results, comments left out."""
    for count, (found, at_line, column) in enumerate(placed(_WORD, text, line)):
        if count > LONGEST_GAME:
            raise too_long(at_line)
        skip = before_move(found[0])
        is_comment = found[0][0] == "{" and len(found[0]) > 1
        if not is_comment and skip < len(found[0]):
            yield TextToken(found[0][skip:], at_line, column + skip)


def played(start: Position, tokens: Iterator[TextToken], read: FromText) -> Iterator[Move]:
    """The moves in *tokens*, played from *start*; raise `InvalidFileError` with the place."""
    position = start
    for token in tokens:
        try:
            move = read(position, token.text)
            position = position.play(move)
        except InputError as fault:
            raise InvalidFileError(fault.text, line=token.line, column=token.column) from fault
        yield move


def numbered(sheet: Sheet[Position, Move], write: ToText) -> Iterator[str]:
    """The moves in lines of two, each with its number."""
    line: list[str] = []
    position = sheet.start
    assert isinstance(position, Position)  # noqa: S101  (sheets of this game only)
    for move in sheet.moves:
        if not line:
            line.append(
                f"{position.fullmove}." if position.mover is Seat.A else f"{position.fullmove}..."
            )
        line.append(write(position, move))
        if position.mover is Seat.B:
            yield " ".join(line)
            line = []
        position = position.play(move)
    if line:
        yield " ".join(line)


def parse_start(text: str, line: int, column: int = 1) -> Position:
    """The position of a FEN in a file; raise `InvalidFileError` with the place."""
    try:
        return Position.parse(text)
    except InputError as fault:
        at = column + (fault.column or 1) - 1
        raise InvalidFileError(fault.text, line=line, column=at) from fault


def read_positions(content: bytes) -> list[Sheet[Position, Move]]:
    """The positions of a file of FEN lines."""
    lines = placed(_FILLED_LINE, decode_chinese(content))
    return [Sheet(parse_start(found[0].rstrip(), line, column)) for found, line, column in lines]


def write_position(sheet: Sheet[Position, Move]) -> bytes:
    """The FEN of the last position."""
    return f"{sheet.end()}\n".encode()


def move_notation(about: str, read_move: FromText, write_move: ToText) -> Notation[Position, Move]:
    """A notation of files whose moves are read and written by these functions."""

    def read(content: bytes) -> list[Sheet[Position, Move]]:
        return [
            Sheet(start, tuple(played(start, words(body, line), read_move)))
            for start, body, line in _games(decode_chinese(content))
        ]

    def write(sheet: Sheet[Position, Move]) -> bytes:
        return "\n".join([str(sheet.start), *numbered(sheet, write_move), ""]).encode()

    return Notation(about, read, write)


def _games(text: str) -> Iterator[tuple[Position, str, int]]:
    """Each game's start, the text of its moves, and the line at which that begins."""
    heads = list(_FEN_LINE.finditer(text)) if "/" in text else []
    before = text[: heads[0].start()] if heads else text
    if next(words(before), None) is not None:
        yield Position.start(), before, 1
    ends = [head.start() for head in heads[1:]] + [len(text)]
    for head, end in zip(heads, ends, strict=False):
        line = text.count("\n", 0, head.start()) + 1
        column = head.start(1) - head.start() + 1
        yield parse_start(head[1].rstrip(), line, column), text[head.end() : end], line
