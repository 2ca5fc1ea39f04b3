"""GTP line by line, as an Othello program hears it."""

from dataclasses import replace

import pytest

from garlic.core import Outcome, Seat, UsageError
from garlic.games import GAMES
from garlic.wire import BotSettings, Clock, ProtocolFault, SeatSetup
from garlic.wire.dialogue import Resignation, UnsupportedEvent
from garlic.wire.protocols.gtp import GtpDialogue

OTHELLO = GAMES["othello"]
START = OTHELLO.setup()
CLOCK = Clock(1.0)


def talk(seat=Seat.B, start=START, lenient=False, limits=OTHELLO.limits) -> GtpDialogue:
    return GtpDialogue(SeatSetup(OTHELLO, seat, limits, start), BotSettings(lenient=lenient))


def ready(dialogue: GtpDialogue) -> GtpDialogue:
    for line in dialogue.start_message().lines:
        number = line.split()[0]
        last = dialogue.parse_start_reply(f"={number}")
        assert dialogue.parse_start_reply("") is False
    assert last is True
    return dialogue


def test_a_whole_game_is_told_with_numbers():
    program = talk()
    assert program.start_message().content == b"1 boardsize 8\n2 clear_board\n"
    assert not program.parse_start_reply("=1")
    assert not program.parse_start_reply("")
    assert program.parse_start_reply("=2 ")
    question = program.turn_message(START, [(Seat.A, "d3")], CLOCK)
    assert question.content == b"3 play black D3\n4 genmove white\n"
    assert program.parse_move("") is None
    assert program.parse_move("=3") is None
    assert program.parse_move("=4 C5") == "c5"
    # Its own move it has made itself, and a pass it sees.
    question = program.turn_message(START, [(Seat.B, "c5"), (Seat.A, "pass")], CLOCK)
    assert question.lines == ("5 genmove white",)
    assert program.parse_move("=5 PASS") == "pass"
    assert program.end_message(Outcome(None, "x"), []).content == b"quit\n"


def test_clocks_are_told_in_whole_seconds_and_may_be_refused():
    slow = replace(OTHELLO.limits, turn_seconds=2.5)
    program = talk(limits=slow)
    assert program.start_message().lines[-1] == "3 time_settings 0 2 1"
    for line in ("=1", "", "=2", "", "?3 unknown command"):
        last = program.parse_start_reply(line)
    assert last
    program = talk(Seat.A, limits=replace(OTHELLO.limits, game_seconds=90.0))
    assert program.start_message().lines[-1] == "3 time_settings 89 0 0"
    question = program.turn_message(START, [], Clock(1.0, 61.9))
    assert question.lines == ("4 time_left black 61 0", "5 genmove black")


def test_an_opening_is_played_first_and_a_new_process_is_told_all():
    after = OTHELLO.parse(f"{START} moves d3 c5")
    program = talk(Seat.A, after)
    opening = ("3 play black D3", "4 play white C5")
    assert program.start_message().lines[2:] == opening
    again = program.start_message([(Seat.A, "d6"), (Seat.B, "pass"), (Seat.A, None)])
    assert [line.split(" ", 1)[1] for line in again.lines] == [
        "boardsize 8",
        "clear_board",
        "play black D3",
        "play white C5",
        "play black D6",
    ]


def test_a_turn_that_the_other_side_lost_cannot_be_told():
    program = ready(talk())
    with pytest.raises(UnsupportedEvent, match="a turn that was lost"):
        program.turn_message(START, [(Seat.A, None)], CLOCK)


def test_answers_of_several_lines_and_without_numbers_are_understood():
    program = ready(talk())
    program.turn_message(START, [(Seat.A, "d3")], CLOCK)
    assert program.parse_move("= done") is None
    assert program.parse_move("and more about it") is None
    assert program.parse_move("") is None
    assert program.parse_move("= c3\r") == "c3"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("?3 illegal move", "the program refused 'play black D3': '?3 illegal move'"),
        ("=4 C5", "expected the answer to '3 play black D3', got '=4 C5'"),
        ("thinking...", "expected an answer like '=1 D3', got 'thinking...'"),
    ],
)
def test_what_does_not_fit_is_a_fault(line, sentence):
    program = ready(talk())
    program.turn_message(START, [(Seat.A, "d3")], CLOCK)
    with pytest.raises(ProtocolFault) as fault:
        program.parse_move(line)
    assert str(fault.value) == sentence


def test_whoever_resigns_does_so():
    program = ready(talk(Seat.A))
    program.turn_message(START, [], CLOCK)
    with pytest.raises(Resignation, match="the program resigned"):
        program.parse_move("=3 Resign")


@pytest.mark.parametrize("answer", ["z9", "d3 d4", "", "٣", "d9", "i1"])
def test_a_move_that_is_none_is_a_fault(answer):
    program = ready(talk(Seat.A))
    program.turn_message(START, [], CLOCK)
    with pytest.raises(ProtocolFault, match="expected a cell"):
        program.parse_move(f"=3 {answer}")


def test_remarks_are_skipped_where_the_match_is_lenient():
    program = ready(talk(Seat.A, lenient=True))
    program.turn_message(START, [], CLOCK)
    assert program.parse_move("thinking...") is None
    assert program.parse_move("=3 d3") == "d3"


def test_other_boards_are_refused():
    with pytest.raises(UsageError, match="every cell is worth 1"):
        talk(start=OTHELLO.setup(size=(6, 6)))
    odd = str(START).replace("O", "o")
    with pytest.raises(UsageError, match="no moves were found"):
        talk(start=OTHELLO.parse(odd))
    with pytest.raises(UsageError, match="there is no setting 'level'"):
        GtpDialogue(SeatSetup(OTHELLO, Seat.A, OTHELLO.limits, START), BotSettings({"level": "3"}))
