"""The optional scoring ``contest``: a bonus for wiping out the opponent."""

from garlic.core import Seat
from garlic.games.othello.position import Position


def contest_scores(end: Position) -> tuple[int, int]:
    """The scores of a finished game, raised for a side that left the other no disc.

    It gets three quarters of the board's total worth, rounded up; or, if it already has more
    than that, 10 points more (20 on a board of 12x12).
    """
    red, blue = end.score(Seat.A), end.score(Seat.B)
    if end.outcome() is None or (end.red and end.blue):
        return red, blue
    board = end.board
    least = -(-3 * board.worth(board.cells) // 4)
    bonus = 20 if (board.rows, board.columns) == (12, 12) else 10

    def raised(score: int) -> int:
        return score + bonus if score > least else least

    if end.red:
        return raised(red), blue
    return (red, raised(blue)) if end.blue else (red, blue)
