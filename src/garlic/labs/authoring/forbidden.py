"""Renju boards whose forbidden points are hard to judge: random boards, judged by the rules.

``python -m garlic.labs.authoring.forbidden nested 12 > nested-cases.toml``. Kinds: overline,
double-four, double-three, and nested, where a check with less recursion gives another verdict.
"""

import sys
from collections.abc import Iterator

from garlic.core import InputError, Stream, UsageError
from garlic.games.gomoku import Point, Position, set_up
from garlic.games.gomoku.board import BLACK, WHITE, points
from garlic.games.gomoku.forbidden import verdict

_SIZE = 15
_WINDOW = 8  # rows and columns that hold all stones; with more there is hardly any shape
KINDS = ("overline", "double-four", "double-three", "nested")

# From the rules: black's stones, white's, and the point.
_KNOWN = {
    "nested": (
        ("J7 K7 I5 G4 I4 K4 L3", "", "I7"),
        ("D14 F13 G13 E12 F12 D11 F11 G10", "", "E13"),
        ("D8 C7 G7 H7 F6 G6 D5 G5 F4 H4 B3", "", "E6"),
        ("D8 B7 C7 G7 H7 F6 G6 D5 G5 F4 B3", "", "E4"),
        ("C6 G6 D5 E4 E3 G3 G2", "", "D3"),
        ("G9 H9 F8 F7 I8 I7 G6 H6", "", "G8"),
    ),
    "double-three": (("B11 C13 E13 E14", "", "D13"),),
    "double-four": (
        ("B11 C12 C13 E13 E14 G13", "", "D13"),
        ("B4 D4 F4 H4", "", "E4"),
        ("F12 G11 D8 E8 G8 E7 D6 C5", "B4", "F8"),
    ),
}


def random_position(stream: Stream) -> Position:
    """Stones of both colours, close together; raise `InputError` if both have won."""
    top, left = stream.below(_SIZE - _WINDOW + 1), stream.below(_SIZE - _WINDOW + 1)
    cells = list(range(_WINDOW * _WINDOW))
    chosen = []
    for _ in range(8 + stream.below(14)):
        cell = cells.pop(stream.below(len(cells)))
        chosen.append(Point(top + cell // _WINDOW, left + cell % _WINDOW))
    whites = stream.below(5)
    return set_up("renju", _SIZE, chosen[whites:], chosen[:whites])


def cases(kind: str, seed: int) -> Iterator[tuple[str, str, str]]:
    """An endless stream of cases: black's stones, white's, and the point."""
    yield from _KNOWN.get(kind, ())
    stream = Stream(seed)
    depth = 0
    while True:
        try:
            position = random_position(stream)
        except (InputError, UsageError):
            continue
        if position.outcome() is not None:
            continue
        point = _fitting(position, kind, depth)
        if point is not None:
            depth = 1 - depth  # alternate between no recursion and one level of it
            stones = [
                " ".join(str(at).upper() for at in points(_SIZE) if position.board.at(at) == stone)
                for stone in (BLACK, WHITE)
            ]
            yield stones[0], stones[1], str(point).upper()


def _fitting(position: Position, kind: str, depth: int) -> Point | None:
    for point in points(_SIZE):
        if position.board.at(point) != ".":
            continue
        right = position.verdict(point)
        if kind != "nested":
            if right.value == kind:
                return point
        elif right is not verdict(position.board, point, depth):
            return point
    return None


def main(arguments: list[str]) -> None:
    """Print the given number of cases of one kind."""
    kind, count = arguments[0], int(arguments[1])
    seed = int(arguments[2]) if len(arguments) > 2 else KINDS.index(kind)
    print(f"# Made by: python -m garlic.labs.authoring.forbidden {kind} {count} {seed}")
    for _, (black, white, point) in zip(range(count), cases(kind, seed), strict=False):
        print(f'\n[[cases]]\nblack = "{black}"', flush=True)
        if white:
            print(f'white = "{white}"')
        print(f'point = "{point}"', flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
