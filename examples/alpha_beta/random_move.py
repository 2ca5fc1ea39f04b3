"""Step 1: any legal move."""

import random

random.seed(3)  # the same match is played the same way again


def play(position):
    """A legal move, all equally likely."""
    return random.choice(position.legal_moves())
