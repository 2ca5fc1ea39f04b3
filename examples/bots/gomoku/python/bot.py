"""Gomoku and Renju in Python.

Every five crossings in a row that one side alone has stones on are worth something to take, and
to deny. `position.legal_moves()` leaves out what Renju forbids.
"""

LINES = ((0, 1), (1, 0), (1, 1), (1, -1))
# What a stone in such a row is worth, by the stones already there: ours, and theirs.
OURS = (1, 10, 100, 1_000, 1_000_000)
THEIRS = (0, 5, 50, 500, 100_000)


def play(position):
    """The legal move of the highest value."""
    rows = position.board.rows()  # from the bottom, a string a row: 'x' black, 'o' white
    own, other = ("x", "o") if position.mover.index == 0 else ("o", "x")
    return max(position.legal_moves(), key=lambda move: value(rows, move.point, own, other))


def value(rows, point, own, other):
    """What a stone of *own* on *point* takes and denies; a pass is worth nothing."""
    if point is None:
        return 0
    total = 0
    for up, right in LINES:
        around = [at(rows, point.row + i * up, point.column + i * right) for i in range(-4, 5)]
        for first in range(5):
            five = around[first : first + 5]
            if "#" in five:
                continue
            ours, theirs = five.count(own), five.count(other)
            if theirs == 0:
                total += OURS[ours]
            if ours == 0:
                total += THEIRS[theirs]
    return total


def at(rows, row, column):
    """The stone there, '.' or, outside, '#'."""
    inside = 0 <= row < len(rows) and 0 <= column < len(rows)
    return rows[row][column] if inside else "#"
