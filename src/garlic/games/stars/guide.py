"""The rules in half a minute."""

from garlic.core.guide import Drawing, Lesson

# The last rows of these mazes only hold destroyers that have no part in the drawing.
_WINDOW = ("0,0", "2,6")

GUIDE = (
    Lesson(
        "Both garlics move at the same time: one step up, down, left or right, or none. A star is "
        "worth 10 points, every round costs 1. A step into a wall is suicide and costs 400.",
        (
            Drawing(
                "o.o.o.o/.#...#./o.o.o.o/#######/#.###.# "
                "d0=4,1@4,1 d1=4,5@4,5 red=1,0:0:0 blue=1,6:0:0 round=0",
                moves=("0,0", "2,6"),
                window=_WINDOW,
            ),
        ),
    ),
    Lesson(
        "Two destroyers hunt the garlics, mostly the nearer one. If one meets you, you lose 500 "
        "points and are out.",
        (
            Drawing(
                "#####../..o..#o/#####../#######/#.###.# "
                "d0=1,3@1,3 d1=4,5@4,5 red=1,1:27:0 blue=0,5:18:0 round=6",
                moves=("1,2", "0,6"),
                window=_WINDOW,
            ),
        ),
    ),
    Lesson(
        "A super star makes you strong for 20 rounds: the number on your garlic counts them down. "
        "While you are strong, every destroyer you meet gives you 200 points and starts anew, and "
        "a normal garlic you meet loses half its points to you and is out.",
        (
            Drawing(
                "#####../..O..#o/#####../#######/#.###.# "
                "d0=1,4@1,4 d1=4,5@4,5 red=1,1:27:0 blue=0,5:18:0 round=6",
                moves=("1,2", "0,6"),
                window=_WINDOW,
            ),
            Drawing(
                "#####../.....#o/#####../#######/#.###.# "
                "d0=1,3@1,0 d1=4,5@4,5 red=1,2:36:12 blue=0,5:18:0 round=14",
                moves=("1,3", "0,6"),
                window=_WINDOW,
            ),
        ),
    ),
    Lesson(
        "The game ends when no star is left, when both garlics are out, or after as many rounds as "
        "the map has cells. The higher score wins."
    ),
)
