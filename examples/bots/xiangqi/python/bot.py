"""Xiangqi in Python. Take what is worth most, less what can be taken in reply; mate if you can.

`position.board` is 90 letters, row by row from black's side, upper case red; a move has a
`source` and a `target` there. `position.legal_moves()` are all moves there are.
"""

WORTH = {"k": 10_000, "r": 900, "c": 450, "n": 400, "b": 200, "a": 200, "p": 100, ".": 0}


def play(position):
    """The legal move of the highest value."""
    return max(position.legal_moves(), key=lambda move: value(position, move))


def value(position, move):
    """What *move* takes, less the most that a reply takes."""
    after = position.play(move)
    replies = after.legal_moves()
    if not replies:
        return mate_value(position, after)
    taken = worth(position, move)
    lost = max(worth(after, reply) for reply in replies)
    # A little of its own for each move and turn, so that equal moves take turns.
    return taken - lost + (move.source * 7 + move.target * 3 + 1) * position.fullmove % 11


def mate_value(position, after):
    """The game is over: we have won, or it is a draw, or we repeated what is forbidden."""
    winner = after.outcome().winner
    if winner is None:
        return 0
    return WORTH["k"] if winner is position.mover else -WORTH["k"]


def worth(position, move):
    """Of the piece that *move* takes."""
    return WORTH[position.board[move.target].lower()]
