"""Positions as data for the page."""

import random
from dataclasses import replace

import pytest

from garlic.core import Position, Seat
from garlic.core.chance import Stream
from garlic.core.game import moves_of, simultaneous_position, takes_turns, turn_position
from garlic.games import GAMES
from garlic.web.view.boards import BoardView
from garlic.web.view.models import BoardStep, LegalMove

STARS = GAMES["stars"]


def test_a_step_leads_from_where_the_side_stands() -> None:
    start = STARS.setup()
    board = BoardView(STARS, start)
    here = board.numbers[str(simultaneous_position(start).stay(Seat.A))]
    moves = board.legal_moves(start, Seat.A)
    assert {move.path[0] for move in moves} == {here}
    assert [move.path[-1] for move in moves] == [board.numbers[move.move] for move in moves]


@pytest.mark.parametrize("changes", [True, False])
def test_whoever_is_not_to_move_has_no_moves(changes: bool) -> None:
    game = GAMES["othello"]
    start = game.setup()
    board = BoardView(game, start)
    assert len(board.legal_moves(start, Seat.A, changes=changes)) == 4
    assert board.legal_moves(start, Seat.B, changes=changes) == []


@pytest.mark.parametrize("gone", Seat)
def test_whoever_is_left_alone_still_has_moves(gone: Seat) -> None:
    start = simultaneous_position(STARS.setup())
    suicide = STARS.move.parse("0,0")
    moves = {gone: suicide, gone.other: start.stay(gone.other)}
    position = start.play(moves, Stream(0))
    assert position.outcome() is None
    assert not position.moves_for(gone)
    board = BoardView(STARS, position)
    assert board.legal_moves(position, gone) == []
    expected = [str(move) for move in position.moves_for(gone.other)]
    assert [move.move for move in board.legal_moves(position, gone.other)] == expected


def test_moves_at_once_need_not_be_places() -> None:
    """As in a game in which both sides say a number: pages then have a button for each."""
    game = replace(STARS, path=lambda *_: ())
    start = game.setup()
    moves = BoardView(game, start).legal_moves(start, Seat.B)
    assert [move.move for move in moves] == [str(move) for move in moves_of(start, Seat.B)]
    assert all(move.path == [] for move in moves)


def played(position: Position, move: str, other: str, chance: Stream) -> Position:
    """The position after *move*; where both move at once, the second side plays *other*."""
    parse = STARS.move.parse
    if takes_turns(position):
        return position.play(next(each for each in position.legal_moves() if str(each) == move))
    both = simultaneous_position(position)
    return both.play({Seat.A: parse(move), Seat.B: parse(other)}, chance)


def changed(step: BoardStep) -> list[tuple[int, str]]:
    put = [(piece.at, piece.sign) for piece in step.set]
    return sorted([*put, *((place, "") for place in step.clear)])


@pytest.mark.parametrize("name", GAMES)
def test_what_a_move_changes_is_known_in_advance(name: str) -> None:
    game = GAMES[name]
    choose = random.Random(27)
    chance = Stream(27)
    position = game.setup()
    board = BoardView(game, position)
    plies = 0
    seat = Seat.A
    while plies < 60 and (moves := board.legal_moves(position, seat)):
        move: LegalMove = choose.choice(moves)
        others = [] if takes_turns(position) else list(moves_of(position, Seat.B))
        after = played(position, move.move, str(choose.choice(others)) if others else "", chance)
        step = board.step_of(game.diagram(position), game.diagram(after), move.path)
        told = sorted(move.change or [])
        if takes_turns(position):
            assert told == changed(step)
            assert [place for place, sign in told if sign and place in step.turned] == step.turned
        else:
            assert told == [each for each in changed(step) if each[0] in move.path]
            (own,) = (actor for actor in step.actors if actor.side is seat)
            assert [actor.at for actor in move.actors] == [own.at]
        plies += bool(told)
        position = after
        seat = position.mover if takes_turns(position) else Seat.A
    assert plies > 3


def test_a_captured_piece_is_not_one_that_was_turned() -> None:
    xiangqi = GAMES["xiangqi"]
    before = turn_position(xiangqi.setup())
    after = before.play(next(move for move in before.legal_moves() if str(move) == "b2b9"))
    board = BoardView(xiangqi, before)
    path = [board.numbers[name] for name in ("b2", "b9")]
    step = board.step_of(xiangqi.diagram(before), xiangqi.diagram(after), path)
    assert (len(step.set), len(step.clear), step.turned) == (1, 1, [])


def test_a_board_of_a_game_that_does_not_tell_has_no_changes() -> None:
    othello = replace(GAMES["othello"], board_rows=None)
    start = othello.setup()
    moves = BoardView(othello, start).legal_moves(start, Seat.A)
    assert [move.change for move in moves] == [None] * 4


def test_a_king_in_check_and_the_winning_row_are_marked() -> None:
    xiangqi, gomoku = GAMES["xiangqi"], GAMES["gomoku"]
    check = xiangqi.parse("4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 0 1")
    board = BoardView(xiangqi, check)
    assert [board.shape.names[place] for place in board.frame(check).check] == ["e9"]
    assert board.frame(xiangqi.setup()).check == []
    end = turn_position(gomoku.setup())
    for move in ["h8", "a1", "i9", "b1", "j10", "c1", "k11", "e1"]:
        end = end.play(gomoku.move.parse(move))
    board = BoardView(gomoku, end)
    assert board.frame(end).winning == []
    end = end.play(gomoku.move.parse("l12"))
    row = [board.shape.names[place] for place in board.frame(end).winning]
    assert sorted(row) == ["h8", "i9", "j10", "k11", "l12"]


def test_moves_from_cell_to_cell_are_written_with_the_names_on_the_edges() -> None:
    tiaojia = GAMES["tiaojia"]
    start = tiaojia.setup()
    board = BoardView(tiaojia, start)
    move = next(move for move in board.legal_moves(start, Seat.A) if move.move == "5 3 0")
    names = board.shape.edges["cells"]
    ends = [divmod(place, len(names.top)) for place in move.path]
    assert move.written == {"cells": "d6-d5"}
    assert [names.top[column] + names.rows[row] for row, column in ends] == ["d6", "d5"]


@pytest.mark.parametrize("style", ["chinese", "wxf"])
def test_files_are_numbered_from_each_side(style: str) -> None:
    xiangqi = GAMES["xiangqi"]
    shape = BoardView(xiangqi, xiangqi.setup()).shape
    assert shape.styles == ["chinese", "wxf", "iccs"]
    assert shape.edges[style].top == list("123456789")
    assert shape.edges[style].bottom[0] in "九9"
    assert shape.edges[style].rows == []
