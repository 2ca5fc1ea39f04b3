"""Renju's forbidden moves for black, by the definitions of the Renju International Federation.

Each line is judged separately. What a black stone makes on one line depends only on the five
places to either side of it, so the shape of each such stretch is computed once and cached:
`line_shape`. Only "is the point that makes a straight four playable?" leaves the line: it is
the same question again with one more stone on the board, answered recursively.

Boards are passed as `Board.framed` text.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from garlic.games.gomoku.board import (
    BLACK,
    EMPTY,
    REACH,
    WHITE,
    Board,
    Point,
    framed_place,
    points,
    steps,
)

_BLOCKED = "#"
_FEWEST_STONES = 4  # a double-three needs two stones on each of two lines; the others need more


class PointVerdict(StrEnum):
    """What the rules say of a black stone on a point."""

    LEGAL = "legal"
    OVERLINE = "overline"
    DOUBLE_FOUR = "double-four"
    DOUBLE_THREE = "double-three"


@dataclass(frozen=True, slots=True)
class LineShape:
    """What a black stone makes on one line through it."""

    run: int  # the stones in an unbroken row with it; 6 also means more
    fours: int  # how many fours it belongs to: 0, 1 or 2
    straight_four_points: tuple[int, ...]  # places, counted from it, that make its three a four


@cache
def line_shape(stretch: str) -> LineShape:
    """The shape of *stretch*: eleven places, the stone in the middle, all but x and . blocked.

    There are 3 to the 10th stretches, so the cache stays small.
    """
    return LineShape(_run(stretch), len(_fours(stretch)), _straight_four_points(stretch))


def _run(stretch: str) -> int:
    before, after = stretch[:REACH], stretch[REACH + 1 :]
    run = 1 + len(before) - len(before.rstrip(BLACK)) + len(after) - len(after.lstrip(BLACK))
    return min(run, 6)


def _fours(stretch: str) -> set[tuple[int, ...]]:
    """The fours with the middle stone, each as the places of its four stones.

    A four is an exact five that lacks one stone. Counting sets of stones counts a straight
    four once, though it can be completed at both ends, and both fours of a line such as
    ``x.xxx.x``.
    """
    fours: set[tuple[int, ...]] = set()
    for first in range(REACH - 4, REACH + 1):
        five = range(first, first + 5)
        stones = tuple(place for place in five if stretch[place] == BLACK)
        lacking = [place for place in five if stretch[place] == EMPTY]
        if len(stones) == 4 and len(lacking) == 1 and _bounded(stretch, first, 5):
            fours.add(stones)
    return fours


def _straight_four_points(stretch: str) -> tuple[int, ...]:
    """Where a stone turns a three with the middle stone into a straight four.

    A line has at most one three: the straight four needs both ends empty and no black
    stone beyond them, which leaves no space for a second three that shares a stone with it.
    An unbroken three may have two such points and is still one three.
    """
    extensions = []
    for first in range(REACH - 3, REACH + 1):
        four = range(first, first + 4)
        stones = [place for place in four if stretch[place] == BLACK]
        lacking = [place for place in four if stretch[place] == EMPTY]
        ends_empty = stretch[first - 1] == EMPTY == stretch[first + 4]
        if len(stones) != 3 or len(lacking) != 1 or not ends_empty:
            continue
        if _bounded(stretch, first - 1, 6):  # completed at either end, it is an exact five
            extensions.append(lacking[0] - REACH)
    return tuple(extensions)


def _bounded(stretch: str, first: int, length: int) -> bool:
    """Does no black stone touch the *length* places from *first*?"""
    return stretch[first - 1] != BLACK != stretch[first + length]


def verdict(board: Board, point: Point, depth: int | None = None) -> PointVerdict:
    """What renju says of a black stone on the empty *point* of *board*.

    *depth* limits the recursion: beyond it, every point of a straight four counts as playable.
    """
    text, place = _seen_by_black(board), framed_place(board.size, point)
    return _judge(text, steps(board.size), place, depth) or PointVerdict.LEGAL


def forbidden_points(board: Board) -> dict[Point, PointVerdict]:
    """Every point that renju forbids to black, in the order of `points`, with the reason."""
    if board.cells.count(BLACK) < _FEWEST_STONES:
        return {}
    text, four_steps = _seen_by_black(board), steps(board.size)
    forbidden: dict[Point, PointVerdict] = {}
    for point, stone in zip(points(board.size), board.cells, strict=True):
        if stone == EMPTY:
            ruling = _judge(text, four_steps, framed_place(board.size, point))
            if ruling is not None and ruling is not PointVerdict.LEGAL:
                forbidden[point] = ruling
    return forbidden


def _seen_by_black(board: Board) -> str:
    """The framed board; a white stone ends a line for black just as the edge does."""
    return board.framed().replace(WHITE, _BLOCKED)


def _judge(
    text: str, four_steps: tuple[int, ...], place: int, depth: int | None = None
) -> PointVerdict | None:
    """The verdict on a black stone on *place*; None where it makes a five and so wins."""
    text = text[:place] + BLACK + text[place + 1 :]
    shapes = [
        line_shape(text[place - REACH * step : place + REACH * step + 1 : step])
        for step in four_steps
    ]
    longest = max(shape.run for shape in shapes)
    if longest >= 5:
        return None if any(shape.run == 5 for shape in shapes) else PointVerdict.OVERLINE
    if sum(shape.fours for shape in shapes) >= 2:
        return PointVerdict.DOUBLE_FOUR
    threes = [
        [place + distance * step for distance in shape.straight_four_points]
        for shape, step in zip(shapes, four_steps, strict=True)
        if shape.straight_four_points
    ]
    # The most common answer, without trying any extension.
    if len(threes) < 2:
        return PointVerdict.LEGAL
    if depth == 0:
        return PointVerdict.DOUBLE_THREE
    deeper = None if depth is None else depth - 1
    real = 0
    for number, extensions in enumerate(threes):
        if real + len(threes) - number < 2:
            break
        # A five there is no straight four, and a forbidden point cannot be played.
        real += any(_judge(text, four_steps, at, deeper) is PointVerdict.LEGAL for at in extensions)
        if real == 2:
            return PointVerdict.DOUBLE_THREE
    return PointVerdict.LEGAL
