"""The line protocol and the course protocol: messages to a bot, and its answers."""

import pytest

from garlic.core import Outcome, Seat
from garlic.games import GAMES
from garlic.wire import Clock, LineDialogue, ProtocolFault, SeatSetup
from garlic.wire.protocols.tongji import TongjiDialogue

TIAOJIA = GAMES["tiaojia"]
START = TIAOJIA.parse("O../.X./... O 0")
PLAYED = [(Seat.A, "0 0 1"), (Seat.B, "1 1 3")]
CLOCK = Clock(2.0)
WON = Outcome(Seat.A, "no stone left")


def seat_setup(seat: Seat) -> SeatSetup:
    return SeatSetup(TIAOJIA, seat, TIAOJIA.limits, START)


def test_messages_of_the_line_protocol_are_as_documented() -> None:
    dialogue = LineDialogue(seat_setup(Seat.B))
    assert dialogue.start_message().content == (
        b"garlic 1 tiaojia white\nlimits 5000 2000 180000 350\nstart O../.X./... O 0\n"
    )
    assert dialogue.turn_message(START, PLAYED, CLOCK).content == (
        b"played black 0 0 1\nplayed white 1 1 3\nturn O../.X./... O 0\n"
    )
    assert dialogue.turn_message(START, [(Seat.A, None)], CLOCK).lines[0] == "played black -"
    assert dialogue.end_message(WON, []).content == b"end loss no stone left\n"
    assert not dialogue.end_message(WON, []).wants_answer


def test_the_line_protocol_parses_answers() -> None:
    dialogue = LineDialogue(seat_setup(Seat.A))
    assert dialogue.parse_start_reply("ready\r")
    assert not dialogue.parse_start_reply("# building tables")
    with pytest.raises(ProtocolFault, match="expected 'ready' after 'start', got 'hello'"):
        dialogue.parse_start_reply("hello")
    assert dialogue.parse_move("# thinking") is None
    assert dialogue.parse_move("  9  7 4\r") == "9 7 4"


def test_messages_of_the_course_protocol_are_those_of_the_course() -> None:
    black, white = TongjiDialogue(seat_setup(Seat.A)), TongjiDialogue(seat_setup(Seat.B))
    assert black.start_message().content == b"START 1\n"
    assert white.start_message().content == b"START 2\n"
    assert black.turn_message(START, [], CLOCK).content == b"TURN\n"
    assert black.turn_message(START, PLAYED, CLOCK).content == b"PLACE 1 1 3\nTURN\n"
    assert black.end_message(WON, []).lines == ("END 1",)
    assert white.end_message(WON, PLAYED[:1]).lines == ("PLACE 0 0 1", "END 2")
    assert white.end_message(Outcome(None, "x"), []).lines == ("END 0",)


def test_the_course_protocol_parses_answers() -> None:
    strict, lenient = (
        TongjiDialogue(seat_setup(Seat.A)),
        TongjiDialogue(seat_setup(Seat.A), lenient=True),
    )
    assert strict.parse_start_reply("OK ")
    assert not strict.parse_start_reply("DEBUG hi")
    assert strict.parse_move("9 7 4") == "9 7 4"
    assert strict.parse_move("DEBUG depth 4") is None
    for line in ("hello", "9 7", "9 7 x", "-1 0 0", "٣ 1 1"):
        with pytest.raises(ProtocolFault, match="expected 'x y d' after 'TURN'"):
            strict.parse_move(line)
        assert lenient.parse_move(line) is None


def test_a_bot_can_ask_for_the_legal_moves() -> None:
    dialogue = LineDialogue(seat_setup(Seat.A))
    assert dialogue.parse_start_reply("ready legal")
    *legal, turn = dialogue.turn_message(START, (), CLOCK).lines
    assert legal == ["legal 0 0 1", "legal 0 0 3"]
    assert turn == f"turn {START}"
    dialogue.start_message()  # of a new process, which may not want them
    assert dialogue.turn_message(START, (), CLOCK).lines == (turn,)
    with pytest.raises(ProtocolFault):
        dialogue.parse_start_reply("ready steady")
