"""Step 2: look one move ahead, and take what is worth most right now."""


def play(position):
    """The move after which we lead by most."""
    us = position.mover
    return max(position.legal_moves(), key=lambda move: value(position.play(move), us))


def value(position, us):
    """How many points *us* is ahead."""
    return position.score(us) - position.score(us.other)
