"""Leave the other side few moves, take corners, and count discs at the end."""


def play(position):
    """The move that leaves the other side worst off."""
    return max(position.legal_moves(), key=lambda move: value(position, move))


def value(position, move):
    """What we have after *move*, and what the other side can then do about it."""
    after = position.play(move)
    lead = after.score(position.mover) - after.score(position.mover.other)
    rows, columns = position.board.rows, position.board.columns
    if after.ply > rows * columns * 2 // 3:
        return lead
    corner = str(move)[0] in ("a", chr(96 + columns)) and str(move)[1:] in ("1", str(rows))
    return 20 * corner - len(after.legal_moves()) + lead / 100
