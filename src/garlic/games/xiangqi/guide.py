"""The rules in half a minute."""

from garlic.core.guide import Drawing, Lesson

GUIDE = (
    Lesson(
        "Red moves first, then in turn. You win if you attack the enemy king and nothing can save "
        "it: checkmate. A side without a legal move loses, too.",
        (Drawing("3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - 0 1", ("b7b9",), window=("a9", "f6")),),
    ),
    Lesson(
        "The king goes one step along the lines, the advisor one step diagonally; neither leaves "
        "the palace. The two kings may never face each other on an open file: here the king "
        "cannot go to the middle.",
        (
            Drawing("4k4/9/9/9/9/9/9/9/5K3/8R w - - 0 1", pieces=("f1",), window=("c3", "g0")),
            Drawing("3k5/9/9/9/9/9/9/9/4A4/4K3R w - - 0 1", pieces=("e1",), window=("c3", "g0")),
        ),
    ),
    Lesson(
        "The elephant goes two steps diagonally and never crosses the river. The horse goes one "
        "step straight, then one diagonally outwards. A piece in their way blocks them.",
        (
            Drawing("3k5/9/9/9/9/9/5C3/4B4/9/4K4 w - - 0 1", pieces=("e2",), window=("b5", "h0")),
            Drawing("3k5/9/9/9/9/4P4/4N4/9/9/4K4 w - - 0 1", pieces=("e3",), window=("b6", "h0")),
        ),
    ),
    Lesson(
        "The chariot goes any distance along the lines. The cannon moves like it, but to capture "
        "it must jump over exactly one piece.",
        (
            Drawing("3k5/9/9/9/2R2n3/9/9/9/9/4K4 w - - 0 1", pieces=("c5",), window=("b7", "g3")),
            Drawing("3k5/9/9/9/2C1Pn3/9/9/9/9/4K4 w - - 0 1", pieces=("c5",), window=("b7", "g3")),
        ),
    ),
    Lesson(
        "The pawn goes one step forward; once it has crossed the river, also sideways. It never "
        "goes back.",
        (
            Drawing("3k5/9/9/9/9/9/2P6/9/9/4K4 w - - 0 1", pieces=("c3",), window=("a5", "e2")),
            Drawing("3k5/9/9/9/2P6/9/9/9/9/4K4 w - - 0 1", pieces=("c5",), window=("a7", "e4")),
        ),
    ),
    Lesson(
        "Who checks without end, or chases the same unprotected piece without end, loses when the "
        "position comes up for the third time. Other repetitions are a draw, and so are 120 plies "
        "without a capture."
    ),
)
