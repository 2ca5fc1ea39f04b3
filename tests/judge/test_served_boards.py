"""Our engines of Othello and Gomoku through our own servers and dialogues: the same games."""

from functools import cache

import pytest

from garlic.games import GAMES
from garlic.judge.record import Record
from support.served import faults_of, moves_of, played, served

FREESTYLE = str(GAMES["gomoku"].setup(rule="freestyle"))
ROWS = [
    ("othello", "gtp", "", {}, None),
    ("othello", "nboard", "", {"depth": 60}, None),
    ("othello", "botzone", "--keep-running", {"running": "long"}, None),
    ("gomoku", "piskvork", "", {}, FREESTYLE),
    ("gomoku", "piskvork", "", {}, None),
    ("gomoku", "botzone", "--keep-running", {"running": "long", "form": "simple"}, FREESTYLE),
    ("xiangqi", "botzone", "--keep-running", {"running": "long"}, None),
]


@cache
def direct(game: str, start: str | None) -> Record:
    """The game without another protocol."""
    return played(game, f"engine:{game}", f"engine:{game}", start=start, plies=30)


@pytest.mark.parametrize(("game", "protocol", "arguments", "settings", "start"), ROWS)
def test_a_game_through_a_protocol_equals_the_direct_one(
    game: str, protocol: str, arguments: str, settings: dict[str, int | str], start: str | None
) -> None:
    # It has time, like the direct one: where time counts, a forced move is searched less deeply.
    limits = "--seed 1 --nodes 2000 --time 30000"
    foreign = served(game, protocol, f"{arguments} {limits}".strip(), **settings)
    through = played(game, f"engine:{game}", foreign, start=start, plies=30)
    assert faults_of(direct(game, start)) == faults_of(through) == []
    assert moves_of(through) == moves_of(direct(game, start))
    assert len(moves_of(through)) >= 9
