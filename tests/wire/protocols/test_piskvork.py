"""The dialogue with a Gomoku program over the Piskvork protocol."""

from dataclasses import replace

import pytest

from garlic.core import Limits, Outcome, Position, Seat, UsageError
from garlic.games import GAMES
from garlic.wire import BotSettings, Clock, ProtocolFault, SeatSetup
from garlic.wire.protocols.piskvork import PiskvorkDialogue

GOMOKU = GAMES["gomoku"]
START = GOMOKU.setup(rule="freestyle")
CLOCK = Clock(1.0)


def dialogue(
    seat: Seat = Seat.B, start: Position = START, limits: Limits = GOMOKU.limits
) -> PiskvorkDialogue:
    return PiskvorkDialogue(SeatSetup(GOMOKU, seat, limits, start), BotSettings())


def at(*moves: str, start: Position = START) -> Position:
    return GOMOKU.parse(f"{start} moves {' '.join(moves)}") if moves else start


def test_the_second_player_gets_turns() -> None:
    brain = dialogue()
    assert brain.start_message().lines == (
        "START 15",
        "INFO max_memory 469762048",
        "INFO timeout_match 0",
        "INFO timeout_turn 14950",
        "INFO game_type 1",
        "INFO rule 0",
    )
    assert brain.parse_start_reply("OK - everything is good")
    question = brain.turn_message(at("h8"), [(Seat.A, "h8")], CLOCK)
    assert question.content == b"TURN 7,7\n"
    assert brain.parse_move("MESSAGE thinking") is None
    assert brain.parse_move("debug depth 4") is None
    assert brain.parse_move("") is None
    assert brain.parse_move(" 8 , 6\r") == "i9"
    question = brain.turn_message(at("h8", "i9", "a1"), [(Seat.B, "i9"), (Seat.A, "a1")], CLOCK)
    assert question.lines == ("TURN 0,14",)
    assert brain.end_message(Outcome(None, "x"), []).content == b"END\n"


def test_the_first_player_begins_and_gets_its_clock() -> None:
    brain = dialogue(Seat.A, limits=replace(GOMOKU.limits, game_seconds=180.0))
    assert "INFO timeout_match 179950" in brain.start_message().lines
    question = brain.turn_message(START, [], Clock(15.0, 179.5))
    assert question.lines == ("INFO time_left 179450", "BEGIN")
    assert brain.parse_move("7,7") == "h8"


@pytest.mark.parametrize(("rule", "bits"), [("freestyle", 0), ("standard", 1), ("renju", 4)])
def test_the_rule_is_sent(rule: str, bits: int) -> None:
    assert f"INFO rule {bits}" in dialogue(start=GOMOKU.setup(rule=rule)).start_message().lines


def test_an_opening_is_sent_as_a_board() -> None:
    opening = at("h8", "i9", "g7")
    brain = dialogue(start=opening)
    brain.start_message()
    assert brain.turn_message(opening, [], CLOCK).lines == (
        "BOARD",
        "6,8,2",
        "8,6,1",
        "7,7,2",
        "DONE",
    )
    assert brain.parse_move("0,0") == "a15"
    after = at("a15", "a1", start=opening)
    assert brain.turn_message(after, [(Seat.B, "a15"), (Seat.A, "a1")], CLOCK).lines == (
        "TURN 0,14",
    )


def test_a_pass_is_sent_as_a_board_after_a_restart() -> None:
    brain = dialogue()
    brain.start_message()
    brain.turn_message(at("h8"), [(Seat.A, "h8")], CLOCK)
    assert brain.parse_move("8,6") == "i9"
    question = brain.turn_message(at("h8", "i9", "pass"), [(Seat.B, "i9"), (Seat.A, "pass")], CLOCK)
    assert question.lines == ("RESTART", "BOARD", "7,7,2", "8,6,1", "DONE")
    assert brain.parse_move("OK") is None
    assert brain.parse_move("9,9") == "j6"


@pytest.mark.parametrize("line", ["ERROR no such size", "hello", "7,7"])
def test_a_refusal_to_start_is_a_fault(line: str) -> None:
    brain = dialogue()
    brain.start_message()
    with pytest.raises(ProtocolFault, match="expected 'OK' after 'START 15'"):
        brain.parse_start_reply(line)
    assert not brain.parse_start_reply("UNKNOWN max_memory")


@pytest.mark.parametrize("line", ["ERROR", "7", "7,7,1", "7;7", "-1,3", "h8", "٣,٣", "0x1,2"])
def test_an_invalid_move_is_a_fault(line: str) -> None:
    brain = dialogue(Seat.A)
    brain.turn_message(START, [], CLOCK)
    with pytest.raises(ProtocolFault, match="expected a move like '7,7'"):
        brain.parse_move(line)


def test_a_move_off_the_board_is_a_fault() -> None:
    brain = dialogue(Seat.A)
    brain.turn_message(START, [], CLOCK)
    with pytest.raises(ProtocolFault, match="expected column and row from 0 to 14, got 15,3"):
        brain.parse_move("15,3")


def test_the_margin_can_be_set() -> None:
    setup = SeatSetup(GOMOKU, Seat.A, GOMOKU.limits, START)
    brain = PiskvorkDialogue(setup, BotSettings({"margin": "1000"}))
    assert "INFO timeout_turn 14000" in brain.start_message().lines


def test_options_of_the_program_are_sent_as_info() -> None:
    brain = PiskvorkDialogue(
        SeatSetup(GOMOKU, Seat.A, GOMOKU.limits, START), BotSettings({"info.caution_factor": "3"})
    )
    assert brain.start_message().lines[-1] == "INFO caution_factor 3"


def test_unknown_settings_are_refused() -> None:
    with pytest.raises(UsageError, match="there is no setting 'depth'"):
        PiskvorkDialogue(
            SeatSetup(GOMOKU, Seat.A, GOMOKU.limits, START), BotSettings({"depth": "3"})
        )
