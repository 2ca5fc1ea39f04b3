"""Renju's forbidden points: the federation's cases, and three implementations that must agree.

The third is the package ``renju`` from PyPI, which judges one point at a time and takes columns
first. No disagreement is known.
"""

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from renju.check_forbid import get_foul_type

from garlic import _core
from garlic.core import Seat
from garlic.games.gomoku import Point, Position, set_up
from garlic.games.gomoku.board import Board, points
from garlic.games.gomoku.forbidden import line_shape, verdict
from support import perft_cases

KINDS = {0: "legal", 1: "double-three", 2: "double-four", 3: "overline"}
SIZE = 15


def board_of(black: str, white: str = "") -> Board:
    return set_up(
        "renju", SIZE, map(Point.parse, black.split()), map(Point.parse, white.split())
    ).board


TABLE = [
    ("J7 K7 I5 G4 I4 K4 L3", "I7", "legal"),
    ("D14 F13 G13 E12 F12 D11 F11 G10", "E13", "double-three"),
    ("D8 C7 G7 H7 F6 G6 D5 G5 F4 H4 B3", "E6", "legal"),
    ("D8 B7 C7 G7 H7 F6 G6 D5 G5 F4 B3", "E4", "double-three"),
    ("C6 G6 D5 E4 E3 G3 G2", "D3", "legal"),  # the extension makes a five
    ("G9 H9 F8 F7 I8 I7 G6 H6", "G8", "legal"),
    ("B11 C13 E13 E14", "D13", "double-three"),
    ("B11 C12 C13 E13 E14 G13", "D13", "double-four"),
    ("B4 D4 F4 H4", "E4", "double-four"),
    # An exact five comes before everything else.
    ("E5 F5 G5 I5 H3 H4 H6 H7 H8", "H5", "legal"),
    # Overline comes before double-four, and double-four before double-three.
    ("A1 B1 C1 E1 F1 D2 D3 D4 B3 F5 G6", "D1", "overline"),
    ("H5 H6 H7 E8 F8 G8 I9 J10", "H8", "double-four"),
    # Two fours on one line.
    ("E8 F8 G8 I8 K8 L8 M8", "H8", "legal"),
    ("D8 E8 F8 J8 K8 L8", "H8", "double-four"),
    ("D8 E8 H8 J8 K8", "G8", "double-four"),
    ("E8 G8 I8 K8", "H8", "double-four"),
    # A straight four is one four.
    ("F8 G8 I8", "H8", "legal"),
    # A three that is blocked on one side by the edge or a white stone does not count.
    ("A8 C8 B7 B9", "B8", "legal"),
    ("H9 H10 I8 J8", "H8", "double-three"),
]


@pytest.mark.parametrize(("black", "point", "expected"), TABLE)
def test_the_federations_cases(black: str, point: str, expected: str) -> None:
    board = board_of(black)
    assert verdict(board, Point.parse(point)) == expected
    native = _core.GomokuRenju.parse(f"renju {board} b 0").forbidden()
    assert native.get(point.lower(), "legal") == expected


def test_a_stone_elsewhere_can_make_a_forbidden_point_legal() -> None:
    board = board_of("F12 G11 D8 E8 G8 E7 D6 C5", "B4")
    f8, h10 = Point.parse("F8"), Point.parse("H10")
    assert verdict(board, f8) == "double-four"
    assert verdict(board, h10) == "legal"
    assert verdict(board.put(h10, "x"), f8) == "legal"


@pytest.mark.parametrize(
    ("white", "expected"),
    [
        ("", "double-three"),
        ("a1", "double-three"),
        ("k8", "legal"),  # next to the three
        ("g8", "legal"),
        ("h11", "legal"),
        ("f8", "double-three"),  # one away on one side: a straight four is left on the other
        ("l8", "double-three"),
        ("f8 l8", "legal"),  # one away on both sides: every four has one end only
    ],
)
def test_a_blocked_three_does_not_count(white: str, expected: str) -> None:
    assert verdict(board_of("H9 H10 I8 J8", white), Point.parse("H8")) == expected


def test_every_symmetry_of_the_board_gives_the_same_verdict() -> None:
    turns: list[Callable[[Point], Point]] = [
        lambda p: Point(p.row, p.column),
        lambda p: Point(SIZE - 1 - p.column, p.row),
        lambda p: Point(p.column, SIZE - 1 - p.row),
        lambda p: Point(SIZE - 1 - p.row, SIZE - 1 - p.column),
    ]
    for black, point, expected in TABLE:
        for turn in turns:
            stones = " ".join(str(turn(Point.parse(stone))) for stone in black.split())
            assert verdict(board_of(stones), turn(Point.parse(point))) == expected


@pytest.mark.parametrize(
    ("stretch", "run", "fours", "extensions"),
    [
        (".....x.....", 1, 0, ()),
        ("...xxx.....", 3, 0, (-3, 1)),
        ("..#xxx.....", 3, 0, ()),
        (".#.xxx...#.", 3, 0, (1,)),
        (".#.xxx..#..", 3, 0, (1,)),
        (".#.xxx.#...", 3, 0, ()),
        ("x..xxx.....", 3, 0, (1,)),
        ("....xx.x...", 2, 0, (1,)),
        ("x.x.xx.....", 2, 0, ()),
        ("..xxxx.....", 4, 1, ()),
        (".#xxxx#....", 4, 0, ()),
        (".#xxxx.....", 4, 1, ()),
        (".#xxxx.x...", 4, 0, ()),
        ("...x.xxx.x.", 3, 2, ()),
        (".xxx.x.xxx.", 1, 2, ()),
        ("xx.xxxx....", 4, 1, ()),
        (".xxxxx.....", 5, 0, ()),
        ("xxxxxx.....", 6, 0, ()),
        ("xxxxxxxxxxx", 6, 0, ()),
    ],
)
def test_line_shapes(stretch: str, run: int, fours: int, extensions: tuple[int, ...]) -> None:
    shape = line_shape(stretch)
    assert shape.run == run
    if run < 5:
        assert (shape.fours, shape.straight_four_points) == (fours, extensions)
    mirrored = line_shape(stretch[::-1])
    assert (mirrored.run, mirrored.fours) == (shape.run, shape.fours)
    assert sorted(-at for at in mirrored.straight_four_points) == sorted(shape.straight_four_points)


def native_forbidden(board: Board) -> dict[str, str]:
    forbidden: dict[str, str] = _core.GomokuRenju.parse(f"renju {board} b 0").forbidden()
    return forbidden


def package_verdicts(board: Board, chosen: list[Point]) -> dict[str, str]:
    """The package's verdict on each of the *chosen* points."""
    code = {".": 0, "x": 1, "o": 2}
    columns = [[code[board.at(Point(c, r))] for r in range(SIZE)] for c in range(SIZE)]
    return {str(p): KINDS[get_foul_type(columns, p.column, p.row)] for p in chosen}


def python_forbidden(board: Board) -> dict[str, str]:
    position = Position("renju", board, Seat.A)
    return {str(point): str(kind) for point, kind in position.forbidden().items()}


def random_board(rng: random.Random) -> Board:
    """Random stones on a part of the board, sparse or dense; nobody has won."""
    while True:
        side = rng.choice((7, 9, 11, 15))
        left, low = rng.randint(0, SIZE - side), rng.randint(0, SIZE - side)
        black, white = rng.uniform(0.1, 0.4), rng.uniform(0, 0.15)
        board = Board.empty(SIZE)
        for point in points(side):
            chance = rng.random()
            stone = "x" if chance < black else "o" if chance < black + white else "."
            board = board.put(Point(point.column + left, point.row + low), stone)
        if Position("renju", board, Seat.A).outcome() is None:
            return board


def climbed_board(rng: random.Random, steps: int) -> Board:
    """A board changed step by step towards more forbidden points."""
    board = random_board(rng)
    score = len(native_forbidden(board))
    for _ in range(steps):
        changed = board
        for _ in range(rng.choice((1, 1, 2, 3))):
            point = Point(rng.randrange(SIZE), rng.randrange(SIZE))
            changed = changed.put(point, rng.choice("xx...o"))
        try:
            found = len(native_forbidden(changed))
        except ValueError:  # a five of each colour
            continue
        if found >= score:
            board, score = changed, found
    return board


def check_agreement(board: Board, rng: random.Random | None = None) -> int:
    """Both our halves agree with the package; returns how many points are forbidden.

    The package is slow: with *rng* only the points that we call forbidden and twenty others
    are compared with it.
    """
    ours = python_forbidden(board)
    assert native_forbidden(board) == ours, str(board)
    chosen = [point for point in points(SIZE) if board.at(point) == "."]
    if rng is not None:
        some = rng.sample(chosen, min(20, len(chosen)))
        chosen = list({*some, *map(Point.parse, ours)})
    for point, kind in package_verdicts(board, chosen).items():
        assert kind == ours.get(point, "legal"), f"{board} {point}"
    return len(ours)


def test_the_crafted_boards_agree_with_the_package() -> None:
    boards = [
        Position.parse(case.position).board
        for case in perft_cases("gomoku")
        if case.name.startswith("renju-") and case.depth == 1
    ]
    assert len(boards) == 5
    assert sum(map(check_agreement, boards)) > 250


def test_random_boards_agree_with_the_package() -> None:
    rng = random.Random(7)
    assert sum(check_agreement(random_board(rng), rng) for _ in range(100)) > 130


@settings(deadline=None, max_examples=150)
@given(st.integers(0, 1 << 32), st.booleans())
def test_both_halves_agree_on_forbidden_points(seed: int, dense: bool) -> None:
    rng = random.Random(seed)
    board = climbed_board(rng, 40) if dense else random_board(rng)
    assert native_forbidden(board) == python_forbidden(board)


@settings(deadline=None, max_examples=100)
@given(st.lists(st.sampled_from("......xxo"), min_size=SIZE * SIZE, max_size=SIZE * SIZE))
def test_both_halves_agree_on_any_stones(cells: list[str]) -> None:
    text = f"renju {Board(SIZE, ''.join(cells))} b 0"
    try:
        ours = Position.parse(text)
    except ValueError:
        with pytest.raises(ValueError, match="one colour"):
            _core.GomokuRenju.parse(text)
        return
    native = _core.GomokuRenju.parse(text)
    outcome = ours.outcome()
    assert native.winner() == (str(outcome.winner) if outcome else "")
    assert native.legal_moves() == [str(move) for move in ours.legal_moves()]
    assert native.forbidden() == python_forbidden(ours.board)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_many_random_boards_agree_with_the_package(seed: int) -> None:
    rng = random.Random(seed)
    assert sum(check_agreement(random_board(rng), rng) for _ in range(1000)) > 1500


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_many_climbed_boards_agree_with_the_package(seed: int) -> None:
    rng = random.Random(seed)
    found = 0
    for _ in range(50):
        found += check_agreement(climbed_board(rng, rng.randrange(50, 2000)))
    assert found > 1500
