"""Engines packaged by Debian as players: ten games each without a fault of either side."""

import pytest

from garlic.core import Stream
from garlic.core.playout import random_game
from garlic.games import GAMES
from support.foreign import LIMITS, foreign
from support.present import present
from support.served import faults_of, played

GAME = GAMES["xiangqi"]


def start(number: int) -> str:
    """The usual start, then positions a few random moves later."""
    positions = [GAME.setup(), *(after for _, after in random_game(GAME.setup(), number))]
    return str(positions[min(number, 9)])


@pytest.mark.parametrize("name", ["fairy-stockfish", "sjaakii", "hoixiangqi"])
def test_an_engine_plays_the_first_moves_of_a_game(name: str) -> None:
    bot = foreign(name, think_ms=50)
    record = played("xiangqi", bot, "random:xiangqi", plies=8, limits=LIMITS)
    assert faults_of(record) == []
    assert present(record.bots[0].profile).startswith("foreign")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["fairy-stockfish", "sjaakii", "hoixiangqi"])
def test_an_engine_plays_ten_games_without_a_fault(name: str) -> None:
    bot, chance = foreign(name, think_ms=100), Stream(7)
    for number in range(10):
        opponent = f"engine:xiangqi?level={5 + chance.below(4)}"
        sides = (bot, opponent) if number % 2 else (opponent, bot)
        record = played("xiangqi", *sides, start=start(number), plies=None, limits=LIMITS)
        assert faults_of(record) == [], record.outcome
        assert record.outcome.reason != "not judged: the machine was too busy"
