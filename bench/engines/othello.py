"""Othello's engine: speed in the middle game and the endgame, known endgames, and matches.

The matches here are short. The long ones take an hour or more and have their own commands::

    python -m bench othello baselines 200 0.1    200 games at 100 ms per move: at least 98 %
    python -m bench othello itself 40 0.1        against itself at a tenth of the time: 75 %
    python -m bench othello levels 20            10 > 7 > 4 > 1

And on positions of own games of standard Othello::

    python -m bench othello depths 20            processor time of searches to some depths
"""

import statistics
import time
from collections.abc import Iterator
from typing import Any

from bench.engines._matches import Tally, balanced
from garlic.core import Seat, Stream
from garlic.core.game import expect
from garlic.engines import Engine, Limit, player
from garlic.games.othello import GAME, MAPS, Move, Position

Row = tuple[str, str, str]
BASELINES = ("task1", "task2", "task3", "task4", "lab-table", "lab")
SIZES = ((8, 8), (10, 10), (12, 12))
LADDER = ((10, 7), (7, 4), (4, 1))
DEPTHS = ((44, 14), (36, 16), (28, 18), (22, 120), (20, 120))
OPENING_PLIES, PLAY_DEPTH = 8, 6

FFO = {
    40: "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X",
    41: "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X",
    42: "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X",
    43: "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O",
    44: "--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O",
    45: "---XXXX-X-XXXO--XXOXOO--XXXOXO--XXOXXO---OXXXOO-O-OOOO------OO-- X",
    46: "---XXX----OOOX----OOOXX--OOOOXXX--OOOOXX--OXOXXX--XXOO---XXXX-O- X",
    47: "-OOOOO----OOOO---OOOOX--XXXXXX---OXOOX--OOOXOX----OOXX----XXXX-- O",
    48: "-----X--X-XXX---XXXXOO--XOXOOXX-XOOXXX--XOOXX-----OOOX---XXXXXX- O",
    49: "--OX-O----XXOO--OOOOOXX-OOOOOX--OOOXOXX-OOOOXX-----OOX----X-O--- X",
}


def ffo_position(text: str) -> Position:
    """A position of the FFO suite: X is red, - an empty cell, every cell has weight 1."""
    signs, mover = text.translate(str.maketrans("XO-", "Oo.")).split()
    rows = [signs[start : start + 8] for start in range(0, 64, 8)]
    return Position.of(["1" * 8] * 8, rows, Seat.A if mover == "O" else Seat.B)


def endgames(rows: int, columns: int, empties: int, count: int) -> Iterator[Position]:
    """Endgames on random maps, after quick games between two equal engines."""
    seed, found = 0, 0
    while found < count:
        seed += 1
        chance, quick = Stream(seed), Engine(GAME, hash_mb=1)
        position = MAPS.make(rows, columns, seed)
        while position.outcome() is None and position.empty().bit_count() > empties:
            moves = position.legal_moves()
            if position.ply < 6:
                move = moves[chance.below(len(moves))]
            else:
                move = expect(Move, quick.choose(position, Limit(depth=2)))
            position = position.play(move)
        if position.outcome() is None and position.legal_moves()[0].row >= 0:
            found += 1
            yield position


def solving(position: Position) -> tuple[float, float, int]:
    """Wall time, processor time and nodes until the margin is proven."""
    engine = Engine(GAME)
    wall, cpu = time.perf_counter(), time.process_time()
    result = engine.search(position, Limit(depth=120))
    assert result.score is not None
    assert result.score.proven
    return time.perf_counter() - wall, time.process_time() - cpu, result.nodes


def rows() -> list[Row]:
    middle = Engine(GAME).search(Position.start(), Limit(time=2.0))
    table: list[Row] = [
        ("middle game, one thread", f"{middle.nodes_per_second / 1e6:.1f} M nodes/s", ">= 5 M"),
    ]
    for first, last, most in ((40, 44, 4), (45, 49, 22)):
        found = [solving(ffo_position(FFO[number])) for number in range(first, last + 1)]
        wall, cpu, nodes = (sum(column) for column in zip(*found, strict=True))
        measured = f"{wall:.1f} s ({cpu:.1f} s processor time)"
        table.append((f"FFO {first}-{last}, exact", measured, f"<= {most} s"))
        speed = f"{nodes / cpu / 1e6:.1f} M nodes/s of processor time"
        table.append(("endgame, one thread", speed, ">= 25 M"))
    for size, empties, most in (((8, 8), 20, 1), ((10, 10), 16, 1), ((12, 12), 14, 1)):
        times = [solving(position) for position in endgames(*size, empties, 5)]
        median = statistics.median(seconds for seconds, _, _ in times)
        of_processor = statistics.median(seconds for _, seconds, _ in times)
        what = f"{size[0]}x{size[1]}, any weights, {empties} empty, median of 5"
        table.append((what, f"{median:.2f} s ({of_processor:.2f} s)", f"< {most} s"))
    for name in BASELINES[-2:]:
        tally = against(name, 2, Limit(nodes=30_000))
        table.append((f"against {name}, 2 pairs of games per size", str(tally), ">= 98 %"))
    return table


def game(start: Position, seats: dict[Seat, Any], limits: dict[Seat, Limit]) -> Position:
    """The finished game."""
    position = start
    while position.outcome() is None:
        mover = position.mover
        position = position.play(seats[mover].choose(position, limits[mover]))
    return position


def pairs(one: Any, two: Any, count: int, limit: Limit, other: Limit, *, show: bool) -> Tally:
    """*count* pairs of games per board size on random maps, seats swapped; *one*'s tally."""
    tally = Tally()
    for size in SIZES:
        for number in range(count):
            start = MAPS.make(*size, seed=1000 * size[0] + number)
            first, second = one(number), two(number)
            for seat in Seat:
                limits = {seat: limit, seat.other: other}
                end = game(start, {seat: first, seat.other: second}, limits)
                margin = end.score(seat) - end.score(seat.other)
                tally.count(0.5 if margin == 0 else float(margin > 0))
        if show:
            print(f"{size[0]}x{size[1]}: {tally}", flush=True)
    return tally


def against(name: str, count: int, limit: Limit, *, show: bool = False) -> Tally:
    """Our engine's tally against a baseline, *count* pairs per board size."""
    return pairs(
        lambda _: Engine(GAME, hash_mb=32),
        lambda _: player(GAME, name),
        count,
        limit,
        Limit(),
        show=show,
    )


def own_positions(empties: int, count: int) -> Iterator[Position]:
    """Positions of standard Othello from balanced openings, in which both sides play equally."""
    quick = Engine(GAME, hash_mb=16)
    for start in balanced(GAME, OPENING_PLIES, seed=9):
        position = expect(Position, start)
        while position.outcome() is None and position.empty().bit_count() > empties:
            found = quick.search(position, Limit(depth=PLAY_DEPTH))
            position = position.play(expect(Move, found.best))
        if position.outcome() is None and position.legal_moves()[0].row >= 0:
            yield position
            count -= 1
        if count == 0:
            return


def points_at(engine: Engine[Move], position: Position, depth: int) -> float:
    engine.clear()
    score = engine.search(position, Limit(depth=depth)).score
    assert score is not None
    assert score.points is not None
    return score.points


def show_depths(count: int) -> None:
    """The mean processor time of a search; 120 plies are the exact solution."""
    engine = Engine(GAME)
    for empties, depth in DEPTHS:
        times = []
        for position in own_positions(empties, count):
            began = time.process_time()
            points_at(engine, position, depth)
            times.append(time.process_time() - began)
        print(f"{empties} empty cells, {depth} plies: {statistics.fmean(times):.3f} s", flush=True)


def main(arguments: list[str]) -> None:
    what, games = arguments[0], int(arguments[1])
    number = float(arguments[2]) if len(arguments) > 2 else 20_000
    limit = Limit(nodes=int(number)) if number >= 1000 else Limit(time=number)
    tenth = Limit(nodes=int(number / 10)) if number >= 1000 else Limit(time=number / 10)
    count = max(games // (2 * len(SIZES)), 1)
    if what == "depths":
        show_depths(games)
    elif what == "baselines":
        for name in BASELINES:
            print(f"{name}: {against(name, count, limit)}", flush=True)
    elif what == "itself":
        same = pairs(
            lambda _: Engine(GAME, hash_mb=32),
            lambda _: Engine(GAME, hash_mb=32),
            count,
            limit,
            tenth,
            show=True,
        )
        print(same)
    else:
        for strong, weak in LADDER:
            tally = pairs(
                lambda seed, level=strong: Engine(GAME, level=level, seed=seed, hash_mb=16),
                lambda seed, level=weak: Engine(GAME, level=level, seed=seed + 99, hash_mb=16),
                count,
                limit,
                limit,
                show=False,
            )
            print(f"{strong} against {weak}: {tally}", flush=True)
