"""The dialogue with an Othello program over GTP."""

from dataclasses import replace

import pytest

from garlic.core import Limits, Outcome, Seat, UsageError
from garlic.games.othello import GAME as OTHELLO
from garlic.games.othello import Position
from garlic.wire import BotSettings, Clock, ProtocolFault, SeatSetup
from garlic.wire.dialogue import Resignation, UnsupportedEvent
from garlic.wire.protocols.gtp import GtpDialogue

START = OTHELLO.setup()
CLOCK = Clock(1.0)


def dialogue(
    seat: Seat = Seat.B,
    start: Position = START,
    lenient: bool = False,
    limits: Limits = OTHELLO.limits,
) -> GtpDialogue:
    return GtpDialogue(SeatSetup(OTHELLO, seat, limits, start), BotSettings(lenient=lenient))


def ready(dialogue: GtpDialogue) -> GtpDialogue:
    last: object = None
    for line in dialogue.start_message().lines:
        number = line.split()[0]
        last = dialogue.parse_start_reply(f"={number}")
        assert dialogue.parse_start_reply("") is False
    assert last is True
    return dialogue


def test_the_commands_of_a_game_are_numbered() -> None:
    program = dialogue()
    assert program.start_message().content == b"1 boardsize 8\n2 clear_board\n"
    assert not program.parse_start_reply("=1")
    assert not program.parse_start_reply("")
    assert program.parse_start_reply("=2 ")
    question = program.turn_message(START, [(Seat.A, "d3")], CLOCK)
    assert question.content == b"3 play black D3\n4 genmove white\n"
    assert program.parse_move("") is None
    assert program.parse_move("=3") is None
    assert program.parse_move("=4 C5") == "c5"
    # Its own move and passes are not sent.
    question = program.turn_message(START, [(Seat.B, "c5"), (Seat.A, "pass")], CLOCK)
    assert question.lines == ("5 genmove white",)
    assert program.parse_move("=5 PASS") == "pass"
    assert program.end_message(Outcome(None, "x"), []).content == b"quit\n"


def test_clocks_are_sent_in_whole_seconds_and_may_be_refused() -> None:
    slow = replace(OTHELLO.limits, turn_seconds=2.5)
    program = dialogue(limits=slow)
    assert program.start_message().lines[-1] == "3 time_settings 0 2 1"
    for line in ("=1", "", "=2", ""):
        assert not program.parse_start_reply(line)
    assert program.parse_start_reply("?3 unknown command")
    program = dialogue(Seat.A, limits=replace(OTHELLO.limits, game_seconds=90.0))
    assert program.start_message().lines[-1] == "3 time_settings 89 0 0"
    question = program.turn_message(START, [], Clock(1.0, 61.9))
    assert question.lines == ("4 time_left black 61 0", "5 genmove black")


def test_an_opening_is_sent_first_and_a_new_process_gets_the_whole_game() -> None:
    after = OTHELLO.parse(f"{START} moves d3 c5")
    program = dialogue(Seat.A, after)
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


def test_a_lost_turn_of_the_opponent_cannot_be_expressed() -> None:
    program = ready(dialogue())
    with pytest.raises(UnsupportedEvent, match="a turn that was lost"):
        program.turn_message(START, [(Seat.A, None)], CLOCK)


def test_answers_of_several_lines_and_without_numbers_are_parsed() -> None:
    program = ready(dialogue())
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
def test_an_unexpected_answer_is_a_fault(line: str, sentence: str) -> None:
    program = ready(dialogue())
    program.turn_message(START, [(Seat.A, "d3")], CLOCK)
    with pytest.raises(ProtocolFault) as fault:
        program.parse_move(line)
    assert str(fault.value) == sentence


def test_resign_is_a_resignation() -> None:
    program = ready(dialogue(Seat.A))
    program.turn_message(START, [], CLOCK)
    with pytest.raises(Resignation, match="the program resigned"):
        program.parse_move("=3 Resign")


@pytest.mark.parametrize("answer", ["z9", "d3 d4", "", "٣", "d9", "i1"])
def test_an_invalid_move_is_a_fault(answer: str) -> None:
    program = ready(dialogue(Seat.A))
    program.turn_message(START, [], CLOCK)
    with pytest.raises(ProtocolFault, match="expected a cell"):
        program.parse_move(f"=3 {answer}")


def test_remarks_are_skipped_if_the_game_run_is_lenient() -> None:
    program = ready(dialogue(Seat.A, lenient=True))
    program.turn_message(START, [], CLOCK)
    assert program.parse_move("thinking...") is None
    assert program.parse_move("=3 d3") == "d3"


def test_other_boards_are_refused() -> None:
    with pytest.raises(UsageError, match="every cell is worth 1"):
        dialogue(start=OTHELLO.setup(size=(6, 6)))
    odd = str(START).replace("O", "o")
    with pytest.raises(UsageError, match="no moves were found"):
        dialogue(start=OTHELLO.parse(odd))
    with pytest.raises(UsageError, match="there is no setting 'level'"):
        GtpDialogue(SeatSetup(OTHELLO, Seat.A, OTHELLO.limits, START), BotSettings({"level": "3"}))
