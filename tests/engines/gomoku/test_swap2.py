"""Swap2: proposals are even, and the better side is taken."""

import pytest

from garlic.core import UsageError
from garlic.engines import Engine, Limit
from garlic.engines.swap2 import Choice, choose_colour, propose, reply
from garlic.games.gomoku import GAME, Position

ENGINE = Engine(GAME, hash_mb=4)
SOON = Limit(nodes=20_000)


def stones(moves: str) -> Position:
    position = Position.start("freestyle")
    for move in moves.split():
        position = position.play(GAME.move.parse(move))
    return position


def test_three_stones_are_proposed() -> None:
    proposed = {propose("freestyle", seed) for seed in range(8)}
    assert len(proposed) > 1
    assert all(position.ply == 3 and position.outcome() is None for position in proposed)


def test_the_clearly_better_side_is_taken() -> None:
    # White's only stone is in the corner.
    assert reply(ENGINE, stones("h8 a1 i9"), SOON).choice is Choice.BLACK


def test_even_stones_are_answered_with_two_more() -> None:
    answers = [reply(ENGINE, propose("freestyle", seed), SOON) for seed in range(4)]
    placed = [answer for answer in answers if answer.choice is Choice.PLACE]
    assert placed
    for answer in placed:
        assert answer.position.ply == 5
        assert choose_colour(ENGINE, answer.position, SOON) in {Choice.BLACK, Choice.WHITE}


def test_after_five_stones_a_winning_colour_is_taken() -> None:
    assert choose_colour(ENGINE, stones("h8 a1 i9 a15 g7"), SOON) is Choice.BLACK


def test_a_wrong_number_of_stones_is_refused() -> None:
    with pytest.raises(UsageError, match="expected 3 stones for swap2, got 1"):
        reply(ENGINE, stones("h8"), SOON)
    with pytest.raises(UsageError, match="expected 5 stones for swap2, got 3"):
        choose_colour(ENGINE, stones("h8 i9 g7"), SOON)
