"""The rules: moves, positions, and how a game ends."""

import re
from dataclasses import dataclass, field
from typing import Self

from garlic.core import IllegalMoveError, InvalidMoveError, Outcome, Seat
from garlic.core.language.text import Text
from garlic.core.line import parse_line
from garlic.games.xiangqi.board import (
    ATTACKERS,
    COLUMNS,
    EMPTY,
    FILES,
    ROWS,
    in_check,
    is_safe,
    moved,
    owner,
    pieces_of,
    square_name,
    targets,
)
from garlic.games.xiangqi.notation.fen import (
    LAST_FULLMOVE,
    LAST_QUIET_PLY,
    START,
    FenFields,
    kind_name,
    parse_fen,
    print_fen,
)
from garlic.games.xiangqi.repetition import Ply, judge

_MOVE = re.compile(r"([a-i][0-9])([a-i][0-9])", re.ASCII)


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """The piece on *source* goes to *target*; squares are numbered as in `board`."""

    source: int
    target: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``"h2e2"``; raise `InvalidMoveError` on anything else."""
        found = _MOVE.fullmatch(text)
        if found is None:
            raise InvalidMoveError("expected a move like 'h2e2', got {text!r}", text=text)
        return cls(_square(found[1]), _square(found[2]))

    def __str__(self) -> str:
        return square_name(self.source) + square_name(self.target)


def _square(name: str) -> int:
    return (ROWS - 1 - int(name[1])) * COLUMNS + FILES.index(name[0])


@dataclass(frozen=True, slots=True)
class Position:
    """The board, the side to move, the counters and the moves played. `play` returns a new one.

    `past` holds the plies since the last irreversible one, a capture or a pawn's step forward:
    no earlier position can be repeated.
    """

    board: str
    mover: Seat
    quiet: int  # plies without capture
    fullmove: int  # from 1, incremented after black's move
    past: tuple[Ply, ...] = field(default=(), repr=False)

    @classmethod
    def start(cls) -> Self:
        """The first position of a game."""
        return cls(*parse_fen(START))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a FEN (see `fen`), moves may follow; raise `InvalidPositionError`."""
        return parse_line(text, lambda start: cls(*parse_fen(start)), Move.parse)

    def __str__(self) -> str:
        return print_fen(FenFields(self.board, self.mover, self.quiet, self.fullmove))

    def line(self) -> str:
        """The position with the history that can still matter, ``FEN moves m1 m2 ...``."""
        if not self.past:
            return str(self)
        by_black = sum(ply.seat is Seat.B for ply in self.past)
        start = FenFields(
            self.past[0].board,
            self.past[0].seat,
            self.quiet - len(self.past),
            max(1, self.fullmove - by_black),
        )
        moves = " ".join(str(Move(ply.source, ply.target)) for ply in self.past)
        return f"{print_fen(start)} moves {moves}"

    def in_check(self) -> bool:
        """Is the king of the side to move attacked?"""
        return in_check(self.board, self.mover)

    def legal_moves(self) -> list[Move]:
        """Every legal move, by source and then target in reading order. Empty when it is over."""
        return [] if self._draw_or_forfeit() else self._moves()

    def _moves(self) -> list[Move]:
        return [
            Move(source, target)
            for source in pieces_of(self.board, self.mover)
            for target in targets(self.board, source)
            if is_safe(self.board, self.mover, source, target)
        ]

    def _can_move(self) -> bool:
        return any(
            is_safe(self.board, self.mover, source, target)
            for source in pieces_of(self.board, self.mover)
            for target in targets(self.board, source)
        )

    def play(self, move: Move) -> Self:
        """The position after *move*; raise `IllegalMoveError` if the rules forbid it."""
        if because := self.why_illegal(move):
            raise IllegalMoveError(move, self, because=because)
        piece, captures = self.board[move.source], self.board[move.target] != EMPTY
        forward = piece in "Pp" and abs(move.target - move.source) == COLUMNS
        ply = Ply(self.board, self.mover, move.source, move.target)
        return type(self)(
            board=moved(self.board, move.source, move.target),
            mover=self.mover.other,
            quiet=0 if captures else self.quiet + 1,
            fullmove=min(LAST_FULLMOVE, self.fullmove + (self.mover is Seat.B)),
            past=() if captures or forward else (*self.past, ply),
        )

    def why_illegal(self, move: Move) -> Text | None:
        """Why *move* is illegal here; None if it is legal."""
        piece = self.board[move.source]
        if self.outcome() is not None:
            return Text("the game is over")
        if piece == EMPTY:
            return Text("there is no piece on {place}", place=square_name(move.source))
        if owner(piece) is not self.mover:
            return Text("the piece on {place} is not yours", place=square_name(move.source))
        if move.target not in targets(self.board, move.source):
            return Text("the {kind} cannot go there", kind=kind_name(piece))
        if not is_safe(self.board, self.mover, move.source, move.target):
            return Text("it would leave your king to be taken")
        return None

    def outcome(self) -> Outcome | None:
        """How the game ended, or None if it is not over.

        If several apply, having no legal move comes first, then repetition, then insufficient
        material, then the plies without capture.
        """
        if not self._can_move():
            reason = "checkmate" if self.in_check() else "stalemate"
            return Outcome(self.mover.other, reason)
        return self._draw_or_forfeit()

    def _draw_or_forfeit(self) -> Outcome | None:
        """An end of the game even though there may be legal moves, or None."""
        if cycle := self._cycle():
            return judge(cycle)
        if ATTACKERS.isdisjoint(self.board):
            return Outcome(None, "insufficient material")
        if self.quiet >= LAST_QUIET_PLY:
            return Outcome(None, "120 plies without capture")
        return None

    def _cycle(self) -> tuple[Ply, ...]:
        """The plies since this position first occurred, if it now occurs for the third time."""
        before = [
            index
            for index in range(len(self.past) - 2, -1, -2)
            if self.past[index].board == self.board
        ]
        return self.past[before[1] :] if len(before) >= 2 else ()
