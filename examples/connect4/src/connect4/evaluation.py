"""How far the side to move is ahead, for the search over these rules."""

from connect4.position import DISCS, LINES, Position

# What a line of four is worth that holds so many discs of one side, and none of the other.
WORTH = (0.0, 0.1, 0.3, 0.9)


def evaluate(position: Position) -> float:
    """The worth of our lines less that of theirs."""
    ours, theirs = DISCS[position.mover], DISCS[position.mover.other]
    total = 0.0
    for line in LINES:
        discs = [position.rows[row][column] for row, column in line]
        if theirs not in discs:
            total += WORTH[min(discs.count(ours), 3)]
        elif ours not in discs:
            total -= WORTH[min(discs.count(theirs), 3)]
    return total
