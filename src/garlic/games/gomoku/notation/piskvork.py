"""Games as the Piskvork manager saves them, ``.psq``.

::

    Piskvorky 15x15, 11:11, 0      the size; two levels; which player began, 0 or 1
    8,8,0                          column from the left, row from the top (from 1), milliseconds
    9,7,1503
    first.zip                      the two players
    second.zip
    -1
    0,Renju                        a result code, and the name of the league

The rule set is the one in the league's name; without one it is the first of renju, freestyle
and standard under which the game is legal. Result codes are ignored: the winner follows from
the moves. Times are dropped, and written as 0.
"""

import re

from garlic.core import InvalidFileError, Notation, Sheet, UsageError
from garlic.core.reading.scan import decode, whole_number
from garlic.games.gomoku.board import LARGEST, SMALLEST, USUAL, Board, Point
from garlic.games.gomoku.notation.source import (
    Placed,
    Source,
    empty_start,
    possible_starts,
    rule_named,
)
from garlic.games.gomoku.position import RENJU, RULES, Move, Position

_HEAD = re.compile(r"Piskvorky (\d{1,9})x(\d{1,9}), *(?:-?\d+): *(?:-?\d+), *(\d+)", re.ASCII)
_MOVE = re.compile(r"(\d{1,9}) *, *(\d{1,9})(?: *, *-?\d+)?", re.ASCII)
_LEAGUE = re.compile(r"-?\d+ *, *(\S.*)", re.ASCII)


def _read(content: bytes) -> list[Sheet[Position, Move]]:
    source = Source(decode(content))
    games: list[list[tuple[str, int]]] = []
    for line, offset in source.lines():
        if line.startswith("Piskvorky"):
            games.append([])
        elif not games:
            raise _no_head(source, offset, line)
        games[-1].append((line, offset))
    if not games:
        raise _no_head(source, 0, "")
    return [_read_game(source, lines) for lines in games]


def _read_game(source: Source, game: list[tuple[str, int]]) -> Sheet[Position, Move]:
    size, beginner = _read_head(source, *game[0])
    moves: list[Placed] = []
    tail = len(game)
    for number, (line, offset) in enumerate(game[1:], 1):
        found = _MOVE.fullmatch(line)
        if found is None:
            tail = number
            break
        column = whole_number(found[1], 1, size)
        row = whole_number(found[2], 1, size)
        if column is None or row is None:
            raise source.fail(
                "expected column and row from 1 to {size}, got {got!r}",
                at=offset,
                size=size,
                got=line,
            )
        moves.append(Placed(Move(Point(column - 1, size - row)), offset))
    names, league = _read_tail([line for line, _ in game[tail:]])
    event = _event(league)
    tags = {"event": event} if event else {}
    for name, seat in zip(names, (beginner, 1 - beginner), strict=False):
        tags["first" if seat == 0 else "second"] = name
    rule = rule_named(league)
    if rule == RENJU and size != USUAL:
        rule = None  # then the league's name does not mean the rule set
    return source.sheet(possible_starts(rule, Board.empty(size)), moves, tags)


def _read_head(source: Source, line: str, offset: int) -> tuple[int, int]:
    """The size, and which of the two players named began."""
    found = _HEAD.fullmatch(line)
    if found is None or found[3] not in ("0", "1"):
        raise _no_head(source, offset, line)
    size = whole_number(found[1], SMALLEST, LARGEST)
    if size is None or found[1] != found[2]:
        raise source.fail(
            "expected a square board of {low} to {high} rows, got {rows}x{columns}",
            at=offset,
            low=SMALLEST,
            high=LARGEST,
            rows=found[2],
            columns=found[1],
        )
    return size, int(found[3])


def _no_head(source: Source, offset: int, line: str) -> InvalidFileError:
    return source.fail(
        "expected a first line like 'Piskvorky 15x15, 11:11, 0', got {got!r}",
        at=offset,
        got=line,
    )


def _read_tail(tail: list[str]) -> tuple[list[str], str]:
    """The players' names, two at most, and the league's."""
    names: list[str] = []
    league = ""
    for line in tail:
        if found := _LEAGUE.fullmatch(line):
            league = found[1]
        elif whole_number(line.removeprefix("-"), 0, 10**9) is None and len(names) < 2:
            names.append(line)
    return names, league


def _event(league: str) -> str:
    """The league's name without the rule set that `_league` put in front of it."""
    first, _, rest = league.partition(" ")
    return rest if first.lower() in RULES else league


def _write(sheet: Sheet[Position, Move]) -> bytes:
    start = empty_start(sheet)
    size = start.board.size
    lines = [f"Piskvorky {size}x{size}, 11:11, 0"]
    for move in sheet.moves:
        if move.point is None:
            raise UsageError("this notation cannot express a pass")
        lines.append(f"{move.point.column + 1},{size - move.point.row},0")
    lines += [_name(sheet, "first", "black"), _name(sheet, "second", "white"), "-1"]
    lines.append(f"0,{_league(sheet, start.rule)}")
    return "".join(f"{line}\n" for line in lines).encode()


def _name(sheet: Sheet[Position, Move], tag: str, otherwise: str) -> str:
    """A player's name on one line; *otherwise* if it could be read as a number, move or head."""
    name = " ".join(sheet.tags.get(tag, "").split())
    plain = name and not name.startswith("Piskvorky") and not name[0].isdigit() and name[0] != "-"
    return name if plain else otherwise


def _league(sheet: Sheet[Position, Move], rule: str) -> str:
    """The event, with the rule set in front of it if the event does not name it."""
    event = " ".join(sheet.tags.get("event", "").split())
    return event if rule_named(event) == rule else f"{rule.capitalize()} {event}".strip()


NOTATION = Notation("a .psq file of the Piskvork manager", _read, _write)
