"""Boards in pages: a fenced block ``board`` becomes a picture of a position.

Its lines are ``key: value``::

    game: gomoku
    rule: renju
    moves: h8 i9 h9
    caption: Black has two in a column.

The position is ``position`` as `garlic show` prints it, or the start (``map``, ``rule``, ``size``),
after ``moves``. ``legal: yes`` marks the legal moves, ``targets: e4`` those of the piece there,
``mark: d3; e4`` rings places, ``cross: e4`` crosses them out, ``last: d3`` shows the last move.
``rows: 2-6`` and ``columns: 3-9`` show a part of the board, counted from 1 at the top left.
"""

import re
from collections.abc import Mapping
from dataclasses import replace

from book import BookError
from garlic.core import Diagram, Game, GarlicError, Mark, Position
from garlic.core.game import turn_position
from garlic.core.render.board_picture import board_picture
from garlic.core.render.html import element
from garlic.games import GAMES

_FENCE = re.compile(r"^```board\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_KEYS = frozenset(
    {"game", "position", "map", "rule", "size", "moves", "legal", "targets"}
    | {"mark", "cross", "last", "rows", "columns", "caption"}
)
_MARK_KEYS = {"mark": Mark.LEGAL, "cross": Mark.FORBIDDEN, "last": Mark.LAST}


def with_boards(text: str) -> str:
    """*text* with its boards drawn; raise `BookError` if one is wrong."""

    def drawn(found: re.Match[str]) -> str:
        line = text.count("\n", 0, found.start()) + 1
        try:
            return figure(_fields(found[1]))
        except (GarlicError, BookError) as fault:
            raise BookError(f"line {line}: {fault}") from fault

    return _FENCE.sub(drawn, text)


def figure(fields: Mapping[str, str]) -> str:
    """The picture that *fields* describe, with its caption, as HTML in one line."""
    if unknown := set(fields) - _KEYS:
        raise BookError(f"a board has no key {min(unknown)!r}")
    for needed in ("game", "caption"):
        if needed not in fields:
            raise BookError(f"a board needs a line '{needed}: ...'")
    game = GAMES[fields["game"]]
    position = _position(game, fields)
    diagram = _part(_marked(game.diagram(position), position, fields), fields)
    caption = fields["caption"]
    picture = board_picture(diagram, game.seats, caption)
    return element("figure", picture, element("figcaption", caption), class_="position")


def _fields(text: str) -> dict[str, str]:
    lines = [line.partition(": ") for line in text.splitlines() if line.strip()]
    return {key.strip(): value.strip() for key, _, value in lines}


def _position(game: Game, fields: Mapping[str, str]) -> Position:
    if "position" in fields:
        position = game.parse(fields["position"])
    elif "map" in fields and game.maps:
        position = game.maps.load(fields["map"])
    else:
        rows, _, columns = fields.get("size", "").partition("x")
        size = (int(rows), int(columns)) if columns else None
        position = game.setup(rule=fields.get("rule"), size=size)
    words = fields.get("moves", "").split()
    for first in range(0, len(words), game.move_words):
        move = " ".join(words[first : first + game.move_words])
        position = turn_position(position).play(game.move.parse(move))
    return position


def _marked(diagram: Diagram, position: Position, fields: Mapping[str, str]) -> Diagram:
    """*diagram* with the marks in *fields*; its own, of legal moves, only with ``legal: yes``."""
    show_legal = fields.get("legal") == "yes"
    marks = dict(diagram.marks) if show_legal else {}
    places = {
        cell.name: (row, column)
        for row, cells in enumerate(diagram.rows)
        for column, cell in enumerate(cells)
    }
    if "targets" in fields:
        moves = [str(move) for move in turn_position(position).legal_moves()]
        targets = [move.removeprefix(fields["targets"]) for move in moves]
        marks |= {places[target]: Mark.LEGAL for target in targets if target in places}
    for key, mark in _MARK_KEYS.items():
        for name in filter(None, map(str.strip, fields.get(key, "").split(";"))):
            if name not in places:
                raise BookError(f"no place of the board is called {name!r}")
            marks[places[name]] = mark
    return replace(diagram, marks=marks)


def _part(diagram: Diagram, fields: Mapping[str, str]) -> Diagram:
    """The rows and columns in *fields*, by default all."""
    if not {"rows", "columns"} & set(fields):
        return diagram
    top, bottom = _range(fields.get("rows"), len(diagram.rows))
    left, right = _range(fields.get("columns"), len(diagram.rows[0]))

    def moved(place: tuple[int, int]) -> tuple[int, int]:
        return place[0] - top, place[1] - left

    def inside(place: tuple[int, int]) -> bool:
        return top <= place[0] < bottom and left <= place[1] < right

    return replace(
        diagram,
        rows=tuple(cells[left:right] for cells in diagram.rows[top:bottom]),
        column_labels=diagram.column_labels[left:right],
        row_labels=diagram.row_labels[top:bottom],
        marks={moved(place): mark for place, mark in diagram.marks.items() if inside(place)},
        dots=frozenset(moved(place) for place in diagram.dots if inside(place)),
        banners={
            row - top: text for row, text in diagram.banners.items() if top <= row < bottom - 1
        },
        lines=tuple(
            (moved(start), moved(end))
            for start, end in diagram.lines
            if inside(start) and inside(end)
        ),
    )


def _range(text: str | None, size: int) -> tuple[int, int]:
    if text is None:
        return 0, size
    first, _, last = text.partition("-")
    return int(first) - 1, int(last)
