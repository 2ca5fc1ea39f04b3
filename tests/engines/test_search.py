"""The search against plain minimax; limits, interruption, repeatability."""

import threading
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from garlic.core import InvalidPositionError, UsageError
from garlic.core.playout import random_game
from garlic.engines import Engine, Limit
from garlic.games import othello
from garlic.games.tiaojia import GAME, Move, Position
from support.minimax import Minimax, same, small_board
from support.present import present

START = GAME.setup()


def engine(**options: Any) -> Engine[Move]:
    return Engine(GAME, hash_mb=1, **options)


def middle(seed: int, ply: int) -> Position:
    """A position from a random game on the full board."""
    for number, (_, position) in enumerate(random_game(START, seed)):
        if number == ply:
            return position
    raise AssertionError


@pytest.mark.parametrize(
    ("threads", "table", "lines"),
    [(1, True, 1), (1, False, 1), (3, True, 1), (1, True, 4), (2, True, 3)],
)
@pytest.mark.parametrize("seed", range(12))
def test_exact_search_equals_minimax(seed: int, threads: int, table: bool, lines: int) -> None:
    text = small_board(seed)
    ours = engine(threads=threads)
    reference = Minimax(GAME, ours.evaluate)
    for depth in range(1, 5):
        result = ours.search(text, Limit(depth=depth), lines=lines, exact=True, with_table=table)
        scores = reference.moves(text, depth)
        if not scores:
            assert result.best is None
            assert result.lines == ()
            continue
        expected = sorted(scores.values(), reverse=True)[:lines]
        assert all(
            same(line.score, score) for line, score in zip(result.lines, expected, strict=True)
        ), (depth, result.lines, expected)
        for line in result.lines:
            assert same(scores[str(line.moves[0])], line.score)
        assert len({line.moves[0] for line in result.lines}) == len(result.lines)


@pytest.mark.parametrize("seed", range(12))
def test_only_limits_the_first_moves(seed: int) -> None:
    text = small_board(seed)
    ours = engine()
    scores = Minimax(GAME, ours.evaluate).moves(text, 3)
    only = sorted(scores)[1::2]
    if not only:
        return
    result = ours.search(
        text, Limit(depth=3), lines=9, only=[Move.parse(name) for name in only], exact=True
    )
    found = {str(line.moves[0]): line.score for line in result.lines}
    assert found.keys() == set(only[:9]) if len(only) <= 9 else len(found) == 9
    assert all(same(scores[move], score) for move, score in found.items())
    # The result for some moves is not taken for the score of the position.
    after = ours.search(text, Limit(depth=3), exact=True)
    assert same(max(scores.values()), present(after.score))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 400))
def test_exact_search_equals_minimax_often(seed: int) -> None:
    for threads, table, lines in ((1, True, 2), (1, False, 1), (2, True, 1)):
        test_exact_search_equals_minimax(seed, threads, table, lines)


@pytest.mark.parametrize("seed", range(30))
def test_the_last_plies_are_solved(seed: int) -> None:
    # The full search with pruning must be exact if the end of the game is in reach.
    text = small_board(seed)
    left = 120 - int(text.split()[-1])
    if left > 5:
        text = f"{text.rsplit(' ', 1)[0]} 115"
    reference = Minimax(GAME, lambda _: pytest.fail("a guess was needed"))
    result = engine().search(text, Limit(nodes=3_000_000))
    scores = reference.moves(text, 6)
    if scores:
        assert present(result.score).proven
        best = max(scores.values())
        assert present(result.score).points == best.points
        assert (present(result.score).win_in is None) == (best.win_in is None)
        if best.win_in is None and best.loss_in is None:
            assert scores[str(result.best)].points == 0


@pytest.mark.parametrize("seed", range(40))
def test_full_search_never_claims_a_false_win(seed: int) -> None:
    text = small_board(seed, last=60)
    ours = engine()
    reference = Minimax(GAME, ours.evaluate)
    result = ours.search(text, Limit(depth=4))
    if result.score is None:
        return
    exact = max(reference.moves(text, 4).values())
    if exact.win_in is not None:
        assert result.score.win_in is not None
    if result.score.win_in is not None and result.score.win_in <= 4:
        assert same(exact, result.score)
    if result.score.loss_in is not None and result.score.loss_in <= 4:
        assert same(exact, result.score)


def test_forced_wins_are_found() -> None:
    # One step between the two enemies ends the game.
    at_once = engine().search("O.O/.X./... X 0", Limit(time=1.0))
    assert str(at_once.best) == "1 1 0"
    assert present(at_once.score).win_in == 1
    assert present(at_once.score).proven
    assert at_once.time < 0.5


def test_lines_can_be_played() -> None:
    result = engine().search(START, Limit(nodes=100_000), lines=3)
    assert len(result.lines) == 3
    for line in result.lines:
        position = START
        for move in line.moves:
            position = position.play(move)
    assert [line.score for line in result.lines] == sorted(
        (line.score for line in result.lines), reverse=True
    )


def test_a_finished_game_has_no_best_move() -> None:
    result = engine().search("OX/XX O 4", Limit(time=5))
    assert (result.best, result.score, result.lines) == (None, None, ())


@pytest.mark.parametrize("limit", [Limit(nodes=30_000), Limit(depth=6)])
def test_one_thread_is_deterministic(limit: Limit) -> None:
    position = middle(3, 20)
    first, second = (engine().search(position, limit, lines=2) for _ in range(2))
    assert (first.nodes, first.depth, first.lines) == (second.nodes, second.depth, second.lines)
    again = engine()
    again.search(middle(5, 30), Limit(nodes=5000))
    again.clear()
    third = again.search(position, limit, lines=2)
    assert (first.nodes, first.lines) == (third.nodes, third.lines)


@pytest.mark.parametrize("nodes", [1, 2, 3, 7, 100, 1023, 1024, 1025, 5000])
def test_node_limits_are_kept(nodes: int) -> None:
    result = engine().search(START, Limit(nodes=nodes))
    assert result.best in START.legal_moves()
    assert result.nodes <= nodes


@settings(deadline=None, max_examples=60)
@given(
    seed=st.integers(0, 50),
    ply=st.integers(0, 60),
    nodes=st.integers(1, 3000),
    more=st.integers(0, 3),
)
def test_an_interrupted_search_leaves_no_traces(seed: int, ply: int, nodes: int, more: int) -> None:
    # Stopped anywhere, it answers with a legal move, and later searches of the same engine are
    # not affected.
    position = middle(seed % 5, ply)
    ours = engine()
    for cut in (nodes, nodes + more):
        result = ours.search(position, Limit(nodes=cut))
        if position.outcome() is None:
            assert result.best in position.legal_moves()
    ours.clear()
    fresh = engine().search(position, Limit(depth=3), exact=True)
    later = ours.search(position, Limit(depth=3), exact=True)
    assert (fresh.score, fresh.nodes) == (later.score, later.nodes)


@pytest.mark.parametrize("threads", [1, 3])
def test_a_search_can_be_stopped(threads: int) -> None:
    ours = engine(threads=threads)
    waits = []
    for _ in range(4):
        searcher = threading.Thread(target=lambda: ours.search(START, Limit()))
        searcher.start()
        time.sleep(0.1)
        stopped = time.perf_counter()
        ours.stop()
        searcher.join()
        waits.append(time.perf_counter() - stopped)
    assert min(waits) < 1  # without a stop it never ends


@pytest.mark.parametrize("seconds", [0.02, 0.1, 0.3])
def test_time_limits_are_kept(seconds: float) -> None:
    ours = engine()
    ours.search(START, Limit(depth=1))
    # A busy machine may delay some of the searches, but not all of them.
    times = [ours.search(START, Limit(time=seconds)).time for _ in range(5)]
    assert min(times) < seconds + 0.05
    assert max(times) > 0.5 * seconds


def test_a_game_clock_is_divided_among_moves() -> None:
    result = engine().search(START, Limit(time=2.0, clock=3.0, moves_left=30))
    assert result.time < 1.0  # half of the limit
    assert result.depth >= 3


def test_results_are_streamed_and_the_callback_may_fail() -> None:
    depths: list[int] = []
    engine().search(START, Limit(depth=5), on_result=lambda result: depths.append(result.depth))
    assert depths == [1, 2, 3, 4, 5]

    def refuse(_: object) -> None:
        raise RuntimeError("enough")

    ours = engine()
    with pytest.raises(RuntimeError, match="enough"):
        ours.search(START, Limit(depth=9), on_result=refuse)
    assert ours.search(START, Limit(depth=2)).depth == 2


def test_other_threads_run_during_a_search() -> None:
    ours = engine()
    searcher = threading.Thread(target=lambda: ours.search(START, Limit(time=10)))
    searcher.start()
    beats = 0
    while searcher.is_alive() and beats <= 10:
        beats += 1
        time.sleep(0.005)
    ours.stop()
    searcher.join()
    assert beats > 10


def test_one_search_at_a_time() -> None:
    ours = engine()
    searcher = threading.Thread(target=lambda: ours.search(START, Limit()))
    searcher.start()
    time.sleep(0.05)
    try:
        with pytest.raises(UsageError, match="busy"):
            ours.search(START, Limit(depth=1))
    finally:
        ours.stop()
        searcher.join()


def test_invalid_requests_are_refused() -> None:
    with pytest.raises(InvalidPositionError, match="expected rows"):
        engine().search("nonsense", Limit(depth=1))
    with pytest.raises(UsageError, match="expected time above 0 seconds, got -1"):
        Limit(time=-1)
    with pytest.raises(UsageError, match="expected depth of 1 or more, got 0"):
        Limit(depth=0)
    with pytest.raises(UsageError, match="expected a level from 1 to 10, got 11"):
        engine(level=11)
    with pytest.raises(UsageError, match="expected threads from 1 to 256, got 0"):
        engine(threads=0)


def test_a_search_reads_its_position_once() -> None:
    class Counted:
        """A native engine that counts how often it reads a text."""

        def __init__(self, native: Any) -> None:
            self.native = native

        def __call__(self, *size: int) -> Any:
            return self.native(*size)

        def read(self, text: str) -> Any:
            reads.append(text)
            return self.native.read(text)

    reads: list[str] = []
    game = othello.GAME
    engine = Engine(game, level=6)  # a level below 10 also asks how large a small mistake is
    engine._classes = [Counted(native) for native in engine._classes]
    position = game.setup()
    assert engine.search(position, Limit(nodes=2_000)).best in position.legal_moves()
    assert reads == [str(position)]
