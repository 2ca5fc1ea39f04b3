"""The rules in half a minute."""

from garlic.core.guide import Drawing, Lesson

GUIDE = (
    Lesson(
        "Black moves first, then in turn: one stone, one step in any of the eight directions, to "
        "an empty cell. There is no jump and no pass.",
        (Drawing("...../.X.../..O../...../..... O 0", pieces=("2 2",)),),
    ),
    Lesson(
        "Pick: step between two enemies in a line, and both turn to your colour.",
        (Drawing("X..../...../.X.X./..O../..... O 0", moves=("3 2 0",)),),
    ),
    Lesson(
        "Nip: close an enemy in between two of your stones in a line, and it turns. Two enemies "
        "side by side cannot be nipped.",
        (Drawing("X..../...../.OX../....O/..... O 0", moves=("3 4 4",)),),
    ),
    Lesson(
        "First every pick, then every nip, and a stone just picked helps to nip. Only lines "
        "through the cell you step on count.",
        (Drawing("O..../...../.XO.O/..X../..... X 0", moves=("3 2 5",)),),
    ),
    Lesson(
        "No stone ever leaves the board. You win if your opponent has no stone or no move left; "
        "after 120 plies the side with more stones wins."
    ),
)
