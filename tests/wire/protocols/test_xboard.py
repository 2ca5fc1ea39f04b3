"""The dialogue with an engine over the xboard protocol."""

import pytest

from garlic.core import Outcome, Seat, UsageError
from garlic.games.xiangqi import GAME as XIANGQI
from garlic.games.xiangqi import Position
from garlic.wire import BotSettings, Clock, Message, ProtocolFault, Resignation, SeatSetup
from garlic.wire.dialogue import Played
from garlic.wire.protocols.xboard import XboardDialogue

START = XIANGQI.start()
CLOCK = Clock(2.5)
FEATURES = (
    'feature ping=1 setboard=1 usermove=1 variants="normal, xiangqi" option="Style -spin 1 0 9"'
)
OPENING = [(Seat.A, "h2e2"), (Seat.B, "h9g7")]


def dialogue(start: Position = START, **settings: str) -> XboardDialogue:
    return XboardDialogue(SeatSetup(XIANGQI, Seat.B, XIANGQI.limits, start), BotSettings(settings))


def start_lines(engine: XboardDialogue, *features: str, played: Played = ()) -> tuple[str, ...]:
    """The lines after the engine has sent its features."""
    assert engine.start_message(played).lines == ("xboard", "protover 2")
    assert engine.parse_start_reply("HoiXiangqi 0.22 at your service") is False
    assert engine.parse_start_reply("feature done=0") is False
    for line in features:
        assert engine.parse_start_reply(line) is False
    answer = engine.parse_start_reply('feature myname="Some Engine" done=1')
    return answer.lines if isinstance(answer, Message) else ()


def turn_lines(
    engine: XboardDialogue, played: Played, clock: Clock = CLOCK
) -> tuple[tuple[str, ...], ...]:
    """The lines of a turn before and after the answer to the ping."""
    first = engine.turn_message(START, played, clock)
    assert engine.parse_move("pong 0") is None
    second = engine.parse_move(first.lines[-1].replace("ping", "pong"))
    assert isinstance(second, Message)
    return first.lines[:-1], second.lines


def test_the_start_accepts_features_and_begins_a_game() -> None:
    engine = dialogue(style="3", depth="6", cores="2")
    lines = start_lines(engine, FEATURES, "feature smp=1")
    assert "accepted ping" in lines
    assert lines[lines.index("new") :] == (
        *("new", "variant xiangqi", "option Style=3", "cores 2"),
        *("easy", "nopost", "sd 6", "ping 1"),
    )
    assert engine.parse_start_reply("pong 0") is False
    assert engine.parse_start_reply("pong 1") is True


def test_an_engine_keeps_its_own_board() -> None:
    engine = dialogue()
    start_lines(engine, FEATURES)
    before, after = turn_lines(engine, OPENING[:1])
    assert before == ("force", "st 2", "usermove h2e2")
    assert after == ("time 245", "otim 245", "go")
    assert engine.parse_move("move h9g7") == "h9g7"
    # Its own move is on its board already, and the time is unchanged.
    assert turn_lines(engine, [OPENING[1], (Seat.A, "h0g2")])[0] == ("force", "usermove h0g2")


def test_a_restarted_engine_gets_the_whole_game() -> None:
    engine = dialogue()
    start_lines(engine, FEATURES)
    turn_lines(engine, OPENING[:1])
    engine.parse_move("move h9g7")
    start_lines(engine, FEATURES, played=[*OPENING, (Seat.A, "h0g2")])
    assert turn_lines(engine, [])[0] == (
        *("force", "st 2"),
        *("usermove h2e2", "usermove h9g7", "usermove h0g2"),
    )


def test_an_engine_without_features_can_play() -> None:
    engine = dialogue(ranks="1")
    assert start_lines(engine) == ()
    message = engine.turn_message(START, OPENING[:1], Clock(0.5))
    assert message.lines == (
        *("accepted done", "accepted myname", "new", "variant xiangqi", "easy", "nopost"),
        *("force", "level 1 0:01 0", "h3e3", "time 45", "otim 45", "go"),
    )
    assert engine.parse_move("move h10g8") == "h9g7"
    assert engine.turn_message(START, [], Clock(0.5)).lines == ("force", "time 45", "otim 45", "go")
    timeless = dialogue()
    start_lines(timeless, "feature time=0")
    assert timeless.turn_message(START, [], CLOCK).lines[-2:] == ("st 2", "go")


def test_an_old_engine_without_features_needs_no_answer() -> None:
    engine = dialogue(protover="1")
    greeting = engine.start_message()
    assert greeting.lines == ("xboard", "new", "variant xiangqi", "easy", "nopost")
    assert not greeting.wants_answer
    assert engine.turn_message(START, OPENING[:1], CLOCK).lines == (
        *("force", "st 2", "h2e2", "time 245", "otim 245", "go"),
    )
    assert engine.parse_move("1. ... h9g7") == "h9g7"


def test_another_start_needs_setboard() -> None:
    start = XIANGQI.parse("3k5/9/9/9/9/4n4/4N4/4B4/9/4K4 b - - 3 40")
    lines = start_lines(dialogue(start), FEATURES)
    assert "setboard 3k5/9/9/9/9/4h4/4H4/4E4/9/4K4 b 3 40" in lines
    plain = start_lines(dialogue(start, letters="nb"), FEATURES)
    assert "setboard 3k5/9/9/9/9/4n4/4N4/4B4/9/4K4 b 3 40" in plain
    with pytest.raises(ProtocolFault, match="it has no 'setboard'"):
        start_lines(dialogue(start), "feature ping=1")


def test_the_clock_of_a_game_gives_a_share_to_each_move() -> None:
    engine = dialogue()
    start_lines(engine, FEATURES)
    assert turn_lines(engine, [], Clock(10.0, 60.0))[1][0] == "time 295"


def test_search_output_and_remarks_are_skipped() -> None:
    engine = dialogue()
    start_lines(engine, FEATURES)
    turn_lines(engine, OPENING[:1])
    for line in (
        "4 15 3 1203 h9g7",
        "# move h9g7",
        "tellics say hello",
        "Error (unknown command): otim",
        "offer draw",
        "move",
        "",
    ):
        assert engine.parse_move(line) is None, line
    assert engine.parse_move("move h9g7") == "h9g7"


def test_invalid_answers_are_faults() -> None:
    engine = dialogue()
    start_lines(engine, FEATURES)
    engine.turn_message(START, OPENING[:1], CLOCK)
    with pytest.raises(ProtocolFault, match="got 'move h9g7' before 'go'"):
        engine.parse_move("move h9g7")
    with pytest.raises(ProtocolFault, match="does not take our move"):
        engine.parse_move("Illegal move: h2e2")
    turn_lines(engine, [])
    with pytest.raises(ProtocolFault, match="expected a move like 'h2e2', got 'Nf3'"):
        engine.parse_move("move Nf3")
    with pytest.raises(ProtocolFault, match="the engine ended the game"):
        engine.parse_move("1/2-1/2 {repetition}")
    for line in ("resign", "0-1 {White resigns}"):
        with pytest.raises(Resignation):
            engine.parse_move(line)


def test_an_engine_of_another_game_and_unknown_options_are_named() -> None:
    with pytest.raises(ProtocolFault, match="does not play xiangqi; it plays normal,nocastle"):
        start_lines(dialogue(), 'feature variants="normal,nocastle"')
    with pytest.raises(ProtocolFault, match="has no option 'Stile'; there are: Style"):
        start_lines(dialogue(Stile="1"), FEATURES)
    with pytest.raises(ProtocolFault, match="has no option 'cores'"):
        start_lines(dialogue(cores="2"), FEATURES)
    for wrong in ({"protover": "3"}, {"depth": "x"}, {"Style": "1\nquit"}):
        with pytest.raises(UsageError, match="expected"):
            dialogue(START, **wrong)


def test_the_last_message_is_the_result() -> None:
    assert dialogue().end_message(Outcome(Seat.B, "checkmate"), []).lines == (
        "result 0-1 {checkmate}",
        "quit",
    )
