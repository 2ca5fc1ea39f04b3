"""Coordinates of other programs: written and read back, they are the same."""

import pytest

from garlic.core import InvalidMoveError
from garlic.games.gomoku import Move as Stone
from garlic.games.othello import PASS, Move
from garlic.wire.coordinates import (
    NOWHERE,
    gtp_move,
    nboard_move,
    othello_move,
    othello_move_at,
    othello_place,
    stone_at,
    stone_place,
)

CELLS = [Move(row, column) for row in range(8) for column in range(8)]


def test_othello_is_counted_from_the_upper_left_corner() -> None:
    assert othello_place(Move.parse("d3")) == (3, 2)
    assert gtp_move(Move.parse("d3")) == nboard_move(Move.parse("d3")) == "D3"
    assert (gtp_move(PASS), nboard_move(PASS), othello_place(PASS)) == ("pass", "PA", NOWHERE)


def test_every_cell_is_read_back() -> None:
    for move in (*CELLS, PASS):
        assert othello_move_at(*othello_place(move)) == move
        assert othello_move(gtp_move(move)) == othello_move(nboard_move(move)) == move


def test_stones_are_counted_from_the_upper_left_corner() -> None:
    assert stone_place(Stone.parse("a1"), 15) == (0, 14)
    assert stone_place(Stone.parse("o15"), 15) == (14, 0)
    assert stone_place(Stone.parse("pass"), 15) == NOWHERE
    for x in range(20):
        for y in range(20):
            assert stone_place(stone_at(x, y, 20), 20) == (x, y)


@pytest.mark.parametrize("text", ["i1", "a9", "a0", "", "d", "3d", "d３", "d3d4", "resign"])
def test_an_invalid_cell_is_refused(text: str) -> None:
    with pytest.raises(InvalidMoveError):
        othello_move(text)


@pytest.mark.parametrize(("x", "y"), [(-1, 0), (0, -1), (8, 0), (0, 8), (-1, 3)])
def test_coordinates_off_the_board_are_refused(x: int, y: int) -> None:
    with pytest.raises(InvalidMoveError, match="from 0 to 7"):
        othello_move_at(x, y)
    with pytest.raises(InvalidMoveError, match="from 0 to 7"):
        stone_at(x, y, 8)
