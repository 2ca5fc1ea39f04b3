"""Gomoku's engine: its board, its proofs, and its symmetries."""

from pathlib import Path

import pytest
from bench.engines.gomoku_puzzles import PUZZLES, Puzzle, puzzles, replayed_fours
from hypothesis import given, settings
from hypothesis import strategies as st

from garlic.core import Stream
from garlic.core.game import expect
from garlic.core.playout import random_game
from garlic.engines import Engine, Limit, player
from garlic.engines.training.gomoku import opening
from garlic.games.gomoku import GAME, Move, Point, Position, set_up
from support.native import STRICT, compiled, output_of
from support.present import present

ENGINE = Engine(GAME, hash_mb=4)
SIZE = 15


def put(rule: str, black: str, white: str = "") -> Position:
    """Stones on the standard board; black is to move if both have the same number."""
    position = set_up(rule, SIZE, map(Point.parse, black.split()), map(Point.parse, white.split()))
    mover = "b" if len(black.split()) == len(white.split()) else "w"
    return Position.parse(f"{rule} {position.board} {mover} 0")


def check_program(folder: Path, *flags: str) -> str:
    """The output of `gomoku_check.cpp`, compiled with *flags*."""
    source = Path(__file__).with_name("gomoku_check.cpp")
    parts = ("rules", "threats/shapes", "threats/board", "threats/vcf", "weights", "evaluation")
    games = tuple(f"gomoku/{part}" for part in parts)
    return output_of(compiled(source, folder / "check", *STRICT, *flags, games=games))


@pytest.mark.slow
def test_incremental_shapes_equal_those_of_a_new_board(tmp_path: Path) -> None:
    assert check_program(tmp_path, "-O1") == "ok\n"


@pytest.mark.slow
def test_sanitizers_find_nothing_on_the_board(tmp_path: Path) -> None:
    flags = ("-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
    assert check_program(tmp_path, *flags) == "ok\n"


# --- the eight symmetries, and the colours if the rule set treats them alike --------------------


def turned(position: Position, mirror: bool, quarters: int) -> Position:
    rows = [list(row) for row in position.board.rows()]
    for _ in range(quarters):
        rows = [list(row) for row in zip(*rows[::-1], strict=True)]
    if mirror:
        rows = [row[::-1] for row in rows]
    text = "/".join("".join(row) for row in reversed(rows))
    return Position.parse(f"{position.rule} {text} {str(position).split()[2]} {position.passes}")


def swapped(position: Position) -> Position:
    rule, rows, mover, passes = str(position).split()
    rows = rows.translate(str.maketrans("xo", "ox"))
    return Position.parse(f"{rule} {rows} {'w' if mover == 'b' else 'b'} {passes}")


@settings(deadline=None, max_examples=40)
@given(
    rule=st.sampled_from(["renju", "freestyle", "standard"]),
    seed=st.integers(0, 1000),
    mirror=st.booleans(),
    quarters=st.integers(0, 3),
)
def test_evaluation_has_the_symmetries_of_the_board(
    rule: str, seed: int, mirror: bool, quarters: int
) -> None:
    position = opening(rule, Stream(seed))
    value = ENGINE.evaluate(position)
    assert ENGINE.evaluate(turned(position, mirror, quarters)) == value
    if rule != "renju":
        assert ENGINE.evaluate(swapped(position)) == value


@pytest.mark.parametrize("seed", range(3))
def test_search_has_the_symmetries_of_the_board(seed: int) -> None:
    position = opening("freestyle", Stream(seed))
    scores = {
        Engine(GAME, hash_mb=1).search(other, Limit(depth=2), exact=True).score
        for other in (position, turned(position, True, 1), turned(position, False, 2))
    }
    assert len(scores) == 1


# --- forbidden points ---------------------------------------------------------------------------


def crowded(seed: int, steps: int) -> Position:
    """A board with many forbidden points, found by hill climbing."""
    chance = Stream(seed)
    black: set[Point] = set()
    white: set[Point] = set()

    def count() -> tuple[int, Position]:
        position = Position.parse(f"renju {set_up('renju', SIZE, black, white).board} b 0")
        forbidden = 0 if position.outcome() else len(position.forbidden())
        return forbidden, position

    best, kept = count()
    for _ in range(steps):
        point = Point(2 + chance.below(11), 2 + chance.below(11))
        stones = white if chance.below(4) == 0 else black
        if point in black or point in white:
            continue
        stones.add(point)
        found, position = count()
        if found < best or position.outcome() is not None:
            stones.remove(point)
        else:
            best, kept = found, position
    return kept


def searched_moves(position: Position) -> set[str]:
    """The first moves that the engine considers legal."""
    result = ENGINE.search(position, Limit(depth=1), lines=400, exact=True)
    return {str(line.moves[0]) for line in result.lines}


@pytest.mark.parametrize("seed", range(4))
def test_the_engine_knows_forbidden_points_on_crowded_boards(seed: int) -> None:
    position = crowded(seed, 60)
    assert position.forbidden()
    legal = {str(move) for move in position.legal_moves()} - {"pass"}
    tried = searched_moves(position)
    # If a five can be made, nothing else is searched.
    assert tried == legal or len(tried) == 1
    assert tried <= legal


# --- play and proofs ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "black", "white", "best"),
    [
        ("renju", "d4 e4 f4 g4", "a1 a2 c3 o9", {"c4", "h4"}),
        ("freestyle", "d4 e4 f4 g4 a9", "a1 b2 c3 d5 h4", {"c4"}),  # the four must be stopped
        ("renju", "f8 g8 h8 o1", "b4 c5 d6 e7", {"a3"}),  # more urgent than the own three
        ("standard", "d4 e4 f4 g4 i4 j4", "a1 a3 a5 a7 a9 b2", {"c4"}),  # h4 would make seven
    ],
)
def test_five_and_four_come_first(rule: str, black: str, white: str, best: set[str]) -> None:
    assert str(ENGINE.search(put(rule, black, white), Limit(depth=2)).best) in best


def test_black_is_driven_into_a_forbidden_point() -> None:
    trap = next(puzzle for puzzle in puzzles() if puzzle.kind == "trap")
    result = ENGINE.search(trap.position, Limit(nodes=100_000))
    assert present(result.score).win_in is not None
    assert replayed_fours(trap.position, result.lines[0].moves) == "trap"


@pytest.mark.parametrize(
    "puzzle",
    [
        pytest.param(puzzle, id=puzzle.kind, marks=[pytest.mark.slow] if number % 11 else [])
        for number, puzzle in enumerate(puzzles())
    ],
)
def test_puzzles_are_solved(puzzle: Puzzle) -> None:
    result = Engine(GAME, hash_mb=16).search(puzzle.position, Limit(nodes=600_000))
    if puzzle.kind == "defence":
        assert result.best in puzzle.answers
        return
    assert present(result.score).win_in is not None
    if puzzle.kind == "fours":
        assert replayed_fours(puzzle.position, result.lines[0].moves) == "five"


def test_there_are_puzzles_of_all_kinds() -> None:
    kinds = [puzzle.kind for puzzle in puzzles()]
    assert len(kinds) >= 60
    assert set(kinds) == {"fours", "threes", "defence", "trap"}
    lengths = {puzzle.plies for puzzle in puzzles() if puzzle.kind == "fours"}
    assert min(lengths) <= 7
    assert max(lengths) >= 25
    assert PUZZLES.read_text(encoding="utf-8").startswith("#")


def test_a_replay_notices_a_missing_defence() -> None:
    # A three is not a four, and a four with another defence than the line's is refused.
    position = put("freestyle", "f8 g8 h8", "f9 g9 a1")
    assert replayed_fours(position, tuple(map(Move.parse, ["i8", "j8", "e8"]))) == "five"
    assert replayed_fours(position, tuple(map(Move.parse, ["i9", "j8", "e8"]))) is None
    half = put("freestyle", "f8 g8 h8", "e8 g9 a1")
    assert replayed_fours(half, tuple(map(Move.parse, ["i8", "a15", "j8"]))) is None


@pytest.mark.parametrize("rule", ["renju", "freestyle", "standard"])
@pytest.mark.parametrize("name", ["engine", "lab"])
def test_players_make_legal_moves(rule: str, name: str) -> None:
    gomoku_player = player(GAME, name)
    position = Position.start(rule)
    for _ in range(8):
        move = gomoku_player.choose(position, Limit(nodes=2000))
        position = position.play(expect(Move, move))
    assert position.ply == 8


@pytest.mark.parametrize("size", [5, 6, 20])
def test_other_sizes_are_played_to_the_end(size: int) -> None:
    position = Position.start("freestyle", size)
    engine = Engine(GAME, hash_mb=1)
    for _ in range(size * size):
        if position.outcome() is not None:
            break
        position = position.play(present(engine.search(position, Limit(nodes=300)).best))
    assert size == 20 or position.outcome() is not None


def test_finished_and_nearly_full_positions() -> None:
    assert (
        ENGINE.search(
            Position.parse("freestyle " + "/".join(["xxxxx", *["....."] * 4]) + " w 0"),
            Limit(depth=3),
        ).best
        is None
    )
    last = "xxoox/ooxxo/xxoox/ooxxo/xxoo."
    assert str(ENGINE.search(f"freestyle {last} b 0", Limit(depth=3)).best) == "e1"


@pytest.mark.parametrize("seed", range(2))
def test_a_search_limited_by_nodes_is_repeatable(seed: int) -> None:
    position = opening("renju", Stream(seed))
    found = {
        str(Engine(GAME, hash_mb=2).search(position, Limit(nodes=20_000))).split("time=")[0]
        for _ in range(2)
    }
    assert len(found) == 1


def test_the_first_stone_goes_to_the_middle() -> None:
    for rule, size, middle in [
        ("renju", 15, "h8"),
        ("freestyle", 19, "j10"),
        ("standard", 6, "d4"),
    ]:
        assert str(ENGINE.search(Position.start(rule, size), Limit(nodes=500)).best) == middle


def test_variety_gives_different_openings() -> None:
    start = Position.start("renju").play(Move.parse("h8"))
    first = {
        Engine(GAME, variety=0.5, seed=seed, hash_mb=1).choose(start, Limit(nodes=3000))
        for seed in range(6)
    }
    assert len(first) > 1


def test_the_lab_stops_a_four_and_makes_five() -> None:
    lab = player(GAME, "lab")
    soon = Limit(nodes=30_000)
    assert str(lab.choose(put("freestyle", "d4 e4 f4 g4", "d5 e5 f5 o1"), soon)) in {"c4", "h4"}
    assert str(lab.choose(put("freestyle", "d4 e4 f4 g4 a9", "a1 b2 c3 d5 h4"), soon)) in {
        "c4",
        "e5",
    }


def test_moves_in_random_games_are_legal() -> None:
    # The native half and the rules agree on legal moves throughout a game.
    for seed in range(2):
        for _, position in list(random_game(Position.start("renju"), seed))[:60:6]:
            if position.outcome() is None:
                legal = {str(move) for move in position.legal_moves()}
                assert searched_moves(position) <= legal


@pytest.mark.slow
@pytest.mark.parametrize(
    "puzzle",
    [puzzle for puzzle in puzzles() if puzzle.kind in {"threes", "defence"}],
    ids=lambda puzzle: puzzle.kind,
)
def test_every_wrong_move_of_a_puzzle_is_refuted(puzzle: Puzzle) -> None:
    """A win must win against every legal reply, and every move but the only defence must lose."""
    position = puzzle.position
    engine = Engine(GAME, hash_mb=64)
    if puzzle.kind == "threes":
        position = position.play(present(engine.search(position, Limit(nodes=2_000_000)).best))
    for move in position.legal_moves():
        if puzzle.kind == "defence" and move in puzzle.answers:
            continue
        reply = engine.search(position.play(move), Limit(nodes=4_000_000))
        assert present(reply.score).win_in is not None, move


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_wins_by_fours_in_games_hold_against_every_defence(seed: int) -> None:
    rule = ("renju", "freestyle", "standard")[seed % 3]
    position = opening(rule, Stream(seed))
    engine = Engine(GAME, hash_mb=8)
    while position.outcome() is None:
        result = engine.search(position, Limit(nodes=2_000))
        if present(result.score).win_in is not None:
            # Wins by threes take more than a ply: what an empty table and one ply prove are fours.
            fours = Engine(GAME, hash_mb=1).search(position, Limit(depth=1))
            if present(fours.score).win_in is not None:
                assert replayed_fours(position, fours.lines[0].moves) in {"five", "trap"}
                return
        position = position.play(present(result.best))


def test_a_beginner_does_not_see_far_wins() -> None:
    """White threatens a win by fours; level 1 sees only what two plies bring."""
    far = put("freestyle", "h8 i8 a1 c3 d14 o1", "e4 f4 h4 f6 g7 a15")
    full = Engine(GAME, hash_mb=4).search(far, Limit(depth=1), lines=30)
    hidden = [line for line in full.lines if (line.score.loss_in or 0) > 2]
    assert hidden, "the position must have moves that lose by fours"
    beginner = Engine(GAME, hash_mb=4, level=1).search(far, Limit(), lines=30)
    ends = [line.score.win_in or line.score.loss_in for line in beginner.lines]
    assert all(plies is None or plies <= 2 for plies in ends)
    assert list(beginner.lines) == sorted(beginner.lines, key=lambda line: line.score, reverse=True)


def test_a_beginner_blocks_a_four() -> None:
    beginner = Engine(GAME, hash_mb=4, level=1)
    position = put("freestyle", "d8 c7 h12 j3", "e4 f4 g4 h4")
    assert {str(beginner.search(position, Limit()).best) for _ in range(5)} <= {"d4", "i4"}


@pytest.mark.parametrize("level", range(1, 6))
def test_weak_levels_answer_near_the_stones(level: int) -> None:
    position = Position.start("renju").play(Move.parse("h8"))
    for seed in range(4):
        best = Engine(GAME, level=level, seed=seed).search(position, Limit(nodes=5_000)).best
        column, row = present(present(best).point)
        assert max(abs(column - 7), abs(row - 7)) <= 2
