"""The dialogue with an Othello program over the NBoard protocol."""

import pytest

from garlic.core import Outcome, Seat, UsageError
from garlic.games.othello import GAME as OTHELLO
from garlic.games.othello import Position
from garlic.wire import BotSettings, Clock, ProtocolFault, SeatSetup
from garlic.wire.protocols.nboard import NBoardDialogue

START = OTHELLO.setup()
CLOCK = Clock(1.0)
EMPTY = "(;GM[Othello]PB[]PW[]PC[]DT[]TY[8]RE[?]"
BOARD = "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"


def dialogue(start: Position = START, **settings: str) -> NBoardDialogue:
    return NBoardDialogue(SeatSetup(OTHELLO, Seat.B, OTHELLO.limits, start), BotSettings(settings))


def test_each_turn_sends_the_game_and_a_ping() -> None:
    program = dialogue(depth="6")
    assert program.start_message().content == b"nboard 2\nset depth 6\nping 1\n"
    assert not program.parse_start_reply("set myname Edax6")
    assert program.parse_start_reply("pong 1")
    after = OTHELLO.parse(f"{START} moves d3")
    question = program.turn_message(after, [(Seat.A, "d3")], CLOCK)
    assert question.lines == (f"set game {EMPTY}{BOARD}B[d3];)", "ping 2", "go")
    for line in ("pong 2", "status thinking", "search c5d6 -1.00 0 8", "nodestats 35805 0.00"):
        assert program.parse_move(line) is None
    assert program.parse_move("=== C5/-1.00/0.01") == "c5"
    assert program.end_message(Outcome(None, "x"), []).content == b"quit\n"


def test_output_before_the_pong_belongs_to_the_previous_turn() -> None:
    program = dialogue()
    program.start_message()
    program.parse_start_reply("pong 1")
    program.turn_message(START, [], CLOCK)
    for line in ("=== d3", "pong 1", "=== e6"):
        assert program.parse_move(line) is None
    assert program.parse_move("pong 2") is None
    assert program.parse_move("=== f5 -1.00 0.0") == "f5"
    program.turn_message(START, [], CLOCK)
    assert program.parse_move("=== c4") is None


def test_a_pass_and_a_lost_turn() -> None:
    program = dialogue()
    program.start_message([(Seat.A, "d3"), (Seat.B, None)])
    skipped = OTHELLO.parse(f"{START} moves d3").skip()
    game = program.turn_message(skipped, [], CLOCK).lines[0]
    assert "B[d3]" not in game  # the moves do not give the position, so it is sent itself
    assert game.endswith("*];)")
    program.parse_move("pong 2")
    assert program.parse_move("=== PA") == "pass"


@pytest.mark.parametrize("line", ["=== z9", "===", "=== 34", "=== i9/0/0", "===/"])
def test_an_invalid_move_is_a_fault(line: str) -> None:
    program = dialogue()
    program.turn_message(START, [], CLOCK)
    program.parse_move("pong 1")
    with pytest.raises(ProtocolFault, match="expected a"):
        program.parse_move(line)


def test_other_boards_and_depths_are_refused() -> None:
    with pytest.raises(UsageError, match="every cell is worth 1"):
        dialogue(OTHELLO.setup(size=(10, 10)))
    with pytest.raises(UsageError, match="expected depth from 1 to 60, got 'deep'"):
        dialogue(depth="deep")
