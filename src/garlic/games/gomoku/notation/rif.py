"""Games as text for people, with the moves as the Renju federation's database lists them.

::

    Black: Nakamura
    White: Meijin
    Event: Spring cup
    Date: 2024-05-01
    Rule: renju
    Result: B+

    h8 i9 g7 h7 pass g9

Facts come first, one per line, in any order and all optional; then the moves, separated by
white space, with or without numbers (``1. h8 2. i9``), in either case. An empty line and then
facts (or moves, if there were some already) begin the next game.

``Size`` gives the board's size (default 15) and ``Start`` a whole position, as the rules print
it, instead of ``Rule`` and ``Size``. Without a rule set it is the first of renju, freestyle and
standard under which the game is legal.
"""

import re
from dataclasses import dataclass, field

from garlic.core import InvalidPositionError, Notation, Sheet
from garlic.core.reading.scan import decode, whole_number
from garlic.games.gomoku.board import LARGEST, SMALLEST, USUAL, Board
from garlic.games.gomoku.notation.source import (
    Placed,
    Source,
    is_empty_start,
    possible_starts,
    start_of,
)
from garlic.games.gomoku.position import RULES, Move, Position

_FACT = re.compile(r"([A-Za-z][A-Za-z ]{0,30}?) *+:(.*)")
_WORD = re.compile(r"(?=\S)(?:[0-9]{1,4}\.)?+(\S*)")
_MOVES_PER_LINE = 10
_TAGS = {"Black": "first", "White": "second", "Event": "event", "Date": "date", "Result": "result"}
_OWN = ("rule", "size", "start")  # facts that are not tags


@dataclass
class _Game:
    """One game while it is being read."""

    facts: dict[str, tuple[str, int]] = field(default_factory=dict)  # value and offset, by name
    moves: list[Placed] = field(default_factory=list)


def _read(content: bytes) -> list[Sheet[Position, Move]]:
    source = Source(decode(content))
    games: list[_Game] = []
    end = 0
    for line, offset in source.lines():
        fact = _FACT.fullmatch(line)
        gap = max(source.text.count(mark, end, offset) for mark in "\r\n") > 1
        if not games or (gap and (fact or games[-1].moves)):
            games.append(_Game())
        game = games[-1]
        end = offset + len(line)
        if fact is None:
            game.moves += source.moves(_WORD, offset, end)
        elif game.moves:
            raise source.fail("expected facts before the moves, got {got!r}", at=offset, got=line)
        else:
            game.facts[fact[1].lower()] = fact[2].strip(), offset
    if not games:
        raise source.fail("expected moves like 'h8 i9', got nothing", at=0)
    return [_sheet(source, game) for game in games]


def _sheet(source: Source, game: _Game) -> Sheet[Position, Move]:
    tags = {
        _TAGS.get(name.capitalize(), name): value
        for name, (value, _) in game.facts.items()
        if name not in _OWN
    }
    return source.sheet(_starts(source, game), game.moves, tags)


def _starts(source: Source, game: _Game) -> list[Position]:
    if "start" in game.facts:
        value, offset = game.facts["start"]
        try:
            return [Position.parse(value)]
        except InvalidPositionError as fault:
            raise source.fail(fault.text, at=offset) from fault
    rule, rule_offset = game.facts.get("rule", ("", 0))
    size, size_offset = game.facts.get("size", (str(USUAL), 0))
    if rule and rule.lower() not in RULES:
        raise source.fail(
            "expected a rule set, {known}, got {got!r}",
            at=rule_offset,
            known=", ".join(RULES),
            got=rule,
        )
    number = whole_number(size, SMALLEST, LARGEST)
    starts = possible_starts(rule.lower() or None, Board.empty(number)) if number else []
    if not starts:
        raise source.fail(
            "expected a size that {rule} is played on, got {got!r}",
            at=size_offset,
            rule=rule or "gomoku",
            got=size,
        )
    return starts


def _write(sheet: Sheet[Position, Move]) -> bytes:
    names = {tag: name for name, tag in _TAGS.items()}
    facts = {
        names.get(tag, tag.capitalize()): " ".join(value.split())
        for tag, value in sheet.tags.items()
        if tag not in _OWN
    }
    facts = {name: value for name, value in facts.items() if _FACT.fullmatch(f"{name}: {value}")}
    start = start_of(sheet)
    if is_empty_start(start):
        facts["Rule"] = start.rule
        if start.board.size != USUAL:
            facts["Size"] = str(start.board.size)
    else:
        facts["Start"] = str(start)
    lines = [f"{name}: {value}".rstrip() for name, value in facts.items()] + [""]
    moves = [str(move) for move in sheet.moves]
    lines += [
        " ".join(moves[at : at + _MOVES_PER_LINE]) for at in range(0, len(moves), _MOVES_PER_LINE)
    ]
    return "".join(f"{line}\n" for line in [*lines, ""]).encode()


NOTATION = Notation("lines of facts, then the moves h8 i9 g7", _read, _write)
