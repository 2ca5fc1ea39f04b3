"""Xiangqi: a board in the lab's format goes in, one move in its format comes out."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from garlic.core import GarlicError, Text
from garlic.core.reading.fields import Fields
from garlic.games.xiangqi.notation.lab import parse_board, to_answer
from garlic.games.xiangqi.position import Move, Position
from garlic.labs.checkers.base import Judged
from garlic.wire.dialogue import ProtocolFault
from garlic.wire.protocols.ustc import parse_answer

_WORST_LOSS = 300  # hundredths of a pawn; a move that loses as much gets no points


@dataclass(frozen=True)
class MoveCase:
    """A board with red to move: one right answer, or the loss of every move."""

    board: str  # ten rows from black's side, divided by /
    answer: str = ""  # the only move that mates, in the lab's format
    mate_in: int = 0
    losses: Mapping[str, int] = field(default_factory=dict)  # by move, against the best

    file_name = "board.txt"

    @cached_property
    def position(self) -> Position:
        """The board; raise `InputError` if it is not valid."""
        return parse_board(self.board)

    @property
    def name(self) -> Text:
        """The task, and the number of pieces."""
        if self.mate_in:
            sentence = "mate in {moves}, {pieces} pieces"
            return Text(sentence, moves=self.mate_in, pieces=self.size)
        return Text("the best move, {pieces} pieces", pieces=self.size)

    @property
    def content(self) -> bytes:
        """The board in the lab's format: ten lines."""
        return "".join(f"{row}\n" for row in self.board.split("/")).encode()

    @property
    def size(self) -> int:
        """The number of pieces."""
        return sum(letter.isalpha() for letter in self.board)

    def expected(self) -> str:
        """The answer, or the best move."""
        if self.answer:
            return self.answer
        best = min(self.losses, key=lambda move: self.losses[move])
        return to_answer(self.position, Move.parse(best))

    def judge(self, output: str) -> Judged:
        """All or nothing for a mate; else fewer points the more the move loses."""
        try:
            name = parse_answer(self.position, output)
            move = Move.parse(name)
            self.position.play(move)
        except (ProtocolFault, GarlicError) as refused:
            return Judged(0.0, Text("{fault}", fault=refused))
        answer = to_answer(self.position, move)
        if self.mate_in:
            if answer == self.answer:
                return Judged(1.0, Text("right: {move}", move=answer))
            sentence = "{move} lets black escape; mate in {moves} begins with another move"
            return Judged(0.0, Text(sentence, move=answer, moves=self.mate_in))
        loss = self.losses.get(name, _WORST_LOSS)
        if loss == 0:
            return Judged(1.0, Text("right: {move}", move=answer))
        share = max(0.0, 1 - loss / _WORST_LOSS)
        sentence = "{move} gives away {loss:hundredth|hundredths} of a pawn"
        return Judged(round(share, 3), Text(sentence, move=answer, loss=loss))


class MoveChecker:
    """Cases are a ``board`` with ``answer`` and ``mate_in``, or with ``losses``."""

    about = Text(
        "the program gets a board, as a file named by its argument and on standard input: 10 rows"
        " of 9 letters, black on top, upper case red, red to move. It prints one move like"
        " 'R (1,8) (4,8)': the piece, from, to; x from the left, y from the bottom, both from 0"
    )

    def case(self, fields: Fields) -> MoveCase:
        """A case with ``board``."""
        board = "/".join(fields.take("board", str).replace("\n", "/").strip("/").split("/"))
        if fields.has("losses"):
            losses = fields.inner("losses")
            table = {name: losses.whole(name, 0, 1_000_000) for name in losses.values}
            return MoveCase(board, losses=table)
        answer, moves = fields.take("answer", str), fields.whole("mate_in", 1, 9)
        return MoveCase(board, answer, moves)
