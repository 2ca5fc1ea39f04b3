"""What the notations of Gomoku share: errors with places, and games that name no rule set."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from garlic.core import (
    IllegalMoveError,
    InvalidFileError,
    InvalidMoveError,
    InvalidPositionError,
    Seat,
    Sheet,
    Text,
    UsageError,
)
from garlic.games.gomoku.board import LARGEST, USUAL, Board, Point
from garlic.games.gomoku.position import PASS, RENJU, RULES, Move, Position

MOST_MOVES = 2 * LARGEST * LARGEST + 2  # a pass after each stone, and two at the end

_LINE = re.compile(r"\S[^\r\n]*")


class Placed(NamedTuple):
    """A move and its offset in the text."""

    move: Move
    offset: int


class Source:
    """The text of a file; its errors have line and column."""

    def __init__(self, text: str) -> None:
        self.text = text

    def fail(self, template: str | Text, *, at: int, **values: object) -> InvalidFileError:
        """The error to raise about the text at offset *at*."""
        return InvalidFileError(
            template,
            line=self.text.count("\n", 0, at) + 1,
            column=at - (self.text.rfind("\n", 0, at) + 1) + 1,
            **values,
        )

    def lines(self) -> Iterator[tuple[str, int]]:
        """The lines that are not empty, stripped, with their offsets."""
        for found in _LINE.finditer(self.text):
            yield found[0].rstrip(), found.start()

    def moves(self, words: re.Pattern[str], start: int, end: int) -> list[Placed]:
        """The moves in group 1 of *words* between two offsets; empty groups are skipped.

        Raises `InvalidFileError` if one is neither a crossing nor a pass, in either case.
        """
        placed: list[Placed] = []
        for word in words.finditer(self.text, start, end):
            if len(placed) == MOST_MOVES:
                raise self.fail("a game has {most} moves at most", at=word.start(), most=MOST_MOVES)
            if word[1]:
                placed.append(self._move(word[1], word.start(1)))
        return placed

    def _move(self, word: str, offset: int) -> Placed:
        if word.lower() == "pass":
            return Placed(PASS, offset)
        try:
            return Placed(Move(Point.parse(word)), offset)
        except InvalidMoveError as fault:
            raise self.fail(fault.text, at=offset) from fault

    def sheet(
        self, starts: Sequence[Position], moves: Sequence[Placed], tags: Mapping[str, str]
    ) -> Sheet[Position, Move]:
        """The game of *moves* from the first of *starts* whose rules allow them all.

        Many files do not name the rule set, so there can be several. Raises `InvalidFileError`
        at the move that is illegal from the first of them.
        """
        faults = []
        for start in starts:
            try:
                self._replay(start, moves)
            except InvalidFileError as fault:
                faults.append(fault)
            else:
                return Sheet(start, tuple(placed.move for placed in moves), tags)
        raise faults[0]

    def _replay(self, start: Position, moves: Sequence[Placed]) -> None:
        try:
            start.check()
        except InvalidPositionError as fault:
            raise self.fail(fault.text, at=0) from fault
        position = start
        for number, (move, offset) in enumerate(moves, 1):
            try:
                position = position.play(move)
            except IllegalMoveError as fault:
                raise self.fail(
                    "move {number}: {fault}", at=offset, number=number, fault=fault.text
                ) from fault


def rule_named(text: str) -> str | None:
    """The rule set that *text* mentions, in either case, or None."""
    lowered = text.lower()
    return next((rule for rule in RULES if rule in lowered), None)


def possible_starts(rule: str | None, board: Board, mover: Seat = Seat.A) -> list[Position]:
    """*board* under *rule*; if that is None, under each rule set played on its size."""
    rules = [each for each in RULES if each != RENJU or board.size == USUAL]
    return [Position(each, board, mover) for each in rules if rule in (None, each)]


def start_of(sheet: Sheet[Position, Move]) -> Position:
    """The start of *sheet*."""
    return sheet.start


def is_empty_start(start: Position) -> bool:
    """Is it the usual start: no stones, no passes, black to move?"""
    return start == Position.start(start.rule, start.board.size)


def empty_start(sheet: Sheet[Position, Move]) -> Position:
    """The start of *sheet*; raise `UsageError` unless it is the usual one of its rule set."""
    start = start_of(sheet)
    if not is_empty_start(start):
        raise UsageError("this notation cannot express a game that starts with stones set up")
    return start
