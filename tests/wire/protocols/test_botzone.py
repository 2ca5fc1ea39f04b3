"""The Botzone protocol: JSON and simple form, one process per turn and long-running."""

import json

import pytest

from garlic.core import Seat, UsageError
from garlic.games import GAMES
from garlic.wire import BotSettings, Clock, OneShot, ProtocolFault, SeatSetup
from garlic.wire.protocols.botzone import KEEP_RUNNING, BotzoneDialogue, BotzoneOneShot, botzone

OTHELLO, GOMOKU, XIANGQI = GAMES["othello"], GAMES["gomoku"], GAMES["xiangqi"]
CLOCK = Clock(1.0)


def dialogue(game=OTHELLO, seat=Seat.A, start=None, **settings: str):
    start = start or game.setup()
    return botzone(SeatSetup(game, seat, game.limits, start), BotSettings(settings))


def test_one_process_per_turn_gets_the_whole_exchange():
    bot = dialogue()
    assert isinstance(bot, OneShot)
    first = bot.request(None, [])
    assert first == '{"requests": [{"x": -1, "y": -1}], "responses": []}\n'
    assert bot.parse_move(None, '{"response": {"x": 3, "y": 2}, "debug": "hm"}\n') == "d3"
    second = bot.request(None, [(Seat.A, "d3"), (Seat.B, "c5")])
    assert json.loads(second) == {
        "requests": [{"x": -1, "y": -1}, {"x": 2, "y": 4}],
        "responses": [{"x": 3, "y": 2}],
    }


def test_the_second_player_gets_the_first_move():
    bot = dialogue(seat=Seat.B)
    assert json.loads(bot.request(None, [(Seat.A, "d3")]))["requests"] == [{"x": 3, "y": 2}]
    assert bot.parse_move(None, '{"response": {"x": -1, "y": -1}}') == "pass"


def test_a_lost_turn_is_sent_as_a_pass():
    bot = dialogue()
    bot.request(None, [])
    request = json.loads(bot.request(None, [(Seat.A, None), (Seat.B, "pass")]))
    assert request["responses"] == [{"x": -1, "y": -1}]
    assert request["requests"][-1] == {"x": -1, "y": -1}


def test_the_data_of_a_bot_is_sent_to_its_next_process():
    bot = dialogue()
    bot.request(None, [])
    bot.parse_move(None, '{"response": {"x": 3, "y": 2}, "data": "d1", "globaldata": {"games": 1}}')
    request = json.loads(bot.request(None, [(Seat.A, "d3"), (Seat.B, "c5")]))
    assert (request["data"], request["globaldata"]) == ("d1", {"games": 1})
    bot.parse_move(None, '{"response": {"x": 2, "y": 5}}')
    request = json.loads(bot.request(None, [(Seat.A, "c6"), (Seat.B, "c4")]))
    assert "data" not in request
    assert request["globaldata"] == {"games": 1}


def test_the_simple_form():
    bot = dialogue(form="simple")
    assert bot.request(None, []) == "1\n-1 -1\n"
    assert bot.parse_move(None, "3 2\nmy remark\nkept\nfor all\ntime\n") == "d3"
    request = bot.request(None, [(Seat.A, "d3"), (Seat.B, "c5")])
    assert request == "2\n-1 -1\n3 2\n2 4\nkept\nfor all\ntime\n"
    assert bot.parse_move(None, "2 5\n") == "c6"
    assert bot.request(None, [(Seat.A, "c6"), (Seat.B, "c4")]).count("\n") == 6


def test_a_long_running_bot_gets_only_the_new_request():
    bot = dialogue(running="long")
    assert isinstance(bot, BotzoneDialogue)
    assert bot.start_message().content == b""
    first = bot.turn_message(None, [], CLOCK)
    assert first.content == b'{"requests": [{"x": -1, "y": -1}], "responses": []}\n'
    assert first.until == KEEP_RUNNING
    assert bot.parse_move('{"response": {"x": 3, "y": 2}}') is None
    assert bot.parse_move("") is None
    assert bot.parse_move(f"{KEEP_RUNNING}\r") == "d3"
    second = bot.turn_message(None, [(Seat.A, "d3"), (Seat.B, "c5")], CLOCK)
    assert second.content == b'{"x": 2, "y": 4}\n'


def test_a_restarted_long_running_bot_gets_the_whole_exchange():
    bot = dialogue(running="long", form="simple")
    bot.start_message()
    assert bot.turn_message(None, [], CLOCK).lines == ("1", "-1 -1")
    bot.start_message([(Seat.A, None), (Seat.B, "c5")])
    assert bot.turn_message(None, [], CLOCK).lines == ("2", "-1 -1", "-1 -1", "2 4")
    bot.parse_move("2 5")
    assert bot.parse_move(KEEP_RUNNING) == "c6"
    assert bot.turn_message(None, [(Seat.A, "c6"), (Seat.B, "c4")], CLOCK).lines == ("2 3",)


def test_gomoku_is_counted_from_the_upper_left_corner_and_may_have_an_opening():
    start = GOMOKU.parse(f"{GOMOKU.setup(rule='freestyle')} moves h8 i9 a1")
    bot = dialogue(GOMOKU, Seat.B, start)
    assert json.loads(bot.request(None, [])) == {
        "requests": [{"x": 0, "y": 14}, {"x": 7, "y": 7}],
        "responses": [{"x": 8, "y": 6}],
    }
    assert bot.parse_move(None, '{"response": {"x": 14, "y": 0}}') == "o15"


def test_a_xiangqi_move_has_source_and_target():
    bot = dialogue(XIANGQI)
    assert json.loads(bot.request(None, []))["requests"] == [{"source": "-1", "target": "-1"}]
    assert bot.parse_move(None, '{"response": {"source": "h2", "target": "e2"}}') == "h2e2"
    request = json.loads(bot.request(None, [(Seat.A, "h2e2"), (Seat.B, "h9g7")]))
    assert request["requests"][-1] == {"source": "h9", "target": "g7"}
    opening = XIANGQI.parse(f"{XIANGQI.setup()} moves h2e2 h9g7")
    request = json.loads(dialogue(XIANGQI, start=opening).request(None, []))
    assert request["responses"] == [{"source": "h2", "target": "e2"}]


@pytest.mark.parametrize(
    "output",
    [
        "",
        "3 2",
        "[3, 2]",
        '{"response": {"x": 3}}',
        '{"response": {"x": "3", "y": 2}}',
        '{"response": {"x": true, "y": 2}}',
        '{"response": {"x": 3.0, "y": 2}}',
        '{"response": {"x": 8, "y": 2}}',
        '{"response": {"x": -1, "y": 2}}',
        '{"response": [3, 2]}',
        '{"response": null}',
        '{"response": "d3"}',
        'hello\n{"response": {"x": 3, "y": 2}}',
        '{"response": {"x": 1e999, "y": 2}}',
        "[" * 100_000,
    ],
)
def test_an_invalid_answer_is_a_fault(output):
    bot = dialogue()
    bot.request(None, [])
    with pytest.raises(ProtocolFault, match="expected"):
        bot.parse_move(None, output)


@pytest.mark.parametrize("output", ["", "3", "3 2 1", "a b", "9 9", "٣ 2", "--1 2", "1e1 2"])
def test_an_invalid_simple_answer_is_a_fault(output):
    bot = dialogue(form="simple")
    bot.request(None, [])
    with pytest.raises(ProtocolFault, match="expected"):
        bot.parse_move(None, output)


def test_an_answer_may_be_quoted_or_bare():
    bot = dialogue()
    bot.request(None, [])
    assert bot.parse_move(None, '{"response": "{\\"x\\": 3, \\"y\\": 2}"}') == "d3"
    assert bot.parse_move(None, f'{{"x": 3, "y": 2}}\n{KEEP_RUNNING}\n') == "d3"


def test_unsupported_starts_and_settings_are_refused():
    with pytest.raises(UsageError, match="board of 15x15"):
        dialogue(GOMOKU, start=GOMOKU.setup(rule="freestyle", size=(20, 20)))
    with pytest.raises(UsageError, match="every cell is worth 1"):
        dialogue(start=OTHELLO.setup(size=(6, 6)))
    with pytest.raises(UsageError, match="expected one of once, long for running, got 'ever'"):
        dialogue(running="ever")
    with pytest.raises(UsageError, match="there is no setting 'mode'"):
        dialogue(mode="simple")
    far = XIANGQI.parse("3k5/9/9/9/9/9/9/9/5R3/4K4 w - - 0 40")
    with pytest.raises(UsageError, match="no moves were found"):
        dialogue(XIANGQI, start=far)


def test_one_process_per_turn_is_the_default():
    assert isinstance(dialogue(), BotzoneOneShot)
