"""Our engines as bots of Botzone, line by line."""

import json

import pytest

from garlic.core import GarlicError
from garlic.core.game import expect
from garlic.engines.servers.botzone import BotzoneServer
from garlic.games.gomoku import Position as GomokuPosition
from garlic.games.othello import Position as OthelloPosition
from garlic.games.xiangqi import GAME as XIANGQI
from garlic.wire.protocols.botzone import KEEP_RUNNING
from support.talking import Counterpart


def bot(game: str, *, keep_running: bool = False) -> Counterpart:
    return Counterpart(game, "botzone", nodes=500, keep_running=keep_running)


def test_a_bot_ends_after_one_answer() -> None:
    site = bot("othello")
    message = {"requests": [{"x": -1, "y": -1}], "responses": []}
    assert site.tell(json.dumps(message)) is False
    answer = json.loads(site.hear())
    assert answer["response"] in [{"x": x, "y": y} for x, y in ((3, 2), (2, 3), (5, 4), (4, 5))]
    assert isinstance(answer["debug"], str)
    site.close()
    assert site.heard.empty()


def test_the_answer_is_given_although_the_input_has_ended() -> None:
    site = bot("gomoku")
    site.tell('{"requests":[{"x":7,"y":7}],"responses":[]}')
    site.close()
    answer = json.loads(site.heard.get_nowait())
    assert set(answer["response"]) == {"x", "y"}
    position = expect(GomokuPosition, site.server_as(BotzoneServer).position)
    assert position.rule == "freestyle"


def test_a_long_running_bot_answers_one_request_after_the_other() -> None:
    site = bot("xiangqi", keep_running=True)
    assert site.tell('{"requests":[{"source":"-1","target":"-1"}],"responses":[]}')
    first = json.loads(site.hear())["response"]
    assert site.hear() == KEEP_RUNNING
    position = XIANGQI.setup().play(XIANGQI.move.parse(first["source"] + first["target"]))
    move = str(position.legal_moves()[0])
    site.tell(json.dumps({"source": move[:2], "target": move[2:]}))
    assert "response" in json.loads(site.hear())
    assert site.hear() == KEEP_RUNNING
    site.close()


def test_the_simple_form_with_a_history() -> None:
    site = bot("othello", keep_running=True)
    site.tell("2", "-1 -1", "3 2", "2 4")
    x, y = map(int, site.hear().split())
    site.hear()  # a remark
    assert site.hear() == KEEP_RUNNING
    position = expect(OthelloPosition, site.server_as(BotzoneServer).position)
    assert position.ply == 3
    reply = position.legal_moves()[0]
    site.tell(f"{reply.column} {reply.row}")
    assert len(site.hear().split()) == 2
    assert (x, y) != (3, 2)
    site.close()


def test_a_lost_turn_is_a_pass_that_the_rules_forbid() -> None:
    site = bot("othello")
    message = {
        "requests": [{"x": -1, "y": -1}, {"x": 3, "y": 2}],
        "responses": [{"x": -1, "y": -1}],
    }
    # Black lost its first turn; the next move must be legal for white.
    message["requests"][1] = {"x": 4, "y": 2}
    site.tell(json.dumps(message))
    assert "response" in json.loads(site.hear())
    site.close()


@pytest.mark.parametrize(
    "line",
    [
        "hello",
        "{}",
        "[]",
        '{"requests": [], "responses": []}',
        '{"requests": [{"x": 0, "y": 0}], "responses": []}',
        '{"requests": [{"x": "a", "y": 0}], "responses": []}',
        '{"requests": [3], "responses": []}',
    ],
)
def test_invalid_input_raises_an_error(line: str) -> None:
    site = bot("othello")
    with pytest.raises(GarlicError, match=r"expected|illegal"):
        site.tell(line)
    site.close()
