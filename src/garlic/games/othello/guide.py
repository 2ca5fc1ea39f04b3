"""The rules in half a minute."""

from garlic.core.guide import Drawing, Lesson

_PLAIN = "1111/1111/1111/1111"

GUIDE = (
    Lesson(
        "Red moves first, then in turn. Put a disc so that it encloses discs of your opponent "
        "in a straight line with another one of yours: all of them turn to your colour, in every "
        "direction at once.",
        (Drawing(f"{_PLAIN} ..../Ooo./..o./oO.. r 0", moves=("d2",)),),
    ),
    Lesson(
        "You must turn at least one disc: the marked cells are all that red has here. If you have "
        "no such cell, you pass.",
        (Drawing(f"{_PLAIN} ..../.oO./.Oo./.... r 0", all_moves=True),),
    ),
    Lesson(
        "Every cell has its worth, 1 to 9, for whoever owns the disc on it: this corner gives red "
        "9 points. Cells that have a disc at the start are worth 0.",
        (Drawing("9219/2002/1001/9319 ..../.oOo/.OO./.... r 0", moves=("a1",)),),
    ),
    Lesson(
        "The game ends when the board is full or both pass in a row. The higher score wins; equal "
        "scores are a draw."
    ),
)
