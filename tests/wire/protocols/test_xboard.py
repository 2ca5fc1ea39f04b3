"""The xboard protocol line by line, as a foreign engine hears it and answers."""

import pytest

from garlic.core import Outcome, Seat, UsageError
from garlic.games import GAMES
from garlic.wire import BotSettings, Clock, Message, ProtocolFault, Resignation, SeatSetup
from garlic.wire.protocols.xboard import XboardDialogue

XIANGQI = GAMES["xiangqi"]
START = XIANGQI.start()
CLOCK = Clock(2.5)
FEATURES = (
    'feature ping=1 setboard=1 usermove=1 variants="normal, xiangqi" option="Style -spin 1 0 9"'
)
OPENING = [(Seat.A, "h2e2"), (Seat.B, "h9g7")]


def dialogue(start=START, **settings: str) -> XboardDialogue:
    return XboardDialogue(SeatSetup(XIANGQI, Seat.B, XIANGQI.limits, start), BotSettings(settings))


def introduced(talk: XboardDialogue, *features: str, played=()) -> tuple[str, ...]:
    """What it is told once it has said what it can do."""
    assert talk.start_message(played).lines == ("xboard", "protover 2")
    assert talk.parse_start_reply("HoiXiangqi 0.22 at your service") is False
    assert talk.parse_start_reply("feature done=0") is False
    for line in features:
        assert talk.parse_start_reply(line) is False
    answer = talk.parse_start_reply('feature myname="Some Engine" done=1')
    return answer.lines if isinstance(answer, Message) else ()


def asked(talk: XboardDialogue, played, clock: Clock = CLOCK) -> tuple[tuple[str, ...], ...]:
    """What it is told, before and after it has answered the ping."""
    first = talk.turn_message(START, played, clock)
    assert talk.parse_move("pong 0") is None
    second = talk.parse_move(first.lines[-1].replace("ping", "pong"))
    assert isinstance(second, Message)
    return first.lines[:-1], second.lines


def test_the_greeting_accepts_features_and_begins_a_game():
    talk = dialogue(style="3", depth="6", cores="2")
    lines = introduced(talk, FEATURES, "feature smp=1")
    assert "accepted ping" in lines
    assert lines[lines.index("new") :] == (
        *("new", "variant xiangqi", "option Style=3", "cores 2"),
        *("easy", "nopost", "sd 6", "ping 1"),
    )
    assert talk.parse_start_reply("pong 0") is False
    assert talk.parse_start_reply("pong 1") is True


def test_an_engine_keeps_its_own_board():
    talk = dialogue()
    introduced(talk, FEATURES)
    before, after = asked(talk, OPENING[:1])
    assert before == ("force", "st 2", "usermove h2e2")
    assert after == ("time 245", "otim 245", "go")
    assert talk.parse_move("move h9g7") == "h9g7"
    # Its own move stands on its board already, and the time is as before.
    assert asked(talk, [OPENING[1], (Seat.A, "h0g2")])[0] == ("force", "usermove h0g2")


def test_an_engine_that_is_started_again_is_told_the_whole_game():
    talk = dialogue()
    introduced(talk, FEATURES)
    asked(talk, OPENING[:1])
    talk.parse_move("move h9g7")
    introduced(talk, FEATURES, played=[*OPENING, (Seat.A, "h0g2")])
    assert asked(talk, [])[0] == (
        *("force", "st 2"),
        *("usermove h2e2", "usermove h9g7", "usermove h0g2"),
    )


def test_features_that_are_missing_are_done_without():
    talk = dialogue(ranks="1")
    assert introduced(talk) == ()
    message = talk.turn_message(START, OPENING[:1], Clock(0.5))
    assert message.lines == (
        *("accepted done", "accepted myname", "new", "variant xiangqi", "easy", "nopost"),
        *("force", "level 1 0:01 0", "h3e3", "time 45", "otim 45", "go"),
    )
    assert talk.parse_move("move h10g8") == "h9g7"
    assert talk.turn_message(START, [], Clock(0.5)).lines == ("force", "time 45", "otim 45", "go")
    timeless = dialogue()
    introduced(timeless, "feature time=0")
    assert timeless.turn_message(START, [], CLOCK).lines[-2:] == ("st 2", "go")


def test_an_old_engine_says_nothing_and_is_not_waited_for():
    talk = dialogue(protover="1")
    greeting = talk.start_message()
    assert greeting.lines == ("xboard", "new", "variant xiangqi", "easy", "nopost")
    assert not greeting.wants_answer
    assert talk.turn_message(START, OPENING[:1], CLOCK).lines == (
        *("force", "st 2", "h2e2", "time 245", "otim 245", "go"),
    )
    assert talk.parse_move("1. ... h9g7") == "h9g7"


def test_another_start_is_set_up_where_the_engine_can():
    start = XIANGQI.parse("3k5/9/9/9/9/4n4/4N4/4B4/9/4K4 b - - 3 40")
    lines = introduced(dialogue(start), FEATURES)
    assert "setboard 3k5/9/9/9/9/4h4/4H4/4E4/9/4K4 b 3 40" in lines
    plain = introduced(dialogue(start, letters="nb"), FEATURES)
    assert "setboard 3k5/9/9/9/9/4n4/4N4/4B4/9/4K4 b 3 40" in plain
    with pytest.raises(ProtocolFault, match="it has no 'setboard'"):
        introduced(dialogue(start), "feature ping=1")


def test_the_clock_of_a_game_gives_a_share_to_each_move():
    talk = dialogue()
    introduced(talk, FEATURES)
    assert asked(talk, [], Clock(10.0, 60.0))[1][0] == "time 295"


def test_thoughts_and_remarks_are_skipped():
    talk = dialogue()
    introduced(talk, FEATURES)
    asked(talk, OPENING[:1])
    for line in (
        "4 15 3 1203 h9g7",
        "# move h9g7",
        "tellics say hello",
        "Error (unknown command): otim",
        "offer draw",
        "move",
        "",
    ):
        assert talk.parse_move(line) is None, line
    assert talk.parse_move("move h9g7") == "h9g7"


def test_odd_answers_are_faults():
    talk = dialogue()
    introduced(talk, FEATURES)
    talk.turn_message(START, OPENING[:1], CLOCK)
    with pytest.raises(ProtocolFault, match="got 'move h9g7' before 'go'"):
        talk.parse_move("move h9g7")
    with pytest.raises(ProtocolFault, match="does not take our move"):
        talk.parse_move("Illegal move: h2e2")
    asked(talk, [])
    with pytest.raises(ProtocolFault, match="expected a move like 'h2e2', got 'Nf3'"):
        talk.parse_move("move Nf3")
    with pytest.raises(ProtocolFault, match="the engine ended the game"):
        talk.parse_move("1/2-1/2 {repetition}")
    for line in ("resign", "0-1 {White resigns}"):
        with pytest.raises(Resignation):
            talk.parse_move(line)


def test_an_engine_of_another_game_and_unknown_options_are_named():
    with pytest.raises(ProtocolFault, match="does not play xiangqi; it plays normal,nocastle"):
        introduced(dialogue(), 'feature variants="normal,nocastle"')
    with pytest.raises(ProtocolFault, match="has no option 'Stile'; there are: Style"):
        introduced(dialogue(Stile="1"), FEATURES)
    with pytest.raises(ProtocolFault, match="has no option 'cores'"):
        introduced(dialogue(cores="2"), FEATURES)
    for wrong in ({"protover": "3"}, {"depth": "x"}, {"Style": "1\nquit"}):
        with pytest.raises(UsageError, match="expected"):
            dialogue(**wrong)


def test_it_parts_with_the_result():
    assert dialogue().end_message(Outcome(Seat.B, "checkmate"), []).lines == (
        "result 0-1 {checkmate}",
        "quit",
    )
