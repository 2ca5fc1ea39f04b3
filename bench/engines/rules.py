"""The rules in Python and in C++: the speed of each, and their ratio."""

import time
from collections.abc import Callable
from itertools import count

from garlic.core import perft
from garlic.core.playout import random_game
from garlic.engines.native import native_position
from garlic.games import GAMES
from garlic.games.gomoku import Position as GomokuPosition
from garlic.games.xiangqi import Position as XiangqiPosition

Row = tuple[str, str, str]


def seconds(work: Callable[[], object], at_least: float = 0.3) -> float:
    """The mean time of *work* over runs that take *at_least* seconds."""
    began = time.perf_counter()
    for runs in count(1):
        work()
        passed = time.perf_counter() - began
        if passed >= at_least:
            return passed / runs
    raise AssertionError


def perft_ratio(name: str) -> float:
    """How many times faster native perft is, at the first depth above 20,000 leaves."""
    game = GAMES[name]
    start = game.setup()
    if game.no_perft(start):
        assert game.maps is not None
        maps = (game.maps.load(bundled.name) for bundled in game.maps.bundled)
        start = next(position for position in maps if not game.no_perft(position))
    native = native_position(name, str(start))
    for depth in range(1, 12):
        if native.perft(depth) > 20_000:
            break
    slow = seconds(lambda: perft(start, depth, finished_is_leaf=game.finished_is_leaf), 0.5)
    return slow / seconds(lambda: native.perft(depth), 0.2)


def rows() -> list[Row]:
    table: list[Row] = [
        (f"{name}: native perft over Python perft", f"{perft_ratio(name):,.0f} x", ">= 100 x")
        for name in GAMES
    ]
    othello = GAMES["othello"].setup()
    game_time = seconds(lambda: list(random_game(othello, 1)))
    table.append(("othello: a random 8x8 game in Python", f"{game_time * 1e3:.1f} ms", "< 8 ms"))
    xiangqi = [position for _, position in random_game(XiangqiPosition.start(), 1)][:80]
    listing = seconds(lambda: [position.legal_moves() for position in xiangqi]) / len(xiangqi)
    table.append(("xiangqi: legal_moves in Python", f"{listing * 1e3:.2f} ms", "< 2 ms"))
    renju = [position for _, position in random_game(GomokuPosition.start(), 1)][10:70:2]
    points = [
        (board, move.point)
        for board in renju
        for move in board.legal_moves()[:-1:9]
        if move.point is not None
    ]
    testing = seconds(lambda: [board.verdict(point) for board, point in points]) / len(points)
    table.append(("gomoku: a forbidden-point test in Python", f"{testing * 1e3:.3f} ms", "< 2 ms"))
    table.append(("xiangqi: native perft 5", perft_speed("xiangqi", 5), "a few s"))
    table.append(("othello: native perft 11, 8x8", perft_speed("othello", 11), ">= 200 M/s"))
    return table


def perft_speed(name: str, depth: int) -> str:
    """The processor time of perft from the start position, and leaves per second."""
    start = native_position(name, str(GAMES[name].setup()))
    began = time.process_time()
    leaves = start.perft(depth)
    passed = time.process_time() - began
    return f"{passed:.1f} s, {leaves / passed / 1e6:.0f} M/s"
