"""Our engines of Othello and Gomoku through our own servers and adapters: the same games."""

import pytest

from garlic.games import GAMES
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


@pytest.mark.parametrize(("game", "protocol", "arguments", "settings", "start"), ROWS)
def test_a_match_through_a_protocol_equals_the_direct_one(
    game, protocol, arguments, settings, start
):
    ours = f"engine:{game}"
    direct = played(game, ours, ours, start=start, plies=30)
    foreign = served(game, protocol, f"{arguments} --seed 1 --nodes 2000".strip(), **settings)
    through = played(game, ours, foreign, start=start, plies=30)
    assert faults_of(direct) == faults_of(through) == []
    assert moves_of(through) == moves_of(direct)
    assert len(moves_of(through)) >= 9
