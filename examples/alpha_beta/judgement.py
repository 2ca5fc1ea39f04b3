"""Step 3: still one move ahead, but judge a position by what it leads to."""


def play(position):
    """The move after which our position is worth most."""
    us = position.mover
    return max(position.legal_moves(), key=lambda move: value(position.play(move), us))


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
