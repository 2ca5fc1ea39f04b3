"""Positions as data for the page."""

from dataclasses import replace

from garlic.core import Seat
from garlic.core.game import moves_of, simultaneous_position
from garlic.games import GAMES
from garlic.web.view.boards import BoardView

STARS = GAMES["stars"]


def test_a_step_leads_from_where_the_side_stands() -> None:
    start = STARS.setup()
    board = BoardView(STARS, start)
    here = board.numbers[str(simultaneous_position(start).stay(Seat.A))]
    moves = board.legal_moves(start, Seat.A)
    assert {move.path[0] for move in moves} == {here}
    assert [move.path[-1] for move in moves] == [board.numbers[move.move] for move in moves]


def test_moves_at_once_need_not_be_places() -> None:
    """As in a game in which both sides say a number: pages then have a button for each."""
    game = replace(STARS, path=lambda *_: ())
    start = game.setup()
    moves = BoardView(game, start).legal_moves(start, Seat.B)
    assert [move.move for move in moves] == [str(move) for move in moves_of(start, Seat.B)]
    assert all(move.path == [] for move in moves)
