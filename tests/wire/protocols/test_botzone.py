"""The Botzone protocol: JSON and simple form, one process per turn and long-running."""

import json
from typing import Any

import pytest

from garlic.core import Game, Seat, UsageError
from garlic.games import GAMES
from garlic.wire import BotSettings, Clock, ProtocolFault, SeatSetup
from garlic.wire.protocols.botzone import KEEP_RUNNING, BotzoneDialogue, BotzoneOneShot, botzone

OTHELLO, GOMOKU, XIANGQI = GAMES["othello"], GAMES["gomoku"], GAMES["xiangqi"]
CLOCK = Clock(1.0)
HERE = OTHELLO.setup()  # this protocol sends moves alone


def one_shot(
    game: Game = OTHELLO, seat: Seat = Seat.A, start: Any = None, **settings: str
) -> BotzoneOneShot:
    setup = SeatSetup(game, seat, game.limits, start or game.setup())
    bot = botzone(setup, BotSettings(settings))
    assert isinstance(bot, BotzoneOneShot)
    return bot


def long_running(**settings: str) -> BotzoneDialogue:
    setup = SeatSetup(OTHELLO, Seat.A, OTHELLO.limits, OTHELLO.setup())
    bot = botzone(setup, BotSettings({"running": "long", **settings}))
    assert isinstance(bot, BotzoneDialogue)
    return bot


def test_one_process_per_turn_gets_the_whole_exchange() -> None:
    bot = one_shot()
    first = bot.request(HERE, [])
    assert first == '{"requests": [{"x": -1, "y": -1}], "responses": []}\n'
    assert bot.parse_move(HERE, '{"response": {"x": 3, "y": 2}, "debug": "hm"}\n') == "d3"
    second = bot.request(HERE, [(Seat.A, "d3"), (Seat.B, "c5")])
    assert json.loads(second) == {
        "requests": [{"x": -1, "y": -1}, {"x": 2, "y": 4}],
        "responses": [{"x": 3, "y": 2}],
    }


def test_the_second_player_gets_the_first_move() -> None:
    bot = one_shot(seat=Seat.B)
    assert json.loads(bot.request(HERE, [(Seat.A, "d3")]))["requests"] == [{"x": 3, "y": 2}]
    assert bot.parse_move(HERE, '{"response": {"x": -1, "y": -1}}') == "pass"


def test_a_lost_turn_is_sent_as_a_pass() -> None:
    bot = one_shot()
    bot.request(HERE, [])
    request = json.loads(bot.request(HERE, [(Seat.A, None), (Seat.B, "pass")]))
    assert request["responses"] == [{"x": -1, "y": -1}]
    assert request["requests"][-1] == {"x": -1, "y": -1}


def test_the_data_of_a_bot_is_sent_to_its_next_process() -> None:
    bot = one_shot()
    bot.request(HERE, [])
    bot.parse_move(HERE, '{"response": {"x": 3, "y": 2}, "data": "d1", "globaldata": {"games": 1}}')
    request = json.loads(bot.request(HERE, [(Seat.A, "d3"), (Seat.B, "c5")]))
    assert (request["data"], request["globaldata"]) == ("d1", {"games": 1})
    bot.parse_move(HERE, '{"response": {"x": 2, "y": 5}}')
    request = json.loads(bot.request(HERE, [(Seat.A, "c6"), (Seat.B, "c4")]))
    assert "data" not in request
    assert request["globaldata"] == {"games": 1}


def test_the_simple_form() -> None:
    bot = one_shot(form="simple")
    assert bot.request(HERE, []) == "1\n-1 -1\n"
    assert bot.parse_move(HERE, "3 2\nmy remark\nkept\nfor all\ntime\n") == "d3"
    request = bot.request(HERE, [(Seat.A, "d3"), (Seat.B, "c5")])
    assert request == "2\n-1 -1\n3 2\n2 4\nkept\nfor all\ntime\n"
    assert bot.parse_move(HERE, "2 5\n") == "c6"
    assert bot.request(HERE, [(Seat.A, "c6"), (Seat.B, "c4")]).count("\n") == 6


def test_a_long_running_bot_gets_only_the_new_request() -> None:
    bot = long_running()
    assert bot.start_message().content == b""
    first = bot.turn_message(HERE, [], CLOCK)
    assert first.content == b'{"requests": [{"x": -1, "y": -1}], "responses": []}\n'
    assert first.until == KEEP_RUNNING
    assert bot.parse_move('{"response": {"x": 3, "y": 2}}') is None
    assert bot.parse_move("") is None
    assert bot.parse_move(f"{KEEP_RUNNING}\r") == "d3"
    second = bot.turn_message(HERE, [(Seat.A, "d3"), (Seat.B, "c5")], CLOCK)
    assert second.content == b'{"x": 2, "y": 4}\n'


def test_a_restarted_long_running_bot_gets_the_whole_exchange() -> None:
    bot = long_running(form="simple")
    bot.start_message()
    assert bot.turn_message(HERE, [], CLOCK).lines == ("1", "-1 -1")
    bot.start_message([(Seat.A, None), (Seat.B, "c5")])
    assert bot.turn_message(HERE, [], CLOCK).lines == ("2", "-1 -1", "-1 -1", "2 4")
    bot.parse_move("2 5")
    assert bot.parse_move(KEEP_RUNNING) == "c6"
    assert bot.turn_message(HERE, [(Seat.A, "c6"), (Seat.B, "c4")], CLOCK).lines == ("2 3",)


def test_gomoku_is_counted_from_the_upper_left_corner_and_may_have_an_opening() -> None:
    start = GOMOKU.parse(f"{GOMOKU.setup(rule='freestyle')} moves h8 i9 a1")
    bot = one_shot(GOMOKU, Seat.B, start)
    assert json.loads(bot.request(HERE, [])) == {
        "requests": [{"x": 0, "y": 14}, {"x": 7, "y": 7}],
        "responses": [{"x": 8, "y": 6}],
    }
    assert bot.parse_move(HERE, '{"response": {"x": 14, "y": 0}}') == "o15"


def test_a_xiangqi_move_has_source_and_target() -> None:
    bot = one_shot(XIANGQI)
    assert json.loads(bot.request(HERE, []))["requests"] == [{"source": "-1", "target": "-1"}]
    assert bot.parse_move(HERE, '{"response": {"source": "h2", "target": "e2"}}') == "h2e2"
    request = json.loads(bot.request(HERE, [(Seat.A, "h2e2"), (Seat.B, "h9g7")]))
    assert request["requests"][-1] == {"source": "h9", "target": "g7"}
    opening = XIANGQI.parse(f"{XIANGQI.setup()} moves h2e2 h9g7")
    request = json.loads(one_shot(XIANGQI, start=opening).request(HERE, []))
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
def test_an_invalid_answer_is_a_fault(output: str) -> None:
    bot = one_shot()
    bot.request(HERE, [])
    with pytest.raises(ProtocolFault, match="expected"):
        bot.parse_move(HERE, output)


@pytest.mark.parametrize("output", ["", "3", "3 2 1", "a b", "9 9", "٣ 2", "--1 2", "1e1 2"])
def test_an_invalid_simple_answer_is_a_fault(output: str) -> None:
    bot = one_shot(form="simple")
    bot.request(HERE, [])
    with pytest.raises(ProtocolFault, match="expected"):
        bot.parse_move(HERE, output)


def test_an_answer_may_be_quoted_or_bare() -> None:
    bot = one_shot()
    bot.request(HERE, [])
    assert bot.parse_move(HERE, '{"response": "{\\"x\\": 3, \\"y\\": 2}"}') == "d3"
    assert bot.parse_move(HERE, f'{{"x": 3, "y": 2}}\n{KEEP_RUNNING}\n') == "d3"


def test_unsupported_starts_and_settings_are_refused() -> None:
    with pytest.raises(UsageError, match="board of 15x15"):
        one_shot(GOMOKU, start=GOMOKU.setup(rule="freestyle", size=(20, 20)))
    with pytest.raises(UsageError, match="every cell is worth 1"):
        one_shot(start=OTHELLO.setup(size=(6, 6)))
    with pytest.raises(UsageError, match="expected one of once, long for running, got 'ever'"):
        one_shot(running="ever")
    with pytest.raises(UsageError, match="there is no setting 'mode'"):
        one_shot(mode="simple")
    far = XIANGQI.parse("3k5/9/9/9/9/9/9/9/5R3/4K4 w - - 0 40")
    with pytest.raises(UsageError, match="no moves were found"):
        one_shot(XIANGQI, start=far)


def test_one_process_per_turn_is_the_default() -> None:
    assert isinstance(one_shot(), BotzoneOneShot)
