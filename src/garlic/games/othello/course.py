"""The course's C form: what `place` sees, and what the point it returns means."""

from garlic.core import Seat
from garlic.core.course import CourseField, CourseForm, CourseView
from garlic.games.othello.position import DISCS, EMPTY, PASS, Move, Position


def _view(position: Position, seat: Seat) -> CourseView:
    """Own discs are ``O`` whichever seat it is; an empty cell shows its worth."""
    shown = {DISCS[seat]: "O", DISCS[seat.other]: "o"}
    rows = tuple(
        "".join(
            worth if disc == EMPTY else shown[disc]
            for disc, worth in zip(discs, worths, strict=True)
        )
        for discs, worths in zip(position.disc_rows(), position.board.worths, strict=True)
    )
    return CourseView(rows, (position.score(seat), position.score(seat.other)))


def _move(row: int, column: int) -> str:
    """A cell off the board has no name in our notation: it is told as the numbers it is."""
    if (row, column) == (PASS.row, PASS.column):
        return str(PASS)
    return str(Move(row, column)) if 0 <= row < 20 and 0 <= column < 20 else f"{row},{column}"


COURSE = CourseForm(
    function="place",
    fields=(CourseField("your_score"), CourseField("opponent_score")),
    view=_view,
    move=_move,
)
