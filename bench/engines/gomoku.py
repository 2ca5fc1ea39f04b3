"""Gomoku's engine: speed, puzzles, depth, and strength against the lab and between levels.

Seconds are processor time, so that a busy machine changes little. The matches here are short.
The long ones take hours and have their own commands::

    python -m bench gomoku lab renju 50 1          100 games at 1 s per move: at least 97 %
    python -m bench gomoku lab freestyle 50 1
    python -m bench gomoku lab renju 5 15          10 games at 15 s per move: all of them
    python -m bench gomoku black 5 1               black, freestyle, the empty board: all of them
    python -m bench gomoku levels renju 25         10 > 7 > 4 > 1
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.engines._matches import Tally, _game
from bench.engines.gomoku_puzzles import puzzles
from garlic.core import Seat
from garlic.engines import BuiltInPlayer, Engine, Limit
from garlic.engines.baselines.gomoku import GomokuLab
from garlic.games.gomoku import GAME, Move, Position
from garlic.games.gomoku.openings import openings

Row = tuple[str, str, str]
LADDER = ((10, 7), (7, 4), (4, 1))
# Quiet middle game positions from games of the engine against itself: rule set, moves.
QUIET = (
    "renju f12 g11 g10 h11 h9 h10 e8 i9 f8",
    "freestyle h12 i12 j11 i10 k10 j10 k9 i9 i8 j9 j8",
    "standard h12 g11 j11 h11 i10 i11 e9 j10 h9 k9 j7",
)


def rows() -> list[Row]:
    return [
        fours_row(),
        *(puzzle_rows()),
        *(depth_row(text) for text in QUIET),
        (
            "against the lab, 2 openings of each rule set, 30,000 nodes",
            str(against_lab(("renju", "freestyle"), 2, Limit(nodes=30_000))),
            ">= 97 %",
        ),
        (
            "black against the lab, freestyle, empty board, 30,000 nodes",
            str(as_black(1, Limit(nodes=30_000))),
            "every game",
        ),
    ]


def fours_row() -> Row:
    """The speed of the search for wins by fours alone, in stones per second."""
    here = Path(__file__).parent
    sources = ("rules", "threats/shapes", "threats/board", "weights", "evaluation", "threats/vcf")
    with TemporaryDirectory() as folder:
        program = Path(folder) / "fours"
        subprocess.run(
            [
                *(os.environ.get("CXX", "g++"), "-std=c++20", "-O3", "-DNDEBUG"),
                *("-I", here.parents[1] / "cpp", here / "gomoku_fours.cpp"),
                *(here.parents[1] / f"cpp/games/gomoku/{name}.cpp" for name in sources),
                *("-o", program),
            ],
            check=True,
        )
        positions = [puzzle.position for puzzle in puzzles() if puzzle.kind in {"fours", "threes"}]
        text = "\n".join(map(str, positions))
        done = subprocess.run([program], input=text, capture_output=True, text=True, check=True)
    stones, seconds = map(float, done.stdout.split())
    return ("stones a second, wins by fours", f"{stones / seconds / 1e6:.2f} M", ">= 1 M")


def puzzle_rows() -> Iterator[Row]:
    """How many puzzles of each kind are solved with a million nodes, and the slowest time."""
    kinds = sorted({puzzle.kind for puzzle in puzzles()})
    for kind in kinds:
        solved, slowest = 0, 0.0
        chosen = [puzzle for puzzle in puzzles() if puzzle.kind == kind]
        for puzzle in chosen:
            began = time.process_time()
            result = Engine(GAME, hash_mb=16).search(puzzle.position, Limit(nodes=1_000_000))
            slowest = max(slowest, time.process_time() - began)
            wins = result.score is not None and result.score.win_in is not None
            solved += result.best in puzzle.answers if kind == "defence" else wins
        shown = f"{solved} of {len(chosen)}, slowest {slowest:.2f} s"
        yield (f"puzzles: {kind}", shown, "all, <= 1 s")


def depth_row(text: str) -> Row:
    """The time for ten plies in a quiet position."""
    rule, *moves = text.split()
    position = Position.start(rule)
    for move in moves:
        position = position.play(Move.parse(move))
    engine = Engine(GAME)
    began = time.process_time()
    engine.search(position, Limit(depth=10))
    return (f"depth 10, {text}", f"{time.process_time() - began:.2f} s", "<= 1 s")


def against_lab(rules: tuple[str, ...], pairs: int, limit: Limit, *, show: bool = False) -> Tally:
    """Our engine's tally against the lab, from balanced openings with both colours."""
    tally = Tally()
    for rule in rules:
        for number, start in enumerate(openings(rule)[:pairs]):
            for seat in Seat:
                players: dict[Seat, BuiltInPlayer] = {
                    seat: Engine(GAME, hash_mb=32),
                    seat.other: GomokuLab(),
                }
                tally.count(_game(start, players, seat, limit))
            if show:
                print(f"{rule} {number + 1}: {tally}", flush=True)
    return tally


def as_black(games: int, limit: Limit) -> Tally:
    """The tally as black in freestyle from the empty board."""
    tally = Tally()
    for number in range(games):
        engine = Engine(GAME, hash_mb=32, variety=0.1 if number else 0.0, seed=number)
        players: dict[Seat, Any] = {Seat.A: engine, Seat.B: GomokuLab()}
        tally.count(_game(Position.start("freestyle"), players, Seat.A, limit))
    return tally


def levels(rule: str, strong: int, weak: int, pairs: int) -> Tally:
    """*strong*'s tally against *weak*."""
    tally = Tally()
    for number, start in enumerate(openings(rule)[:pairs]):
        for seat in Seat:
            players: dict[Seat, BuiltInPlayer] = {
                seat: Engine(GAME, level=strong, hash_mb=16, seed=number),
                seat.other: Engine(GAME, level=weak, hash_mb=16, seed=number + 1000),
            }
            tally.count(_game(start, players, seat, Limit(nodes=50_000)))
    return tally


def main(arguments: list[str]) -> None:
    def limit_of(text: str) -> Limit:
        number = float(text)  # seconds, or nodes from 1000 on
        return Limit(nodes=int(number)) if number >= 1000 else Limit(time=number)

    match arguments:
        case ["lab", rule, pairs, limit]:
            print(against_lab((rule,), int(pairs), limit_of(limit), show=True))
        case ["black", games, limit]:
            print(as_black(int(games), limit_of(limit)))
        case ["levels", rule, pairs]:
            for strong, weak in LADDER:
                tally = levels(rule, strong, weak, int(pairs))
                print(f"{strong} against {weak}: {tally}", flush=True)
        case _:
            sys.exit(__doc__)
