"""GGF, the format of the Generic Game Server: ``(;GM[Othello]PB[first]PW[second] ... ;)``.

Black (``*``) is our red, white (``O``) our blue. A board that is not all ones has its worths
in a comment, ``C[worths 11111111/...]``, rows from the top. A file may hold many games, each
perhaps after a count; properties that we do not know are skipped.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from garlic.core import InputError, InvalidFileError, Notation, Seat, Sheet, UsageError
from garlic.core.reading.scan import decode
from garlic.games.othello.notation.reader import Reader
from garlic.games.othello.notation.replay import SIDE, Replay, check_side
from garlic.games.othello.position import DISCS, EMPTY, PASS, Move, Position

_BEGIN = re.compile(r"(?:[0-9]{1,9}\s*)?\(;")
_NAME = re.compile(r"([A-Z]{1,8})\s*\[")
_END = re.compile(r";\)")
_VALUE = re.compile(r"([^\]\\]*+(?:\\.[^\]\\]*+)*+)\]", re.DOTALL)
_BOARD = re.compile(r"8([-*O]{64})([*O])")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)

_DISCS = {DISCS[Seat.A]: "*", DISCS[Seat.B]: "O", EMPTY: "-"}
_OUR_DISCS = {theirs: ours for ours, theirs in _DISCS.items()}
_MOVERS = {Seat.A: "*", Seat.B: "O"}
_SEATS = {letter: seat for seat, letter in _MOVERS.items()}
_COLOURS = {"B": Seat.A, "W": Seat.B}
_TAGS = {"first": "PB", "second": "PW", "event": "PC", "date": "DT"}
_OUR_TAGS = {theirs: ours for ours, theirs in _TAGS.items()} | {"RE": "result"}
_KNOWN = {"GM", "BO", "C", *_COLOURS, *_OUR_TAGS}
_WORTHS = "worths "
_PASSES = ("pa", "pass")


@dataclass(frozen=True, slots=True)
class _Property:
    name: str
    value: str
    line: int
    column: int  # of the value

    def fail(self, template: str, **values: object) -> InvalidFileError:
        return InvalidFileError(template, line=self.line, column=self.column, **values)


def read(content: bytes) -> list[Sheet[Position, Move]]:
    """The games of a file; raise `InvalidFileError` with line and column."""
    reader = Reader(decode(content))
    sheets = []
    while reader.skip_blanks():
        if not reader.take(_BEGIN):
            raise reader.fail("a game that begins with '(;'")
        sheets.append(_game(list(_properties(reader))))
    return sheets


def _properties(reader: Reader) -> Iterator[_Property]:
    """The known properties, up to the end of the game."""
    while True:
        reader.skip_blanks()
        if reader.take(_END):
            return
        name = reader.take(_NAME)
        if name is None:
            raise reader.fail("a property like 'PB[name]' or ';)'")
        line, column = reader.place()
        value = reader.take(_VALUE)
        if value is None:
            raise reader.fail("']' after this value")
        if name[1] in _KNOWN:
            yield _Property(name[1], _ESCAPED.sub(r"\1", value[1]), line, column)


def _game(properties: list[_Property]) -> Sheet[Position, Move]:
    by_name = {each.name: each for each in properties}
    kind = by_name.get("GM")
    if kind is not None and kind.value.lower() != "othello":
        raise kind.fail("expected a game of Othello, got {got!r}", got=kind.value)
    worths = _worths(properties)
    start = Position.of(worths, Position.start().disc_rows())
    if "BO" in by_name:
        start = _board(by_name["BO"], worths)
    replay = Replay(start)
    for each in properties:
        if each.name in _COLOURS:
            _play(replay, each)
    tags = {_OUR_TAGS[p.name]: p.value for p in properties if p.name in _OUR_TAGS and p.value}
    return Sheet(start, replay.finish(), tags)


def _worths(properties: list[_Property]) -> list[str]:
    for each in properties:
        if each.name == "C" and each.value.startswith(_WORTHS):
            rows = each.value.removeprefix(_WORTHS).split("/")
            if len(rows) != SIDE or not all(re.fullmatch("[0-9]{8}", row) for row in rows):
                raise each.fail("expected 8 rows of 8 digits, got {got!r}", got=each.value)
            return rows
    return ["1" * SIDE] * SIDE


def _board(board: _Property, worths: list[str]) -> Position:
    layout = _BOARD.fullmatch("".join(board.value.split()))
    if layout is None:
        raise board.fail(
            "expected 8, then 8 rows of '-', '*' and 'O', and the side to move, got {got!r}",
            got=board.value,
        )
    discs = "".join(_OUR_DISCS[cell] for cell in layout[1])
    return Position.of(
        worths, [discs[at : at + SIDE] for at in range(0, 64, SIDE)], _SEATS[layout[2]]
    )


def _play(replay: Replay, turn: _Property) -> None:
    """Play ``B[d3/evaluation/time]``; some files omit forced passes."""
    if _COLOURS[turn.name] is not replay.position.mover and not replay.pass_if_forced():
        raise turn.fail("expected a move of the other side, got {name!r}", name=turn.name)
    text = turn.value.split("/")[0].strip().lower()
    where = {"line": turn.line, "column": turn.column}
    try:
        move = PASS if text in _PASSES else Move.parse(text)
    except InputError as fault:
        raise InvalidFileError(fault.text, **where) from fault
    replay.play(move, **where)


def write(sheet: Sheet[Position, Move]) -> bytes:
    """*sheet* as a game on a line of its own; raise `UsageError` if the board is not 8x8."""
    start = sheet.start
    check_side(start, "GGF")
    if start.passes:
        raise UsageError("GGF cannot express a start after a pass")
    outcome = sheet.end().outcome()
    result = sheet.tags.get("result", "?")
    if outcome is not None and outcome.scores is not None:
        result = f"{outcome.scores[0] - outcome.scores[1]:+d}.00"
    parts = ["(;GM[Othello]"]
    parts += [f"{name}[{_escaped(sheet.tags.get(tag, ''))}]" for tag, name in _TAGS.items()]
    parts.append(f"TY[{SIDE}]RE[{_escaped(result)}]")
    board = " ".join("".join(_DISCS[disc] for disc in row) for row in start.disc_rows())
    parts.append(f"BO[{SIDE} {board} {_MOVERS[start.mover]}]")
    if set("".join(start.board.worths)) != {"1"}:
        parts.append(f"C[{_WORTHS}{'/'.join(start.board.worths)}]")
    for number, move in enumerate(sheet.moves, start.mover.index):
        parts.append(f"{'BW'[number % 2]}[{'PA' if move == PASS else move}]")
    return ("".join(parts) + ";)\n").encode()


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace("]", "\\]")


GGF = Notation("Generic Game Format, 8x8 boards; worths in a comment", read, write)
