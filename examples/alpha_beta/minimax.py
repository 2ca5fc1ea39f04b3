"""Step 4: look two moves ahead; the opponent takes what is worst for us."""

DEPTH = 2  # our move and their reply; three are too many for 100 ms


def play(position):
    """The move with the best of all worst ends."""
    us = position.mover
    return max(position.legal_moves(), key=lambda move: search(position.play(move), us, DEPTH - 1))


def search(position, us, depth):
    """What *position* is worth to *us* if both sides play well for *depth* more moves."""
    if depth == 0 or position.outcome():
        return value(position, us)
    values = [search(position.play(move), us, depth - 1) for move in position.legal_moves()]
    return max(values) if position.mover is us else min(values)


def value(position, us):
    """What *position* is worth to *us*: points at the end, before it corners and freedom."""
    points = position.score(us) - position.score(us.other)
    if position.outcome():
        return 1000 * points
    return points + 40 * corners(position, us) + 5 * freedom(position, us)


def corners(position, us):
    """Our corners less theirs: a disc there is never flipped again."""
    board = position.board
    rows, columns = (0, board.rows - 1), (0, board.columns - 1)
    cells = sum(board.bit(row, column) for row in rows for column in columns)
    ours, theirs = position.discs(us) & cells, position.discs(us.other) & cells
    return ours.bit_count() - theirs.bit_count()


def freedom(position, us):
    """How many moves the side to move has, counted against the other side."""
    count = len(position.legal_moves())
    return count if position.mover is us else -count
