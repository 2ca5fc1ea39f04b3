"""Our engines through our own servers and dialogues: the same games as without them."""

from functools import cache

import pytest

from support.served import faults_of, moves_of, played, served

# One row per protocol: game, protocol, arguments of the server, settings of the bot.
ROWS = [
    ("xiangqi", "uci", "", {}),
    ("xiangqi", "uci", "--ranks 0", {}),
    ("xiangqi", "ucci", "", {}),
    ("xiangqi", "xboard", "--nodes 2000", {}),
    ("xiangqi", "xboard", "--nodes 2000 --ranks 1", {"ranks": 1, "letters": "nb"}),
    ("xiangqi", "line", "--nodes 2000", {}),
    ("tiaojia", "tongji", "--nodes 2000", {}),
]


@cache
def direct(game: str) -> list[str | None]:
    """The moves of the game without another protocol."""
    record = played(game, f"engine:{game}", f"engine:{game}")
    assert faults_of(record) == []
    return moves_of(record)


@pytest.mark.parametrize(("game", "protocol", "arguments", "settings"), ROWS)
def test_a_game_through_a_protocol_equals_the_direct_one(
    game: str, protocol: str, arguments: str, settings: dict[str, int | str]
) -> None:
    # The judge gives the second seat's engine another seed than the first seat's.
    foreign = served(game, protocol, f"{arguments} --seed 1".strip(), **settings)
    through = played(game, f"engine:{game}", foreign)
    assert faults_of(through) == []
    assert moves_of(through) == direct(game)
    assert len(moves_of(through)) == 40
    assert through.bots[1].profile == "foreign with files"
