"""Boards for the page, from the diagrams of a game: no module here knows any rules."""

from collections.abc import Sequence
from functools import lru_cache

from garlic.core import Cell, Diagram, Game, Mark, Move, Position, Seat
from garlic.core.game import simultaneous_position, takes_turns
from garlic.web.sentences import encode_sentence
from garlic.web.view.models import (
    Banner,
    BoardFrame,
    BoardShape,
    BoardStep,
    Fact,
    LegalMove,
    Piece,
)


class BoardView:
    """Builds the frames of one game on one board."""

    def __init__(self, game: Game, position: Position) -> None:
        self.game = game
        diagram = game.diagram(position)
        self.shape = _shape(game, diagram)
        self.numbers = {name: number for number, name in enumerate(self.shape.names)}
        self._width = len(self.shape.columns)

    def frame(self, position: Position, last: Sequence[int] = ()) -> BoardFrame:
        """The whole board in *position*; *last* are the places of the move that led to it."""
        return self.frame_of(self.game.diagram(position), last)

    def frame_of(self, diagram: Diagram, last: Sequence[int] = ()) -> BoardFrame:
        """The whole board of *diagram*."""
        return BoardFrame(
            pieces=[
                _piece(row * self._width + column, cell)
                for row, cells in enumerate(_beneath(diagram))
                for column, cell in enumerate(cells)
                if cell.piece
            ],
            actors=self._actors(diagram),
            last=list(last),
            forbidden=self._forbidden(diagram),
            facts=_facts(diagram),
        )

    def step_of(self, before: Diagram, after: Diagram, last: Sequence[int] = ()) -> BoardStep:
        """The changes from *before* to *after*."""
        put: list[Piece] = []
        cleared: list[int] = []
        rows = zip(_beneath(before), _beneath(after), strict=True)
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
        return BoardStep(
            set=put,
            clear=cleared,
            actors=self._actors(after),
            last=list(last),
            forbidden=self._forbidden(after),
            facts=_facts(after),
        )

    def places(self, position: Position, move: Move) -> list[int]:
        """The places of *move* in *position*, from first to last."""
        names = self.game.path(position, move)
        return [self.numbers[name] for name in names if name in self.numbers]

    def legal_moves(self, position: Position, seat: Seat) -> list[LegalMove]:
        """The legal moves of *seat*; none if it is not its turn."""
        if not takes_turns(position):
            both = simultaneous_position(position)
            here = self.places(position, both.stay(seat))
            return [
                LegalMove(move=str(move), path=[*here, *self.places(position, move)])
                for move in both.moves_for(seat)
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

    def _actors(self, diagram: Diagram) -> list[Piece]:
        return [
            Piece(
                at=actor.row * self._width + actor.column,
                sign=actor.piece,
                glyph=actor.glyph,
                side=actor.seat,
                key=actor.name,
                count=actor.count or None,
            )
            for actor in diagram.actors
        ]

    def _forbidden(self, diagram: Diagram) -> list[int]:
        return sorted(
            row * self._width + column
            for (row, column), mark in diagram.marks.items()
            if mark is Mark.FORBIDDEN
        )


def _beneath(diagram: Diagram) -> Sequence[tuple[Cell, ...]]:
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
        geometry=diagram.geometry,
        columns=list(diagram.column_labels),
        rows=list(diagram.row_labels),
        names=[cell.name for cell in cells],
        seats=game.seats,
        pieces={sign: encode_sentence(name) for sign, name in game.pieces.items()},
        worths=None if None in worths else [worth for worth in worths if worth is not None],
        walls=[number for number, cell in enumerate(cells) if cell.wall],
        dots=sorted(row * width + column for row, column in diagram.dots),
        banners=[Banner(after_row=row, text=text) for row, text in diagram.banners.items()],
        lines=[(a * width + b, c * width + d) for (a, b), (c, d) in diagram.lines],
    )


def _facts(diagram: Diagram) -> list[Fact]:
    return [_fact(key, value) for key, value in diagram.facts]


def _piece(place: int, cell: Cell) -> Piece:
    return Piece(at=place, sign=cell.piece, glyph=cell.glyph, side=cell.seat)


@lru_cache(maxsize=4_096)  # thousands of positions share the same few facts
def _fact(key: str, value: str) -> Fact:
    return Fact(key=encode_sentence(key), value=encode_sentence(value))
