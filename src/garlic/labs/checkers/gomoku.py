"""Renju's forbidden points: a board and a point go in, a verdict comes out."""

from dataclasses import dataclass
from functools import cached_property

from garlic.core import Text
from garlic.core.reading.fields import Fields
from garlic.games.gomoku import Point, PointVerdict, Position, set_up
from garlic.labs.checkers.base import Judged

_WORDS = tuple(verdict.value for verdict in PointVerdict)
_SIZE = 15


@dataclass(frozen=True)
class ForbiddenCase:
    """Stones, and the point where a black stone is judged."""

    black: str
    white: str
    point: str

    file_name = "board.txt"

    @cached_property
    def position(self) -> Position:
        """The board; raise `GarlicError` if a stone is off it or two are on one point."""
        black, white = (
            [Point.parse(word) for word in stones.replace(",", " ").split()]
            for stones in (self.black, self.white)
        )
        return set_up("renju", _SIZE, black, white)

    @cached_property
    def verdict(self) -> str:
        """The verdict of the rules."""
        return self.position.verdict(Point.parse(self.point)).value

    @property
    def name(self) -> Text:
        """The point and the number of stones."""
        return Text("{point} among {stones:stone|stones}", point=self.point, stones=self.size)

    @property
    def content(self) -> bytes:
        """Fifteen rows from the top, then the point."""
        rows = str(self.position.board).split("/")
        return "".join(f"{line}\n" for line in (*rows, self.point.lower())).encode()

    @property
    def size(self) -> int:
        """The number of stones."""
        return len((self.black + " " + self.white).replace(",", " ").split())

    def expected(self) -> str:
        """The verdict."""
        return self.verdict

    def judge(self, output: str) -> Judged:
        """All or nothing: the last word that is a verdict counts."""
        words = output.lower().split()
        answer = next((word for word in reversed(words) if word in _WORDS), None)
        if answer == self.verdict:
            return Judged(1.0, Text("right: {verdict}", verdict=self.verdict))
        if answer is None:
            return Judged(
                0.0,
                Text(
                    "expected one of {known}, got {got!r}",
                    known=", ".join(_WORDS),
                    got=output[:60],
                ),
            )
        return Judged(
            0.0,
            Text(
                "{point} is {right}, not {said}",
                point=self.point,
                right=self.verdict,
                said=answer,
            ),
            Text(_HINTS[self.verdict]),
        )


_HINTS = {
    "legal": (
        "a three counts only if the point that makes it a straight four may itself be played, and"
        " an exact five always wins"
    ),
    "overline": "six or more in a row are forbidden to black, unless the stone makes an exact five",
    "double-four": "two fours may lie on one line; a straight four counts once",
    "double-three": (
        "look at every line: two threes whose straight-four points are both playable, as deep as"
        " that question goes"
    ),
}


class ForbiddenChecker:
    """Cases are the stones ``black`` and ``white`` and the ``point`` to judge."""

    about = Text(
        "the program gets a board, as a file named by its argument and on standard input: 15 rows"
        " from row 15 down to row 1, x black, o white, . empty; then a point like h8. It prints"
        " legal, overline, double-four or double-three for a black stone there"
    )

    def case(self, fields: Fields) -> ForbiddenCase:
        """A case with ``black``, ``white`` and ``point``."""
        return ForbiddenCase(
            fields.take("black", str), fields.take("white", str, ""), fields.take("point", str)
        )
