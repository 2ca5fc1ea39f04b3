"""Botzone's interaction line by line: JSON and simple, a process a turn and long-running."""

import json

import pytest

from garlic.core import Seat, UsageError
from garlic.games import GAMES
from garlic.wire import BotSettings, Clock, OneShot, ProtocolFault, SeatSetup
from garlic.wire.protocols.botzone import KEEP_RUNNING, BotzoneDialogue, BotzoneOneShot, botzone

OTHELLO, GOMOKU, XIANGQI = GAMES["othello"], GAMES["gomoku"], GAMES["xiangqi"]
CLOCK = Clock(1.0)


def talk(game=OTHELLO, seat=Seat.A, start=None, **settings: str):
    start = start or game.setup()
    return botzone(SeatSetup(game, seat, game.limits, start), BotSettings(settings))


def test_a_process_a_turn_reads_all_that_happened():
    bot = talk()
    assert isinstance(bot, OneShot)
    first = bot.request(None, [])
    assert first == '{"requests": [{"x": -1, "y": -1}], "responses": []}\n'
    assert bot.parse_move(None, '{"response": {"x": 3, "y": 2}, "debug": "hm"}\n') == "d3"
    second = bot.request(None, [(Seat.A, "d3"), (Seat.B, "c5")])
    assert json.loads(second) == {
        "requests": [{"x": -1, "y": -1}, {"x": 2, "y": 4}],
        "responses": [{"x": 3, "y": 2}],
    }


def test_the_second_player_hears_the_first_move():
    bot = talk(seat=Seat.B)
    assert json.loads(bot.request(None, [(Seat.A, "d3")]))["requests"] == [{"x": 3, "y": 2}]
    assert bot.parse_move(None, '{"response": {"x": -1, "y": -1}}') == "pass"


def test_a_lost_turn_is_told_as_a_pass():
    bot = talk()
    bot.request(None, [])
    told = json.loads(bot.request(None, [(Seat.A, None), (Seat.B, "pass")]))
    assert told["responses"] == [{"x": -1, "y": -1}]
    assert told["requests"][-1] == {"x": -1, "y": -1}


def test_what_a_bot_keeps_is_given_to_its_next_process():
    bot = talk()
    bot.request(None, [])
    bot.parse_move(None, '{"response": {"x": 3, "y": 2}, "data": "d1", "globaldata": {"games": 1}}')
    told = json.loads(bot.request(None, [(Seat.A, "d3"), (Seat.B, "c5")]))
    assert (told["data"], told["globaldata"]) == ("d1", {"games": 1})
    bot.parse_move(None, '{"response": {"x": 2, "y": 5}}')
    told = json.loads(bot.request(None, [(Seat.A, "c6"), (Seat.B, "c4")]))
    assert "data" not in told
    assert told["globaldata"] == {"games": 1}


def test_the_simple_form():
    bot = talk(form="simple")
    assert bot.request(None, []) == "1\n-1 -1\n"
    assert bot.parse_move(None, "3 2\nmy remark\nkept\nfor all\ntime\n") == "d3"
    told = bot.request(None, [(Seat.A, "d3"), (Seat.B, "c5")])
    assert told == "2\n-1 -1\n3 2\n2 4\nkept\nfor all\ntime\n"
    assert bot.parse_move(None, "2 5\n") == "c6"
    assert bot.request(None, [(Seat.A, "c6"), (Seat.B, "c4")]).count("\n") == 6


def test_a_long_running_bot_reads_the_new_request_only():
    bot = talk(running="long")
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


def test_a_long_running_bot_that_is_started_again_reads_all():
    bot = talk(running="long", form="simple")
    bot.start_message()
    assert bot.turn_message(None, [], CLOCK).lines == ("1", "-1 -1")
    bot.start_message([(Seat.A, None), (Seat.B, "c5")])
    assert bot.turn_message(None, [], CLOCK).lines == ("2", "-1 -1", "-1 -1", "2 4")
    bot.parse_move("2 5")
    assert bot.parse_move(KEEP_RUNNING) == "c6"
    assert bot.turn_message(None, [(Seat.A, "c6"), (Seat.B, "c4")], CLOCK).lines == ("2 3",)


def test_gomoku_is_counted_from_the_upper_left_corner_and_may_have_an_opening():
    start = GOMOKU.parse(f"{GOMOKU.setup(rule='freestyle')} moves h8 i9 a1")
    bot = talk(GOMOKU, Seat.B, start)
    assert json.loads(bot.request(None, [])) == {
        "requests": [{"x": 0, "y": 14}, {"x": 7, "y": 7}],
        "responses": [{"x": 8, "y": 6}],
    }
    assert bot.parse_move(None, '{"response": {"x": 14, "y": 0}}') == "o15"


def test_xiangqi_has_two_points():
    bot = talk(XIANGQI)
    assert json.loads(bot.request(None, []))["requests"] == [{"source": "-1", "target": "-1"}]
    assert bot.parse_move(None, '{"response": {"source": "h2", "target": "e2"}}') == "h2e2"
    told = json.loads(bot.request(None, [(Seat.A, "h2e2"), (Seat.B, "h9g7")]))
    assert told["requests"][-1] == {"source": "h9", "target": "g7"}
    opening = XIANGQI.parse(f"{XIANGQI.setup()} moves h2e2 h9g7")
    told = json.loads(talk(XIANGQI, start=opening).request(None, []))
    assert told["responses"] == [{"source": "h2", "target": "e2"}]


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
def test_what_is_no_answer_is_a_fault(output):
    bot = talk()
    bot.request(None, [])
    with pytest.raises(ProtocolFault, match="expected"):
        bot.parse_move(None, output)


@pytest.mark.parametrize("output", ["", "3", "3 2 1", "a b", "9 9", "٣ 2", "--1 2", "1e1 2"])
def test_what_is_no_simple_answer_is_a_fault(output):
    bot = talk(form="simple")
    bot.request(None, [])
    with pytest.raises(ProtocolFault, match="expected"):
        bot.parse_move(None, output)


def test_an_answer_in_quotes_or_bare_counts_too():
    bot = talk()
    bot.request(None, [])
    assert bot.parse_move(None, '{"response": "{\\"x\\": 3, \\"y\\": 2}"}') == "d3"
    assert bot.parse_move(None, f'{{"x": 3, "y": 2}}\n{KEEP_RUNNING}\n') == "d3"


def test_what_cannot_be_told_is_refused():
    with pytest.raises(UsageError, match="board of 15x15"):
        talk(GOMOKU, start=GOMOKU.setup(rule="freestyle", size=(20, 20)))
    with pytest.raises(UsageError, match="every cell is worth 1"):
        talk(start=OTHELLO.setup(size=(6, 6)))
    with pytest.raises(UsageError, match="expected one of once, long for running, got 'ever'"):
        talk(running="ever")
    with pytest.raises(UsageError, match="there is no setting 'mode'"):
        talk(mode="simple")
    far = XIANGQI.parse("3k5/9/9/9/9/9/9/9/5R3/4K4 w - - 0 40")
    with pytest.raises(UsageError, match="no moves were found"):
        talk(XIANGQI, start=far)


def test_a_process_a_turn_is_usual():
    assert isinstance(talk(), BotzoneOneShot)
