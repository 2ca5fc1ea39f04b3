"""Xiangqi's engine: evaluation, search, repetition rules, tactics, opening book."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from garlic.core.playout import random_game
from garlic.engines import Engine, Limit
from garlic.engines.book import book_moves, form
from garlic.engines.training import xiangqi_book
from garlic.games.xiangqi import GAME, Move, Position
from garlic.games.xiangqi.board import COLUMNS, ROWS
from garlic.games.xiangqi.notation.lab import parse_board, to_answer
from support.minimax import Minimax, same
from support.present import present
from support.suite import Puzzle, puzzles

ENGINE = Engine(GAME, hash_mb=1)

# The course's boards, the answer, and the number of plies to mate.
LAB = [
    (
        "...ck..../.R...R.../....b..../........p/..r.r..../P.......P/........./....B..../"
        "....A..../..BAK....",
        "R (1,8) (4,8)",
        1,
    ),
    (
        "........./....a..../.N.k.a.../.....P.../........./........./........./........./"
        "........./....K....",
        "P (5,6) (4,6)",
        3,
    ),
    (
        "....R..../...N.k.../...a...../........./........./........./........./.....n.../"
        "....p..../.pCK.....",
        "C (2,0) (2,8)",
        5,
    ),
]


def engine() -> Engine[Move]:
    return Engine(GAME, hash_mb=4)


def middle(seed: int, ply: int) -> Position:
    positions = [position for _, position in random_game(Position.start(), seed)]
    return positions[min(ply, len(positions) - 2)]


def mirrored(position: Position) -> Position:
    """Left and right exchanged."""
    rows = (position.board[row * COLUMNS : (row + 1) * COLUMNS] for row in range(ROWS))
    return Position("".join(row[::-1] for row in rows), position.mover, position.quiet, 1)


def swapped(position: Position) -> Position:
    """The other side's point of view."""
    return Position(position.board[::-1].swapcase(), position.mover.other, position.quiet, 1)


@pytest.mark.parametrize("seed", range(6))
def test_the_incremental_evaluation_equals_recomputation(seed: int) -> None:
    # The native half plays the moves one by one, so its evaluation is incremental.
    start = Position.start()
    moves: list[str] = []
    for move, position in random_game(start, seed):
        if move:
            moves.append(move)
        line = f"{start} moves {' '.join(moves)}" if moves else str(start)
        assert ENGINE.evaluate(line) == ENGINE.evaluate(str(position)), line


@settings(deadline=None, max_examples=30)
@given(seed=st.integers(0, 30), ply=st.integers(0, 150))
def test_evaluation_has_the_symmetries_of_the_board(seed: int, ply: int) -> None:
    position = middle(seed, ply)
    value = ENGINE.evaluate(position)
    for other in (mirrored(position), swapped(position), mirrored(swapped(position))):
        assert ENGINE.evaluate(other) == value
        assert ENGINE.features(other) == ENGINE.features(position)


@pytest.mark.parametrize("seed", range(5))
def test_search_has_the_symmetries_of_the_board(seed: int) -> None:
    position = middle(seed, 25)
    scores = {
        engine().search(other, Limit(depth=3), exact=True).score
        for other in (position, mirrored(position), swapped(position))
    }
    assert len(scores) == 1


SMALL = [
    "4k4/9/4P4/9/9/9/9/9/9/3K5 w - - 0 1",
    "3k5/9/9/4R4/9/9/9/9/4p4/5K3 b - - 3 1",
    "4ka3/9/9/4C4/9/9/4p4/9/4A4/3K5 w - - 0 1",
    "3k5/4a4/9/9/4n4/9/9/9/4R4/4K4 w - - 117 60",
    "3k5/9/9/9/9/9/9/3n5/4p4/5K3 w - - 0 1",
]


@pytest.mark.parametrize("fen", SMALL)
@pytest.mark.parametrize("table", [True, False])
def test_exact_search_equals_minimax(fen: str, table: bool) -> None:
    reference = Minimax(GAME, ENGINE.evaluate)
    for depth in (1, 2, 3):
        result = engine().search(fen, Limit(depth=depth), exact=True, with_table=table, lines=3)
        scores = reference.moves(fen, depth)
        expected = sorted(scores.values(), reverse=True)[:3]
        assert all(
            same(line.score, score) for line, score in zip(result.lines, expected, strict=True)
        ), (depth, result.lines, expected)


@pytest.mark.parametrize("seed", range(12))
def test_lines_can_be_played_and_are_repeatable(seed: int) -> None:
    position = middle(seed, 10 + 9 * seed)
    first, second = (engine().search(position, Limit(nodes=6000), lines=2) for _ in range(2))
    assert (first.nodes, first.lines) == (second.nodes, second.lines)
    for line in first.lines:
        after = position
        for move in line.moves:
            after = after.play(move)


@pytest.mark.parametrize(("board", "answer", "plies"), LAB)
def test_the_mates_of_the_lab_are_found_quickly(board: str, answer: str, plies: int) -> None:
    position = parse_board(board)
    result = engine().search(position, Limit(nodes=100_000))
    assert to_answer(position, present(result.best)) == answer
    assert present(result.score).win_in == plies


CHECKS = "3k5/R8/9/9/9/9/9/9/9/5K3 w - - 0 1 moves a8a9 d9d8 a9a8 d8d9 a8a9 d9d8"


def test_the_third_repetition_of_perpetual_check_is_lost() -> None:
    # One more check, and the king's step back repeats the position for the third time.
    result = engine().search(CHECKS, Limit(depth=3), lines=60)
    checking = next(line for line in result.lines if str(line.moves[0]) == "a9a8")
    assert checking.score.loss_in == 2
    assert result.lines[0].score.loss_in is None
    answer = engine().search(f"{CHECKS} a9a8", Limit(depth=2))
    assert str(answer.best) == "d8d9"
    assert present(answer.score).win_in == 1


def test_a_position_is_searched_with_its_history() -> None:
    with_history = engine().search(GAME.parse(f"{CHECKS} a9a8"), Limit(depth=2))
    assert present(with_history.score).win_in == 1
    bare = GAME.parse(f"{CHECKS} a9a8")
    without = engine().search(str(bare), Limit(depth=2))
    assert present(without.score).win_in is None


@pytest.mark.parametrize("puzzle", puzzles("xiangqi")[::5], ids=str)
def test_a_sample_of_the_tactics(puzzle: Puzzle) -> None:
    result = engine().search(puzzle.position, Limit(nodes=300_000))
    assert str(result.best) == puzzle.move


def test_the_tactics_include_short_and_long_mates() -> None:
    gains = Counter(puzzle.gain for puzzle in puzzles("xiangqi"))
    assert all(gains[f"mate in {moves}"] for moves in range(1, 8))
    assert sum(gains[f"mate in {moves}"] for moves in range(3, 8)) >= 28
    assert gains["material"] >= 40


@pytest.mark.slow
def test_the_tactics() -> None:
    found = [
        str(engine().search(puzzle.position, Limit(time=1.0)).best) == puzzle.move
        for puzzle in puzzles("xiangqi")
    ]
    assert len(found) >= 100
    assert sum(found) / len(found) >= 0.95


def test_levels_play_legal_moves_and_grow() -> None:
    position = Position.start()
    for level in (1, 4, 7):
        weak = Engine(GAME, level=level, hash_mb=1, seed=level)
        for _ in range(3):
            position = position.play(present(weak.choose(position, Limit(nodes=2000))))
    assert position.outcome() is None


def test_full_strength_chooses_book_moves_by_seed() -> None:
    start = Position.start()
    chosen = {
        str(Engine(GAME, seed=seed, hash_mb=1).choose(start, Limit(nodes=1))) for seed in range(20)
    }
    assert len(chosen) > 1
    assert chosen <= {str(one.move) for one in book_moves(GAME, start)}


def test_a_book_is_written_by_analysis(tmp_path: Path) -> None:
    out = tmp_path / "book.txt"
    xiangqi_book.main(["--positions", "3", "--nodes", "2000", "--out", str(out)])
    comment, *lines = out.read_text().splitlines()
    assert comment.startswith("# Written by")
    assert 1 <= len(lines) <= 3
    assert lines[0].startswith(f"{form(GAME, Position.start())[0]}: ")
