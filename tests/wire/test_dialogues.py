"""Each protocol line by line: what a bot is told, and what its answers mean."""

import pytest

from garlic.core import Outcome, Seat
from garlic.games import GAMES
from garlic.wire import Clock, LineDialogue, ProtocolFault, Sitting, TongjiDialogue

TIAOJIA = GAMES["tiaojia"]
START = TIAOJIA.parse("O../.X./... O 0")
PLAYED = [(Seat.A, "0 0 1"), (Seat.B, "1 1 3")]
CLOCK = Clock(2.0)
WON = Outcome(Seat.A, "no stone left")


def sitting(seat: Seat) -> Sitting:
    return Sitting(TIAOJIA, seat, TIAOJIA.limits, START)


def test_the_line_protocol_speaks_as_documented():
    talk = LineDialogue(sitting(Seat.B))
    assert talk.greet().content == (
        b"garlic 1 tiaojia white\nlimits 5000 2000 180000 350\nstart O../.X./... O 0\n"
    )
    assert talk.ask(START, PLAYED, CLOCK).content == (
        b"played black 0 0 1\nplayed white 1 1 3\nturn O../.X./... O 0\n"
    )
    assert talk.ask(START, [(Seat.A, None)], CLOCK).lines[0] == "played black -"
    assert talk.part(WON, []).content == b"end loss no stone left\n"
    assert not talk.part(WON, []).wants_answer


def test_the_line_protocol_understands_answers():
    talk = LineDialogue(sitting(Seat.A))
    assert talk.hear_greeting("ready\r")
    assert not talk.hear_greeting("# building tables")
    with pytest.raises(ProtocolFault, match="expected 'ready' after 'start', got 'hello'"):
        talk.hear_greeting("hello")
    assert talk.hear_move("# thinking") is None
    assert talk.hear_move("  9  7 4\r") == "9 7 4"


def test_the_course_protocol_speaks_as_the_course_does():
    black, white = TongjiDialogue(sitting(Seat.A)), TongjiDialogue(sitting(Seat.B))
    assert black.greet().content == b"START 1\n"
    assert white.greet().content == b"START 2\n"
    assert black.ask(START, [], CLOCK).content == b"TURN\n"
    assert black.ask(START, PLAYED, CLOCK).content == b"PLACE 1 1 3\nTURN\n"
    assert black.part(WON, []).lines == ("END 1",)
    assert white.part(WON, PLAYED[:1]).lines == ("PLACE 0 0 1", "END 2")
    assert white.part(Outcome(None, "x"), []).lines == ("END 0",)


def test_the_course_protocol_understands_answers():
    strict, lenient = TongjiDialogue(sitting(Seat.A)), TongjiDialogue(sitting(Seat.A), lenient=True)
    assert strict.hear_greeting("OK ")
    assert not strict.hear_greeting("DEBUG hi")
    assert strict.hear_move("9 7 4") == "9 7 4"
    assert strict.hear_move("DEBUG depth 4") is None
    for line in ("hello", "9 7", "9 7 x", "-1 0 0", "٣ 1 1"):
        with pytest.raises(ProtocolFault, match="expected 'x y d' after 'TURN'"):
            strict.hear_move(line)
        assert lenient.hear_move(line) is None
