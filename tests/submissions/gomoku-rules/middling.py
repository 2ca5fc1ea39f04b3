"""Renju's forbidden points, without asking whether a straight four may be played."""

import sys

LINES = ((0, 1), (1, 0), (1, 1), (1, -1))


def read():
    """The board as a dict from (row, column) to a letter, and the point."""
    words = open(sys.argv[1]).read().split()
    board = {(r, c): letter for r, row in enumerate(words[:15]) for c, letter in enumerate(row)}
    point = words[15]
    return board, (15 - int(point[1:]), ord(point[0]) - ord("a"))


def row_of(board, place, line):
    """Eleven letters through *place*, which has a black stone."""
    return "".join(
        board.get((place[0] + i * line[0], place[1] + i * line[1]), "o") for i in range(-5, 6)
    )


def run(row):
    """How many black stones stand unbroken around the middle."""
    left, right = row[:5], row[6:]
    return 1 + len(left) - len(left.rstrip("x")) + len(right) - len(right.lstrip("x"))


def fours(row):
    """The sets of four stones with the middle one that lack one stone of an exact five."""
    found = set()
    for first in range(1, 6):
        five = row[first : first + 5]
        if five.count("x") == 4 and "." in five and "x" not in (row[first - 1], row[first + 5]):
            found.add(tuple(i for i in range(first, first + 5) if row[i] == "x"))
    return found


def straight_four_points(row):
    """Where one more stone makes four in a row, open at both ends."""
    found = []
    for first in range(2, 6):
        four = row[first : first + 4]
        if four.count("x") != 3 or "." not in four:
            continue
        ends = row[first - 1] + row[first + 4]
        outer = row[first - 2] + (row[first + 5] if first + 5 < 11 else "o")
        if ends == ".." and "x" not in outer:
            found.append(first + four.index(".") - 5)
    return found


def verdict(board, place):
    """legal, overline, double-four, double-three, or five."""
    board = {**board, place: "x"}
    rows = [(line, row_of(board, place, line)) for line in LINES]
    runs = [run(row) for _, row in rows]
    if 5 in runs:
        return "five"
    if max(runs) > 5:
        return "overline"
    if sum(len(fours(row)) for _, row in rows) > 1:
        return "double-four"
    threes = 0
    for line, row in rows:
        ways = [(place[0] + i * line[0], place[1] + i * line[1]) for i in straight_four_points(row)]
        threes += bool(ways)
    return "double-three" if threes > 1 else "legal"


found = verdict(*read())
print("legal" if found == "five" else found)
