"""Othello's engine: exact scores, symmetry of colours and boards, all board sizes."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from garlic.core import Seat, Stream
from garlic.core.game import expect
from garlic.core.playout import random_game
from garlic.engines import Engine, Limit, player
from garlic.engines.interfaces import BuiltInPlayer
from garlic.games.othello import GAME, PASS, Board, Move, Position
from garlic.games.othello.map_files import MAPS
from support.minimax import Minimax, same
from support.present import present
from support.sampling import one_in

START = Position.start()


def engine(**options: Any) -> Engine[Move]:
    return Engine(GAME, hash_mb=1, **options)


def random_position(seed: int, rows: int, columns: int, *, filled: float) -> Position:
    """A position from a random game on a random map, with about that share of the board filled."""
    start = MAPS.make(rows, columns, seed)
    wanted = int(rows * columns * filled)
    position = start
    for _, position in random_game(start, seed):
        if (position.red | position.blue).bit_count() >= wanted:
            break
    return position


def small_position(seed: int) -> Position:
    """A position on 3x3 to 5x5 cells of any weight, at least one of them empty."""
    chance = Stream(seed)
    rows, columns = 3 + chance.below(3), 3 + chance.below(3)
    weights = ["".join(str(chance.below(10)) for _ in range(columns)) for _ in range(rows)]
    signs = [["..Oo"[chance.below(4)] for _ in range(columns)] for _ in range(rows)]
    for _ in range(3):
        signs[chance.below(rows)][chance.below(columns)] = "."
    mover = (Seat.A, Seat.B)[chance.below(2)]
    return Position.of(weights, ["".join(row) for row in signs], mover, passes=chance.below(2))


def best_margin(position: Position) -> float:
    """The mover's margin with best play, by the rules alone."""
    reference = Minimax(GAME, lambda _: pytest.fail("a guess was needed"), in_points=True)
    points = reference.score(str(position), 99).points
    assert points is not None
    return points


@pytest.mark.parametrize(
    ("threads", "table", "lines"),
    [(1, True, 1), (1, False, 1), (3, True, 1), (1, True, 4), (2, True, 3)],
)
@pytest.mark.parametrize("seed", range(10))
def test_exact_search_equals_minimax(seed: int, threads: int, table: bool, lines: int) -> None:
    text = str(small_position(seed))
    ours = engine(threads=threads)
    reference = Minimax(GAME, ours.evaluate, in_points=True)
    for depth in range(1, 6):
        result = ours.search(text, Limit(depth=depth), lines=lines, exact=True, with_table=table)
        scores = reference.moves(text, depth)
        expected = sorted(scores.values(), reverse=True)[:lines]
        assert all(
            same(line.score, score) for line, score in zip(result.lines, expected, strict=True)
        ), (depth, result.lines, expected)
        assert all(same(scores[str(line.moves[0])], line.score) for line in result.lines)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 300))
def test_exact_search_equals_minimax_often(seed: int) -> None:
    for threads, table, lines in ((1, True, 2), (1, False, 1), (2, True, 1)):
        test_exact_search_equals_minimax(seed, threads, table, lines)


@pytest.mark.parametrize("lines", [1, 3])
@pytest.mark.parametrize("seed", one_in(5, range(30)))
def test_endgames_are_solved(seed: int, lines: int) -> None:
    # Selective or not: if the last cell is in reach, the margin is exact.
    chance = Stream(seed)
    rows, columns = 3 + chance.below(10), 3 + chance.below(10)
    position = random_position(seed, rows, columns, filled=1 - 6.5 / (rows * columns))
    result = engine().search(position, Limit(depth=20), lines=lines)
    if position.outcome() is not None:
        assert result.lines == ()
        return
    assert present(result.score).proven
    assert present(result.score).points == best_margin(position)
    for line in result.lines:
        after = position.play(line.moves[0])
        sign = 1 if after.mover is position.mover else -1
        assert line.score.points == sign * best_margin(after)


def turned(position: Position) -> Position:
    """Rotated by 90 degrees."""
    weights, discs = position.board.worths, position.disc_rows()
    return Position.of(
        ["".join(row) for row in zip(*weights[::-1], strict=True)],
        ["".join(row) for row in zip(*discs[::-1], strict=True)],
        position.mover,
        position.passes,
    )


def mirrored(position: Position) -> Position:
    """Left and right exchanged."""
    return Position.of(
        [row[::-1] for row in position.board.worths],
        [row[::-1] for row in position.disc_rows()],
        position.mover,
        position.passes,
    )


def swapped(position: Position) -> Position:
    """The other side's point of view."""
    return Position(
        position.board, position.blue, position.red, position.mover.other, position.passes
    )


def images(position: Position) -> list[Position]:
    """The position under the eight symmetries of the board, in both colours."""
    found = []
    for start in (position, mirrored(position)):
        image = start
        for _ in range(4):
            found += [image, swapped(image)]
            image = turned(image)
    return found


@pytest.mark.parametrize("size", [(8, 8), (6, 7), (10, 10), (9, 12), (16, 16)])
@pytest.mark.parametrize("seed", range(3))
def test_scores_have_the_symmetries_of_the_board(size: tuple[int, int], seed: int) -> None:
    position = random_position(seed, *size, filled=0.3 + 0.2 * seed)
    ours = engine()
    assert len({ours.evaluate(image) for image in images(position)}) == 1
    scores = set()
    for image in images(position):
        ours.clear()
        scores.add(ours.search(image, Limit(depth=3), exact=True).score)
    assert len(scores) == 1


@settings(deadline=None, max_examples=40)
@given(seed=st.integers(0, 50), filled=st.floats(0.1, 0.95), nodes=st.integers(1, 5000))
def test_an_interrupted_search_leaves_no_traces(seed: int, filled: float, nodes: int) -> None:
    position = random_position(seed, 8, 8 + seed % 3, filled=filled)
    ours = engine()
    for cut in (nodes, nodes + 1):
        result = ours.search(position, Limit(nodes=cut))
        if position.outcome() is None:
            assert result.best in position.legal_moves()
    ours.clear()
    fresh = engine().search(position, Limit(depth=3), exact=True)
    later = ours.search(position, Limit(depth=3), exact=True)
    assert (fresh.score, fresh.nodes) == (later.score, later.nodes)


@pytest.mark.parametrize("size", [(8, 8), (10, 10), (12, 12), (20, 20), (3, 3)])
def test_it_beats_a_random_player_on_every_board(size: tuple[int, int]) -> None:
    position, ours = MAPS.make(*size, seed=2), engine()
    chance = Stream(5)
    while position.outcome() is None:
        moves = position.legal_moves()
        if position.mover is Seat.A and moves != [PASS]:
            move = ours.choose(position, Limit(nodes=500))
        else:
            move = moves[chance.below(len(moves))]
        assert move in moves
        position = position.play(move)
    red, blue = position.scores()
    assert red > blue or size == (3, 3)


@pytest.mark.parametrize("seed", [10_000, 10_001])
def test_it_does_not_lose_all_discs_on_a_large_board(seed: int) -> None:
    # Having few discs is good, until there are none: a greedy player used to win these early.
    position = MAPS.make(10, 10, seed)
    engine, greedy = Engine(GAME, hash_mb=8), player(GAME, "task4")
    while position.outcome() is None:
        mover: BuiltInPlayer = engine if position.mover is Seat.B else greedy
        position = position.play(expect(Move, mover.choose(position, Limit(nodes=5_000))))
    assert position.score(Seat.B) > position.score(Seat.A)


def test_lines_can_be_played() -> None:
    result = engine().search(START, Limit(nodes=50_000), lines=3)
    for line in result.lines:
        position = START
        for move in line.moves:
            position = position.play(move)
    assert len({line.moves[0] for line in result.lines}) == 3


def test_a_search_limited_by_nodes_is_repeatable() -> None:
    position = random_position(4, 10, 10, filled=0.4)
    first, second = (engine().search(position, Limit(nodes=20_000), lines=2) for _ in range(2))
    assert (first.nodes, first.depth, first.lines) == (second.nodes, second.depth, second.lines)


def test_a_forced_move_is_played_at_once() -> None:
    position = Position.parse("111/111/111 OO./OO./O.o b 0")
    assert position.legal_moves() == [PASS]
    result = engine().search(position, Limit(time=5.0))
    assert result.best == PASS
    assert result.time < 1


def test_a_finished_game_has_no_best_move() -> None:
    full = Position.of(["111"] * 3, ["OOO", "ooo", "OoO"])
    twice = Position(START.board, START.red, START.blue, passes=2)
    for position in (full, twice):
        assert engine().search(position, Limit(time=5.0)).best is None


@pytest.mark.parametrize("seconds", [0.1, 0.3])
def test_time_limits_are_kept(seconds: float) -> None:
    for position in (START, random_position(3, 12, 12, filled=0.5)):
        ours = engine()
        ours.search(position, Limit(depth=1))
        times = [ours.search(position, Limit(time=seconds)).time for _ in range(4)]
        assert min(times) < seconds + 0.05  # a busy machine may delay us


def test_cell_weights_decide() -> None:
    # Both cells flip one disc; one has weight 9.
    weights = ["1111", "1111", "9111", "1111"]
    discs = ["OOOO", "OOOO", ".oO.", ".oOO"]
    position = Position.of(weights, discs)
    assert {str(move) for move in position.legal_moves()} == {"a3", "a4"}
    result = engine().search(position, Limit(depth=10))
    assert result.best == Move.parse("a3") or best_margin(position) == present(result.score).points
    assert present(result.score).points == best_margin(position)
    assert isinstance(position.board, Board)
