"""The course's C interface: what `place` sees, and which move the point it returns is."""

from garlic.core import Seat
from garlic.core.course import CourseField, CourseForm, CourseView
from garlic.games.othello.position import PASS, Move, Position


def _view(position: Position, seat: Seat) -> CourseView:
    """Own discs are ``O`` for either seat; an empty cell shows its worth."""
    # Rows and scores in one pass, because this runs for every turn of every game.
    board = position.board
    rows = [list(row) for row in board.worths]
    scores = []
    for disc, owner in (("O", seat), ("o", seat.other)):
        score = 0
        for row, column in board.places(position.discs(owner)):
            score += int(board.worths[row][column])
            rows[row][column] = disc
        scores.append(score)
    return CourseView(tuple("".join(row) for row in rows), (scores[0], scores[1]))


def _move(row: int, column: int) -> str:
    """A cell off the board has no name in our notation: it is written as two numbers."""
    if (row, column) == (PASS.row, PASS.column):
        return str(PASS)
    return str(Move(row, column)) if 0 <= row < 20 and 0 <= column < 20 else f"{row},{column}"


COURSE = CourseForm(
    function="place",
    fields=(CourseField("your_score"), CourseField("opponent_score")),
    maps=("task1-8x8", "task1-10x10", "task1-12x12", "task2-8x8-2"),
    view=_view,
    move=_move,
)
