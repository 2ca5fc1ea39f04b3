"""The best walk of a single player: equal to brute force on small mazes; invalid input."""

from collections.abc import Iterable, Sequence
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from garlic.core import Seat, Stream, UsageError
from garlic.engines.stars_best import SUICIDE, End, best_walk
from garlic.games.stars import GAME, MAPS, Move, Position
from garlic.games.stars import map_files as mapfile

# The top row holds the destroyers and the opponent, behind walls.
TOP = ".#.#."


def maze(rows: Sequence[str], start: tuple[int, int], played: int = 0) -> Position:
    """A maze of five columns below the row of the others; blue walks."""
    cells = "/".join([TOP, "#####", *rows])
    blue = f"{start[0] + 2},{start[1]}"
    return Position.parse(
        f"{cells} d0=0,0@0,0 d1=0,2@0,2 red=0,4:0:0 blue={blue}:0:0 round={played}"
    )


def brute_force(position: Position) -> int:
    """The most points of blue, by brute force with a cache of positions."""

    @cache
    def most(here: Position) -> int:
        if here.outcome() is not None or here.garlic(Seat.B).gone:
            return here.garlic(Seat.B).score
        answers = [*here.moves_for(Seat.B), SUICIDE]
        still = here.stay(Seat.A)
        return max(most(here.play({Seat.A: still, Seat.B: move}, Stream(0))) for move in answers)

    return most(position)


def after(position: Position, moves: Iterable[Move], seat: Seat = Seat.B) -> Position:
    for move in moves:
        both = {seat: move}
        if not position.garlic(seat.other).gone:
            both[seat.other] = position.stay(seat.other)
        position = position.play(both, Stream(0))
    return position


mazes = st.lists(st.text("#.oo", min_size=5, max_size=5), min_size=1, max_size=2).filter(
    lambda rows: rows[0][0] != "#" and "o" in "".join(rows)
)


@settings(max_examples=10, deadline=None)
@given(mazes, st.integers(0, 12))
def test_equals_brute_force(rows: list[str], missing: int) -> None:
    rows = ["." + rows[0][1:], *rows[1:]]
    if "o" not in "".join(rows):
        return
    last = (len(rows) + 2) * 5
    position = maze(rows, (0, 0), played=last - 13 + missing)
    found = best_walk(position)
    assert found.proven
    assert found.score == brute_force(position)
    assert after(position, found.moves).garlic(Seat.B).score == found.score


@pytest.mark.parametrize(
    ("rows", "points", "end"),
    [
        ([".ooo#"], 27, End.ALL_STARS),
        (["oo.oo"], 34, End.ALL_STARS),  # two to one side, back, and two to the other
        ([".oo#o"], 5, End.ROUNDS),  # one out of reach: fifteen rounds for two stars
    ],
)
def test_small_mazes(rows: list[str], points: int, end: End) -> None:
    found = best_walk(maze(rows, (0, rows[0].index("."))))
    assert (found.score, found.end, found.proven) == (points, end, True)


def test_suicide_pays_if_many_rounds_are_left() -> None:
    rows = ["#" * 60 for _ in range(18)]
    rows[0] = ".#.#." + "#" * 55
    rows[2] = ".o" + "#" * 57 + "o"
    text = "/".join(rows)
    position = Position.parse(f"{text} d0=0,0@0,0 d1=0,2@0,2 red=0,4:0:0 blue=2,0:0:0 round=0")
    found = best_walk(position)
    assert found.end is End.SUICIDE
    assert (found.score, found.bound) == (10 - 1 - 400, 10 - 1 - 400)
    assert found.moves[-1] == SUICIDE


def test_either_seat_on_a_bundled_map() -> None:
    position = mapfile.parse(MAPS.text("10x10-walled-in"))
    found = best_walk(position, Seat.A, seconds=60)
    assert found.proven
    assert found.end is End.ALL_STARS
    assert after(position, found.moves, Seat.A).scores()[0] == found.score


def test_without_time_there_is_still_a_walk_and_a_bound() -> None:
    position = mapfile.parse(MAPS.text("13x15-walled-in"))
    found = best_walk(position, seconds=0)
    assert found.score == after(position, found.moves).garlic(Seat.B).score
    assert found.bound >= 1170
    assert found.score > 500
    assert not found.proven


def test_free_destroyers_and_finished_games_are_refused() -> None:
    with pytest.raises(UsageError, match="walled in"):
        best_walk(mapfile.parse(MAPS.text("10x10-both-free")))
    over = maze([".ooo#"], (0, 0), played=15)
    with pytest.raises(UsageError, match="still move"):
        best_walk(over)
    assert GAME.seats[1] == "blue"
