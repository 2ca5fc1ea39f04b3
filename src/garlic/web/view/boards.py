"""Boards for the page, from the diagrams of a game: no module here knows any rules."""

from collections.abc import Sequence
from functools import lru_cache

from garlic.core import Cell, Diagram, Game, Mark, Move, Position, Seat
from garlic.core.chance import Stream
from garlic.core.game import SimultaneousPosition, simultaneous_position, takes_turns
from garlic.web.sentences import encode_sentence
from garlic.web.view.models import (
    Banner,
    BoardFrame,
    BoardShape,
    BoardStep,
    EdgeNames,
    Fact,
    LegalMove,
    Piece,
    PieceLook,
)


class BoardView:
    """Builds the frames of one game on one board."""

    def __init__(self, game: Game, position: Position) -> None:
        self.game = game
        diagram = game.diagram(position)
        self.shape = _shape(game, diagram)
        self.numbers = {name: number for number, name in enumerate(self.shape.names)}
        self._width = len(self.shape.columns)

    def frame(self, position: Position, step: BoardStep | None = None) -> BoardFrame:
        """The whole board in *position*; *step* led to it."""
        return self.frame_of(self.game.diagram(position), step or BoardStep())

    def frame_of(self, diagram: Diagram, step: BoardStep) -> BoardFrame:
        """The whole board of *diagram*."""
        return BoardFrame(
            pieces=[
                _piece(row * self._width + column, cell)
                for row, cells in enumerate(_beneath(diagram))
                for column, cell in enumerate(cells)
                if cell.piece
            ],
            actors=self._actors(diagram),
            last=step.last,
            turned=step.turned,
            check=self._marked(diagram, Mark.CHECK),
            winning=self._marked(diagram, Mark.WINNING),
            forbidden=self._marked(diagram, Mark.FORBIDDEN),
            facts=_facts(diagram),
        )

    def step_of(self, before: Diagram, after: Diagram, last: Sequence[int] = ()) -> BoardStep:
        """The changes from *before* to *after*."""
        put: list[Piece] = []
        turned: list[int] = []
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
                    if old.piece and place not in last:
                        turned.append(place)
                elif old.piece:
                    cleared.append(place)
        return BoardStep(
            set=put,
            clear=cleared,
            actors=self._actors(after),
            last=list(last),
            turned=turned,
            check=self._marked(after, Mark.CHECK),
            winning=self._marked(after, Mark.WINNING),
            forbidden=self._marked(after, Mark.FORBIDDEN),
            facts=_facts(after),
        )

    def places(self, position: Position, move: Move) -> list[int]:
        """The places of *move* in *position*, from first to last."""
        names = self.game.path(position, move)
        return [self.numbers[name] for name in names if name in self.numbers]

    def legal_moves(
        self, position: Position, seat: Seat, *, changes: bool = True
    ) -> list[LegalMove]:
        """The legal moves of *seat*, with what they change; none if it is not its turn."""
        if not takes_turns(position):
            return self._moves_at_once(simultaneous_position(position), seat, changes=changes)
        if position.mover is not seat:
            return []
        return [
            LegalMove(
                move=str(move),
                path=self.places(position, move),
                written=self.game.written(position, move),
                change=self._change(position, position.play(move)) if changes else None,
            )
            for move in position.legal_moves()
        ]

    def _moves_at_once(
        self, position: SimultaneousPosition, seat: Seat, *, changes: bool
    ) -> list[LegalMove]:
        """The legal moves of *seat* where both move: only its own part of a change is known."""
        here = self.places(position, position.stay(seat))
        moves = [(move, [*here, *self.places(position, move)]) for move in position.moves_for(seat)]
        if not changes:
            return [LegalMove(move=str(move), path=path) for move, path in moves]
        own = [actor for actor in self._actors(self.game.diagram(position)) if actor.side is seat]
        # The other side stays, unless it is out of the game and makes no move.
        others = {seat.other: position.stay(seat.other)} if position.moves_for(seat.other) else {}
        found = []
        for move, path in moves:
            after = position.play({seat: move, **others}, Stream(0))
            change = self._change(position, after)
            found.append(
                LegalMove(
                    move=str(move),
                    path=path,
                    change=change and [each for each in change if each[0] in path],
                    actors=[
                        actor.model_copy(update={"at": at}) for actor in own for at in path[-1:]
                    ],
                )
            )
        return found

    def _change(self, before: Position, after: Position) -> list[tuple[int, str]] | None:
        """The places whose pieces differ, with their signs; None if the game does not tell."""
        rows_of = self.game.board_rows
        if rows_of is None:
            return None
        looks = self.shape.looks
        return [
            (row * self._width + column, new if new in looks else "")
            for row, (was, now) in enumerate(zip(rows_of(before), rows_of(after), strict=True))
            if was != now
            for column, (old, new) in enumerate(zip(was, now, strict=True))
            if old != new
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

    def _marked(self, diagram: Diagram, wanted: Mark) -> list[int]:
        return sorted(
            row * self._width + column
            for (row, column), mark in diagram.marks.items()
            if mark is wanted
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
        styles=list(game.move_styles),
        edges={
            style: EdgeNames(top=list(names.top), bottom=list(names.bottom), rows=list(names.rows))
            for style, names in diagram.edges.items()
        },
        looks={
            kind.sign: PieceLook(glyph=kind.glyph, side=kind.seat)
            for kind in game.palette
            if not kind.is_single  # those are actors
        },
    )


def _facts(diagram: Diagram) -> list[Fact]:
    return [_fact(key, value) for key, value in diagram.facts]


def _piece(place: int, cell: Cell) -> Piece:
    return Piece(at=place, sign=cell.piece, glyph=cell.glyph, side=cell.seat)


@lru_cache(maxsize=4_096)  # thousands of positions share the same few facts
def _fact(key: str, value: str) -> Fact:
    return Fact(key=encode_sentence(key), value=encode_sentence(value))
