"""Othello in Python. One move ahead: take what is worth most, like corners, shun their neighbours.

`play` gets the position as the rules know it: `position.legal_moves()` are all moves there are,
and `position.play(move)` is the position after one.
"""


def play(position):
    """The legal move of the highest value."""
    return max(position.legal_moves(), key=lambda move: value(position, move))


def value(position, move):
    """How much better off we are right after *move*, and what its cell is good for."""
    if str(move) == "pass":
        return 0
    own, other = position.mover, position.mover.other
    after = position.play(move)
    return after.score(own) - after.score(other) + place_value(position.board, move)


def place_value(board, move):
    """Corners cannot be flipped back; the cells beside them give them away."""
    edge_row = min(move.row, board.rows - 1 - move.row)
    edge_column = min(move.column, board.columns - 1 - move.column)
    if edge_row == edge_column == 0:
        return 100
    return -40 if edge_row <= 1 and edge_column <= 1 else 0
