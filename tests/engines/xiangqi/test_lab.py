"""The course's Xiangqi player: its evaluation recomputed, its search against minimax."""

import pytest

from garlic.core import Seat, UsageError
from garlic.core.playout import random_game
from garlic.engines import Limit, player
from garlic.engines.baselines.xiangqi import XiangqiLab
from garlic.games.xiangqi import GAME, Position
from garlic.games.xiangqi.board import COLUMNS, EMPTY, ROWS, pieces_of, targets
from support.minimax import Minimax

MATERIAL = {"k": 10000, "a": 10, "b": 30, "n": 300, "r": 500, "c": 300, "p": 90}
NEXT = {"k": 9999, "r": 500, "n": 100, "c": 100, "p": -20}
# Files a to e, ranks from the own back rank, as in the course's notes.
PLACES = {
    "k": {3: "1 -8 -9", 4: "5 -8 -9"},
    "a": {4: "0 3"},
    "b": {0: "0 0 -2", 4: "0 0 3"},
    "n": {
        0: "0 -3 5 4 2 2 5 4 2 2",
        1: "-3 2 4 6 10 12 20 10 8 2",
        2: "2 4 6 10 13 11 12 11 15 2",
        3: "0 5 7 7 14 15 19 15 9 8",
        4: "2 -10 4 10 15 16 12 11 6 2",
    },
    "c": {
        0: "0 0 1 0 -1 0 0 1 2 4",
        1: "0 1 0 0 0 0 3 1 2 4",
        2: "1 2 4 0 3 0 3 0 0 0",
        3: "3 2 3 0 0 0 2 -5 -4 -5",
        4: "3 2 5 0 4 4 4 -4 -7 -6",
    },
    "r": {
        0: "-6 5 -2 4 8 8 6 6 6 6",
        1: "6 8 8 9 12 11 13 8 12 8",
        2: "4 6 4 4 12 11 13 7 9 7",
        3: "12 12 12 12 14 14 16 14 16 13",
        4: "0 0 12 14 15 15 16 16 33 14",
    },
    "p": {
        0: "0 0 0 -2 3 10 20 20 20 0",
        1: "0 0 0 0 0 18 27 30 30 0",
        2: "0 0 0 -2 4 22 30 45 50 0",
        3: "0 0 0 0 0 35 40 55 65 2",
        4: "0 0 0 6 7 40 42 55 70 4",
    },
}
FINISHED = "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1"


def place(piece: str, square: int) -> int:
    row, column = divmod(square, COLUMNS)
    rank = ROWS - 1 - row if piece.isupper() else row
    numbers = PLACES[piece.lower()].get(min(column, COLUMNS - 1 - column), "").split()
    return int(numbers[rank]) if rank < len(numbers) else 0


def evaluate(board: str, seat: Seat) -> int:
    total = 0
    for square in pieces_of(board, seat):
        piece = board[square]
        total += MATERIAL[piece.lower()] + place(piece, square)
        taken = (board[target] for target in targets(board, square))
        total += sum(NEXT.get(piece.lower(), 0) for piece in taken if piece != EMPTY)
    return total


@pytest.mark.parametrize("seed", range(8))
def test_the_evaluation_of_the_lab(seed: int) -> None:
    lab = XiangqiLab()
    for _, position in random_game(Position.start(), seed):
        red, black = (evaluate(position.board, seat) for seat in Seat)
        expected = red - black if position.mover is Seat.A else black - red
        assert lab.evaluate(position) == max(-30_999, min(30_999, expected)), position


@pytest.mark.parametrize(
    "fen",
    [
        "4k4/9/4P4/9/9/9/9/9/9/3K5 w - - 0 1",
        "3k5/9/9/4R4/9/9/9/9/4p4/5K3 b - - 3 1",
        "4ka3/9/9/4C4/9/9/4p4/9/4A4/3K5 w - - 0 1",
    ],
)
@pytest.mark.parametrize("depth", [2, 3])
def test_the_search_of_the_lab_is_minimax(fen: str, depth: int) -> None:
    lab = XiangqiLab(depth)
    scores = Minimax(GAME, lab.evaluate).moves(fen, depth)
    assert scores[str(lab.choose(Position.parse(fen), Limit()))] == max(scores.values())


def test_the_lab_plays_the_same_every_time_at_its_depths() -> None:
    start = Position.start()
    assert len({XiangqiLab().choose(start, Limit()) for _ in range(3)}) == 1
    assert XiangqiLab().choose(start, Limit()) == player(GAME, "lab", {"depth": "4"}).choose(
        start, Limit()
    )
    for depth in ("1", "6"):
        with pytest.raises(UsageError, match=f"expected a depth from 2 to 5, got {depth}"):
            player(GAME, "lab", {"depth": depth})
    with pytest.raises(UsageError, match="lab has no option 'level'; there are: depth"):
        player(GAME, "lab", {"level": "4"})


def test_a_finished_game_has_no_move() -> None:
    assert XiangqiLab().choose(Position.parse(FINISHED), Limit()) is None


def test_a_position_line_includes_its_history() -> None:
    for seed in range(4):
        for _, position in random_game(Position.start(), seed):
            assert GAME.parse(position.line()) == position
