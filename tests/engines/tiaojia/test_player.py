"""Tiaojia's engine: its evaluation and its symmetries."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from garlic.core import Seat
from garlic.core.playout import random_game
from garlic.engines import Engine, Limit
from garlic.games.tiaojia import GAME, Position
from support.present import present

WEIGHTS = Path(__file__).parents[3] / "cpp/games/tiaojia/weights.h"
END_PLIES = 60
ENGINE = Engine(GAME, hash_mb=1)
_COLOURS = str.maketrans("OX", "XO")


def weights() -> tuple[list[int], list[int]]:
    """The weights of the middle and the end of the game, from the header."""
    arrays = re.findall(r"= \{(.*?)\}", WEIGHTS.read_text(), re.DOTALL)
    middle, end = ([int(word) for word in array.replace(",", " ").split()] for array in arrays)
    return middle, end


def recomputed(position: Position) -> int:
    """The evaluation computed from the features."""
    middle, end = weights()
    counts = ENGINE.features(position)
    far = min(120 - position.ply, END_PLIES)
    total = sum(
        count * (a * far + b * (END_PLIES - far))
        for count, a, b in zip(counts, middle, end, strict=True)
    )
    return int(total / END_PLIES)  # towards zero, as C++ divides


def mirrored(position: Position) -> Position:
    return Position(tuple(row[::-1] for row in position.rows), position.mover, position.ply)


def turned(position: Position) -> Position:
    """Rows become columns."""
    return Position(
        tuple("".join(row) for row in zip(*position.rows, strict=True)),
        position.mover,
        position.ply,
    )


def swapped(position: Position) -> Position:
    """The other side's point of view."""
    rows = tuple(row.translate(_COLOURS) for row in position.rows)
    return Position(rows, position.mover.other, position.ply)


@pytest.mark.parametrize("seed", range(6))
def test_the_incremental_evaluation_equals_recomputation(seed: int) -> None:
    # The native half plays the moves one by one, so its evaluation is incremental.
    start = Position.start()
    moves: list[str] = []
    for move, position in random_game(start, seed):
        if move:
            moves.append(move)
        line = f"{start} moves {' '.join(moves)}" if moves else str(start)
        kept = round(ENGINE.evaluate(line) * 100)
        assert kept == recomputed(position), line


def reach(position: Position, stone: str) -> int:
    """Empty cells beside a *stone*."""
    rows = position.rows
    stones = [
        (row, column)
        for row, cells in enumerate(rows)
        for column, cell in enumerate(cells)
        if cell == stone
    ]
    return sum(
        cell == "." and any(max(abs(row - r), abs(column - c)) == 1 for r, c in stones)
        for row, cells in enumerate(rows)
        for column, cell in enumerate(cells)
    )


def turned_by_a_move(position: Position) -> int:
    """How many of the enemy's stones the mover could turn in one move."""
    enemy = "X" if position.mover is Seat.A else "O"
    before = "".join(position.rows)
    return len(
        {
            place
            for move in position.legal_moves()
            for place, cell in enumerate("".join(position.play(move).rows))
            if before[place] == enemy and cell not in (enemy, ".")
        }
    )


@settings(deadline=None, max_examples=40)
@given(seed=st.integers(0, 30), ply=st.integers(0, 118))
def test_mobility_and_threats_agree_with_the_rules(seed: int, ply: int) -> None:
    position = next(p for n, (_, p) in enumerate(random_game(Position.start(), seed)) if n == ply)
    enemy = Position(position.rows, position.mover.other, position.ply)
    own, other = ("O", "X") if position.mover is Seat.A else ("X", "O")
    turns, lost = turned_by_a_move(position), turned_by_a_move(enemy)
    assert ENGINE.features(position)[2:7] == [
        reach(position, own) - reach(position, other),
        turns,
        int(turns > 0),
        lost,
        int(lost > 0),
    ]


def test_portable_code_searches_the_same_nodes() -> None:
    # GARLIC_PORTABLE is read when the native module is loaded, so use a new process.
    program = (
        "from garlic.engines.signature import signatures\nprint(signatures(['tiaojia'])[0].nodes)"
    )
    counts = [
        subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | setting,
            capture_output=True,
            check=True,
        ).stdout
        for setting in ({}, {"GARLIC_PORTABLE": "1"})
    ]
    assert int(counts[0]) > 0
    assert counts[0] == counts[1]


@settings(deadline=None, max_examples=60)
@given(seed=st.integers(0, 30), ply=st.integers(0, 119))
def test_evaluation_has_the_symmetries_of_the_board(seed: int, ply: int) -> None:
    position = next(p for n, (_, p) in enumerate(random_game(Position.start(), seed)) if n == ply)
    value = ENGINE.evaluate(position)
    for other in (mirrored(position), turned(position), swapped(position)):
        assert ENGINE.evaluate(other) == value


@pytest.mark.parametrize("seed", range(4))
def test_search_has_the_symmetries_of_the_board(seed: int) -> None:
    position = next(p for n, (_, p) in enumerate(random_game(Position.start(), seed)) if n == 30)
    scores = {
        Engine(GAME, hash_mb=1).search(other, Limit(depth=3), exact=True).score
        for other in (position, mirrored(position), turned(position), swapped(position))
    }
    assert len(scores) == 1


@pytest.mark.parametrize("rows", ["O.X/.../X.O", "O..X/..../..../X..O"])
def test_a_symmetric_position_favours_only_the_mover(rows: str) -> None:
    for seat in "OX":
        assert ENGINE.evaluate(f"{rows} {seat} 0") == ENGINE.evaluate(f"{rows} {seat} 0")
    assert ENGINE.evaluate(f"{rows} O 0") == ENGINE.evaluate(f"{rows} X 0")


def test_it_turns_as_many_stones_as_it_can() -> None:
    # A pick of two, and a nip of one.
    position = Position.parse(
        "..O.O......./............/...X......../............/XO.........O/..X......... X 119"
    )
    best = ENGINE.search(position, Limit(depth=3)).best
    assert position.play(present(best)).stones(position.mover) >= 4


def test_no_stone_is_ever_lost_or_made() -> None:
    position = Position.start()
    while position.outcome() is None and position.ply < 40:
        position = position.play(present(ENGINE.search(position, Limit(nodes=500)).best))
        assert sum(row.count("O") + row.count("X") for row in position.rows) == 16
