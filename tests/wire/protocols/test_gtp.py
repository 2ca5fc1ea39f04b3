"""GTP line by line, as an Othello program hears it."""

from dataclasses import replace

import pytest

from garlic.core import Outcome, Seat, UsageError
from garlic.games import GAMES
from garlic.wire import BotSettings, Clock, ProtocolFault, Sitting
from garlic.wire.dialogue import Resignation, Untold
from garlic.wire.protocols.gtp import GtpDialogue

OTHELLO = GAMES["othello"]
START = OTHELLO.setup()
CLOCK = Clock(1.0)


def talk(seat=Seat.B, start=START, lenient=False, limits=OTHELLO.limits) -> GtpDialogue:
    return GtpDialogue(Sitting(OTHELLO, seat, limits, start), BotSettings(lenient=lenient))


def ready(dialogue: GtpDialogue) -> GtpDialogue:
    for line in dialogue.greet().lines:
        number = line.split()[0]
        last = dialogue.hear_greeting(f"={number}")
        assert dialogue.hear_greeting("") is False
    assert last is True
    return dialogue


def test_a_whole_game_is_told_with_numbers():
    program = talk()
    assert program.greet().content == b"1 boardsize 8\n2 clear_board\n"
    assert not program.hear_greeting("=1")
    assert not program.hear_greeting("")
    assert program.hear_greeting("=2 ")
    question = program.ask(START, [(Seat.A, "d3")], CLOCK)
    assert question.content == b"3 play black D3\n4 genmove white\n"
    assert program.hear_move("") is None
    assert program.hear_move("=3") is None
    assert program.hear_move("=4 C5") == "c5"
    # Its own move it has made itself, and a pass it sees.
    question = program.ask(START, [(Seat.B, "c5"), (Seat.A, "pass")], CLOCK)
    assert question.lines == ("5 genmove white",)
    assert program.hear_move("=5 PASS") == "pass"
    assert program.part(Outcome(None, "x"), []).content == b"quit\n"


def test_clocks_are_told_in_whole_seconds_and_may_be_refused():
    slow = replace(OTHELLO.limits, turn_seconds=2.5)
    program = talk(limits=slow)
    assert program.greet().lines[-1] == "3 time_settings 0 2 1"
    for line in ("=1", "", "=2", "", "?3 unknown command"):
        last = program.hear_greeting(line)
    assert last
    program = talk(Seat.A, limits=replace(OTHELLO.limits, game_seconds=90.0))
    assert program.greet().lines[-1] == "3 time_settings 89 0 0"
    question = program.ask(START, [], Clock(1.0, 61.9))
    assert question.lines == ("4 time_left black 61 0", "5 genmove black")


def test_an_opening_is_played_first_and_a_new_process_is_told_all():
    after = OTHELLO.parse(f"{START} moves d3 c5")
    program = talk(Seat.A, after)
    opening = ("3 play black D3", "4 play white C5")
    assert program.greet().lines[2:] == opening
    again = program.greet([(Seat.A, "d6"), (Seat.B, "pass"), (Seat.A, None)])
    assert [line.split(" ", 1)[1] for line in again.lines] == [
        "boardsize 8",
        "clear_board",
        "play black D3",
        "play white C5",
        "play black D6",
    ]


def test_a_turn_that_the_other_side_lost_cannot_be_told():
    program = ready(talk())
    with pytest.raises(Untold, match="a turn that was lost"):
        program.ask(START, [(Seat.A, None)], CLOCK)


def test_answers_of_several_lines_and_without_numbers_are_understood():
    program = ready(talk())
    program.ask(START, [(Seat.A, "d3")], CLOCK)
    assert program.hear_move("= done") is None
    assert program.hear_move("and more about it") is None
    assert program.hear_move("") is None
    assert program.hear_move("= c3\r") == "c3"


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
    program.ask(START, [(Seat.A, "d3")], CLOCK)
    with pytest.raises(ProtocolFault) as fault:
        program.hear_move(line)
    assert str(fault.value) == sentence


def test_whoever_resigns_does_so():
    program = ready(talk(Seat.A))
    program.ask(START, [], CLOCK)
    with pytest.raises(Resignation, match="the program resigned"):
        program.hear_move("=3 Resign")


@pytest.mark.parametrize("answer", ["z9", "d3 d4", "", "٣", "d9", "i1"])
def test_a_move_that_is_none_is_a_fault(answer):
    program = ready(talk(Seat.A))
    program.ask(START, [], CLOCK)
    with pytest.raises(ProtocolFault, match="expected a cell"):
        program.hear_move(f"=3 {answer}")


def test_remarks_are_skipped_where_the_match_is_lenient():
    program = ready(talk(Seat.A, lenient=True))
    program.ask(START, [], CLOCK)
    assert program.hear_move("thinking...") is None
    assert program.hear_move("=3 d3") == "d3"


def test_other_boards_are_refused():
    with pytest.raises(UsageError, match="every cell is worth 1"):
        talk(start=OTHELLO.setup(size=(6, 6)))
    odd = str(START).replace("O", "o")
    with pytest.raises(UsageError, match="no moves were found"):
        talk(start=OTHELLO.parse(odd))
    with pytest.raises(UsageError, match="there is no setting 'level'"):
        GtpDialogue(Sitting(OTHELLO, Seat.A, OTHELLO.limits, START), BotSettings({"level": "3"}))
