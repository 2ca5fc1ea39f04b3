"""Positions as plain data for the page: the shape of the board once, then its pieces.

Built from a game's `Diagram`, so that neither this module nor the page knows any rules. Places are
numbered row by row from the top left.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from pydantic import BaseModel, ConfigDict

from garlic.core import Cell, Diagram, Game, Mark, Seat
from garlic.web.problems import SentenceModel
from garlic.web.sentences import encode_sentence


class CompactModel(BaseModel):
    """A model whose JSON leaves out None: boards are sent often."""

    model_config = ConfigDict(frozen=True)

    def plain(self) -> dict[str, Any]:
        """As JSON values."""
        return self.model_dump(exclude_none=True)


class Banner(CompactModel):
    """Text between two rows: the river of Xiangqi."""

    after_row: int
    text: str


class BoardShape(CompactModel):
    """The parts of a board that never change during a game."""

    geometry: str  # "cells", "crossings" or "maze"
    columns: list[str]  # labels, from the left
    rows: list[str]  # labels, from the top
    names: list[str]  # of all places, as in moves: "d3"
    seats: list[str]  # the names of the sides, which are also their colours: "red"
    pieces: dict[str, SentenceModel]  # the name of each piece, by its sign
    worths: list[int] | None = None  # the weight of each place
    walls: list[int]
    dots: list[int]
    banners: list[Banner]
    lines: list[tuple[int, int]]  # in addition to the grid, from place to place


class Piece(CompactModel):
    """A piece on a place."""

    at: int
    sign: str  # the game's letter for it
    glyph: str  # the character to draw
    side: str | None = None  # "a", "b"
    key: str | None = None  # of an actor: identifies it across frames
    count: int | None = None  # of an actor: its number


class Fact(CompactModel):
    """A line of text beside the board."""

    key: SentenceModel
    value: SentenceModel


class BoardFrame(CompactModel):
    """The pieces on a board at one moment."""

    pieces: list[Piece]
    actors: list[Piece]
    last: list[int]  # the places of the last move
    forbidden: list[int]
    facts: list[Fact]


class BoardStep(CompactModel):
    """The changes from one frame to the next."""

    set: list[Piece]
    clear: list[int]
    actors: list[Piece]
    last: list[int]
    forbidden: list[int]
    facts: list[Fact]


class LegalMove(CompactModel):
    """A legal move, and the places to click for it."""

    model_config = ConfigDict(frozen=True, populate_by_name=True)

    move: str
    path: list[int]  # from first to last; empty for a pass, which needs a button
    spoken: str | None = None  # in the players' own notation, where that differs


class BoardView:
    """Builds the frames of one game on one board."""

    def __init__(self, game: Game, position: Any) -> None:
        self.game = game
        diagram = game.diagram(position)
        self.shape = _shape(game, diagram)
        self.numbers = {name: number for number, name in enumerate(self.shape.names)}
        self._width = len(self.shape.columns)

    def frame(self, position: Any, last: Sequence[int] = ()) -> BoardFrame:
        """The whole board in *position*."""
        return self._frame(self.game.diagram(position), last)

    def steps(
        self, positions: Iterable[Any], lasts: Iterable[Sequence[int]]
    ) -> tuple[BoardFrame, list[BoardStep]]:
        """The frame of the first of *positions*, and a step for each of the others.

        *lasts* are the places of the move that led to each position.
        """
        before: Diagram | None = None
        first: BoardFrame | None = None
        steps: list[BoardStep] = []
        for position, last in zip(positions, lasts, strict=True):
            diagram = self.game.diagram(position)
            if before is None:
                first = self._frame(diagram, last)
            else:
                steps.append(self._step(before, diagram, last))
            before = diagram
        assert first is not None  # noqa: S101  (a game has a first position)
        return first, steps

    def step(self, before: Any, after: Any, last: Sequence[int] = ()) -> BoardStep:
        """The changes from *before* to *after*."""
        return self._step(self.game.diagram(before), self.game.diagram(after), last)

    def places(self, position: Any, move: Any) -> list[int]:
        """The places of *move* in *position*, from first to last."""
        names = self.game.path(position, move)
        return [self.numbers[name] for name in names if name in self.numbers]

    def legal_moves(self, position: Any, seat: Seat) -> list[LegalMove]:
        """The legal moves of *seat*; none if it is not its turn."""
        if self.game.simultaneous:
            here = self.numbers[str(position.stay(seat))]
            return [
                LegalMove(move=str(move), path=[here, self.numbers[str(move)]])
                for move in position.moves_for(seat)
            ]
        if position.mover is not seat:
            return []
        spoken = self.game.spoken_move
        return [
            LegalMove(
                move=str(move),
                path=self.places(position, move),
                spoken=spoken(position, move) if spoken else None,
            )
            for move in position.legal_moves()
        ]

    def _frame(self, diagram: Diagram, last: Sequence[int]) -> BoardFrame:
        return BoardFrame(
            pieces=[
                _piece(row * self._width + column, cell)
                for row, cells in enumerate(self._beneath(diagram))
                for column, cell in enumerate(cells)
                if cell.piece
            ],
            **self._common(diagram, last),
        )

    def _step(self, before: Diagram, after: Diagram, last: Sequence[int]) -> BoardStep:
        put: list[Piece] = []
        cleared: list[int] = []
        rows = zip(self._beneath(before), self._beneath(after), strict=True)
        for row, (old_cells, new_cells) in enumerate(rows):
            if old_cells is new_cells:  # some games share unchanged rows: no need to compare
                continue
            for column, (old, new) in enumerate(zip(old_cells, new_cells, strict=True)):
                if old is new or old == new:
                    continue
                place = row * self._width + column
                if new.piece:
                    put.append(_piece(place, new))
                elif old.piece:
                    cleared.append(place)
        return BoardStep(set=put, clear=cleared, **self._common(after, last))

    def _common(self, diagram: Diagram, last: Sequence[int]) -> dict[str, Any]:
        """The fields that frames and steps have in common."""
        return {
            "actors": [
                Piece(
                    at=actor.row * self._width + actor.column,
                    sign=actor.piece,
                    glyph=actor.glyph,
                    side=actor.seat and actor.seat.value,
                    key=actor.name,
                    count=actor.count or None,
                )
                for actor in diagram.actors
            ],
            "last": list(last),
            "forbidden": sorted(
                row * self._width + column
                for (row, column), mark in diagram.marks.items()
                if mark is Mark.FORBIDDEN
            ),
            "facts": [
                Fact(key=_sentence(key), value=_sentence(value)) for key, value in diagram.facts
            ],
        }

    def _beneath(self, diagram: Diagram) -> Sequence[tuple[Cell, ...]]:
        """The rows without actors."""
        if not diagram.beneath:
            return diagram.rows
        rows = list(diagram.rows)
        for (row, column), cell in diagram.beneath.items():
            rows[row] = (*rows[row][:column], cell, *rows[row][column + 1 :])
        return rows


def _shape(game: Game, diagram: Diagram) -> BoardShape:
    width = len(diagram.column_labels)
    cells = [cell for row in diagram.rows for cell in row]
    worths = [cell.worth for cell in cells]
    return BoardShape(
        geometry=diagram.geometry.value,
        columns=list(diagram.column_labels),
        rows=list(diagram.row_labels),
        names=[cell.name for cell in cells],
        seats=list(game.seats),
        pieces={sign: _sentence(name) for sign, name in game.pieces.items()},
        worths=None if None in worths else [worth for worth in worths if worth is not None],
        walls=[number for number, cell in enumerate(cells) if cell.wall],
        dots=sorted(row * width + column for row, column in diagram.dots),
        banners=[Banner(after_row=row, text=text) for row, text in diagram.banners.items()],
        lines=[(a * width + b, c * width + d) for (a, b), (c, d) in diagram.lines],
    )


def _piece(place: int, cell: Cell) -> Piece:
    return Piece(at=place, sign=cell.piece, glyph=cell.glyph, side=cell.seat and cell.seat.value)


@lru_cache(maxsize=4_096)  # thousands of positions share the same few facts
def _sentence(text: str) -> SentenceModel:
    return SentenceModel(**encode_sentence(text))
