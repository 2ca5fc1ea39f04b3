"""Any legal move will do."""

import random

chance = random.Random(5)  # the same game every time


def play(position):
    """One of the legal moves."""
    return chance.choice(position.legal_moves())
