"""Replaying moves from files of other programs, which may omit forced passes."""

from garlic.core import InputError, InvalidFileError, Text, UsageError
from garlic.games.othello.position import PASS, Move, Position

SIDE = 8  # notations of standard Othello are for this board only


def check_side(position: Position, notation: str) -> None:
    """Raise `UsageError` if *notation* cannot express games on this board."""
    board = position.board
    if (board.rows, board.columns) != (SIDE, SIDE):
        raise UsageError(
            "{notation} is for boards of 8x8, got {rows}x{columns}",
            notation=Text(notation),
            rows=board.rows,
            columns=board.columns,
        )


class Replay:
    """A game that is played move by move."""

    def __init__(self, start: Position) -> None:
        self.start = self.position = start
        self.moves: list[Move] = []

    def pass_if_forced(self) -> bool:
        """Pass if that is the only legal move; return whether it was."""
        forced = self.position.legal_moves() == [PASS]
        if forced:
            self._play(PASS)
        return forced

    def play(self, move: Move, *, line: int | None = None, column: int | None = None) -> None:
        """Play *move*; raise `InvalidFileError`, with *line* and *column*, if it is illegal."""
        try:
            self._play(move)
        except InputError as fault:
            raise InvalidFileError(fault.text, line=line, column=column) from fault

    def finish(self) -> tuple[Move, ...]:
        """The moves, with the two last passes added where neither side can move any more."""
        ahead = self.position
        while ahead.legal_moves() == [PASS]:
            ahead = ahead.play(PASS)
        if ahead.outcome() is not None:
            while self.position.outcome() is None:
                self._play(PASS)
        return tuple(self.moves)

    def _play(self, move: Move) -> None:
        self.position = self.position.play(move)
        self.moves.append(move)
