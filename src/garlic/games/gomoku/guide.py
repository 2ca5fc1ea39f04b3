"""The rules in half a minute."""

from garlic.core.guide import Drawing, Lesson

_EMPTY_ROWS = "/".join(["." * 15] * 5)

GUIDE = (
    Lesson(
        "Black moves first, then in turn: put a stone on any empty crossing. Five of your stones "
        "in a row, straight or diagonal, win.",
        (Drawing("freestyle ....../.x..../.ox.o./..oxo./..o.x./...... b 0", ("f1",)),),
    ),
    Lesson(
        "Freestyle: five or more win. Standard: exactly five win, and six, as here, do not.",
        (Drawing("standard ......./......./..oo.../xxx.xx./.oo.o../......./....... b 0", ("d4",)),),
    ),
    Lesson(
        "Renju, the usual rules: three moves are forbidden to black and lose at once: two open "
        "threes, two fours, or six and more in a row. The page marks them with a cross. White has "
        "no such rule, and also wins with six or more.",
        (
            Drawing(
                f"renju {_EMPTY_ROWS}/........o....../.......x.o...../......x.x....../"
                f".....o.x......./......o......../{_EMPTY_ROWS} b 0",
                window=("e11", "k5"),
            ),
        ),
    ),
    Lesson(
        "An exact five wins even if the stone makes something forbidden, too. A full board, or two "
        "passes in a row, is a draw."
    ),
)
