"""A bot for any game in which players take turns: a win if there is one, else a random move.

`position.legal_moves()` are the moves, `position.play(move)` is the position after one,
`position.outcome()` tells who won (None: the game goes on), and `position.mover` whose turn it is.
"""

import random

random.seed(1)  # the same games every time: that helps to find a mistake


def play(position):
    """The move to make."""
    moves = position.legal_moves()
    for move in moves:
        outcome = position.play(move).outcome()
        if outcome is not None and outcome.winner is position.mover:
            return move
    return random.choice(moves)
