"""Finding the moves of an opening: they lead to exactly that position."""

import pytest

from garlic.arena.openings import random_moves
from garlic.core import Stream, UsageError
from garlic.core.game import expect
from garlic.games.gomoku import GAME as GOMOKU
from garlic.games.othello import GAME as OTHELLO
from garlic.games.xiangqi import GAME as XIANGQI
from garlic.wire.history import gomoku_moves, othello_moves, stones_in_turn, xiangqi_moves


@pytest.mark.parametrize("plies", [0, 1, 4, 8])
@pytest.mark.parametrize("seed", range(3))
def test_an_opening_of_othello_is_found(plies: int, seed: int) -> None:
    _, target = random_moves(OTHELLO.setup(), plies, Stream(seed))
    moves = othello_moves(expect(OTHELLO.position, target))
    assert len(moves) == plies
    assert OTHELLO.parse(f"{OTHELLO.setup()} moves {' '.join(moves)}".rstrip()) == target


@pytest.mark.parametrize("plies", [1, 4])
def test_an_opening_of_xiangqi_is_found(plies: int) -> None:
    _, target = random_moves(XIANGQI.setup(), plies, Stream(7))
    moves = xiangqi_moves(expect(XIANGQI.position, target))
    assert str(XIANGQI.parse(f"{XIANGQI.setup()} moves {' '.join(moves)}")) == str(target)


def test_an_opening_of_gomoku_is_found() -> None:
    start = GOMOKU.setup(rule="standard")
    _, target = random_moves(start, 9, Stream(3))
    assert (
        GOMOKU.parse(f"{start} moves {' '.join(gomoku_moves(expect(GOMOKU.position, target)))}")
        == target
    )


def test_stones_not_played_in_turn_are_refused() -> None:
    start = GOMOKU.setup(rule="standard")
    for moves in ("h8 pass a1", "pass h8", "h8 pass"):
        with pytest.raises(UsageError, match="to have been put in turn"):
            gomoku_moves(GOMOKU.parse(f"{start} moves {moves}"))
    assert gomoku_moves(start) == []
    assert len(list(stones_in_turn(GOMOKU.parse(f"{start} moves h8 pass a1")))) == 2


def test_a_position_that_cannot_be_reached_is_refused_soon() -> None:
    lost_turn = OTHELLO.setup().skip()
    with pytest.raises(UsageError, match="tells a game of othello from its usual start only"):
        othello_moves(lost_turn)
    _, far = random_moves(OTHELLO.setup(), 40, Stream(1))
    with pytest.raises(UsageError, match="no moves were found"):
        othello_moves(expect(OTHELLO.position, far))
    _, far = random_moves(XIANGQI.setup(), 60, Stream(1))
    with pytest.raises(UsageError, match="no moves were found"):
        xiangqi_moves(expect(XIANGQI.position, far))
