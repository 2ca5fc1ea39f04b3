"""Leaves the opponent few moves, takes corners, and counts discs at the end."""


def play(position):
    """The move with the highest value."""
    return max(position.legal_moves(), key=lambda move: value(position, move))


def value(position, move):
    """Our lead after *move*, a bonus for corners, minus the opponent's number of moves."""
    after = position.play(move)
    lead = after.score(position.mover) - after.score(position.mover.other)
    rows, columns = position.board.rows, position.board.columns
    if after.ply > rows * columns * 2 // 3:
        return lead
    corner = str(move)[0] in ("a", chr(96 + columns)) and str(move)[1:] in ("1", str(rows))
    return 20 * corner - len(after.legal_moves()) + lead / 100
