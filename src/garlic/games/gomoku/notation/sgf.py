"""Games in the Smart Game Format (FF[4]), as game 4, Gomoku and Renju.

The main line of each game is read; other variations, comments and markup are skipped.
Columns and rows are letters counted from the top left corner, as in Go: ``hh`` is h8
on a board of 15x15. ``B[]`` is a pass. Stones of ``AB`` and ``AW`` before the first move are
the position that the game starts from.

``RU`` names the rule set; if it is missing or unknown, it is the first of renju, freestyle and
standard under which the game is legal. Files are UTF-8, or in the character set that ``CA``
names.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from garlic.core import Notation, Seat, Sheet, UsageError
from garlic.core.reading.scan import decode, whole_number
from garlic.games.gomoku.board import (
    BLACK,
    EMPTY,
    LARGEST,
    LETTERS,
    SMALLEST,
    USUAL,
    WHITE,
    Board,
    Point,
    points,
)
from garlic.games.gomoku.notation.source import (
    Placed,
    Source,
    is_empty_start,
    possible_starts,
    rule_named,
    start_of,
)
from garlic.games.gomoku.position import PASS, RENJU, Move, Position

_PIECE = re.compile(r"\s*+([();]|[A-Za-z]++|\[[^\]\\]*+(?:\\.[^\]\\]*+)*+\])", re.DOTALL)
_CHARACTER_SET = re.compile(rb"CA\[\s*([A-Za-z0-9_-]{1,20})\s*\]")
# Common where the game is played; all of them include ASCII, so CA itself can be found.
_CHARACTER_SETS = (
    "gb2312",
    "gbk",
    "gb18030",
    "big5",
    "euc-jp",
    "euc-kr",
    "shift_jis",
    "iso-8859-1",
    "windows-1250",
    "windows-1251",
    "windows-1252",
    "koi8-r",
)
_ESCAPED = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)

_TAGS = {
    "PB": "first",
    "PW": "second",
    "EV": "event",
    "RO": "round",
    "PC": "place",
    "DT": "date",
    "RE": "result",
}
_MOVES = {"B": Seat.A, "W": Seat.B}
_SETUP = {"AB": BLACK, "AW": WHITE, "AE": EMPTY}
_COLOURS = {seat: name for name, seat in _MOVES.items()}


class _Value(NamedTuple):
    """The text between two brackets, and its offset."""

    text: str
    offset: int


_Node = dict[str, list[_Value]]


def _read(content: bytes) -> list[Sheet[Position, Move]]:
    source = Source(_decode(content))
    return [_sheet(source, nodes) for nodes in _main_lines(source)]


def _decode(content: bytes) -> str:
    named = _CHARACTER_SET.search(content)
    name = named[1].decode().lower() if named else ""
    if name in _CHARACTER_SETS:
        return content.decode(name, errors="replace")
    return decode(content)


def _main_lines(source: Source) -> Iterator[list[_Node]]:
    """The nodes of each game's main line: everything before its first ``)``."""
    depth = 0
    before = ""
    main: list[tuple[str, int]] = []
    ended = False
    for piece, offset in _pieces(source):
        if (depth == 0 and piece != "(") or (before == "(" and piece != ";"):
            raise source.fail("expected '(;' to open a game, got {got!r}", at=offset, got=piece)
        if depth == 0:
            main, ended = [], False
        depth += (piece == "(") - (piece == ")")
        ended = ended or piece == ")"
        if not ended:
            main.append((piece, offset))
        if depth == 0:
            yield _nodes(source, main)
        before = piece
    if depth > 0:
        raise source.fail(
            "expected ')' to close the game, got the end of the text", at=len(source.text)
        )
    if not before:
        raise source.fail(
            "expected '(;' to open a game, got the end of the text", at=len(source.text)
        )


def _nodes(source: Source, pieces: list[tuple[str, int]]) -> list[_Node]:
    nodes: list[_Node] = []
    values: list[_Value] | None = None
    for piece, offset in pieces:
        if piece == ";":
            nodes.append({})
            values = None
        elif piece[0] == "[":
            if values is None:
                raise source.fail("expected a property's name, got {got!r}", at=offset, got=piece)
            values.append(_Value(piece[1:-1], offset + 1))
        elif piece != "(":
            # Old files write names in full; only the capitals count: GaMe.
            name = "".join(letter for letter in piece if letter.isupper())
            values = nodes[-1].setdefault(name, [])
    return nodes


def _pieces(source: Source) -> Iterator[tuple[str, int]]:
    """``(``, ``)``, ``;``, names, and values with their brackets; each with its place."""
    offset = 0
    while found := _PIECE.match(source.text, offset):
        yield found[1], found.start(1)
        offset = found.end()
    rest = source.text[offset:].lstrip()
    if rest:
        raise source.fail(
            "expected '(', ')', ';', a name or a value in brackets, got {got!r}",
            at=len(source.text) - len(rest),
            got=rest,
        )


@dataclass
class _Record:
    """A game while its nodes are being read."""

    board: Board
    mover: Seat | None = None
    moves: list[tuple[Seat, Placed]] = field(default_factory=list)


def _sheet(source: Source, nodes: Sequence[_Node]) -> Sheet[Position, Move]:
    root = nodes[0]
    for value in root.get("GM", ()):
        if value.text.strip() != "4":
            raise source.fail(
                "expected Gomoku, GM[4], got GM[{got}]", at=value.offset, got=value.text
            )
    record = _Record(Board.empty(_size(source, root)))
    for node in nodes:
        _follow(source, node, record)
    tags = {tag: _unescaped(root[name][0].text) for name, tag in _TAGS.items() if root.get(name)}
    rule = rule_named(root["RU"][0].text) if root.get("RU") else None
    if rule == RENJU and record.board.size != USUAL:
        rule = None
    mover = _first_mover(record)
    for number, (seat, placed) in enumerate(record.moves):
        if seat is not (mover if number % 2 == 0 else mover.other):
            raise source.fail(
                "expected the sides to move in turn, got two moves of {colour} running",
                at=placed.offset,
                colour=_COLOURS[seat],
            )
    moves = [placed for _, placed in record.moves]
    return source.sheet(possible_starts(rule, record.board, mover), moves, tags)


def _size(source: Source, root: _Node) -> int:
    if not root.get("SZ"):
        return USUAL
    written, offset = root["SZ"][0]
    columns, _, rows = written.partition(":")
    size = whole_number(columns.strip(), SMALLEST, LARGEST)
    if size is None or (rows and rows.strip() != columns.strip()):
        raise source.fail(
            "expected a size from {low} to {high}, got {got!r}",
            at=offset,
            low=SMALLEST,
            high=LARGEST,
            got=written,
        )
    return size


def _follow(source: Source, node: _Node, record: _Record) -> None:
    """Apply *node* to *record*: stones set up first, then moves."""
    for name, stone in _SETUP.items():
        for value in node.get(name, ()):
            if record.moves:
                raise source.fail(
                    "expected stones to be set up before the first move", at=value.offset
                )
            for point in _rectangle(source, value, record.board.size):
                record.board = record.board.put(point, stone)
    for value in node.get("PL", ()):
        record.mover = _MOVES.get(value.text.strip().upper()[:1], record.mover)
    for name, seat in _MOVES.items():
        for value in node.get(name, ()):
            move = _move(source, value, record.board.size)
            record.moves.append((seat, Placed(move, value.offset)))


def _first_mover(record: _Record) -> Seat:
    if record.moves:
        return record.moves[0][0]
    if record.mover is not None:
        return record.mover
    cells = record.board.cells
    return Seat.A if cells.count(BLACK) <= cells.count(WHITE) else Seat.B


def _move(source: Source, value: _Value, size: int) -> Move:
    # On boards up to 19x19 old files write a pass as a point off the board.
    if value.text == "" or (value.text == "tt" and size < LARGEST):
        return PASS
    return Move(_point(source, value, size))


def _rectangle(source: Source, value: _Value, size: int) -> list[Point]:
    """The points of ``hh``, or of the rectangle ``aa:cc`` between two corners."""
    first, colon, second = value.text.partition(":")
    start = _point(source, _Value(first, value.offset), size)
    end = _point(source, _Value(second, value.offset + len(first) + 1), size) if colon else start
    columns = sorted((start.column, end.column))
    rows = sorted((start.row, end.row))
    return [
        Point(column, row)
        for column in range(columns[0], columns[1] + 1)
        for row in range(rows[0], rows[1] + 1)
    ]


def _point(source: Source, value: _Value, size: int) -> Point:
    letters = value.text.strip()
    if len(letters) != 2 or any(letter not in LETTERS[:size] for letter in letters):
        raise source.fail(
            "expected two letters from a to {last}, got {got!r}",
            at=value.offset,
            last=LETTERS[size - 1],
            got=value.text,
        )
    return Point(LETTERS.index(letters[0]), size - 1 - LETTERS.index(letters[1]))


def _unescaped(text: str) -> str:
    """*text* on one line, without escaping backslashes."""
    plain = _ESCAPED.sub(lambda found: "" if found[1].isspace() else found[1], text)
    return " ".join(plain.split())


def _escaped(text: str) -> str:
    return " ".join(text.split()).replace("\\", "\\\\").replace("]", "\\]")


def _write(sheet: Sheet[Position, Move]) -> bytes:
    start = start_of(sheet)
    if start.passes:
        raise UsageError("this notation cannot express a game that starts after a pass")
    size = start.board.size
    parts = [f"(;GM[4]FF[4]CA[UTF-8]AP[Garlic Arena]SZ[{size}]RU[{start.rule.capitalize()}]"]
    tags = {"result": _result(sheet), **sheet.tags}
    for name, tag in _TAGS.items():
        if tags.get(tag):
            parts.append(f"{name}[{_escaped(tags[tag])}]")
    if not is_empty_start(start):
        for name in ("AB", "AW"):
            stones = [p for p in points(size) if start.board.at(p) == _SETUP[name]]
            if stones:
                parts.append(name + "".join(f"[{_letters(p, size)}]" for p in stones))
        parts.append(f"PL[{_COLOURS[start.mover]}]")
    seat = start.mover
    for move in sheet.moves:
        place = "" if move.point is None else _letters(move.point, size)
        parts.append(f"\n;{_COLOURS[seat]}[{place}]")
        seat = seat.other
    return "".join([*parts, ")\n"]).encode()


def _letters(point: Point, size: int) -> str:
    return LETTERS[point.column] + LETTERS[size - 1 - point.row]


def _result(sheet: Sheet[Position, Move]) -> str:
    """``B+``, ``W+`` or ``Draw``; empty if the game is not over."""
    outcome = sheet.end().outcome()
    if outcome is None:
        return ""
    return "Draw" if outcome.winner is None else f"{_COLOURS[outcome.winner]}+"


NOTATION = Notation("Smart Game Format, GM[4]; variations are left out", _read, _write)
