"""Gomoku: any legal move near the last stones, no plan at all."""


def play(position):
    """The legal point with the most neighbours."""
    best, most = None, -1
    for move in position.legal_moves():
        point = move.point
        if point is None:
            continue
        near = 0
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                at = type(point)(point.column + right, point.row + down)
                if at in position.board and position.board.at(at) != ".":
                    near += 1
        if near > most:
            best, most = move, near
    return best
